//! Topic: hidden supports.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "hidden-supports",
    title: "Hidden supports",
    sources: &["004"],
    text: &[
        "An outline of sticks does not keep a shape: all its joints turn freely, so it falls together. Sticks \
            across the inside hold it, and if they are not drawn the piece looks rigid by itself.",
        "A stick that is marked as hidden works like any other. Only the picture leaves it out.",
    ],
    formulas: &[],
    overlays: &["stick-error", "sticks"],
    levels: &["45-hidden-supports", "30-pieces-of-sticks"],
    settings: &["sticks.hidden"],
    slips: &[],
};
