//! Contacts where nobody looks on: the same questions as in `inside` and `edge_choice`, put to eight nodes or edges at a time, with
//! the same operations and so the same answers bit for bit.
//!
//! Must never know: the trace, forces.

use super::hulls::{EdgeBlock, LANES, NodeBlock, SharedHulls};
use super::response::{self, Meeting};
use super::shared::SharedNodes;
use super::{Query, inside};
use crate::engine::Layout;
use crate::engine::kernels::Kernel;
use crate::engine::state::Placed;
use crate::geometry::Aabb;
use crate::level::EdgeChoice;
use fearless_simd::{f64x8, mask64x8, prelude::*};
use glam::DVec2;

/// Pairs whose contacts are to be resolved, one after the other. Other threads may be at other pairs of the same colour.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a, I> {
    pub pairs: I,
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

impl<I: Iterator<Item = [usize; 2]>> Kernel for Pairs<'_, I> {
    type Output = Outcome;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Outcome {
        let mut outcome = Outcome::default();
        for [first, second] in self.pairs {
            self.ground.resolve(simd, first, second, &mut outcome);
            self.ground.resolve(simd, second, first, &mut outcome);
        }
        outcome
    }
}

impl Ground<'_> {
    /// The hull nodes of `body`, ascending, against the hull of `other`. Only the latter moves before a node's turn, so that
    /// all can be asked at once whether they are in its box.
    #[inline(always)]
    fn resolve<S: Simd>(&self, simd: S, body: usize, other: usize, outcome: &mut Outcome) {
        if inside::all_alike(self.layout, &self.nodes, self.boxes, body, other) == Some(false) {
            return;
        }
        for block in 0..self.hulls.node_blocks(body) {
            let mut found = in_box(simd, self.hulls.nodes(body, block), &self.boxes[other]);
            while found != 0 {
                let place = LANES * block + found.trailing_zeros() as usize;
                found &= found - 1;
                self.ask(simd, [body, other], place, outcome);
            }
        }
    }

    #[inline(always)]
    fn ask<S: Simd>(&self, simd: S, [body, other]: [usize; 2], place: usize, outcome: &mut Outcome) {
        let point = self.hulls.position(body, place);
        let edges = self.hulls.edges(other);
        if !is_inside(simd, edges, point) {
            return;
        }
        let contact = &self.layout.settings.contact;
        let chosen = if contact.edge_choice == EdgeChoice::EntryEdge {
            self.choose_entry([body, other], place, point)
        } else {
            let barycentre = contact.barycentre_rule.then(|| self.barycentres[body]);
            let first = self.hulls.first_edge(other);
            nearest(simd, edges, point, barycentre, contact.edge_choice).map(|edge| first + edge)
        };
        match chosen {
            Some(edge) => outcome.contacts += u64::from(self.answer([body, other], place, edge)),
            None => outcome.stuck.push(self.hulls.node(self.layout, body, place) as u32),
        }
    }

    /// Rules that look at motion are asked one by one.
    #[inline(never)]
    fn choose_entry(&self, [body, other]: [usize; 2], place: usize, point: DVec2) -> Option<usize> {
        let node = self.hulls.node(self.layout, body, place);
        let contact = &self.layout.settings.contact;
        let query = Query {
            point,
            node: Some(node),
            old_point: self.old_positions[node],
            other,
            barycentre: contact.barycentre_rule.then(|| self.barycentres[body]),
            choice: contact.edge_choice,
            old: Some(self.old_positions),
        };
        inside::choose(self.layout, &self.nodes, &query)
    }

    /// As [`response::resolve`]: whether anything could move.
    #[inline(never)]
    fn answer(&self, [body, other]: [usize; 2], place: usize, edge: usize) -> bool {
        let Self { layout, nodes, hulls, .. } = self;
        let m = hulls.node(layout, body, place);
        let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
        let ([restitution, friction], surface) = (hulls.surface(body), hulls.surface(other));
        let (at_a, inverse_mass_m) = (nodes.position(a), layout.inverse_mass[m]);
        let response = response::respond(&Meeting {
            ab: nodes.position(b) - at_a,
            am: nodes.position(m) - at_a,
            velocity_m: nodes.velocity(m),
            velocity_ab: [nodes.velocity(a), nodes.velocity(b)],
            inverse_mass_m,
            inverse_mass_ab: hulls.inverse_mass(edge),
            restitution: restitution * surface[0],
            friction: friction * surface[1],
            approaching_only: layout.settings.contact.approaching_only,
        });
        let Some(response) = response else { return false };
        if inverse_mass_m != 0.0 {
            nodes.add_velocity(m, response.impulse_m + response.friction_m);
        }
        if response.inverse_mass_ab != 0.0 {
            nodes.add_velocity(a, response.impulse_ab + response.friction_ab);
            nodes.add_velocity(b, response.impulse_ab + response.friction_ab);
        }
        if inverse_mass_m != 0.0 {
            hulls.follow(body, place, nodes.move_by(m, response.move_m));
        }
        if response.inverse_mass_ab != 0.0 {
            let [place_a, place_b] = hulls.ends(edge);
            hulls.follow(other, place_a, nodes.move_by(a, response.move_ab));
            hulls.follow(other, place_b, nodes.move_by(b, response.move_ab));
        }
        true
    }
}

