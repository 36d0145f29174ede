//! Topic: lines and segments.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "lines-and-segments",
    title: "Lines and segments",
    sources: &["002 §4", "002 §5"],
    text: &[
        "The source has only the headings. A disc meets a line when its centre is as near as its radius, which is \
            a linear equation in time.",
        "A segment is a line with two ends. If the point of contact falls beyond an end, the end itself is met \
            instead, as a disc of radius 0. Both sides of a segment count, and so do both sides of a circle.",
        "Only the normal part of the velocity changes, by the product of the restitutions of disc and obstacle.",
    ],
    formulas: &["t = (height - r) / closing speed", "w = v - (1 + e) (v·n) n"],
    overlays: &["impacts", "obstacles"],
    levels: &["36-fast-shots-swept", "31-obstacles", "40-particles"],
    settings: &["obstacles.shape", "obstacles.restitution"],
    slips: &["002 §4 and §5 are headings without text."],
};
