//! Topic: particles.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "particles",
    title: "Particles",
    sources: &["003 §1"],
    text: &[
        "A particle is a point with a mass and a velocity. Forces give its acceleration, the acceleration its new \
            velocity, and the new velocity its new position.",
        "Here a particle is a disc of radius 0. Particles do not meet each other, but everything else: circles, \
            segments, lines, bounds, discs and the hulls of blobs.",
    ],
    formulas: &["a = F/m", "v_new = v_old + a h", "x_new = x_old + v_new h"],
    overlays: &["impacts", "velocities"],
    levels: &["40-particles"],
    settings: &["discs.radius", "world.integrator"],
    slips: &["The source calls this scheme explicit Euler. It moves by the new velocity, so it is the semi-implicit \
            one."],
};
