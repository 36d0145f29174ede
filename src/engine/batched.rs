//! The stages of a batched substep: the same formulas as the reference stages, fused, vectorised and shared among threads.
//!
//! Every stage leaves the state with the bits that the reference stages would leave.

use super::contact::broad::BroadPhase;
use super::contact::shared::SharedNodes;
use super::contact::{self, lanes};
use super::sweep::SweptBodies;
use super::watch::Watch;
use super::{Layout, State, Threads, World, derive, obstacles, stick_lanes};
use crate::geometry::Aabb;
use glam::DVec2;
use std::ops::Range;

/// Sticks, eight at a time where eight share no node.
pub(super) fn sticks(world: &mut World) {
    let World { layout, state, scratch, instructions, .. } = world;
    if !layout.sticks.length.is_empty() {
        stick_lanes::run(&mut scratch.sticks, layout, state, *instructions);
    }
}

/// Obstacles and bounds, then hull boxes and barycentres, of every body that the sweep has not settled.
pub(super) fn obstacles_and_derived_data(world: &mut World, swept: &SweptBodies) {
    let World { layout, state, scratch, threads, .. } = world;
    if obstacles::are_there(layout) {
        for body in (0..layout.bodies.len()).filter(|&body| !swept.are_settled[body]) {
            obstacles::resolve_body(layout, state, scratch, body, &mut Watch::silent());
        }
    }
    derive_all(layout, state, swept, (&mut scratch.boxes, &mut scratch.barycentres), threads);
    derive::move_barycentre_nodes(layout, state, &scratch.barycentres);
}

/// Bodies below which one thread takes them all: waking another one costs about 50 µs.
const FEW_BODIES: usize = 2048;

/// Some consecutive bodies, with what follows from their positions.
struct BodyRange<'a> {
    bodies: Range<usize>,
    are_settled: &'a [bool],
    boxes: &'a mut [Aabb],
    barycentres: &'a mut [DVec2],
}

fn derive_all(
    layout: &Layout,
    state: &State,
    swept: &SweptBodies,
    (boxes, barycentres): (&mut [Aabb], &mut [DVec2]),
    threads: &Threads,
) {
    let needs_all = layout.settings.contact.barycentre_rule;
    let count = layout.bodies.len();
    let size = count.div_ceil(threads.parts(count, FEW_BODIES)).max(1);
    let lists = boxes.chunks_mut(size).zip(barycentres.chunks_mut(size)).zip(swept.are_settled.chunks(size));
    let parts = lists.enumerate().map(|(index, ((boxes, barycentres), are_settled))| {
        let bodies = index * size..index * size + boxes.len();
        BodyRange { bodies, are_settled, boxes, barycentres }
    });
    let derive = |part: BodyRange<'_>| {
        for (place, body) in part.bodies.enumerate().filter(|&(place, _)| !part.are_settled[place]) {
            derive::update(layout, state, body, needs_all, &mut part.boxes[place], &mut part.barycentres[place]);
        }
    };
    threads.share(parts, derive, |()| ());
}

/// Contacts between bodies, eight nodes or edges at a time, shared among threads.
pub(super) fn contacts(world: &mut World) {
    let World { layout, scratch, .. } = world;
    scratch.broad.update(layout, &scratch.boxes);
    // Without a second body no hull has to be copied.
    if layout.bodies.len() > 1 {
        let broad = std::mem::take(&mut world.scratch.broad);
        resolve_pairs(world, &broad);
        world.scratch.broad = broad;
    }
    contact::end(world, &mut Watch::silent());
}

/// Pairs below which one thread takes them all: the others would hardly have begun.
const FEW_PAIRS: usize = 1024;

fn resolve_pairs(world: &mut World, broad: &BroadPhase) {
    let World { layout, state, scratch, instructions, threads, .. } = world;
    let pairs = broad.ordered();
    let count = if pairs.len() < FEW_PAIRS { 1 } else { threads.at_hand() };
    scratch.turns.assign(layout, pairs, broad.slots(), count);
    scratch.hulls.prepare(layout, state);
    let ground = lanes::Ground {
        layout,
        nodes: SharedNodes::new(layout, state),
        hulls: scratch.hulls.share(),
        boxes: &scratch.boxes,
        barycentres: &scratch.barycentres,
        old_positions: &scratch.old_positions,
    };
    let resolve = |part| instructions.run(lanes::Pairs { part, ground }).expect("an instruction set of this machine");
    let mut contacts = 0;
    threads.share(scratch.turns.parts(), resolve, |mut outcome: lanes::Outcome| {
        contacts += outcome.contacts;
        scratch.stuck.append(&mut outcome.stuck);
    });
    state.contacts += contacts;
}
