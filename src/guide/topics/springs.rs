//! Topic: springs.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "springs",
    title: "Springs",
    sources: &["000 §C.1", "000 §C.2", "001 §C.2"],
    text: &[
        "A blob is a net of masses and springs. A spring pulls its two ends together when it is longer than its \
            rest length, and pushes them apart when it is shorter. Its damping works against the speed at which the \
            length changes, and against nothing else: a spring that turns as a whole is not braked.",
        "Both ends get the same force in opposite directions, so springs never change the momentum of a body. \
            Gravity is the other force that every free mass feels.",
        "Stiff springs need short steps. The check on stability says how many substeps are enough.",
    ],
    formulas: &["d = B - A,  v = vB - vA", "F on A = (k (|d| - L) + c (v·d)/|d|) d/|d|,  F on B = -F"],
    overlays: &["force-spring", "force-damping", "strain", "strain-rate"],
    levels: &["01-first-blob", "18-bridge", "22-trampoline"],
    settings: &["springs.rest_length", "springs.stiffness", "springs.damping", "world.gravity"],
    slips: &[],
};
