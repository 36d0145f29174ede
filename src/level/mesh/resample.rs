//! Resamples loops: simplification within a tolerance, and division into edges of about equal length that keep the corners.

use super::blunt::CutLoop;
use crate::geometry::{DVec2, cross, polygon};

/// Sharper turns are corners, in radians.
const CORNER_RAD: f64 = 0.7;
/// Turn that counts as one edge, in radians, so that tight curves get shorter edges than straight runs.
const TURN_RAD: f64 = std::f64::consts::FRAC_PI_2;

/// Turn at b, in radians, 0..=π; `libm` gives the same bits on every machine.
fn turn_rad(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let (before, after) = (b - a, c - b);
    libm::atan2(cross(before, after), before.dot(after)).abs()
}

fn turns_rad(points: &[DVec2]) -> Vec<f64> {
    let count = points.len();
    (0..count).map(|i| turn_rad(points[(i + count - 1) % count], points[i], points[(i + 1) % count])).collect()
}

/// Removes points from a loop that are within `tolerance` of the chord in their place; starts at the sharpest corner. One
/// pass (cone intersection): each chord extends as far as the cone from its start through all discs of radius `tolerance`
/// around the skipped points allows.
pub(in crate::level) fn simplify(points: &[DVec2], tolerance: f64) -> Vec<DVec2> {
    let turns = turns_rad(points);
    let start = (0..points.len()).fold(0, |best, i| if turns[i] > turns[best] { i } else { best });
    let mut kept = vec![points[start]];
    let mut cone = Cone::from(points[start]);
    let mut last = points[start];
    for i in 1..=points.len() {
        let point = points[(start + i) % points.len()];
        if !cone.admits(point, tolerance) {
            kept.push(last);
            cone = Cone::from(last);
        }
        cone.narrow(point, tolerance);
        last = point;
    }
    if kept.len() < 3 { points.to_vec() } else { kept }
}

/// Directions from `apex` in which a chord passes all points so far within the tolerance.
struct Cone {
    apex: DVec2,
    /// Right and left border; None before the first point outside the tolerance.
    sides: Option<(DVec2, DVec2)>,
    reach: f64,
}

impl Cone {
    fn from(apex: DVec2) -> Self {
        Self { apex, sides: None, reach: 0.0 }
    }

    fn admits(&self, point: DVec2, tolerance: f64) -> bool {
        let d = point - self.apex;
        let is_on = d.length() + tolerance >= self.reach;
        is_on && self.sides.is_none_or(|(right, left)| cross(right, d) >= 0.0 && cross(d, left) >= 0.0)
    }

    fn narrow(&mut self, point: DVec2, tolerance: f64) {
        let d = point - self.apex;
        let distance = d.length();
        self.reach = self.reach.max(distance);
        if distance <= tolerance {
            return;
        }
        let sine = tolerance / distance;
        let cosine = (1.0 - sine * sine).sqrt();
        let right = DVec2::new(d.x * cosine + d.y * sine, d.y * cosine - d.x * sine);
        let left = DVec2::new(d.x * cosine - d.y * sine, d.y * cosine + d.x * sine);
        self.sides = Some(match self.sides {
            None => (right, left),
            Some((r, l)) => {
                (if cross(r, right) > 0.0 { right } else { r }, if cross(l, left) < 0.0 { left } else { l })
            }
        });
    }
}

/// Cuts the loop into edges of about `step`, shorter in tight curves; corners are kept, points between them are not. The
/// enclosed area is `doubled_area`, as nearly as moving the points between corners permits.
///
/// `is_blunt` cuts off sharp tips: see [`super::blunt`]. Returns also the area of these.
pub(super) fn resample(points: &[DVec2], step: f64, doubled_area: f64, is_blunt: bool) -> (Vec<DVec2>, f64) {
    let turns = turns_rad(points);
    let mut corners: Vec<usize> = (0..points.len()).filter(|&i| turns[i] > CORNER_RAD).collect();
    let has_corners = !corners.is_empty();
    if !has_corners {
        corners.push(0);
    }
    let mut cut = Vec::new();
    let mut is_corner = Vec::new();
    for (i, &from) in corners.iter().enumerate() {
        let to = if i + 1 < corners.len() { corners[i + 1] } else { corners[0] + points.len() };
        let start = cut.len();
        let least = match (corners.len(), to - from) {
            (1, _) => 3,
            (_, 1) => 1,
            _ => 2,
        };
        cut_chain(points, &turns, from, to, step, least, &mut cut);
        is_corner.resize(cut.len(), false);
        is_corner[start] = has_corners;
    }
    let mut cut = CutLoop { points: cut, is_corner };
    let mut cut_area = 0.0;
    if is_blunt {
        (cut, cut_area) = cut.blunted(step);
    }
    bulge(&mut cut.points, &cut.is_corner, doubled_area);
    (cut.points, cut_area)
}

