//! Topic: gas.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "gas",
    title: "Gas",
    sources: &["000 §C.3", "001 §C.3"],
    text: &[
        "The gas in a blob follows P·V = K at constant temperature. In the plane the volume is an area: half the \
            sum S of the cross products of all triangles of the body.",
        "Every hull edge is pushed outwards by pressure times its length, and each of its ends takes half. The \
            halves of area and force cancel, so K over S is all that is needed.",
        "A triangle that flips counts negative, which keeps the sum right where the triangles overlap. If S is \
            not positive any more, the body has collapsed: its gas pushes no more until it recovers, and an event \
            says so.",
    ],
    formulas: &[
        "S = Σ cross(AB, AC) over the triangles",
        "p = K / S",
        "force on both ends of a hull edge d = p (d.y, -d.x)",
    ],
    overlays: &["pressure", "force-gas", "triangle-orientation"],
    levels: &["01-first-blob", "11-balloon-barycentre", "51-flattened-tent", "52-too-much-gas"],
    settings: &["bodies.gas", "bodies.triangles"],
    slips: &["001 writes its area sum with a plus where a cross product has a minus. The program uses the minus."],
};
