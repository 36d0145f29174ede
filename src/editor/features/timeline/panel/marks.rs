//! Marks on the track: a glyph and colour per kind, at most one of a kind every few pixels, without overlaps.

use super::scale::TimeScale;
use super::track;
use crate::debugger::diagnosis::{Detector, Illness, describe};
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::marks;
use crate::editor::features::timeline::marks::{Mark, MarkKind};
use crate::editor::features::timeline::moments;
use crate::editor::theme::color;
use crate::engine::SensorEvent;
use crate::level::Place;
use crate::picture::{Palette, Rgba};
use egui::{Color32, Painter, Pos2, Rangef, Rect, Shape, Stroke, Ui, pos2, vec2};

/// Minimum distance of glyphs of one kind.
const GAP: f32 = WIDTH + 1.0;
/// Width of a glyph.
pub const WIDTH: f32 = 11.0;
/// Number of glyph lanes down to the bottom of the track.
const LANES: usize = (track::TRACK / track::MARKS) as usize;
/// Part of the colour of texts in that of a mark.
const STRONGER: f32 = 0.22;
/// Pick distance in points.
const REACH: f32 = 5.0;

/// Colour of a kind: opaque, and strong enough for the track of either theme.
pub(crate) fn tint(kind: MarkKind, palette: &Palette) -> Rgba {
    let tint = match kind {
        MarkKind::Divergence | MarkKind::Found(Illness::BlowUp) => palette.error,
        MarkKind::Found(Illness::NoEdge | Illness::WrongEdge) => palette.contact,
        MarkKind::Found(Illness::Flip) => palette.triangle_flipped,
        MarkKind::Found(_) => palette.warning,
        MarkKind::ManyImpacts => palette.hint,
        MarkKind::Sensor => palette.cold,
        MarkKind::Input => palette.velocity,
        MarkKind::Breakpoint => palette.selection,
    };
    tint.opaque().mix(palette.text, STRONGER)
}

/// True if the glyph is a tile with a letter.
#[cfg(test)]
pub(crate) fn has_letter(kind: MarkKind) -> bool {
    use Illness::{BlowUp, Collapse, Flip, NoEdge, WrongEdge};
    kind.illness().is_some_and(|illness| ![BlowUp, Collapse, Flip, NoEdge, WrongEdge].contains(&illness))
}

/// Colour of a kind in the current theme.
pub fn color_of(view: &ViewContext, kind: MarkKind) -> Color32 {
    color(tint(kind, &Palette::of(view.settings.theme.picture())))
}

