//! Topic: branches of a run.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "branches",
    title: "Branches: what if?",
    sources: &["004"],
    text: &[
        "Go back in time and pull, push or set something: the run goes on from there as a branch. What it did \
            before is kept, with its journal and with the hash of every frame. A drag of the hand makes one branch, \
            however often the hand moves. What is taken and let go at one moment makes none.",
        "The Journal tab lists the branches. A click goes on with another one: it is simulated again, and comes \
            out bit for bit. The columns beside a name compare it with the present branch, as a ghost or side by \
            side.",
        "While two branches are compared, the canvas names the first frame at which they differ and who is \
            farthest apart, and the plots show the other one dashed.",
        "Undo belongs to the level. To take back a push, or the removal of one, switch to the branch from before. \
            There is room for 64 branches beside the present one. The oldest that nobody gave a name go first, and \
            that is told.",
    ],
    formulas: &[],
    overlays: &[],
    levels: &["33-billiard-break", "22-trampoline"],
    settings: &[],
    slips: &[],
};
