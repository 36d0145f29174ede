//! Overlay that shows an illness.

use super::{Detector, Illness};

impl Detector {
    /// Id of the overlay that shows it best. None if the timeline or a plot does.
    pub fn overlay(&self) -> Option<&'static str> {
        match self.illness {
            Illness::BlowUp | Illness::Tunnelling | Illness::SelfRolling | Illness::EnergyGain => Some("velocities"),
            Illness::Collapse => Some("pressure"),
            Illness::StiffSpring
            | Illness::Ringing
            | Illness::OverDamping
            | Illness::MassRatio
            | Illness::UnderBraced => Some("strain-rate"),
            Illness::ExplicitGrowth => Some("trails"),
            Illness::SelfOverlap | Illness::Interpenetration => Some("outside"),
            Illness::Repositioning | Illness::Sticking | Illness::RestitutionGain => Some("impulses"),
            Illness::WrongEdge | Illness::NoEdge | Illness::Jitter | Illness::NoProgress => Some("contacts"),
            Illness::FanFails => Some("retriangulation"),
            Illness::Flip => Some("triangle-orientation"),
            Illness::Spill | Illness::Unpainted => Some("balloon"),
        }
    }
}
