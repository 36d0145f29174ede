//! Causes: each turns a healthy level into a sick one by one change, and has a criterion for the sick run.

mod contacts;
mod forces;
mod meshes;

use super::outcome::Outcome;
use super::random::Random;
use blobsmith::level::{Body, Level};

/// A healthy level, and the same level with one fault.
pub struct Pair {
    /// Without the fault.
    pub healthy: Level,
    /// With the fault.
    pub sick: Level,
}

/// A cause.
pub struct Cause {
    /// Stable id in kebab-case; independent of the detectors' names.
    pub id: &'static str,
    /// Description of the fault.
    pub what: &'static str,
    /// Description of the criterion.
    pub criterion: &'static str,
    /// Generates a pair.
    pub draw: fn(&mut Random) -> Pair,
    /// The criterion; takes the sick and the healthy run.
    pub is_sick: fn(&Outcome, &Outcome) -> bool,
}

/// Every cause.
pub fn all() -> impl Iterator<Item = &'static Cause> {
    [meshes::CAUSES, forces::CAUSES, contacts::CAUSES].into_iter().flatten()
}

/// A pair of a healthy level and the same level with one changed body.
fn with_body(healthy: Level, body: usize, change: impl FnOnce(&mut Body)) -> Pair {
    let mut sick = healthy.clone();
    change(&mut sick.bodies[body]);
    Pair { healthy, sick }
}
