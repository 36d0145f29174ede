//! What decides the future of a run, and nothing else: the snapshot.
//!
//! Must never know: forces, boxes, trace.

/// Positions, velocities and time.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Whole frames done.
    pub frame: u64,
    /// Substeps of the current frame done, less than the level's substeps.
    pub substep: u32,
}
