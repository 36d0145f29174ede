//! Topic: verdict trace.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "verdict-trace",
    title: "Verdict trace",
    sources: &["000 §D.1.d", "000 §D.2", "000 §E.2"],
    text: &[
        "The panel *Verdict* tells why this edge was chosen and no other. It has one row for every hull edge of the other body, the \
            winner on top. A row has cross, dot, the crossing of the ray, what of the edge is nearest, the distance, and \
            the reason in words.",
        "Select a node, or take a contact from the list. The ray that counts parity is drawn with its crossings numbered. A \
            row lights its edge on the canvas, and an edge lights its row.",
        "*Response* tells what the contact did: each formula, the same with the numbers, and velocities and depth before and \
            after. A node without a contact can be asked too: it says how it stands to the hulls around it, and what \
            would be decided.",
        "`blobsmith explain LEVEL --frame F --node BODY:NODE` prints the same.",
    ],
    formulas: &["distance = |AM| where dot < 0, |BM| where dot > AB², cross/|AB| between"],
    overlays: &["verdict", "parity-ray", "candidates", "contacts"],
    levels: &["04-squares-distance", "07-squares-dead-level", "12-notch-projection", "10-balloon-bare"],
    settings: &["world.contact.edge_choice", "world.contact.barycentre_rule"],
    slips: &[],
};
