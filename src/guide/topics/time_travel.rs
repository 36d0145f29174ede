//! Topic: going through time.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "time-travel",
    title: "Going through time",
    sources: &["000 §B"],
    text: &[
        "The same level and the same inputs give the same bits, so every moment can be visited again. The program keeps \
            whole states at equal distances, the keyframes, and steps anew from the one before. A frame that came out \
            with another hash would get a red mark.",
        "Space plays, Shift+Space or J plays backwards, [ and ] change the speed from 0.01 to 100 times. Below half \
            speed substeps are shown one by one. I and O set a part, and R plays it again and again.",
        "The arrows go by frames, with Shift by substeps, with Ctrl by phases: each force, the integration, every \
            contact. There the canvas shows the state at that very point, and arrows for what the phase changed. A twin \
            stands at the end of the substep meanwhile.",
        "G asks for a frame, such as 120 or 120.5, visited or not. While a far one is stepped to, Escape goes back to \
            where you were. M sets a bookmark, kept with the level, and Page Up and Page Down go from mark to mark.",
    ],
    formulas: &["moment = frame.substep", "keyframes at frames 0, n, 2n …  n doubles when the memory is full"],
    overlays: &["velocities"],
    levels: &["01-first-blob"],
    settings: &["world.substeps", "world.frame_time"],
    slips: &[],
};
