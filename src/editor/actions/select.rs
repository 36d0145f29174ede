//! Commands of the Select menu: what is selected.
//!
//! Must never know: how anything is done.

use super::{CTRL, Command, NONE, Row, group, key, row};
use egui::Key;

/// In the order of the menu.
pub const ROWS: &[Row] = &[
    row(Command::SelectAll, "select-all", "Select all", "selection-all", &[key(CTRL, Key::A)]),
    row(
        Command::InvertSelection,
        "invert-selection",
        "Invert the selection",
        "selection-inverse",
        &[key(CTRL, Key::I)],
    ),
    group(row(
        Command::SelectNothing,
        "select-nothing",
        "Select nothing",
        "selection-slash",
        &[key(NONE, Key::Escape)],
    )),
];
