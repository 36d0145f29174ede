//! The legend of a plot: title, unit, controls, and the series with colour and value at the pointer or the present
//! frame. A click shows or hides a series; the pointer highlights its curve.

use super::{PlotHover, hover, one, prefer};
use crate::debugger::quantities::Series;
use crate::editor::access;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::OpenPlot;
use crate::editor::features::plots::Plots;
use crate::editor::icons::Icon;
use crate::editor::theme::color;
use crate::editor::widgets::short;
use crate::picture::chart::{Scale, tint};
use crate::picture::{Palette, Rgba, ruler};
use egui::{
    Align, Align2, Button, FontId, Layout, Response, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, vec2,
};

/// Minimum width.
pub const LEAST: f32 = 168.0;
/// Additional width of the twin's column.
const TWIN: f32 = 64.0;

/// Width of a legend beside a plot.
pub fn width(view: &ViewContext, room: f32) -> f32 {
    let own = (0.26 * room).clamp(LEAST, 212.0);
    if view.twin.is_some() { own + TWIN } else { own }
}

/// Draws the legend.
pub fn show(
    ui: &mut Ui,
    (view, plots): (&ViewContext, &Plots),
    shown: &OpenPlot,
    index: usize,
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    head(ui, view, shown, index, out);
    ScrollArea::vertical().id_salt(("series", index)).auto_shrink(false).show(ui, |ui| {
        let palette = Palette::of(view.settings.theme.picture());
        let mut idle = 0;
        for (number, series) in shown.series.iter().enumerate() {
            if plots.is_idle(shown, series) {
                idle += 1;
                continue;
            }
            let tint = tint(&palette, &view.document.placed().level, &series.key, number);
            row(ui, (view, plots), shown, series, tint, pointed, out);
        }
        if idle > 0 {
            note(ui, &format!("{idle} series that are always 0 are hidden"));
        }
        if shown.scale == Scale::Logarithmic {
            missing(ui, view, plots, shown);
        }
    });
}

fn note(ui: &mut Ui, words: &str) {
    let words = RichText::new(words).size(11.0).color(ui.visuals().weak_text_color());
    ui.add(egui::Label::new(words).wrap());
}

/// What a logarithmic axis does with visible values that have no logarithm.
fn missing(ui: &mut Ui, view: &ViewContext, plots: &Plots, shown: &OpenPlot) {
    let [from, to] = plots.range(view.run.last_frame()).map(|frame| frame.max(0.0) as usize);
    let numbers = one::visible(view, plots, shown).filter_map(|(_, series)| plots.numbers(&series.key));
    match numbers.filter_map(|numbers| numbers.bounds(from..to + 1)).map(|bounds| bounds[0]).reduce(f64::min) {
        Some(least) if least < 0.0 => note(ui, "Logarithm of the size. Dotted: negative. A gap: 0"),
        Some(0.0) => note(ui, "0 has no logarithm: a gap"),
        _ => {}
    }
}

fn head(ui: &mut Ui, view: &ViewContext, shown: &OpenPlot, index: usize, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.set_height(20.0);
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if switch(ui, Icon("x").text(12.0), &format!("Close {}", shown.title), "Close this plot", false) {
                out.push(Action::Prefer(Box::new(move |settings| drop(settings.plots.remove(index)))));
            }
            let is_log = shown.scale == Scale::Logarithmic;
            let name = format!("{}: logarithmic", shown.title);
            if switch(
                ui,
                RichText::new("log").size(11.0),
                &name,
                "Logarithmic axis; negative values are dotted, 0 is a gap",
                is_log,
            ) {
                out.push(prefer(index, |plot| plot.is_switched = !plot.is_switched));
            }
            if shown.adds_up {
                let name = format!("{}: accumulated", shown.title);
                let is_on = shown.plot.is_summed;
                if switch(ui, RichText::new("Σ").size(12.0), &name, "Accumulate from frame 0", is_on) {
                    out.push(prefer(index, |plot| plot.is_summed = !plot.is_summed));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new(&shown.title).small().strong();
                ui.add(egui::Label::new(title).truncate()).on_hover_text(&shown.explanation);
                let (factor, unit) = shown.axis_unit(view.document.level());
                if !unit.is_empty() {
                    ui.add_space(5.0);
                    let words = RichText::new(&unit).small().color(ui.visuals().weak_text_color());
                    let tip = if unit == shown.unit {
                        "Unit in mass (m), length (l) and time (t) of the level. The World tab sets physical units"
                            .to_owned()
                    } else {
                        format!(
                            "1 {} of the level is {} {unit}. A level has no unit of mass: mass is one of the level",
                            shown.unit,
                            ruler::write(factor)
                        )
                    };
                    ui.add(egui::Label::new(words).truncate()).on_hover_text(tip);
                }
            });
        });
    });
}

