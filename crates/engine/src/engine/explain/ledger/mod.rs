//! The energy ledger: the energy that each phase of a substep adds or removes.
//!
//! The meter measures each phase from the nodes and discs that it touched, and the total independently. Invariant: the difference of
//! both sums, the residual, is at the level of rounding unless a phase changed a part that it did not report.

mod adjacency;
mod link_meter;
mod meter;

pub use meter::Meter;

use crate::engine::data::force::Work;
use crate::engine::data::{ForcePart, PhaseKind};
use crate::engine::reference::forces;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An entry of the ledger: a source or sink of energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Work of a part of a force that has no potential: damping (000 §C.2.b), decor, the hand.
    Work(&'static ForcePart),
    /// Loss by `velocity_retention` (004's friction).
    Retention,
    /// Remaining change by forces and motion: the error of the integration.
    Integration,
    /// Sticks, and sticks and pin joints between bodies.
    Sticks,
    /// Obstacles and bounds.
    Obstacles,
    /// Moves of barycentre nodes that change the area of the triangles.
    Barycentres,
    /// Impulses of contacts.
    Impulse,
    /// Friction of contacts.
    Friction,
    /// Repositioning of contacts, and 004's diagonals.
    Repositioning,
    /// Impacts of discs.
    Impacts,
    /// Energy of bodies and discs that blew up; it no longer counts.
    BlowUp,
    /// Changes by the user between two substeps.
    Inputs,
}

/// An entry with its stable id and its title.
type LedgerRow = (Entry, &'static str, &'static str);

/// Serialized as its stable id.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Self::ALL[self.index()].1)
    }
}

/// Deserialized from its stable id.
impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::find(&id).ok_or_else(|| serde::de::Error::custom(format!("`{id}` is not an entry of the ledger")))
    }
}

/// Numbers of force parts with [`Work::Taken`] and with [`Work::Given`].
const WORKS: [usize; 2] = {
    let (mut counts, mut at) = ([0, 0], 0);
    while at < forces::PART_COUNT {
        match forces::PARTS[at].work {
            Work::Stored => {}
            Work::Taken(_) => counts[0] += 1,
            Work::Given(_) => counts[1] += 1,
        }
        at += 1;
    }
    counts
};

/// Number of entries.
const COUNT: usize = WORKS[0] + WORKS[1] + 1 + AFTER_FORCES.len();

const RETENTION: LedgerRow = (Entry::Retention, "retention", "loss by velocity_retention");

const AFTER_FORCES: [LedgerRow; 10] = [
    (Entry::Integration, "integration", "error of the integration"),
    (Entry::Sticks, "sticks", "sticks"),
    (Entry::Obstacles, "obstacles", "obstacles and bounds"),
    (Entry::Barycentres, "barycentres", "moves of barycentre nodes"),
    (Entry::Impulse, "impulse", "impulses of contacts"),
    (Entry::Friction, "friction", "friction of contacts"),
    (Entry::Repositioning, "repositioning", "repositioning of contacts"),
    (Entry::Impacts, "impacts", "impacts of discs"),
    (Entry::BlowUp, "blow-up", "energy of parts that blew up"),
    (Entry::Inputs, "inputs", "nudges and changed parameters"),
];

impl Entry {
    /// All entries in the order of a substep, with stable ids: first dissipation, then external work, then the phases.
    pub const ALL: [LedgerRow; COUNT] = {
        let mut rows = [RETENTION; COUNT];
        let (mut taken, mut given, mut at) = (0, WORKS[0] + 1, 0);
        while at < forces::PART_COUNT {
            let part = forces::PARTS[at];
            match part.work {
                Work::Stored => {}
                Work::Taken(title) => {
                    rows[taken] = (Self::Work(part), part.id(), title);
                    taken += 1;
                }
                Work::Given(title) => {
                    rows[given] = (Self::Work(part), part.id(), title);
                    given += 1;
                }
            }
            at += 1;
        }
        at = 0;
        while at < AFTER_FORCES.len() {
            rows[given + at] = AFTER_FORCES[at];
            at += 1;
        }
        rows
    };

    /// Entries of external forces, which can add energy.
    pub const GIVEN: [Self; WORKS[1]] = {
        let mut given = [Self::Inputs; WORKS[1]];
        let mut at = 0;
        while at < WORKS[1] {
            given[at] = Self::ALL[WORKS[0] + 1 + at].0;
            at += 1;
        }
        given
    };

    /// Returns the entry with this id.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == id).map(|row| row.0)
    }

    /// Index in [`Entry::ALL`]. A force with a potential has no entry; its index is that of the integration.
    pub fn index(self) -> usize {
        let place = |entry: Self| Self::ALL.iter().position(|row| row.0 == entry);
        place(self).or_else(|| place(Self::Integration)).unwrap_or_default()
    }

    /// Returns the entry of a phase.
    fn of(kind: PhaseKind) -> Self {
        match kind {
            // Forces change nothing before the integration.
            PhaseKind::Force(_)
            | PhaseKind::Integration
            | PhaseKind::Driven
            | PhaseKind::Velocities
            | PhaseKind::DiscForces
            | PhaseKind::DiscFlight => Self::Integration,
            PhaseKind::Sticks => Self::Sticks,
            PhaseKind::Obstacle | PhaseKind::Bounds => Self::Obstacles,
            PhaseKind::Derived => Self::Barycentres,
            PhaseKind::Detect | PhaseKind::Impulse => Self::Impulse,
            PhaseKind::Friction => Self::Friction,
            PhaseKind::Reposition | PhaseKind::Diagonal => Self::Repositioning,
            PhaseKind::DiscImpact => Self::Impacts,
        }
    }
}

/// Energy balance of one or more substeps, mass·length²/time².
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Energy added by each of [`Entry::ALL`]; negative if it removed energy.
    pub entries: [f64; Entry::ALL.len()],
    /// Total energy at the start; NaN once a part has blown up, as in [`World::energy`](crate::engine::World::energy).
    pub before: f64,
    /// Total energy at the end, likewise.
    pub after: f64,
    /// Sum of the absolute changes of kinetic energy and of each potential energy: the scale for the residual.
    pub exchanged: f64,
}

impl Ledger {
    /// Returns the energy that an entry added.
    pub fn of(&self, entry: Entry) -> f64 {
        self.entries[entry.index()]
    }

    /// Returns the change of the total minus all entries: rounding, or an unreported change.
    pub fn residual(&self) -> f64 {
        (self.after - self.before) - self.entries.iter().sum::<f64>()
    }

    /// Adds the ledger of the following substeps.
    pub fn extend(&mut self, next: &Self) {
        for (sum, &entry) in self.entries.iter_mut().zip(&next.entries) {
            *sum += entry;
        }
        self.after = next.after;
        self.exchanged += next.exchanged;
    }
}
