//! Topic: bounds.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "bounds",
    title: "Bounds",
    sources: &["004"],
    text: &[
        "To keep everything in the picture, each coordinate is clamped between a minimum and a maximum. That is \
            all that is needed for a box.",
        "The part of the velocity that points outwards is turned round, times the product of the restitutions. \
            Discs are kept in with their whole radius. For discs they act last, so they catch what has slipped \
            through everything else; for nodes they come before contacts.",
    ],
    formulas: &["x = min(max(x, x_min), x_max)"],
    overlays: &["bounds"],
    levels: &["30-pieces-of-sticks", "31-obstacles", "45-hidden-supports", "37-fast-shots-discrete"],
    settings: &["world.bounds"],
    slips: &[],
};
