//! Checks the expectations of a level against a run of it. All expectations share one run.

use super::moment;
use super::run::Moment;
use super::stepwise::Stepwise;
use super::trial::Trial;
use super::watch::{Expression, PreviousValues, WatchError};
use crate::level::format::FormatError;
use crate::level::{Expectation, Holds, Level};
use serde::{Deserialize, Serialize};

/// Verdict on an expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExpectationVerdict {
    /// The run fulfils it.
    Met,
    /// The run violates it.
    Unmet {
        /// The first moment that contradicts it; the last frame if it had to become true.
        at: Moment,
        /// The measured parts there.
        readings: Vec<(String, f64)>,
    },
    /// Its condition is invalid.
    Unreadable(WatchError),
}

/// Runs a level as far as its expectations reach, while `goes_on` returns true (called with the frame, at least once
/// per frame). Returns a verdict on each, or None if interrupted.
///
/// # Errors
/// If the engine rejects the level: the place and the reason.
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

/// A check of expectations in progress.
#[derive(Debug)]
pub struct ExpectationRun {
    trial: Trial<'static>,
    rows: Vec<ExpectationRow>,
    frames: u64,
}

impl ExpectationVerdict {
    /// The verdict in words: `met`, `true at frame 3.2`.
    pub fn words(&self, expectation: &Expectation) -> String {
        let at = match self {
            Self::Met => return "met".to_owned(),
            Self::Unreadable(error) => return format!("the condition cannot be parsed: {error}"),
            Self::Unmet { at, .. } => *at,
        };
        let moment = moment::write(at);
        match expectation.holds {
            Holds::Never => format!("true at frame {moment}"),
            Holds::Always => format!("not true at frame {moment}"),
            Holds::Eventually => format!("not true in {} frames", expectation.frames),
            Holds::AtEnd => format!("not true at frame {}", at.0),
        }
    }
}

impl ExpectationRun {
    /// A check at frame 0, which is evaluated.
    ///
    /// # Errors
    /// If the engine rejects the level: the place and the reason.
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

    /// Continues while `goes_on` returns true (called at least once per frame). Returns true once all verdicts are
    /// known.
    pub fn follow(&mut self, goes_on: impl FnMut() -> bool) -> bool {
        self.go_on(goes_on)
    }

    /// True once all verdicts are known.
    pub fn is_done(&self) -> bool {
        self.rows.iter().all(|row| row.verdict.is_some())
    }

    /// The expectations with their verdicts. None while unknown.
    pub fn verdicts(&self) -> impl Iterator<Item = (&Expectation, Option<&ExpectationVerdict>)> {
        self.rows.iter().map(|row| (&row.expectation, row.verdict.as_ref()))
    }

    /// Number of evaluated frames, and the most that may be needed.
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
            Err(error) => Self { expectation, condition: None, verdict: Some(ExpectationVerdict::Unreadable(error)) },
        }
    }

    fn look(&mut self, trial: &Trial) {
        let Some((expression, memory)) = &mut self.condition else { return };
        let Some(value) = trial.value(expression, self.expectation.each, memory) else { return };
        let is_true = value == 1.0;
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