/// Draws the glyph of a kind. Shapes differ, so that colour is not needed.
pub fn glyph(painter: &Painter, kind: MarkKind, at: Pos2, tint: Color32, behind: Color32) {
    let outline = Stroke::new(1.0, behind);
    let point = |x: f32, y: f32| at + vec2(x, y);
    match kind {
        MarkKind::Input => {
            painter.circle(at, 3.4, tint, outline);
        }
        MarkKind::Sensor => {
            painter.circle_stroke(at, 3.8, Stroke::new(1.4, tint));
            painter.circle_filled(at, 1.5, tint);
        }
        MarkKind::Breakpoint => {
            // A flag on a pole.
            let corners = vec![point(-2.5, -4.5), point(4.5, -2.0), point(-2.5, 0.5)];
            painter.add(Shape::convex_polygon(corners, tint, outline));
            painter.line_segment([point(-2.5, -4.5), point(-2.5, 4.5)], Stroke::new(1.4, tint));
        }
        MarkKind::Found(Illness::WrongEdge) => {
            // An arrow that ends at a wall.
            let corners = vec![point(-4.5, -4.0), point(1.2, 0.0), point(-4.5, 4.0)];
            painter.add(Shape::convex_polygon(corners, tint, outline));
            for (width, tint) in [(3.6, behind), (1.8, tint)] {
                painter.line_segment([point(3.2, -4.5), point(3.2, 4.5)], Stroke::new(width, tint));
            }
        }
        MarkKind::Found(Illness::Flip) => {
            // Two triangles, tip to tip.
            for side in [-1.0, 1.0] {
                let corners = vec![point(-4.0, 4.6 * side), point(4.0, 4.6 * side), point(0.0, 0.0)];
                painter.add(Shape::convex_polygon(corners, tint, outline));
            }
        }
        MarkKind::Found(Illness::NoEdge) => {
            painter.circle_stroke(at, 3.3, Stroke::new(3.4, behind));
            painter.circle_stroke(at, 3.3, Stroke::new(1.8, tint));
        }
        MarkKind::Found(Illness::Collapse) => {
            let corners = vec![point(-4.5, -3.6), point(4.5, -3.6), point(0.0, 4.2)];
            painter.add(Shape::convex_polygon(corners, tint, outline));
        }
        MarkKind::Found(Illness::BlowUp) => cross(painter, at, tint, behind),
        MarkKind::Found(illness) => {
            let tile = Rect::from_center_size(at, vec2(9.0, 10.0));
            painter.rect(tile, 2.0, tint, outline, egui::StrokeKind::Outside);
            let font = egui::FontId::monospace(9.0);
            painter.text(at, egui::Align2::CENTER_CENTER, Detector::of(illness).letter, font, behind);
        }
        MarkKind::ManyImpacts => {
            painter.rect(Rect::from_center_size(at, vec2(6.5, 6.5)), 0.5, tint, outline, egui::StrokeKind::Outside);
        }
        MarkKind::Divergence => {
            let corners = vec![point(0.0, -5.5), point(5.5, 0.0), point(0.0, 5.5), point(-5.5, 0.0)];
            painter.add(Shape::convex_polygon(corners, tint, outline));
        }
    }
}

fn cross(painter: &Painter, at: Pos2, tint: Color32, behind: Color32) {
    for (width, tint) in [(4.0, behind), (2.2, tint)] {
        for side in [-1.0, 1.0] {
            let ends = [at + vec2(-3.6, -3.6 * side), at + vec2(3.6, 3.6 * side)];
            painter.line_segment(ends, Stroke::new(width, tint));
        }
    }
}

/// Vertical centre of a lane.
fn height(scale: &TimeScale, lane: usize) -> f32 {
    track::track(scale.rect).top() + track::MARKS * (lane as f32 + 0.5) + 0.5
}

/// A glyph on the track.
struct PlacedMark<'a> {
    kind: MarkKind,
    mark: &'a Mark,
    x: f32,
    /// Lane from the top; `None` if there is no room, then only the line is drawn.
    lane: Option<usize>,
}

/// All visible marks. Overlapping glyphs move to lower lanes, the gravest on top.
fn placed<'a>(view: &'a ViewContext<'a>, timeline: &'a Timeline, scale: &TimeScale) -> Vec<PlacedMark<'a>> {
    // A timeline of one line has room for one lane.
    let room = ((track::track(scale.rect).height() / track::MARKS) as usize).clamp(1, LANES);
    let mut lanes = vec![Vec::new(); room];
    let mut placed = Vec::new();
    for kind in MarkKind::ALL.into_iter().rev().filter(|&kind| moments::is_shown(view, kind)) {
        each(timeline.marks.of(kind), scale, |mark| {
            let x = scale.x_of(mark.moment);
            placed.push(PlacedMark { kind, mark, x, lane: free_lane(&mut lanes, x) });
        });
    }
    placed
}

/// Takes the first lane with room at `x`; `lanes` hold the taken positions in order.
fn free_lane(lanes: &mut [Vec<f32>], x: f32) -> Option<usize> {
    lanes.iter_mut().position(|taken| {
        let index = taken.partition_point(|&other| other < x);
        let is_free = |other: Option<&f32>| other.is_none_or(|other| (other - x).abs() >= WIDTH);
        let has_room = is_free(taken.get(index)) && is_free(index.checked_sub(1).and_then(|before| taken.get(before)));
        if has_room {
            taken.insert(index, x);
        }
        has_room
    })
}

