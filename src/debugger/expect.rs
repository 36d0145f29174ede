//! Whether a run does what its level expects of it.
//!
//! Must never know: who asks, files. All expectations are held against one run.

use super::run::Moment;
use super::trial::Trial;
use super::watch::{Complaint, Expression, Memory};
use crate::level::format::FormatError;
use crate::level::{Expectation, Holds, Level};

/// What came of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
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

/// Runs a level as far as its expectations reach, as long as `goes_on` says so (it is asked at least once a frame); a
/// verdict on each, or none where it was stopped.
///
/// # Errors
/// What the engine cannot run, with its place.
pub fn judge(
    level: &Level,
    expectations: &[Expectation],
    mut goes_on: impl FnMut() -> bool,
) -> Result<Option<Vec<Verdict>>, FormatError> {
    let mut trial = Trial::new(level)?;
    let mut rows: Vec<Row> = expectations.iter().map(|expectation| Row::new(expectation, level)).collect();
    for row in &rows {
        if let Ok((expression, _)) = &row.condition {
            trial.want(expression, row.expectation.each);
        }
    }
    loop {
        rows.iter_mut().filter(|row| row.verdict.is_none()).for_each(|row| row.look(&trial));
        if rows.iter().all(|row| row.verdict.is_some()) {
            return Ok(Some(rows.into_iter().filter_map(|row| row.verdict).collect()));
        }
        if !goes_on() {
            return Ok(None);
        }
        trial.step();
    }
}

struct Row<'a> {
    expectation: &'a Expectation,
    condition: Result<(Expression, Memory), ()>,
    verdict: Option<Verdict>,
}

impl<'a> Row<'a> {
    fn new(expectation: &'a Expectation, level: &Level) -> Self {
        match Expression::condition(&expectation.condition, level) {
            Ok(expression) => {
                let memory = expression.memory();
                Self { expectation, condition: Ok((expression, memory)), verdict: None }
            }
            Err(complaint) => Self { expectation, condition: Err(()), verdict: Some(Verdict::Unreadable(complaint)) },
        }
    }

    fn look(&mut self, trial: &Trial) {
        let Ok((expression, memory)) = &mut self.condition else { return };
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
            if met { Verdict::Met } else { Verdict::Unmet { at, readings: readings() } }
        });
    }
}
