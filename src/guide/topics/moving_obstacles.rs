//! Topic: obstacles that move.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "moving-obstacles",
    title: "Obstacles that move",
    sources: &["003 §4", "002 §3"],
    text: &[
        "The obstacles of the source stand still. Segments, lines and circles still do here, but a moving \
            obstacle is at hand: a driven disc or a driven body is one.",
        "What it meets feels its velocity. A lift carries by pressure, a shuttle by friction alone, and the discs \
            of a mill wheel throw what rolls against them. Nothing pushes back on what is driven, so it brings in \
            any energy that it takes.",
    ],
    formulas: &["velocity = displacement along the path / h"],
    overlays: &["impacts", "paths", "velocities"],
    levels: &["42-driven-obstacles", "20-lift-and-shuttle"],
    settings: &["bodies.motion", "discs.motion"],
    slips: &["003 §4 has no obstacles that move; these follow 002 §3."],
};
