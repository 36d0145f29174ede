//! The dialog that asks for a link to a level or to a moment.

pub(crate) mod panel;

/// State of the dialog.
#[derive(Debug, Default)]
pub struct OpenLink {
    /// Whether the dialog is open.
    pub is_asking: bool,
    /// The text of its field.
    pub text: String,
}
