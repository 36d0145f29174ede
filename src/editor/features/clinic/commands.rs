//! Commands of the Clinic tab.

use crate::debugger::diagnosis::{Illness, Remedy};
use crate::editor::features::clinic::Attempt;
use crate::level::Place;

/// Commands of the Clinic panel.
pub enum ClinicCommand {
    /// Judge at least this many frames.
    Frames(u64),
    /// Judge frames from this one on.
    First(u64),
    /// Show this illness.
    Choose(Illness),
    /// Show this cause, given by id and place.
    ChooseCause(&'static str, Place),
    /// Try these changes, in parallel on all processors.
    Try(Vec<Attempt>),
    /// Try these remedies for some illnesses, and pairs of them if none is sufficient.
    TryAll(Vec<Illness>, Vec<Remedy>),
}
