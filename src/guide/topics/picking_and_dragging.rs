//! Topic: picking and dragging.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "picking-and-dragging",
    title: "Picking and dragging",
    sources: &["004"],
    text: &[
        "At frame 0 a drag changes the level: bodies, discs and obstacles move to where they are dropped, as \
            one step that can be undone. A body moves as a whole, wherever it is seized.",
        "A double click enters a body: from then on clicks pick its nodes and links, and drags move them. Escape, or a \
            click outside, leaves it. Ctrl acts on a part at once. A second click on a selected body only selects the \
            part there, to inspect it.",
        "Later in the run a drag pulls what it holds by a spring of its own. It is an input of the run, not a \
            change of the level: going back and forth in time repeats the pull to the last bit. The hand pulls as \
            hard as the substep bears and no harder.",
    ],
    formulas: &["F = stiffness (target - x) - damping v"],
    overlays: &["force-hand"],
    levels: &["22-trampoline", "29-ropes-of-sticks"],
    settings: &[],
    slips: &[],
};
