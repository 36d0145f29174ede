//! Rows about the decor's reaction as a force (001 §C.4).

use super::vector;
use glam::DVec2;
use serde::Serialize;

/// One node inside decor, and the force that it gets: `elastic + viscous`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DecorTrace {
    /// Body of the node.
    pub body: usize,
    /// Its index there.
    pub node: usize,
    /// The decor that it is inside of.
    pub other: usize,
    /// Hull edge of the decor that pushes.
    pub edge: usize,
    /// Where the node is.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// Distance of the node to the edge's line.
    pub depth: f64,
    /// Unit outward normal of the edge.
    #[serde(serialize_with = "vector")]
    pub normal: DVec2,
    /// Velocity of the node, less the edge's (the mean of its ends').
    #[serde(serialize_with = "vector")]
    pub slip: DVec2,
    /// `stiffness * depth` along the normal.
    #[serde(serialize_with = "vector")]
    pub elastic: DVec2,
    /// `-viscosity * slip`
    #[serde(serialize_with = "vector")]
    pub viscous: DVec2,
}
