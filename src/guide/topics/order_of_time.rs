//! Topic: many discs in order of time.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "order-of-time",
    title: "Many discs in order of time",
    sources: &["002 §6"],
    text: &[
        "With many discs each impact changes what happens next. All impacts that lie ahead wait in a queue; the \
            earliest one happens, and only the pairs of the discs that it turned are looked at again. Ties go by \
            kind and number, so every machine takes the same order.",
        "Discs without restitution can meet infinitely often in no time: a heap at rest does in every substep. \
            After 64 impacts at one moment, or more where discs are few, small speeds are passed over. After \
            twice as many a disc gives way no more until the substep ends. An event, many impacts, reports it.",
        "In a heap of 128 discs or more, those that gravity cannot move are left out of the substep altogether, until \
            something faster hits them or their support goes.",
        "Elastic impacts at one moment are finitely many, and are never cut short.",
    ],
    formulas: &[],
    overlays: &["impacts", "velocities"],
    levels: &["33-billiard-break", "38-zeno-heap", "39-two-thousand-discs"],
    settings: &["world.discs", "discs.restitution"],
    slips: &["002 §6 is a heading without text."],
};
