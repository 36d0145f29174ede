//! Stage "forces": the sum of all forces on every node at the start of the substep, one kind a file.
//!
//! Kinds are added in the order of [`ALL`], and within a kind in file order; the batched sweep keeps that order for every node.
//! A kind is one file with its declaration and formula, and one row of [`ALL`]: phases, trace, ledger, probes, overlays, colours, lists
//! and the choice between the two modes follow from these.

pub mod decor;
pub mod gas;
pub mod gravity;
pub mod hand;
pub mod springs;

use crate::engine::data::force::{Batched, Force, ForcePart};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::scratch::{NodeForces, Scratch};
use crate::engine::data::{EventKind, Layout, State, World, trace};
use crate::level::Place;

/// Every kind, in the order in which they are added.
pub const ALL: &[&Force] = &[&gravity::FORCE, &springs::FORCE, &gas::FORCE, &decor::FORCE, &hand::FORCE];

/// Number of [`PARTS`].
pub const PART_COUNT: usize = {
    let (mut count, mut at) = (0, 0);
    while at < ALL.len() {
        count += ALL[at].parts.len();
        at += 1;
    }
    count
};

/// The parts of all kinds, in order.
pub const PARTS: [&ForcePart; PART_COUNT] = {
    let mut parts = [&ALL[0].parts[0]; PART_COUNT];
    let (mut count, mut at) = (0, 0);
    while at < ALL.len() {
        let mut part = 0;
        while part < ALL[at].parts.len() {
            parts[count] = &ALL[at].parts[part];
            (count, part) = (count + 1, part + 1);
        }
        at += 1;
    }
    parts
};

/// The part with this id.
pub fn part(id: &str) -> Option<&'static ForcePart> {
    PARTS.into_iter().find(|part| part.id() == id)
}

/// True if a force acts now that only the reference adds.
pub(in crate::engine) fn needs_reference(layout: &Layout, state: &State) -> bool {
    ALL.iter().any(|force| match force.batched {
        Batched::Always => false,
        Batched::Unless(acts) => acts(layout, state),
    })
}

/// The stage: sums all kinds, and reports bodies that have just collapsed.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    if let Some(trace) = watch.trace.as_deref_mut() {
        trace.forces = by_part(&world.layout, &world.state);
        trace.decor = decor::rows(&world.layout, &world.state);
    }
    world.scratch.forces.clear();
    let World { layout, state, scratch, .. } = world;
    for force in ALL {
        (force.add)(layout, state, scratch);
        if watch.is_observed() && (force.is_there)(layout, state) {
            watch.see(PhaseKind::Force(force), Touched::Nothing, layout, state);
        }
    }
    report_collapses(world);
}

/// Reports bodies whose gas has just lost its volume.
pub(in crate::engine) fn report_collapses(world: &mut World) {
    for body in 0..world.layout.bodies.len() {
        let is_collapsed = world.scratch.collapsed[body];
        if is_collapsed && !world.state.collapsed[body] {
            world.report(EventKind::Collapsed, Place::Body(body));
        }
        world.state.collapsed[body] = is_collapsed;
    }
}

/// All forces, summed as the step does.
pub(in crate::engine) fn sum(layout: &Layout, state: &State) -> NodeForces {
    let mut scratch = Scratch { forces: NodeForces::new(layout.node_count), ..Scratch::default() };
    ALL.iter().for_each(|force| (force.add)(layout, state, &mut scratch));
    scratch.forces
}

/// The forces by part: the step's functions, one at a time.
pub(in crate::engine) fn by_part(layout: &Layout, state: &State) -> trace::Forces {
    let parts = PARTS.into_iter().map(|part| (part, part.alone(layout, state).0)).collect();
    trace::Forces { parts, total: sum(layout, state).0 }
}

impl World {
    /// Forces by part that the next substep would start from.
    pub fn forces(&self) -> trace::Forces {
        by_part(&self.layout, &self.state)
    }
}
