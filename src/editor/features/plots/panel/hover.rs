//! What is under the pointer: the nearest curve with its full name, value and moment, and the marks.

use super::marks::MarkGroup;
use super::{PlotHover, PlotsView, marks, one};
use crate::debugger::quantities::Series;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::OpenPlot;
use crate::editor::features::timeline::moments;
use crate::editor::theme::color;
use crate::geometry::Extremes;
use crate::picture::chart::{Scale, tint};
use crate::picture::{Palette, ruler};
use egui::{PopupAnchor, Pos2, RichText, Stroke, Tooltip, Ui, vec2};
use egui_plot::{PlotPoint, PlotTransform};

/// Distance within which a click goes to a data point.
const NEAR: f32 = 14.0;
/// Distance within which the pointer is on a curve.
const ON: f32 = 8.0;
/// Width of the tooltip.
const WIDTH: f32 = 360.0;

/// A data point of a curve under the pointer.
pub struct CurvePoint<'a> {
    /// Its series.
    pub series: &'a Series,
    /// Index of the series in its plot.
    pub index: usize,
    /// Frame of the data point.
    pub frame: u64,
    /// Value in level units.
    pub value: f64,
    /// Whether the curve is that of the twin.
    pub is_twin: bool,
    /// Place of the data point.
    pub at: Pos2,
}

/// Data points with a height between two frames.
fn points(numbers: &Extremes, scale: Scale, [from, to]: [f64; 2]) -> impl Iterator<Item = (u64, PlotPoint)> {
    let first = from.floor().max(0.0) as usize;
    let end = ((to.ceil().max(0.0) as usize) + 1).min(numbers.len());
    (first..end.max(first)).filter_map(move |frame| {
        let height = scale.height(numbers.values()[frame])?;
        Some((frame as u64, PlotPoint::new(frame as f64, height)))
    })
}

fn frames_near(transform: &PlotTransform, at: Pos2, reach: f32) -> [f64; 2] {
    [-reach, reach].map(|dx| transform.value_from_position(at + vec2(dx, 0.0)).x)
}

/// The frame of the data point nearest to the pointer, if close. This finds single frames where many share a pixel.
pub fn spike_at(all: PlotsView, shown: &OpenPlot, transform: &PlotTransform, at: Pos2) -> Option<u64> {
    let range = frames_near(transform, at, NEAR);
    let numbers = one::visible(all.view, all.plots, shown).filter_map(|(_, series)| all.plots.numbers(&series.key));
    let distances = numbers.flat_map(|numbers| points(numbers, shown.scale, range)).map(|(frame, point)| {
        let distance = transform.position_from_point(&point).distance(at);
        (distance, frame)
    });
    distances.filter(|(distance, _)| *distance <= NEAR).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, frame)| frame)
}

/// The curve under the pointer.
pub fn nearest<'a>(
    all: PlotsView<'a>,
    shown: &'a OpenPlot,
    transform: &PlotTransform,
    at: Pos2,
) -> Option<CurvePoint<'a>> {
    // One frame more at both ends: the pointer may be between two data points that are far apart.
    let [from, to] = frames_near(transform, at, ON);
    let mut best: Option<(f32, CurvePoint)> = None;
    for (index, series) in one::visible(all.view, all.plots, shown) {
        for (is_twin, numbers) in
            [all.plots.numbers(&series.key), all.plots.twin_numbers(&series.key)].iter().enumerate()
        {
            let Some(numbers) = numbers else { continue };
            let mut before: Option<(u64, Pos2)> = None;
            for (frame, point) in points(numbers, shown.scale, [from - 1.0, to + 1.0]) {
                let place = transform.position_from_point(&point);
                let start = before.filter(|(known, _)| known + 1 == frame).map_or(place, |(_, place)| place);
                let distance = to_segment(at, [start, place]);
                if distance <= ON && best.as_ref().is_none_or(|(least, _)| distance < *least) {
                    let is_start = (start.x - at.x).abs() < (place.x - at.x).abs();
                    let (frame, at) = if is_start { (frame - 1, start) } else { (frame, place) };
                    let value = value_at(numbers, frame as usize)?;
                    best = Some((distance, CurvePoint { series, index, frame, value, is_twin: is_twin == 1, at }));
                }
                before = Some((frame, place));
            }
        }
    }
    best.map(|(_, point)| point)
}

