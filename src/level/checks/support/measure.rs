//! Node positions of a body and tolerances for comparing lengths.

use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Role};

/// Squares and areas of larger coordinates may overflow; another rule reports such bodies.
pub const LARGEST_COORDINATE: f64 = 1e100;

/// Lengths or positions of a body that differ by less than this fraction of its size are equal. It is far above the
/// rounding of six decimals or of rotations, and far below visible differences.
pub const RELATIVE_TOLERANCE: f64 = 1e-6;

/// Mass of a node; None for a barycentre.
pub fn mass(role: Role) -> Option<f64> {
    match role {
        Role::Mass(mass) => Some(mass),
        Role::Barycentre => None,
    }
}

/// Index of the body's barycentre node.
pub fn barycentre(body: &Body) -> Option<usize> {
    body.nodes.iter().position(|node| node.role == Role::Barycentre)
}

/// Mass-weighted mean of the body's masses (000 §E.1); None without masses.
pub fn mean(body: &Body) -> Option<DVec2> {
    let masses = || body.nodes.iter().filter_map(|node| Some((mass(node.role)?, DVec2::from_array(node.position))));
    // Relative to the heaviest mass and the first position, so that large values cost no digits.
    let heaviest = masses().map(|(mass, _)| mass).fold(0.0, f64::max);
    let (_, origin) = masses().next()?;
    let (sum, total) = masses().fold((DVec2::ZERO, 0.0), |(sum, total), (mass, position)| {
        (sum + (position - origin) * (mass / heaviest), total + mass / heaviest)
    });
    let mean = origin + sum / total;
    mean.is_finite().then_some(mean)
}

/// Positions of all nodes, with the barycentre at the mean of the masses, as in the simulation. None if a coordinate is too
/// large.
pub fn points(body: &Body) -> Option<Vec<DVec2>> {
    let mut points: Vec<DVec2> = body.nodes.iter().map(|node| DVec2::from_array(node.position)).collect();
    if points.iter().any(|p| !(p.x.abs() <= LARGEST_COORDINATE && p.y.abs() <= LARGEST_COORDINATE)) {
        return None;
    }
    if let (Some(index), Some(mean)) = (barycentre(body), mean(body)) {
        points[index] = mean;
    }
    Some(points)
}

/// Longer side of the bounding box; 0 without points.
pub fn size(points: &[DVec2]) -> f64 {
    if points.is_empty() { 0.0 } else { Aabb::around(points.iter().copied()).size().max_element() }
}

/// Distance below which two positions of a body are equal.
pub fn tolerance(points: &[DVec2]) -> f64 {
    RELATIVE_TOLERANCE * size(points)
}
