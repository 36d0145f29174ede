//! Marks on the track: a glyph and colour per kind, without overlaps. Dense marks of a kind are one glyph with their number.

use super::scale::TimeScale;
use super::track;
use crate::debugger::Moment;
use crate::debugger::diagnosis::{Detector, Problem, describe, who};
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::problems::commands::ProblemRow;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::marks;
use crate::editor::features::timeline::marks::{Mark, MarkKind};
use crate::editor::features::timeline::moments;
use crate::editor::theme::color;
use crate::engine::SensorEvent;
use crate::level::Place;
use crate::picture::{Palette, Rgba, chart};
use egui::{Align2, Color32, FontId, Label, Painter, Pos2, Rangef, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

/// Width of a glyph.
pub const WIDTH: f32 = 11.0;
/// Number of glyph lanes down to the bottom of the track.
const LANES: usize = (track::TRACK / track::MARKS) as usize;
/// Part of the colour of texts in that of a mark.
const STRONGER: f32 = 0.22;
/// Size of the number beside a glyph.
const COUNT: f32 = 9.0;
/// Pick distance in points.
const REACH: f32 = 5.0;
/// Most listed marks at the pointer.
pub const LISTED: usize = 10;
/// Part of the background in the colour of marks without harm, and strength of their lines.
const MUTED: f32 = 0.35;
pub const FAINT: f32 = 0.12;

/// Colour of a kind: opaque, and strong enough for the track of either theme.
pub(crate) fn tint(kind: MarkKind, palette: &Palette) -> Rgba {
    let tint = match kind {
        MarkKind::Harmless => return palette.text.mix(palette.background, MUTED),
        MarkKind::Divergence | MarkKind::Found(Problem::BlowUp) => palette.error,
        MarkKind::Found(Problem::NoEdge | Problem::WrongEdge) => palette.contact,
        MarkKind::Found(Problem::Flip) => palette.triangle_flipped,
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
    use Problem::{BlowUp, Collapse, Flip, NoEdge, WrongEdge};
    kind.problem().is_some_and(|problem| ![BlowUp, Collapse, Flip, NoEdge, WrongEdge].contains(&problem))
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
        MarkKind::Harmless => {
            painter.rect(Rect::from_center_size(at, vec2(5.0, 2.0)), 1.0, tint, outline, egui::StrokeKind::Outside);
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
        MarkKind::Found(Problem::WrongEdge) => {
            // An arrow that ends at a wall.
            let corners = vec![point(-4.5, -4.0), point(1.2, 0.0), point(-4.5, 4.0)];
            painter.add(Shape::convex_polygon(corners, tint, outline));
            for (width, tint) in [(3.6, behind), (1.8, tint)] {
                painter.line_segment([point(3.2, -4.5), point(3.2, 4.5)], Stroke::new(width, tint));
            }
        }
        MarkKind::Found(Problem::Flip) => {
            // Two triangles, tip to tip.
            for side in [-1.0, 1.0] {
                let corners = vec![point(-4.0, 4.6 * side), point(4.0, 4.6 * side), point(0.0, 0.0)];
                painter.add(Shape::convex_polygon(corners, tint, outline));
            }
        }
        MarkKind::Found(Problem::NoEdge) => {
            painter.circle_stroke(at, 3.3, Stroke::new(3.4, behind));
            painter.circle_stroke(at, 3.3, Stroke::new(1.8, tint));
        }
        MarkKind::Found(Problem::Collapse) => {
            let corners = vec![point(-4.5, -3.6), point(4.5, -3.6), point(0.0, 4.2)];
            painter.add(Shape::convex_polygon(corners, tint, outline));
        }
        MarkKind::Found(Problem::BlowUp) => cross(painter, at, tint, behind),
        MarkKind::Found(problem) => {
            let tile = Rect::from_center_size(at, vec2(9.0, 10.0));
            painter.rect(tile, 2.0, tint, outline, egui::StrokeKind::Outside);
            let font = egui::FontId::monospace(9.0);
            painter.text(at, egui::Align2::CENTER_CENTER, Detector::of(problem).letter, font, behind);
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

/// Writes the number of bundled marks to the right of their glyph, on a background.
pub fn count(painter: &Painter, count: usize, at: Pos2, tint: Color32, behind: Color32) {
    let Some(label) = chart::count_label(count) else { return };
    let text = painter.layout_no_wrap(label, FontId::proportional(COUNT), tint);
    let left = at + vec2(0.5 * WIDTH + 1.0, 0.0);
    let rect = Align2::LEFT_CENTER.anchor_size(left, text.size());
    painter.rect_filled(rect.expand2(vec2(1.0, -0.5)), 2.0, behind);
    painter.galley(rect.min, text, tint);
}

/// Horizontal range of a glyph with the number beside it.
pub fn extent(x: f32, count: usize) -> Rangef {
    let label = if count > 1 { chart::COUNT_WIDTH as f32 } else { 0.0 };
    Rangef::new(x - 0.5 * WIDTH, x + 0.5 * WIDTH + label)
}

/// A glyph on the track.
struct PlacedMark<'a> {
    kind: MarkKind,
    /// The marks that it stands for, at least one.
    marks: &'a [Mark],
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
        let visible = visible(timeline.marks.of(kind), scale);
        placed.extend(chart::bundles(visible, |mark| (f64::from(scale.x_of(mark.moment)), 1)).map(|marks| {
            let x = scale.x_of(marks[0].moment);
            PlacedMark { kind, marks, x, lane: free_lane(&mut lanes, extent(x, marks.len())) }
        }));
    }
    placed
}

/// Takes the first lane with room; `lanes` hold the taken ranges in order.
fn free_lane(lanes: &mut [Vec<Rangef>], wanted: Rangef) -> Option<usize> {
    lanes.iter_mut().position(|taken| {
        let index = taken.partition_point(|other| other.min < wanted.min);
        let is_free_after = taken.get(index).is_none_or(|next| next.min >= wanted.max);
        let is_free_before = index == 0 || taken[index - 1].max <= wanted.min;
        if is_free_after && is_free_before {
            taken.insert(index, wanted);
        }
        is_free_after && is_free_before
    })
}

/// Paints the visible marks.
pub fn paint(ui: &Ui, view: &ViewContext, timeline: &Timeline, scale: &TimeScale, painter: &Painter) {
    let (track, behind) = (track::track(scale.rect), ui.visuals().extreme_bg_color);
    let placed = placed(view, timeline, scale);
    // Lines and bars below all glyphs; gravest last.
    for glyph in placed.iter().rev() {
        let PlacedMark { kind, x, lane, .. } = glyph;
        let (x, tint, until) = (*x, color_of(view, *kind), scale.x_of(glyph.until()));
        let at = height(scale, lane.unwrap_or_default());
        if until > x + 1.0 {
            let bar = Rect::from_x_y_ranges(x..=until, at - 1.5..=at + 1.5);
            painter.rect_filled(bar, 1.0, tint.gamma_multiply(0.6));
        }
        let (width, strength) = match kind {
            MarkKind::Divergence => (2.0, 1.0),
            MarkKind::Harmless => (1.0, FAINT),
            _ => (1.0, 0.4),
        };
        painter.vline(x, track.top()..=track.bottom(), Stroke::new(width, tint.gamma_multiply(strength)));
    }
    for PlacedMark { kind, marks, x, lane } in placed.iter().rev() {
        if let Some(lane) = *lane {
            let at = pos2(*x, height(scale, lane));
            glyph(painter, *kind, at, color_of(view, *kind), behind);
            count(painter, marks.len(), at, count_color(ui, *kind), behind);
        }
    }
}

/// Colour of the number of bundled marks of a kind.
fn count_color(ui: &Ui, kind: MarkKind) -> Color32 {
    if kind == MarkKind::Harmless { ui.visuals().weak_text_color() } else { ui.visuals().text_color() }
}

impl PlacedMark<'_> {
    /// Last moment of its marks.
    fn until(&self) -> Moment {
        self.marks.last().map_or((0, 0), |mark| mark.until)
    }
}

/// True if a mark is between two positions.
pub fn is_any_within(view: &ViewContext, timeline: &Timeline, scale: &TimeScale, x: Rangef) -> bool {
    placed(view, timeline, scale).iter().any(|mark| mark.x < x.max && scale.x_of(mark.until()) > x.min)
}

/// Marks between the ends of the track. One that began before the left end may extend into view.
fn visible<'a>(list: &'a [Mark], scale: &TimeScale) -> &'a [Mark] {
    let from = list.partition_point(|mark| scale.x_of(mark.until) < scale.rect.left() - WIDTH);
    let count = list[from..].partition_point(|mark| scale.x_of(mark.moment) <= scale.rect.right() + WIDTH);
    &list[from..from + count]
}