/// Paints the visible marks.
pub fn paint(ui: &Ui, view: &ViewContext, timeline: &Timeline, scale: &TimeScale, painter: &Painter) {
    let (track, behind) = (track::track(scale.rect), ui.visuals().extreme_bg_color);
    let placed = placed(view, timeline, scale);
    // Lines and bars below all glyphs; gravest last.
    for PlacedMark { kind, mark, x, lane } in placed.iter().rev() {
        let (x, tint, until) = (*x, color_of(view, *kind), scale.x_of(mark.until));
        let at = height(scale, lane.unwrap_or_default());
        if until > x + 1.0 {
            let bar = Rect::from_x_y_ranges(x..=until, at - 1.5..=at + 1.5);
            painter.rect_filled(bar, 1.0, tint.gamma_multiply(0.6));
        }
        let is_fault = *kind == MarkKind::Divergence;
        let line = Stroke::new(if is_fault { 2.0 } else { 1.0 }, tint.gamma_multiply(if is_fault { 1.0 } else { 0.4 }));
        painter.vline(x, track.top()..=track.bottom(), line);
    }
    for PlacedMark { kind, x, lane, .. } in placed.iter().rev() {
        if let Some(lane) = *lane {
            glyph(painter, *kind, pos2(*x, height(scale, lane)), color_of(view, *kind), behind);
        }
    }
}

/// True if a mark is between two positions.
pub fn is_any_within(view: &ViewContext, timeline: &Timeline, scale: &TimeScale, x: Rangef) -> bool {
    placed(view, timeline, scale).iter().any(|mark| mark.x < x.max && scale.x_of(mark.mark.until) > x.min)
}

/// Visits one mark per pixel by bisection; marks below it are skipped.
fn each<'a>(list: &'a [Mark], scale: &TimeScale, mut paint: impl FnMut(&'a Mark)) {
    // A mark that began before the left end may extend into view.
    let mut index = list.partition_point(|mark| scale.x_of(mark.until) < scale.rect.left() - GAP);
    while let Some(mark) = list.get(index) {
        let x = scale.x_of(mark.moment);
        if x > scale.rect.right() + GAP {
            return;
        }
        paint(mark);
        index += 1 + list[index + 1..].partition_point(|mark| scale.x_of(mark.moment) < x + GAP);
    }
}

/// Marks under the pointer, by kind.
pub fn under<'a>(
    view: &'a ViewContext<'a>,
    timeline: &'a Timeline,
    scale: &'a TimeScale,
    x: f32,
) -> impl Iterator<Item = (MarkKind, &'a [Mark])> {
    let kinds = MarkKind::ALL.into_iter().rev().filter(|&kind| moments::is_shown(view, kind));
    kinds.filter_map(move |kind| {
        let list = timeline.marks.of(kind);
        let from = list.partition_point(|mark| scale.x_of(mark.until) < x - REACH);
        let count = list[from..].partition_point(|mark| scale.x_of(mark.moment) <= x + REACH);
        (count > 0).then(|| (kind, &list[from..from + count]))
    })
}

/// The mark whose glyph is nearest to the pointer.
pub fn clicked<'a>(
    view: &'a ViewContext<'a>,
    timeline: &'a Timeline,
    scale: &TimeScale,
    at: Pos2,
) -> Option<(MarkKind, &'a Mark)> {
    let glyphs = placed(view, timeline, scale).into_iter().filter_map(|glyph| {
        let center = pos2(glyph.x, height(scale, glyph.lane?));
        let away = (center - at).abs();
        let is_near = away.x <= 0.5 * WIDTH && away.y <= 0.5 * track::MARKS;
        is_near.then_some((center.distance_sq(at), glyph.kind, glyph.mark))
    });
    glyphs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, kind, mark)| (kind, mark))
}

