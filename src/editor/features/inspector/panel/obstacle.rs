//! Properties of obstacles.

use super::collision;
use super::field::PropertyGroup;
use crate::editor::context::ViewContext;
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::level::fields::{NumberField, Range, parts};
use crate::level::{Obstacle, ObstacleShape, Point};
use egui::Ui;

/// The first and the second defining point of a shape.
fn points(obstacle: &Obstacle) -> (Point, Point) {
    match obstacle.shape {
        ObstacleShape::Segment(a, b) | ObstacleShape::Line(a, b) => (a, b),
        ObstacleShape::Circle { center, radius } => (center, [radius, 0.0]),
    }
}

fn set_first(obstacle: &mut Obstacle, axis: usize, value: f64) {
    match &mut obstacle.shape {
        ObstacleShape::Segment(a, _) | ObstacleShape::Line(a, _) => a[axis] = value,
        ObstacleShape::Circle { center, .. } => center[axis] = value,
    }
}

fn set_second(obstacle: &mut Obstacle, axis: usize, value: f64) {
    match &mut obstacle.shape {
        ObstacleShape::Segment(_, b) | ObstacleShape::Line(_, b) => b[axis] = value,
        ObstacleShape::Circle { radius, .. } => *radius = value,
    }
}

const fn scalar(
    name: &'static str,
    hint: &'static str,
    get: fn(&Obstacle) -> f64,
    set: fn(&mut Obstacle, f64),
) -> NumberField<Obstacle> {
    NumberField { path: "", name, hint, unit: "length", range: Range::Any, usual: None, get, set }
}

/// The first point as a pair of number fields.
const fn first(x: &'static str, y: &'static str, hint: &'static str) -> [NumberField<Obstacle>; 2] {
    [
        scalar(x, hint, |obstacle| points(obstacle).0[0], |obstacle, value| set_first(obstacle, 0, value)),
        scalar(y, hint, |obstacle| points(obstacle).0[1], |obstacle, value| set_first(obstacle, 1, value)),
    ]
}

const fn second(x: &'static str, y: &'static str, hint: &'static str) -> [NumberField<Obstacle>; 2] {
    [
        scalar(x, hint, |obstacle| points(obstacle).1[0], |obstacle, value| set_second(obstacle, 0, value)),
        scalar(y, hint, |obstacle| points(obstacle).1[1], |obstacle, value| set_second(obstacle, 1, value)),
    ]
}

fn kind(obstacle: &Obstacle) -> usize {
    match obstacle.shape {
        ObstacleShape::Segment(..) => 0,
        ObstacleShape::Line(..) => 1,
        ObstacleShape::Circle { .. } => 2,
    }
}

/// Converts an obstacle to another shape at about the same place.
fn convert_to(obstacle: &mut Obstacle, kind: usize) {
    let (a, b) = points(obstacle);
    obstacle.shape = match (kind, obstacle.shape) {
        (0, ObstacleShape::Line(..)) => ObstacleShape::Segment(a, [a[0] + b[0], a[1] + b[1]]),
        (0, ObstacleShape::Circle { radius, .. }) => {
            ObstacleShape::Segment([a[0] - radius, a[1]], [a[0] + radius, a[1]])
        }
        (1, ObstacleShape::Segment(..)) => ObstacleShape::Line(a, [b[0] - a[0], b[1] - a[1]]),
        (1, ObstacleShape::Circle { .. }) => ObstacleShape::Line(a, [1.0, 0.0]),
        (2, ObstacleShape::Segment(..)) => {
            let radius = (0.5 * (b[0] - a[0]).hypot(b[1] - a[1])).max(1e-3);
            ObstacleShape::Circle { center: [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])], radius }
        }
        (2, ObstacleShape::Line(..)) => ObstacleShape::Circle { center: a, radius: 1.0 },
        (_, same) => same,
    };
}

const KINDS: [(usize, &str, &str); 3] = [
    (0, "Segment", "From one end to the other"),
    (1, "Line", "Infinite line through a point along a direction"),
    (2, "Circle", "Hit from outside and from inside"),
];

/// Draws the properties of obstacles.
pub fn show(ui: &mut Ui, _: &ViewContext, group: &mut PropertyGroup) {
    form::table(ui, "obstacle", |ui| {
        group.text(ui, "Name", |obstacle: &Obstacle| &obstacle.name, |obstacle, name| obstacle.name = name);
        group.choice(ui, ("Shape", "Shape of the obstacle. A new shape keeps the place"), &KINDS, kind, convert_to);
        match group.common(kind) {
            Some(0) => {
                let [x, y] = first("From x", "From y", "One end.");
                group.vector(ui, "From", &x, &y);
                let [x, y] = second("To x", "To y", "The other end.");
                group.vector(ui, "To", &x, &y);
            }
            Some(1) => {
                let [x, y] = first("Point x", "Point y", "A point on the line.");
                group.vector(ui, "Point", &x, &y);
                let [x, y] = second("Direction x", "Direction y", "Direction of the line, of any length except 0.");
                group.vector(ui, "Direction", &x, &y);
            }
            Some(_) => {
                let [x, y] = first("Centre x", "Centre y", "Centre of the circle.");
                group.vector(ui, "Centre", &x, &y);
                let [radius, _] = second("Radius", "", "More than 0.");
                group.number(ui, &NumberField { range: Range::AboveZero, ..radius });
            }
            None => {}
        }
        if !collision::are_sensors::<Obstacle>(group) {
            group.number(ui, &parts::OBSTACLE_RESTITUTION);
        }
    });
    if group.common(kind).is_none() {
        widgets::note(ui, "Coordinates are shown only if all selected obstacles have the same shape.");
    }
    collision::show::<Obstacle>(ui, group);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacle_shape_change_keeps_centre_and_size() {
        let mut obstacle: Obstacle = serde_json::from_str(r#"{"shape": {"Segment": [[0, 0], [4, 0]]}}"#).unwrap();
        assert_eq!(Some(obstacle.restitution), parts::OBSTACLE_RESTITUTION.usual);
        convert_to(&mut obstacle, 2);
        assert_eq!(obstacle.shape, ObstacleShape::Circle { center: [2.0, 0.0], radius: 2.0 });
        convert_to(&mut obstacle, 0);
        assert_eq!(obstacle.shape, ObstacleShape::Segment([0.0, 0.0], [4.0, 0.0]));
        convert_to(&mut obstacle, 1);
        assert_eq!(obstacle.shape, ObstacleShape::Line([0.0, 0.0], [4.0, 0.0]));
    }
}