fn to_segment(at: Pos2, [a, b]: [Pos2; 2]) -> f32 {
    let along = b - a;
    let part = if along.length_sq() > 0.0 { ((at - a).dot(along) / along.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
    at.distance(a + part * along)
}

/// Part of the largest recent value of a series up to which values are rounding errors.
const ROUNDING: f64 = 1e-12;
/// Number of frames before a value that are recent. Older values do not hide it, so that a spike has no lasting effect.
const RECENT: usize = 60;

/// The number of a series at a frame; 0 if it is a rounding error beside the largest recent one.
pub fn value_at(numbers: &Extremes, frame: usize) -> Option<f64> {
    let value = *numbers.values().get(frame)?;
    let recent = numbers.bounds(frame.saturating_sub(RECENT)..frame);
    let largest = recent.map_or(0.0, |bounds| bounds[0].abs().max(bounds[1].abs()));
    Some(if value.abs() <= ROUNDING * largest { 0.0 } else { value })
}

/// A number with seven significant digits.
fn digits(value: f64) -> String {
    let rounded: f64 = format!("{value:.6e}").parse().unwrap_or(value);
    let is_plain = rounded == 0.0 || (1e-4..1e7).contains(&rounded.abs());
    if is_plain { format!("{rounded}") } else { format!("{rounded:e}") }
}

/// A value of a series with its unit; with a physical unit also in level units.
pub fn with_unit(view: &ViewContext, shown: &OpenPlot, series: &Series, value: f64) -> String {
    if !value.is_finite() {
        return "not finite".to_owned();
    }
    let own = shown.unit_of(series);
    let Some((factor, unit)) = view.document.level().unit_of(&own) else {
        return format!("{} {own}", digits(value)).trim_end().to_owned();
    };
    format!("{} {unit} = {} {own}", digits(value * factor), digits(value))
}

/// The frame as a moment, and its time if the level has units.
pub fn when(view: &ViewContext, frame: u64) -> String {
    let time = view.document.level().units().map(|units| frame as f64 / units.frames_per_second);
    let time = time.map_or(String::new(), |seconds| format!(" ({} s)", ruler::write(seconds)));
    format!("at frame {}{time}", moments::written((frame, 0)))
}

/// Notes the frame and the curve under the pointer, and shows what they are.
pub fn show(
    ui: &Ui,
    all: PlotsView,
    shown: &OpenPlot,
    response: &egui::Response,
    transform: &PlotTransform,
    pointed: &mut PlotHover,
) {
    let Some(at) = response.hover_pos() else { return };
    let last = all.view.run.last_frame() as f64;
    pointed.frame = Some(transform.value_from_position(at).x.round().clamp(0.0, last));
    let curve = nearest(all, shown, transform, at);
    let marks = match marks::is_among(all, transform, at) {
        true => marks::under(all.view, all.breakpoints, all.timeline, transform, at.x),
        false => MarkGroup::default(),
    };
    // A list of marks has moments of its own.
    let curve = curve.filter(|_| marks.is_empty());
    if let Some(curve) = &curve {
        // The legend has the values of the same frame.
        (pointed.frame, pointed.series) = (Some(curve.frame as f64), Some(curve.series.key.clone()));
        let palette = Palette::of(all.view.settings.theme.picture());
        let tint = color(tint(&palette, &all.view.document.placed().level, &curve.series.key, curve.index));
        let painter = ui.painter().with_clip_rect(transform.frame().expand(4.0));
        painter.circle(curve.at, 4.0, tint, Stroke::new(1.5, ui.visuals().panel_fill));
    }
    // A menu, or a drag, has the pointer.
    if (curve.is_none() && marks.is_empty()) || response.dragged() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let id = response.id.with("under the pointer");
    let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer);
    tooltip.gap(14.0).width(WIDTH).show(|ui| {
        if let Some(curve) = &curve {
            let twin = if curve.is_twin { " (twin)" } else { "" };
            ui.label(RichText::new(format!("{}{twin}", shown.full_name(&curve.series.name))).strong());
            ui.monospace(with_unit(all.view, shown, curve.series, curve.value));
            ui.weak(when(all.view, curve.frame));
        }
        if !marks.is_empty() {
            marks::list(ui, all.view, &marks);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn distance_to_a_segment_is_to_its_nearest_point() {
        let segment = [pos2(0.0, 0.0), pos2(10.0, 0.0)];
        assert_eq!(to_segment(pos2(4.0, 3.0), segment), 3.0);
        assert_eq!(to_segment(pos2(13.0, 4.0), segment), 5.0, "3 beyond the end and 4 above");
        assert_eq!(to_segment(pos2(3.0, 4.0), [pos2(0.0, 0.0); 2]), 5.0);
    }

    #[test]
    fn digits_are_seven_and_plain_where_that_is_readable() {
        assert_eq!(digits(0.1 + 0.2), "0.3");
        assert_eq!(digits(1234.56789), "1234.568");
        assert_eq!(digits(1.23456789e-9), "1.234568e-9");
        assert_eq!([0.0, -2.0].map(digits), ["0", "-2"]);
    }

    #[test]
    fn value_at_rounds_to_zero_beside_the_largest_recent_value() {
        let numbers: Extremes = [3.0, 2e-12, 4e-12, f64::NAN, -1e30, 5.0].into_iter().collect();
        assert_eq!([0, 1, 2].map(|frame| value_at(&numbers, frame)), [Some(3.0), Some(0.0), Some(4e-12)]);
        assert!(value_at(&numbers, 3).is_some_and(f64::is_nan));
        assert_eq!([4, 5, 6].map(|frame| value_at(&numbers, frame)), [Some(-1e30), Some(0.0), None]);
        // A real value after a spike is shown again.
        let numbers: Extremes = (0..=RECENT + 1).map(|frame| if frame == 0 { 1e13 } else { 5.0 }).collect();
        assert_eq!([RECENT, RECENT + 1].map(|frame| value_at(&numbers, frame)), [Some(0.0), Some(5.0)]);
    }
}
