//! Which phase changed a number of a node or disc: the last one before a moment, or the next one after it.
//!
//! A second run repeats substep after substep with an observer that reads the number after each phase. Inputs of the
//! journal act between two substeps and count as changes too, so the changes at a moment are ordered as: the phases of
//! the substep that led there, then its inputs.
//!
//! Cost: one observed substep for each substep without a change.

mod cause;
mod observer;

pub use observer::{NumberAxis, NumberKind, PartNumber};

use super::run::{Moment, Run};
use crate::engine::PhaseKind;
use crate::level::Place;
use glam::DVec2;
use observer::{NumberReader, PhaseChange};

/// Substeps after the present moment in which a change is searched forwards.
const MOST_AHEAD: u64 = 20_000;
/// Order of the inputs of a moment: after all phases.
const INPUTS: usize = usize::MAX;

/// A position in the order of changes: a moment, and the completed phases of the substep that led there. `None` is the
/// moment itself, after its inputs.
pub type ChangePoint = (Moment, Option<usize>);

/// A change of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundChange {
    /// The moment at the end of the substep, and the number of phases completed with the one that changed the number;
    /// `None` for inputs, which act at the moment itself.
    pub at: ChangePoint,
    /// Moment and phases as displayed: completed substeps before this one, and completed phases.
    pub shown: (Moment, usize),
    /// Title of the phase, or `input`.
    pub title: String,
    /// What caused it: the contact, spring, stick or input, with its numbers.
    pub cause: String,
    /// The number before; both coordinates.
    pub before: DVec2,
    /// The number after.
    pub after: DVec2,
    /// The parts that took part, first the one whose number it is.
    pub places: Vec<Place>,
    /// Body and node that were found in the hull of another body, for the verdict.
    pub contact: Option<[usize; 3]>,
}

/// A search in progress.
#[derive(Debug)]
pub struct ChangeSearch {
    run: Run,
    number: PartNumber,
    skips_motion: bool,
    is_forward: bool,
    /// Changes of the moment `at` up to this one (backwards: from this one on) are left out.
    bound: Option<usize>,
    at: Moment,
    start: Moment,
    looked: u64,
    /// The result; `Some(None)`: there is none.
    found: Option<Option<FoundChange>>,
}

impl ChangeSearch {
    /// Searches backwards for the last change up to the displayed state of `run`; with `but`, before that change.
    pub fn back(run: &Run, number: PartNumber, skips_motion: bool, but: Option<ChangePoint>) -> Self {
        let bound = match but {
            Some((_, index)) => Some(index.unwrap_or(INPUTS)),
            None => run.phases_done().map(|done| done + 1),
        };
        Self::new(run, number, skips_motion, false, run.moment(), bound)
    }

    /// Searches forwards for the first change after the displayed state of `run`.
    pub fn forward(run: &Run, number: PartNumber, skips_motion: bool) -> Self {
        let (at, bound) = match run.phases_done() {
            Some(done) => (run.moment(), Some(done)),
            None => (run.moment_after(run.moment()), None),
        };
        Self::new(run, number, skips_motion, true, at, bound)
    }

    fn new(
        run: &Run,
        number: PartNumber,
        skips_motion: bool,
        is_forward: bool,
        at: Moment,
        bound: Option<usize>,
    ) -> Self {
        let run = run.fork();
        Self { start: run.moment(), run, number, skips_motion, is_forward, bound, at, looked: 0, found: None }
    }

    /// The number that is searched.
    pub fn number(&self) -> PartNumber {
        self.number
    }

    /// True if it searches the next change, not the last one.
    pub fn is_forward(&self) -> bool {
        self.is_forward
    }

    /// The substep in progress.
    pub fn moment(&self) -> Moment {
        self.at
    }

    /// Completed part, 0..=1.
    pub fn progress(&self) -> f64 {
        if self.is_forward {
            return (self.looked as f64 / MOST_AHEAD as f64).min(1.0);
        }
        1.0 - self.at.0 as f64 / self.start.0.max(1) as f64
    }

    /// Continues while `goes_on` returns true. Returns the result once it is known; `Some(None)` if the number does
    /// not change.
    pub fn go_on(&mut self, mut goes_on: impl FnMut() -> bool) -> Option<Option<FoundChange>> {
        while self.found.is_none() {
            if !goes_on() || !self.run.approach(self.at, &mut goes_on) {
                return None;
            }
            self.found = self.look();
            self.bound = None;
            self.looked += 1;
        }
        self.found.clone()
    }

    /// Reads the substep that led to `at`. If it has no change, moves `at` on.
    fn look(&mut self) -> Option<Option<FoundChange>> {
        let mut reader = NumberReader::new(self.number);
        let has_substep = self.run.observe_last(&mut reader);
        if has_substep {
            let inputs = self.input_change(&reader);
            let changes = reader.changes().iter().chain(&inputs).filter(|change| self.is_wanted(change));
            let change =
                if self.is_forward { changes.min_by_key(|c| c.index) } else { changes.max_by_key(|c| c.index) };
            if let Some(change) = change {
                return Some(Some(cause::explain(&mut self.run, self.number, change)));
            }
        }
        let next = if self.is_forward {
            (self.looked < MOST_AHEAD).then(|| self.run.moment_after(self.at))
        } else {
            self.run.moment_before(self.at)
        };
        match next {
            Some(next) => {
                self.at = next;
                None
            }
            None => Some(None),
        }
    }

    fn is_wanted(&self, change: &PhaseChange) -> bool {
        let is_beyond = match self.bound {
            None => true,
            Some(bound) if self.is_forward => change.index > bound,
            Some(bound) => change.index < bound,
        };
        is_beyond && !(self.skips_motion && change.phase.is_some_and(|phase| is_motion(phase.kind)))
    }

    /// The change by the inputs of the moment, if any.
    fn input_change(&self, reader: &NumberReader) -> Option<PhaseChange> {
        let after = self.number.read(self.run.world().layout(), self.run.world().state())?;
        let before = reader.last()?;
        let has_inputs = !self.run.journal().at(self.at).is_empty();
        (has_inputs && self.number.differs(before.value, after.value)).then(|| PhaseChange {
            index: INPUTS,
            phase: None,
            before: before.clone(),
            after,
        })
    }
}

/// True for the phases that every free node takes part in: what it does without contacts, sticks, obstacles or inputs.
fn is_motion(kind: PhaseKind) -> bool {
    matches!(
        kind,
        PhaseKind::Force(_)
            | PhaseKind::Integration
            | PhaseKind::Driven
            | PhaseKind::Derived
            | PhaseKind::Velocities
            | PhaseKind::DiscForces
            | PhaseKind::DiscFlight
    )
}
