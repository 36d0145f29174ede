//! Which overlay shows an illness where it is.
//!
//! Must never know: how an overlay draws.

use super::Illness;

impl Illness {
    /// Id of the overlay that shows it best; none where the timeline and the plots do.
    pub fn overlay(self) -> Option<&'static str> {
        match self {
            Self::BlowUp | Self::Tunnelling | Self::SelfRolling => Some("velocities"),
            Self::Collapse => Some("pressure"),
            Self::StiffSpring | Self::Ringing => Some("strain-rate"),
            Self::ExplicitGrowth => Some("trails"),
            Self::SelfOverlap => Some("outside"),
            Self::Repositioning | Self::Sticking => Some("impulses"),
            Self::WrongEdge | Self::NoEdge | Self::Jitter => Some("contacts"),
            Self::FanFails => Some("triangles-afresh"),
            Self::Flip => Some("triangle-orientation"),
            Self::Spill | Self::Unpainted => Some("balloon"),
        }
    }
}
