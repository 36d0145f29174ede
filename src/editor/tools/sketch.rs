//! Common drawing of tools: points, lines, guides and labels.

use crate::editor::mirror::reflected;
use crate::editor::snap::{SnapGuide, Snapped};
use crate::editor::stage::Stage;
use crate::editor::theme::color;
use crate::geometry::DVec2;
use egui::{Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// Colour of new parts.
pub fn tint(stage: &Stage) -> Color32 {
    color(stage.palette.selection)
}

/// Colour of guides.
pub fn guide_tint(stage: &Stage) -> Color32 {
    color(stage.palette.contact)
}

/// Paints a snap: guides, a cross and the name of the target.
pub fn snapped(stage: &Stage, painter: &Painter, spot: &Snapped) {
    for guide in &spot.guides {
        guide_line(stage, painter, *guide);
    }
    let at = stage.paintable(spot.at);
    let stroke = Stroke::new(1.4, if spot.is_snapped() { guide_tint(stage) } else { tint(stage) });
    for arm in [vec2(6.0, 0.0), vec2(0.0, 6.0)] {
        painter.line_segment([at - arm, at + arm], stroke);
    }
    if spot.is_snapped() {
        label(stage, painter, at + vec2(12.0, 16.0), &spot.label, guide_tint(stage));
    }
}

fn guide_line(stage: &Stage, painter: &Painter, guide: SnapGuide) {
    let stroke = Stroke::new(1.0, guide_tint(stage).gamma_multiply(0.8));
    match guide {
        SnapGuide::Segment(a, b) => {
            painter.line_segment([stage.paintable(a), stage.paintable(b)], Stroke::new(2.0, stroke.color));
        }
        SnapGuide::Line(point, along) => {
            let at = stage.paintable(point);
            let along = vec2(along.x as f32, -along.y as f32).normalized();
            let long = stage.rect.width() + stage.rect.height();
            painter.extend(Shape::dashed_line(&[at - along * long, at + along * long], stroke, 5.0, 4.0));
        }
    }
}

/// A cross at a typed point.
pub fn cross(stage: &Stage, painter: &Painter, at: DVec2) {
    let at = stage.paintable(at);
    for arm in [vec2(6.0, 6.0), vec2(6.0, -6.0)] {
        painter.line_segment([at - arm, at + arm], Stroke::new(2.0, tint(stage)));
    }
}

/// A ring around a node that would be placed or picked.
pub fn ring(stage: &Stage, painter: &Painter, at: DVec2) {
    painter.circle_stroke(stage.paintable(at), 8.0, Stroke::new(2.0, tint(stage)));
}

/// A node that would be created, as a handle.
pub fn dot(stage: &Stage, painter: &Painter, at: DVec2) {
    painter.circle(stage.paintable(at), 5.0, color(stage.palette.background), Stroke::new(2.0, tint(stage)));
}

/// A line being drawn.
pub fn line(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2) {
    painter.line_segment([stage.paintable(from), stage.paintable(to)], Stroke::new(2.0, tint(stage)));
}

/// A preview line.
pub fn dashed(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2) {
    let ends = [stage.paintable(from), stage.paintable(to)];
    painter.extend(Shape::dashed_line(&ends, Stroke::new(1.6, tint(stage)), 6.0, 4.0));
}

/// Mirror image of a line, if the mirror is on.
pub fn image_line(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2) {
    let Some(axis) = stage.mirror else { return };
    let ends = [from, to].map(|at| stage.paintable(reflected(at, axis)));
    painter.line_segment(ends, Stroke::new(1.6, image_tint(stage)));
}

/// Mirror image of a node.
pub fn image_dot(stage: &Stage, painter: &Painter, at: DVec2) {
    let Some(axis) = stage.mirror else { return };
    painter.circle_filled(stage.paintable(reflected(at, axis)), 4.0, image_tint(stage));
}

/// Colour of mirror images.
pub fn image_tint(stage: &Stage) -> Color32 {
    tint(stage).gamma_multiply(0.55)
}

/// Hatching on the right of a directed edge: the outside of a hull edge.
pub fn outside(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2, tint: Color32) {
    let (from, to) = (stage.paintable(from), stage.paintable(to));
    let length = from.distance(to);
    if length < 6.0 {
        return;
    }
    let along = (to - from) / length;
    // On the screen y points down, so this is the right side.
    let right = vec2(-along.y, along.x);
    let count = (length / 9.0).floor().clamp(1.0, 400.0);
    for step in 0..count as usize {
        let foot = from + (to - from) * ((step as f32 + 0.5) / count);
        painter.line_segment([foot, foot + (right - along * 0.6) * 7.0], Stroke::new(1.3, tint));
    }
}

/// An arrow that shows the orientation of a triangle.
pub fn turn(stage: &Stage, painter: &Painter, corners: [DVec2; 3], tint: Color32) {
    let middle = stage.paintable((corners[0] + corners[1] + corners[2]) / 3.0);
    let is_left = crate::geometry::cross(corners[1] - corners[0], corners[2] - corners[0]) > 0.0;
    // On the screen y points down, so angles grow clockwise.
    let way = if is_left { -1.0 } else { 1.0 };
    let at = |step: i32| middle + Vec2::angled(way * step as f32 * std::f32::consts::TAU / 12.0) * 9.0;
    let stroke = Stroke::new(2.0, tint);
    painter.add(Shape::line((0..10).map(at).collect(), stroke));
    let (tip, along) = (at(10), (at(10) - at(9)).normalized());
    let back = tip - along * 6.0;
    let corners = vec![tip + along * 1.5, back + along.rot90() * 4.5, back - along.rot90() * 4.5];
    painter.add(Shape::convex_polygon(corners, tint, Stroke::NONE));
}

/// A label with a background.
pub fn label(stage: &Stage, painter: &Painter, at: Pos2, text: &str, tint: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), tint);
    let size = galley.size() + vec2(10.0, 4.0);
    let room = stage.rect.shrink(4.0);
    let corner = pos2(at.x.min(room.right() - size.x), at.y.min(room.bottom() - size.y)).max(room.min);
    let ground = Rect::from_min_size(corner, size);
    painter.rect_filled(ground, CornerRadius::same(4), color(stage.palette.background).gamma_multiply(0.85));
    painter.galley(corner + vec2(5.0, 2.0), galley, tint);
}

/// The text of a typed point, with its error.
pub fn entry(stage: &Stage, painter: &Painter, at: DVec2, text: &str, wrong: Option<&str>) {
    let at = stage.paintable(at) + vec2(14.0, -34.0);
    let words = format!("x, y:  {text}▏");
    label(stage, painter, at, &words, color(stage.palette.text));
    if let Some(wrong) = wrong.filter(|_| !text.is_empty()) {
        label(stage, painter, at - vec2(0.0, 22.0), wrong, color(stage.palette.warning));
    }
}