/// An edge of length L that replaces an arc turning by θ loses the area L²θ/12. To compensate, each end must move outwards
/// by Lθ/12.
const BULGE: f64 = 1.0 / 12.0;
/// If more than this multiple of the displacement is needed, area is missing for other reasons.
const MOST_BULGE: f64 = 3.0;

/// Moves the points that are not fixed outwards in proportion to the turn at them, until the loop encloses the wanted area.
fn bulge(points: &mut [DVec2], fixed: &[bool], doubled_area: f64) {
    let count = points.len();
    let moves: Vec<DVec2> = (0..count)
        .map(|i| {
            let [a, b, c] = [points[(i + count - 1) % count], points[i], points[(i + 1) % count]];
            let (before, after) = (b - a, c - b);
            let turn = libm::atan2(cross(before, after), before.dot(after));
            let mean = 0.5 * (before.length() + after.length());
            let out = DVec2::new(c.y - a.y, a.x - c.x).normalize_or(DVec2::ZERO);
            if fixed[i] { DVec2::ZERO } else { out * (BULGE * turn * mean) }
        })
        .collect();
    let moved =
        |part: f64| -> Vec<DVec2> { points.iter().zip(&moves).map(|(point, by)| *point + *by * part).collect() };
    let start = polygon::doubled_area(points);
    let mut part = 0.0;
    let mut slope = polygon::doubled_area(&moved(1.0)) - start;
    let mut reached = start;
    // The area is quadratic in the factor and nearly linear: Newton's method converges at once.
    for _ in 0..3 {
        let next = (part + (doubled_area - reached) / slope).clamp(0.0, MOST_BULGE);
        if !next.is_finite() {
            return;
        }
        let area = polygon::doubled_area(&moved(next));
        if next != part && area != reached {
            slope = (area - reached) / (next - part);
        }
        (part, reached) = (next, area);
    }
    let new = moved(part);
    points.copy_from_slice(&new);
}

/// Cuts the chain of points `from..=to` (indices modulo the loop's length) into parts of equal weight: length in steps plus
/// turning. The last point belongs to the next chain.
fn cut_chain(points: &[DVec2], turns: &[f64], from: usize, to: usize, step: f64, least: usize, cut: &mut Vec<DVec2>) {
    let at = |i: usize| points[i % points.len()];
    let length = |i: usize| at(i).distance(at(i + 1)) / step;
    let turning = |i: usize| if i + 1 < to { turns[(i + 1) % points.len()] / TURN_RAD } else { 0.0 };
    let total: f64 = (from..to).map(|i| length(i) + turning(i)).sum();
    let parts = (total.round() as usize).max(least);
    cut.push(at(from));
    let mut part = 1;
    let mut passed = 0.0;
    for i in from..to {
        let (edge, bend) = (length(i), turning(i));
        // On the edge, then in the bend at its end; a bend takes at most one point.
        while part < parts && total * part as f64 / (parts as f64) < passed + edge {
            let along = (total * part as f64 / (parts as f64) - passed) / edge;
            cut.push(at(i) + (at(i + 1) - at(i)) * along);
            part += 1;
        }
        passed += edge + bend;
        if part < parts && total * part as f64 / (parts as f64) < passed {
            cut.push(at(i + 1));
            while part < parts && total * part as f64 / (parts as f64) < passed {
                part += 1;
            }
        }
    }
}
