//! Topic: iterations of sticks.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "iterations",
    title: "Iterations of sticks",
    sources: &["004"],
    text: &[
        "Mending one stick spoils the next. Passing over all of them several times in each step brings them \
            closer together, and a few passes are enough for small pieces.",
        "The number of passes is thus the stiffness of everything made of sticks. With few, \
            pieces give way when they land. More substeps do the same as more passes.",
    ],
    formulas: &["for pass in 1..=stick_iterations: put every stick right"],
    overlays: &["stick-error"],
    levels: &["45-hidden-supports", "29-ropes-of-sticks"],
    settings: &["world.stick_iterations", "world.substeps"],
    slips: &[],
};
