//! One substep: the mode is chosen once, then the stages of its list run in order (docs/simulation.md).
//!
//! Invariant: both lists compute the same bits (`tests/physics/instructions.rs`, `tests/phases`). The reference list computes the
//! physics formula by formula, with trace and observer. The batched list has neither; it fuses stages and uses SIMD and threads.

use super::batched::sweep::{self, SweptBodies};
use super::batched::{self, simd_distance_constraints};
use super::data::observer::Watch;
use super::reference::{contact, derived, discs, driven, forces, integrators, obstacles, sensors, sticks};
use super::{InstructionSet, Observer, Trace, World};
use crate::level::ContactMethod;

/// Engine of a substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Runs [`REFERENCE`].
    Reference,
    /// Runs [`BATCHED`].
    Batched,
}

impl Mode {
    /// Chooses the engine; the only such decision.
    fn of(world: &World, is_watched: bool) -> Self {
        let World { layout, state, instructions, .. } = world;
        let contact = &layout.settings.contact;
        let needs_reference = is_watched
            || *instructions == InstructionSet::Plain
            || contact.method == ContactMethod::Diagonals
            || forces::needs_reference(layout, state)
            || state.blown_up.contains(&true);
        if needs_reference { Self::Reference } else { Self::Batched }
    }
}

/// A stage of a substep.
struct Stage<Run> {
    name: &'static str,
    run: Run,
}

/// A stage with trace and observer.
type ReferenceStage = Stage<fn(&mut World, &mut Watch)>;

/// A stage without trace and observer. The first stage writes the bounds of the bodies that it moved; later stages read them.
type BatchedStage = Stage<fn(&mut World, &mut SweptBodies, &mut Watch)>;

/// The stages of a reference substep.
const REFERENCE: &[ReferenceStage] = &[
    Stage { name: "forces", run: forces::stage },
    Stage { name: "integration", run: integrators::stage },
    Stage { name: "driven bodies", run: driven::stage },
    Stage { name: "sticks", run: sticks::stage },
    Stage { name: "obstacles and bounds", run: obstacles::stage },
    Stage { name: "derived data", run: derived::stage },
    Stage { name: "contacts", run: contact::stage },
    Stage { name: "discs", run: discs::stage },
    Stage { name: "velocities", run: integrators::read_velocities },
    Stage { name: "sensors", run: sensors::stage },
];

/// The stages of a batched substep.
const BATCHED: &[BatchedStage] = &[
    Stage { name: "forces + integration + body bounds", run: |world, swept, _| sweep::stage(world, swept) },
    Stage { name: "driven bodies", run: |world, _, watch| driven::stage(world, watch) },
    Stage { name: "sticks", run: |world, _, _| simd_distance_constraints::stage(world) },
    Stage {
        name: "obstacles and bounds + derived data",
        run: |world, swept, watch| batched::derived::stage(world, swept, watch),
    },
    Stage { name: "contacts", run: |world, _, watch| batched::contact::stage(world, watch) },
    Stage { name: "discs", run: |world, _, watch| discs::stage(world, watch) },
    Stage { name: "velocities", run: |world, _, watch| integrators::read_velocities(world, watch) },
    Stage { name: "sensors", run: |world, _, watch| sensors::stage(world, watch) },
];

/// Names of the stages of a reference substep, in order, and of a batched one.
pub fn stage_names() -> [Vec<&'static str>; 2] {
    [REFERENCE.iter().map(|stage| stage.name).collect(), BATCHED.iter().map(|stage| stage.name).collect()]
}

/// Runs one substep; trace and observer do not change the state.
fn substep<'a>(world: &mut World, trace: Option<&'a mut Trace>, observer: Option<&'a mut (dyn Observer + 'a)>) {
    let mode = Mode::of(world, trace.is_some() || observer.is_some());
    world.contact_log.begin(&world.state);
    let mut watch = Watch::new(trace, observer, std::mem::take(&mut world.contact_log));
    match mode {
        Mode::Reference => reference_substep(world, &mut watch),
        Mode::Batched => {
            // Reuses the allocation.
            let mut swept = world.scratch.workspaces.take::<SweptBodies>();
            BATCHED.iter().for_each(|stage| (stage.run)(world, &mut swept, &mut watch));
            world.scratch.workspaces.put(swept);
        }
    }
    world.contact_log = watch.contacts;
    world.contact_log.end();
    world.state.substep += 1;
    if world.state.substep == world.layout.settings.substeps {
        world.state.substep = 0;
        world.state.frame += 1;
    }
}

fn reference_substep(world: &mut World, watch: &mut Watch) {
    if let Some(trace) = watch.trace.as_deref_mut() {
        *trace = trace.begin(world);
    }
    world.scratch.old_positions.copy_from_slice(&world.state.positions);
    watch.begin(&world.layout, &world.state);
    for stage in REFERENCE {
        (stage.run)(world, watch);
    }
    watch.end(&world.layout, &world.state);
    if let Some(trace) = watch.trace.as_deref_mut() {
        trace.end(world);
    }
}

impl World {
    /// Runs one substep.
    pub fn step_substep(&mut self) {
        substep(self, None, None);
    }

    /// Runs one substep and fills in its trace; bit-identical to [`World::step_substep`].
    pub fn step_substep_traced(&mut self, trace: &mut Trace) {
        substep(self, Some(trace), None);
    }

    /// Runs one substep, reports each phase to an observer and optionally fills in the trace; bit-identical to
    /// [`World::step_substep`].
    pub fn step_substep_observed(&mut self, trace: Option<&mut Trace>, observer: &mut dyn Observer) {
        substep(self, trace, Some(observer));
    }

    /// Runs the remaining substeps of the frame.
    pub fn step_frame(&mut self) {
        // If the last substep used several threads, the next ones will too.
        let is_shared = batched::contact::shared_threads(self) > 1 && Mode::of(self, false) == Mode::Batched;
        let _awake = is_shared.then(|| self.threads.keep_awake());
        let frame = self.state.frame;
        while self.state.frame == frame {
            substep(self, None, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stage_lists_have_every_stage_in_order() {
        let [reference, batched] = stage_names();
        let parts = batched.iter().flat_map(|name| name.split(" + "));
        // Bounds of swept bodies are derived data computed early.
        let parts: Vec<&str> = parts.filter(|&part| part != "body bounds").collect();
        assert_eq!(parts, reference);
    }
}