/// Height of a row.
const ROW: f32 = 17.0;

/// A small toggle button.
fn switch(ui: &mut Ui, text: RichText, name: &str, tip: &str, is_on: bool) -> bool {
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(4.0, 1.0));
    let tint = if is_on { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
    let button = Button::new(text.color(tint)).selected(is_on).frame_when_inactive(is_on).min_size(vec2(24.0, 20.0));
    let response = ui.add(button);
    ui.spacing_mut().button_padding = padding;
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, name));
    response.on_hover_text(tip).clicked()
}

/// A series: swatch, name, value, and the value of the twin.
fn row(
    ui: &mut Ui,
    (view, plots): (&ViewContext, &Plots),
    shown: &OpenPlot,
    series: &Series,
    tint: Rgba,
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    let is_hidden = view.settings.is_series_hidden(&series.key);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), access::room(ui.ctx(), ROW)), Sense::click());
    let name = shown.full_name(&series.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, !is_hidden, &name));
    let response = show_tooltip((view, plots), shown, series, response, is_hidden, out);
    if !ui.is_rect_visible(rect) {
        return;
    }
    let visuals = ui.visuals();
    let is_pointed = plots.pointed.as_ref() == Some(&series.key);
    if response.hovered() && !is_hidden {
        pointed.series = Some(series.key.clone());
    }
    if response.hovered() || is_pointed {
        ui.painter().rect_filled(rect, 3.0, visuals.widgets.hovered.bg_fill.gamma_multiply(0.5));
    }
    let weak = visuals.weak_text_color();
    let words = if is_hidden { weak.gamma_multiply(0.7) } else { visuals.text_color() };
    let middle = rect.center().y;
    let swatch = if is_hidden { weak.gamma_multiply(0.4) } else { color(tint) };
    let left = rect.left() + 3.0;
    ui.painter().hline(left..=left + 14.0, middle, Stroke::new(if is_pointed { 4.0 } else { 2.5 }, swatch));
    let mono = FontId::monospace(11.0);
    let factor = shown.axis_unit(view.document.level()).0;
    let write = |value: Option<f64>| write(value.map(|value| value * factor));
    let mut right = rect.right() - 3.0;
    if view.twin.is_some() {
        let value = plots.twin_numbers(&series.key).and_then(|numbers| at(view, plots, numbers.values()));
        ui.painter().text(egui::pos2(right, middle), Align2::RIGHT_CENTER, write(value), mono.clone(), weak);
        right -= 66.0;
    }
    let value = if is_hidden { None } else { number(view, plots, series) };
    let drawn = ui.painter().text(egui::pos2(right, middle), Align2::RIGHT_CENTER, write(value), mono, words);
    let room = (drawn.left() - left - 26.0).max(10.0);
    let galley = one::elided(ui, &series.name, 12.0, room, words);
    ui.painter().galley(egui::pos2(left + 20.0, middle - galley.size().y / 2.0), galley, words);
}

/// Shows the tooltip (full name, value with unit, moment) and handles the click.
fn show_tooltip(
    (view, plots): (&ViewContext, &Plots),
    shown: &OpenPlot,
    series: &Series,
    response: Response,
    is_hidden: bool,
    out: &mut Vec<Action>,
) -> Response {
    let response = response.on_hover_ui(|ui| {
        ui.label(RichText::new(shown.full_name(&series.name)).strong());
        if let Some(value) = number(view, plots, series) {
            ui.monospace(hover::with_unit(view, shown, value));
            ui.weak(hover::when(view, plots.shown_frame(view.run)));
        }
        ui.label(if is_hidden { "Click: show this line" } else { "Click: hide this line" });
        if view.twin.is_some() {
            ui.label("The second value is that of the twin");
        }
    });
    if response.clicked() {
        let key = series.key.clone();
        out.push(Action::Prefer(Box::new(move |settings| settings.toggle_series(&key))));
    }
    response
}

/// The value at the frame under the pointer, else at the start of the displayed one: those of the curves, so that the rows agree.
fn number(view: &ViewContext, plots: &Plots, series: &Series) -> Option<f64> {
    at(view, plots, plots.numbers(&series.key)?.values())
}

fn at(view: &ViewContext, plots: &Plots, values: &[f64]) -> Option<f64> {
    values.get(plots.shown_frame(view.run) as usize).copied()
}

fn write(value: Option<f64>) -> String {
    match value {
        None => String::new(),
        Some(value) if value == value.round() && value.abs() < 1e6 => format!("{value}"),
        Some(value) => short(value),
    }
}
