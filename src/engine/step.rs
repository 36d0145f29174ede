//! One substep as a list of stages, in the order of SIMULATION.md.
//!
//! Must never know: frames beyond the present one, history, the screen.

use super::sweep::Plan;
use super::watch::Watch;
use super::{Observer, Trace, World, contact, derive, discs, driven, forces, integrators, obstacles, sticks};

/// One stage of a substep.
pub struct Stage {
    /// Name for people and traces.
    pub name: &'static str,
    /// Does it; fills in its part of the trace, where one is wanted, and tells of its phases.
    pub(super) run: fn(&mut World, &mut Watch),
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

/// One substep; neither trace nor observer changes a bit of the state.
pub(super) fn substep<'a>(
    world: &mut World,
    mut trace: Option<&'a mut Trace>,
    observer: Option<&'a mut (dyn Observer + 'a)>,
) {
    if let Some(trace) = trace.as_deref_mut() {
        *trace = trace.begin(world);
    }
    let mut watch = Watch::new(trace, observer);
    world.scratch.plan = Plan::of(world, &watch);
    world.scratch.remember_positions(&world.layout, &world.state);
    watch.begin(&world.layout, &world.state);
    for stage in ALL {
        (stage.run)(world, &mut watch);
    }
    watch.end(&world.layout, &world.state);
    if let Some(trace) = watch.trace {
        trace.end(world);
    }
    world.state.substep += 1;
    if world.state.substep == world.layout.settings.substeps {
        world.state.substep = 0;
        world.state.frame += 1;
    }
}
