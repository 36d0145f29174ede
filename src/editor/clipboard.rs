//! What was copied in this window.

/// Clipboard state between UI frames.
#[derive(Debug, Default)]
pub struct Clipboard {
    /// Text copied last in this window, for web pages, which may not read the system clipboard.
    pub(super) copied: Option<String>,
    /// Time of the pending paste request, and whether it pastes in place.
    pub(super) pending: Option<(f64, bool)>,
}
