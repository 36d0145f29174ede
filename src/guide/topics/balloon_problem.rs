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
            no spring; each substep puts it where the mean of the masses is.",
        "Dents of ordinary depth flip no triangle of that fan. Where the triangles tile the hull, the program takes the \
            area of the gas from the hull, so that the new node and its fan change no bit of the run: the balloon doctor \
            runs both and compares.",
        "A fan fails where the barycentre is not on the left of every hull edge: then the hull is not star-shaped around \
            it. The area is right even so. What is to be painted can be triangulated afresh, picture by picture.",
        "Flipped triangles, spill (area painted outside the hull) and unpainted area of the hull are plots, watch \
            expressions and an overlay, flipped triangles left out as by back-face culling.",
        "A balloon that swells and shrinks dents itself: in the level without the barycentre the first triangles flip \
            before the stone has touched it. docs/why-blobs-fail.md tells how that was found out.",
    ],
    formulas: &["G = Σ m x / Σ m"],
    overlays: &["balloon", "barycentres", "triangle-orientation", "triangles-afresh"],
    levels: &["10-balloon-bare", "11-balloon-barycentre"],
    settings: &["nodes.role"],
    slips: &[],
};
