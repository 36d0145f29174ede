//! Trace rows of contacts of convex bodies by diagonals (004).

use super::vector;
use glam::DVec2;
use serde::Serialize;

/// A diagonal, from a body's barycentre to one of its hull nodes, that crosses a hull edge A→B of another body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DiagonalTrace {
    /// Body of the diagonal.
    pub body: usize,
    /// The node at its end.
    pub node: usize,
    /// Body of the edge.
    pub other: usize,
    /// Index of the hull edge there.
    pub edge: usize,
    /// p1: the barycentre.
    #[serde(serialize_with = "vector")]
    pub center: DVec2,
    /// p2: the node before it is moved.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// q1: A before it is moved.
    #[serde(serialize_with = "vector")]
    pub a_position: DVec2,
    /// q2: B before it is moved.
    #[serde(serialize_with = "vector")]
    pub b_position: DVec2,
    /// t1: position of the crossing along the diagonal, 0..1.
    pub t1: f64,
    /// t2: position of the crossing along the edge, 0..1.
    pub t2: f64,
    /// `(1 - t1)` times the outward normal of the edge with its length: the displacement that both sides share.
    #[serde(serialize_with = "vector")]
    pub depth: DVec2,
    /// Move of the node.
    #[serde(serialize_with = "vector")]
    pub move_node: DVec2,
    /// Move of A.
    #[serde(serialize_with = "vector")]
    pub move_a: DVec2,
    /// Move of B.
    #[serde(serialize_with = "vector")]
    pub move_b: DVec2,
}

impl DiagonalTrace {
    /// Returns the crossing of diagonal and edge.
    pub fn crossing(&self) -> DVec2 {
        self.a_position + (self.b_position - self.a_position) * self.t2
    }
}
