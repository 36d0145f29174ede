//! Topic: breakpoints.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "breakpoints",
    title: "Stopping at a condition",
    sources: &["debugger"],
    text: &[
        "A breakpoint is a condition that is looked at while the run goes on. It fires when the condition is true \
            and was not at the look before. The run then stops there, or goes on with a mark on the timeline.",
        "Look at each frame for what lasts, such as a lost area. Look at each substep for what comes and goes, such \
            as a contact or a chosen edge. It may also stop only the second or the hundredth time.",
        "Run back goes to the first moment at which the condition became true, before the present one. It halves \
            the way first, which is quick but may miss what came and went. So it then looks at every moment from the \
            beginning, and the answer is the first in truth.",
        "Breakpoints and watches are saved with the level. Without a window, blobsmith run LEVEL --until does the \
            same: exit code 0 says that it happened, and 1 that it did not.",
    ],
    formulas: &[
        "fires when  condition now  and  not condition before",
        "blobsmith run LEVEL --frames 600 --until 'flipped > 0' --each substep",
    ],
    overlays: &["contacts", "triangle-orientation"],
    levels: &["02-squares-projection", "23-stiff-too-few-substeps"],
    settings: &[],
    slips: &[],
};
