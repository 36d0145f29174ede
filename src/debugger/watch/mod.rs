//! Watch expressions: numbers and conditions over the probes, as people write them, checked against a level.
//!
//! Nothing here changes a run.
//!
//! A text is read once ([`Expression::new`]): every name is looked up in the level, every slip is told with its place
//! and what was probably meant. After that a value is only a walk over a small tree: no names, no memory asked for.
//!
//! All values are `f64`, conditions being 1 or 0. `nan` is what cannot be measured (the pressure of a body without
//! area, a force before the first substep): whatever is reckoned with it is `nan`, and every comparison with it is
//! false, except `!=`.

pub mod carry;
mod check;
mod complaint;
mod complete;
mod functions;
mod names;
mod op;
mod parse;
mod renumber;
mod suggest;
mod token;
mod tree;
mod unknown;

pub use complaint::Complaint;
pub use complete::{Candidate, complete};
pub use functions::{ALL as FUNCTIONS, Function, FunctionGroup};
pub use op::PreviousValues;
pub use renumber::renumber;

use super::probes::{Sample, ValueKind};
use crate::engine::World;
use crate::level::{Level, Place};
use op::{Here, Op, WatchContext};

/// Bytes that an expression may have.
pub const LONGEST: usize = 1000;
/// Levels to which it may be nested.
pub const DEEPEST: u32 = 60;

/// A watch expression, ready to be measured on moments of a level.
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    op: Op,
    kind: ValueKind,
    needs_trace: bool,
    needs_findings: bool,
    needs_windows: bool,
    looks_back: u32,
    slots: usize,
    /// Values at frame 0, where it asks for them.
    starts: Vec<f64>,
    /// What is measured in it, as it is written.
    readings: Vec<String>,
}

impl Expression {
    /// Reads a text against a level. Fails with what is wrong, where, and what was probably meant.
    pub fn new(text: &str, level: &Level) -> Result<Self, Complaint> {
        let tree = parse::parse(text)?;
        let world = World::new(level).map_err(|error| Complaint::new(0..text.len(), error.to_string()))?;
        let checked = check::check(text, &tree, level, world.layout())?;
        let mut expression = Self {
            text: text.to_owned(),
            op: checked.op,
            kind: checked.kind,
            needs_trace: checked.needs_trace,
            needs_findings: checked.needs_findings,
            needs_windows: checked.needs_windows,
            looks_back: checked.looks_back,
            slots: checked.slots,
            starts: vec![f64::NAN; checked.starts],
            readings: checked.readings,
        };
        expression.measure_starts(&Sample { level, world: &world, trace: None, recorded: None, found: None });
        Ok(expression)
    }

    /// The same for a condition: fails for a number too.
    pub fn condition(text: &str, level: &Level) -> Result<Self, Complaint> {
        let expression = Self::new(text, level)?;
        if expression.is_condition() {
            return Ok(expression);
        }
        let message = "this is a number, and a condition is wanted: compare it with something".to_owned();
        let first = expression.readings.first().map_or(text.trim(), String::as_str);
        Err(Complaint { hint: Some(format!("for example {first} > 1")), ..Complaint::new(0..text.len(), message) })
    }

    fn measure_starts(&mut self, look: &Sample) {
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

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is true or false rather than a number.
    pub fn is_condition(&self) -> bool {
        self.kind == ValueKind::Truth
    }

    /// Whether it asks for what only the explanation of the last substep tells.
    pub fn needs_trace(&self) -> bool {
        self.needs_trace
    }

    /// Whether it asks for what the detectors find in the last substep.
    pub fn needs_findings(&self) -> bool {
        self.needs_findings
    }

    /// Whether it asks for what detectors find only over many substeps: who looks on must be [`Examiner::thorough`].
    ///
    /// [`Examiner::thorough`]: super::diagnosis::Examiner::thorough
    pub fn needs_windows(&self) -> bool {
        self.needs_windows
    }

    /// How many moments before the present one it must have seen: 0 where the present tells all.
    pub fn looks_back(&self) -> u32 {
        self.looks_back
    }

    /// A memory that has seen nothing yet.
    pub fn memory(&self) -> PreviousValues {
        PreviousValues::new(self.slots, self.readings.len())
    }

    /// Its value now. Called once for each moment, in order: `previous` is what the memory saw the last time.
    pub fn value(&self, look: &Sample, memory: &mut PreviousValues) -> f64 {
        let value = self.op.value(&WatchContext { look, starts: &self.starts }, Here::default(), memory);
        memory.has_seen();
        value
    }

    /// The same for a condition.
    pub fn is_true(&self, look: &Sample, memory: &mut PreviousValues) -> bool {
        self.value(look, memory) == 1.0
    }

    /// What was measured at the last moment, part by part: its text and its value.
    pub fn readings<'a>(&'a self, memory: &'a PreviousValues) -> impl Iterator<Item = (&'a str, f64)> {
        self.readings.iter().map(String::as_str).zip(memory.readings().iter().copied())
    }

    /// The part of the level that it is about at the moment: the one that it names, else of a set the first that the
    /// condition holds for or that has the extreme value; none where it is about everything.
    pub fn place(&self, look: &Sample, memory: &PreviousValues) -> Option<Place> {
        let mut memory = memory.clone();
        self.op.place(&WatchContext { look, starts: &self.starts }, &mut memory)
    }
}
