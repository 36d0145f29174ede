//! Detector: springs that are too stiff for the step.
//!
//! It goes by how springs really swing.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::swings::{Swing, Swings, reached, rest_length};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::number;
use crate::engine::{Phase, Touched};

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::StiffSpring,
    id: "stiff-spring",
    letter: 'K',
    title: "Stiff spring",
    plural: "springs too stiff for the step",
    explanation: "A spring turned round in every substep, eight times one after the other or more, and came to at least four times the \
                  speed with which that began, and to one at which a substep changes its length by a hundredth. No force does \
                  that, only a step that is too long. Springs whose ends a contact touches are not judged.",
    why: "In one substep of length h the spring is answered only once. Where h·ω is above 2, with ω² = k(1/mA + 1/mB), it overshoots \
          its rest length by more than it was off before, and does so again in the next substep, the other way round. Damping \
          makes it stricter: h²·k/m + 2h·c/m must stay below 4, and springs that share a node add up.",
    source: "000 §B, §C.2",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: true,
    event: None,
    numbers: &["speed_at_first", "speed_now", "turns", "reached_of_4"],
    describe: |finding, level| {
        let [first, now, turns, reached] = finding.numbers.map(number);
        format!(
            "{}: swings out farther in every substep, {turns} times so far, from a speed of {first} to {now}; \
             its h²·k/m + 2h·c/m alone is {reached}, where the limit is 4 for all that meet at a node",
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let finer = remedies::substeps(level, 2.0, "h·ω is half of what it was");
        vec![remedies::enough_substeps(level), finer, remedies::softer(level, found)]
    },
    make: || Box::new(Stiff::default()),
};

/// So many turns one after the other, and this growth, are no chance: a stable swing can double for a turn or two when others
/// beat against it.
const TURNS: u32 = 8;
const GROWTH: f64 = 4.0;

/// What a spring's length changes by in one substep, as a part of it, for its swing to matter.
const STRAIN: f64 = 0.01;

/// See the module.
#[derive(Debug, Default)]
struct Stiff {
    swings: Swings,
    told: Vec<bool>,
}

impl Detect for Stiff {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, sight: &DetectorContext) {
        self.swings.begin(sight.layout);
        self.told.resize(sight.layout.springs.a.len(), false);
    }

    fn see(&mut self, _: Phase, touched: Touched<'_>, _: &DetectorContext) {
        self.swings.see(touched);
    }

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        let (layout, told) = (sight.layout, &mut self.told);
        self.swings.end(sight, |spring, &Swing { turns, start, now, .. }| {
            let strain = now * layout.substep_time / rest_length(sight, spring);
            if !told[spring] && turns >= TURNS && now >= GROWTH * start && strain >= STRAIN {
                told[spring] = true;
                let place = Scope::Spring.place(layout, spring);
                tell(
                    Told::of(place).measuring(strain / STRAIN, [start, now, f64::from(turns), reached(layout, spring)]),
                );
            }
        });
    }

    fn forget(&mut self) {
        self.swings.forget();
        self.told.clear();
    }
}
