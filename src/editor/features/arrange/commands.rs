//! Commands of the dialog of an operation.

/// A command of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrangeCommand {
    /// Apply the operation.
    Commit,
    /// Close the dialog.
    Leave,
}
