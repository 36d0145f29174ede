//! Penetration depth of one outline in another: the greatest distance from a point of the first, on vertices or edges,
//! to the nearest point of the second.
//!
//! **Algorithm.** Branch and bound along each edge. The signed distance to the other outline changes by at most 1 per unit
//! of length (Lipschitz), and the distance to a single segment is convex, so its greatest value on a piece is at an end of
//! that piece. Pieces whose bound does not exceed the best value are dropped, and pieces that start and end outside
//! without meeting the other outline. Vertices are exact; points between them are
//! within [`TOLERANCE`] of the result. Nothing is allocated.

use super::{Aabb, cross, polygon};
use glam::DVec2;

/// Bound of the error: a point inside an edge may be deeper than the result by this fraction, plus 10⁻³ of this
/// fraction of the edge's length.
pub const TOLERANCE: f64 = 1e-6;
/// Maximum number of halvings of an edge.
const MOST_HALVINGS: u32 = 40;

/// A point and its distance to the outline, negative outside.
#[derive(Clone, Copy)]
struct Sample {
    at: DVec2,
    depth: f64,
}

/// An outline, given by its edges and its bounding box.
#[derive(Clone, Copy, Debug)]
pub struct Target<F> {
    /// Lists the edges in any order.
    pub edges: F,
    /// Bounding box of the edges.
    pub around: Aabb,
}

impl<F: Fn() -> E, E: Iterator<Item = (DVec2, DVec2)>> Target<F> {
    /// Distance from a point inside to the nearest point of the outline; 0 outside.
    pub fn depth(&self, point: DVec2) -> f64 {
        if self.around.contains(point) { self.sample(point).depth.max(0.0) } else { 0.0 }
    }

    /// Greatest depth of any point of these edges; 0 if none is inside.
    pub fn deepest(&self, edges: impl Iterator<Item = (DVec2, DVec2)> + Clone) -> f64 {
        let mut best = edges.clone().map(|(a, _)| self.depth(a)).fold(0.0, f64::max);
        for (a, b) in edges {
            if Aabb::around([a, b]).overlaps(&self.around) {
                best = self.refined(self.sample(a), self.sample(b), MOST_HALVINGS, best);
            }
        }
        best
    }

    fn sample(&self, at: DVec2) -> Sample {
        let distances = (self.edges)().map(|(a, b)| polygon::distance_to_segment(at, a, b));
        let distance = distances.fold(f64::INFINITY, f64::min);
        let is_inside = polygon::contains((self.edges)(), at);
        Sample { at, depth: if is_inside { distance } else { -distance } }
    }

    /// The maximum of `best` and of the depths between two samples.
    fn refined(&self, p: Sample, q: Sample, halvings: u32, best: f64) -> f64 {
        let best = best.max(p.depth).max(q.depth);
        let length = p.at.distance(q.at);
        let enough = best + TOLERANCE * best + TOLERANCE * 1e-3 * length;
        // Infinite or NaN coordinates end the search.
        let bound = 0.5 * (p.depth + q.depth + length);
        if bound.is_nan() || bound <= enough || enough.is_nan() || halvings == 0 {
            return best;
        }
        let is_outside = p.depth <= 0.0 && q.depth <= 0.0;
        if is_outside && !(self.edges)().any(|(a, b)| meets(p.at, q.at, a, b)) {
            return best;
        }
        let reach = |(a, b): (DVec2, DVec2)| {
            let [p, q] = [p.at, q.at].map(|end| polygon::distance_to_segment(end, a, b));
            p.max(q)
        };
        if (self.edges)().map(reach).fold(f64::INFINITY, f64::min) <= enough {
            return best;
        }
        let middle = self.sample((p.at + q.at) * 0.5);
        let best = self.refined(p, middle, halvings - 1, best);
        self.refined(middle, q, halvings - 1, best)
    }
}

/// True if two segments cross or touch. Ignores collinear segments, because the adjacent edges cross or touch as well.
fn meets(p: DVec2, q: DVec2, a: DVec2, b: DVec2) -> bool {
    let side = |from: DVec2, to: DVec2, point: DVec2| cross(to - from, point - from);
    let (a_side, b_side) = (side(p, q, a), side(p, q, b));
    let is_across = |one: f64, other: f64| (one >= 0.0) != (other > 0.0) || (one <= 0.0) != (other < 0.0);
    let is_parallel = a_side == 0.0 && b_side == 0.0;
    !is_parallel && is_across(a_side, b_side) && is_across(side(a, b, p), side(a, b, q))
}
