//! Contacts where nobody looks on: the same questions as in `inside` and `edge_choice`, put to eight nodes or edges at a time, with
//! the same operations and so the same answers bit for bit.
//!
//! Must never know: the trace, forces.

use super::hulls::{HullView, LANES, SharedHulls};
use super::response::{self, Meeting};
use super::shared::SharedNodes;
use super::trails::Shape;
use super::turns::Part;
use super::{Query, inside, is_pushed_by_force};
use crate::engine::Layout;
use crate::engine::kernels::Kernel;
use crate::geometry::Aabb;
use crate::level::EdgeChoice;
use fearless_simd::{f64x8, prelude::*};
use glam::DVec2;

/// Pairs whose contacts are to be resolved, one after the other. Other threads may be at other pairs meanwhile.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a> {
    pub part: Part<'a>,
    pub ground: Ground<'a>,
}

/// What all threads work on.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub layout: &'a Layout,
    pub nodes: SharedNodes<'a>,
    pub hulls: SharedHulls<'a>,
    pub boxes: &'a [Aabb],
    pub barycentres: &'a [DVec2],
    pub old_positions: &'a [DVec2],
}

/// What came of some pairs.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Contacts that were resolved.
    pub contacts: u64,
    /// Nodes that are inside a hull and have no edge.
    pub stuck: Vec<u32>,
}

impl Kernel for Pairs<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Outcome {
        let Self { part, ground } = self;
        let mut outcome = Outcome::default();
        let _watch = part.watch();
        for turn in part.turns {
            let [first, second] = turn.pair.map(|body| body as usize);
            part.begin(turn);
            if !is_pushed_by_force(ground.layout, first, second) {
                ground.resolve(simd, first, second, &mut outcome);
                ground.resolve(simd, second, first, &mut outcome);
            }
            part.end(turn);
        }
        outcome
    }
}

/// Who meets whom: a body whose nodes are asked, and one whose edges are.
#[derive(Clone, Copy)]
struct Sides<'a> {
    bodies: [usize; 2],
    own: HullView<'a>,
    other: HullView<'a>,
}

impl<'a> Ground<'a> {
    /// The hull nodes of `body`, ascending, against the hull of `other`. Only the latter moves before a node's turn, so that
    /// all can be asked at once whether they are in its box.
    #[inline(always)]
    fn resolve<S: Simd>(&self, simd: S, body: usize, other: usize, outcome: &mut Outcome) {
        let sides = Sides { bodies: [body, other], own: self.hulls.of(body), other: self.hulls.of(other) };
        if self.is_out_of_reach(simd, &sides) {
            return;
        }
        for word in 0..sides.own.shape.by_node.len().div_ceil(64) {
            let mut waiting = self.waiting(simd, &sides, word);
            while waiting != 0 {
                let place = sides.own.shape.by_node[64 * word + waiting.trailing_zeros() as usize] as usize;
                self.ask(simd, &sides, place, outcome);
                waiting &= waiting - 1;
            }
        }
    }

    /// Of 64 nodes of a hull, ascending, those in the other's box, a bit each.
    #[inline(always)]
    fn waiting<S: Simd>(&self, simd: S, sides: &Sides<'a>, word: usize) -> u64 {
        let Shape { are_nodes, by_node, .. } = sides.own.shape;
        let bounds = &self.boxes[sides.bodies[1]];
        if by_node.len() > 64 {
            let some = by_node[64 * word..].iter().take(64).enumerate();
            let is_in = |place: u32| u64::from(bounds.contains(sides.own.position(place as usize)));
            return some.fold(0, |waiting, (bit, &place)| waiting | is_in(place) << bit);
        }
        let columns = sides.own.columns();
        let mut waiting = 0;
        for block in 0..are_nodes.len() {
            waiting |= sides.own.shape.ranks(block, in_box(simd, columns, block, bounds));
        }
        waiting
    }

    /// As [`inside::all_alike`], where that says that all are outside.
    #[inline(always)]
    fn is_out_of_reach<S: Simd>(&self, simd: S, sides: &Sides<'a>) -> bool {
        let [own, other] = sides.bodies.map(|body| &self.boxes[body]);
        // Hardly any pair comes further than this.
        if !other.contains_box(own) {
            return false;
        }
        let [near, far] = inside::near_and_far(own);
        let Shape { are_edges, is_closed, .. } = sides.other.shape;
        if !is_closed || !other.contains_box(&far) {
            return false;
        }
        let columns = sides.other.columns();
        for (block, &are_edges) in are_edges.iter().enumerate() {
            let [ax, ay, bx, by] = edges(simd, columns, block);
            let is_beside =
                (ax.simd_lt(far.min.x) & bx.simd_lt(far.min.x)) | (ax.simd_gt(far.max.x) & bx.simd_gt(far.max.x));
            let is_over =
                (ay.simd_lt(far.min.y) & by.simd_lt(far.min.y)) | (ay.simd_gt(far.max.y) & by.simd_gt(far.max.y));
            if !(is_beside | is_over).to_bitmask() & u64::from(are_edges) != 0 {
                return false;
            }
        }
        let columns = sides.own.columns();
        for (block, &are_nodes) in sides.own.shape.are_nodes.iter().enumerate() {
            // Nodes may have left the box since it was made.
            if !in_box(simd, columns, block, &near) & u64::from(are_nodes) != 0 {
                return false;
            }
        }
        let first = sides.own.shape.by_node[0] as usize;
        !is_inside(simd, &sides.other, sides.own.position(first))
    }

