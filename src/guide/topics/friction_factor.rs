//! Topic: friction factor.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "friction-factor",
    title: "Friction factor",
    sources: &["004"],
    text: &[
        "To make things less slippery, the source adds a factor just below 1 to the update of the position. The \
            program calls it velocity retention; 1 means none is lost.",
        "Without other forces, the way to rest is a geometric series: v h r/(1 - r). The factor acts once per \
            substep, so more substeps mean more friction unless it is raised with them.",
        "It is friction with the air, not with the ground: it does not ask what is touched.",
    ],
    formulas: &["v ← r v each substep", "way = v h (r + r² + …) = v h r/(1 - r)"],
    overlays: &["velocities"],
    levels: &["44-friction-factor"],
    settings: &["world.velocity_retention", "world.substeps"],
    slips: &[],
};
