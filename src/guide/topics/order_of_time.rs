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
            After sixteen impacts at one moment, or more where discs are few, small speeds are passed over. After \
            four times as many a disc rests until the substep ends. An event, many impacts, reports it.",
        "Elastic impacts at one moment are finitely many, and are never cut short.",
    ],
    formulas: &[],
    overlays: &["impacts", "velocities"],
    levels: &["33-billiard-break", "38-zeno-heap", "39-two-thousand-discs"],
    settings: &["world.discs", "discs.restitution"],
    slips: &["002 §6 is a heading without text."],
};
