//! One substep as a list of stages, in the order of SIMULATION.md.
//!
//! Must never know: frames beyond the present one, history, the screen.

use super::{Trace, World, contact, derive, discs, driven, forces, integrators, obstacles, sticks};

/// One stage of a substep.
pub struct Stage {
    /// Name for people and traces.
    pub name: &'static str,
    /// Does it; fills in its part of the trace, where one is wanted.
    pub(super) run: fn(&mut World, Option<&mut Trace>),
}

/// Every stage, in order.
pub const ALL: &[Stage] = &[
    Stage { name: "forces", run: forces::stage },
    Stage { name: "integration", run: integrators::stage },
    Stage { name: "driven bodies", run: driven::stage },
    Stage { name: "sticks", run: sticks::stage },
    Stage { name: "obstacles and bounds", run: obstacles::stage },
    Stage { name: "derived data", run: derive::stage },
    Stage { name: "contacts", run: contact::stage },
    Stage { name: "discs", run: discs::stage },
    Stage { name: "velocities", run: integrators::read_velocities },
];

/// One substep; the trace changes no bit of the state.
pub(super) fn substep(world: &mut World, mut trace: Option<&mut Trace>) {
    if let Some(trace) = trace.as_deref_mut() {
        *trace = Trace::begin(world);
    }
    world.scratch.remember_positions(&world.state);
    for stage in ALL {
        (stage.run)(world, trace.as_deref_mut());
    }
    if let Some(trace) = trace {
        trace.end(world);
    }
    world.state.substep += 1;
    if world.state.substep == world.layout.settings.substeps {
        world.state.substep = 0;
        world.state.frame += 1;
    }
}
