//! Topic: recordings, and levels made of a moment.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "recordings",
    title: "Recordings, and a moment as a level",
    sources: &["004"],
    text: &[
        "A recording is a file with the level, the journals of all branches, and the hash of every frame. Save \
            run as makes one, and blobsmith run --record makes one without inputs.",
        "Opened in the window, a recording offers the timeline up to its last frame. Each frame is compared with \
            its hash as it is reached; the status bar tells the first that comes out otherwise. blobsmith replay \
            does that without a window, and tells whether the positions differ or only velocities.",
        "Make a level of this moment takes positions, velocities and the settings in force, and begins a new \
            level with them. What goes on from there is what the run does, bit for bit under the Euler schemes.",
        "Verlet differs by rounding, since a level has velocities where the run has previous positions. Paths \
            begin where they are in their round; their points are cut finer where that is needed.",
    ],
    formulas: &["previous = x - v h, v = (x - previous) / h"],
    overlays: &[],
    levels: &["20-lift-and-shuttle", "42-driven-obstacles"],
    settings: &["bodies.motion", "world.integrator"],
    slips: &[],
};
