//! The detectors, the gravest problem first.

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

/// Every detector, the gravest problem first.
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