/// Marks under the pointer, by time: those of the glyph there, and others nearby.
pub fn under<'a>(
    view: &'a ViewContext<'a>,
    timeline: &'a Timeline,
    scale: &TimeScale,
    at: Pos2,
) -> Vec<(MarkKind, &'a Mark)> {
    let pointed = clicked(view, timeline, scale, at);
    let is_other = |&kind: &MarkKind| moments::is_shown(view, kind) && pointed.is_none_or(|(own, _)| own != kind);
    let others = MarkKind::ALL.into_iter().rev().filter(is_other).map(|kind| {
        let list = timeline.marks.of(kind);
        let from = list.partition_point(|mark| scale.x_of(mark.until) < at.x - REACH);
        let count = list[from..].partition_point(|mark| scale.x_of(mark.moment) <= at.x + REACH);
        (kind, &list[from..from + count])
    });
    let by_kind = pointed.into_iter().chain(others);
    let mut marks: Vec<_> = by_kind.flat_map(|(kind, list)| list.iter().map(move |mark| (kind, mark))).collect();
    marks.sort_by_key(|(_, mark)| mark.moment);
    marks
}

/// Heading of listed marks, with their moments in order of time, and the number of harmless ones among them.
pub fn heading(moments: &[Moment], harmless: usize) -> String {
    let (count, when) = (moments.len(), |index: usize| moments::written(moments[index]));
    let number = match count - harmless {
        _ if count == 1 => return format!("Frame {}", when(0)),
        0 => format!("{harmless} harmless marks"),
        others => {
            let plural = if others == 1 { "" } else { "s" };
            let harmless = if harmless > 0 { format!(" and {harmless} harmless") } else { String::new() };
            format!("{others} mark{plural}{harmless}")
        }
    };
    match moments[0] == moments[count - 1] {
        true => format!("{number} at frame {}", when(0)),
        false => format!("{number}, frames {} to {}", when(0), when(count - 1)),
    }
}

