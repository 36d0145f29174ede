//! Rows about sticks (004): what the passes over them did.

use super::vector;
use glam::DVec2;
use serde::Serialize;

/// One stick of a dynamic body; an excess is its length less the length that it keeps, negative when it is too short.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StickTrace {
    /// The body.
    pub body: usize,
    /// Index of the stick in it.
    pub stick: usize,
    /// Length kept.
    pub length: f64,
    /// Excess before the first pass.
    pub excess_before: f64,
    /// Excess after the last pass; later sticks may have pulled it off its length again.
    pub excess_after: f64,
    /// By how much the stick moved its node A, over all passes.
    #[serde(serialize_with = "vector")]
    pub move_a: DVec2,
    /// By how much it moved its node B.
    #[serde(serialize_with = "vector")]
    pub move_b: DVec2,
}

/// The stick that is furthest off its length after one pass over all of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StickPass {
    /// Its body.
    pub body: usize,
    /// Its index there.
    pub stick: usize,
    /// Its excess.
    pub excess: f64,
}
