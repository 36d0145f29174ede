//! Detector: energy that explicit Euler adds, by the energy ledger.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, consequences, remedies};
use crate::debugger::why::brief;
use crate::engine::ledger::Entry;
use crate::level::{Integrator, Place};

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::ExplicitGrowth,
    id: Problem::ExplicitGrowth.id(),
    letter: 'E',
    title: "Energy from explicit Euler",
    plural: "windows in which explicit Euler added energy",
    explanation: "With explicit Euler, forces and motion together added at least a twentieth of the kinetic energy \
        within a window of frames, by the energy ledger.",
    why: "Explicit (rudimentary) Euler computes the new position from the old velocity and the new \
        velocity from the old position. So it always steps along the tangent, to the outside of every curve. Each \
        oscillation and each orbit grows by the factor sqrt(1 + (h·ω)²) per substep, for every step size.",
    source: "004 (rudimentary Euler); remedy in 000 §B",
    span: Problem::ExplicitGrowth.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("trails"),
    consequences: consequences::ANY,
    event: None,
    numbers: &["made", "kinetic"],
    describe: |finding, _| {
        let [made, kinetic, ..] = finding.numbers.map(brief);
        let start = finding.frame / WINDOW * WINDOW;
        format!(
            "forces and motion gained {made} of energy since frame {start}; the kinetic energy is at most {kinetic}"
        )
    },
    remedies: |level, _| {
        let finer = remedies::substeps(level, 4.0, "the growth per frame falls to a quarter but does not vanish");
        vec![remedies::semi_implicit(), remedies::damped(level), finer]
    },
    make: || Box::new(Growth::default()),
};

/// The detector.
#[derive(Debug, Default)]
struct Growth {
    made: f64,
    kinetic: f64,
    is_reported: bool,
}

/// Threshold of added energy, as a part of the kinetic energy: at this rate energy doubles in twenty windows. Rounding
/// adds about 1e-12.
const SHARE: f64 = 0.05;

impl Detect for Growth {
    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, state, ledger, .. } = *sight;
        if layout.settings.integrator != Integrator::ExplicitEuler {
            return;
        }
        self.made += ledger.of(Entry::Integration);
        let free = (0..layout.node_count).filter(|&node| layout.inverse_mass[node] != 0.0);
        let kinetic: f64 = free.map(|node| 0.5 * layout.mass[node] * state.velocity(node).length_squared()).sum();
        self.kinetic = self.kinetic.max(kinetic);
        if !self.is_reported && self.made > SHARE * self.kinetic && self.kinetic > 0.0 {
            self.is_reported = true;
            let gravity = self.made / (SHARE * self.kinetic);
            emit(Detection::of(Place::World).measuring(gravity, [self.made, self.kinetic]));
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
