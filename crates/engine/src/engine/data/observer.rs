//! Interface of an observer of a substep: the phases in order, and the nodes and discs that each may have changed.
//!
//! Invariant: a phase reports every node and disc that it changed; the energy ledger shows a missing report as a residual. An observer
//! does not change the state.

use super::contact_record::ContactLog;
use super::{Force, Layout, State, Trace};
use serde::Serialize;

/// A part of a substep after which the state may have changed, in the order of SIMULATION.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseKind {
    /// The integration scheme advances the free nodes.
    Integration,
    /// Driven bodies move along their paths.
    Driven,
    /// One pass over all sticks.
    Sticks,
    /// A node that crossed an obstacle is moved back.
    Obstacle,
    /// The bounds clamp a node or disc.
    Bounds,
    /// Barycentre nodes move to the barycentres.
    Derived,
    /// Detection finds a node or disc inside a hull and selects the edge.
    Detect,
    /// The impulse of a contact (000 §D.2).
    Impulse,
    /// Its friction.
    Friction,
    /// Its repositioning.
    Reposition,
    /// A diagonal that crosses an edge moves three nodes (004).
    Diagonal,
    /// Gravity, the hand and retention change the velocities of the discs.
    DiscForces,
    /// Discs move until the next impact or the end of the substep.
    DiscFlight,
    /// An impact changes the velocities of discs.
    DiscImpact,
    /// With Verlet, velocities are computed from the positions.
    Velocities,
    /// A force is added; nothing moves yet. The first phases of a substep.
    #[serde(untagged)]
    Force(&'static Force),
}

impl PhaseKind {
    /// All kinds except forces, in the order of a substep.
    pub(in crate::engine) const AFTER_FORCES: [Self; 15] = [
        Self::Integration,
        Self::Driven,
        Self::Sticks,
        Self::Obstacle,
        Self::Bounds,
        Self::Derived,
        Self::Detect,
        Self::Impulse,
        Self::Friction,
        Self::Reposition,
        Self::Diagonal,
        Self::DiscForces,
        Self::DiscFlight,
        Self::DiscImpact,
        Self::Velocities,
    ];

    /// Short title for the user interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Force(force) => force.title,
            Self::Integration => "integration",
            Self::Driven => "driven bodies",
            Self::Sticks => "sticks",
            Self::Obstacle => "obstacle",
            Self::Bounds => "bounds",
            Self::Derived => "barycentres",
            Self::Detect => "detection",
            Self::Impulse => "impulse",
            Self::Friction => "friction",
            Self::Reposition => "repositioning",
            Self::Diagonal => "diagonal",
            Self::DiscForces => "forces on discs",
            Self::DiscFlight => "flight of discs",
            Self::DiscImpact => "impact of discs",
            Self::Velocities => "velocities",
        }
    }

    /// True if the phase only adds a force.
    pub fn is_force(self) -> bool {
        matches!(self, Self::Force(_))
    }
}

/// The trace row of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// No row.
    None,
    /// Of [`Trace::stick_passes`].
    StickPass(u32),
    /// Of [`Trace::obstacle_hits`].
    ObstacleHit(u32),
    /// Of [`Trace::clamps`].
    Clamp(u32),
    /// Of [`Trace::contacts`].
    Contact(u32),
    /// Of [`Trace::diagonals`].
    Diagonal(u32),
    /// Of [`Trace::disc_events`]: the current impact.
    DiscEvent(u32),
}

/// One phase of a substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// Its kind.
    pub kind: PhaseKind,
    /// Its trace row.
    pub row: Row,
}

/// Nodes and discs that a phase may have changed; all others are unchanged.
#[derive(Clone, Copy, Debug)]
pub enum Touched<'a> {
    /// Nothing.
    Nothing,
    /// Any node.
    AllNodes,
    /// Any disc.
    AllDiscs,
    /// Any node and any disc.
    All,
    /// These nodes (global numbering), and this disc if there is one.
    Few(&'a [usize], Option<usize>),
    /// These discs.
    Discs(&'a [usize]),
}

/// Receives every phase of a substep.
pub trait Observer {
    /// Called before the first phase.
    fn begin(&mut self, layout: &Layout, state: &State);
    /// Called after a phase. In the phases of discs, `state` is valid for the touched discs, or for all discs with
    /// [`Observer::wants_all`].
    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State);
    /// Called after the last phase.
    fn end(&mut self, layout: &Layout, state: &State) {
        let _ = (layout, state);
    }
    /// True if an impact must report the positions of all discs at its time, not only of the discs that it touches.
    fn wants_all(&self) -> bool {
        true
    }
}

