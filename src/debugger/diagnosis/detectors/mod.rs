//! The detectors, the gravest illness first, and the list of them.
//!
//! Must never know: one another.

mod blow_up;
mod collapse;
mod explicit_growth;
mod fan_fails;
mod flips;
mod jitter;
mod no_edge;
mod repositioning;
mod ringing;
mod self_overlap;
mod self_rolling;
mod spill;
mod sticking;
mod stiff_spring;
mod tunnelling;
mod unpainted;
pub(super) mod wrong_edge;

use super::Detector;

/// Every detector, the gravest illness first.
pub const ALL: &[Detector] = &[
    blow_up::DETECTOR,
    collapse::DETECTOR,
    stiff_spring::DETECTOR,
    explicit_growth::DETECTOR,
    repositioning::DETECTOR,
    tunnelling::DETECTOR,
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
    /// Explicit Euler made energy.
    ExplicitGrowth,
    /// Contacts made energy by putting nodes elsewhere.
    Repositioning,
    /// Something went through a wall.
    Tunnelling,
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
}

impl Illness {
    /// Its detector.
    pub fn detector(self) -> &'static Detector {
        &ALL[self as usize]
    }
}
