//! Detector: energy that explicit Euler makes from nothing.
//!
//! It goes by the ledger of energy.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, WINDOW, remedies};
use crate::debugger::why::number;
use crate::engine::ledger::Entry;
use crate::level::{Integrator, Place};

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::ExplicitGrowth,
    id: "explicit-growth",
    letter: 'E',
    title: "Energy from explicit Euler",
    plural: "windows in which explicit Euler made energy",
    explanation: "With explicit Euler, forces and motion together have made at least a twentieth of the kinetic energy anew \
                  within a window of frames, by the ledger of energy.",
    why: "The rudimentary scheme takes the new position from the old velocity and the new velocity from the old position. So \
          it always steps along the tangent, to the outside of every curve: each swing and each orbit grows, by the factor \
          sqrt(1 + (h·ω)²) a substep, however short the step is.",
    source: "004 (rudimentary Euler); 000 §B has the remedy",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["made", "kinetic"],
    describe: |finding, _| {
        let [made, kinetic, ..] = finding.numbers.map(number);
        let frames = finding.frame % WINDOW + 1;
        format!("{made} of energy made in {frames} frames, where the kinetic energy is at most {kinetic}")
    },
    remedies: |level, _| {
        let finer = remedies::substeps(level, 4.0, "the growth in each frame is a quarter, but it is still there");
        vec![remedies::semi_implicit(), remedies::damped(level), finer]
    },
    make: || Box::new(Growth::default()),
};

/// See the module.
#[derive(Debug, Default)]
struct Growth {
    made: f64,
    kinetic: f64,
    is_told: bool,
}

/// What is made, as a part of the kinetic energy, for it to count: at this rate energy doubles in twenty windows, within
/// seconds. Rounding makes a part in a million of a million.
const SHARE: f64 = 0.05;

impl Detect for Growth {
    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        let DetectorContext { layout, state, ledger, .. } = *sight;
        if layout.settings.integrator != Integrator::ExplicitEuler {
            return;
        }
        self.made += ledger.of(Entry::Integration);
        let free = (0..layout.node_count).filter(|&node| layout.inverse_mass[node] != 0.0);
        let kinetic: f64 = free.map(|node| 0.5 * layout.mass[node] * state.velocity(node).length_squared()).sum();
        self.kinetic = self.kinetic.max(kinetic);
        if !self.is_told && self.made > SHARE * self.kinetic && self.kinetic > 0.0 {
            self.is_told = true;
            let gravity = self.made / (SHARE * self.kinetic);
            tell(Told::of(Place::World).measuring(gravity, [self.made, self.kinetic]));
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
