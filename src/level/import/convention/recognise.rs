//! Detects the convention of a document from its numbers.
//!
//! There is no guessing: contradictory evidence is reported as such.

use super::{ALL, Convention};
use crate::geometry::{DVec2, polygon};
use crate::level::checks::support::{measure, tell};
use crate::level::{Body, Level};
use std::collections::BTreeMap;

/// Direction of y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertical {
    /// Gravity pulls to smaller y.
    Up,
    /// Gravity pulls to larger y.
    Down,
    /// There is no gravity, it pulls sideways, or the level has links, which older programs lack.
    Unknown,
}

/// Bodies by the convention of one kind of their parts, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Convention of 000.
    pub plain: Vec<usize>,
    /// Convention of 001.
    pub mirrored: Vec<usize>,
}

/// Evidence for the convention of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct ConventionVerdict {
    /// Direction of y.
    pub vertical: Vertical,
    /// Gravity as given in the document.
    pub gravity: [f64; 2],
    /// Side of the hulls' outside: the right in 000, the left in 001.
    pub hulls: Evidence,
    /// Orientation of the triangles: AB ^ AC is positive in 000, AC ^ AB in 001.
    pub triangles: Evidence,
}

/// Evaluates gravity, hulls and triangles of a level that [`crate::level::format::validate`] accepts.
pub fn recognise(level: &Level) -> ConventionVerdict {
    let [x, y] = level.world.gravity;
    let vertical = match y {
        // No older program has links, so gravity that pulls up is meant to.
        _ if !level.links.is_empty() => Vertical::Unknown,
        _ if y.abs() < x.abs() || y == 0.0 => Vertical::Unknown,
        y if y < 0.0 => Vertical::Up,
        _ => Vertical::Down,
    };
    let (mut hulls, mut triangles) = (Evidence::default(), Evidence::default());
    for (index, body) in level.bodies.iter().enumerate() {
        let Some(points) = measure::points(body) else { continue };
        hulls.add(index, hull(body, &points));
        triangles.add(index, winding(body, &points));
    }
    ConventionVerdict { vertical, gravity: level.world.gravity, hulls, triangles }
}

impl Evidence {
    fn add(&mut self, body: usize, sign: f64) {
        if sign > 0.0 {
            self.plain.push(body);
        } else if sign < 0.0 {
            self.mirrored.push(body);
        }
    }
}

/// Sums below this fraction of their terms' magnitudes decide nothing.
const NOTHING: f64 = 1e-6;

/// The sum, or 0 if its terms cancel out.
fn decided(parts: impl Iterator<Item = f64>) -> f64 {
    let (sum, total) = parts.fold((0.0, 0.0), |(sum, total), part: f64| (sum + part, total + part.abs()));
    if sum.abs() > NOTHING * total { sum } else { 0.0 }
}

/// Positive if most of the triangles' area is counter-clockwise in a plane with y up.
fn winding(body: &Body, points: &[DVec2]) -> f64 {
    decided(body.triangles.iter().map(|corners| {
        let [a, b, c] = corners.map(|node| points[node]);
        polygon::doubled_triangle_area(a, b, c)
    }))
}

/// Positive if the hull has its outside on the right. The test uses the side of the body's own triangles, whatever their
/// orientation; without triangles, the area enclosed by the loops. An open hull alone decides nothing: the centre of a
/// valley is outside.
fn hull(body: &Body, points: &[DVec2]) -> f64 {
    let inner = thirds(body);
    let by_triangles = decided(body.hull.iter().filter_map(|&[a, b]| {
        let third = points[*inner.get(&[a.min(b), a.max(b)])?];
        Some(polygon::doubled_triangle_area(points[a], points[b], third))
    }));
    if by_triangles != 0.0 || !is_closed(body) {
        return by_triangles;
    }
    let start = points[body.hull[0][0]];
    decided(body.hull.iter().map(|&[a, b]| polygon::doubled_triangle_area(start, points[a], points[b])))
}

/// True if there are hull edges and as many enter each node as leave it.
fn is_closed(body: &Body) -> bool {
    let mut leaving = vec![0i64; body.nodes.len()];
    for &[a, b] in &body.hull {
        leaving[a] += 1;
        leaving[b] -= 1;
    }
    !body.hull.is_empty() && leaving.iter().all(|&count| count == 0)
}

/// Third corner of the triangle at each side that belongs to one triangle only and may be a hull edge.
fn thirds(body: &Body) -> BTreeMap<[usize; 2], usize> {
    let mut is_on_hull = vec![false; body.nodes.len()];
    body.hull.iter().flatten().for_each(|&node| is_on_hull[node] = true);
    let mut thirds: BTreeMap<[usize; 2], Option<usize>> = BTreeMap::new();
    for &[a, b, c] in &body.triangles {
        for (p, q, third) in [(a, b, c), (b, c, a), (c, a, b)] {
            // Inner sides, the majority, are no hull edges.
            if !(is_on_hull[p] && is_on_hull[q]) {
                continue;
            }
            thirds.entry([p.min(q), p.max(q)]).and_modify(|third| *third = None).or_insert(Some(third));
        }
    }
    thirds.into_iter().filter_map(|(side, third)| Some((side, third?))).collect()
}

impl ConventionVerdict {
    /// The convention that all evidence agrees on; None without evidence, or if it is contradictory.
    ///
    /// An undetermined y is assumed to point up, which changes no coordinate.
    pub fn convention(&self) -> Option<&'static Convention> {
        if self.is_mixed() || !self.has_evidence() {
            return None;
        }
        let is_y_down = self.vertical == Vertical::Down;
        ALL.iter().find(|convention| convention.is_y_down == is_y_down && convention.is_mirrored == self.has_mirrored())
    }

    /// True if there is any evidence.
    pub fn has_evidence(&self) -> bool {
        self.vertical != Vertical::Unknown || self.has_mirrored() || self.has_plain()
    }

    /// True if some hulls or triangles follow 000 and others 001.
    pub fn is_mixed(&self) -> bool {
        self.has_mirrored() && self.has_plain()
    }

    fn has_mirrored(&self) -> bool {
        !self.hulls.mirrored.is_empty() || !self.triangles.mirrored.is_empty()
    }

    fn has_plain(&self) -> bool {
        !self.hulls.plain.is_empty() || !self.triangles.plain.is_empty()
    }

    /// Describes the evidence, one clause each.
    pub fn seen(&self) -> Vec<String> {
        let [x, y] = self.gravity.map(tell::num);
        let gravity = match self.vertical {
            Vertical::Up => format!("gravity ({x}, {y}) points to smaller y"),
            Vertical::Down => format!("gravity ({x}, {y}) points to larger y"),
            Vertical::Unknown => format!("gravity ({x}, {y}) does not determine the direction of y"),
        };
        let part = |what: &str, bodies: &[usize]| {
            let who = || tell::list("body", bodies);
            (!bodies.is_empty()).then(|| format!("{what} in {}", who()))
        };
        let parts = [
            part("hulls have the outside on the right", &self.hulls.plain),
            part("hulls have the outside on the left", &self.hulls.mirrored),
            part("triangles have AB ^ AC positive", &self.triangles.plain),
            part("triangles have AC ^ AB positive", &self.triangles.mirrored),
        ];
        let nothing = (!self.has_plain() && !self.has_mirrored())
            .then(|| "hulls and triangles give no further evidence".to_string());
        std::iter::once(gravity).chain(parts.into_iter().flatten()).chain(nothing).collect()
    }
}
