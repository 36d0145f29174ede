//! Topic: point in polygon.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "point-in-polygon",
    title: "Point in polygon",
    sources: &["000 §D.1.a", "000 §D.1.b", "000 §D.1.d"],
    text: &[
        "Two bodies can only touch where their bounding boxes overlap, and a node only where it is in the other's \
            box. These two tests throw out nearly everything.",
        "What is left is decided by parity. A ray goes from the node M to the left; every edge that it crosses \
            flips a flag, and an odd count means inside. It does not matter which loop an edge belongs to, so holes \
            need no special case.",
        "Each edge counts at its lower end and not at its upper one. A ray through a corner is thus counted once.",
    ],
    formulas: &["edge A→B upwards with M on its right, or downwards with M on its left, and M.y between: flip"],
    overlays: &["boxes", "pairs", "parity-ray"],
    levels: &["14-container", "21-ball-in-ring", "16-pile-of-100", "50-folded-loop"],
    settings: &[],
    slips: &[],
};
