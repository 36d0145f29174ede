//! One plot: lines, present frame, marks. Click goes to a frame or a nearby spike, drag scrubs, wheel and middle button
//! zoom and pan.

use super::{PlotsView, marks};
use crate::debugger::quantities::Series;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::Plots;
use crate::editor::features::plots::{Drawn, OpenPlot, Request};
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::theme::color;
use crate::editor::widgets::axes;
use crate::geometry::Extremes;
use crate::level::LevelUnits;
use crate::picture::chart::{Scale, tint};
use crate::picture::{Palette, Rgba, ruler};
use egui::{
    Align2, Color32, CursorIcon, FontId, Galley, PointerButton, Pos2, Role, Sense, Ui, Vec2, WidgetInfo,
    text::LayoutJob,
};
use egui_plot::{
    GridInput, GridMark, Line, LineStyle, Plot, PlotBounds, PlotPoint, PlotPoints, PlotTransform, Points, VLine,
};
use std::rc::Rc;
use std::sync::Arc;

/// Width of the y axis numbers, equal for all plots so that frames align.
const BESIDE: f32 = 58.0;
/// Distance within which a click goes to a data point.
const NEAR: f32 = 14.0;
/// Limit of the y axis beyond the level's own lines, as a factor, so that a diverging twin does not flatten them.
const RUNAWAY: f64 = 20.0;

/// Minimum distance of grid lines.
const GRID: f32 = 4.0;
/// Minimum distance of grid lines with a number.
const LABELLED: f64 = 72.0;

/// A line to paint.
struct Strand {
    drawn: Rc<Drawn>,
    tint: Rgba,
    is_twin: bool,
    is_total: bool,
}

/// Slot of a plot.
#[derive(Clone, Copy)]
pub struct PlotSlot {
    /// Index from the top.
    pub index: usize,
    /// Height, including the frame axis if present.
    pub height: f32,
    /// Whether it has the frame axis.
    pub is_last: bool,
}

/// Draws the plot.
pub fn show(
    ui: &mut Ui,
    all: PlotsView,
    shown: &OpenPlot,
    place: PlotSlot,
    hovered: &mut Option<f64>,
    out: &mut Vec<Action>,
) {
    let PlotsView { view, plots, breakpoints, timeline } = all;
    let range = plots.range(view.run.last_frame());
    let columns = ((ui.available_width() - BESIDE) * ui.ctx().pixels_per_point()).max(16.0) as usize;
    let strands = strands(view, plots, shown, range, columns);
    let heights = heights(shown, &strands);
    let palette = Palette::of(view.settings.theme.picture());
    let now = view.run.frame() as f64 + f64::from(view.run.substep()) / f64::from(view.run.level().world.substeps);
    let units = view.document.level().units().cloned();
    let response = plot(ui, shown, place, units).show(ui, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([range[0], heights[0]], [range[1], heights[1]]));
        for strand in &strands {
            paint(plot, strand);
        }
        if let Some(frame) = plots.hovered {
            let tint = color(palette.text).gamma_multiply(0.35);
            plot.vline(VLine::new("", frame).color(tint).width(1.0).allow_hover(false));
        }
        plot.vline(VLine::new("", now).color(color(palette.selection)).width(1.5).allow_hover(false));
    });
    let name = format!("{} plot", shown.title);
    response.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    marks::paint(ui, view, timeline, &response.transform);
    marks::show_tooltip(view, breakpoints, timeline, &response.transform, &response.response);
    interact(ui, all, shown, &response.response, &response.transform, hovered, out);
    say(ui, view, shown, response.response.rect);
}

/// Message in an empty plot.
fn say(ui: &Ui, view: &ViewContext, shown: &OpenPlot, rect: egui::Rect) {
    let words = match () {
        () if shown.series.is_empty() => shown.waits_for.clone(),
        () if view.run.last_frame() == 0 => format!("Play or step to plot {}", shown.title.to_lowercase()),
        () => return,
    };
    let job = LayoutJob::simple(words, FontId::proportional(12.5), ui.visuals().weak_text_color(), rect.width() - 60.0);
    let galley = ui.painter().layout_job(job);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
    ui.painter().with_clip_rect(rect).galley(at, galley, Color32::PLACEHOLDER);
}

