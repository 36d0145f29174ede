//! What can be measured on a moment of a run: the words of watch expressions, of the plots and of breakpoints.
//!
//! Measuring changes nothing. It allocates nothing, except for `spill`, `unpainted` and overlaps, which cut polygons, and
//! for `deepest` in levels of more than 32 bodies.

mod body;
pub(super) mod depth;
mod disc;
mod found;
mod links;
mod node;
pub mod overlap;
mod scope;
mod touch;
mod triangle;
mod world;

pub(super) use found::count_of_illness;
pub use scope::Scope;
pub(super) use touch::{Toucher, touching};

use super::Run;
use super::diagnosis::Finding;
use crate::engine::{Trace, World};
use crate::level::Level;

/// One moment of a run, as it is measured.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The level that runs: how it was at the start.
    pub level: &'a Level,
    /// The simulation at the moment.
    pub world: &'a World,
    /// The substep that led here, explained; only for what says that it needs one ([`Reading::Trace`]).
    pub trace: Option<&'a Trace>,
    /// Hashes of the state at frames 0, 1, 2, …, of another visit or a recording, to compare with.
    pub recorded: Option<&'a [u64]>,
    /// What the detectors found in the substep that led here; only for what asks for it ([`Reading::Findings`]).
    pub found: Option<&'a [Finding]>,
}

impl<'a> Sample<'a> {
    /// The present of a run, as far as the state alone tells.
    pub fn at(run: &'a Run) -> Self {
        Self { level: run.level(), world: run.world(), trace: None, recorded: None, found: None }
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A number.
    Number,
    /// True or false: 1 or 0.
    Truth,
}

/// What a probe must see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The state at the moment.
    State,
    /// The explanation of the substep that led to the moment; `nan` (or false) at the beginning.
    Trace,
    /// What the detectors found in the substep that led to the moment; nothing at the beginning.
    Findings,
    /// A count since the level began, read at the moment and at the one before: the value is what was added. 0 at
    /// the beginning.
    Increase,
}

impl Reading {
    /// Whether it tells of the substep that led to the moment.
    pub fn is_of_substep(self) -> bool {
        matches!(self, Self::Trace | Self::Findings)
    }
}

/// Measures one part (its index in the flat arrays of [`crate::engine::Layout`]; any for the world).
pub type ProbeFn = fn(&Sample, usize) -> f64;

/// Something that can be measured.
#[derive(Clone, Copy)]
pub struct Probe {
    /// Stable word of the language: `area_ratio`, `energy.total`.
    pub id: &'static str,
    /// A few words for people.
    pub title: &'static str,
    /// What exactly it is, its unit, what it is where there is nothing to measure.
    pub explanation: &'static str,
    /// Of what.
    pub scope: Scope,
    /// Number or truth.
    pub kind: ValueKind,
    /// What it must see.
    pub reading: Reading,
    /// The measurement.
    pub measure: ProbeFn,
}

impl Probe {
    const fn number(
        scope: Scope,
        id: &'static str,
        title: &'static str,
        explanation: &'static str,
        measure: ProbeFn,
    ) -> Self {
        Self { id, title, explanation, scope, kind: ValueKind::Number, reading: Reading::State, measure }
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

    /// As it is written for some part: `energy.total`, `body("left").area`, `disc(0).x`.
    pub fn example(&self) -> String {
        match self.scope.example() {
            "" => self.id.to_owned(),
            owner => format!("{owner}.{}", self.id),
        }
    }
}

/// Every probe, by scope, in the order of the page.
pub const ALL: &[&[Probe]] =
    &[world::PROBES, body::PROBES, node::PROBES, links::SPRINGS, links::STICKS, triangle::PROBES, disc::PROBES];

/// All of them, one after the other.
pub fn iter() -> impl Iterator<Item = &'static Probe> {
    ALL.iter().copied().flatten()
}

/// Those of one scope.
pub fn of(scope: Scope) -> impl Iterator<Item = &'static Probe> {
    iter().filter(move |probe| probe.scope == scope)
}

/// The probe of a scope with this id.
pub fn find(scope: Scope, id: &str) -> Option<&'static Probe> {
    of(scope).find(|probe| probe.id == id)
}

fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}
