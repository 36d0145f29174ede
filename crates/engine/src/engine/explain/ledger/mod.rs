//! The energy ledger: which phase of a substep added or removed how much.
//!
//! Every phase is measured by what it touched, and the total as a whole. The difference of these two sums, the residual, stays at the
//! level of rounding unless a phase changed something that it did not report.

mod links;
mod meter;

pub use meter::Meter;

use crate::engine::data::force::Work;
use crate::engine::data::{ForcePart, PhaseKind};
use crate::engine::reference::forces;

/// Who gives and takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Work of a part of a force that has no potential: damping (000 §C.2.b), decor, the hand.
    Work(&'static ForcePart),
    /// What `velocity_retention` takes (004's friction).
    Retention,
    /// The rest of forces and motion: the error of the integration.
    Integration,
    /// Sticks.
    Sticks,
    /// Obstacles and bounds.
    Obstacles,
    /// Barycentre nodes that are put in their place, where that changes the area of the triangles.
    Barycentres,
    /// Impulses of contacts.
    Impulse,
    /// Friction of contacts.
    Friction,
    /// Repositioning of contacts, and 004's diagonals.
    Repositioning,
    /// Impacts of discs.
    Impacts,
    /// What was in bodies and discs that blew up, and counts no more.
    BlowUp,
    /// What the user changed between two substeps.
    Inputs,
}

/// An entry with its stable id and its title.
type LedgerRow = (Entry, &'static str, &'static str);

/// Number of parts of forces that take, and of those that can give.
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

const RETENTION: LedgerRow = (Entry::Retention, "retention", "what velocity_retention takes");

const AFTER_FORCES: [LedgerRow; 10] = [
    (Entry::Integration, "integration", "error of the integration"),
    (Entry::Sticks, "sticks", "sticks"),
    (Entry::Obstacles, "obstacles", "obstacles and bounds"),
    (Entry::Barycentres, "barycentres", "barycentre nodes put in their place"),
    (Entry::Impulse, "impulse", "impulses of contacts"),
    (Entry::Friction, "friction", "friction of contacts"),
    (Entry::Repositioning, "repositioning", "repositioning of contacts"),
    (Entry::Impacts, "impacts", "impacts of discs"),
    (Entry::BlowUp, "blow-up", "what was in parts that blew up"),
    (Entry::Inputs, "inputs", "nudges and changed parameters"),
];

impl Entry {
    /// All, in the order of a substep, with stable ids: first what takes from the motion, then what comes from outside.
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

    /// Works of forces that come from outside and can give energy.
    pub const GIVEN: [Self; WORKS[1]] = {
        let mut given = [Self::Inputs; WORKS[1]];
        let mut at = 0;
        while at < WORKS[1] {
            given[at] = Self::ALL[WORKS[0] + 1 + at].0;
            at += 1;
        }
        given
    };

    /// The entry with this id.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == id).map(|row| row.0)
    }

    /// Its place in [`Entry::ALL`]. That of a force with a potential, which has no entry, is that of the integration.
    pub fn index(self) -> usize {
        let place = |entry: Self| Self::ALL.iter().position(|row| row.0 == entry);
        place(self).or_else(|| place(Self::Integration)).unwrap_or_default()
    }

    /// Who is asked for a phase.
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

/// Energy that changed hands, mass·length²/time².
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// What each of [`Entry::ALL`] added; negative where it took.
    pub entries: [f64; Entry::ALL.len()],
    /// Total at the start.
    pub before: f64,
    /// Total at the end.
    pub after: f64,
    /// Sum of all changes of kinetic energy and of each potential energy, whichever way: what the residual is small against.
    pub exchanged: f64,
}

impl Ledger {
    /// What one gave.
    pub fn of(&self, entry: Entry) -> f64 {
        self.entries[entry.index()]
    }

    /// Change of the total less all entries: rounding, or a gap in the books.
    pub fn residual(&self) -> f64 {
        (self.after - self.before) - self.entries.iter().sum::<f64>()
    }

    /// Goes on with what follows it.
    pub fn extend(&mut self, next: &Self) {
        for (sum, &entry) in self.entries.iter_mut().zip(&next.entries) {
            *sum += entry;
        }
        self.after = next.after;
        self.exchanged += next.exchanged;
    }
}
