//! Trace rows of obstacles and bounds: static resolution by the positions before and after the substep (003), and the clamp (004).

use super::vector;
use crate::level::Place;
use glam::DVec2;
use serde::Serialize;

/// One hit of a node on an obstacle (003): `v -= (1+e)(v·n)n` and `x += (1+e)H`. Lengths in level units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ObstacleHit {
    /// Body of the node.
    pub body: usize,
    /// Its index there.
    pub node: usize,
    /// Index of the obstacle.
    pub obstacle: usize,
    /// Pass over the obstacles, 1..=8. From the second pass on, a correction caused the hit.
    pub pass: u32,
    /// x_old: at the start of the substep.
    #[serde(serialize_with = "vector")]
    pub old: DVec2,
    /// x_new: before this correction.
    #[serde(serialize_with = "vector")]
    pub new: DVec2,
    /// H: from x_new to the obstacle, along the normal.
    #[serde(serialize_with = "vector")]
    pub to_surface: DVec2,
    /// x_new + H, the centre of the reflection of x_new (for e = 1).
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// x_new + (1+e)H.
    #[serde(serialize_with = "vector")]
    pub corrected: DVec2,
    /// n, unit normal: to the left of a segment or line; from the centre of a circle to x_old.
    #[serde(serialize_with = "vector")]
    pub normal: DVec2,
    /// Signed distance of x_old: positive on the left of a segment or line and outside a circle.
    pub side: f64,
    /// e, the product of the body's restitution and the obstacle's.
    pub restitution: f64,
    /// Velocity before.
    #[serde(serialize_with = "vector")]
    pub velocity_before: DVec2,
    /// Velocity after.
    #[serde(serialize_with = "vector")]
    pub velocity_after: DVec2,
}

/// A node or disc that the bounds clamped (004).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClampTrace {
    /// The node or disc.
    pub place: Place,
    /// The bound that clamped x, if any.
    pub x: Option<Bound>,
    /// The bound that clamped y, if any.
    pub y: Option<Bound>,
    /// Position of the node or of the disc's centre before.
    #[serde(serialize_with = "vector")]
    pub position_before: DVec2,
    /// Position after.
    #[serde(serialize_with = "vector")]
    pub position_after: DVec2,
    /// e, the product of the restitution of the bounds and that of the body or disc.
    pub restitution: f64,
    /// Velocity before.
    #[serde(serialize_with = "vector")]
    pub velocity_before: DVec2,
    /// Velocity after.
    #[serde(serialize_with = "vector")]
    pub velocity_after: DVec2,
}

/// A side of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The lower one.
    Min,
    /// The upper one.
    Max,
}

impl Bound {
    /// Returns the bound that moved a coordinate from `before` to `after`; none if it did not move.
    pub(in crate::engine) fn that_held(before: f64, after: f64) -> Option<Self> {
        if before < after {
            Some(Self::Min)
        } else if before > after {
            Some(Self::Max)
        } else {
            None
        }
    }
}
