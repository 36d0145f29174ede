//! Help: keys, mouse and About windows.

pub(crate) mod panel;

/// State of the help windows.
#[derive(Default)]
pub struct Help {
    /// Search text of the list of keys.
    pub words: String,
    /// True if the list of keys is open.
    pub shows_keys: bool,
    /// True if the About window is open.
    pub shows_about: bool,
}
