//! Topic: contacts of a body with itself.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "self-contact",
    title: "Self-contact",
    sources: &["000 §D.1"],
    text: &[
        "The sources test pairs of bodies only, so the outline of a soft body can fold through itself. With self-contact, \
            hull nodes also collide with the hull of their own body.",
        "A node is pushed out of the first edge that it crossed inwards in the substep. Edges that end in the node or in \
            one of its neighbours on the hull do not count.",
        "Use it for thin walls, hooks and drawings; a compact body does not need it.",
    ],
    formulas: &["crossing: cross(AB, AM)(t) rises through 0 within the substep, M between A and B"],
    overlays: &["contacts", "verdict"],
    levels: &["50-folded-loop"],
    settings: &["world.contact.self_contact"],
    slips: &[],
};