fn visible<'a>(
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
            strands.push(Strand { drawn, tint, is_twin, is_total: series.key.ends_with("total") });
        }
    }
    strands
}

/// Range of the y axis.
fn heights(shown: &OpenPlot, strands: &[Strand]) -> [f64; 2] {
    let join = |a: [f64; 2], b: [f64; 2]| [a[0].min(b[0]), a[1].max(b[1])];
    let of = |is_twin: bool| {
        strands
            .iter()
            .filter(move |strand| strand.is_twin == is_twin)
            .filter_map(|strand| strand.drawn.extent)
            .reduce(join)
    };
    let (own, twin) = (of(false), of(true));
    let extent = match (own, twin) {
        (Some(own), Some(twin)) if shown.scale == Scale::Linear => {
            let reach = RUNAWAY * own[0].abs().max(own[1].abs());
            Some(if reach > 0.0 { join(own, twin.map(|height| height.clamp(-reach, reach))) } else { join(own, twin) })
        }
        (Some(own), Some(twin)) => Some(join(own, twin)),
        (own, twin) => own.or(twin),
    };
    shown.scale.shown(extent, shown.shows_zero)
}

fn paint<'a>(plot: &mut egui_plot::PlotUi<'a>, strand: &'a Strand) {
    let tint = color(strand.tint);
    for points in &strand.drawn.strands {
        if let [one] = points[..] {
            plot.points(Points::new("", vec![[one.x, one.y]]).radius(1.8).color(tint).allow_hover(false));
            continue;
        }
        let line = Line::new("", PlotPoints::Borrowed(points)).allow_hover(false);
        let line = line.width(if strand.is_total { 2.0 } else { 1.5 });
        plot.line(if strand.is_twin {
            line.color(tint.gamma_multiply(0.75)).style(LineStyle::Dashed { length: 6.0 })
        } else {
            line.color(tint)
        });
    }
}

/// The words at a frame of the axis: its number, and its time if the level has units.
fn frame_words(mark: GridMark, units: Option<&LevelUnits>) -> String {
    let frame = ruler::write_multiple(mark.value, mark.step_size);
    match units {
        Some(units) => format!("{frame} ({} s)", ruler::write(mark.value / units.frames_per_second)),
        None => frame,
    }
}

fn plot<'a>(ui: &Ui, shown: &OpenPlot, place: PlotSlot, units: Option<LevelUnits>) -> Plot<'a> {
    let scale = shown.scale;
    let rows = (place.height / 28.0).clamp(2.0, 10.0) as usize;
    let plot = axes::still(Plot::new(("plot", place.index)))
        .height(place.height)
        .sense(Sense::click_and_drag())
        .show_axes([place.is_last, true])
        .show_grid(true)
        .grid_color(ui.visuals().widgets.noninteractive.bg_stroke.color)
        .grid_spacing(GRID..=60.0)
        .y_axis_min_width(BESIDE)
        .x_grid_spacer(whole_frames)
        .x_axis_formatter(move |mark, _| frame_words(mark, units.as_ref()));
    axes::upright(plot, scale, rows)
}

/// Grid lines at round frames.
fn whole_frames(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    // Closer grid lines have no number.
    let least = input.base_step_size / f64::from(GRID) * LABELLED;
    let step_size = ruler::round_up(((high - low) / 10.0).max(least));
    let Some(step_size) = step_size.map(|step| step.max(1.0)) else { return Vec::new() };
    let (first, last) = ((low / step_size).ceil(), (high / step_size).floor());
    let count = if last - first < 100.0 { (last - first) as i32 } else { -1 };
    (0..=count).map(|i| GridMark { value: (first + f64::from(i)) * step_size, step_size }).collect()
}

