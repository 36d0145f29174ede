//! The Make dialog: parameters, position, counts and findings of a new body. It is not modal, so the canvas stays
//! usable.

use crate::editor::actions::Action;
use crate::editor::features::meshing::settings_cost::SettingsCost;
use crate::editor::features::meshing::{Maker, MeshingCommand, SizeChange};
use crate::editor::features::{insert, meshing};
use crate::editor::icons::Icon;
use crate::editor::settings::ThemeChoice;
use crate::editor::settings::drawing_size::DrawingSize;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::floating::{self, Corner};
use crate::editor::widgets::form;
use crate::geometry::DVec2;
use crate::level::checks::Severity;
use crate::level::{Body, Motion};
use egui::{Align, Button, Context, Key, Label, Layout, Modifiers, Pos2, Rect, RichText, ScrollArea, Ui, vec2};

/// Width of the dialog.
const WIDTH: f32 = 310.0;
/// Smallest and largest size of a drawing, in level units.
const LEAST: f64 = 1e-6;
const MOST: f64 = 1e6;
/// Height of the title, the buttons and the margins, and least height of the rest.
const FRAME: f32 = 114.0;
const LOWEST: f32 = 100.0;
/// Height of a canvas below which the dialog reaches down to the status bar.
const LOW: f32 = 330.0;
const STATUS: f32 = 26.0;
/// Height of a reason in two lines.
const ERROR: f32 = 40.0;
/// Height of the switch for the settings with its line.
const COST: f32 = 60.0;
/// Maximum number of listed findings.
const FINDINGS: usize = 3;

/// Draws the dialog at the left of the canvas; that of an outline at the other side than the outline, which has a point as
/// centre. With `is_blocked` another window takes the Enter key.
pub fn show(
    ctx: &Context,
    maker: &mut Maker,
    (canvas, outline, is_blocked): (Rect, Option<Pos2>, bool),
    choice: ThemeChoice,
    out: &mut Vec<Action>,
) {
    let had_focus = ctx.memory(|memory| memory.focused().is_some());
    // All but the buttons scrolls in a low window.
    let cost = SettingsCost::of(maker);
    let below = FRAME + if cost.is_some() { COST } else { 0.0 };
    let error = maker.preview.parts.as_ref().err().cloned();
    let below = below + if error.is_some() { ERROR } else { 0.0 };
    // Over a low canvas the dialog reaches beyond it.
    let canvas = if canvas.height() < LOW { canvas.with_max_y(ctx.content_rect().bottom() - STATUS) } else { canvas };
    let room = (canvas.height() - 2.0 * floating::MARGIN - below).max(LOWEST);
    let title = maker.title().to_owned();
    let contents = |ui: &mut Ui| {
        ScrollArea::vertical().id_salt("maker").max_height(room).show(ui, |ui| {
            head(ui, maker);
            size(ui, maker);
            let level = maker.level().clone();
            maker.chosen.show(ui, "maker parameters", None, &level);
            ui.separator();
            place(ui, maker);
            facts(ui, maker, choice);
        });
        ui.add_space(4.0);
        if let Some(reason) = &error {
            noted(ui, Severity::Error, choice, &widgets::sentence(reason));
        }
        if let Some(cost) = &cost {
            cost.show(ui, maker);
        }
        buttons(ui, maker, out);
    };
    let (id, beside) = outline.map_or(("maker", canvas.right_top()), |at| ("maker of an outline", at));
    let corner = Corner::Beside(canvas, beside);
    if !floating::show(ctx, (id, &title), corner, WIDTH, contents) {
        out.push(Action::Make(MeshingCommand::Leave));
    }
    // A focused number field or button handles Enter itself.
    if !had_focus && !is_blocked && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
        out.push(Action::Make(MeshingCommand::Commit));
    }
}

