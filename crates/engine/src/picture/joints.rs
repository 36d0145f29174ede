//! Shapes of links, markers and sensors, shared by the layers and the overlays that draw them.

use super::{Align, Item, Rgba, Scene};
use crate::level::{MarkerShape, ObstacleShape, Place};
use glam::DVec2;

/// Half the width of the zigzag of a spring, in pixels.
const AMPLITUDE_PX: f64 = 4.0;
/// Length of one stroke of the zigzag at rest, in pixels, and the greatest number of strokes.
const STROKE_PX: f64 = 6.0;
const MOST_STROKES: f64 = 40.0;
/// Part of a spring at each end that is straight.
const STRAIGHT: f64 = 0.12;
/// Shorter springs are straight lines.
const SHORTEST_PX: f64 = 20.0;

/// Zigzag between two points. The number of strokes follows from the rest length, so that it opens when the spring is stretched.
pub fn zigzag(scene: &Scene, [a, b]: [DVec2; 2], rest_length: f64) -> Vec<[DVec2; 2]> {
    let length = a.distance(b);
    if !(scene.px_from_world(length) >= SHORTEST_PX && length.is_finite()) {
        return vec![[a, b]];
    }
    let strokes = (scene.px_from_world(rest_length) / STROKE_PX).round().clamp(4.0, MOST_STROKES) as usize;
    let along = b - a;
    let side = along.perp() / length * scene.world_from_px(AMPLITUDE_PX);
    let mut points = vec![a];
    for stroke in 0..strokes {
        let part = STRAIGHT + (1.0 - 2.0 * STRAIGHT) * (stroke as f64 + 0.5) / strokes as f64;
        points.push(a + along * part + if stroke % 2 == 0 { side } else { -side });
    }
    points.insert(1, a + along * STRAIGHT);
    points.extend([b - along * STRAIGHT, b]);
    points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Outline of a marker as segments; empty for a point.
pub fn marker_outline(shape: &MarkerShape) -> Vec<[DVec2; 2]> {
    shape.lines().into_iter().map(|ends| ends.map(DVec2::from)).collect()
}

/// Where the name of a marker stands: at a point, at the start of a path, at the upper left corner of an area.
pub fn marker_label(shape: &MarkerShape, name: &str, color: Rgba) -> Option<Item> {
    let points: Vec<DVec2> = shape.points().into_iter().map(DVec2::from).collect();
    let at = match shape {
        MarkerShape::Point(_) | MarkerShape::Path(_) => *points.first()?,
        MarkerShape::Rect(..) | MarkerShape::Polygon(_) => {
            let left = points.iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
            DVec2::new(left, points.iter().map(|point| point.y).fold(f64::NEG_INFINITY, f64::max))
        }
    };
    let is_written = !name.is_empty() && at.is_finite();
    let text = name.to_owned();
    is_written.then(|| Item::Text { at, offset_px: [8.0, -8.0], align: Align::Left, text, size_px: 11.0, color })
}

/// Geometry of a sensor at the moment.
pub enum SensorOutline {
    /// Hull edges of a body.
    Hull(Vec<[DVec2; 2]>),
    /// Centre and radius of a disc or circle.
    Circle(DVec2, f64),
}

/// All sensors that are drawn, with their outlines, in ascending order.
pub fn sensors(scene: &Scene) -> Vec<(Place, SensorOutline)> {
    let level = scene.level;
    let mut found = Vec::new();
    for (index, body) in level.bodies.iter().enumerate().filter(|(_, body)| body.collision.sensor) {
        let edges: Vec<_> = body.hull.iter().filter_map(|&[a, b]| scene.link(index, a, b)).collect();
        if !edges.is_empty() {
            found.push((Place::Body(index), SensorOutline::Hull(edges)));
        }
    }
    for (index, _) in level.discs.iter().enumerate().filter(|(_, disc)| disc.collision.sensor) {
        if let Some((center, radius)) = scene.disc(index).filter(|(center, _)| center.is_finite()) {
            found.push((Place::Disc(index), SensorOutline::Circle(center, radius)));
        }
    }
    for (index, obstacle) in level.obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.collision.sensor) {
        let place = Place::Obstacle(index);
        if let (ObstacleShape::Circle { center, radius }, true) = (obstacle.shape, scene.shows(place)) {
            found.push((place, SensorOutline::Circle(center.into(), radius)));
        }
    }
    found
}
