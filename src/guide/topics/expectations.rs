//! Topic: expectations.
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
        "In the window the tab Expectations lists them with what came of each, and a click goes to the frame that \
            contradicts it. They are held against the run from frame 0, without a hand in it. They are added from ready \
            conditions and from breakpoints; a button in the Clinic and one in the Verdict add that this never happens.",
        "The command check with --run runs each level and tells which expectations are not met, and the first frame \
            that contradicts them. Many levels of the gallery claim in this way what their notes say.",
    ],
    formulas: &[
        "expect: [(holds: Never, condition: \"deepest > 0.1\", each: Frame, frames: 600)]",
        "blobsmith check --run levels/*.ron",
    ],
    overlays: &["triangle-orientation"],
    levels: &["10-balloon-bare", "11-balloon-barycentre"],
    settings: &[],
    slips: &[],
};