    #[inline(always)]
    fn ask<S: Simd>(&self, simd: S, sides: &Sides<'a>, place: usize, outcome: &mut Outcome) {
        let point = sides.own.position(place);
        if !is_inside(simd, &sides.other, point) {
            return;
        }
        let contact = &self.layout.settings.contact;
        let barycentre = contact.barycentre_rule.then(|| self.barycentres[sides.bodies[0]]);
        let choice = contact.edge_choice;
        let nearest = match choice {
            EdgeChoice::Projection => nearest::<S, PROJECTION>(simd, &sides.other, point, barycentre),
            EdgeChoice::Wedge45 => nearest::<S, WEDGE_45>(simd, &sides.other, point, barycentre),
            EdgeChoice::Distance => nearest::<S, DISTANCE>(simd, &sides.other, point, barycentre),
            EdgeChoice::EntryEdge => Nearest::Unclear,
        };
        let chosen = match nearest {
            Nearest::Edge(place) => Some(place),
            Nearest::None => None,
            Nearest::Unclear => self.choose_one_by_one(sides, place, point, barycentre),
        };
        match chosen {
            Some(edge) => outcome.contacts += u64::from(self.answer(sides, place, edge)),
            None => outcome.stuck.push(sides.own.node(place) as u32),
        }
    }

    /// Rules that look at motion, and edges that are about equally near. The place where the edge begins.
    #[inline(never)]
    fn choose_one_by_one(
        &self,
        sides: &Sides<'a>,
        place: usize,
        point: DVec2,
        barycentre: Option<DVec2>,
    ) -> Option<usize> {
        let node = sides.own.node(place);
        let query = Query {
            point,
            node: Some(node),
            old_point: self.old_positions[node],
            other: sides.bodies[1],
            barycentre,
            choice: self.layout.settings.contact.edge_choice,
            old: Some(self.old_positions),
        };
        let edge = inside::choose(self.layout, &self.nodes, &query)?;
        Some(sides.other.shape.by_edge[edge - sides.other.hull.first_edge as usize] as usize)
    }

    /// As [`response::resolve`]: whether anything could move.
    #[inline(always)]
    fn answer(&self, sides: &Sides<'a>, place: usize, edge: usize) -> bool {
        let Sides { own, other, .. } = sides;
        let nodes = &self.nodes;
        let (of_m, of_edge) = (&own.shape.places[place], &other.shape.places[edge]);
        let [m, a, b] = [own.node(place), other.node(edge), other.node(edge + 1)];
        let [at_m, at_a, at_b] = [own.position(place), other.position(edge), other.position(edge + 1)];
        let [restitution, friction] = [0, 1].map(|index| own.hull.surface[index] * other.hull.surface[index]);
        let response = response::respond(&Meeting {
            ab: at_b - at_a,
            am: at_m - at_a,
            velocity_m: nodes.velocity(m),
            velocity_ab: [nodes.velocity(a), nodes.velocity(b)],
            inverse_mass_m: of_m.inverse_mass,
            inverse_mass_ab: of_edge.inverse_mass_of_edge,
            restitution,
            friction,
            approaching_only: self.layout.settings.contact.approaching_only,
        });
        let Some(response) = response else { return false };
        if response.inverse_mass_m != 0.0 {
            nodes.add_velocity(m, response.impulse_m + response.friction_m);
            own.follow(place, nodes.move_to(m, at_m + response.move_m));
        }
        if response.inverse_mass_ab != 0.0 {
            let velocity = response.impulse_ab + response.friction_ab;
            for (node, place, at) in [(a, edge, at_a), (b, edge + 1, at_b)] {
                nodes.add_velocity(node, velocity);
                other.follow(place, nodes.move_to(node, at + response.move_ab));
            }
        }
        true
    }
}

