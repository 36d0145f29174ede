//! Trace rows of the penalty forces of decor (001 §C.4).

use super::vector;
use glam::DVec2;
use serde::Serialize;

/// One node inside decor, and the force on it: `elastic + viscous`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DecorTrace {
    /// Body of the node.
    pub body: usize,
    /// Its index there.
    pub node: usize,
    /// Body of the decor.
    pub other: usize,
    /// Hull edge of the decor.
    pub edge: usize,
    /// Position of the node.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// Distance of the node to the edge's line.
    pub depth: f64,
    /// Unit outward normal of the edge.
    #[serde(serialize_with = "vector")]
    pub normal: DVec2,
    /// Velocity of the node minus that of the edge (the mean of its ends).
    #[serde(serialize_with = "vector")]
    pub slip: DVec2,
    /// `stiffness * depth` along the normal.
    #[serde(serialize_with = "vector")]
    pub elastic: DVec2,
    /// `-viscosity * slip`
    #[serde(serialize_with = "vector")]
    pub viscous: DVec2,
}
