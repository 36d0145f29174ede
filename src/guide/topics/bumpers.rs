//! Topic: bumpers.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "bumpers",
    title: "Bumpers",
    sources: &["002 §1.iii"],
    text: &[
        "A restitution above 1 gives more back than came in, as the bumper of a pinball table does. Every hit \
            multiplies the closing speed, so the energy grows without end unless something takes it away again.",
        "What takes it away in the example is the velocity retention. The checks remark on every pair whose \
            product is above 1, since it is rarely meant elsewhere.",
    ],
    formulas: &["closing speed after = e · closing speed before,  e = product of both restitutions"],
    overlays: &["impacts", "velocities"],
    levels: &["34-bumper-table"],
    settings: &["discs.restitution", "world.velocity_retention"],
    slips: &[],
};