/// Description of a mark.
pub fn words(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    timeline: &Timeline,
    kind: MarkKind,
    mark: &Mark,
) -> String {
    match kind {
        MarkKind::Divergence => "repeating the same inputs gave a different result".to_owned(),
        MarkKind::Breakpoint => breakpoints.marks().get(mark.index).map_or(String::new(), |mark| mark.title.clone()),
        MarkKind::Found(_) if !mark.is_early => {
            let findings = timeline.marks.findings();
            let finding = findings.get(mark.index);
            let mut words = finding.map_or(String::new(), |finding| describe(finding, view.run.level()));
            if mark.until > mark.moment {
                words += &format!(", until frame {}", moments::written(mark.until));
            }
            match marks::places(findings, mark) {
                ..=1 => words,
                bodies => words + &format!("; in {bodies} bodies"),
            }
        }
        MarkKind::Input => {
            let first = view.run.journal().entries().get(mark.index);
            let first = first.map_or(String::new(), |entry| entry.input.describe(view.run.level()));
            let until = moments::written(mark.until);
            let more = format!(" and {} more inputs, to frame {until}", mark.count - 1);
            if mark.count > 1 { first + &more } else { first }
        }
        MarkKind::Sensor => {
            let events = view.run.sensor_events().get(mark.index..).unwrap_or_default();
            let words: Vec<String> = events.iter().take(mark.count).map(SensorEvent::describe).collect();
            words.join("; ")
        }
        _ => view.run.events().get(mark.index).map_or(String::new(), |event| {
            let description = event.kind.describe();
            format!("{} {}", event.place, description.split(':').next().unwrap_or(description))
        }),
    }
}

/// The part that a mark is about, if any.
pub fn place(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    timeline: &Timeline,
    kind: MarkKind,
    mark: &Mark,
) -> Option<Place> {
    match kind {
        MarkKind::Divergence | MarkKind::Input => None,
        MarkKind::Breakpoint => breakpoints.marks().get(mark.index)?.place,
        MarkKind::Found(_) if !mark.is_early => Some(timeline.marks.findings().get(mark.index)?.place),
        MarkKind::Sensor => Some(view.run.sensor_events().get(mark.index)?.other),
        _ => Some(view.run.events().get(mark.index)?.place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_do_not_overlap() {
        let mut lanes: [Vec<f32>; 2] = Default::default();
        let places = [50.0, 55.0, 60.9, 61.0, 39.0, 44.0, 66.0, 50.0];
        let found = places.map(|x| free_lane(&mut lanes, x));
        assert_eq!(found, [Some(0), Some(1), None, Some(0), Some(0), Some(1), Some(1), None]);
        for lane in &lanes {
            assert!(lane.windows(2).all(|pair| pair[1] - pair[0] >= WIDTH), "{lane:?}");
        }
    }

    #[test]
    fn glyphs_are_limited_by_the_width() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(700.0, 30.0));
        let list: Vec<_> = (0..10_000)
            .map(|frame| Mark { moment: (frame, 0), until: (frame, 0), index: 0, count: 1, is_early: false })
            .collect();
        let count = |from: f64, to: f64| {
            let mut seen = Vec::new();
            each(&list, &TimeScale { rect, from, to, substeps: 16 }, |mark| seen.push(mark.moment.0));
            seen
        };
        let seen = count(0.0, 10_000.0);
        assert!((55..=59).contains(&seen.len()), "{}", seen.len());
        assert!(seen.windows(2).all(|pair| pair[1] - pair[0] >= 171));
        assert_eq!(count(500.0, 510.0), (500..=510).collect::<Vec<_>>(), "each, where there is room");
        assert_eq!(count(20_000.0, 30_000.0), Vec::<u64>::new());
        let going_on = [Mark { moment: (3, 0), until: (900, 0), index: 0, count: 5, is_early: false }];
        let mut seen = 0;
        each(&going_on, &TimeScale { rect, from: 500.0, to: 600.0, substeps: 16 }, |_| seen += 1);
        assert_eq!(seen, 1, "a lasting mark is visible over its range");
    }
}
