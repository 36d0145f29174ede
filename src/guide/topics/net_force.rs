//! Topic: net force.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "net-force",
    title: "Net force of a node",
    sources: &["000 §C", "000 §C.1", "000 §C.2.c"],
    text: &[
        "The inspector lists every force on the selected node by its source: which spring, the gas on \
            which edge, which decor, the weight, the hand. They add up to the net force, to the last bit that the step \
            uses.",
        "The largest come first, or all in the order of the step. The pointer on a row lights the spring or the edge that it \
            speaks of. Of springs the elastic part and the damping are told apart.",
        "Arrows on the canvas are linear or logarithmic, and can be cut at a length: a stiff spring then no longer hides the \
            weight beside it. The legend has an arrow of known size.",
        "`blobsmith explain LEVEL --frame F --node BODY:NODE` prints the list.",
    ],
    formulas: &["a = (m g + springs + gas + decor + hand)/m"],
    overlays: &["force-total", "acceleration", "force-spring", "pressure", "strain", "strain-rate", "node-energy"],
    levels: &["01-first-blob", "10-balloon-bare", "23-stiff-too-few-substeps", "28-decor-by-force"],
    settings: &["world.gravity", "springs.stiffness", "bodies.gas"],
    slips: &[],
};