fn interact(
    ui: &Ui,
    all: PlotsView,
    shown: &OpenPlot,
    response: &egui::Response,
    transform: &PlotTransform,
    hovered: &mut Option<f64>,
    out: &mut Vec<Action>,
) {
    let PlotsView { view, plots, breakpoints, timeline } = all;
    let last = view.run.last_frame();
    let frame_at = |at: Pos2| transform.value_from_position(at).x;
    let frame_index = |frame: f64| (frame.round().max(0.0) as u64).min(last);
    if let Some(at) = response.hover_pos() {
        *hovered = Some(frame_index(frame_at(at)) as f64);
        wheel(ui, frame_at(at), transform, last, out);
        response.clone().on_hover_cursor(CursorIcon::Crosshair);
    }
    let pan = [PointerButton::Middle, PointerButton::Secondary].into_iter().any(|button| response.dragged_by(button));
    if pan {
        let frames = -f64::from(response.drag_delta().x) / transform.dpos_dvalue_x();
        out.push(Action::Plots(Box::new(move |plots| plots.pan(last, frames))));
        response.clone().on_hover_cursor(CursorIcon::Grabbing);
    }
    let at = response.interact_pointer_pos();
    if response.double_clicked() {
        out.push(Action::Plots(Box::new(|plots| plots.zoom = None)));
        // The first click of a double click already moved the run; undo that.
        out.extend(plots.before_click.map(Action::Seek));
    } else if response.clicked()
        && let Some(at) = at
    {
        let before = view.run.frame();
        out.push(Action::Plots(Box::new(move |plots| plots.before_click = Some(before))));
        if let Some(moment) = marks::clicked(view, breakpoints, timeline, transform, at) {
            out.push(Action::Time(TimeCommand::GoTo(moment)));
            return;
        }
        out.push(Action::Seek(
            spike_at(view, plots, shown, transform, at).unwrap_or_else(|| frame_index(frame_at(at))),
        ));
    } else if response.dragged_by(PointerButton::Primary)
        && let Some(at) = at
    {
        out.push(Action::Seek(frame_index(frame_at(at))));
    }
}

/// Wheel: zooms at the pointer, or pans horizontally.
fn wheel(ui: &Ui, frame: f64, transform: &PlotTransform, last: u64, out: &mut Vec<Action>) {
    let (scroll, zoom) = ui.input(|i| (i.smooth_scroll_delta(), f64::from(i.zoom_delta())));
    let factor = zoom * libm::exp(f64::from(scroll.y) * 0.004);
    if factor != 1.0 {
        out.push(Action::Plots(Box::new(move |plots| plots.zoom_at(last, frame, factor))));
    }
    if scroll.x != 0.0 {
        let frames = -f64::from(scroll.x) / transform.dpos_dvalue_x();
        out.push(Action::Plots(Box::new(move |plots| plots.pan(last, frames))));
    }
    if scroll != Vec2::ZERO {
        // Consume the event, so that nothing else scrolls.
        ui.input_mut(|i| i.smooth_scroll_delta = Vec2::ZERO);
    }
}

/// The frame of the data point nearest to the pointer, if close. This finds single frames where many share a pixel.
fn spike_at(view: &ViewContext, plots: &Plots, shown: &OpenPlot, transform: &PlotTransform, at: Pos2) -> Option<u64> {
    let mut best: Option<(f32, u64)> = None;
    let from = transform.value_from_position(at - egui::vec2(NEAR, 0.0)).x;
    let to = transform.value_from_position(at + egui::vec2(NEAR, 0.0)).x;
    for (_, series) in visible(view, plots, shown) {
        let Some(numbers) = plots.numbers(&series.key) else { continue };
        for (frame, distance) in
            nearest_point(numbers, shown.scale, [from, to], |point| transform.position_from_point(&point).distance(at))
        {
            if distance <= NEAR && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, frame));
            }
        }
    }
    best.map(|(_, frame)| frame)
}

fn nearest_point<'a>(
    numbers: &'a Extremes,
    scale: Scale,
    [from, to]: [f64; 2],
    distance: impl Fn(PlotPoint) -> f32 + 'a,
) -> impl Iterator<Item = (u64, f32)> + 'a {
    let first = from.floor().max(0.0) as usize;
    let end = ((to.ceil().max(0.0) as usize) + 1).min(numbers.len());
    (first..end.max(first)).filter_map(move |frame| {
        let height = scale.height(numbers.values()[frame])?;
        Some((frame as u64, distance(PlotPoint::new(frame as f64, height))))
    })
}

/// Text with an ellipsis if it does not fit.
pub fn elided(ui: &Ui, text: &str, size: f32, width: f32, tint: Color32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(size), tint);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    ui.painter().layout_job(job)
}