fn head(ui: &mut Ui, maker: &Maker) {
    ui.horizontal(|ui| {
        if let meshing::MeshingSource::Shape(shape) = maker.subject {
            let (rect, _) = ui.allocate_exact_size(vec2(34.0, 34.0), egui::Sense::hover());
            insert::thumbnail(shape, rect.shrink(2.0), ui.visuals().strong_text_color(), ui.painter());
        }
        ui.vertical(|ui| widgets::note(ui, maker.explanation()));
    });
    ui.add_space(2.0);
}

/// Size of an imported drawing, and its place.
fn size(ui: &mut Ui, maker: &mut Maker) {
    let Some((bounds, sizing)) = maker.drawing_box().zip(maker.size.as_ref()) else { return };
    let (keeps, is_natural) = (sizing.keeps_proportions, sizing.choice == DrawingSize::Natural);
    let (size, scale) = (bounds.size(), maker.drawing_scale());
    let mut change = None;
    let length = Number { min: LEAST, max: MOST, suffix: "", is_whole: false };
    ui.horizontal_wrapped(|ui| {
        for (name, value, make) in [
            ("Width", size.x, SizeChange::Width as fn(f64) -> SizeChange),
            ("Height", size.y, SizeChange::Height),
            ("Scale", scale, SizeChange::Scale),
        ] {
            let tip = if name == "Scale" { "Level units per unit of the drawing" } else { "In level units" };
            ui.label(RichText::new(name).color(ui.visuals().weak_text_color())).on_hover_text(tip);
            let is_possible = value > 0.0;
            let new = ui.add_enabled_ui(is_possible, |ui| widgets::number(ui, name, value, length)).inner;
            change = new.filter(|_| is_possible).map(make).or(change);
        }
    });
    ui.horizontal(|ui| {
        if let Some(on) = form::switch(ui, "Keep proportions", keeps) {
            change = Some(SizeChange::Proportions(on));
        }
        let tip = "Width and height change together. Off: stretch the drawing";
        ui.label("Keep proportions").on_hover_text(tip);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let natural = ui.add_enabled(!is_natural, Button::new("Usual size"));
            if natural.on_hover_text("Fits the view; larger if it needs many substeps; at most 10 high").clicked() {
                change = Some(SizeChange::Natural);
            }
        });
    });
    if let Some(change) = change {
        maker.change_size(change);
    }
    ui.separator();
}

fn place(ui: &mut Ui, maker: &mut Maker) {
    if !maker.is_movable() {
        return;
    }
    if let Some(bounds) = maker.drawing_box() {
        ui.horizontal(|ui| {
            let tip = "Lower left corner of the drawing. You can also drag it on the canvas";
            ui.label(RichText::new("Corner at").color(ui.visuals().weak_text_color())).on_hover_text(tip);
            if let Some(at) = form::pair(ui, "Corner at", bounds.min.to_array()) {
                maker.place_corner(DVec2::from_array(at));
            }
        });
        return;
    }
    let barycentre = maker.barycentre();
    let name = if barycentre.is_some() { "Barycentre at" } else { "Placed at" };
    let offset = barycentre.unwrap_or_default();
    ui.horizontal(|ui| {
        let tip = "You can also drag it on the canvas";
        ui.label(RichText::new(name).color(ui.visuals().weak_text_color())).on_hover_text(tip);
        if let Some(at) = form::pair(ui, name, (maker.at + offset).to_array()) {
            maker.place(DVec2::from_array(at) - offset);
        }
    });
}

