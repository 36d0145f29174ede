//! The causes: how a healthy level is made sick by one change, and what must be seen for it to count as sick.

mod contacts;
mod forces;
mod meshes;

use super::outcome::Outcome;
use super::random::Random;
use blobsmith::level::{Body, Level};

/// A healthy level and the same with one thing wrong.
pub struct Pair {
    /// Without the cause.
    pub healthy: Level,
    /// With it.
    pub sick: Level,
}

/// A cause.
pub struct Cause {
    /// Stable name, in kebab-case; the detectors' names play no part.
    pub id: &'static str,
    /// What is wrong.
    pub what: &'static str,
    /// What the run must show to count as sick, in words.
    pub criterion: &'static str,
    /// Draws a pair.
    pub draw: fn(&mut Random) -> Pair,
    /// The criterion: the sick run, the healthy run.
    pub is_sick: fn(&Outcome, &Outcome) -> bool,
}

/// Every cause.
pub fn all() -> impl Iterator<Item = &'static Cause> {
    [meshes::CAUSES, forces::CAUSES, contacts::CAUSES].into_iter().flatten()
}

/// The pair of a healthy level and the same with one body changed.
fn with_body(healthy: Level, body: usize, change: impl FnOnce(&mut Body)) -> Pair {
    let mut sick = healthy.clone();
    change(&mut sick.bodies[body]);
    Pair { healthy, sick }
}
