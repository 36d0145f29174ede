//! The detectors, the gravest illness first, and the list of them.

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
mod swelling;
mod tunnelling;
mod under_braced;
mod unpainted;
pub(super) mod wrong_edge;

use super::Detector;
pub(super) use mass_ratio::RATIO as HEAVY;
pub(super) use swelling::SWOLLEN;

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
    swelling::DETECTOR,
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

/// What detectors find, in the order of [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Illness {
    /// A node flies off, or is no longer a finite number.
    BlowUp,
    /// A body's area is not positive.
    Collapse,
    /// A spring is too stiff for the step.
    StiffSpring,
    /// Damping reverses motion, or holds it back.
    OverDamping,
    /// Masses are too different for the step, or for each other.
    MassRatio,
    /// Explicit Euler made energy.
    ExplicitGrowth,
    /// Bounces made energy, with a product of restitutions above 1.
    RestitutionGain,
    /// Contacts made energy by putting nodes elsewhere.
    Repositioning,
    /// Energy came from nothing in some other phase.
    EnergyGain,
    /// Something went through a wall.
    Tunnelling,
    /// Two bodies lie inside each other for many frames.
    Interpenetration,
    /// A body has fallen in, and its links do not hold its shape.
    UnderBraced,
    /// A body encloses far more than in the level.
    Swelling,
    /// An outline crosses itself.
    SelfOverlap,
    /// A node was pushed out of another edge than the one by which it came in.
    WrongEdge,
    /// A node is inside a hull, and no edge is eligible.
    NoEdge,
    /// What was leaving was held back.
    Sticking,
    /// A body turns although nothing turned it.
    SelfRolling,
    /// Not even a fan from the barycentre paints a balloon.
    FanFails,
    /// A triangle was turned over.
    Flip,
    /// Triangles paint outside of the hull.
    Spill,
    /// A part of the hull is left unpainted.
    Unpainted,
    /// A spring turns round in every substep.
    Ringing,
    /// What rests shivers.
    Jitter,
    /// An engine limit was reached again and again.
    NoProgress,
}

impl Illness {
    /// Its detector.
    pub fn detector(self) -> &'static Detector {
        &ALL[self as usize]
    }
}
