//! Whether a run does what its level expects of it.
//!
//! All expectations are held against one run.

use super::run::Moment;
use super::stepwise::Stepwise;
use super::trial::Trial;
use super::watch::{Complaint, Expression, PreviousValues};
use crate::level::format::FormatError;
use crate::level::{Expectation, Holds, Level};

/// What came of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectationVerdict {
    /// The run does it.
    Met,
    /// The run does not.
    Unmet {
        /// The first moment that contradicts it; the last frame where it is missed at all moments.
        at: Moment,
        /// What was measured there, part by part.
        readings: Vec<(String, f64)>,
    },
    /// Its condition cannot be read.
    Unreadable(Complaint),
}

/// Runs a level as far as its expectations reach, as long as `goes_on` says so (it is told the frame, at least once in
/// each); a verdict on each, or none where it was stopped.
///
/// # Errors
/// What the engine cannot run, with its place.
pub fn judge(
    level: &Level,
    expectations: &[Expectation],
    mut goes_on: impl FnMut(u64) -> bool,
) -> Result<Option<Vec<ExpectationVerdict>>, FormatError> {
    let mut course = ExpectationRun::new(level.clone(), expectations)?;
    while !course.is_done() {
        if !goes_on(course.frames().0) {
            return Ok(None);
        }
        course.step();
    }
    Ok(Some(course.verdicts().filter_map(|(_, verdict)| verdict.cloned()).collect()))
}

/// A run held against expectations, in slices.
#[derive(Debug)]
pub struct ExpectationRun {
    trial: Trial<'static>,
    rows: Vec<ExpectationRow>,
    frames: u64,
}

impl ExpectationVerdict {
    /// What an expectation of this kind came to, in words: `met`, `true at frame 3, substep 2`.
    pub fn words(&self, expectation: &Expectation) -> String {
        let at = match self {
            Self::Met => return "met".to_owned(),
            Self::Unreadable(complaint) => return format!("the condition cannot be read: {complaint}"),
            Self::Unmet { at, .. } => *at,
        };
        let within = if at.1 > 0 { format!(", substep {}", at.1) } else { String::new() };
        match expectation.holds {
            Holds::Never => format!("true at frame {}{within}", at.0),
            Holds::Always => format!("not true at frame {}{within}", at.0),
            Holds::Eventually => format!("not true in {} frames", expectation.frames),
            Holds::AtEnd => format!("not true at frame {}", at.0),
        }
    }
}

impl ExpectationRun {
    /// At frame 0, which is looked at.
    ///
    /// # Errors
    /// What the engine cannot run, with its place.
    pub fn new(level: Level, expectations: &[Expectation]) -> Result<Self, FormatError> {
        let rows: Vec<ExpectationRow> =
            expectations.iter().map(|expectation| ExpectationRow::new(expectation.clone(), &level)).collect();
        let mut trial = Trial::owning(level)?;
        for row in &rows {
            if let Some((expression, _)) = &row.condition {
                trial.want(expression, row.expectation.each);
            }
        }
        let frames = expectations.iter().map(|expectation| expectation.frames).max().unwrap_or(0);
        let mut course = Self { trial, rows, frames };
        course.look();
        Ok(course)
    }

    /// Goes on as long as `goes_on` says so (it is asked at least once a frame); whether there is a verdict on each.
    pub fn follow(&mut self, goes_on: impl FnMut() -> bool) -> bool {
        self.go_on(goes_on)
    }

    /// Whether there is a verdict on each.
    pub fn is_done(&self) -> bool {
        self.rows.iter().all(|row| row.verdict.is_some())
    }

    /// What each expectation has come to so far.
    pub fn verdicts(&self) -> impl Iterator<Item = (&Expectation, Option<&ExpectationVerdict>)> {
        self.rows.iter().map(|row| (&row.expectation, row.verdict.as_ref()))
    }

    /// Whole frames that were looked at, and how many it may become.
    pub fn frames(&self) -> (u64, u64) {
        (self.trial.moment().0, self.frames)
    }

    fn look(&mut self) {
        self.rows.iter_mut().filter(|row| row.verdict.is_none()).for_each(|row| row.look(&self.trial));
    }
}

impl Stepwise for ExpectationRun {
    fn is_over(&self) -> bool {
        self.is_done()
    }

    fn step(&mut self) {
        self.trial.step();
        self.look();
    }
}

#[derive(Debug)]
struct ExpectationRow {
    expectation: Expectation,
    condition: Option<(Expression, PreviousValues)>,
    verdict: Option<ExpectationVerdict>,
}

impl ExpectationRow {
    fn new(expectation: Expectation, level: &Level) -> Self {
        match Expression::condition(&expectation.condition, level) {
            Ok(expression) => {
                let memory = expression.memory();
                Self { expectation, condition: Some((expression, memory)), verdict: None }
            }
            Err(complaint) => {
                Self { expectation, condition: None, verdict: Some(ExpectationVerdict::Unreadable(complaint)) }
            }
        }
    }

    fn look(&mut self, trial: &Trial) {
        let Some((expression, memory)) = &mut self.condition else { return };
        if !trial.is_due(self.expectation.each) {
            return;
        }
        let is_true = trial.value(expression, memory) == 1.0;
        let at = trial.moment();
        let is_end = at >= (self.expectation.frames, 0);
        let met = match (self.expectation.holds, is_true) {
            (Holds::Never, true) | (Holds::Always, false) => Some(false),
            (Holds::Eventually, true) => Some(true),
            (Holds::Never | Holds::Always, _) if is_end => Some(true),
            (Holds::Eventually, _) if is_end => Some(false),
            (Holds::AtEnd, _) if is_end => Some(is_true),
            _ => None,
        };
        self.verdict = met.map(|met| {
            let readings = || expression.readings(memory).map(|(part, value)| (part.to_owned(), value)).collect();
            if met { ExpectationVerdict::Met } else { ExpectationVerdict::Unmet { at, readings: readings() } }
        });
    }
}
