//! Classifies the trapezoids between the edges of each slab (see `slabs`) and joins them across slabs.

use super::{Cover, Quad, slabs};
use crate::geometry::DVec2;

/// Limits of pairs of boxes and of edges over all slabs.
const BUDGET: usize = 20_000_000;

/// Change of state from the left of an edge to its right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// True if the edge belongs to the hull, an odd number of times.
    is_hull: bool,
    /// Change of the number of triangles that paint.
    paint: i32,
}

pub(super) type CoverEdge = slabs::SlabEdge<Side>;

/// An edge with its counts from `a` to `b` in the hull and around the triangles.
pub(super) fn edge(a: DVec2, b: DVec2, hull: i32, paint: i32) -> CoverEdge {
    // A downward edge has its inside, the left, on the side that the sweep reaches.
    let (low, high, paint) = if a.y <= b.y { (a, b, -paint) } else { (b, a, paint) };
    CoverEdge { low, high, of: Side { is_hull: hull % 2 != 0, paint } }
}

/// Heights at which edges cross; `None` above the limits.
pub(super) fn crossings(edges: &[CoverEdge]) -> Option<Vec<f64>> {
    slabs::crossings(edges, BUDGET)
}

/// State of a trapezoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Spilled,
    Bare,
    Other,
}

/// A piece between two edges that continues across slabs.
#[derive(Clone, Copy, Debug)]
struct Piece {
    kind: Kind,
    left: usize,
    right: usize,
    /// Ends of its lower side, and its height.
    low: [f64; 2],
    y: f64,
}

/// One run over all slabs.
pub(super) struct Sweep<'a> {
    pub edges: &'a [CoverEdge],
    pub wants_pieces: bool,
}

impl Sweep<'_> {
    /// The areas, and the pieces if requested; `None` above the limits.
    pub fn run(&self, crossings: &[f64]) -> Option<Cover> {
        let (mut open, mut found, mut top) = (Vec::new(), Cover::default(), 0.0);
        slabs::each_slab(self.edges, crossings, BUDGET, |active, slab| {
            let pieces = self.slab(active, slab, &mut found);
            open = self.extend(std::mem::take(&mut open), pieces, slab[0], &mut found);
            top = slab[1];
        })?;
        self.extend(open, Vec::new(), top, &mut found);
        Some(found)
    }

    /// Measures one slab, and returns its pieces from left to right.
    fn slab(&self, active: &[(f64, usize)], [from, to]: [f64; 2], found: &mut Cover) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut is_inside, mut paint) = (false, 0);
        for pair in active.windows(2) {
            let [left, right] = [pair[0].1, pair[1].1];
            let [a, b] = [&self.edges[left], &self.edges[right]];
            is_inside ^= a.of.is_hull;
            paint += a.of.paint;
            let area = 0.5 * (to - from) * (width(a, b, from) + width(a, b, to));
            let is_painted = paint > 0;
            if is_inside {
                found.hull += area;
            }
            if is_painted {
                found.painted += area;
            }
            let kind = match (is_inside, is_painted) {
                (false, true) => Kind::Spilled,
                (true, false) => Kind::Bare,
                _ => Kind::Other,
            };
            match kind {
                Kind::Spilled => found.spill += area,
                Kind::Bare => found.unpainted += area,
                Kind::Other => continue,
            }
            match pieces.last_mut() {
                Some(last) if self.wants_pieces && last.kind == kind && last.right == left => last.right = right,
                _ if self.wants_pieces => {
                    pieces.push(Piece { kind, left, right, low: [a.x_at(from), b.x_at(from)], y: from });
                }
                _ => {}
            }
        }
        for piece in &mut pieces {
            piece.low[1] = self.edges[piece.right].x_at(from);
        }
        pieces
    }

    /// Extends pieces between the same edges and closes the others at this height. Returns the open pieces.
    fn extend(&self, open: Vec<Piece>, mut next: Vec<Piece>, y: f64, found: &mut Cover) -> Vec<Piece> {
        for old in open {
            let same =
                next.iter_mut().find(|piece| (piece.kind, piece.left, piece.right) == (old.kind, old.left, old.right));
            match same {
                Some(piece) => *piece = old,
                None => {
                    let [left, right] = [old.left, old.right].map(|edge| self.edges[edge].x_at(y));
                    let quad: Quad = [
                        DVec2::new(old.low[0], old.y),
                        DVec2::new(old.low[1], old.y),
                        DVec2::new(right, y),
                        DVec2::new(left, y),
                    ];
                    let list = if old.kind == Kind::Spilled { &mut found.spilled } else { &mut found.bare };
                    list.push(quad);
                }
            }
        }
        next
    }
}

/// Distance from one edge to the next on its right; 0 if rounding swaps them.
fn width(left: &CoverEdge, right: &CoverEdge, y: f64) -> f64 {
    (right.x_at(y) - left.x_at(y)).max(0.0)
}
