//! Known consequences of each illness.

use super::Illness;
use Illness::*;

/// All illnesses.
pub(super) const ANY: &[Illness] = &Illness::ALL;

/// Symptoms of a step that is too long for a force.
pub(super) const UNSTABLE: &[Illness] =
    &[StiffSpring, Ringing, OverDamping, MassRatio, BlowUp, EnergyGain, ExplicitGrowth];

/// Symptoms of a body that lost its shape.
pub(super) const DEFORMED: &[Illness] =
    &[Collapse, UnderBraced, SelfOverlap, Flip, Spill, Unpainted, FanFails, BlowUp, EnergyGain, Interpenetration];

/// Symptoms of faulty contacts.
pub(super) const CONTACTS: &[Illness] = &[
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

/// Known consequences of an illness, itself included.
pub(super) fn of(illness: Illness) -> &'static [Illness] {
    match illness {
        BlowUp | StiffSpring | OverDamping | MassRatio | ExplicitGrowth | RestitutionGain | EnergyGain => ANY,
        Repositioning => ANY,
        Collapse => &[Collapse, Flip, Spill, Unpainted, FanFails, SelfOverlap, UnderBraced, EnergyGain],
        UnderBraced => &[UnderBraced, Collapse, SelfOverlap, Flip, Spill, Unpainted, FanFails],
        SelfOverlap => &[SelfOverlap, Collapse, Flip, Spill, Unpainted, FanFails, UnderBraced],
        Tunnelling => &[Tunnelling, Interpenetration, WrongEdge, NoEdge, Sticking, Repositioning],
        Interpenetration => &[
            Interpenetration,
            WrongEdge,
            NoEdge,
            Repositioning,
            EnergyGain,
            Sticking,
            SelfRolling,
            Flip,
            Spill,
            Tunnelling,
        ],
        WrongEdge | NoEdge => CONTACTS,
        Sticking => &[Sticking, Jitter],
        SelfRolling => &[SelfRolling],
        FanFails => &[FanFails, Flip, Spill, Unpainted],
        Flip => &[Flip, Spill, Unpainted, FanFails],
        Spill => &[Spill],
        Unpainted => &[Unpainted],
        Ringing => &[Ringing, Jitter, EnergyGain],
        Jitter => &[Jitter, Repositioning],
        NoProgress => &[NoProgress, Jitter, Tunnelling],
    }
}
