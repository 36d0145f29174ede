//! Topic: acute angles.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "acute-angles",
    title: "Acute angles",
    sources: &["000 §E.2"],
    text: &[
        "Where two edges meet at a sharp angle, the nearest edge is easily the wrong one. Take two squares on the \
            ground, almost level, and push one against the other. The corner comes in through the side, but the \
            bottom edge may be nearer.",
        "It is then pushed down instead of back. Nothing acts along the way the squares move, so they slide into \
            each other.",
        "The checks name hull angles below 90 degrees. The barycentre rule and the entry edge are two ways out, \
            and smaller steps help both.",
        "docs/why-blobs-fail.md follows the corner through each of these levels with the debugger, number by number.",
    ],
    formulas: &[],
    overlays: &["verdict", "contacts", "candidates", "normals"],
    levels: &["04-squares-distance", "07-squares-dead-level"],
    settings: &["world.contact.edge_choice", "world.contact.barycentre_rule", "world.substeps"],
    slips: &[],
};
