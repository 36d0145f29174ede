//! A measure of a run: a watch expression, and a reducer of its values.

use super::Level;
use crate::debugger::diagnosis;
use crate::debugger::run::Moment;
use crate::debugger::trial::Trial;
use crate::debugger::watch::{Expression, PreviousValues, WatchError};
use crate::level::Each;

/// Reduces the values of a run to one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reducer {
    /// The value at the last frame.
    Last,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The mean.
    Mean,
    /// The sum.
    Sum,
    /// The number of evaluations at which a condition was true.
    Count,
    /// The first frame at which a condition was true.
    First,
}

/// Every reducer with its keyword and description.
pub const REDUCERS: [(Reducer, &str, &str); 7] = [
    (Reducer::Last, "last", "the value at the last frame"),
    (Reducer::Min, "min", "the least value"),
    (Reducer::Max, "max", "the greatest value"),
    (Reducer::Mean, "mean", "the mean of the values"),
    (Reducer::Sum, "sum", "the sum of the values"),
    (Reducer::Count, "count", "the number of evaluations at which a condition was true"),
    (
        Reducer::First,
        "first",
        "the first frame at which a condition was true; with a fraction if evaluated at substeps",
    ),
];

/// The measures of a sweep that states none: the findings of each detector.
pub fn default_measures() -> Vec<String> {
    diagnosis::ALL.iter().map(|detector| format!("problem(\"{}\")", detector.id)).collect()
}

/// A measure, parsed and checked against a level.
#[derive(Clone, Debug)]
pub struct Measure {
    text: String,
    source: String,
    reducer: Reducer,
    each: Each,
    is_condition: bool,
    counts_findings: bool,
}

impl Measure {
    /// Parses `EXPR` or `REDUCER: EXPR`. The default reducer is `count` for conditions, `sum` for detectors, and `last`
    /// otherwise. Without `each`, expressions about the last substep are evaluated after every substep, others after
    /// every frame.
    ///
    /// # Errors
    /// The error in the expression with its position.
    pub fn parse(text: &str, level: &Level, each: Option<Each>) -> Result<Self, WatchError> {
        let head = text.split_once(':');
        let named = head.and_then(|(word, _)| REDUCERS.iter().find(|row| row.1 == word.trim()));
        let source = match (head, named) {
            (Some((_, source)), Some(_)) => source,
            (Some((word, _)), None) => {
                let words: Vec<&str> = REDUCERS.iter().map(|row| row.1).collect();
                let message = format!("`{}` is not a reducer", word.trim());
                return Err(WatchError::hinted(
                    0..word.len(),
                    message,
                    format!("the reducers are {}", words.join(", ")),
                ));
            }
            (None, _) => text,
        };
        let moved = |mut error: WatchError| {
            let before = text.len() - source.len();
            error.at = error.at.start + before..error.at.end + before;
            error
        };
        let expression = Expression::new(source, level).map_err(moved)?;
        let (is_condition, counts_findings) = (expression.is_condition(), expression.needs_findings());
        let reducer = match named {
            Some(row) => row.0,
            None if is_condition => Reducer::Count,
            None if counts_findings => Reducer::Sum,
            None => Reducer::Last,
        };
        if matches!(reducer, Reducer::Count | Reducer::First) && !is_condition {
            let message = "expected a condition, but this is a number: compare it with something";
            let hint = format!("for example {} > 0", source.trim());
            let start = source.len() - source.trim_start().len();
            return Err(moved(WatchError::hinted(start..source.trim_end().len(), message, hint)));
        }
        let of_substep = expression.needs_trace() || expression.needs_findings();
        let each = each.unwrap_or(if of_substep { Each::Substep } else { Each::Frame });
        let word = REDUCERS.iter().find(|row| row.0 == reducer).map_or("", |row| row.1);
        let source = source.trim().to_owned();
        Ok(Self { text: format!("{word}: {source}"), source, reducer, each, is_condition, counts_findings })
    }

    /// The source text, `REDUCER: EXPR`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The reducer.
    pub fn reducer(&self) -> Reducer {
        self.reducer
    }

    /// Interval of its evaluation.
    pub fn each(&self) -> Each {
        self.each
    }

    /// The measure with the interval of its evaluation, for hashes.
    pub(super) fn identity(&self) -> String {
        format!("{} {:?}", self.text, self.each)
    }

    /// True if it detects failures: it is a condition or counts findings of detectors.
    pub(super) fn is_failure_measure(&self) -> bool {
        self.is_condition || self.counts_findings
    }

    /// The failure as a condition.
    pub(super) fn condition(&self) -> String {
        if self.is_condition { self.source.clone() } else { format!("{} > 0", self.source) }
    }
}

/// Reduces the values of a run as they arrive.
#[derive(Debug)]
pub(super) struct MeasureAccumulator {
    expression: Expression,
    memory: PreviousValues,
    reducer: Reducer,
    each: Each,
    last: f64,
    best: Option<f64>,
    sum: f64,
    seen: u64,
    first: Option<f64>,
}

impl MeasureAccumulator {
    pub fn new(measure: &Measure, level: &Level) -> Result<Self, WatchError> {
        let expression = Expression::new(&measure.source, level)?;
        let memory = expression.memory();
        let (reducer, each) = (measure.reducer, measure.each);
        Ok(Self { expression, memory, reducer, each, last: f64::NAN, best: None, sum: 0.0, seen: 0, first: None })
    }

    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    /// Evaluates the expression at the present moment. Returns its value, or None if it is not due.
    pub fn look(&mut self, trial: &Trial) -> Option<f64> {
        let value = trial.value(&self.expression, self.each, &mut self.memory)?;
        self.last = value;
        if value == 1.0 && self.first.is_none() {
            let (frame, substep): Moment = trial.moment();
            let part = f64::from(substep) / f64::from(trial.world().layout().settings.substeps);
            self.first = Some(frame as f64 + part);
        }
        // NaN (not measurable) is skipped.
        if !value.is_nan() {
            self.sum += value;
            self.seen += 1;
            let best = self.best.unwrap_or(value);
            self.best = Some(if self.reducer == Reducer::Min { best.min(value) } else { best.max(value) });
        }
        Some(value)
    }

    /// True if further values cannot change the result.
    pub fn is_decided(&self) -> bool {
        self.reducer == Reducer::First && self.first.is_some()
    }

    pub fn result(&self) -> f64 {
        match self.reducer {
            Reducer::Last => self.last,
            Reducer::Min | Reducer::Max => self.best.unwrap_or(f64::NAN),
            Reducer::Mean if self.seen == 0 => f64::NAN,
            Reducer::Mean => self.sum / self.seen as f64,
            Reducer::Sum | Reducer::Count => self.sum,
            Reducer::First => self.first.unwrap_or(f64::NAN),
        }
    }
}
