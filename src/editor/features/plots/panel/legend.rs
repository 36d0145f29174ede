//! The legend of a plot: title, unit, controls, and the series with colour and value at the pointer or the present
//! frame. A click shows or hides a series; the pointer highlights its curve.

use super::{PlotHover, WITHIN, hover, one, prefer};
use crate::debugger::quantities::Series;
use crate::editor::access;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::{MissingSeries, OpenPlot, Plots};
use crate::editor::icons::Icon;
use crate::editor::numbers::{self, ColumnFormat};
use crate::editor::theme::color;
use crate::editor::widgets::overflow;
use crate::geometry::Extremes;
use crate::picture::chart::{Scale, tint};
use crate::picture::{Palette, Rgba, ruler};
use egui::{
    Align, Align2, Button, Color32, FontId, Layout, Response, RichText, Role, ScrollArea, Sense, Stroke, Ui,
    WidgetInfo, vec2,
};

/// Minimum width.
pub const LEAST: f32 = 168.0;
/// Height above a plot in a narrow panel: the title with its margin and three lines of series.
pub const ABOVE: f32 = HEAD + 6.0 + 3.0 * ROW;
/// The same in a low panel: one line of series; the others are in its menu.
pub const LEAST_ABOVE: f32 = HEAD + 6.0 + ROW;
/// Largest part of the room of a plot and its legend.
const MOST: f32 = 0.36;
/// Width of a row without its name: colour, value and gaps.
const BESIDE_NAME: f32 = 104.0;
/// Size of names.
const NAME: f32 = 12.0;
/// Height of the title and of a row.
const HEAD: f32 = 20.0;
const ROW: f32 = 17.0;
/// Margin at the left of a legend beside its plot, for axis numbers that extend beyond the end.
pub const MARGIN: i8 = 18;
/// Additional width of the twin's column, and distance of its values from those of the level.
const TWIN: f32 = 78.0;
const BESIDE_TWIN: f32 = 78.0;
/// Height of the headings of both columns.
const SIDES: f32 = 13.0;

/// Width of the legends beside plots in columns of this width: equal, so that frames align, and as wide as the longest
/// name if there is room.
pub fn width(ui: &Ui, view: &ViewContext, plots: &Plots, room: f32) -> f32 {
    let names = plots.shown.iter().flat_map(|shown| shown.series.iter().map(|series| shown.legend_name(series)));
    let longest = names.max_by_key(|name| name.chars().count()).unwrap_or_default();
    let name = one::elided(ui, &longest, NAME, f32::INFINITY, Color32::PLACEHOLDER).size().x;
    let own = (name + BESIDE_NAME).clamp(LEAST, (MOST * room).max(LEAST));
    if view.twin.is_some() { own + TWIN + f32::from(MARGIN) } else { own }
}

/// Draws the legend of the plot with this index, with its series in some columns.
pub fn show(
    ui: &mut Ui,
    (view, plots): (&ViewContext, &Plots),
    shown: &OpenPlot,
    (index, columns): (usize, usize),
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    head(ui, view, shown, index, out);
    if columns == 1 && has_twin(view, ui.available_width()) {
        sides(ui);
    }
    ui.spacing_mut().interact_size.y = ROW;
    let format = format(view, plots, shown);
    let items = items((view, plots), shown);
    let lines = (ui.available_height() / access::room(ui.ctx(), ROW)) as usize;
    let (named, folded) = items.split_at(named(items.len(), lines.max(1) * columns));
    ScrollArea::vertical().id_salt(("series", index)).auto_shrink(false).show(ui, |ui| {
        let width = ui.available_width() / columns as f32;
        // The button for the others has the last place.
        for first in (0..named.len() + usize::from(!folded.is_empty())).step_by(columns) {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                for one in named.iter().skip(first).take(columns) {
                    item(ui, (view, plots), shown, one, (width, format), pointed, out);
                }
                if !folded.is_empty() && (first..first + columns).contains(&named.len()) {
                    let is_all = named.is_empty();
                    more(ui, (view, plots), shown, (folded, is_all), format, pointed, out);
                }
            });
        }
        if folded.is_empty() {
            idle(ui, plots, shown);
        }
    });
}