/// The trace and the observer of a substep, both optional, and the contacts that it records.
pub(in crate::engine) struct Watch<'a> {
    /// Records the reasons of the substep.
    pub trace: Option<&'a mut Trace>,
    /// Records contacts if the world does.
    pub contacts: ContactLog,
    observer: Option<&'a mut dyn Observer>,
    rows: Rows,
}

/// Number of trace rows so far, counted with or without a trace.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    stick_passes: u32,
    obstacle_hits: u32,
    clamps: u32,
    contacts: u32,
    diagonals: u32,
    disc_events: u32,
}

impl<'a> Watch<'a> {
    pub fn new(trace: Option<&'a mut Trace>, observer: Option<&'a mut dyn Observer>, contacts: ContactLog) -> Self {
        Self { trace, contacts, observer, rows: Rows::default() }
    }

    /// True if a trace or the log of contacts takes a row per impact.
    #[inline(always)]
    pub fn takes_impacts(&self) -> bool {
        self.trace.is_some() || self.contacts.is_recording()
    }

    /// True with an observer.
    #[inline(always)]
    pub fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// See [`Observer::wants_all`].
    pub fn wants_all(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.wants_all())
    }

    pub fn begin(&mut self, layout: &Layout, state: &State) {
        if let Some(observer) = &mut self.observer {
            observer.begin(layout, state);
        }
    }

    pub fn end(&mut self, layout: &Layout, state: &State) {
        if let Some(observer) = &mut self.observer {
            observer.end(layout, state);
        }
    }

    /// Reports a phase without a row, or with the newest row of its kind.
    #[inline]
    pub fn see(&mut self, kind: PhaseKind, touched: Touched<'_>, layout: &Layout, state: &State) {
        if self.observer.is_some() {
            self.report(kind, touched, layout, state);
        }
    }

    /// Starts a row of this kind.
    #[inline]
    pub fn next_row(&mut self, kind: PhaseKind) {
        let rows = &mut self.rows;
        match kind {
            PhaseKind::Sticks => rows.stick_passes += 1,
            PhaseKind::Obstacle => rows.obstacle_hits += 1,
            PhaseKind::Bounds => rows.clamps += 1,
            PhaseKind::Detect => rows.contacts += 1,
            PhaseKind::Diagonal => rows.diagonals += 1,
            PhaseKind::DiscImpact => rows.disc_events += 1,
            _ => {}
        }
    }

    /// Reports an impact of discs, with its row if it has one.
    pub fn see_impact(&mut self, row: Option<u32>, touched: Touched<'_>, layout: &Layout, state: &State) {
        let phase = Phase { kind: PhaseKind::DiscImpact, row: row.map_or(Row::None, Row::DiscEvent) };
        if let Some(observer) = &mut self.observer {
            observer.see(phase, touched, layout, state);
        }
    }

    /// Sets the number of reported impacts of discs.
    pub fn set_disc_events(&mut self, count: u32) {
        self.rows.disc_events = count;
    }

    fn report(&mut self, kind: PhaseKind, touched: Touched<'_>, layout: &Layout, state: &State) {
        let Rows { stick_passes, obstacle_hits, clamps, contacts, diagonals, disc_events } = self.rows;
        let newest = |count: u32| count.saturating_sub(1);
        let row = match kind {
            PhaseKind::Sticks => Row::StickPass(newest(stick_passes)),
            PhaseKind::Obstacle => Row::ObstacleHit(newest(obstacle_hits)),
            PhaseKind::Bounds => Row::Clamp(newest(clamps)),
            // Contacts of discs with hulls follow those of nodes: a phase that touches a disc belongs to an impact.
            PhaseKind::Detect | PhaseKind::Impulse | PhaseKind::Friction | PhaseKind::Reposition => match touched {
                Touched::Few(_, Some(_)) => Row::DiscEvent(newest(disc_events)),
                _ => Row::Contact(newest(contacts)),
            },
            PhaseKind::Diagonal => Row::Diagonal(newest(diagonals)),
            _ => Row::None,
        };
        if let Some(observer) = &mut self.observer {
            observer.see(Phase { kind, row }, touched, layout, state);
        }
    }
}
