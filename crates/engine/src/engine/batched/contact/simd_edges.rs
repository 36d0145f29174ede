//! Point in hull and nearest edge, eight nodes or edges at a time.
//!
//! Distances are compared as squared fractions, without square roots and divisions. A result that rounding could change is
//! `NearestEdge::Unclear`; the reference function then decides.

use super::hull_columns::HullView;
use super::hull_topology::LANES;
use crate::geometry::Aabb;
use crate::level::EdgeChoice;
use fearless_simd::{f64x8, prelude::*};
use glam::DVec2;

/// Bit mask of those of eight nodes that are in a box or on its border.
#[inline(always)]
pub(in crate::engine) fn in_box<S: Simd>(simd: S, [x, y]: [&[f64]; 2], block: usize, bounds: &Aabb) -> u64 {
    let [x, y] = [eight(simd, x, LANES * block), eight(simd, y, LANES * block)];
    let right = x.simd_ge(bounds.min.x) & x.simd_le(bounds.max.x);
    let above = y.simd_ge(bounds.min.y) & y.simd_le(bounds.max.y);
    (right & above).to_bitmask()
}

/// x and y of A, then of B, for the edges AB that begin at eight vertices.
#[inline(always)]
pub(in crate::engine) fn edges<S: Simd>(simd: S, [x, y]: [&[f64]; 2], block: usize) -> [f64x8<S>; 4] {
    let at = LANES * block;
    [eight(simd, x, at), eight(simd, y, at), eight(simd, x, at + 1), eight(simd, y, at + 1)]
}

#[inline(always)]
fn eight<S: Simd>(simd: S, of: &[f64], from: usize) -> f64x8<S> {
    f64x8::from_slice(simd, &of[from..from + LANES])
}

/// As [`narrow_phase::is_inside`].
#[inline(always)]
pub(in crate::engine) fn is_inside<S: Simd>(simd: S, hull: &HullView<'_>, point: DVec2) -> bool {
    let (x, y) = (f64x8::splat(simd, point.x), f64x8::splat(simd, point.y));
    let columns = hull.columns();
    let mut crossed = 0;
    for (block, &are_edges) in hull.topology.are_edges.iter().enumerate() {
        let [ax, ay, bx, by] = edges(simd, columns, block);
        let (a_is_below, b_is_below) = (ay.simd_le(y), by.simd_le(y));
        let is_right = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).simd_lt(0.0);
        let is_crossed = (a_is_below ^ b_is_below) & !(is_right ^ a_is_below);
        crossed ^= is_crossed.to_bitmask() & u64::from(are_edges);
    }
    crossed.count_ones() % 2 == 1
}

/// Result of the vector search for the nearest edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) enum NearestEdge {
    /// The edge that begins at this vertex.
    Edge(usize),
    /// No edge is eligible.
    None,
    /// Edges are equally near within rounding, or too long or too short for squares: the reference function decides.
    Unclear,
}

/// Squared distances with a smaller relative difference are compared by the reference function. Rounding changes each by less
/// than a thousandth of it.
const ALIKE: f64 = 1e-12;

/// For lengths between the square roots of these bounds no product overflows or underflows.
const SMALL: f64 = 1e-75;
const LARGE: f64 = 1e75;

/// Rules that judge each edge independently, as constant parameters of the loop.
const PROJECTION: u8 = 0;
const WEDGE_45: u8 = 1;
const DISTANCE: u8 = 2;

/// The nearest eligible edge; `Unclear` for a rule that depends on motion.
#[inline(always)]
pub(in crate::engine) fn nearest<S: Simd>(
    simd: S,
    hull: &HullView<'_>,
    point: DVec2,
    barycentre: Option<DVec2>,
    choice: EdgeChoice,
) -> NearestEdge {
    match choice {
        EdgeChoice::Projection => nearest_of::<S, PROJECTION>(simd, hull, point, barycentre),
        EdgeChoice::Wedge45 => nearest_of::<S, WEDGE_45>(simd, hull, point, barycentre),
        EdgeChoice::Distance => nearest_of::<S, DISTANCE>(simd, hull, point, barycentre),
        EdgeChoice::EntryEdge => NearestEdge::Unclear,
    }
}