/// True if a row of this width has the values of the twin.
fn has_twin(view: &ViewContext, width: f32) -> bool {
    view.twin.is_some() && width >= LEAST + TWIN - 8.0
}

/// Headings of the values of the level and of its twin, with their names on the canvas.
fn sides(ui: &mut Ui) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), SIDES), Sense::hover());
    let (font, weak) = (FontId::proportional(10.0), ui.visuals().weak_text_color());
    for (name, shift) in [("A", BESIDE_TWIN), ("B, dashed", 0.0)] {
        let at = rect.right_center() - vec2(3.0 + shift, 0.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, name, font.clone(), weak);
    }
    response.on_hover_text("A: the level. B: its twin");
}

/// Number of series with a place of their own, if there are so many places: the last one may name the number of the
/// others.
fn named(count: usize, places: usize) -> usize {
    if count <= places { count } else { places - 1 }
}

/// A line of the legend.
enum LegendItem<'a> {
    /// A series with its colour.
    Series(&'a Series, Rgba),
    /// An expression without values.
    Missing(&'a MissingSeries),
}

fn items<'a>((view, plots): (&ViewContext, &Plots), shown: &'a OpenPlot) -> Vec<LegendItem<'a>> {
    let palette = Palette::of(view.settings.theme.picture());
    let level = &view.document.placed().level;
    let listed = shown.series.iter().enumerate().filter(|(_, series)| !plots.is_idle(shown, series));
    let series = listed.map(|(number, series)| LegendItem::Series(series, tint(&palette, level, &series.key, number)));
    series.chain(shown.missing.iter().map(LegendItem::Missing)).collect()
}

fn item(
    ui: &mut Ui,
    all: (&ViewContext, &Plots),
    shown: &OpenPlot,
    item: &LegendItem,
    (width, format): (f32, Option<ColumnFormat>),
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    match item {
        LegendItem::Series(series, tint) => row(ui, all, shown, series, (width, *tint, format), pointed, out),
        LegendItem::Missing(missing) => lacking(ui, missing, width),
    }
}

/// An expression that this level cannot evaluate, with the reason.
fn lacking(ui: &mut Ui, MissingSeries { text, reason }: &MissingSeries, width: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, access::room(ui.ctx(), ROW)), Sense::hover());
    let words = format!("{text}: {reason}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, false, &words));
    let weak = ui.visuals().weak_text_color();
    let galley = one::elided(ui, &words, NAME, width - 26.0, weak);
    ui.painter().galley(egui::pos2(rect.left() + 23.0, rect.center().y - galley.size().y / 2.0), galley, weak);
    response.on_hover_text(words);
}

/// A button for the series without room, which opens their list.
fn more(
    ui: &mut Ui,
    all: (&ViewContext, &Plots),
    shown: &OpenPlot,
    (folded, is_all): (&[LegendItem], bool),
    format: Option<ColumnFormat>,
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    let words = format!("{} {}", folded.len(), if is_all { "series" } else { "more" });
    let name = format!("{}: {words}", shown.title);
    (ui.spacing_mut().button_padding.y, ui.spacing_mut().interact_size.y) = (0.0, access::room(ui.ctx(), ROW));
    let button = Button::new(RichText::new(words).size(NAME)).frame_when_inactive(false);
    let response = overflow::stays_open(ui, button, |ui, height| {
        ui.set_width(LEAST + TWIN);
        overflow::scrolling_within(ui, height, |ui| {
            let width = ui.available_width();
            folded.iter().for_each(|one| item(ui, all, shown, one, (width, format), pointed, out));
            idle(ui, all.1, shown);
        });
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    response.on_hover_text("Series without room here");
}

/// What the legend does not list.
fn idle(ui: &mut Ui, plots: &Plots, shown: &OpenPlot) {
    let idle = shown.series.iter().filter(|series| plots.is_idle(shown, series)).count();
    if idle > 0 {
        let words = RichText::new(format!("{idle} more: always 0")).size(11.0).color(ui.visuals().weak_text_color());
        ui.add(egui::Label::new(words).truncate()).on_hover_text("Series that are 0 in all frames are not listed");
    }
}

fn head(ui: &mut Ui, view: &ViewContext, shown: &OpenPlot, index: usize, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.set_height(HEAD);
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
                ui.add(egui::Label::new(title).truncate()).on_hover_ui(|ui| {
                    ui.label(&shown.explanation);
                    unit(ui, view, shown);
                });
            });
        });
    });
}

