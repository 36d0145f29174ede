//! Detector: springs that turn round in every substep and do not come to rest.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::swings::{rate, reached, rest_length};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, WINDOW, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::number;
use crate::engine::{Phase, Touched};

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Ringing,
    id: "ringing",
    letter: 'R',
    title: "Ringing",
    plural: "springs that ring",
    explanation: "Over 128 substeps, or a whole window where that has fewer, a spring turned round in six of ten or more, had at their end at least half of the speed that \
                  it had at their start, and a substep changed its length by a thousandth or more. It does not die away. \
                  Springs whose ends a contact touches are not judged.",
    why: "Where h·ω is a little below 2 the step is stable, but a swing of the spring lasts only two or three substeps: that is the \
          highest note that a step can have. What is seen is not the motion that the spring would make, only the sign of it; \
          frames show it as a shiver, or not at all, and with little damping it goes on for ever.",
    source: "000 §B, §C.2.b",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["speed_at_first", "speed_now", "turns_per_substep", "reached_of_4"],
    describe: |finding, level| {
        let [_, now, turns, reached] = finding.numbers.map(number);
        format!(
            "{}: turned round in {turns} of all substeps, still at a speed of {now}; its h²·k/m + 2h·c/m alone is {reached}, \
             where 4 is the limit for all that meet at a node",
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let finer = remedies::substeps(level, 2.0, "a swing lasts more substeps, and is followed as a swing");
        vec![finer, remedies::more_damping(level, found), remedies::softer(level, found)]
    },
    make: || Box::new(Ringing::default()),
};

/// Substeps over which a spring is judged where a window has so many, and how many times the parts at their start and at their
/// end that are compared go into them.
const JUDGED: u32 = 128;
const ENDS: u32 = 8;

/// Part of the substeps in which it must turn round: a swing then lasts 3⅓ substeps or less, where h·ω is above 1.6.
const TURNS: f64 = 0.6;

/// What must be left of it, as a part of what it was.
const LEFT: f64 = 0.5;

/// What a spring's length changes by in one substep, as a part of it, for its swing to matter: less is not seen.
const STRAIN: f64 = 0.001;

/// See the module.
#[derive(Debug, Default)]
struct Ringing {
    rings: Vec<Ring>,
    /// Nodes that a contact or an obstacle touched in this substep.
    touched: Vec<bool>,
}

/// A spring that no contact touches.
#[derive(Clone, Copy, Debug, Default)]
struct Ring {
    rate: f64,
    substeps: u32,
    turns: u32,
    first: f64,
    last: f64,
    is_told: bool,
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

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        let DetectorContext { layout, .. } = *sight;
        let judged = layout.settings.substeps.saturating_mul(WINDOW as u32).min(JUDGED);
        let ends_of = judged / ENDS;
        for (spring, ring) in self.rings.iter_mut().enumerate() {
            let ends = [layout.springs.a[spring], layout.springs.b[spring]].map(|node| node as usize);
            let rate = rate(sight, spring);
            if ends.iter().any(|&end| self.touched[end]) || !rate.is_finite() {
                *ring = Ring { is_told: ring.is_told, ..Ring::default() };
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
            if !ring.is_told && turns >= TURNS && ring.last >= LEFT * ring.first && strain >= STRAIN {
                ring.is_told = true;
                let told = Told::of(Scope::Spring.place(layout, spring));
                let numbers = [ring.first, ring.last, turns, reached(layout, spring)];
                tell(told.measuring(strain / STRAIN, numbers));
            }
            *ring = Ring { rate, is_told: ring.is_told, ..Ring::default() };
        }
    }

    fn forget(&mut self) {
        self.rings.clear();
    }
}
