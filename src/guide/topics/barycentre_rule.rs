//! Topic: barycentre rule.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "barycentre-rule",
    title: "Barycentre rule",
    sources: &["000 §E.2"],
    text: &[
        "A remedy for acute angles: an edge counts only if the barycentre of the other body is on its outer side. \
            The squares stay apart, since the middle of one lies above the bottom edge of the other, on its inner \
            side.",
        "It does not suit concave bodies. There the middle may lie on the inner side of the very edge that was \
            hit; the right edge is ruled out, and the node leaves through another one. A strongly concave blob is \
            thrown about by this.",
        "If no edge is left, nothing pushes and an event tells it.",
    ],
    formulas: &["edge A→B counts if cross(AB, AG) < 0,  G the barycentre of the body of M"],
    overlays: &["barycentres", "contacts", "candidates"],
    levels: &["05-squares-barycentre-rule", "08-concave-barycentre-rule", "09-concave-calm"],
    settings: &["world.contact.barycentre_rule"],
    slips: &[],
};