/// Explanation of the unit at the axis.
fn unit(ui: &mut Ui, view: &ViewContext, shown: &OpenPlot) {
    let (factor, unit) = shown.axis_unit(view.document.level());
    if unit.is_empty() {
        return;
    }
    ui.weak(if unit == shown.unit {
        format!("Unit: {unit}, of mass (m), length (l) and time (t) of the level. The World tab sets physical units")
    } else {
        let factor = ruler::write(factor);
        format!(
            "1 {} of the level is {factor} {unit}. A level has no unit of mass: mass is one of the level",
            shown.unit
        )
    });
}

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
    (width, tint, format): (f32, Rgba, Option<ColumnFormat>),
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    let is_hidden = view.settings.is_series_hidden(&series.key);
    let (rect, response) = ui.allocate_exact_size(vec2(width, access::room(ui.ctx(), ROW)), Sense::click());
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
    let write = |value: Option<f64>| write(value.map(|value| value * factor), format);
    let mut right = rect.right() - 3.0;
    // The name comes first; in a narrow legend only the tooltip has the value of the twin.
    if has_twin(view, rect.width()) {
        let value = plots.twin_numbers(&series.key).and_then(|numbers| at(view, plots, numbers));
        ui.painter().text(egui::pos2(right, middle), Align2::RIGHT_CENTER, write(value), mono.clone(), weak);
        right -= BESIDE_TWIN;
    }
    let value = if is_hidden { None } else { number(view, plots, series) };
    let ink = if plots.is_within_frame(view.run) { weak } else { words };
    let drawn = ui.painter().text(egui::pos2(right, middle), Align2::RIGHT_CENTER, write(value), mono, ink);
    let room = (drawn.left() - left - 26.0).max(10.0);
    let galley = one::elided(ui, &shown.legend_name(series), NAME, room, words);
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
            ui.monospace(hover::with_unit(view, shown, series, value));
            ui.weak(hover::when(view, plots.shown_frame(view.run)));
            if plots.is_within_frame(view.run) {
                ui.weak(WITHIN);
            }
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
    at(view, plots, plots.numbers(&series.key)?)
}

fn at(view: &ViewContext, plots: &Plots, numbers: &Extremes) -> Option<f64> {
    hover::value_at(numbers, plots.shown_frame(view.run) as usize)
}

/// The format of all values of a legend. The values of the whole run decide it, so that it does not change with the frame.
/// None with a logarithmic axis, whose values have different sizes.
fn format(view: &ViewContext, plots: &Plots, shown: &OpenPlot) -> Option<ColumnFormat> {
    if shown.scale == Scale::Logarithmic {
        return None;
    }
    let factor = shown.axis_unit(view.document.level()).0;
    let numbers = one::visible(view, plots, shown).flat_map(|(_, series)| {
        let both = [plots.numbers(&series.key), plots.twin_numbers(&series.key)];
        both.into_iter().flatten()
    });
    let values = numbers.flat_map(|numbers| {
        let bounds = numbers.bounds(0..numbers.len());
        bounds.into_iter().flatten().chain(at(view, plots, numbers))
    });
    Some(ColumnFormat::of(values.map(|value| value * factor)))
}

fn write(value: Option<f64>, format: Option<ColumnFormat>) -> String {
    match (value, format) {
        (None, _) => String::new(),
        (Some(value), _) if !value.is_finite() => "—".to_owned(),
        (Some(value), Some(format)) => format.write(value),
        (Some(value), None) => numbers::short(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_logarithmic_axis_are_written_as_everywhere_else() {
        let written = [5.0, 0.0, 123.456_789, 1.5e-7, f64::NAN].map(|value| write(Some(value), None));
        assert_eq!(written, ["5.000", "0", "123.5", "1.500e-7", "—"]);
        assert_eq!(write(Some(5.0), Some(ColumnFormat::Fixed(1))), "5.0");
    }

    #[test]
    fn legend_keeps_a_place_for_the_number_of_others() {
        assert_eq!([(5, 5), (5, 4), (5, 1), (0, 1)].map(|(count, places)| named(count, places)), [5, 3, 0, 0]);
    }
}
