//! Edge maps, one per rule. The pointer shows the verdict at its position, also on the canvas.

use crate::debugger::comparison::RULES;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::rules::Rules;
use crate::editor::features::rules::hint as rule_hint;
use crate::editor::features::rules::{RulesCommand, RulesView};
use crate::editor::features::verdict::ShownVerdict;
use crate::editor::stage::paint::Still;
use crate::editor::theme;
use crate::engine::contact::Setting;
use crate::geometry::Aabb;
use crate::level::{Level, Twin};
use crate::picture::edge_map::{EdgeMap, Shares};
use crate::picture::{Layers, Palette, Picture, Scene, Theme, Viewport};
use egui::{
    Align2, CornerRadius, CursorIcon, FontId, Grid, Id, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use glam::DVec2;
use std::sync::Arc;

/// Minimum side of a map, in points.
const LEAST: f32 = 96.0;
/// Margin of a map, which has room for the numbers beside its edges, in points.
const EDGE_NUMBERS: f64 = 18.0;
/// Height of the two text lines below a map.
const WORDS: f32 = 30.0;
const GAP: f32 = 6.0;
/// Two rows: above without, below with the barycentre rule.
const STACKED: [usize; RULES] = [0, 2, 4, 6, 1, 3, 5, 7];
/// One row, possibly scrolled: the better rules first.
const IN_A_ROW: [usize; RULES] = [4, 5, 6, 7, 0, 1, 2, 3];

/// Painted maps, cached while nothing changes.
#[derive(Clone)]
struct Painted {
    key: (u64, Theme, [u32; 2], u32),
    viewport: Viewport,
    stills: Arc<Vec<Still>>,
}

pub(super) fn show(
    ui: &mut Ui,
    view: &ViewContext,
    on_canvas: Option<&ShownVerdict>,
    rules: &Rules,
    shown: &RulesView,
    out: &mut Vec<Action>,
) {
    let (columns, size) = arrangement(ui.available_size(), shown.maps.len());
    let painted = painted(ui, view, shown, size);
    let mut pointed = None;
    ScrollArea::both().id_salt("rules maps").auto_shrink(false).show(ui, |ui| {
        Grid::new("rules maps").spacing([GAP, GAP]).min_col_width(0.0).show(ui, |ui| {
            let order = if columns == 4 { STACKED } else { IN_A_ROW };
            for (index, rule) in order.into_iter().enumerate() {
                ui.vertical(|ui| tile(ui, view, on_canvas, rules, shown, &painted, rule, size, &mut pointed, out));
                if (index + 1) % columns == 0 {
                    ui.end_row();
                }
            }
        });
    });
    let before = rules.pointed.as_ref().map(|(rule, shown)| (*rule, shown.contact().point));
    if before != pointed {
        out.push(Action::Rules(RulesCommand::Point(pointed)));
        ui.ctx().request_repaint();
    }
}

/// Number of columns and size of a map: two rows of four if they fit, else one row.
fn arrangement(room: Vec2, count: usize) -> (usize, Vec2) {
    let four = vec2((room.x - 3.0 * GAP) / 4.0, (room.y - GAP) / 2.0 - WORDS);
    let row = vec2((room.x - 7.0 * GAP) / 8.0, room.y - WORDS - 14.0);
    let side = |size: Vec2| size.x.min(size.y);
    if side(four) >= LEAST || side(four) >= side(row).max(LEAST * 0.8) {
        (4, four.floor().max(Vec2::splat(LEAST * 0.8)))
    } else {
        // Three or four visible maps instead of one large one.
        let side = row.y.min((room.x / 3.3).max(84.0)).clamp(84.0, 260.0);
        (count, vec2(row.x.max(side), side).floor())
    }
}

fn painted(ui: &Ui, view: &ViewContext, shown: &RulesView, size: Vec2) -> Painted {
    let theme = view.settings.theme.picture();
    let scale = ui.pixels_per_point();
    let key = (shown.version, theme, [size.x.to_bits(), size.y.to_bits()], scale.to_bits());
    let id = Id::unique("rules painted");
    if let Some(known) = ui.data(|data| data.get_temp::<Painted>(id)).filter(|known| known.key == key) {
        return known;
    }
    let world = view.run.world();
    let box_of = |map: &EdgeMap| Aabb::around(map.regions.pieces.values().flatten().flatten().copied());
    let around = shown.maps.iter().map(box_of).fold(Aabb::EMPTY, Aabb::union);
    let size_px = DVec2::new(f64::from(size.x), f64::from(size.y));
    let viewport = Viewport::fit(size_px, around.expanded(around.size().max_element() * 0.04), EDGE_NUMBERS);
    let palette = Palette::of(theme);
    let scene = Scene { layers: Layers::NONE, ..Scene::new(view.run.level(), world, &palette, viewport) };
    let still = |map: &EdgeMap| {
        let mut picture = Picture::default();
        map.draw(&scene, &mut picture);
        map.draw_way(&scene, &mut picture);
        Still::new(&picture, &viewport, &palette, scale)
    };
    let painted = Painted { key, viewport, stills: Arc::new(shown.maps.iter().map(still).collect()) };
    ui.data_mut(|data| data.insert_temp(id, painted.clone()));
    painted
}

#[allow(clippy::too_many_arguments)]
fn tile(
    ui: &mut Ui,
    view: &ViewContext,
    on_canvas: Option<&ShownVerdict>,
    rules: &Rules,
    shown: &RulesView,
    painted: &Painted,
    rule: usize,
    size: Vec2,
    pointed: &mut Option<(usize, DVec2)>,
    out: &mut Vec<Action>,
) {
    let setting = Setting::ALL[rule];
    let is_own = setting == Setting::of(&view.run.level().world.contact);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Map: {}", setting.title());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let palette = Palette::of(view.settings.theme.picture());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), theme::color(palette.background));
    painted.stills[rule].paint(&painter, rect);
    let visuals = ui.visuals();
    let rim = if is_own {
        Stroke::new(2.0, visuals.selection.stroke.color)
    } else {
        Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color)
    };
    painter.rect_stroke(rect, CornerRadius::same(4), rim, StrokeKind::Inside);
    if let Some(shown) = rules.pointed.as_ref().map(|(_, shown)| shown).or(on_canvas) {
        cross(&painter, rect, &painted.viewport, shown.contact().point, theme::color(palette.text));
    }
    words(ui, shown, rule, is_own, size.x);
    if let Some(at) = response.hover_pos() {
        let pixel = at - rect.min;
        let point = painted.viewport.world_from_screen(DVec2::new(f64::from(pixel.x), f64::from(pixel.y)));
        *pointed = Some((rule, point));
    }
    let pointed = rules.pointed.as_ref().filter(|(known, _)| *known == rule);
    let response = response.on_hover_cursor(CursorIcon::Crosshair);
    let response = match pointed {
        Some((_, shown)) => {
            response.on_hover_ui_at_pointer(|ui| rule_hint::show(ui, setting, shown.contact(), &palette))
        }
        None => response,
    };
    response.context_menu(|ui| menu(ui, setting, is_own, out));
}