/// Which of eight nodes are in a box, the border included.
#[inline(always)]
fn in_box<S: Simd>(simd: S, block: &NodeBlock, bounds: &Aabb) -> u64 {
    let [x, y] = [column(simd, &block[0]), column(simd, &block[1])];
    let right = x.simd_ge(bounds.min.x) & x.simd_le(bounds.max.x);
    let above = y.simd_ge(bounds.min.y) & y.simd_le(bounds.max.y);
    (right & above).to_bitmask()
}

/// As [`inside::is_inside`].
#[inline(always)]
fn is_inside<S: Simd>(simd: S, edges: &[EdgeBlock], point: DVec2) -> bool {
    let (x, y) = (f64x8::splat(simd, point.x), f64x8::splat(simd, point.y));
    let mut crossed = 0;
    for block in edges {
        let [ax, ay, bx, by] = columns(simd, block);
        let (a_is_below, b_is_below) = (ay.simd_le(y), by.simd_le(y));
        let is_right = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).simd_lt(0.0);
        let is_crossed = (a_is_below ^ b_is_below) & !(is_right ^ a_is_below);
        crossed += is_crossed.to_bitmask().count_ones();
    }
    crossed % 2 == 1
}

/// As [`inside::nearest`] with the judge of a rule that looks at one edge at a time; counted from the hull's first edge.
#[inline(always)]
fn nearest<S: Simd>(
    simd: S,
    edges: &[EdgeBlock],
    point: DVec2,
    barycentre: Option<DVec2>,
    choice: EdgeChoice,
) -> Option<usize> {
    let (x, y) = (f64x8::splat(simd, point.x), f64x8::splat(simd, point.y));
    let (zero, never) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, f64::INFINITY));
    let (mut least, mut place) = (never, zero);
    for (index, block) in edges.iter().enumerate() {
        let [ax, ay, bx, by] = columns(simd, block);
        let (abx, aby, amx, amy) = (bx - ax, by - ay, x - ax, y - ay);
        let cross = abx * amy - aby * amx;
        let dot = abx * amx + aby * amy;
        let length_squared = abx * abx + aby * aby;
        let mut is_eligible = !(cross.simd_lt(zero) | length_squared.simd_eq(zero));
        if let Some(barycentre) = barycentre {
            let side = abx * (barycentre.y - ay) - aby * (barycentre.x - ax);
            is_eligible &= side.simd_lt(zero);
        }
        let (is_eligible, distance) = match choice {
            EdgeChoice::Projection => {
                let is_on = zero.simd_le(dot) & dot.simd_le(length_squared);
                (is_eligible & is_on, cross / length_squared.sqrt())
            }
            EdgeChoice::Wedge45 => {
                let is_within = (-cross).simd_le(dot) & dot.simd_le(length_squared + cross);
                (is_eligible & is_within, cross / length_squared.sqrt())
            }
            EdgeChoice::Distance | EdgeChoice::EntryEdge => {
                let (bmx, bmy) = (x - bx, y - by);
                let (is_before, is_past) = (dot.simd_lt(zero), dot.simd_gt(length_squared));
                let beyond = is_past.select(bmx * bmx + bmy * bmy, length_squared);
                let root = is_before.select(amx * amx + amy * amy, beyond).sqrt();
                (is_eligible, (is_before | is_past).select(root, cross / root))
            }
        };
        let is_nearer: mask64x8<S> = is_eligible & distance.simd_lt(least);
        least = is_nearer.select(distance, least);
        place = is_nearer.select(f64x8::splat(simd, index as f64), place);
    }
    first_of_least(<[f64; LANES]>::from(least), <[f64; LANES]>::from(place))
}

/// The first in file order of the least distances; each lane has its own first.
#[inline(always)]
fn first_of_least(least: [f64; LANES], block: [f64; LANES]) -> Option<usize> {
    let (mut nearest, mut chosen) = (f64::INFINITY, usize::MAX);
    for lane in 0..LANES {
        let edge = block[lane] as usize * LANES + lane;
        if least[lane] < nearest || (least[lane] == nearest && edge < chosen) {
            (nearest, chosen) = (least[lane], edge);
        }
    }
    (nearest < f64::INFINITY).then_some(chosen)
}

#[inline(always)]
fn columns<S: Simd>(simd: S, block: &EdgeBlock) -> [f64x8<S>; 4] {
    [column(simd, &block[0]), column(simd, &block[1]), column(simd, &block[2]), column(simd, &block[3])]
}

#[inline(always)]
fn column<S: Simd>(simd: S, of: &[f64; LANES]) -> f64x8<S> {
    f64x8::from_slice(simd, of)
}
