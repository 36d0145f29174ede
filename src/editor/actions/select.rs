//! Rows of the Select menu.

use super::{CTRL, CTRL_SHIFT, Command, CommandRow, NONE, SHIFT, group, key, row};
use egui::Key;

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(Command::SelectAll, "select-all", "Select all", "selection-all", &[key(CTRL, Key::A)]),
    row(
        Command::InvertSelection,
        "invert-selection",
        "Invert the selection",
        "selection-inverse",
        &[key(CTRL, Key::I)],
    ),
    row(
        Command::SelectSameKind,
        "select-same-kind",
        "Select all of the same kind",
        "selection-plus",
        &[key(CTRL_SHIFT, Key::A)],
    ),
    row(Command::FindParts, "find-parts", "Find parts by name, tag or property…", "binoculars", &[key(CTRL, Key::F)]),
    group(row(Command::SelectNodes, "select-nodes", "Select the nodes of the bodies", "dots-six", &[])),
    row(Command::SelectHull, "select-hull", "Select the nodes of the hull", "polygon", &[]),
    row(Command::SelectConnected, "select-connected", "Select connected nodes", "share-network", &[]),
    row(
        Command::GrowSelection,
        "grow-selection",
        "Grow the selection",
        "arrows-out-simple",
        &[key(CTRL_SHIFT, Key::Plus), key(CTRL_SHIFT, Key::Equals)],
    ),
    row(
        Command::ShrinkSelection,
        "shrink-selection",
        "Shrink the selection",
        "arrows-in-simple",
        &[key(CTRL_SHIFT, Key::Minus)],
    ),
    group(row(Command::NextPart, "next-part", "Select the next part", "caret-right", &[key(NONE, Key::X)])),
    row(Command::PreviousPart, "previous-part", "Select the previous part", "caret-left", &[key(SHIFT, Key::X)]),
    group(row(
        Command::SelectNothing,
        "select-nothing",
        "Select nothing",
        "selection-slash",
        &[key(NONE, Key::Escape)],
    )),
];
