//! Watch expressions: numbers and conditions over the probes, checked against a level. Evaluation does not change the
//! run.
//!
//! [`Expression::new`] parses a text once and resolves every name in the level. Errors carry the position and a
//! suggestion. Evaluation then walks a small tree, without name lookup and without allocation.
//!
//! All values are `f64`; conditions are 1 or 0. `nan` means not measurable (the pressure of a body without area, a
//! force before the first substep). Arithmetic with `nan` gives `nan`, and every comparison with it is false, except
//! `!=`.

mod check;
mod complete;
mod crossings;
mod each;
mod error;
mod formula;
mod functions;
mod names;
mod op;
mod parse;
mod renumber;
mod suggest;
mod token;
mod tree;
mod unit;
mod unknown;
mod zones;

pub use complete::{Candidate, complete};
pub use error::WatchError;
pub use formula::Formula;
pub use functions::{ALL as FUNCTIONS, Function, FunctionGroup};
pub use op::PreviousValues;
pub use renumber::renumber;

use crate::engine::World;
use crate::level::{Dimension, Level, Place};
use crate::probes::{ProbeSample, ValueKind};
use crossings::CrossingPair;
use op::{Here, Op, WatchContext};

/// Most bytes of an expression.
pub const LONGEST: usize = 1000;
/// Most levels of nesting.
pub const DEEPEST: u32 = 60;

/// A watch expression, ready for evaluation.
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    op: Op,
    kind: ValueKind,
    unit: Dimension,
    needs_trace: bool,
    needs_findings: bool,
    needs_windows: bool,
    looks_back: u32,
    slots: usize,
    /// Markers and parts whose entries and exits it reads.
    crossings: Vec<CrossingPair>,
    /// Values at frame 0, for `start(…)`.
    starts: Vec<f64>,
    /// Source texts of the measured parts.
    readings: Vec<String>,
}

impl Expression {
    /// Parses a text against a level.
    ///
    /// # Errors
    /// The first error, with its position and a suggestion.
    pub fn new(text: &str, level: &Level) -> Result<Self, WatchError> {
        let tree = parse::parse(text)?;
        let world = World::new(level).map_err(|error| WatchError::new(0..text.len(), error.to_string()))?;
        let checked = check::check(text, &tree, level, world.layout())?;
        let mut expression = Self {
            text: text.to_owned(),
            op: checked.op,
            kind: checked.kind,
            unit: unit::unit(&tree),
            needs_trace: checked.needs_trace,
            needs_findings: checked.needs_findings,
            needs_windows: checked.needs_windows,
            looks_back: checked.looks_back,
            slots: checked.slots,
            crossings: checked.crossings,
            starts: vec![f64::NAN; checked.starts],
            readings: checked.readings,
        };
        expression.measure_starts(&ProbeSample { level, world: &world, trace: None, recorded: None, found: None });
        Ok(expression)
    }

    /// The same for a condition; a number is an error too.
    pub fn condition(text: &str, level: &Level) -> Result<Self, WatchError> {
        let expression = Self::new(text, level)?;
        if expression.is_condition() {
            return Ok(expression);
        }
        let message = "expected a condition, but this is a number: compare it with something".to_owned();
        let first = expression.readings.first().map_or(text.trim(), String::as_str);
        Err(WatchError { hint: Some(format!("for example {first} > 1")), ..WatchError::new(0..text.len(), message) })
    }

    fn measure_starts(&mut self, look: &ProbeSample) {
        if self.starts.is_empty() {
            return;
        }
        let mut starts = std::mem::take(&mut self.starts);
        let mut memory = self.memory();
        let sight = WatchContext { look, starts: &[] };
        self.op.each_start(&mut |slot, range, of| {
            for (offset, element) in range.clone().enumerate() {
                starts[slot + offset] = of.value(&sight, Here { element, offset }, &mut memory);
            }
        });
        self.starts = starts;
    }

    /// The source text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if the value is a truth value, not a number.
    pub fn is_condition(&self) -> bool {
        self.kind == ValueKind::Truth
    }

    /// Unit of the value; [`Dimension::NONE`] for counts and conditions, and if sums of different units leave it open.
    pub fn unit(&self) -> Dimension {
        self.unit
    }

    /// True if it needs the trace of the last substep.
    pub fn needs_trace(&self) -> bool {
        self.needs_trace
    }

    /// True if it needs the findings of the detectors in the last substep.
    pub fn needs_findings(&self) -> bool {
        self.needs_findings
    }

    /// True if it needs findings over a window of frames, so the diagnosis must observe windows too.
    pub fn needs_windows(&self) -> bool {
        self.needs_windows
    }

    /// Number of earlier moments that it needs; 0 if the present one is enough.
    pub fn looks_back(&self) -> u32 {
        self.looks_back
    }

    /// True if [`Expression::pass`] must be called at every substep between two evaluations.
    pub fn needs_substeps(&self) -> bool {
        !self.crossings.is_empty()
    }

    /// An empty memory.
    pub fn memory(&self) -> PreviousValues {
        PreviousValues::new(self.slots, self.crossings.len(), self.readings.len())
    }

    /// Samples a substep between two evaluations, for entries and exits that are over at the next one.
    pub fn pass(&self, look: &ProbeSample, memory: &mut PreviousValues) {
        memory.sample(&self.crossings, look);
    }

    /// Evaluates it at the present moment. To be called once per moment, in order: `previous` refers to the last call.
    pub fn value(&self, look: &ProbeSample, memory: &mut PreviousValues) -> f64 {
        self.pass(look, memory);
        let value = self.op.value(&WatchContext { look, starts: &self.starts }, Here::default(), memory);
        memory.has_seen();
        value
    }

    /// Evaluates it as a condition.
    pub fn is_true(&self, look: &ProbeSample, memory: &mut PreviousValues) -> bool {
        self.value(look, memory) == 1.0
    }

    /// The measured parts at the last moment: source text and value.
    pub fn readings<'a>(&'a self, memory: &'a PreviousValues) -> impl Iterator<Item = (&'a str, f64)> {
        self.readings.iter().map(String::as_str).zip(memory.readings().iter().copied())
    }

    /// The part of the level that decides the value: the part that it names, or the first element of a set for which
    /// the condition holds or that has the extreme value. None if the value is about the whole level.
    pub fn place(&self, look: &ProbeSample, memory: &PreviousValues) -> Option<Place> {
        let mut memory = memory.clone();
        self.op.place(&WatchContext { look, starts: &self.starts }, &mut memory)
    }
}