/// A line of a list of marks: glyph, moment and words.
pub fn line(ui: &mut Ui, moment: Moment, words: &str, draw: impl FnOnce(&Painter, Pos2)) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        draw(ui.painter(), rect.center());
        ui.add(Label::new(format!("{}: {words}", moments::written(moment))).wrap());
    });
}

/// The marks of the glyph that is nearest to the pointer, at least one.
pub fn clicked<'a>(
    view: &'a ViewContext<'a>,
    timeline: &'a Timeline,
    scale: &TimeScale,
    at: Pos2,
) -> Option<(MarkKind, &'a [Mark])> {
    let glyphs = placed(view, timeline, scale).into_iter().filter_map(|glyph| {
        let center = pos2(glyph.x, height(scale, glyph.lane?));
        let is_near =
            extent(glyph.x, glyph.marks.len()).contains(at.x) && (center.y - at.y).abs() <= 0.5 * track::MARKS;
        is_near.then_some((center.distance_sq(at), glyph.kind, glyph.marks))
    });
    glyphs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, kind, marks)| (kind, marks))
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
        MarkKind::Found(_) | MarkKind::Harmless if !mark.is_early => {
            let findings = timeline.marks.findings();
            let finding = findings.get(mark.index);
            let mut words = finding.map_or(String::new(), |finding| describe(finding, view.run.level()));
            if mark.until > mark.moment {
                words += &format!(", until frame {}", moments::written(mark.until));
            }
            match marks::places(findings, mark) {
                _ if kind == MarkKind::Harmless => words + "; harmless",
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
            let title = description.split(':').next().unwrap_or(description);
            format!("{}: {title}", who(view.run.level(), event.place))
        }),
    }
}

