//! Commands of the bar and of the dialog.

/// A command about the attached game.
#[derive(Clone, Debug, PartialEq)]
pub enum LiveCommand {
    /// Open or close the dialog.
    Ask(bool),
    /// Attach to the game at the typed address.
    Attach,
    /// Leave the game, which goes on.
    Detach,
    /// Pause the game, or let it go on.
    Pause(bool),
    /// Run some frames of the paused game.
    Step(u32),
}
