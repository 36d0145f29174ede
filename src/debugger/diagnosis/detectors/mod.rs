//! The detectors, the gravest illness first.

mod blow_up;
mod collapse;
mod energy_gain;
mod explicit_growth;
mod fan_fails;
mod flips;
mod interpenetration;
mod jitter;
mod mass_ratio;
mod no_edge;
mod no_progress;
mod over_damping;
mod repositioning;
mod restitution_gain;
mod ringing;
mod self_overlap;
mod self_rolling;
mod spill;
mod sticking;
mod stiff_spring;
mod tunnelling;
mod under_braced;
mod unpainted;
pub(super) mod wrong_edge;

use super::Detector;
pub(super) use mass_ratio::RATIO as HEAVY;
use serde::{Deserialize, Serialize};

/// Every detector, the gravest illness first.
pub const ALL: &[Detector] = &[
    blow_up::DETECTOR,
    collapse::DETECTOR,
    stiff_spring::DETECTOR,
    over_damping::DETECTOR,
    mass_ratio::DETECTOR,
    explicit_growth::DETECTOR,
    restitution_gain::DETECTOR,
    repositioning::DETECTOR,
    energy_gain::DETECTOR,
    tunnelling::DETECTOR,
    interpenetration::DETECTOR,
    under_braced::DETECTOR,
    self_overlap::DETECTOR,
    wrong_edge::DETECTOR,
    no_edge::DETECTOR,
    sticking::DETECTOR,
    self_rolling::DETECTOR,
    fan_fails::DETECTOR,
    flips::DETECTOR,
    spill::DETECTOR,
    unpainted::DETECTOR,
    ringing::DETECTOR,
    jitter::DETECTOR,
    no_progress::DETECTOR,
];

/// Kinds of findings, in the order of [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Illness {
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

impl Illness {
    /// The detector of the illness.
    pub fn detector(self) -> &'static Detector {
        &ALL[self as usize]
    }
}
