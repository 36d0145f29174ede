//! The sweep: levels at which edges begin, end or cross cut the plane into slabs; within one, no two edges cross, so
//! that the regions between them are trapezoids.
//!
//! Must never know: what the edges bound.

use super::{Cover, Quad};
use crate::geometry::{Aabb, BoxTree, DVec2, cross};
use std::ops::ControlFlow;

/// Pairs of boxes, and edges in slabs, that are looked at before giving up.
const BUDGET: usize = 20_000_000;

/// An edge upwards, with what changes from its left to its right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    low: DVec2,
    high: DVec2,
    /// Whether one comes into the hull or out of it.
    is_hull: bool,
    /// How many more triangles paint.
    paint: i32,
}

impl Edge {
    /// Between two points, with how often it leads from the first to the second in the hull and around triangles.
    pub fn new(a: DVec2, b: DVec2, hull: i32, paint: i32) -> Self {
        // What goes down has its inside, the left, where one comes to from the left.
        let (low, high, paint) = if a.y <= b.y { (a, b, -paint) } else { (b, a, paint) };
        Self { low, high, is_hull: hull % 2 != 0, paint }
    }

    fn x_at(&self, y: f64) -> f64 {
        if y <= self.low.y {
            self.low.x
        } else if y >= self.high.y {
            self.high.x
        } else {
            self.low.x + (self.high.x - self.low.x) * ((y - self.low.y) / (self.high.y - self.low.y))
        }
    }
}

/// Heights at which edges cross; none where there are too many to look at.
pub(super) fn crossings(edges: &[Edge]) -> Option<Vec<f64>> {
    let tree = BoxTree::new(edges.iter().map(|edge| Aabb::around([edge.low, edge.high])).collect());
    let (mut found, mut budget) = (Vec::new(), BUDGET);
    let all = tree.visit_pairs(|i, j| {
        budget -= 1;
        found.extend(crossing(&edges[i], &edges[j]));
        if budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    all.is_continue().then_some(found)
}

/// The height at which two edges cross or touch, other than at a common end.
fn crossing(first: &Edge, second: &Edge) -> Option<f64> {
    let ends = |edge: &Edge| [edge.low, edge.high];
    if ends(first).iter().any(|end| ends(second).contains(end)) {
        return None;
    }
    let (along, other) = (first.high - first.low, second.high - second.low);
    let between = second.low - first.low;
    let turn = cross(along, other);
    let (t, u) = (cross(between, other) / turn, cross(between, along) / turn);
    let is_within = |part: f64| (0.0..=1.0).contains(&part);
    (is_within(t) && is_within(u)).then_some(first.low.y + along.y * t)
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Spilled,
    Bare,
    Other,
}

/// A piece between two edges that goes on from slab to slab.
#[derive(Clone, Copy, Debug)]
struct Piece {
    kind: Kind,
    left: usize,
    right: usize,
    /// Ends of its lower side, and its height.
    low: [f64; 2],
    y: f64,
}

/// See the module.
pub(super) struct Sweep<'a> {
    pub edges: &'a [Edge],
    pub wants_pieces: bool,
}

impl Sweep<'_> {
    /// The areas, and the pieces where they are wanted; none where it would take too long.
    pub fn run(&self, crossings: &[f64]) -> Option<Cover> {
        let mut levels: Vec<f64> = self.edges.iter().flat_map(|edge| [edge.low.y, edge.high.y]).collect();
        levels.extend(crossings);
        levels.sort_unstable_by(f64::total_cmp);
        levels.dedup();
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.retain(|&edge| self.edges[edge].low.y < self.edges[edge].high.y);
        order.sort_by(|&a, &b| self.edges[a].low.y.total_cmp(&self.edges[b].low.y));
        let mut waiting = order.into_iter().peekable();
        let mut active: Vec<(f64, usize)> = Vec::new();
        let (mut open, mut found, mut budget) = (Vec::new(), Cover::default(), BUDGET);
        for slab in levels.windows(2) {
            let [from, to] = [slab[0], slab[1]];
            active.retain(|&(_, edge)| self.edges[edge].high.y > from);
            while let Some(edge) = waiting.next_if(|&edge| self.edges[edge].low.y <= from) {
                active.push((0.0, edge));
            }
            budget = budget.checked_sub(active.len() + 1)?;
            let middle = from * 0.5 + to * 0.5;
            active.iter_mut().for_each(|(x, edge)| *x = self.edges[*edge].x_at(middle));
            active.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let pieces = self.slab(&active, [from, to], &mut found);
            open = self.go_on(open, pieces, from, &mut found);
        }
        if let Some(&top) = levels.last() {
            self.go_on(open, Vec::new(), top, &mut found);
        }
        Some(found)
    }

    /// Measures one slab, and says what pieces are in it, from left to right.
    fn slab(&self, active: &[(f64, usize)], [from, to]: [f64; 2], found: &mut Cover) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut is_inside, mut paint) = (false, 0);
        for pair in active.windows(2) {
            let [left, right] = [pair[0].1, pair[1].1];
            let [a, b] = [&self.edges[left], &self.edges[right]];
            is_inside ^= a.is_hull;
            paint += a.paint;
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

    /// Pieces between the same edges go on; those that do not end at this height. Returns those that are open now.
    fn go_on(&self, open: Vec<Piece>, mut next: Vec<Piece>, y: f64, found: &mut Cover) -> Vec<Piece> {
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

/// From one edge to the next one on its right; rounding may turn them round.
fn width(left: &Edge, right: &Edge, y: f64) -> f64 {
    (right.x_at(y) - left.x_at(y)).max(0.0)
}
