//! Rows of the Help menu.

use super::{CTRL, Command, CommandRow, NONE, SHIFT, group, key, row};
use egui::Key;

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(Command::Palette, "palette", "Find a command…", "magnifying-glass", &[key(CTRL, Key::K)]),
    group(row(Command::Guide, "guide", "Guide", "book-open", &[key(NONE, Key::F1)])),
    row(Command::Shortcuts, "shortcuts", "Keys and mouse", "keyboard", &[key(SHIFT, Key::F1)]),
    row(Command::Tour, "tour", "First steps", "footprints", &[]),
    row(Command::About, "about", "About Blobsmith", "info", &[]),
];
