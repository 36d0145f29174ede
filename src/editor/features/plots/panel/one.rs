//! One plot: lines, axes with titles, present frame, marks.

use super::{PlotHover, PlotsView, hover, marks, pointer};
use crate::debugger::quantities::Series;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::Plots;
use crate::editor::features::plots::{Drawn, OpenPlot, Request};
use crate::editor::theme::color;
use crate::editor::widgets::axes;
use crate::geometry::Extremes;
use crate::picture::chart::{NOT_FINITE, Scale, axis_title, frame_words, is_nowhere_finite, tint};
use crate::picture::{Palette, Rgba, ruler};
use egui::epaint::TextShape;
use egui::{Align2, Color32, FontId, Galley, Rect, Role, Sense, Ui, WidgetInfo, pos2, text::LayoutJob, vec2};
use egui_plot::{GridInput, GridMark, Line, LineStyle, Plot, PlotBounds, PlotPoints, Points, VLine};
use std::rc::Rc;
use std::sync::Arc;

/// Width of the y axis: its numbers and its title, equal for all plots so that frames align.
const BESIDE: f32 = 74.0;
/// Size of the titles of the axes.
const TITLE: f32 = 11.5;

/// Minimum distance of grid lines.
const GRID: f32 = 4.0;
/// Minimum distance of grid lines with a number, without and with its time.
const LABELLED: [f64; 2] = [72.0, 120.0];
/// Number of letters above which a label at the start would reach the title of the axis.
const WIDE: usize = 10;
/// How much other lines fade while one is pointed at.
const FADED: f32 = 0.35;

/// A line to paint.
struct Strand {
    drawn: Rc<Drawn>,
    tint: Rgba,
    is_twin: bool,
    is_total: bool,
    /// Whether the pointer is on it, or on another series.
    is_pointed: Option<bool>,
}

/// Slot of a plot.
#[derive(Clone, Copy)]
pub struct PlotSlot {
    /// Index from the top.
    pub index: usize,
    /// Height, including the frame axis if present.
    pub height: f32,
    /// Whether it has the texts of bookmarks.
    pub is_first: bool,
    /// Whether it has the frame axis.
    pub is_last: bool,
}

/// Draws the plot.
pub fn show(
    ui: &mut Ui,
    all: PlotsView,
    shown: &OpenPlot,
    place: PlotSlot,
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    let PlotsView { view, plots, .. } = all;
    let range = plots.range(view.run.last_frame());
    let columns = ((ui.available_width() - BESIDE) * ui.ctx().pixels_per_point()).max(16.0) as usize;
    let strands = strands(view, plots, shown, range, columns);
    let numbers = visible(view, plots, shown).filter_map(|(_, series)| plots.numbers(&series.key));
    let full = heights(shown, &strands, &numbers.collect::<Vec<_>>(), range);
    let full = if all.has_glyphs { below_strip(full, place.height) } else { full };
    let heights = plots.heights_of(&shown.plot).unwrap_or(full);
    let palette = Palette::of(view.settings.theme.picture());
    let now = view.run.frame() as f64 + f64::from(view.run.substep()) / f64::from(view.run.level().world.substeps);
    let seconds = view.document.level().units().map(|units| 1.0 / units.frames_per_second);
    let (factor, unit) = shown.axis_unit(view.document.level());
    let response = plot(ui, shown, place, seconds, factor).show(ui, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([range[0], heights[0]], [range[1], heights[1]]));
        for strand in &strands {
            // By the whole axis: a part to which the user has zoomed says nothing about the run.
            let runs_away = |extent| shown.scale.is_runaway(extent, full);
            let is_runaway = strand.is_twin && strand.drawn.extent.is_some_and(runs_away);
            paint(plot, strand, is_runaway, heights);
        }
        if let Some(frame) = plots.hovered {
            let tint = color(palette.text).gamma_multiply(0.35);
            plot.vline(VLine::new("", frame).color(tint).width(1.0).allow_hover(false));
        }
        plot.vline(VLine::new("", now).color(color(palette.selection)).width(1.5).allow_hover(false));
    });
    let name = format!("{} plot", shown.title);
    response.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    titles(ui, shown, place, &unit, response.response.rect);
    if shown.scale == Scale::Logarithmic {
        without_logarithm(ui, all, shown, range, response.response.rect);
    }
    marks::paint(ui, all, &response.transform, place.is_first);
    hover::show(ui, all, shown, &response.response, &response.transform, pointed);
    pointer::interact(ui, all, shown, (&response.response, &response.transform), full, pointed, out);
    let is_not_finite =
        strands.iter().all(|strand| strand.drawn.extent.is_none()) && is_not_finite(view, plots, shown, range);
    say(ui, view, shown, is_not_finite, response.response.rect);
}

