//! What a diagnosis finds in a substep, as far as probes and the watch language read it. The detectors are in the package `blobsmith`.

use crate::level::Place;
use serde::{Deserialize, Serialize};

/// Kinds of findings, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Problem {
    /// A node flies off or is no longer finite.
    BlowUp,
    /// A body's area is not positive.
    Collapse,
    /// A spring is too stiff for the step.
    StiffSpring,
    /// Damping reverses motion or prevents it.
    OverDamping,
    /// Masses differ too much for the step or for each other.
    MassRatio,
    /// Explicit Euler added energy.
    ExplicitGrowth,
    /// Bounces added energy: the product of restitutions is above 1.
    RestitutionGain,
    /// Repositioning added energy.
    Repositioning,
    /// Another phase added energy without a source.
    EnergyGain,
    /// A node or disc passed through a wall.
    Tunnelling,
    /// Two bodies overlap for many frames.
    Interpenetration,
    /// A body collapsed partly, and its links do not hold its shape.
    UnderBraced,
    /// A hull crosses itself.
    SelfOverlap,
    /// A node was pushed out of another edge than the one by which it entered.
    WrongEdge,
    /// A node is inside a hull, and no edge is eligible.
    NoEdge,
    /// A contact pulled back a body that was leaving.
    Sticking,
    /// A body rotates without a torque on it.
    SelfRolling,
    /// Even a fan from the barycentre paints a balloon wrongly.
    FanFails,
    /// A triangle flipped.
    Flip,
    /// Triangles paint outside the hull.
    Spill,
    /// A part of the hull is not painted.
    Unpainted,
    /// A spring reverses in every substep.
    Ringing,
    /// A resting node vibrates.
    Jitter,
    /// An engine limit was reached in many substeps.
    NoProgress,
}

/// How far back the detector of a problem observes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// A bounded number of substeps. The findings of any moment are available at once.
    Substeps,
    /// The present window of frames; windows begin at multiples of their length. For problems that show only over hundreds of
    /// substeps. Each window is judged alone or together with the one before.
    Window,
}

impl Problem {
    /// All problems, in the order of the variants.
    pub const ALL: [Self; 24] = [
        Self::BlowUp,
        Self::Collapse,
        Self::StiffSpring,
        Self::OverDamping,
        Self::MassRatio,
        Self::ExplicitGrowth,
        Self::RestitutionGain,
        Self::Repositioning,
        Self::EnergyGain,
        Self::Tunnelling,
        Self::Interpenetration,
        Self::UnderBraced,
        Self::SelfOverlap,
        Self::WrongEdge,
        Self::NoEdge,
        Self::Sticking,
        Self::SelfRolling,
        Self::FanFails,
        Self::Flip,
        Self::Spill,
        Self::Unpainted,
        Self::Ringing,
        Self::Jitter,
        Self::NoProgress,
    ];

    /// Stable id in kebab-case.
    pub const fn id(self) -> &'static str {
        match self {
            Self::BlowUp => "blow-up",
            Self::Collapse => "collapse",
            Self::StiffSpring => "stiff-spring",
            Self::OverDamping => "over-damping",
            Self::MassRatio => "mass-ratio",
            Self::ExplicitGrowth => "explicit-growth",
            Self::RestitutionGain => "restitution-gain",
            Self::Repositioning => "repositioning",
            Self::EnergyGain => "energy-gain",
            Self::Tunnelling => "tunnelling",
            Self::Interpenetration => "interpenetration",
            Self::UnderBraced => "under-braced",
            Self::SelfOverlap => "self-overlap",
            Self::WrongEdge => "wrong-edge",
            Self::NoEdge => "no-edge",
            Self::Sticking => "sticking",
            Self::SelfRolling => "self-rolling",
            Self::FanFails => "fan-fails",
            Self::Flip => "flip",
            Self::Spill => "spill",
            Self::Unpainted => "unpainted",
            Self::Ringing => "ringing",
            Self::Jitter => "jitter",
            Self::NoProgress => "no-progress",
        }
    }

    /// How far back its detector observes.
    pub const fn span(self) -> Span {
        match self {
            Self::BlowUp
            | Self::Collapse
            | Self::Tunnelling
            | Self::WrongEdge
            | Self::NoEdge
            | Self::FanFails
            | Self::Flip
            | Self::Spill
            | Self::Unpainted => Span::Substeps,
            Self::StiffSpring
            | Self::OverDamping
            | Self::MassRatio
            | Self::ExplicitGrowth
            | Self::RestitutionGain
            | Self::Repositioning
            | Self::EnergyGain
            | Self::Interpenetration
            | Self::UnderBraced
            | Self::SelfOverlap
            | Self::Sticking
            | Self::SelfRolling
            | Self::Ringing
            | Self::Jitter
            | Self::NoProgress => Span::Window,
        }
    }
}

/// A finding of a detector in one substep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Frame that was being stepped: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// The problem.
    pub problem: Problem,
    /// The part that is affected.
    pub place: Place,
    /// The other part involved: the hull edge, the obstacle. None if there is no other part.
    pub other: Option<Place>,
    /// Severity, dimensionless: 1 at the threshold, more if worse.
    pub gravity: f64,
    /// Measured values; `Detector::numbers` names them. Unused ones are 0, and all are finite.
    pub numbers: [f64; Finding::NUMBERS],
}

impl Finding {
    /// Most numbers of one finding.
    pub const NUMBERS: usize = 4;
}
