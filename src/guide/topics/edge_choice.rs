//! Topic: edge choice.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "edge-choice",
    title: "Edge choice",
    sources: &["000 §D.1.c", "000 §D.1.d"],
    text: &[
        "A node inside a hull came in through some edge, but which one is not known. The step takes the nearest \
            edge that has the node on its inner side, and the rules differ in what may count as near.",
        "Projection asks that the foot of the perpendicular falls on the edge. In a V-shaped notch there may be \
            no such edge: the node is inside and nothing pushes it out. Wedge45 widens the zone by 45 degrees at \
            both ends. Distance measures to the segment itself, and always finds an edge.",
        "EntryEdge is our addition: the edge that the node crossed during this substep, both moving. A node that lies on \
            an edge has come in by that one. One that was inside before, by no way that is known, is left to Distance. \
            Where two edges meet, rounding would decide. There EntryEdge looks at the node's own corner: what has come in \
            through an edge has its body on the other side of it. So two boxes on one floor stop each other.",
        "The panel Rules paints the inside of a hull by the edge that each rule would choose there. It also lists \
            what every rule says of the contacts of the frame. The overlay edge-map and the command rules show the same; \
            in the window, point at a map for the verdict there. docs/edge-choice.md compares all rules on many scenes, and says which to use when.",
    ],
    formulas: &[
        "cross = cross(AB, AM),  dot = AB·AM",
        "Projection: 0 <= dot <= AB²",
        "Wedge45: -cross <= dot <= AB² + cross",
        "Distance: |AM| before A, |BM| behind B, cross/|AB| between",
    ],
    overlays: &["edge-map", "verdict", "contacts", "candidates"],
    levels: &[
        "02-squares-projection",
        "03-squares-wedge45",
        "04-squares-distance",
        "06-squares-entry-edge",
        "12-notch-projection",
        "13-notch-distance",
    ],
    settings: &["world.contact.edge_choice"],
    slips: &[],
};
