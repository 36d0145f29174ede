//! Paints a path: the curve, its points and handles, the part at equal intervals of time, and a ruler of frames.

use super::grip::{PathGrip, handles};
use crate::editor::stage::Stage;
use crate::editor::theme::color;
use crate::editor::tools::sketch;
use crate::engine::Layout;
use crate::geometry::DVec2;
use crate::level::edit::curves;
use crate::level::{Curve, Path, Place};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

/// Copies of the part along the path.
const GHOSTS: usize = 8;
/// Hull edges of a ghost; larger bodies are drawn as their box.
const MOST_EDGES: usize = 300;
/// Most marks of the ruler.
const MOST_TICKS: f64 = 24.0;
/// Half the length of a mark, in points.
const TICK: f32 = 5.0;

/// What is painted.
pub struct ShownPath<'a> {
    pub place: Place,
    pub origin: DVec2,
    pub curve: &'a Curve,
    pub period: f64,
}

/// Paints everything.
pub fn paint(stage: &Stage, painter: &Painter, shown: &ShownPath, over: Option<PathGrip>, chosen: Option<usize>) {
    let path = Path { points: curves::flatten(shown.curve), period: shown.period };
    if path.points.is_empty() {
        return;
    }
    for ghost in 1..GHOSTS {
        let offset = Layout::path_offset(&path, shown.period * ghost as f64 / GHOSTS as f64);
        paint_ghost(stage, painter, shown, offset);
    }
    let mut line: Vec<Pos2> =
        path.points.iter().map(|&offset| stage.paintable(shown.origin + DVec2::from_array(offset))).collect();
    line.push(line[0]);
    painter.add(Shape::line(line, Stroke::new(1.8, sketch::tint(stage))));
    ruler(stage, painter, shown.origin, &path);
    knots(stage, painter, shown, over, chosen);
}

/// Frames between two marks of the ruler, 1, 2 or 5 times a power of ten, so that at most [`MOST_TICKS`] fit into a period.
pub fn frames_per_tick(frames: f64) -> f64 {
    let least = (frames / MOST_TICKS).max(1.0);
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|&step| step >= least).unwrap_or(least)
}

/// Marks across the path at equal numbers of frames: where they are close, the part is slow.
fn ruler(stage: &Stage, painter: &Painter, origin: DVec2, path: &Path) {
    let frame_time = stage.level.world.frame_time;
    let frames = path.period / frame_time;
    if !frames.is_finite() || frames <= 0.0 {
        return;
    }
    let step = frames_per_tick(frames);
    let tint = color(stage.palette.text).gamma_multiply(0.8);
    let mut labels: Vec<Pos2> = Vec::new();
    for tick in 0..=MOST_TICKS as usize {
        let frame = tick as f64 * step;
        if frame >= frames {
            break;
        }
        let at = |frame: f64| stage.paintable(origin + Layout::path_offset(path, frame * frame_time));
        let here = at(frame);
        let along = (at(frame + 0.25 * step) - here).normalized();
        let across = if along.length() > 0.5 { vec2(-along.y, along.x) } else { vec2(0.0, 1.0) };
        painter.line_segment([here - across * TICK, here + across * TICK], Stroke::new(1.2, tint));
        // Labels that would overlap are left out, also where the path returns to a point.
        if labels.iter().all(|label| label.distance(here) > 34.0) {
            let text = if tick == 0 { "frame 0".to_owned() } else { format!("{frame}") };
            sketch::label(stage, painter, here + across * TICK + vec2(3.0, -16.0), &text, tint);
            labels.push(here);
        }
    }
}

fn knots(stage: &Stage, painter: &Painter, shown: &ShownPath, over: Option<PathGrip>, chosen: Option<usize>) {
    let tint = sketch::tint(stage);
    let ground = color(stage.palette.background);
    for (index, knot) in shown.curve.knots.iter().enumerate() {
        let at = stage.paintable(shown.origin + DVec2::from_array(knot.at));
        for (side, handle) in handles(shown.origin, shown.curve, index) {
            let Some(handle) = handle.map(|handle| stage.paintable(handle)) else { continue };
            let is_over = over == Some(PathGrip::Handle(index, side));
            painter.line_segment([at, handle], Stroke::new(1.0, tint.gamma_multiply(0.7)));
            painter.circle(handle, if is_over { 5.0 } else { 3.5 }, ground, Stroke::new(1.5, tint));
        }
        let is_lit = over == Some(PathGrip::Knot(index)) || chosen == Some(index);
        let half = if is_lit { 6.0 } else { 4.5 };
        let fill = if chosen == Some(index) { color(stage.palette.text) } else { tint };
        let square = Rect::from_center_size(at, vec2(2.0 * half, 2.0 * half));
        painter.rect(square, 1.0, fill, Stroke::new(1.5, ground), egui::StrokeKind::Outside);
    }
    if let Some(PathGrip::Section(section, t)) = over {
        let at = shown.origin + curves::point_at(shown.curve, section, t);
        painter.circle_stroke(stage.paintable(at), 5.0, Stroke::new(1.5, tint));
    }
}

/// The part moved along its path.
fn paint_ghost(stage: &Stage, painter: &Painter, shown: &ShownPath, offset: DVec2) {
    let tint = sketch::tint(stage).gamma_multiply(0.35);
    let stroke = Stroke::new(1.0, tint);
    match shown.place {
        Place::Disc(disc) => {
            let Some(disc) = stage.level.discs.get(disc) else { return };
            let radius = ((disc.radius * stage.viewport.scale) as f32).clamp(2.0, 1e4);
            painter.circle_stroke(stage.paintable(shown.origin + offset), radius, stroke);
        }
        Place::Body(body) => {
            let Some(body) = stage.level.bodies.get(body) else { return };
            let at = |node: usize| body.nodes.get(node).map(|node| DVec2::from_array(node.position) + offset);
            if body.hull.len() > MOST_EDGES || body.hull.is_empty() {
                return bounding_box(stage, painter, (0..body.nodes.len()).filter_map(at), tint);
            }
            for &[a, b] in &body.hull {
                if let (Some(a), Some(b)) = (at(a), at(b)) {
                    painter.line_segment([stage.paintable(a), stage.paintable(b)], stroke);
                }
            }
        }
        _ => {}
    }
}

fn bounding_box(stage: &Stage, painter: &Painter, points: impl Iterator<Item = DVec2>, tint: Color32) {
    let mut around = Rect::NOTHING;
    points.for_each(|point| around.extend_with(stage.paintable(point)));
    if around.is_positive() {
        let corners = [pos2(around.left(), around.top()), pos2(around.right(), around.bottom())];
        let stroke = Stroke::new(1.0, tint);
        painter.rect_stroke(Rect::from_two_pos(corners[0], corners[1]), 0.0, stroke, egui::StrokeKind::Middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ruler_has_at_most_24_marks_at_round_frames() {
        for (frames, expected) in [(10.0, 1.0), (24.0, 1.0), (25.0, 2.0), (120.0, 5.0), (360.0, 20.0), (2400.0, 100.0)]
        {
            assert_eq!(frames_per_tick(frames), expected, "{frames}");
        }
    }
}
