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

impl Help {
    /// Closes the windows; true if one was open.
    pub fn close(&mut self) -> bool {
        let was_open = self.shows_keys || self.shows_about;
        (self.shows_keys, self.shows_about) = (false, false);
        was_open
    }
}