/// The nearest edge so far per lane: its squared distance is `square / part`.
#[derive(Clone, Copy)]
struct Least<S: Simd> {
    square: f64x8<S>,
    part: f64x8<S>,
    /// Block of the edge.
    block: f64x8<S>,
}

/// As [`edge_choice::nearest_edge`] for one rule, with one division at the end and no square root.
#[inline(always)]
fn nearest_of<S: Simd, const RULE: u8>(
    simd: S,
    hull: &HullView<'_>,
    point: DVec2,
    barycentre: Option<DVec2>,
) -> NearestEdge {
    let (x, y) = (f64x8::splat(simd, point.x), f64x8::splat(simd, point.y));
    let (zero, one, never) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, 1.0), f64x8::splat(simd, f64::INFINITY));
    let beyond_doubt = f64x8::splat(simd, 1.0 + ALIKE);
    let mut least = Least { square: never, part: one, block: zero };
    let (mut alike, mut unclear) = (zero.simd_lt(zero), 0);
    let columns = hull.columns();
    for (block, &are_edges) in hull.topology.are_edges.iter().enumerate() {
        let [ax, ay, bx, by] = edges(simd, columns, block);
        let (abx, aby, amx, amy) = (bx - ax, by - ay, x - ax, y - ay);
        let cross = abx * amy - aby * amx;
        let dot = abx * amx + aby * amy;
        let length_squared = abx * abx + aby * aby;
        // Lanes without an edge hold NaN and fail both comparisons.
        let mut is_eligible = cross.simd_ge(zero) & length_squared.simd_gt(zero);
        if let Some(barycentre) = barycentre {
            let side = abx * (barycentre.y - ay) - aby * (barycentre.x - ax);
            is_eligible &= side.simd_lt(zero);
        }
        let (mut square, mut part) = (cross * cross, length_squared);
        if RULE == PROJECTION {
            is_eligible &= zero.simd_le(dot) & dot.simd_le(length_squared);
        } else if RULE == WEDGE_45 {
            is_eligible &= (-cross).simd_le(dot) & dot.simd_le(length_squared + cross);
        } else {
            let (bmx, bmy) = (x - bx, y - by);
            let (is_before, is_past) = (dot.simd_lt(zero), dot.simd_gt(length_squared));
            square = is_past.select(bmx * bmx + bmy * bmy, square);
            square = is_before.select(amx * amx + amy * amy, square);
            part = (is_before | is_past).select(one, part);
        }
        // Zero is zero; but a square may be so small that it is rounded to it, or nearly.
        let is_sound = length_squared.simd_ge(SMALL)
            & length_squared.simd_le(LARGE)
            & (square.simd_ge(SMALL * SMALL) | cross.simd_eq(zero));
        let is_unclear = (is_eligible & !is_sound) | !cross.simd_le(LARGE);
        unclear |= is_unclear.to_bitmask() & u64::from(are_edges);
        if block == 0 {
            least.square = is_eligible.select(square, never);
            least.part = is_eligible.select(part, one);
            continue;
        }
        let (ours, theirs) = (square * least.part, least.square * part);
        let is_nearer = is_eligible & ours.simd_lt(theirs);
        let is_alike = !((ours * beyond_doubt).simd_lt(theirs) | (theirs * beyond_doubt).simd_lt(ours));
        alike |= is_eligible & is_alike;
        least.square = is_nearer.select(square, least.square);
        least.part = is_nearer.select(part, least.part);
        least.block = is_nearer.select(f64x8::splat(simd, block as f64), least.block);
    }
    if unclear == 0 { least.decide(alike.to_bitmask()) } else { NearestEdge::Unclear }
}

