//! Preview of one triangulation of the hull, with its numbers.

use crate::debugger::balloon::{Paint, Report, Triangulation};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::balloon::BalloonUi;
use crate::editor::features::balloon::{BalloonCommand, BalloonView};
use crate::editor::stage::paint::paint_once;
use crate::editor::theme;
use crate::editor::widgets::short;
use crate::geometry::{Aabb, DVec2, polygon};
use crate::picture::{Item, Palette, Picture, Stroke, Viewport};
use egui::{Button, CornerRadius, Label, Rect, RichText, Role, Sense, StrokeKind, Ui, WidgetInfo, vec2};

/// Height of the title and of the numbers below.
const TITLE: f32 = 18.0;
const NUMBERS: f32 = 42.0;
/// Minimum height of the preview.
const LEAST: f32 = 40.0;

/// Draws the preview.
pub fn show(
    ui: &mut Ui,
    view: &ViewContext,
    balloon: &BalloonUi,
    shown: &BalloonView,
    triangulation: Triangulation,
    out: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let paint = &shown.report.triangulations[triangulation as usize];
    let width = ui.available_width();
    ui.allocate_ui_with_layout(vec2(width, TITLE), egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.set_min_height(TITLE);
        if triangulation == Triangulation::New {
            take(ui, balloon, out);
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.add(Label::new(RichText::new(triangulation.title()).strong()).truncate());
        });
    });
    let height = (ui.available_height() - NUMBERS - 2.0).max(LEAST);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let said = match paint {
        Ok(paint) => words(paint).join(", "),
        Err(reason) => reason.clone(),
    };
    let name = format!("{}: {said}", triangulation.title());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let palette = Palette::of(view.settings.theme.picture());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), theme::color(palette.background));
    let stroke = egui::Stroke::new(1.0, theme::color(palette.axis));
    match paint {
        Ok(paint) => {
            picture(&painter, rect, &shown.report, triangulation, paint, &palette);
            painter.rect_stroke(rect, CornerRadius::same(4), stroke, StrokeKind::Inside);
            numbers(ui, paint, &palette);
        }
        Err(reason) => {
            painter.rect_stroke(rect, CornerRadius::same(4), stroke, StrokeKind::Inside);
            ui.add(Label::new(RichText::new(format!("none: {reason}")).small()).wrap());
        }
    }
}

/// Button that replaces the body's triangles by those of the retriangulation.
fn take(ui: &mut Ui, balloon: &BalloonUi, out: &mut Vec<Action>) {
    let Some(paint) = balloon.takeable() else { return };
    let response = ui.add(Button::new(RichText::new("Use").small()).small());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Use these triangles"));
    let tip =
        "Replaces the body's triangles by these, which fit the present moment. At another moment they may flip too";
    if response.on_hover_text(tip).clicked() {
        out.push(Action::Balloon(BalloonCommand::Take(paint.triangles.clone())));
    }
}

/// The numbers: flipped, spill, unpainted.
fn words(paint: &Paint) -> [String; 3] {
    [
        format!("{} of {} flipped", paint.flipped, paint.triangles.len()),
        format!("spill {}", short(paint.cover.spill)),
        format!("unpainted {}", short(paint.cover.unpainted)),
    ]
}

fn numbers(ui: &mut Ui, paint: &Paint, palette: &Palette) {
    let [flipped, spill, unpainted] = words(paint);
    let weak = ui.visuals().weak_text_color();
    let tint = |is_on: bool, color| if is_on { theme::color(color) } else { weak };
    let line =
        |ui: &mut Ui, text: String, color| ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
    line(ui, flipped, tint(paint.flipped > 0, palette.triangle_flipped.opaque()));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        line(ui, spill, tint(paint.cover.spill > 0.0, palette.contact));
        line(ui, unpainted, tint(paint.cover.unpainted > 0.0, palette.hint));
    });
}

fn picture(
    painter: &egui::Painter,
    rect: Rect,
    report: &Report,
    triangulation: Triangulation,
    paint: &Paint,
    palette: &Palette,
) {
    let bounds = Aabb::around(report.triangulations.iter().flatten().flat_map(|paint| paint.points.iter().copied()));
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let viewport = Viewport::fit(size, bounds, 8.0);
    let at = |node: u32| paint.points[node as usize];
    let is_flipped = |corners: &[DVec2; 3]| polygon::doubled_triangle_area(corners[0], corners[1], corners[2]) <= 0.0;
    let corners = paint.triangles.iter().map(|corners| corners.map(at));
    let (flipped, sound): (Vec<_>, Vec<_>) = corners.partition(is_flipped);
    let sides = |all: &[[DVec2; 3]]| all.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    let (good, bad) = (palette.triangle_sound, palette.triangle_flipped.opaque());
    let mut picture = Picture::default();
    let items = &mut picture.items;
    let lines = Item::Lines { segments: sides(&sound), stroke: Stroke::new(good.alpha(170), 0.8) };
    items.push(Item::Triangles { corners: sound, fill: good });
    items.push(lines);
    for (pieces, color) in [(&paint.cover.spilled, palette.contact), (&paint.cover.bare, palette.hint)] {
        let rings = pieces.iter().map(|piece| piece.to_vec()).collect();
        items.push(Item::Polygon { rings, fill: color.alpha(150) });
    }
    items.push(Item::Lines { segments: sides(&flipped), stroke: Stroke::dashed(bad, 1.2) });
    let hull = paint.hull.iter().map(|ends| ends.map(at)).collect();
    items.push(Item::Lines { segments: hull, stroke: Stroke::new(palette.hull, 1.6) });
    if triangulation == Triangulation::Fan {
        let hidden = report.hidden.iter().filter_map(|&edge| paint.hull.get(edge)).map(|ends| ends.map(at)).collect();
        items.push(Item::Lines { segments: hidden, stroke: Stroke::new(bad, 2.4) });
        let (centers, fill) = (vec![report.barycentre], palette.barycentre);
        items.push(Item::Dots { centers, radius_px: 3.0, fill, outline: None });
    }
    paint_once(&picture, &viewport, palette, rect, painter);
}
