//! Mirror images of points, shapes, parts and transforms.

use super::super::transform::{Transform, transform};
use super::MirrorAxis;
use crate::geometry::{DVec2, cross};
use crate::level::{Body, Disc, Level, MarkerShape, ObstacleShape, Place, Point};

/// The image of a point.
pub fn point([x, y]: Point, axis_x: f64) -> Point {
    [2.0 * axis_x - x, y]
}

/// The image of an obstacle, with its left side on the left.
pub fn shape(shape: ObstacleShape, axis_x: f64) -> ObstacleShape {
    match shape {
        ObstacleShape::Segment(a, b) => ObstacleShape::Segment(point(b, axis_x), point(a, axis_x)),
        ObstacleShape::Line(at, [x, y]) => ObstacleShape::Line(point(at, axis_x), [x, -y]),
        ObstacleShape::Circle { center, radius } => ObstacleShape::Circle { center: point(center, axis_x), radius },
    }
}

/// True if two obstacles coincide: a segment in either direction, a line whatever its base point.
pub fn is_same(a: ObstacleShape, b: ObstacleShape, tolerance: f64) -> bool {
    let near = |a: Point, b: Point| DVec2::from(a).distance(b.into()) <= tolerance;
    match (a, b) {
        (ObstacleShape::Segment(a, b), ObstacleShape::Segment(c, d)) => {
            (near(a, c) && near(b, d)) || (near(a, d) && near(b, c))
        }
        (ObstacleShape::Circle { center: a, radius: r }, ObstacleShape::Circle { center: b, radius: s }) => {
            near(a, b) && (r - s).abs() <= tolerance
        }
        (ObstacleShape::Line(p, d), ObstacleShape::Line(q, e)) => {
            let (d, e) = (DVec2::from(d).normalize_or_zero(), DVec2::from(e).normalize_or_zero());
            cross(d, e).abs() <= 1e-9 && cross(d, DVec2::from(q) - DVec2::from(p)).abs() <= tolerance
        }
        _ => false,
    }
}

/// True if an obstacle is its own image.
pub fn is_own(own: ObstacleShape, axis: MirrorAxis) -> bool {
    is_same(own, shape(own, axis.x), axis.tolerance)
}

/// The image of a marker; the order of its points is kept.
pub fn marker(shape: &MarkerShape, axis_x: f64) -> MarkerShape {
    shape.mapped(|at| point(at, axis_x))
}

/// True if two markers have the same kind and number of points, and each point of one lies on a point of the other.
pub fn is_same_marker(a: &MarkerShape, b: &MarkerShape, tolerance: f64) -> bool {
    let (first, second) = (a.points(), b.points());
    let near = |a: &Point, b: &Point| DVec2::from(*a).distance((*b).into()) <= tolerance;
    let covers = |all: &[Point], by: &[Point]| all.iter().all(|a| by.iter().any(|b| near(a, b)));
    std::mem::discriminant(a) == std::mem::discriminant(b)
        && first.len() == second.len()
        && covers(&first, &second)
        && covers(&second, &first)
}

/// Image of a disc, with mirrored velocity.
///
/// # Errors
/// If the format refuses it.
pub fn disc(disc: &Disc, axis_x: f64) -> Result<Disc, String> {
    let mut level = Level { discs: vec![disc.clone()], ..Level::default() };
    transform(&mut level, &[Place::Disc(0)], Transform::MirrorX(axis_x))?;
    level.discs.pop().ok_or_else(String::new)
}

/// Image of a body: hull and triangles are reversed, so that they keep their orientation.
///
/// # Errors
/// If the format refuses it.
pub fn body(body: &Body, axis_x: f64) -> Result<Body, String> {
    let mut level = Level { bodies: vec![body.clone()], ..Level::default() };
    transform(&mut level, &[Place::Body(0)], Transform::MirrorX(axis_x))?;
    level.bodies.pop().ok_or_else(String::new)
}

/// Transform of the image that mirrors a transform of a part.
pub fn of_transform(how: Transform, axis_x: f64) -> Transform {
    match how {
        Transform::Move([x, y]) => Transform::Move([-x, y]),
        Transform::Rotate { pivot, angle_rad } => {
            Transform::Rotate { pivot: point(pivot, axis_x), angle_rad: -angle_rad }
        }
        Transform::Scale { pivot, factors } => Transform::Scale { pivot: point(pivot, axis_x), factors },
        Transform::MirrorX(x) => Transform::MirrorX(2.0 * axis_x - x),
        Transform::MirrorY(y) => Transform::MirrorY(y),
    }
}

/// Transform of a part that is its own image, restricted to keep its symmetry; None for a rotation.
pub fn on_axis(how: Transform, axis_x: f64) -> Option<Transform> {
    match how {
        Transform::Move([_, y]) => Some(Transform::Move([0.0, y])),
        Transform::Rotate { .. } => None,
        Transform::Scale { pivot: [_, y], factors } => Some(Transform::Scale { pivot: [axis_x, y], factors }),
        Transform::MirrorX(_) => Some(Transform::MirrorX(axis_x)),
        Transform::MirrorY(y) => Some(Transform::MirrorY(y)),
    }
}

/// Half of an outline that forms a symmetric shape with its image. Corners within `reach` of the axis are moved onto it. If
/// the outline crosses the axis, the side of its first corner is kept.
///
/// # Errors
/// If it crosses the axis more than twice.
pub fn half(outline: &[DVec2], axis_x: f64, reach: f64) -> Result<Vec<DVec2>, String> {
    let points: Vec<DVec2> =
        outline.iter().map(|&at| if (at.x - axis_x).abs() <= reach { DVec2::new(axis_x, at.y) } else { at }).collect();
    let Some(kept) = points.iter().map(|at| at.x - axis_x).find(|off| *off != 0.0).map(f64::signum) else {
        return Ok(points);
    };
    let side = |at: DVec2| (at.x - axis_x) * kept;
    let signs: Vec<bool> = points.iter().map(|&at| side(at)).filter(|off| *off != 0.0).map(|off| off > 0.0).collect();
    let entries = (0..signs.len()).filter(|&i| !signs[i] && signs[(i + 1) % signs.len()]).count();
    if entries > 1 {
        return Err("the outline crosses the mirror axis more than twice: draw one side of it".to_owned());
    }
    let mut half = Vec::new();
    for (i, &at) in points.iter().enumerate() {
        let next = points[(i + 1) % points.len()];
        if side(at) >= 0.0 {
            half.push(at);
        }
        if side(at) * side(next) < 0.0 {
            let part = side(at) / (side(at) - side(next));
            half.push(DVec2::new(axis_x, at.y + (next.y - at.y) * part));
        }
    }
    Ok(half)
}
