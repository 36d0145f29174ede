//! Detector: springs that reverse in almost every substep without decay.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::swings::{rate, reached, rest_length};
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Phase, Touched};
use crate::level::checks::step_limit;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Ringing,
    id: Problem::Ringing.id(),
    letter: 'R',
    title: "Ringing",
    plural: "springs that ring",
    explanation: "Over 128 substeps, or a whole shorter window, a spring reversed in six of ten substeps or more, kept \
        at least half of its initial speed, and a substep changed its length by a thousandth or more. Springs with an \
        end in contact are not judged.",
    why: "With h·ω slightly below 2 the step is stable, but an oscillation lasts only two or three substeps, near the \
        highest frequency that a step can represent. The computed motion is not that of the spring, only its sign. \
        Frames show it as a vibration or not at all, and with little damping it does not decay.",
    source: "000 §B, §C.2.b",
    span: Problem::Ringing.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("strain-rate"),
    consequences: &[Problem::Ringing, Problem::Jitter, Problem::EnergyGain],
    event: None,
    numbers: &["speed_at_first", "speed_now", "turns_per_substep", "reached_of_4"],
    describe: |finding, level| {
        let [_, now, turns, reached] = finding.numbers.map(brief);
        format!(
            "{}: reversed in {turns} of all substeps, still at a speed of {now}; its h²·k/m + 2h·c/m alone is \
                {reached}, and the limit for all springs of a node is {}",
            who(level, finding.place),
            brief(step_limit(&level.world))
        )
    },
    remedies: |level, found| {
        let finer = remedies::substeps(level, 2.0, "an oscillation lasts more substeps and is resolved");
        vec![finer, remedies::more_damping(level, found), remedies::softer(level, found)]
    },
    make: || Box::new(Ringing::default()),
};

/// Substeps over which a spring is judged (the window if it is shorter), and the divisor for the compared parts at
/// their start and end.
const JUDGED: u32 = 128;
const ENDS: u32 = 8;

/// Least part of the substeps with a reversal: an oscillation then lasts 3⅓ substeps or less, for h·ω above 1.6.
const TURNS: f64 = 0.6;

/// Least remaining speed, as a part of the initial one.
const LEFT: f64 = 0.5;

/// Least visible change of a spring's length in one substep, as a part of its length.
const STRAIN: f64 = 0.001;

/// The detector.
#[derive(Debug, Default)]
struct Ringing {
    rings: Vec<Ring>,
    /// Nodes that a contact or an obstacle touched in this substep.
    touched: Vec<bool>,
}

/// Oscillation of a spring without contact.
#[derive(Clone, Copy, Debug, Default)]
struct Ring {
    rate: f64,
    substeps: u32,
    turns: u32,
    first: f64,
    last: f64,
    is_reported: bool,
}

impl Detect for Ringing {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, &DetectorContext { layout, .. }: &DetectorContext) {
        self.rings.resize(layout.springs.a.len(), Ring::default());
        self.touched.clear();
        self.touched.resize(layout.node_count, false);
    }

    fn see(&mut self, _: Phase, touched: Touched<'_>, _: &DetectorContext) {
        if let Touched::Few(nodes, _) = touched {
            nodes.iter().for_each(|&node| self.touched[node] = true);
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, .. } = *sight;
        let judged = layout.settings.substeps.saturating_mul(WINDOW as u32).min(JUDGED);
        let ends_of = judged / ENDS;
        for (spring, ring) in self.rings.iter_mut().enumerate() {
            let ends = [layout.springs.a[spring], layout.springs.b[spring]].map(|node| node as usize);
            let rate = rate(sight, spring);
            if ends.iter().any(|&end| self.touched[end]) || !rate.is_finite() {
                *ring = Ring { is_reported: ring.is_reported, ..Ring::default() };
                continue;
            }
            ring.turns += u32::from(rate * ring.rate < 0.0);
            ring.rate = rate;
            if ring.substeps < ends_of {
                ring.first = ring.first.max(rate.abs());
            } else if ring.substeps >= judged - ends_of {
                ring.last = ring.last.max(rate.abs());
            }
            ring.substeps += 1;
            if ring.substeps < judged {
                continue;
            }
            let turns = f64::from(ring.turns) / f64::from(judged);
            let strain = ring.last * layout.substep_time / rest_length(sight, spring);
            if !ring.is_reported && turns >= TURNS && ring.last >= LEFT * ring.first && strain >= STRAIN {
                ring.is_reported = true;
                let detection = Detection::of(Scope::Spring.place(layout, spring));
                let numbers = [ring.first, ring.last, turns, reached(layout, spring)];
                emit(detection.measuring(strain / STRAIN, numbers));
            }
            *ring = Ring { rate, is_reported: ring.is_reported, ..Ring::default() };
        }
    }

    fn forget(&mut self) {
        self.rings.clear();
    }
}
