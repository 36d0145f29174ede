//! Topic: chains.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "chains",
    title: "Chains",
    sources: &["004"],
    text: &[
        "Sticks end to end make a chain. Pinned at one end it swings, pinned at both it hangs in the curve of a \
            real one.",
        "Each stick that is put right pulls its neighbour a little wrong. One pass over a long chain is therefore \
            soft; more passes bring it near its length.",
    ],
    formulas: &[],
    overlays: &["stick-error", "sticks"],
    levels: &["29-ropes-of-sticks"],
    settings: &["world.stick_iterations", "nodes.pinned"],
    slips: &[],
};