fn facts(ui: &mut Ui, maker: &Maker, choice: ThemeChoice) {
    ui.add_space(2.0);
    if maker.preview.parts.is_err() {
        return;
    }
    if maker.is_behind() {
        ui.horizontal(|ui| {
            let spinner = ui.add(egui::Spinner::new().size(theme::SMALL_ICON));
            spinner.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, "Generating the preview")
            });
            widgets::note(ui, "Generating the preview. The canvas shows the previous one");
        });
    }
    let facts = maker.preview.facts;
    let mut counts = format!(
        "{} nodes · {} springs · {} hull edges · {} triangles",
        facts.nodes, facts.links, facts.hull, facts.triangles
    );
    if facts.bodies > 1 {
        counts = format!("{} bodies · {counts}", facts.bodies);
    }
    ui.add(Label::new(counts).wrap());
    let area = widgets::short(facts.area);
    // The mass of a body that nothing pushes has no effect.
    let is_pushed = |(body, _): &(Body, String)| body.motion == Motion::Dynamic && !body.collision.sensor;
    ui.label(match maker.preview.parts.iter().flatten().any(is_pushed) {
        true => format!("Mass {} · area {area}", widgets::write_number(facts.mass)),
        false => format!("Area {area}"),
    });
    if !maker.preview.holding.reports.is_empty() {
        widgets::note(ui, widgets::sentence(&maker.preview.holding.area().clause()));
    }
    chosen(ui, maker, choice);
    if let Some(note) = maker.corner_note() {
        noted(ui, Severity::Hint, choice, note);
    }
    let findings = &maker.preview.findings;
    if findings.is_empty() && maker.is_behind() {
        return;
    }
    if findings.is_empty() {
        ui.horizontal(|ui| {
            ui.label(Icon("check-circle").tinted(theme::SMALL_ICON, theme::severity(choice, Severity::Hint)));
            widgets::note(ui, "No problems found");
        });
        return;
    }
    for finding in findings.iter().take(FINDINGS) {
        noted(ui, finding.severity, choice, &finding.message);
    }
    if findings.len() > FINDINGS {
        widgets::note(ui, format!("and {} more findings", findings.len() - FINDINGS));
    }
}

/// A text with the icon of its severity.
fn noted(ui: &mut Ui, severity: Severity, choice: ThemeChoice, text: &str) {
    ui.horizontal_top(|ui| {
        let icon = match severity {
            Severity::Hint => "info",
            Severity::Warning => "warning",
            Severity::Error => "x-circle",
        };
        ui.label(Icon(icon).tinted(theme::SMALL_ICON, theme::severity(choice, severity)));
        ui.add(Label::new(RichText::new(text).small()).wrap());
    });
}

/// Maximum number of listed choices.
const CHOICES: usize = 3;

/// Choices made for the bodies of a drawing, with warnings.
fn chosen(ui: &mut Ui, maker: &Maker, choice: ThemeChoice) {
    let holding = &maker.preview.holding;
    if let Some(note) = maker.overlap_note() {
        noted(ui, Severity::Hint, choice, note);
    }
    for warning in holding.warnings.iter().take(CHOICES) {
        noted(ui, Severity::Warning, choice, warning);
    }
    for text in holding.choices.iter().take(CHOICES) {
        ui.add(Label::new(RichText::new(text).small().color(ui.visuals().weak_text_color())).wrap());
    }
    if holding.choices.len() > CHOICES {
        let more = holding.choices.len() - CHOICES;
        widgets::note(ui, format!("and {more} more {}", if more == 1 { "body" } else { "bodies" }));
    }
    if let Some(cost) = SettingsCost::of(maker).filter(|_| !maker.keeps_settings) {
        noted(ui, Severity::Hint, choice, &cost.reason());
    }
}

fn buttons(ui: &mut Ui, maker: &mut Maker, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let is_possible = maker.preview.parts.is_ok();
        let verb = maker.verb();
        let button = Button::new(RichText::new(&verb).strong()).fill(ui.visuals().selection.bg_fill);
        let response = ui.add_enabled(is_possible, button).on_hover_text("Enter");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, is_possible, &verb));
        if response.clicked() {
            out.push(Action::Make(MeshingCommand::Commit));
        }
        if ui.button("Cancel").on_hover_text("Esc").clicked() {
            out.push(Action::Make(MeshingCommand::Leave));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            maker.chosen.reset_button(ui);
        });
    });
}
