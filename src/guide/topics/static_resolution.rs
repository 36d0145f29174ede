//! Topic: static resolution.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "static-resolution",
    title: "Static resolution",
    sources: &["003 §2", "003 §3"],
    text: &[
        "The cheap way to find a collision is to look at two moments only, before the step and after it. If the \
            straight way between them crosses a segment, or one end is inside a circle and the other is not, there \
            was a hit.",
        "The position is mirrored at the obstacle, and the velocity turned. For a segment any of its points will \
            do to measure the depth; for a circle the normal is taken at the old position, which is fair for short \
            ways.",
        "Nodes of bodies meet obstacles like this in every level, and discs do if set to Discrete. A swept disc \
            is exact instead.",
    ],
    formulas: &["H = ((a - x_new)·n) n", "x_col = x_new + (1 + e) H", "v_col = v_new - (1 + e) (v_new·n) n"],
    overlays: &["obstacle-hits", "impacts"],
    levels: &["31-obstacles", "37-fast-shots-discrete"],
    settings: &["world.discs"],
    slips: &[],
};
