//! Problems that follow from one of a kind.

use super::Problem;
use Problem::*;

/// All problems.
pub(super) const ANY: &[Problem] = &Problem::ALL;

/// Symptoms of a step that is too long for a force.
pub(super) const UNSTABLE: &[Problem] =
    &[StiffSpring, Ringing, OverDamping, MassRatio, BlowUp, EnergyGain, ExplicitGrowth];

/// Symptoms of a body that lost its shape.
pub(super) const DEFORMED: &[Problem] =
    &[Collapse, UnderBraced, SelfOverlap, Flip, Spill, Unpainted, FanFails, BlowUp, EnergyGain, Interpenetration];

/// Symptoms of faulty contacts.
pub(super) const CONTACTS: &[Problem] = &[
    WrongEdge,
    NoEdge,
    Repositioning,
    Interpenetration,
    EnergyGain,
    BlowUp,
    Tunnelling,
    Flip,
    Spill,
    Jitter,
    SelfOverlap,
    Collapse,
    Sticking,
    SelfRolling,
    Unpainted,
    FanFails,
    UnderBraced,
];
