//! The Rules panel: a map of one hull under each edge-choice rule, and the choices of all rules for the frame's
//! contacts (000 §D.1.c, §E.2).

mod maps;
mod table;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::rules::Rules;
use crate::editor::features::rules::{RulesCommand, RulesView};
use crate::editor::features::verdict::ShownVerdict;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::Level;
use crate::picture::edge_map::Side;
use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};
use std::f64::consts::FRAC_PI_4;

/// Least width of the subject, the maps and the contacts beside each other; in a narrower panel the subject is above.
const BESIDE: f32 = 900.0;
/// Legend of the maps.
const LEGEND: &str = "Colour: edge that a node is pushed out of. Red lines: the direction jumps by more than 60°. + G: with \
                      the barycentre rule. Point at a map for the verdict; right click to use its rule.";

/// Number of contacts on which rules disagree, for the tab badge.
pub fn count(rules: &Rules) -> usize {
    let shown = rules.shown.as_ref();
    shown.and_then(|shown| shown.comparison.as_ref()).map_or(0, |comparison| comparison.disputed())
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, on_canvas: Option<&ShownVerdict>, rules: &Rules, out: &mut Vec<Action>) {
    let Some(shown) = &rules.shown else {
        let text = "This panel colours the inside of a hull by the edge that each rule chooses. The level has no body \
                    with a hull yet.";
        ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())).wrap());
        return;
    };
    let width = ui.available_width();
    let is_wide = width >= BESIDE;
    if is_wide {
        let frame = Frame::NONE.inner_margin(Margin { right: 8, ..Margin::ZERO });
        Panel::left("rules subject").frame(frame).resizable(false).exact_size(186.0).show(ui, |ui| {
            ScrollArea::vertical().id_salt("rules subject").show(ui, |ui| {
                subject(ui, view, rules, shown, out);
                ui.add_space(4.0);
                widgets::note(ui, LEGEND);
            });
        });
    } else {
        ui.horizontal(|ui| {
            subject(ui, view, rules, shown, out);
            ui.label(Icon("info").text(theme::ICON)).on_hover_text(LEGEND);
        });
    }
    let frame = Frame::NONE.inner_margin(Margin { left: 8, ..Margin::ZERO });
    Panel::right(if is_wide { "rules contacts" } else { "rules contacts below" })
        .frame(frame)
        .resizable(true)
        .default_size(width * if is_wide { 0.48 } else { 0.5 })
        .size_range(180.0..=620.0)
        .show(ui, |ui| table::show(ui, view, rules, shown, out));
    maps::show(ui, view, on_canvas, rules, shown, out);
}

/// Hull and side of the maps.
fn subject(ui: &mut Ui, view: &ViewContext, rules: &Rules, shown: &RulesView, out: &mut Vec<Action>) {
    let level = view.run.level();
    let bodies: Vec<(Option<usize>, String)> = std::iter::once((None, "as selected".to_owned()))
        .chain(with_hull(level).map(|body| (Some(body), level.body_title(body))))
        .collect();
    ui.label(RichText::new("Hull").small().color(ui.visuals().weak_text_color()));
    let now = rules.hull;
    if let Some(hull) = pick(ui, "Mapped hull", now, level.body_title(shown.hull), &bodies) {
        out.push(Action::Rules(RulesCommand::Hull(hull)));
    }
    ui.label(RichText::new("Nodes come").small().color(ui.visuals().weak_text_color()));
    let ways = ["right", "upper right", "above", "upper left", "left", "lower left", "below", "lower right"];
    let sides: Vec<(Option<Side>, String)> = std::iter::once((None, "automatic".to_owned()))
        .chain(
            (0..level.bodies.len())
                .filter(|&body| body != shown.hull)
                .take(40)
                .map(|body| (Some(Side::Body(body)), format!("from {}", level.body_title(body)))),
        )
        .chain(ways.iter().enumerate().map(|(turn, way)| {
            (
                Some(Side::Angle(turn as f64 * FRAC_PI_4)),
                format!("from the {way}").replace("the above", "above").replace("the below", "below"),
            )
        }))
        .collect();
    let title = sides.iter().find(|(side, _)| *side == Some(shown.side)).map_or("from a side", |row| &row.1).to_owned();
    if let Some(side) = pick(ui, "Side that nodes come from", rules.side, title, &sides) {
        out.push(Action::Rules(RulesCommand::Side(side)));
    }
    ui.add_space(4.0);
    let mut is_on = view.settings.is_overlay_on("edge-map");
    if ui.checkbox(&mut is_on, "On the canvas").on_hover_text("Shows the overlay Edge-choice map").changed() {
        out.push(Action::Overlay("edge-map"));
    }
}

fn with_hull(level: &Level) -> impl Iterator<Item = usize> {
    (0..level.bodies.len()).filter(|&body| level.bodies[body].hull.len() > 2)
}

/// A drop-down list.
fn pick<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: Option<T>,
    title: String,
    all: &[(Option<T>, String)],
) -> Option<Option<T>> {
    let mut new = None;
    let combo = egui::ComboBox::from_id_salt(name)
        .width(ui.available_width().min(170.0))
        .truncate()
        .selected_text(title.as_str())
        .show_ui(ui, |ui| {
            for (candidate, title) in all {
                if ui.selectable_label(value == *candidate, title).clicked() && value != *candidate {
                    new = Some(*candidate);
                }
            }
        });
    combo.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
    combo.response.on_hover_text(title);
    new
}
