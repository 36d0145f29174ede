//! Measures a run: overlap of bodies, wrong edges, and spurious energy.

use blobsmith::debugger::diagnosis::{Examiner, Problem};
use blobsmith::debugger::probes::overlap;
use blobsmith::engine::ledger::{Entry, Meter};
use blobsmith::engine::{Layout, Observer, Phase, State, Touched, World};
use blobsmith::level::{Level, Motion};

/// Measurements of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Maximum overlap of two bodies at a frame end, as a fraction of the smaller, 0..=1.
    pub worst_overlap: f64,
    /// Overlap at the end of the run; 1 after a blow-up.
    pub last_overlap: f64,
    /// Contacts resolved.
    pub contacts: u64,
    /// Contacts that pushed a node out of an edge other than that of entry.
    pub wrong: u64,
    /// Sum of the energy gains by impulses and repositioning over the substeps with a gain.
    pub made: f64,
    /// Maximum kinetic energy before the first contact: the reference for gains.
    pub scale: f64,
    /// True if the run blew up, or its energy exceeded the initial one by more than twice the reference.
    pub exploded: bool,
}

/// Detectors and ledger as one observer.
#[derive(Debug)]
struct Both {
    meter: Meter,
    examiner: Examiner,
}

impl Observer for Both {
    fn begin(&mut self, layout: &Layout, state: &State) {
        self.meter.begin(layout, state);
        self.examiner.begin(layout, state);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        self.meter.see(phase, touched, layout, state);
        self.examiner.see(phase, touched, layout, state);
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        self.meter.end(layout, state);
        self.examiner.end(layout, state);
    }

    fn wants_all(&self) -> bool {
        true
    }
}

/// Runs a level for this number of frames.
pub fn run(level: &Level, frames: u64) -> Outcome {
    let mut world = World::new(level).expect("a scene is a sound level");
    let mut both = Both { meter: Meter::new(), examiner: Examiner::default() };
    let mut outcome = Outcome::default();
    let start = world.energy();
    // Driven parts add energy.
    let is_driven = level.bodies.iter().any(|body| matches!(body.motion, Motion::Driven(_)));
    outcome.scale = start.kinetic;
    for _ in 0..frames {
        for _ in 0..level.world.substeps {
            let had_contact = world.contact_count() > 0;
            world.step_substep_observed(None, &mut both);
            let ledger = both.meter.take();
            outcome.made += (ledger.of(Entry::Impulse) + ledger.of(Entry::Repositioning)).max(0.0);
            outcome.wrong += both.examiner.count(Problem::WrongEdge) as u64;
            if !had_contact {
                outcome.scale = outcome.scale.max(world.energy().kinetic);
            }
        }
        let energy = world.energy();
        let rise = energy.total - start.total;
        let is_broken = !energy.total.is_finite() || world.state().blown_up.contains(&true);
        outcome.exploded |= is_broken || (!is_driven && rise > 2.0 * outcome.scale);
        if is_broken {
            (outcome.worst_overlap, outcome.last_overlap) = (1.0, 1.0);
            break;
        }
        outcome.last_overlap = overlap_of_all(&world).min(1.0);
        outcome.worst_overlap = outcome.worst_overlap.max(outcome.last_overlap);
    }
    outcome.contacts = world.contact_count();
    outcome
}

/// Maximum overlap of two bodies, as a fraction of the smaller.
pub fn overlap_of_all(world: &World) -> f64 {
    overlap::largest_of_all(world.layout(), world.state())
}