/// A range of the y axis with room for the glyphs of marks above it, in a plot of this height.
fn below_strip([low, high]: [f64; 2], height: f32) -> [f64; 2] {
    let part = f64::from(marks::STRIP / (height - marks::STRIP).max(marks::STRIP));
    let raised = high + (high - low) * part;
    [low, if raised.is_finite() { raised } else { high }]
}

/// What a logarithmic axis does with visible values that have no logarithm, in the lower right corner of the plot.
fn without_logarithm(ui: &Ui, all: PlotsView, shown: &OpenPlot, range: [f64; 2], rect: Rect) {
    let numbers = visible(all.view, all.plots, shown).filter_map(|(_, series)| all.plots.numbers(&series.key));
    let least = numbers.filter_map(|numbers| numbers.bounds(frames_within(range))).map(|bounds| bounds[0]);
    let words = match least.reduce(f64::min) {
        Some(least) if least < 0.0 => "Dotted: negative. Gap: 0",
        Some(0.0) => "0 has no logarithm: a gap",
        _ => return,
    };
    let galley = ui.painter().layout_no_wrap(words.to_owned(), FontId::proportional(10.5), ui.visuals().text_color());
    let place = Align2::RIGHT_BOTTOM.anchor_size(rect.right_bottom() - vec2(4.0, 2.0), galley.size());
    ui.painter().rect_filled(place.expand2(vec2(3.0, 0.0)), 2.0, ui.visuals().panel_fill);
    ui.painter().galley(place.min, galley, Color32::PLACEHOLDER);
}

/// Titles of the axes: that of the values upwards at the left, as much of it as fits, and that of the frames below.
fn titles(ui: &Ui, shown: &OpenPlot, place: PlotSlot, unit: &str, rect: Rect) {
    let (ink, font) = (ui.visuals().text_color(), FontId::proportional(TITLE));
    let unit_alone = if unit.is_empty() { String::new() } else { format!("[{unit}]") };
    let mut words = [axis_title(shown.axis_name(), unit, Scale::Linear, None), unit_alone];
    if shown.scale == Scale::Logarithmic {
        words.iter_mut().for_each(|text| text.push_str(if text.is_empty() { "log" } else { ", log" }));
    }
    let left = rect.left() - BESIDE;
    let [whole, unit] = words.map(|text| ui.painter().layout_no_wrap(text, font.clone(), ink));
    if whole.size().x <= rect.height() {
        let at = pos2(left, rect.center().y + 0.5 * whole.size().x);
        ui.painter().add(TextShape::new(at, whole, ink).with_angle(-std::f32::consts::FRAC_PI_2));
    } else {
        // Beside the numbers, where the title has no room upwards.
        ui.painter().galley(pos2(left, rect.top()), unit, ink);
    }
    if place.is_last {
        ui.painter().text(pos2(left, rect.bottom() + 2.0), Align2::LEFT_TOP, "frame", font, ink);
    }
}

