//! Topic: several collisions in one step.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "several-collisions",
    title: "Several collisions in one step",
    sources: &["003 §4"],
    text: &[
        "Correcting a position for one obstacle may put it behind another, for instance in a corner. The source \
            names this as a limit and corrects once.",
        "Here all obstacles are tried again while a correction caused a new hit, up to eight times for nodes and \
            discrete discs. Swept discs go from impact to impact and need no limit: in a wedge of 18 degrees a \
            particle bounces ten times, most of them within one step.",
    ],
    formulas: &["a wedge of 180°/n takes n bounces"],
    overlays: &["impacts", "obstacle-hits"],
    levels: &["41-several-collisions"],
    settings: &["world.discs", "world.substeps"],
    slips: &["The limit that 003 §4 names is lifted."],
};
