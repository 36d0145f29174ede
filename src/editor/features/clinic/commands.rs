//! What panels ask of the diagnosis.

use crate::debugger::diagnosis::Illness;
use crate::editor::features::clinic::Attempt;

/// What its panel may want.
pub enum ClinicCommand {
    /// Judge at least so many frames.
    Frames(u64),
    /// Judge frames from this one on.
    First(u64),
    /// Show this illness.
    Choose(Illness),
    /// Try these: each is diagnosed, as many at once as the machine has processors.
    Try(Vec<Attempt>),
}
