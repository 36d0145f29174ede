//! Overlay that shows an illness.

use super::Illness;

impl Illness {
    /// Id of the overlay that shows it best. None if the timeline or a plot does.
    pub fn overlay(self) -> Option<&'static str> {
        match self {
            Self::BlowUp | Self::Tunnelling | Self::SelfRolling | Self::EnergyGain => Some("velocities"),
            Self::Collapse => Some("pressure"),
            Self::StiffSpring | Self::Ringing | Self::OverDamping | Self::MassRatio | Self::UnderBraced => {
                Some("strain-rate")
            }
            Self::ExplicitGrowth => Some("trails"),
            Self::SelfOverlap | Self::Interpenetration => Some("outside"),
            Self::Repositioning | Self::Sticking | Self::RestitutionGain => Some("impulses"),
            Self::WrongEdge | Self::NoEdge | Self::Jitter | Self::NoProgress => Some("contacts"),
            Self::FanFails => Some("retriangulation"),
            Self::Flip => Some("triangle-orientation"),
            Self::Spill | Self::Unpainted => Some("balloon"),
        }
    }
}
