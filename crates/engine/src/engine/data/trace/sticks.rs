//! Trace rows of sticks (004): the effects of the passes.

use super::vector;
use glam::DVec2;
use serde::Serialize;

/// One stick of a dynamic body. The excess is its length minus its nominal length; it is negative for a compressed stick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StickTrace {
    /// The body.
    pub body: usize,
    /// Index of the stick in it.
    pub stick: usize,
    /// Nominal length.
    pub length: f64,
    /// Excess before the first pass.
    pub excess_before: f64,
    /// Excess after the last pass; projections of later sticks change it again.
    pub excess_after: f64,
    /// Move of its node A, summed over all passes.
    #[serde(serialize_with = "vector")]
    pub move_a: DVec2,
    /// Move of its node B, summed over all passes.
    #[serde(serialize_with = "vector")]
    pub move_b: DVec2,
}

/// One stick or pin joint between bodies, discs or fixed points. The excess of a stick is its length less the length that it
/// keeps, that of a pin joint the distance of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LinkTrace {
    /// Index of the link in the level.
    pub link: usize,
    /// Length kept; None for a pin joint.
    pub length: Option<f64>,
    /// Excess before the first pass.
    pub excess_before: f64,
    /// Excess after the last pass.
    pub excess_after: f64,
    /// Move of its end A, summed over all passes.
    #[serde(serialize_with = "vector")]
    pub move_a: DVec2,
    /// Move of its end B, summed over all passes.
    #[serde(serialize_with = "vector")]
    pub move_b: DVec2,
    /// Kinetic energy and energy of gravity that these moves added to its ends.
    pub energy: f64,
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