/// The row of *Problems* that a mark belongs to.
pub fn row(timeline: &Timeline, kind: MarkKind, mark: &Mark) -> ProblemRow {
    match (kind, timeline.marks.findings().get(mark.index)) {
        (MarkKind::Found(problem), _) => ProblemRow::Problem(problem),
        (MarkKind::Harmless, Some(finding)) => ProblemRow::Harmless(finding.problem),
        _ => ProblemRow::Marks(kind.id()),
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
        MarkKind::Found(_) | MarkKind::Harmless if !mark.is_early => {
            Some(timeline.marks.findings().get(mark.index)?.place)
        }
        MarkKind::Sensor => Some(view.run.sensor_events().get(mark.index)?.other),
        _ => Some(view.run.events().get(mark.index)?.place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_do_not_overlap() {
        let mut lanes: [Vec<Rangef>; 2] = Default::default();
        let places = [50.0, 55.0, 60.9, 61.0, 39.0, 44.0, 66.0, 50.0];
        let found = places.map(|x| free_lane(&mut lanes, extent(x, 1)));
        assert_eq!(found, [Some(0), Some(1), None, Some(0), Some(0), Some(1), Some(1), None]);
        for lane in &lanes {
            assert!(lane.windows(2).all(|pair| pair[1].min >= pair[0].max), "{lane:?}");
        }
        assert_eq!(free_lane(&mut lanes, extent(100.0, 7)), Some(0));
        assert_eq!(free_lane(&mut lanes, extent(112.0, 1)), Some(1), "the number needs room");
    }

    #[test]
    fn heading_has_the_moments_of_the_marks() {
        assert_eq!(heading(&[(1, 10)], 0), "Frame 1.10");
        assert_eq!(heading(&[(1, 10), (1, 10)], 0), "2 marks at frame 1.10");
        assert_eq!(heading(&[(1, 10), (2, 0), (3, 4)], 2), "1 mark and 2 harmless, frames 1.10 to 3.4");
        assert_eq!(heading(&[(1, 10), (2, 0)], 2), "2 harmless marks, frames 1.10 to 2");
    }

    #[test]
    fn glyphs_are_limited_by_the_width() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(700.0, 30.0));
        let list: Vec<_> = (0..10_000)
            .map(|frame| Mark { moment: (frame, 0), until: (frame, 0), index: 0, count: 1, is_early: false })
            .collect();
        let bundles = |from: f64, to: f64| -> Vec<(u64, usize)> {
            let scale = TimeScale { rect, from, to, substeps: 16 };
            let bundles = chart::bundles(visible(&list, &scale), |mark| (f64::from(scale.x_of(mark.moment)), 1));
            bundles.map(|marks| (marks[0].moment.0, marks.len())).collect()
        };
        let seen = bundles(0.0, 10_000.0);
        assert!((22..=24).contains(&seen.len()), "{}", seen.len());
        assert_eq!(seen.iter().map(|bundle| bundle.1).sum::<usize>(), 10_000, "each mark is counted");
        assert_eq!(
            bundles(500.0, 510.0),
            (500..=510).map(|frame| (frame, 1)).collect::<Vec<_>>(),
            "where there is room"
        );
        assert_eq!(bundles(20_000.0, 30_000.0), []);
        let going_on = [Mark { moment: (3, 0), until: (900, 0), index: 0, count: 5, is_early: false }];
        let scale = TimeScale { rect, from: 500.0, to: 600.0, substeps: 16 };
        assert_eq!(visible(&going_on, &scale).len(), 1, "a lasting mark is visible over its range");
    }
}
