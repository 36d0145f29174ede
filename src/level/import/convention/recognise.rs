//! What the numbers of a document say of the convention it was written in.
//!
//! Nothing here guesses: what contradicts itself is reported as such.

use super::{ALL, Convention};
use crate::geometry::{DVec2, polygon};
use crate::level::checks::support::{measure, tell};
use crate::level::{Body, Level};
use std::collections::BTreeMap;

/// Where y points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertical {
    /// Gravity pulls to smaller y.
    Up,
    /// Gravity pulls to larger y.
    Down,
    /// There is no gravity, or it pulls sideways.
    Unknown,
}

/// Bodies by what one kind of their parts says: ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// As in 000.
    pub plain: Vec<usize>,
    /// As in 001.
    pub mirrored: Vec<usize>,
}

/// What a document says of its convention.
#[derive(Clone, Debug, PartialEq)]
pub struct ConventionVerdict {
    /// Where y points.
    pub vertical: Vertical,
    /// Gravity as it stands in the document.
    pub gravity: [f64; 2],
    /// On which side hulls have their outside: the right in 000, the left in 001.
    pub hulls: Evidence,
    /// Which way triangles run: AB ^ AC is positive in 000, AC ^ AB in 001.
    pub triangles: Evidence,
}

/// Looks at gravity, hulls and triangles of a level that [`crate::level::format::validate`] accepts.
pub fn recognise(level: &Level) -> ConventionVerdict {
    let [x, y] = level.world.gravity;
    let vertical = match y {
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

/// Signs of less than this part of their sum decide nothing.
const NOTHING: f64 = 1e-6;

/// The sum, unless its parts cancel out.
fn decided(parts: impl Iterator<Item = f64>) -> f64 {
    let (sum, total) = parts.fold((0.0, 0.0), |(sum, total), part: f64| (sum + part, total + part.abs()));
    if sum.abs() > NOTHING * total { sum } else { 0.0 }
}

/// Positive where most of the triangles' area is counter-clockwise in a plane with y up.
fn winding(body: &Body, points: &[DVec2]) -> f64 {
    decided(body.triangles.iter().map(|corners| {
        let [a, b, c] = corners.map(|node| points[node]);
        polygon::doubled_triangle_area(a, b, c)
    }))
}

/// Positive where the hull has its outside on the right, from the side on which the body's own triangles lie, whichever
/// way these run; without any by the area that its loops enclose. An open hull alone says nothing: in a valley its middle is
/// outside.
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

/// Whether as many hull edges arrive at each node as leave it, and there are some.
fn is_closed(body: &Body) -> bool {
    let mut leaving = vec![0i64; body.nodes.len()];
    for &[a, b] in &body.hull {
        leaving[a] += 1;
        leaving[b] -= 1;
    }
    !body.hull.is_empty() && leaving.iter().all(|&count| count == 0)
}

/// The third corner of the triangle at each side that only one triangle has, where the side may be an edge of the hull.
fn thirds(body: &Body) -> BTreeMap<[usize; 2], usize> {
    let mut is_on_hull = vec![false; body.nodes.len()];
    body.hull.iter().flatten().for_each(|&node| is_on_hull[node] = true);
    let mut thirds: BTreeMap<[usize; 2], Option<usize>> = BTreeMap::new();
    for &[a, b, c] in &body.triangles {
        for (p, q, third) in [(a, b, c), (b, c, a), (c, a, b)] {
            // Inner sides, which are most of them, belong to no hull edge.
            if !(is_on_hull[p] && is_on_hull[q]) {
                continue;
            }
            thirds.entry([p.min(q), p.max(q)]).and_modify(|third| *third = None).or_insert(Some(third));
        }
    }
    thirds.into_iter().filter_map(|(side, third)| Some((side, third?))).collect()
}

impl ConventionVerdict {
    /// The convention that everything agrees on; none where there is no evidence, or where it contradicts itself.
    ///
    /// Where y points is unknown, it is taken to point up: that changes no coordinate.
    pub fn convention(&self) -> Option<&'static Convention> {
        if self.is_mixed() || !self.has_evidence() {
            return None;
        }
        let is_y_down = self.vertical == Vertical::Down;
        ALL.iter().find(|convention| convention.is_y_down == is_y_down && convention.is_mirrored == self.has_mirrored())
    }

    /// Whether anything at all says something.
    pub fn has_evidence(&self) -> bool {
        self.vertical != Vertical::Unknown || self.has_mirrored() || self.has_plain()
    }

    /// Whether some hulls or triangles are as in 000 and others as in 001.
    pub fn is_mixed(&self) -> bool {
        self.has_mirrored() && self.has_plain()
    }

    fn has_mirrored(&self) -> bool {
        !self.hulls.mirrored.is_empty() || !self.triangles.mirrored.is_empty()
    }

    fn has_plain(&self) -> bool {
        !self.hulls.plain.is_empty() || !self.triangles.plain.is_empty()
    }

    /// What was seen, a clause each.
    pub fn seen(&self) -> Vec<String> {
        let [x, y] = self.gravity.map(tell::num);
        let gravity = match self.vertical {
            Vertical::Up => format!("gravity ({x}, {y}) points to smaller y"),
            Vertical::Down => format!("gravity ({x}, {y}) points to larger y"),
            Vertical::Unknown => format!("gravity ({x}, {y}) does not tell where y points"),
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
        let nothing = (!self.has_plain() && !self.has_mirrored()).then(|| "no hull or triangle tells more".to_string());
        std::iter::once(gravity).chain(parts.into_iter().flatten()).chain(nothing).collect()
    }
}