fn cross(painter: &egui::Painter, rect: Rect, viewport: &Viewport, point: DVec2, color: egui::Color32) {
    let at = viewport.screen_from_world(point);
    let at = rect.min + vec2(at.x as f32, at.y as f32);
    let stroke = Stroke::new(1.5, color);
    painter.line_segment([pos2(at.x - 5.0, at.y), pos2(at.x + 5.0, at.y)], stroke);
    painter.line_segment([pos2(at.x, at.y - 5.0), pos2(at.x, at.y + 5.0)], stroke);
}

/// Name of the rule and failure rates of its map.
fn words(ui: &mut Ui, shown: &RulesView, rule: usize, is_own: bool, width: f32) {
    let Shares { far_side, stuck } = shown.maps[rule].shares();
    let (rect, _) = ui.allocate_exact_size(vec2(width, WORDS - 4.0), Sense::hover());
    let painter = ui.painter_at(rect);
    let (strong, weak) = (ui.visuals().strong_text_color(), ui.visuals().weak_text_color());
    // The active rule has the colour of its frame.
    let tint = if is_own { ui.visuals().selection.stroke.color } else { strong };
    painter.text(rect.left_top(), Align2::LEFT_TOP, Setting::ALL[rule].title(), FontId::proportional(12.0), tint);
    let text = match (far_side, stuck) {
        (a, s) if a < 0.0005 && s < 0.0005 => "no failures".to_owned(),
        (a, s) if s < 0.0005 => format!("far side: {:.0} %", 100.0 * a),
        (a, s) if a < 0.0005 => format!("stuck: {:.0} %", 100.0 * s),
        (a, s) => format!("far: {:.0} %, stuck: {:.0} %", 100.0 * a, 100.0 * s),
    };
    painter.text(rect.left_top() + vec2(0.0, 14.0), Align2::LEFT_TOP, text, FontId::proportional(11.0), weak);
    let in_force = if is_own { "The rule in force. " } else { "" };
    ui.interact(rect, ui.scope_id().with(("rules words", rule)), Sense::hover()).on_hover_text(format!(
        "{in_force}Far side: part of the inside from which a node is pushed out at the far side. Stuck: part without an \
         eligible edge, where nothing pushes it out."
    ));
}

/// Context menu of a rule.
fn menu(ui: &mut Ui, setting: Setting, is_own: bool, out: &mut Vec<Action>) {
    let Setting { choice, barycentre_rule } = setting;
    let edit = |label: String, change: Box<dyn FnOnce(&mut Level)>| {
        Action::Edit(Edit::new(label, move |level| {
            change(level);
            Ok(())
        }))
    };
    if ui.add_enabled(!is_own, egui::Button::new(format!("Use {}", setting.title()))).clicked() {
        out.push(edit(
            format!("Edge choice: {}", setting.title()),
            Box::new(move |level| {
                (level.world.contact.edge_choice, level.world.contact.barycentre_rule) = (choice, barycentre_rule);
            }),
        ));
        ui.close();
    }
    if ui.add_enabled(!is_own, egui::Button::new(format!("Compare with {} as twin", setting.title()))).clicked() {
        out.push(edit(
            format!("Twin: {}", setting.title()),
            Box::new(move |level| {
                let twin =
                    Twin { edge_choice: Some(choice), barycentre_rule: Some(barycentre_rule), ..Twin::default() };
                level.editor.get_or_insert_default().twin = Some(twin);
            }),
        ));
        ui.close();
    }
}
