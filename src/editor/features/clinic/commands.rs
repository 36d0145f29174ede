//! What panels ask of the diagnosis.

use crate::debugger::diagnosis::{Illness, Remedy};
use crate::editor::features::clinic::Attempt;
use crate::level::Place;

/// What its panel may want.
pub enum ClinicCommand {
    /// Judge at least so many frames.
    Frames(u64),
    /// Judge frames from this one on.
    First(u64),
    /// Show this illness.
    Choose(Illness),
    /// Show this cause: its id and its place.
    ChooseCause(&'static str, Place),
    /// Try these: each is diagnosed, as many at once as the machine has processors.
    Try(Vec<Attempt>),
    /// Try these remedies for some illnesses in the same way, and pairs of them if none is enough.
    TryAll(Vec<Illness>, Vec<Remedy>),
}
