//! Commands of the Shrink tab.

use crate::debugger::shrink::Failure;
use crate::editor::features::shrink::ShrinkForm;
use crate::level::Holds;

/// Commands of the Shrink panel and of menus.
pub enum ShrinkCommand {
    /// Open the panel, with this failure if given.
    Show(Option<(Failure, Holds)>),
    /// Set the form.
    Form(Box<ShrinkForm>),
    /// Start.
    Run,
    /// Stop and keep the smallest level so far.
    Stop,
    /// Open the result as a level.
    Open,
}
