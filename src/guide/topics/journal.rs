//! Topic: what comes from outside while a level runs.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "journal",
    title: "The journal: what comes from outside",
    sources: &["004"],
    text: &[
        "A run is its level and a journal. Everything else follows from these two, to the last bit, so that any \
            moment can be visited again. Three things go into the journal, each with its moment. The hand pulls. A \
            push changes the velocity of a node, a body or a disc at once. A setting of the level is otherwise from \
            a moment on.",
        "The Journal tab lists them. A click goes there, the bin takes one out. A push is typed there for what is \
            selected, or flicked with the hand and Shift.",
        "Settings are named by their path in the file, with * for all items of a list. World and Inspect change \
            them in the run, too, once they are told to: settings change the level, or the run from here. What there \
            is cannot change in a run: numbers of nodes, what is tied to what. Positions and velocities are no \
            settings either. Substeps and frame time change at the start of a frame only.",
        "What becomes fixed or pinned stops. What becomes driven goes on along its path from where the level has \
            it. The energy of the gas is still counted against the area in the level.",
    ],
    formulas: &["v += Δv (a push)", "previous -= Δv h (with Verlet)", "previous = x - v h (where Verlet begins)"],
    overlays: &["force-hand", "velocities"],
    levels: &["22-trampoline", "33-billiard-break"],
    settings: &["world.gravity", "springs.stiffness", "nodes.pinned"],
    slips: &[],
};
