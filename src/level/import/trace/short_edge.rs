//! Short edges of traced outlines, such as the two or three that cut an antialiased corner. A mesh has a thin triangle at
//! each, which flips at the first impact.
//!
//! Each is replaced by one point so that the area stays the same: segment collapse (Kronenfeld, Stanislawski, Buttenfield and
//! Brockmeyer, Cartographica 2020). Cost: linear per pass; each pass removes a third of what is short.

use crate::geometry::{DVec2, cross, polygon};

/// Maximum number of passes.
const MOST_PASSES: usize = 64;
/// Minimum number of points of an outline.
const LEAST_POINTS: usize = 3;

/// The closed outline with edges below a length replaced by points. Neighbouring edges are at least as long as a replaced
/// one, and no point moves farther than the length.
pub(super) fn collapsed(mut points: Vec<DVec2>, least: f64) -> Vec<DVec2> {
    // A pass leaves the edges at the ends of the list alone; the next one begins in the middle.
    let mut idle = 0;
    for _ in 0..MOST_PASSES {
        let before = points.len();
        points = pass(&points, least);
        idle = if points.len() == before { idle + 1 } else { 0 };
        if idle == 2 {
            break;
        }
        let half = points.len() / 2;
        points.rotate_left(half);
    }
    points
}

fn pass(points: &[DVec2], least: f64) -> Vec<DVec2> {
    let count = points.len();
    if count <= LEAST_POINTS {
        return points.to_vec();
    }
    let at = |index: usize| points[index % count];
    let length = |index: usize| at(index).distance(at(index + 1));
    let mut left = count - LEAST_POINTS;
    let mut kept = Vec::with_capacity(count);
    // Edges of one pass must not share an end, the first and the last neither.
    let (mut index, mut is_free) = (0, false);
    while index < count {
        let own = length(index);
        let is_shortest = own <= length(index + count - 1) && own <= length(index + 1);
        let can = is_free && left > 0 && index + 2 < count && own < least && is_shortest;
        match can.then(|| meeting(at(index + count - 1), at(index), at(index + 1), at(index + 2), least)).flatten() {
            Some(point) => {
                kept.push(point);
                left -= 1;
                index += 2;
                is_free = false;
            }
            None => {
                kept.push(at(index));
                index += 1;
                is_free = true;
            }
        }
    }
    kept
}

/// The point on one of the lines `a b` and `d c` that stands for the edge `b c` without changing the area; the middle if it
/// would be farther away than `least`.
fn meeting(a: DVec2, b: DVec2, c: DVec2, d: DVec2, least: f64) -> Option<DVec2> {
    let base = d - a;
    let doubled = polygon::doubled_area(&[a, b, c, d]);
    let (height_b, height_c) = (cross(b - a, base), cross(c - a, base));
    // Of the two lines, the one with the end that is farther from `a d`.
    let (from, along) = if height_b.abs() > height_c.abs() { (a, b - a) } else { (d, c - d) };
    let slope = cross(along, base);
    let part = (doubled - cross(from - a, base)) / slope;
    let point = from + along * part;
    let middle = (b + c) * 0.5;
    let is_near = point.is_finite() && point.distance(middle) <= least;
    Some(if is_near { point } else { middle }).filter(|point| point.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn shortest(points: &[DVec2]) -> f64 {
        (0..points.len()).map(|i| points[i].distance(points[(i + 1) % points.len()])).fold(f64::MAX, f64::min)
    }

    #[test]
    fn collapsed_corner_keeps_area_and_sides() {
        // A square of side 40 whose upper right corner is cut by two short edges; further points on its sides.
        let mut points =
            vec![[0.0, 0.0], [20.0, 0.0], [40.0, 0.0], [40.0, 20.0], [40.0, 39.2], [39.8, 39.7], [39.2, 40.0]];
        points.extend([[20.0, 40.0], [0.0, 40.0], [0.0, 20.0]]);
        let points: Vec<DVec2> = points.into_iter().map(DVec2::from).collect();
        let found = collapsed(points.clone(), 2.0);
        assert_eq!(found.len(), 8);
        assert!((polygon::doubled_area(&found) - polygon::doubled_area(&points)).abs() < 1e-9);
        assert!(found.iter().any(|point| point.distance(DVec2::new(40.0, 40.0)) < 0.3), "{found:?}");
        assert!(shortest(&found) > 19.0, "{found:?}");
    }

    #[test]
    fn collapsed_edge_may_be_anywhere_in_the_list() {
        let mut points: Vec<DVec2> =
            [[0.0, 0.0], [20.0, 0.0], [40.0, 0.0], [40.0, 40.0], [0.2, 40.0], [0.0, 39.8]].map(DVec2::from).to_vec();
        for _ in 0..points.len() {
            points.rotate_left(1);
            assert_eq!(collapsed(points.clone(), 2.0).len(), 5);
        }
    }

    #[test]
    fn collapsed_circle_has_no_short_edge_and_the_same_area() {
        // Edges of 2π·10/300 = 0.21.
        let circle: Vec<DVec2> = (0..300).map(|i| DVec2::from_angle(f64::from(i) * TAU / 300.0) * 10.0).collect();
        let found = collapsed(circle.clone(), 1.5);
        let ratio = polygon::doubled_area(&found) / polygon::doubled_area(&circle);
        assert!((ratio - 1.0).abs() < 1e-9, "{ratio}");
        assert!(shortest(&found) >= 1.5 && found.len() > 15, "{} {}", found.len(), shortest(&found));
    }

    #[test]
    fn collapsed_small_outline_stays_an_outline() {
        let circle: Vec<DVec2> = (0..20).map(|i| DVec2::from_angle(f64::from(i) * TAU / 20.0)).collect();
        assert!(collapsed(circle, 9.0).len() >= LEAST_POINTS);
    }
}
