//! Topic: sweeps.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "sweeps",
    title: "Many variants at once",
    sources: &["debugger"],
    text: &[
        "A sweep runs one level in many variants, a grid of them. An axis of the grid varies one thing, such as the \
            substeps, a stiffness, where a body begins, or the rule by which edges are chosen.",
        "Each variant is run for the same number of frames and measured: a watch expression, and what becomes of \
            its values. That is the last, the least, the greatest, the mean or the sum, or when a condition was first \
            true.",
        "The numbers are drawn as a heat map, darker for less and lighter for more. Hatched cells have no number: the \
            condition never became true, or nothing could be measured. Three axes and more make small multiples.",
        "What comes out of a variant is what a single run of it gives, bit for bit, whatever ran beside it. A sweep \
            that was interrupted goes on where it was. A cell can be saved as a level at the frame where it went wrong. \
            In the window it is the tab Sweep at the bottom, which proposes a grid for the level. A cell of its map is \
            chosen by a click or by the arrow keys, and opened by a double click or Enter.",
    ],
    formulas: &[
        "blobsmith sweep LEVEL --vary rule=all --vary world.substeps=4..32:8 --frames 300",
        "blobsmith sweep LEVEL --vary 'bodies[*].gas=0..4:9' --measure 'max: deepest' --frames 300",
        "blobsmith sweep LEVEL --vary rule=all --frames 300 --cell 2 --save wrong.ron",
    ],
    overlays: &["contacts"],
    levels: &["04-squares-distance", "23-stiff-too-few-substeps"],
    settings: &["world.substeps", "world.contact.edge_choice"],
    slips: &[],
};
