//! Detector: springs too stiff for the step, by their actual oscillation.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::swings::{Swing, Swings, reached, rest_length};
use crate::debugger::diagnosis::{Detector, Harm, Problem, consequences, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Phase, Touched};
use crate::level::checks::step_limit;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::StiffSpring,
    id: Problem::StiffSpring.id(),
    letter: 'K',
    title: "Stiff spring",
    plural: "springs too stiff for the step",
    explanation: "A spring reversed in eight or more consecutive substeps and reached at least four times its initial \
        speed, and one at which a substep changes its length by a hundredth. No force has that effect, only a step that \
        is too long. Springs with an end in contact are not judged.",
    why: "A spring acts once per substep of length h. With h·ω above 2, where ω² = k(1/mA + 1/mB), it overshoots its \
        rest length by more than its previous error, in alternating directions. Damping makes the limit stricter: \
        h²·k/m + 2h·c/m must stay below 4, and the terms of springs that share a node add up.",
    source: "000 §B, §C.2",
    span: Problem::StiffSpring.span(),
    harm: Harm::Any,
    is_cause: true,
    overlay: Some("strain-rate"),
    consequences: consequences::ANY,
    event: None,
    numbers: &["speed_at_first", "speed_now", "turns", "reached_of_4"],
    describe: |finding, level| {
        let [first, now, turns, reached] = finding.numbers.map(brief);
        format!(
            "{}: swings further in every substep, {turns} times so far, from a speed of {first} to {now}; its h²·k/m + \
                2h·c/m alone is {reached}, and the limit for all springs of a node is {}",
            who(level, finding.place),
            brief(step_limit(&level.world))
        )
    },
    remedies: |level, found| {
        let finer = remedies::substeps(level, 2.0, "this halves h·ω");
        vec![remedies::enough_substeps(level), finer, remedies::softer(level, found)]
    },
    make: || Box::new(Stiff::default()),
};

/// Consecutive reversals and growth for a report: a stable oscillation can double for one or two reversals by beating.
const TURNS: u32 = 8;
const GROWTH: f64 = 4.0;

/// Least change of a spring's length in one substep, as a part of its length.
const STRAIN: f64 = 0.01;

/// The detector.
#[derive(Debug, Default)]
struct Stiff {
    swings: Swings,
    reported: Vec<bool>,
}

impl Detect for Stiff {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, sight: &DetectorContext) {
        self.swings.begin(sight.layout);
        self.reported.resize(sight.layout.springs.a.len(), false);
    }

    fn see(&mut self, _: Phase, touched: Touched<'_>, _: &DetectorContext) {
        self.swings.see(touched);
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let (layout, reported) = (sight.layout, &mut self.reported);
        self.swings.end(sight, |spring, &Swing { turns, start, now, .. }| {
            let strain = now * layout.substep_time / rest_length(sight, spring);
            if !reported[spring] && turns >= TURNS && now >= GROWTH * start && strain >= STRAIN {
                reported[spring] = true;
                let place = Scope::Spring.place(layout, spring);
                emit(
                    Detection::of(place)
                        .measuring(strain / STRAIN, [start, now, f64::from(turns), reached(layout, spring)]),
                );
            }
        });
    }

    fn forget(&mut self) {
        self.swings.forget();
        self.reported.clear();
    }
}
