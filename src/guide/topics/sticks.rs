//! Topic: sticks.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "sticks",
    title: "Sticks",
    sources: &["004"],
    text: &[
        "A stick is not a force but a length that is put right. After the motion both ends are moved along the \
            line between them until the distance is what it was at first, the lighter end farther.",
        "Under Verlet the move is felt as velocity by itself, so a single stick tumbles and turns without any \
            word about rotation. Pinned ends do not move.",
    ],
    formulas: &["d = B - A,  diff = (|d| - L)/|d|", "A += d diff wA/(wA + wB),  B -= d diff wB/(wA + wB),  w = 1/m"],
    overlays: &["stick-error", "sticks"],
    levels: &["29-ropes-of-sticks", "30-pieces-of-sticks"],
    settings: &["sticks.length", "world.integrator"],
    slips: &[
        "With the signs as printed, the source pushes the ends the wrong way.",
        "It divides by the rest length, which is right to first order only. The program divides by the present \
            length.",
    ],
};