/// True if there are values in the visible frames, and none of them is finite.
fn is_not_finite(view: &ViewContext, plots: &Plots, shown: &OpenPlot, range: [f64; 2]) -> bool {
    let frames = frames_within(range);
    let series = visible(view, plots, shown).map(|(_, series)| &series.key);
    let numbers = series.flat_map(|key| [plots.numbers(key), plots.twin_numbers(key)]).flatten();
    is_nowhere_finite(numbers, &frames)
}

/// Message in an empty plot.
fn say(ui: &Ui, view: &ViewContext, shown: &OpenPlot, is_not_finite: bool, rect: egui::Rect) {
    let words = match () {
        () if shown.series.is_empty() => shown.waits_for.clone(),
        () if is_not_finite => NOT_FINITE.to_owned(),
        () if view.run.last_frame() == 0 => format!("No frames yet. Play or step to plot {}", shown.in_sentence()),
        () => return,
    };
    let job = LayoutJob::simple(words, FontId::proportional(12.5), ui.visuals().weak_text_color(), rect.width() - 60.0);
    let galley = ui.painter().layout_job(job);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
    ui.painter().with_clip_rect(rect).galley(at, galley, Color32::PLACEHOLDER);
}

/// The series that are drawn, with their index.
pub(super) fn visible<'a>(
    view: &'a ViewContext<'a>,
    plots: &'a Plots,
    shown: &'a OpenPlot,
) -> impl Iterator<Item = (usize, &'a Series)> {
    let is_visible = |series: &Series| !view.settings.is_series_hidden(&series.key) && !plots.is_idle(shown, series);
    shown.series.iter().enumerate().filter(move |(_, series)| is_visible(series))
}

fn strands(view: &ViewContext, plots: &Plots, shown: &OpenPlot, range: [f64; 2], columns: usize) -> Vec<Strand> {
    let palette = Palette::of(view.settings.theme.picture());
    let versions = plots.versions();
    let mut lines = plots.lines.borrow_mut();
    let mut strands = Vec::new();
    for (number, series) in visible(view, plots, shown) {
        let tint = tint(&palette, &view.document.placed().level, &series.key, number);
        let both = [plots.numbers(&series.key), plots.twin_numbers(&series.key)];
        for (is_twin, numbers) in [false, true].into_iter().zip(both) {
            let Some(numbers) = numbers else { continue };
            let version = versions[usize::from(is_twin)];
            let request = Request { key: &series.key, is_twin, range, columns, scale: shown.scale, version };
            let drawn = lines.get(&request, numbers);
            let is_pointed = plots.pointed.as_ref().map(|key| *key == series.key);
            strands.push(Strand { drawn, tint, is_twin, is_total: series.key.ends_with("total"), is_pointed });
        }
    }
    strands
}

/// Range of the y axis; `numbers` are those of the level, without the twin.
fn heights(shown: &OpenPlot, strands: &[Strand], numbers: &[&Extremes], range: [f64; 2]) -> [f64; 2] {
    let join = |a: [f64; 2], b: [f64; 2]| [a[0].min(b[0]), a[1].max(b[1])];
    let of = |is_twin: bool| {
        strands
            .iter()
            .filter(move |strand| strand.is_twin == is_twin)
            .filter_map(|strand| strand.drawn.extent)
            .reduce(join)
    };
    let extent = shown.scale.joined(of(false), of(true));
    let frames = frames_within(range);
    let extent = extent.map(|extent| shown.scale.without_rounding(extent, numbers, frames));
    shown.scale.shown(extent, shown.shows_zero)
}

/// The whole frames of a range.
fn frames_within(range: [f64; 2]) -> std::ops::Range<usize> {
    range[0].max(0.0).ceil() as usize..range[1].max(0.0).floor() as usize + 1
}

