//! Topic: time of impact.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "time-of-impact",
    title: "Time of impact",
    sources: &["002 §1.ii"],
    text: &[
        "Within a substep discs fly straight at constant speed. Two of them touch when the distance of their \
            centres has fallen to the sum of their radii, which is a quadratic equation in time. The smaller root is \
            the impact.",
        "Only discs that close in are asked, so a touching pair that separates is no impact. The root is written \
            in a form that does not cancel when they almost touch.",
        "Because the moment is exact, no speed is too high: a disc that goes a thousand radii a substep does not \
            pass a wall without thickness.",
    ],
    formulas: &["a = Δv²,  b = d·Δv < 0,  c = d² - (r1 + r2)²", "t = c / (-b + √(b² - a c))"],
    overlays: &["impacts", "velocities"],
    levels: &["36-fast-shots-swept", "37-fast-shots-discrete"],
    settings: &["world.discs", "world.substeps"],
    slips: &["The source says that velocities are parallel if a is 0. They are equal then, and there is no impact."],
};
