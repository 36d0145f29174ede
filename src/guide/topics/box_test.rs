//! Topic: box test of moving discs.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "box-test",
    title: "Box test of moving discs",
    sources: &["002 §1.i"],
    text: &[
        "Before any quadratic equation is solved, each disc gets the box of its whole way through the substep, \
            widened by its radius. Two discs whose boxes do not overlap cannot meet.",
        "The test is exact in one direction: it never misses an impact. How many pairs it must look at is another \
            matter; an index of all boxes keeps that near the number of neighbours.",
    ],
    formulas: &["x_min = min(x at t0, x at t1) - r,  x_max = max(…) + r,  the same for y"],
    overlays: &["boxes"],
    levels: &["39-two-thousand-discs"],
    settings: &[],
    slips: &[],
};
