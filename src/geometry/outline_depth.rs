//! How deep one outline lies inside another: the greatest distance from a point of the one, vertices and edges alike, to
//! the nearest point of the other.
//!
//! **Algorithm.** Branch and bound along each edge. The signed distance to the other outline changes by at most 1 per unit
//! of length (Lipschitz), and the distance to a single segment is convex, so its greatest value on a piece is at an end of
//! that piece. Pieces whose bound does not exceed the best value are dropped. Vertices are exact; points between them are
//! within [`TOLERANCE`] of the result. Nothing is allocated.

use super::{Aabb, polygon};
use glam::DVec2;

/// A point inside an edge may be deeper than the result by this part of it, plus 10⁻³ of this part of the edge's length.
pub const TOLERANCE: f64 = 1e-6;
/// How often an edge is halved at most.
const MOST_HALVINGS: u32 = 40;

/// A point and its distance to the outline, negative outside.
#[derive(Clone, Copy)]
struct Sample {
    at: DVec2,
    depth: f64,
}

/// An outline by its edges, and the box around it.
#[derive(Clone, Copy, Debug)]
pub struct Target<F> {
    /// Lists the edges; the order does not matter.
    pub edges: F,
    /// The box around all of them.
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

    /// The best of `best` and of the points between two.
    fn refined(&self, p: Sample, q: Sample, halvings: u32, best: f64) -> f64 {
        let best = best.max(p.depth).max(q.depth);
        let length = p.at.distance(q.at);
        let enough = best + TOLERANCE * best + TOLERANCE * 1e-3 * length;
        // Written so that NaN ends it too.
        if !(0.5 * (p.depth + q.depth + length) > enough) || halvings == 0 {
            return best;
        }
        let reach = |(a, b): (DVec2, DVec2)| {
            let [p, q] = [p.at, q.at].map(|end| polygon::distance_to_segment(end, a, b));
            p.max(q)
        };
        if !((self.edges)().map(reach).fold(f64::INFINITY, f64::min) > enough) {
            return best;
        }
        let middle = self.sample((p.at + q.at) * 0.5);
        let best = self.refined(p, middle, halvings - 1, best);
        self.refined(middle, q, halvings - 1, best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(low: DVec2, side: f64) -> Vec<(DVec2, DVec2)> {
        let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(|(x, y)| low + DVec2::new(x, y));
        (0..4).map(|at| (corners[at], corners[(at + 1) % 4])).collect()
    }

    fn deepest(one: &[(DVec2, DVec2)], other: &[(DVec2, DVec2)]) -> f64 {
        let around = Aabb::around(other.iter().map(|edge| edge.0));
        Target { edges: || other.iter().copied(), around }.deepest(one.iter().copied())
    }

    #[test]
    fn level_squares_are_as_deep_as_their_overlap_is_wide() {
        // Every corner lies on the other's upper or lower side: corners alone have depth 0.
        let (one, other) = (square(DVec2::ZERO, 5.0), square(DVec2::new(2.8, 0.0), 5.0));
        let found = deepest(&one, &other);
        assert!((found - 2.2).abs() < 1e-5, "{found}");
        assert!((deepest(&other, &one) - 2.2).abs() < 1e-5);
    }

    #[test]
    fn a_corner_is_exact_and_touching_is_nothing() {
        let diamond = [(0.0, -0.25), (1.0, 0.75), (0.0, 1.75), (-1.0, 0.75)].map(|(x, y)| DVec2::new(x, y));
        let diamond: Vec<_> = (0..4).map(|at| (diamond[at], diamond[(at + 1) % 4])).collect();
        let ground = square(DVec2::new(-10.0, -20.0), 20.0);
        assert_eq!(deepest(&diamond, &ground), 0.25);
        assert_eq!(deepest(&square(DVec2::ZERO, 1.0), &square(DVec2::new(1.0, 0.0), 1.0)), 0.0);
        assert_eq!(deepest(&square(DVec2::ZERO, 1.0), &square(DVec2::new(3.0, 0.0), 1.0)), 0.0);
        // The distance to the right side, in the middle of the inner square's left one: nested, 4 from each side.
        assert!((deepest(&square(DVec2::splat(4.0), 2.0), &square(DVec2::ZERO, 10.0)) - 4.0).abs() < 1e-4);
    }

    #[test]
    fn no_sampled_point_is_deeper() {
        let star: Vec<DVec2> = (0..14)
            .map(|at| {
                let angle = f64::from(at) * std::f64::consts::TAU / 14.0;
                DVec2::new(libm::cos(angle), libm::sin(angle)) * if at % 2 == 0 { 3.0 } else { 1.2 }
            })
            .collect();
        let star: Vec<_> = (0..14).map(|at| (star[at], star[(at + 1) % 14])).collect();
        for shift in 0..40 {
            let other = square(DVec2::new(-3.0 + 0.13 * f64::from(shift), -1.0 + 0.07 * f64::from(shift)), 2.6);
            let target = Target { edges: || other.iter().copied(), around: Aabb::around(other.iter().map(|e| e.0)) };
            let found = target.deepest(star.iter().copied());
            let places = star.iter().flat_map(|&(a, b)| (0..=2000).map(move |at| a.lerp(b, f64::from(at) / 2000.0)));
            let sampled = places.map(|at| target.depth(at)).fold(0.0, f64::max);
            assert!(found >= sampled * (1.0 - 2e-6) - 1e-8 && found <= sampled + 2e-3, "{found} {sampled}");
        }
    }
}
