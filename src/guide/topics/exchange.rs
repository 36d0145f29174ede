//! Topic: exchange of velocities.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "exchange",
    title: "Exchange of velocities",
    sources: &["002 §1.iii", "002 §1.iv"],
    text: &[
        "When two discs meet, only the parts of their velocities along the line of centres change. Momentum and \
            energy, both conserved, leave one solution besides flying on as before.",
        "Equal masses swap their speeds, which is all there is to Newton's cradle. A heavy disc that meets a \
            light one at rest goes on and hands over more than its own speed; a light one comes back.",
        "Restitution scales the change by (1 + e)/2: at 1 it is the formula of the source, at 0 both go on \
            together along the normal.",
    ],
    formulas: &["w1 = v1 (m1 - m2)/(m1 + m2) + v2 2 m2/(m1 + m2)", "w2 = v2 (m2 - m1)/(m1 + m2) + v1 2 m1/(m1 + m2)"],
    overlays: &["impacts", "velocities"],
    levels: &["32-newtons-cradle", "33-billiard-break", "39-two-thousand-discs"],
    settings: &["discs.mass", "discs.restitution"],
    slips: &[],
};
