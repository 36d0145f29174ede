//! Topic: restitution.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "restitution",
    title: "Restitution",
    sources: &["003 §2", "000 §D.2.a"],
    text: &[
        "A velocity has a part along the normal and a part along the surface. The bounce turns the normal part \
            round and keeps only its share e; the other part stays as it is.",
        "At 1 everything comes back and a ball reaches its old height. At 0 the ball stays on the surface and \
            slides. In between each bounce reaches e² of the height before.",
        "A hit uses the product of both partners' numbers, so a dead floor is dead for every ball.",
    ],
    formulas: &["v = vn + vt,  v_col = vt - e vn"],
    overlays: &["impacts", "obstacle-hits", "velocities"],
    levels: &["40-particles"],
    settings: &["bodies.restitution", "discs.restitution", "obstacles.restitution"],
    slips: &[],
};
