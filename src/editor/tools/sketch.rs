//! What tools draw over the level: points, lines on their way, guides, words beside the pointer.

use crate::editor::canvas::Stage;
use crate::editor::mirror::reflected;
use crate::editor::snap::{SnapGuide, Snapped};
use crate::editor::theme::color;
use crate::geometry::DVec2;
use egui::{Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// Colour of what is being drawn.
pub fn tint(stage: &Stage) -> Color32 {
    color(stage.palette.selection)
}

/// Colour of guides.
pub fn guide_tint(stage: &Stage) -> Color32 {
    color(stage.palette.contact)
}

/// Where it snapped: guides, a cross, and what to.
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

/// A cross where a typed point would be.
pub fn cross(stage: &Stage, painter: &Painter, at: DVec2) {
    let at = stage.paintable(at);
    for arm in [vec2(6.0, 6.0), vec2(6.0, -6.0)] {
        painter.line_segment([at - arm, at + arm], Stroke::new(2.0, tint(stage)));
    }
}

/// A node that would be, or that is meant.
pub fn ring(stage: &Stage, painter: &Painter, at: DVec2) {
    painter.circle_stroke(stage.paintable(at), 8.0, Stroke::new(2.0, tint(stage)));
}

/// A node that would be made.
pub fn dot(stage: &Stage, painter: &Painter, at: DVec2) {
    painter.circle(stage.paintable(at), 4.5, tint(stage), Stroke::new(1.5, color(stage.palette.background)));
}

/// A line on its way.
pub fn line(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2) {
    painter.line_segment([stage.paintable(from), stage.paintable(to)], Stroke::new(2.0, tint(stage)));
}

/// A line that is only meant.
pub fn dashed(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2) {
    let ends = [stage.paintable(from), stage.paintable(to)];
    painter.extend(Shape::dashed_line(&ends, Stroke::new(1.6, tint(stage)), 6.0, 4.0));
}

/// The image of a line on its way, where the mirror is on.
pub fn image_line(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2) {
    let Some(axis) = stage.mirror else { return };
    let ends = [from, to].map(|at| stage.paintable(reflected(at, axis)));
    painter.line_segment(ends, Stroke::new(1.6, image_tint(stage)));
}

/// The image of a node that would be made, or is meant.
pub fn image_dot(stage: &Stage, painter: &Painter, at: DVec2) {
    let Some(axis) = stage.mirror else { return };
    painter.circle_filled(stage.paintable(reflected(at, axis)), 4.0, image_tint(stage));
}

/// Colour of images of what is being drawn.
pub fn image_tint(stage: &Stage) -> Color32 {
    tint(stage).gamma_multiply(0.55)
}

/// Short strokes on the right of the way from one point to the other: the outside of a hull edge.
pub fn outside(stage: &Stage, painter: &Painter, from: DVec2, to: DVec2, tint: Color32) {
    let (from, to) = (stage.paintable(from), stage.paintable(to));
    let length = from.distance(to);
    if length < 6.0 {
        return;
    }
    let along = (to - from) / length;
    // Down is positive on the screen: right of the way is this.
    let right = vec2(-along.y, along.x);
    let count = (length / 9.0).floor().clamp(1.0, 400.0);
    for step in 0..count as usize {
        let foot = from + (to - from) * ((step as f32 + 0.5) / count);
        painter.line_segment([foot, foot + (right - along * 0.6) * 7.0], Stroke::new(1.3, tint));
    }
}

/// An arrow in a triangle that turns the way round it goes.
pub fn turn(stage: &Stage, painter: &Painter, corners: [DVec2; 3], tint: Color32) {
    let middle = stage.paintable((corners[0] + corners[1] + corners[2]) / 3.0);
    let is_left = crate::geometry::cross(corners[1] - corners[0], corners[2] - corners[0]) > 0.0;
    // Counter-clockwise is the way in which angles grow, but on the screen down is positive.
    let way = if is_left { -1.0 } else { 1.0 };
    let at = |step: i32| middle + Vec2::angled(way * step as f32 * std::f32::consts::TAU / 12.0) * 9.0;
    let stroke = Stroke::new(2.0, tint);
    painter.add(Shape::line((0..10).map(at).collect(), stroke));
    let (tip, along) = (at(10), (at(10) - at(9)).normalized());
    let back = tip - along * 6.0;
    let corners = vec![tip + along * 1.5, back + along.rot90() * 4.5, back - along.rot90() * 4.5];
    painter.add(Shape::convex_polygon(corners, tint, Stroke::NONE));
}

/// Words beside something, on a ground of their own.
pub fn label(stage: &Stage, painter: &Painter, at: Pos2, text: &str, tint: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), tint);
    let size = galley.size() + vec2(10.0, 4.0);
    let room = stage.rect.shrink(4.0);
    let corner = pos2(at.x.min(room.right() - size.x), at.y.min(room.bottom() - size.y)).max(room.min);
    let ground = Rect::from_min_size(corner, size);
    painter.rect_filled(ground, CornerRadius::same(4), color(stage.palette.background).gamma_multiply(0.85));
    painter.galley(corner + vec2(5.0, 2.0), galley, tint);
}

/// The line in which a point is typed, and what is wrong with it.
pub fn entry(stage: &Stage, painter: &Painter, at: DVec2, text: &str, wrong: Option<&str>) {
    let at = stage.paintable(at) + vec2(14.0, -34.0);
    let words = format!("x, y:  {text}▏");
    label(stage, painter, at, &words, color(stage.palette.text));
    if let Some(wrong) = wrong.filter(|_| !text.is_empty()) {
        label(stage, painter, at - vec2(0.0, 22.0), wrong, color(stage.palette.warning));
    }
}
