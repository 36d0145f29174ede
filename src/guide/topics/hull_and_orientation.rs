//! Topic: hull and orientation.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "hull-and-orientation",
    title: "Hull and orientation",
    sources: &["000 §A", "000 §C.3", "000 §D.1"],
    text: &[
        "The hull is the outline that can be touched: a set of directed edges. The outside of a body is on the \
            right of each edge, so an outer loop runs counter-clockwise and the rim of a hole runs clockwise.",
        "Because it is a set, one body may have several loops. A frame with an outer and an inner loop is a \
            container, and a ring can carry a ball inside.",
        "Triangles run counter-clockwise. A wrong direction turns the gas inwards or makes contacts push the \
            wrong way; the checks find both and can mend them.",
    ],
    formulas: &["right of A→B is outside:  cross(AB, AM) < 0"],
    overlays: &["outside", "normals", "triangle-orientation", "hull"],
    levels: &["14-container", "21-ball-in-ring"],
    settings: &["bodies.hull", "bodies.triangles"],
    slips: &[],
};
