//! Rows about impacts of discs.

use super::{After, Response, optional_vector, vector};
use glam::DVec2;
use serde::Serialize;

/// What a disc met; earlier ones come first at equal times.
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

/// One impact of a disc, with every number that its formula needs (002 §1.iv; 000 §D.2 against a hull).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DiscEvent {
    /// Place in the order of resolution, from 1: of swept discs that of time. Hulls come last.
    pub order: u32,
    /// What it met.
    pub kind: DiscImpact,
    /// The disc; of two the one of lower index.
    pub disc: usize,
    /// Index of the other disc, of the obstacle or of the body.
    pub other: usize,
    /// Time since the start of the substep, 0..=h; h where only the end of the substep is looked at.
    pub time: f64,
    /// The same as a part of the substep, 0..=1.
    pub part: f64,
    /// Centre of the disc at the impact, before anything is moved back.
    #[serde(serialize_with = "vector")]
    pub position: DVec2,
    /// Centre of the other disc; none for obstacles and hulls.
    #[serde(serialize_with = "optional_vector")]
    pub other_position: Option<DVec2>,
    /// Where they touch; against a hull the disc's deepest point.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// Unit normal, from the other to the disc: 002's n turned round.
    #[serde(serialize_with = "vector")]
    pub normal: DVec2,
    /// e, the product of both restitutions.
    pub restitution: f64,
    /// Mass of the disc; none for one that does not give way (fixed, driven, or stopped for this substep).
    pub mass: Option<f64>,
    /// Mass of the other disc, or of both ends of the hull edge; none for what does not give way.
    pub other_mass: Option<f64>,
    /// Velocity of the disc before.
    #[serde(serialize_with = "vector")]
    pub velocity_before: DVec2,
    /// Velocity of the disc after.
    #[serde(serialize_with = "vector")]
    pub velocity_after: DVec2,
    /// Velocity of the other before: of a disc its own, of a hull the mean of the edge's ends, of an obstacle 0.
    #[serde(serialize_with = "vector")]
    pub other_velocity_before: DVec2,
    /// Velocity of the other after.
    #[serde(serialize_with = "vector")]
    pub other_velocity_after: DVec2,
    /// What was done by which edge, against a hull.
    pub hull: Option<HullMeeting>,
}

/// A disc against a hull edge (000 §D.2, the disc as a node M at its deepest point).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HullMeeting {
    /// Index of the hull edge in its body.
    pub edge: usize,
    /// What the contact did.
    pub response: Response,
    /// The disc and the edge's ends afterwards.
    pub after: After,
}

/// Where a disc was at both ends of the substep.
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
    /// How fast the two come together along the normal.
    pub fn closing_speed(&self) -> f64 {
        (self.other_velocity_before - self.velocity_before).dot(self.normal)
    }
}
