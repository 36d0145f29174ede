//! Probes: the quantities of a moment that watch expressions, plots and breakpoints can read.
//!
//! Probes are read-only. They do not allocate, except `spill`, `unpainted` and overlaps, which clip polygons, and
//! `deepest` in levels with more than 32 bodies.

mod body;
pub mod depth;
mod disc;
mod finding;
mod found;
mod linked;
mod links;
mod node;
pub mod overlap;
mod scope;
mod touch;
mod triangle;
mod unit;
mod world;
mod zone;

pub use finding::{Finding, Problem, Span};
pub(crate) use found::count_of_problem;
pub use scope::Scope;
pub(crate) use touch::{Toucher, touching};
pub(crate) use unit::unit_of;
pub(crate) use zone::{Occupant, Zone, is_inside, sensor_pair};

use crate::engine::forces::ForcePart;
use crate::engine::{Trace, World};
use crate::level::Level;

/// Data of one moment of a run that probes read.
#[derive(Clone, Copy, Debug)]
pub struct ProbeSample<'a> {
    /// The level that runs, in its initial state.
    pub level: &'a Level,
    /// The world at the moment.
    pub world: &'a World,
    /// Trace of the substep that led here. Needed only for probes with [`Reading::Trace`].
    pub trace: Option<&'a Trace>,
    /// State hashes of frames 0, 1, 2, … of another visit or a recording, for comparison.
    pub recorded: Option<&'a [u64]>,
    /// Findings of the detectors since the previous moment, in the substep or frame that led here. Needed only for probes
    /// with [`Reading::Findings`].
    pub found: Option<&'a [Finding]>,
}

impl<'a> ProbeSample<'a> {
    /// A moment without trace, recording and findings.
    pub fn new(level: &'a Level, world: &'a World) -> Self {
        Self { level, world, trace: None, recorded: None, found: None }
    }
}

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A number.
    Number,
    /// True or false: 1 or 0.
    Truth,
}

/// Data that a probe needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The state.
    State,
    /// The trace of the substep that led to the moment; `nan` (or false) at the beginning.
    Trace,
    /// The findings of the substep or frame that led to the moment; none at the beginning.
    Findings,
    /// A count since the beginning, read at the moment and at the previous one. The value is the difference; 0 at the
    /// beginning.
    Increase,
}

impl Reading {
    /// True if it depends on the substep that led to the moment.
    pub fn is_of_substep(self) -> bool {
        matches!(self, Self::Trace | Self::Findings)
    }
}

/// Measures one part, by its index in the flat arrays of [`crate::engine::Layout`]. The world ignores the index.
pub type ProbeFn = fn(&ProbeSample, usize) -> f64;

/// A quantity that can be measured.
#[derive(Clone, Copy)]
pub struct Probe {
    /// Stable identifier in the language: `area_ratio`, `energy.total`.
    pub id: &'static str,
    /// Title for the UI.
    pub title: &'static str,
    /// Definition, unit, and value if there is nothing to measure.
    pub explanation: &'static str,
    /// Kind of part that it measures.
    pub scope: Scope,
    /// Type of the value.
    pub kind: ValueKind,
    /// Data that it needs.
    pub reading: Reading,
    /// What measures it.
    pub by: MeasuredBy,
}

/// What measures a quantity.
#[derive(Clone, Copy, Debug)]
pub enum MeasuredBy {
    /// A function of its own.
    Own(ProbeFn),
    /// The length of a part of a force on a node, in the substep that led to the moment.
    Force(&'static ForcePart),
}

impl MeasuredBy {
    /// Measures one part, by its index in the flat arrays of [`crate::engine::Layout`].
    pub fn measure(self, sample: &ProbeSample, index: usize) -> f64 {
        match self {
            Self::Own(measure) => measure(sample, index),
            Self::Force(part) => node::force_part(sample, part, index),
        }
    }
}

impl Probe {
    const fn number(
        scope: Scope,
        id: &'static str,
        title: &'static str,
        explanation: &'static str,
        measure: ProbeFn,
    ) -> Self {
        Self {
            id,
            title,
            explanation,
            scope,
            kind: ValueKind::Number,
            reading: Reading::State,
            by: MeasuredBy::Own(measure),
        }
    }

    const fn truth(self) -> Self {
        Self { kind: ValueKind::Truth, ..self }
    }

    const fn without_samples(self) -> Self {
        Self { reading: Reading::Trace, ..self }
    }

    const fn found(self) -> Self {
        Self { reading: Reading::Findings, ..self }
    }

    const fn counted(self) -> Self {
        Self { reading: Reading::Increase, ..self }
    }

    /// Source form for an example part: `energy.total`, `body("left").area`, `disc(0).x`.
    pub fn example(&self) -> String {
        match self.scope.example() {
            "" => self.id.to_owned(),
            owner => format!("{owner}.{}", self.id),
        }
    }
}

/// Every probe, by scope, in the order of the page.
pub const ALL: &[&[Probe]] = &[
    world::PROBES,
    body::PROBES,
    node::PROBES,
    &node::FORCES,
    links::SPRINGS,
    links::STICKS,
    triangle::PROBES,
    disc::PROBES,
    linked::PROBES,
];

/// All probes, one after the other.
pub fn iter() -> impl Iterator<Item = &'static Probe> {
    ALL.iter().copied().flatten()
}

/// The probes of one scope.
pub fn of(scope: Scope) -> impl Iterator<Item = &'static Probe> {
    iter().filter(move |probe| probe.scope == scope)
}

/// The probe of a scope with this id. None if it does not exist.
pub fn find(scope: Scope, id: &str) -> Option<&'static Probe> {
    of(scope).find(|probe| probe.id == id)
}

fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}
