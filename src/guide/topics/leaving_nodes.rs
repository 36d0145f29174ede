//! Topic: contacts that pull back.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "leaving-nodes",
    title: "Contacts that pull back",
    sources: &["000 §D.2.a"],
    text: &[
        "The impulse of the source does not ask whether the node comes or goes. A node that is still inside but \
            on its way out is turned round like any other, and with an elasticity of 0 it stops dead.",
        "It happens where a node is deeper than it can leave within one substep: after a start inside, between \
            three bodies, or at a turning edge.",
        "The program keeps to the letter of the source, so that numbers agree. With approaching only, impulse and \
            friction act on what moves inwards and leave the rest alone.",
    ],
    formulas: &["inwards means cross(AB, Δv) > 0"],
    overlays: &["contacts", "velocities"],
    levels: &["46-sticking-contact"],
    settings: &["world.contact.approaching_only"],
    slips: &["The source pulls a leaving node back. This is kept unless the level asks for approaching only."],
};
