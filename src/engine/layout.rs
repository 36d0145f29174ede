//! What of a compiled level never changes while it runs: who is where in the flat arrays.
//!
//! Must never know: positions, velocities.

use std::ops::Range;

/// Where each body's parts lie in the flat arrays. Nodes are numbered over all bodies in file order.
#[derive(Clone, Debug)]
pub struct Layout {
    /// One entry per body of the level.
    pub bodies: Vec<BodyLayout>,
    /// Number of nodes of all bodies.
    pub node_count: usize,
}

/// Where one body's parts lie.
#[derive(Clone, Debug)]
pub struct BodyLayout {
    /// Its nodes in the global numbering.
    pub nodes: Range<usize>,
}