fn paint<'a>(plot: &mut egui_plot::PlotUi<'a>, strand: &'a Strand, is_runaway: bool, [low, high]: [f64; 2]) {
    let tint = color(strand.tint);
    let tint = if strand.is_pointed == Some(false) { tint.gamma_multiply(FADED) } else { tint };
    let width = if strand.is_total { 2.0 } else { 1.5 } + if strand.is_pointed == Some(true) { 1.3 } else { 0.0 };
    let mut lone = [Vec::new(), Vec::new()];
    for part in &strand.drawn.strands {
        if let [one] = part.points[..] {
            lone[usize::from(part.is_negative)].push([one.x, one.y]);
            continue;
        }
        let mut draw = |points: PlotPoints<'a>| {
            let line = Line::new("", points).allow_hover(false).width(width).color(tint);
            plot.line(match strand.is_twin {
                // The dots have the radius of the width.
                _ if part.is_negative => line.style(LineStyle::Dotted { spacing: 4.0 }).width(0.5 * width),
                true => line.color(tint.gamma_multiply(0.75)).style(LineStyle::Dashed { length: 6.0 }),
                false => line,
            });
        };
        // Beyond the edges by the height, so that lines leave the plot.
        match part.parts_between([2.0 * low - high, 2.0 * high - low]) {
            None => draw(PlotPoints::Borrowed(&part.points)),
            // After the twin has left the axis, its line would cross it again and again.
            Some(parts) if is_runaway => {
                parts.into_iter().take(1).for_each(|points| draw(PlotPoints::Owned(points)));
                return;
            }
            Some(parts) => parts.into_iter().for_each(|points| draw(PlotPoints::Owned(points))),
        }
    }
    for (points, radius) in lone.into_iter().zip([1.8, 1.0]) {
        if !points.is_empty() {
            plot.points(Points::new("", points).radius(radius).color(tint).allow_hover(false));
        }
    }
}

fn plot<'a>(ui: &Ui, shown: &OpenPlot, place: PlotSlot, seconds: Option<f64>, factor: f64) -> Plot<'a> {
    let scale = shown.scale;
    let rows = (place.height / 22.0).clamp(3.0, 12.0) as usize;
    let labelled = LABELLED[usize::from(seconds.is_some())];
    let words = move |mark: GridMark, range: &std::ops::RangeInclusive<f64>| {
        let text = frame_words(mark.value, mark.step_size, seconds);
        // A wide label would reach into the legend at the end, and into the title of the axis at the start.
        let is_at_end = seconds.is_some() && range.end() - mark.value < 0.35 * mark.step_size;
        let is_at_start = text.len() > WIDE && mark.value - range.start() < 0.2 * mark.step_size;
        if is_at_end || is_at_start { String::new() } else { text }
    };
    let plot = axes::still(Plot::new(("plot", place.index)))
        .height(place.height)
        .sense(Sense::click_and_drag())
        .show_axes([place.is_last, true])
        .show_grid(true)
        .grid_color(ui.visuals().widgets.noninteractive.bg_stroke.color)
        .grid_spacing(GRID..=60.0)
        .y_axis_min_width(BESIDE)
        .x_grid_spacer(move |input| whole_frames(input, labelled))
        .x_axis_formatter(words);
    axes::upright(plot, scale, rows, factor)
}

/// Grid lines at round frames.
fn whole_frames(input: GridInput, labelled: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    // Closer grid lines have no number.
    let least = input.base_step_size / f64::from(GRID) * labelled;
    let step_size = ruler::round_up(((high - low) / 10.0).max(least));
    let Some(step_size) = step_size.map(|step| step.max(1.0)) else { return Vec::new() };
    let (first, last) = ((low / step_size).ceil(), (high / step_size).floor());
    let count = if last - first < 100.0 { (last - first) as i32 } else { -1 };
    (0..=count).map(|i| GridMark { value: (first + f64::from(i)) * step_size, step_size }).collect()
}

/// Text with an ellipsis if it does not fit.
pub fn elided(ui: &Ui, text: &str, size: f32, width: f32, tint: Color32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(size), tint);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    ui.painter().layout_job(job)
}
