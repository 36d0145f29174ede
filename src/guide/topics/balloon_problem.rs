//! Topic: balloon problem.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "balloon-problem",
    title: "Balloon problem",
    sources: &["000 §E.1"],
    text: &[
        "A balloon has nodes on its outline only, and gas inside. When something dents it, triangles between \
            outline nodes flip: the sum of areas stays right, but a picture made of the triangles does not.",
        "The remedy is one more node at the barycentre, with all triangles around it. It is no mass and hangs on \
            no spring; each substep puts it where the mean of the masses is. Where triangles tile the hull, the area of \
            the gas is taken from the hull. So the new node and its fan change no bit of the run.",
        "Dents of ordinary depth flip no triangle of that fan. It fails where the barycentre is not on the left of every \
            hull edge. The area is right even then. A picture can be painted with triangles made afresh.",
        "A balloon that swells and shrinks dents itself: in the level without the barycentre the first triangles flip \
            before the stone has touched it. The panel Balloon shows what is spilled outside the hull and left unpainted. \
            docs/why-blobs-fail.md tells how that was found out.",
    ],
    formulas: &["G = Σ m x / Σ m"],
    overlays: &["balloon", "barycentres", "triangle-orientation", "triangles-afresh"],
    levels: &[
        "10-balloon-bare",
        "11-balloon-barycentre",
        "57-balloon-on-a-spike",
        "58-coarse-triangles",
        "59-balloon-on-a-post",
    ],
    settings: &["nodes.role"],
    slips: &[],
};
