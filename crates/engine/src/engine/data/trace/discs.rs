//! Trace rows of impacts of discs.

use super::{After, Response, optional_vector, vector};
use glam::DVec2;
use serde::Serialize;

/// Kind of impact of a disc; the order of resolution at equal times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiscImpact {
    /// Another disc (002 §1).
    Disc,
    /// A line (002 §4).
    Line,
    /// A segment or one of its ends (002 §5).
    Segment,
    /// A circle obstacle, from outside or from inside.
    Circle,
    /// The hull of a body.
    Hull,
}

/// One impact of a disc, with all numbers of its formula (002 §1.iv; 000 §D.2 against a hull).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DiscEvent {
    /// Position in the order of resolution, from 1; for swept discs the order of time. Hulls come last.
    pub order: u32,
    /// Its kind.
    pub kind: DiscImpact,
    /// The disc; of two discs the one with the lower index.
    pub disc: usize,
    /// Index of the other disc, of the obstacle or of the body.
    pub other: usize,
    /// Time since the start of the substep, 0..=h; h for methods that test only the end of the substep.
    pub time: f64,
    /// The same as a fraction of the substep, 0..=1.
    pub part: f64,
    /// Centre of the disc at the impact, before the correction.
    #[serde(serialize_with = "vector")]
    pub position: DVec2,
    /// Centre of the other disc; none for obstacles and hulls.
    #[serde(serialize_with = "optional_vector")]
    pub other_position: Option<DVec2>,
    /// Point of contact; against a hull the disc's deepest point.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// Unit normal, from the other to the disc: the opposite of n in 002.
    #[serde(serialize_with = "vector")]
    pub normal: DVec2,
    /// e, the product of both restitutions.
    pub restitution: f64,
    /// Mass of the disc; none for an immovable disc (fixed, driven, or stopped in this substep).
    pub mass: Option<f64>,
    /// Mass of the other disc, or of both ends of the hull edge; none if immovable.
    pub other_mass: Option<f64>,
    /// Velocity of the disc before.
    #[serde(serialize_with = "vector")]
    pub velocity_before: DVec2,
    /// Velocity of the disc after.
    #[serde(serialize_with = "vector")]
    pub velocity_after: DVec2,
    /// Velocity of the other before: that of the disc, the weighted mean of the hull edge's ends, or 0 for an obstacle.
    #[serde(serialize_with = "vector")]
    pub other_velocity_before: DVec2,
    /// Velocity of the other after.
    #[serde(serialize_with = "vector")]
    pub other_velocity_after: DVec2,
    /// Edge and response, against a hull.
    pub hull: Option<HullMeeting>,
}

/// A disc against a hull edge (000 §D.2, the disc as a node M at its deepest point).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HullMeeting {
    /// Index of the hull edge in its body.
    pub edge: usize,
    /// The response.
    pub response: Response,
    /// The disc and the edge's ends after the response.
    pub after: After,
}

/// Positions of a disc at the start and the end of a substep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DiscPath {
    /// At the start.
    #[serde(serialize_with = "vector")]
    pub start: DVec2,
    /// At the end, after hulls and bounds.
    #[serde(serialize_with = "vector")]
    pub end: DVec2,
}

impl DiscEvent {
    /// Returns the closing speed along the normal.
    pub fn closing_speed(&self) -> f64 {
        (self.other_velocity_before - self.velocity_before).dot(self.normal)
    }
}
