//! Contacts where nobody looks on: the same questions as in `inside` and `edge_choice`, put to eight nodes or edges at a time, with
//! the same operations and so the same answers bit for bit.
//!
//! Must never know: the trace, forces.

use super::hull_columns::{HullView, SharedHulls};
use super::hull_topology::Shape;
use super::pair_schedule::Part;
use super::shared::SharedNodes;
use super::simd_edges::{Nearest, edges, in_box, is_inside, nearest};
use crate::engine::data::Layout;
use crate::engine::data::instruction_set::Kernel;
use crate::engine::reference::contact::response;
use crate::engine::reference::contact::response::Meeting;
use crate::engine::reference::contact::{Query, narrow_phase};
use crate::geometry::Aabb;
use fearless_simd::prelude::*;
use glam::DVec2;

/// Pairs whose contacts are to be resolved, one after the other. Other threads may be at other pairs meanwhile.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Pairs<'a> {
    pub part: Part<'a>,
    pub ground: Ground<'a>,
}

/// What all threads work on.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Ground<'a> {
    pub layout: &'a Layout,
    pub nodes: SharedNodes<'a>,
    pub hulls: SharedHulls<'a>,
    pub boxes: &'a [Aabb],
    pub barycentres: &'a [DVec2],
    pub old_positions: &'a [DVec2],
}

/// What came of some pairs.
#[derive(Debug, Default)]
pub(in crate::engine) struct Outcome {
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
            // Not before: now its nodes come into the cache for all that it meets.
            for body in turn.newcomers() {
                ground.hulls.fill(&ground.nodes, body);
            }
            ground.resolve(simd, first, second, &mut outcome);
            ground.resolve(simd, second, first, &mut outcome);
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

    /// As [`narrow_phase::all_alike`], where that says that all are outside.
    #[inline(always)]
    fn is_out_of_reach<S: Simd>(&self, simd: S, sides: &Sides<'a>) -> bool {
        let [own, other] = sides.bodies.map(|body| &self.boxes[body]);
        // Hardly any pair comes further than this.
        if !other.contains_box(own) {
            return false;
        }
        let [near, far] = narrow_phase::near_and_far(own);
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
        let nearest = nearest(simd, &sides.other, point, barycentre, choice);
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
        let edge = narrow_phase::choose(self.layout, &self.nodes, &query)?;
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
            span: [at_b - at_a, at_m - at_a],
            velocity_m: nodes.velocity(m),
            velocity_ab: [nodes.velocity(a), nodes.velocity(b)],
            inverse_mass_m: of_m.inverse_mass,
            inverse_mass_ab: of_edge.inverse_mass_of_edge,
            inverse_masses: [of_edge.inverse_mass, other.shape.places[edge + 1].inverse_mass],
            restitution,
            friction,
            rules: &self.layout.settings.contact,
        });
        let Some(response) = response else { return false };
        if response.inverse_mass_m != 0.0 {
            nodes.add_velocity(m, response.impulse_m + response.friction_m);
            own.follow(place, nodes.reposition(m, at_m, response.move_m));
        }
        for (end, node, at) in [(0, a, at_a), (1, b, at_b)] {
            if response.mobilities[end] != 0.0 {
                nodes.add_velocity(node, response.impulse_ab[end] + response.friction_ab[end]);
                other.follow(edge + end, nodes.reposition(node, at, response.move_ab[end]));
            }
        }
        true
    }
}
