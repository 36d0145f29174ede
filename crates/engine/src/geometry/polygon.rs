//! Polygons as point lists and as sets of directed edges: area, containment, crossing.

use super::cross;
use glam::DVec2;

/// Twice the signed area of a closed polygon (shoelace formula); positive when counter-clockwise.
pub fn doubled_area(points: &[DVec2]) -> f64 {
    let Some(&origin) = points.first() else { return 0.0 };
    points.windows(2).map(|pair| cross(pair[0] - origin, pair[1] - origin)).sum()
}

/// Twice the area enclosed by a set of directed edges with the outside on their right. Exact for closed loops; relative
/// to `origin` for open ones.
pub fn doubled_area_of_edges(edges: impl IntoIterator<Item = (DVec2, DVec2)>, origin: DVec2) -> f64 {
    // Uses the edge vector instead of the second end: the shorter factor rounds less.
    edges.into_iter().map(|(a, b)| cross(a - origin, b - a)).sum()
}

/// Twice the signed area of the triangle.
pub fn doubled_triangle_area(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    cross(b - a, c - a)
}

/// Point in polygon by the even-odd rule with a ray to the left (000 §D.1.b). Half-open in y, so a vertex counts once.
pub fn contains(edges: impl IntoIterator<Item = (DVec2, DVec2)>, point: DVec2) -> bool {
    let mut inside = false;
    for (a, b) in edges {
        let is_right = cross(b - a, point - a) < 0.0;
        let (low, high) = if is_right { (a.y, b.y) } else { (b.y, a.y) };
        if low <= point.y && point.y < high {
            inside = !inside;
        }
    }
    inside
}

/// Distance from the point to the segment.
pub fn distance_to_segment(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    (point - closest_on_segment(point, a, b)).length()
}

/// The point of the segment nearest to `point`.
pub fn closest_on_segment(point: DVec2, a: DVec2, b: DVec2) -> DVec2 {
    let d = b - a;
    let squared = d.length_squared();
    if squared == 0.0 {
        return a;
    }
    a + d * ((point - a).dot(d) / squared).clamp(0.0, 1.0)
}

/// The part of a segment between two heights.
pub fn segment_between([a, b]: [DVec2; 2], [low, high]: [f64; 2]) -> Option<[DVec2; 2]> {
    if a.y.max(b.y) < low || a.y.min(b.y) > high {
        return None;
    }
    let cut = |from: DVec2, to: DVec2| {
        let y = from.y.clamp(low, high);
        let share = if y == from.y { 0.0 } else { (y - from.y) / (to.y - from.y) };
        DVec2::new(from.x + (to.x - from.x) * share, y)
    };
    Some([cut(a, b), cut(b, a)])
}

/// True if the path `a`, `b`, `c` reverses its direction at `b`, within 10⁻⁹ of the segment lengths, so the segments
/// overlap.
pub fn folds_back(a: DVec2, b: DVec2, c: DVec2) -> bool {
    let (there, back) = (b - a, c - b);
    there.dot(back) < 0.0 && cross(there, back).abs() <= 1e-9 * there.length() * back.length()
}

/// True if two segments cross at a point interior to both; touching ends do not count.
pub fn segments_cross(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| cross(q - p, r - p);
    let (c_side, d_side) = (side(a, b, c), side(a, b, d));
    let (a_side, b_side) = (side(c, d, a), side(c, d, b));
    ((c_side > 0.0 && d_side < 0.0) || (c_side < 0.0 && d_side > 0.0))
        && ((a_side > 0.0 && b_side < 0.0) || (a_side < 0.0 && b_side > 0.0))
}
