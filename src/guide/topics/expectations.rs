//! Topic: expectations and shrinking.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "expectations",
    title: "Levels as tests",
    sources: &["debugger"],
    text: &[
        "A level may say what it expects of its own run. An expectation is a condition that holds never, always, \
            eventually or at the end, within so many frames. It stands under editor.expect, so other programs pass it \
            over.",
        "The command check with --run runs each level and tells which expectations are not met, and the first frame \
            that contradicts them. Many levels of the gallery claim in this way what their notes say.",
        "The command shrink takes a level whose run goes wrong and looks for the smallest one that still does. It takes \
            parts away, lets the level begin later, and makes numbers simpler, as long as the condition still becomes \
            true.",
        "What it saves expects that the condition never holds. So the level fails as a test until the bug is \
            mended, and keeps it from coming back.",
    ],
    formulas: &[
        "expect: [(holds: Never, condition: \"deepest > 0.1\", each: Frame, frames: 600)]",
        "blobsmith check --run levels/*.ron",
        "blobsmith shrink LEVEL --until 'flipped > 0' --frames 600 -o bug.ron",
    ],
    overlays: &["triangle-orientation"],
    levels: &["10-balloon-bare", "11-balloon-barycentre"],
    settings: &[],
    slips: &[],
};
