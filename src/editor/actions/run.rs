//! Rows of the Run menu: play, step, loop, bookmarks and analyses.

use super::{ALT, CTRL, CTRL_SHIFT, Command, CommandRow, NONE, SHIFT, group, key, row, within};
use egui::Key;

const SPEED: &str = "Speed";
const PART: &str = "Loop range";
const MARKS: &str = "Marks and bookmarks";
const LOOK: &str = "Investigate";

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(Command::PlayPause, "play", "Play / pause", "play", &[key(NONE, Key::Space), key(NONE, Key::K)]),
    row(
        Command::PlayBackward,
        "play-backward",
        "Play backwards / pause",
        "rewind",
        &[key(SHIFT, Key::Space), key(NONE, Key::J)],
    ),
    row(Command::PlayForward, "play-forward", "Play forwards / pause", "fast-forward", &[key(NONE, Key::L)]),
    group(row(
        Command::StepFrame,
        "step-frame",
        "Step one frame",
        "skip-forward",
        &[key(NONE, Key::ArrowRight), key(NONE, Key::Period)],
    )),
    row(
        Command::BackFrame,
        "back-frame",
        "Back one frame",
        "skip-back",
        &[key(NONE, Key::ArrowLeft), key(NONE, Key::Comma)],
    ),
    row(Command::StepSubstep, "step-substep", "Step one substep", "caret-right", &[key(SHIFT, Key::ArrowRight)]),
    row(Command::BackSubstep, "back-substep", "Back one substep", "caret-left", &[key(SHIFT, Key::ArrowLeft)]),
    row(
        Command::StepPhase,
        "step-phase",
        "Step one phase of a substep",
        "arrow-bend-down-right",
        &[key(CTRL, Key::ArrowRight)],
    ),
    row(
        Command::BackPhase,
        "back-phase",
        "Back one phase of a substep",
        "arrow-bend-down-left",
        &[key(CTRL, Key::ArrowLeft)],
    ),
    group(row(Command::Restart, "restart", "Back to frame 0", "caret-line-left", &[key(NONE, Key::Home)])),
    row(Command::LastFrame, "last-frame", "To the last visited frame", "caret-line-right", &[key(NONE, Key::End)]),
    row(Command::GoToFrame, "go-to-frame", "Go to a frame…", "hash", &[key(NONE, Key::G)]),
    group(within(row(Command::Slower, "slower", "Slower", "minus-circle", &[key(NONE, Key::OpenBracket)]), SPEED)),
    within(row(Command::Faster, "faster", "Faster", "plus-circle", &[key(NONE, Key::CloseBracket)]), SPEED),
    within(row(Command::NormalSpeed, "normal-speed", "Normal speed", "timer", &[key(NONE, Key::Backslash)]), SPEED),
    within(row(Command::ToggleLoop, "toggle-loop", "Loop", "repeat", &[key(NONE, Key::R)]), PART),
    within(row(Command::LoopStart, "loop-start", "Loop from here", "arrow-line-right", &[key(NONE, Key::I)]), PART),
    within(row(Command::LoopEnd, "loop-end", "Loop to here", "arrow-line-left", &[key(NONE, Key::O)]), PART),
    within(row(Command::LoopAll, "loop-all", "Loop everything", "x", &[key(SHIFT, Key::R)]), PART),
    group(row(Command::AddBookmark, "add-bookmark", "Bookmark this moment", "bookmark-simple", &[key(NONE, Key::M)])),
    within(
        row(
            Command::PreviousBookmark,
            "previous-bookmark",
            "To the previous bookmark",
            "bookmarks-simple",
            &[key(SHIFT, Key::PageUp)],
        ),
        MARKS,
    ),
    within(
        row(
            Command::NextBookmark,
            "next-bookmark",
            "To the next bookmark",
            "bookmarks-simple",
            &[key(SHIFT, Key::PageDown)],
        ),
        MARKS,
    ),
    within(
        row(
            Command::PreviousMark,
            "previous-mark",
            "To the previous mark",
            "caret-double-left",
            &[key(NONE, Key::PageUp)],
        ),
        MARKS,
    ),
    within(
        row(Command::NextMark, "next-mark", "To the next mark", "caret-double-right", &[key(NONE, Key::PageDown)]),
        MARKS,
    ),
    group(within(
        row(Command::LastChange, "last-change", "Who last changed this?", "footprints", &[key(SHIFT, Key::W)]),
        LOOK,
    )),
    within(row(Command::NextChange, "next-change", "Who changes it next?", "footprints", &[key(SHIFT, Key::E)]), LOOK),
    within(
        row(
            Command::SearchEvents,
            "search-events",
            "Search the events of the run…",
            "list-magnifying-glass",
            &[key(CTRL_SHIFT, Key::F)],
        ),
        LOOK,
    ),
    within(
        row(Command::ShowPartsTable, "parts-table", "Table of parts and frames", "table", &[key(ALT, Key::T)]),
        LOOK,
    ),
    within(row(Command::CompareRun, "compare-run", "Compare with another run…", "scales", &[]), LOOK),
    within(row(Command::CheckExpectations, "check-expectations", "Check expectations", "seal-check", &[]), LOOK),
    within(row(Command::Shrink, "shrink", "Shrink to the smallest level that fails…", "arrows-in", &[]), LOOK),
    group(row(Command::FrameToLevel, "frame-to-level", "New level from this moment", "snowflake", &[])),
];
