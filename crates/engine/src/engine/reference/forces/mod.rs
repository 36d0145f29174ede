//! Stage "forces": the sum of all forces on every node at the start of the substep.
//!
//! Invariant: kinds are added in the order of [`ALL`], and within a kind in file order. The batched sweep keeps that order for every
//! node. To add a kind, write one file with its declaration and formula, and add a row to [`ALL`]. Phases, trace, ledger, probes,
//! overlays, colours, lists and the choice between reference and batched substeps use these declarations.

pub mod decor;
pub mod gas;
pub mod gravity;
pub mod hand;
pub mod springs;

use crate::engine::data::force::{Batched, Force, ForcePart};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::scratch::{NodeForces, Scratch};
use crate::engine::data::{EventKind, Layout, State, World, trace};
use crate::engine::reference::links;
use crate::level::Place;

/// Every kind of force, in the order of summation.
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

/// Returns the part with this id.
pub fn part(id: &str) -> Option<&'static ForcePart> {
    PARTS.into_iter().find(|part| part.id() == id)
}

/// True if a force acts now that only the reference stages compute.
pub(in crate::engine) fn needs_reference(layout: &Layout, state: &State) -> bool {
    ALL.iter().any(|force| match force.batched {
        Batched::Always => false,
        Batched::Unless(acts) => acts(layout, state),
    })
}

/// Sums the forces of all kinds, and reports bodies that have collapsed in this substep.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    if let Some(trace) = watch.trace.as_deref_mut() {
        trace.forces = by_part(&world.layout, &world.state);
        trace.decor = decor::rows(&world.layout, &world.state);
    }
    if watch.contacts.is_recording() {
        watch.contacts.add_decor(&decor::rows(&world.layout, &world.state), world.layout.substep_time);
    }
    world.scratch.forces.clear();
    let World { layout, state, scratch, .. } = world;
    links::disc_forces(layout, state, &mut scratch.disc_forces);
    for force in ALL {
        (force.add)(layout, state, scratch);
        if watch.is_observed() && (force.is_there)(layout, state) {
            watch.see(PhaseKind::Force(force), Touched::Nothing, layout, state);
        }
    }
    report_collapses(world);
}

/// Reports bodies whose area has just become non-positive.
pub(in crate::engine) fn report_collapses(world: &mut World) {
    for body in 0..world.layout.bodies.len() {
        let is_collapsed = world.scratch.collapsed[body];
        if is_collapsed && !world.state.collapsed[body] {
            world.report(EventKind::Collapsed, Place::Body(body));
        }
        world.state.collapsed[body] = is_collapsed;
    }
}

/// Returns the total force on every node, with the bits of the step.
pub(in crate::engine) fn sum(layout: &Layout, state: &State) -> NodeForces {
    let mut scratch = Scratch { forces: NodeForces::new(layout.node_count), ..Scratch::default() };
    ALL.iter().for_each(|force| (force.add)(layout, state, &mut scratch));
    scratch.forces
}

/// Returns the forces by part, computed by the functions of the step.
pub(in crate::engine) fn by_part(layout: &Layout, state: &State) -> trace::Forces {
    let parts = PARTS.into_iter().map(|part| (part, part.alone(layout, state).0)).collect();
    trace::Forces { parts, total: sum(layout, state).0 }
}

impl World {
    /// Forces by part at the start of the next substep.
    pub fn forces(&self) -> trace::Forces {
        by_part(&self.layout, &self.state)
    }
}
