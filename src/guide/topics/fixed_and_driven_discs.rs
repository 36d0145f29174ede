//! Topic: fixed and driven discs.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "fixed-and-driven-discs",
    title: "Fixed and driven discs",
    sources: &["002 §2", "002 §3"],
    text: &[
        "A disc that does not move is a wall with a curve: the normal part of what hits it turns round, the rest \
            stays.",
        "A driven disc, like the bat of a brick game, follows a path and nothing pushes it. It counts as \
            infinitely heavy, but its speed does matter: a ball that it hits head on comes off with twice the bat's \
            speed on top.",
        "Paths are closed lines of points that are visited at equal times. Bodies can be driven in the same way.",
    ],
    formulas: &["w = v - (1 + e) ((v - v_bat)·n) n"],
    overlays: &["impacts", "paths", "velocities"],
    levels: &["35-bat-and-bricks", "34-bumper-table", "42-driven-obstacles"],
    settings: &["discs.motion"],
    slips: &["The formula of 002 §2 is the case of a disc at rest. For the driven disc of §3 the source gives none; \
            ours is the same one seen from the bat."],
};
