//! Topic: watch expressions.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "watch-expressions",
    title: "Watch expressions",
    sources: &["debugger"],
    text: &[
        "An expression says what to watch in a run: a number to read or plot, or a condition to stop at. Parts are \
            named as in the level, by their name in quotes or by their number counted from 0.",
        "A word such as node, without brackets, is the set of all of them. The functions max, min, sum and mean \
            make one number of a set. The functions count, any and all ask how many of it, or whether any or all, \
            fulfil a condition.",
        "An expression is looked at each frame or each substep, and previous, change, changed and rise compare \
            with the look before. What tells of a contact or a force tells of the last substep, so look at each \
            substep to miss none.",
        "What cannot be measured is nan. Whatever is reckoned with it is nan, and comparisons with it are false. \
            All that can be measured is listed by blobsmith probes and in docs/watch.md.",
    ],
    formulas: &[
        "body(\"left\").area_ratio < 80%",
        "max(node.speed) > 2 and frame > 10",
        "count(triangle.area <= 0)",
        "rise(energy.total) > 5%",
        "changed(edge(\"left\", 3)) or touching(\"left\", \"right\")",
        "mean(body(\"left\").node.y) - start(body(\"left\").y)",
    ],
    overlays: &["velocities", "triangle-orientation"],
    levels: &["02-squares-projection", "10-balloon-bare"],
    settings: &[],
    slips: &[],
};
