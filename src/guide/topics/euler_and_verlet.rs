//! Topic: euler and Verlet.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "euler-and-verlet",
    title: "Euler and Verlet",
    sources: &["004", "000 §B"],
    text: &[
        "Explicit Euler moves by the old velocity. Each step then adds a little energy to anything that swings, \
            and orbits widen for ever.",
        "Semi-implicit Euler moves by the new velocity. That small difference makes the energy sway about its \
            value instead of growing.",
        "Verlet keeps the previous position in place of a velocity. Written out it is semi-implicit Euler, but \
            whoever moves a point by hand changes its velocity as well, which is just what sticks need.",
    ],
    formulas: &[
        "explicit: x += h v; v += h a",
        "semi-implicit: v += h a; x += h v",
        "Verlet: x_new = x + (x - x_old) + a h²",
    ],
    overlays: &["velocities"],
    levels: &["25-orbit-explicit-euler", "26-orbit-semi-implicit-euler", "27-orbit-verlet", "48-verlet-beside-euler"],
    settings: &["world.integrator"],
    slips: &["The source gives a step of 1/60 as milliseconds. It is seconds."],
};
