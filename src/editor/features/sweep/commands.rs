//! Commands of the Sweep tab.

use crate::editor::features::sweep::SweepForm;

/// Commands of the Sweep panel.
pub enum SweepCommand {
    /// Set the form.
    Form(Box<SweepForm>),
    /// Fill in a suggestion for the level.
    Suggest,
    /// Run the missing cells.
    Run,
    /// Stop running cells.
    Cancel,
    /// Show another measure of the results.
    Measure(usize),
    /// Choose a cell, or none.
    Choose(Option<usize>),
    /// Open a cell as a level.
    Open(usize),
    /// Cancel opening a cell.
    Stay,
}
