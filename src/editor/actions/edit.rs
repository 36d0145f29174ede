//! Rows of the Edit menu: undo, redo, clipboard and pinning.

use super::{CTRL, CTRL_SHIFT, Command, CommandRow, NONE, SHIFT, group, key, row};
use egui::Key;

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(Command::Undo, "undo", "Undo", "arrow-u-up-left", &[key(CTRL, Key::Z)]),
    row(Command::Redo, "redo", "Redo", "arrow-u-up-right", &[key(CTRL_SHIFT, Key::Z), key(CTRL, Key::Y)]),
    row(Command::History, "history", "History", "clock-counter-clockwise", &[key(CTRL, Key::H)]),
    group(row(Command::Cut, "cut", "Cut", "scissors", &[key(CTRL, Key::X)])),
    row(Command::Copy, "copy", "Copy", "copy", &[key(CTRL, Key::C)]),
    row(Command::Paste, "paste", "Paste", "clipboard", &[key(CTRL, Key::V)]),
    row(Command::PasteInPlace, "paste-in-place", "Paste in place", "clipboard-text", &[key(CTRL_SHIFT, Key::V)]),
    row(Command::Duplicate, "duplicate", "Duplicate", "copy-simple", &[key(CTRL, Key::D)]),
    row(Command::Delete, "delete", "Delete", "trash", &[key(NONE, Key::Delete), key(NONE, Key::Backspace)]),
    group(row(Command::Rename, "rename", "Rename…", "pencil-simple", &[key(NONE, Key::F2)])),
    group(row(Command::Pin, "pin", "Pin or unpin nodes", "push-pin", &[key(SHIFT, Key::P)])),
];
