//! Requests to the Settings window.

use egui::KeyboardShortcut;

/// Pages of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsPage {
    /// Appearance, files and computation.
    #[default]
    General,
    /// The keys of all functions.
    Keys,
}

impl SettingsPage {
    /// All pages with icon and title, in order.
    pub const ALL: [(Self, &'static str, &'static str); 2] =
        [(Self::General, "sliders-horizontal", "General"), (Self::Keys, "keyboard", "Keys")];
}

/// A function that needs keys.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyQuestion {
    /// Id of the function.
    pub id: String,
    /// Keys that the new ones replace; `None`: they are added.
    pub old: Option<KeyboardShortcut>,
}

/// Requests that other parts of the window carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsCommand {
    /// Open a page, or close the window.
    Toggle(SettingsPage),
    /// Wait for the keys of a function.
    AskKeys(KeyQuestion),
    /// Choose the file for the settings.
    Export,
    /// Choose a file with settings.
    Import,
    /// All settings as at first.
    Reset,
    /// All keys as at first.
    ResetKeys,
    /// Return to the settings before the last import or reset.
    Undo,
}
