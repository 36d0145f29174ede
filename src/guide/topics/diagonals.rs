//! Topic: contact by diagonals.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "diagonals",
    title: "Contact by diagonals",
    sources: &["004"],
    text: &[
        "Pieces of sticks can meet in another way than by point in polygon. The segment from the middle of one \
            piece to one of its corners is intersected with the edges of the other.",
        "The place of the crossing along the diagonal tells how deep the corner is, and its place along the edge \
            how to share the push between the two ends. The method suits convex pieces only, since the diagonal of \
            another may leave its own body.",
        "There is no impulse in it: under Verlet moving the points is enough.",
    ],
    formulas: &["t1 along the diagonal: depth is 1 - t1", "t2 along the edge: its ends take 1 - t2 and t2 of the push"],
    overlays: &["diagonals", "barycentres"],
    levels: &["30-pieces-of-sticks", "45-hidden-supports"],
    settings: &["world.contact.method"],
    slips: &["The source says that it does not handle convex shapes. It means concave ones."],
};
