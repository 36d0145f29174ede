//! Topic: shrinking.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "shrinking",
    title: "The smallest level that fails",
    sources: &["debugger"],
    text: &[
        "Shrinking takes a level whose run goes wrong and looks for the smallest one that still does. It takes parts \
            away, lets the level begin later, and makes numbers simpler, as long as the condition still becomes true. \
            Without any one part of what is left it goes wrong no longer.",
        "In the window it is the tab Shrink, and a command of the Run menu. Choose an expectation that is not met, an \
            illness that the Clinic found, or any condition. It shows what is left as it goes on, and can be stopped; \
            what it found opens as a level of its own.",
        "That level expects that the condition never holds. So it fails as a test until the bug is mended, and keeps it \
            from coming back. It may also expect that the condition holds, as a level that shows what goes wrong.",
    ],
    formulas: &[
        "blobsmith shrink LEVEL --until 'flipped > 0' --frames 600 -o bug.ron",
        "blobsmith check --run bug.ron",
    ],
    overlays: &["contacts"],
    levels: &["04-squares-distance", "10-balloon-bare"],
    settings: &[],
    slips: &[],
};
