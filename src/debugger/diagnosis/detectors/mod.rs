//! The detectors, the gravest illness first, and the list of them.
//!
//! Must never know: one another.

mod blow_up;
mod collapse;
mod explicit_growth;
mod flips;
mod no_edge;
mod sticking;
pub(super) mod wrong_edge;

use super::Detector;

/// Every detector, the gravest illness first.
pub const ALL: &[Detector] = &[
    blow_up::DETECTOR,
    collapse::DETECTOR,
    explicit_growth::DETECTOR,
    wrong_edge::DETECTOR,
    no_edge::DETECTOR,
    sticking::DETECTOR,
    flips::DETECTOR,
];

/// What detectors find, in the order of [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Illness {
    /// A node flies off, or is no longer a finite number.
    BlowUp,
    /// A body's area is not positive.
    Collapse,
    /// Explicit Euler made energy.
    ExplicitGrowth,
    /// A node was pushed out of another edge than the one by which it came in.
    WrongEdge,
    /// A node is inside a hull, and no edge is eligible.
    NoEdge,
    /// A node that was leaving was pulled back.
    Sticking,
    /// A triangle was turned over.
    Flip,
}

impl Illness {
    /// Its detector.
    pub fn detector(self) -> &'static Detector {
        &ALL[self as usize]
    }
}
