//! Topic: the mirrored orientation.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "mirrored-orientation",
    title: "The mirrored orientation",
    sources: &["001 §C.3.a", "001 §C.3.b"],
    text: &[
        "The older program lets y point down and takes the area as AC ^ AB. Both together are the mirror image of \
            today's convention: what is counter-clockwise there is clockwise here.",
        "Nothing is lost by turning y over, as long as positions, velocities, gravity and paths turn together. \
            The direction of edges and triangles on the screen stays the same then.",
        "Such a level looks sound on a screen, but its gas sucks and its contacts look on the wrong side. The check on \
            conventions tells it apart and offers to turn it over, and the convert command does the same for files.",
    ],
    formulas: &["cross(AC, AB) = -cross(AB, AC),  and y → -y changes the sign once more"],
    overlays: &["triangle-orientation", "normals"],
    levels: &["47-mister-jelly"],
    settings: &["bodies.triangles", "bodies.hull"],
    slips: &["001 §C.3.a adds where its cross product must subtract."],
};
