//! The Settings window: appearance, files, computation, and the keys of all functions.

pub mod commands;
pub(crate) mod panel;

use crate::editor::keys;
use crate::editor::settings::Settings;
use commands::{KeyQuestion, SettingsPage};
use egui::{Key, KeyboardShortcut, Modifiers};

/// State of the window between UI frames.
#[derive(Default)]
pub struct SettingsUi {
    /// Whether it is open.
    pub is_open: bool,
    /// The open page.
    pub page: SettingsPage,
    /// Search text of the list of keys.
    pub words: String,
    /// The function that waits for its keys.
    pub capture: Option<KeyCapture>,
    /// What the last large change was, and the settings before it.
    pub before: Option<(&'static str, Box<Settings>)>,
}

/// A function that waits for its keys.
pub struct KeyCapture {
    /// What is assigned.
    pub question: KeyQuestion,
    /// The pressed keys, if another function has them.
    pub wanted: Option<KeyboardShortcut>,
    /// Why the pressed keys cannot be assigned.
    pub refusal: Option<&'static str>,
}

impl SettingsUi {
    /// Opens a page; closes the window if that page is open.
    pub fn toggle(&mut self, page: SettingsPage) {
        self.is_open = !(self.is_open && self.page == page);
        self.page = page;
    }

    /// Closes the window; true if it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }

    /// Waits for the keys of a function.
    pub fn ask(&mut self, question: KeyQuestion) {
        self.capture = Some(KeyCapture { question, wanted: None, refusal: None });
    }
}

/// A pressed key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pressed {
    /// Keys that can be assigned.
    Keys(KeyboardShortcut),
    /// Keys that cannot, and why.
    Refused(&'static str),
    /// Escape without other keys.
    Cancel,
    /// Enter without other keys.
    Confirm,
}

impl Pressed {
    /// What a press means.
    pub fn of(modifiers: Modifiers, key: Key) -> Option<Self> {
        let keys = keys::pressed(modifiers, key);
        Some(match key {
            _ if keys::is_modifier(key) => return None,
            Key::Escape if modifiers.is_none() => Self::Cancel,
            Key::Enter if modifiers.is_none() => Self::Confirm,
            _ => keys::refusal(keys).map_or(Self::Keys(keys), Self::Refused),
        })
    }
}