/// Which of eight nodes are in a box, the border included.
#[inline(always)]
fn in_box<S: Simd>(simd: S, [x, y]: [&[f64]; 2], block: usize, bounds: &Aabb) -> u64 {
    let [x, y] = [eight(simd, x, LANES * block), eight(simd, y, LANES * block)];
    let right = x.simd_ge(bounds.min.x) & x.simd_le(bounds.max.x);
    let above = y.simd_ge(bounds.min.y) & y.simd_le(bounds.max.y);
    (right & above).to_bitmask()
}

/// x and y of A, x and y of B of the edges that begin at eight places.
#[inline(always)]
fn edges<S: Simd>(simd: S, [x, y]: [&[f64]; 2], block: usize) -> [f64x8<S>; 4] {
    let at = LANES * block;
    [eight(simd, x, at), eight(simd, y, at), eight(simd, x, at + 1), eight(simd, y, at + 1)]
}

#[inline(always)]
fn eight<S: Simd>(simd: S, of: &[f64], from: usize) -> f64x8<S> {
    f64x8::from_slice(simd, &of[from..from + LANES])
}

/// As [`inside::is_inside`].
#[inline(always)]
fn is_inside<S: Simd>(simd: S, hull: &HullView<'_>, point: DVec2) -> bool {
    let (x, y) = (f64x8::splat(simd, point.x), f64x8::splat(simd, point.y));
    let columns = hull.columns();
    let mut crossed = 0;
    for (block, &are_edges) in hull.shape.are_edges.iter().enumerate() {
        let [ax, ay, bx, by] = edges(simd, columns, block);
        let (a_is_below, b_is_below) = (ay.simd_le(y), by.simd_le(y));
        let is_right = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).simd_lt(0.0);
        let is_crossed = (a_is_below ^ b_is_below) & !(is_right ^ a_is_below);
        crossed ^= is_crossed.to_bitmask() & u64::from(are_edges);
    }
    crossed.count_ones() % 2 == 1
}

/// What eight edges at a time can tell of which is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Nearest {
    /// It begins at this place.
    Edge(usize),
    /// None is eligible.
    None,
    /// Some are too alike, or too long or too short: they have to be asked one by one.
    Unclear,
}

/// Squares of distances that differ by less than this part have to be told apart by the distances themselves. Rounding moves neither
/// by a thousandth of it.
const ALIKE: f64 = 1e-12;

/// With lengths between the roots of these no product here leaves the range of numbers.
const SMALL: f64 = 1e-75;
const LARGE: f64 = 1e75;

/// Rules that look at one edge at a time, each with a loop of its own.
const PROJECTION: u8 = 0;
const WEDGE_45: u8 = 1;
const DISTANCE: u8 = 2;

/// The nearest edges so far, one in each lane: square of the distance, as a fraction.
#[derive(Clone, Copy)]
struct Least<S: Simd> {
    square: f64x8<S>,
    part: f64x8<S>,
    /// Which block they are of.
    block: f64x8<S>,
}

/// As [`inside::nearest`] with the judge of a rule that looks at one edge at a time. Distances are compared by their squares, and
/// these as fractions: neither a root nor, but for one at the end, a division.
#[inline(always)]
fn nearest<S: Simd, const RULE: u8>(simd: S, hull: &HullView<'_>, point: DVec2, barycentre: Option<DVec2>) -> Nearest {
    let (x, y) = (f64x8::splat(simd, point.x), f64x8::splat(simd, point.y));
    let (zero, one, never) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, 1.0), f64x8::splat(simd, f64::INFINITY));
    let beyond_doubt = f64x8::splat(simd, 1.0 + ALIKE);
    let mut least = Least { square: never, part: one, block: zero };
    let (mut alike, mut unclear) = (zero.simd_lt(zero), 0);
    let columns = hull.columns();
    for (block, &are_edges) in hull.shape.are_edges.iter().enumerate() {
        let [ax, ay, bx, by] = edges(simd, columns, block);
        let (abx, aby, amx, amy) = (bx - ax, by - ay, x - ax, y - ay);
        let cross = abx * amy - aby * amx;
        let dot = abx * amx + aby * amy;
        let length_squared = abx * abx + aby * aby;
        // Not where there is no edge: that has no numbers.
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
    let squares = least.square / least.part;
    let blocks = <[f64; LANES]>::from(least.block);
    let least = squares.reduce_min();
    let nearest = squares.simd_eq(least).to_bitmask();
    let lane = nearest.trailing_zeros() as usize;
    let are_near = squares.simd_le(least * (1.0 + ALIKE)).to_bitmask();
    if unclear == 0 && are_near.count_ones() == 1 && nearest & alike.to_bitmask() == 0 {
        return Nearest::Edge(LANES * blocks[lane % LANES] as usize + lane);
    }
    if unclear == 0 && least == f64::INFINITY { Nearest::None } else { Nearest::Unclear }
}
