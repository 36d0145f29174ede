//! Layer: obstacles with hatching: walls on the side that gravity points to, circles inside.

use super::Layer;
use crate::level::{ObstacleShape, Place};
use crate::picture::clip::Window;
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "obstacles",
    title: "Obstacles",
    explanation: "Segments, lines and circles that nodes and discs bounce off.",
    on_at_first: true,
    draw,
};

/// Distance and length of the hatch strokes.
const HATCH_PX: (f64, f64) = (9.0, 7.0);
/// Maximum number of strokes per wall.
const MAX_STROKES: f64 = 4000.0;

fn draw(scene: &Scene, picture: &mut Picture) {
    let (mut walls, mut hatch, mut circles) = (Vec::new(), Vec::new(), Vec::new());
    for (index, obstacle) in scene.level.obstacles.iter().enumerate() {
        // Sensors have a layer of their own.
        if !scene.shows(Place::Obstacle(index)) || obstacle.collision.sensor {
            continue;
        }
        match obstacle.shape {
            ObstacleShape::Segment(a, b) => walls.push([DVec2::from(a), DVec2::from(b)]),
            ObstacleShape::Line(point, direction) => walls.extend(seen_of_line(scene, point.into(), direction.into())),
            ObstacleShape::Circle { center, radius } => circles.push((DVec2::from(center), radius)),
        }
    }
    // Strokes keep their distance along walls that follow each other, as the short ones of a curve do.
    let (mut end, mut offset) = (None, 0.0);
    for &wall in &walls {
        offset = if end == Some(wall[0]) { offset } else { 0.0 };
        hatch_wall(scene, wall, offset, &mut hatch);
        let length = (scene.viewport.screen_from_world(wall[0])).distance(scene.viewport.screen_from_world(wall[1]));
        offset = (offset - length).rem_euclid(HATCH_PX.0);
        end = Some(wall[1]);
    }
    let color = scene.palette.obstacle;
    if !circles.is_empty() {
        let outline = Some(Stroke::new(color, 2.0));
        picture.items.push(Item::Circles { circles, fill: Some(color.alpha(46)), outline });
    }
    if !hatch.is_empty() {
        let length_px = HATCH_PX.1 as f32;
        picture.items.push(Item::Ticks { ticks: hatch, length_px, stroke: Stroke::new(color.alpha(150), 1.0) });
    }
    if !walls.is_empty() {
        picture.items.push(Item::Lines { segments: walls, stroke: Stroke::new(color, 2.0) });
    }
}

/// The visible part of an infinite line.
fn seen_of_line(scene: &Scene, point: DVec2, direction: DVec2) -> Option<[DVec2; 2]> {
    let direction = direction.try_normalize()?;
    let view = scene.viewport.world_box();
    // From the point nearest to the view's centre, far enough to leave the view at both ends.
    let middle = point + direction * (view.center() - point).dot(direction);
    let reach = view.size().length();
    let ends = [middle - direction * reach, middle + direction * reach];
    ends.iter().all(|p| p.is_finite()).then_some(ends)
}

/// Hatch strokes on the side of a wall that gravity points to, else on the right; at whole distances from `offset` on.
fn hatch_wall(scene: &Scene, [a, b]: [DVec2; 2], offset: f64, out: &mut Vec<(DVec2, DVec2)>) {
    let window = Window::around(scene.viewport.size_px, 16.0);
    let (start, end) = (scene.viewport.screen_from_world(a), scene.viewport.screen_from_world(b));
    let Some((from, to)) = window.span(start, end) else { return };
    let length = start.distance(end);
    let Some(along) = (b - a).try_normalize() else { return };
    let right = DVec2::new(along.y, -along.x);
    let gravity = DVec2::from(scene.level.world.gravity);
    let side = if right.dot(gravity) < 0.0 { -right } else { right };
    let number = |part: f64| ((part * length - offset) / HATCH_PX.0).floor();
    let (first, last) = (number(from) + 1.0, number(to));
    let count = last - first;
    if !(0.0..=MAX_STROKES).contains(&count) {
        return;
    }
    for i in 0..=count as usize {
        let foot = a + along * scene.world_from_px((first + i as f64) * HATCH_PX.0 + offset);
        out.push((foot, side - along * 0.8));
    }
}
