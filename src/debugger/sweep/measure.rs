//! What is measured of a run: a watch expression, and what becomes of its values over the run.

use super::Level;
use crate::debugger::run::Moment;
use crate::debugger::trial::Trial;
use crate::debugger::watch::{Complaint, Expression, PreviousValues};
use crate::level::Each;

/// What becomes of the values of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reducer {
    /// The value at the last frame.
    Last,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Their mean.
    Mean,
    /// Their sum.
    Sum,
    /// At how many looks a condition was true.
    Count,
    /// The frame at which a condition was true first.
    First,
}

/// Every reducer: its word, and what it gives.
pub const REDUCERS: [(Reducer, &str, &str); 7] = [
    (Reducer::Last, "last", "the value at the last frame"),
    (Reducer::Min, "min", "the least value"),
    (Reducer::Max, "max", "the greatest value"),
    (Reducer::Mean, "mean", "the mean of the values"),
    (Reducer::Sum, "sum", "the sum of the values"),
    (Reducer::Count, "count", "how often a condition was true when it was looked at"),
    (Reducer::First, "first", "the frame at which a condition was true first; with substeps, a part of a frame more"),
];

/// See the module.
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
    /// Reads `EXPR`, or `REDUCER: EXPR`. Without a reducer it is `count` for conditions, `sum` for what detectors find, and
    /// `last` for all else. Without `each` it is looked at after every substep where it tells of the last substep, else
    /// at every frame.
    ///
    /// # Errors
    /// What is wrong with the expression, and where in the text.
    pub fn parse(text: &str, level: &Level, each: Option<Each>) -> Result<Self, Complaint> {
        let head = text.split_once(':');
        let named = head.and_then(|(word, _)| REDUCERS.iter().find(|row| row.1 == word.trim()));
        let source = match (head, named) {
            (Some((_, source)), Some(_)) => source,
            (Some((word, _)), None) => {
                let words: Vec<&str> = REDUCERS.iter().map(|row| row.1).collect();
                let message = format!("`{}` is nothing that can be made of values", word.trim());
                return Err(Complaint::hinted(0..word.len(), message, format!("there are {}", words.join(", "))));
            }
            (None, _) => text,
        };
        let moved = |mut complaint: Complaint| {
            let before = text.len() - source.len();
            complaint.at = complaint.at.start + before..complaint.at.end + before;
            complaint
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
            let message = "this is a number, and a condition is wanted: compare it with something";
            let hint = format!("for example {} > 0", source.trim());
            let start = source.len() - source.trim_start().len();
            return Err(moved(Complaint::hinted(start..source.trim_end().len(), message, hint)));
        }
        let of_substep = expression.needs_trace() || expression.needs_findings();
        let each = each.unwrap_or(if of_substep { Each::Substep } else { Each::Frame });
        let word = REDUCERS.iter().find(|row| row.0 == reducer).map_or("", |row| row.1);
        let source = source.trim().to_owned();
        Ok(Self { text: format!("{word}: {source}"), source, reducer, each, is_condition, counts_findings })
    }

    /// `REDUCER: EXPR`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What becomes of the values.
    pub fn reducer(&self) -> Reducer {
        self.reducer
    }

    /// How often it is looked at.
    pub fn each(&self) -> Each {
        self.each
    }

    /// Whether it says when something went wrong: it is a condition, or a count of what detectors find.
    pub(super) fn is_failure_measure(&self) -> bool {
        self.is_condition || self.counts_findings
    }

    /// That something went wrong, as a condition.
    pub(super) fn condition(&self) -> String {
        if self.is_condition { self.source.clone() } else { format!("{} > 0", self.source) }
    }
}

/// The values of a run so far.
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
    pub fn new(measure: &Measure, level: &Level) -> Result<Self, Complaint> {
        let expression = Expression::new(&measure.source, level)?;
        let memory = expression.memory();
        let (reducer, each) = (measure.reducer, measure.each);
        Ok(Self { expression, memory, reducer, each, last: f64::NAN, best: None, sum: 0.0, seen: 0, first: None })
    }

    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    pub fn each(&self) -> Each {
        self.each
    }

    /// Looks at the present; the value.
    pub fn look(&mut self, trial: &Trial) -> f64 {
        let value = trial.value(&self.expression, &mut self.memory);
        self.last = value;
        if value == 1.0 && self.first.is_none() {
            let (frame, substep): Moment = trial.moment();
            let part = f64::from(substep) / f64::from(trial.world().layout().settings.substeps);
            self.first = Some(frame as f64 + part);
        }
        // What cannot be measured is passed over.
        if !value.is_nan() {
            self.sum += value;
            self.seen += 1;
            let best = self.best.unwrap_or(value);
            self.best = Some(if self.reducer == Reducer::Min { best.min(value) } else { best.max(value) });
        }
        value
    }

    /// Whether nothing that comes can change the result.
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