impl<S: Simd> Least<S> {
    /// The edge of least distance in all lanes; `alike` has a bit for each lane in which another edge was about as near.
    #[inline(always)]
    fn decide(self, alike: u64) -> NearestEdge {
        let squares = self.square / self.part;
        let blocks = <[f64; LANES]>::from(self.block);
        let least = squares.reduce_min();
        let nearest = squares.simd_eq(least).to_bitmask();
        let lane = nearest.trailing_zeros() as usize;
        let are_near = squares.simd_le(least * (1.0 + ALIKE)).to_bitmask();
        if are_near.count_ones() == 1 && nearest & alike == 0 {
            return NearestEdge::Edge(LANES * blocks[lane % LANES] as usize + lane);
        }
        if least == f64::INFINITY { NearestEdge::None } else { NearestEdge::Unclear }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::batched::contact::hull_columns::HullColumns;
    use crate::engine::data::instruction_set::Kernel;
    use crate::engine::data::{InstructionSet, World};
    use crate::engine::reference::contact::{PointQuery, edge_choice, narrow_phase};
    use crate::level::{Body, Level, Node};

    /// One point, tested with one instruction set.
    struct Asked<'a> {
        hull: HullView<'a>,
        point: DVec2,
        barycentre: Option<DVec2>,
        choice: EdgeChoice,
    }

    impl Kernel for Asked<'_> {
        type Output = (bool, NearestEdge);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let Self { hull, point, barycentre, choice } = self;
            (is_inside(simd, &hull, point), nearest(simd, &hull, point, barycentre, choice))
        }
    }

    /// Numbers below a bound, the same in each run.
    struct Below(u64);

    impl Below {
        fn next(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }
    }

    /// A loop through points of a grid: edges of all directions, of no length, on each other.
    fn hull(below: &mut Below, scale: f64, grid: u64) -> Body {
        let count = 3 + below.next(28) as usize;
        let mut at = || below.next(grid) as f64 * scale;
        let nodes = (0..count).map(|_| Node::at([at(), at()])).collect();
        Body { nodes, hull: (0..count).map(|node| [node, (node + 1) % count]).collect(), ..Body::default() }
    }

    /// A decided result equals that of the reference function, for any position and size; and most results are decided.
    #[test]
    fn simd_nearest_edge_equals_reference() {
        let mut below = Below(3);
        let mut unclear = [[0u32; 2]; 2];
        for round in 0..600 {
            let scale = [1.0, 1e-3, 3e-40, 1e-160, 1e37, 1e60, 1e150][round % 7];
            // On a coarse grid much is equally near; on a fine one hardly anything.
            let is_fine = round % 2 == 0;
            let grid = if is_fine { 1 << 20 } else { 5 };
            let level = Level { bodies: vec![hull(&mut below, scale, grid)], ..Level::default() };
            let world = World::new(&level).unwrap();
            let mut hulls = HullColumns::default();
            hulls.prepare(&world.layout, &world.state);
            let shared = hulls.share();
            for _ in 0..20 {
                let mut at = || DVec2::new(below.next(grid) as f64, below.next(grid) as f64) * scale;
                let (point, center) = (at(), at());
                for choice in [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance] {
                    for barycentre in [None, Some(center)] {
                        let (layout, state) = (&world.layout, &world.state);
                        let query =
                            PointQuery { point, node: None, old_point: point, other: 0, barycentre, choice, old: None };
                        let score = edge_choice::score_of(choice);
                        let edges = layout.bodies[0].hull_edges.clone();
                        let expected = edge_choice::nearest_edge(layout, state, &query, edges, score);
                        let is_in = narrow_phase::is_inside(layout, state, 0, point);
                        for set in InstructionSet::available() {
                            let hull = shared.of(0);
                            let Some(found) = set.run(Asked { hull, point, barycentre, choice }) else { continue };
                            assert_eq!(found.0, is_in, "{set:?}: {point} in round {round}");
                            let is_ordinary = usize::from(is_fine && scale == 1.0);
                            unclear[is_ordinary][0] += 1;
                            let nearest = match found.1 {
                                NearestEdge::Edge(vertex) => Some(hull.topology.vertices[vertex].edge as usize),
                                NearestEdge::None => None,
                                NearestEdge::Unclear => {
                                    unclear[is_ordinary][1] += 1;
                                    continue;
                                }
                            };
                            assert_eq!(nearest, expected, "{set:?}, {choice:?}: {point} in round {round}");
                        }
                    }
                }
            }
        }
        let [[others, others_unclear], [ordinary, ordinary_unclear]] = unclear;
        // A corner is as near by one of its edges as by the other.
        assert!(ordinary > 0 && ordinary_unclear * 20 < ordinary, "{ordinary_unclear} of {ordinary}");
        assert!(others_unclear * 10 > others, "there are ties: {others_unclear} of {others}");
    }
}
