//! Topic: substeps.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "substeps",
    title: "Substeps",
    sources: &["000 §B", "001 §B"],
    text: &[
        "A frame is cut into N substeps of length h. Each one computes the forces, then the new velocities, then \
            the new positions.",
        "Small steps are not only more exact. Above a limit that depends on stiffness over mass, a spring \
            overshoots by more than it was off, and the error grows until the body tears itself apart.",
        "Contacts want small steps as well: they are looked for after each substep, and trust that little has \
            moved.",
    ],
    formulas: &[
        "h = frame_time / N",
        "v += h f/m",
        "x += h v",
        "holds while h is less than about 2/ω,  ω² = stiffness at a node / its mass",
    ],
    overlays: &["velocities"],
    levels: &["23-stiff-too-few-substeps", "24-stiff-enough-substeps", "49-thin-wall", "55-ringing"],
    settings: &["world.substeps", "world.frame_time"],
    slips: &[],
};
