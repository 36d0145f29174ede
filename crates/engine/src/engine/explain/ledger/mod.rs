//! The energy ledger: which phase of a substep added or removed how much.
//!
//! Every phase is measured by what it touched, and the total as a whole. The difference of these two sums, the residual, stays at the
//! level of rounding unless a phase changed something that it did not report.

mod links;
mod meter;

pub use meter::Meter;

use crate::engine::data::PhaseKind;

/// Who gives and takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Work of the springs' damping (000 §C.2.b).
    Damping,
    /// What `velocity_retention` takes (004's friction).
    Retention,
    /// Work of the decor's reaction.
    Decor,
    /// Work of the hand.
    Hand,
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

impl Entry {
    /// All, in the order of a substep, with stable ids.
    pub const ALL: [(Self, &'static str, &'static str); 14] = [
        (Self::Damping, "damping", "work of the springs' damping"),
        (Self::Retention, "retention", "what velocity_retention takes"),
        (Self::Decor, "decor", "work of the decor's reaction"),
        (Self::Hand, "hand", "work of the hand"),
        (Self::Integration, "integration", "error of the integration"),
        (Self::Sticks, "sticks", "sticks"),
        (Self::Obstacles, "obstacles", "obstacles and bounds"),
        (Self::Barycentres, "barycentres", "barycentre nodes put in their place"),
        (Self::Impulse, "impulse", "impulses of contacts"),
        (Self::Friction, "friction", "friction of contacts"),
        (Self::Repositioning, "repositioning", "repositioning of contacts"),
        (Self::Impacts, "impacts", "impacts of discs"),
        (Self::BlowUp, "blow-up", "what was in parts that blew up"),
        (Self::Inputs, "inputs", "nudges and changed parameters"),
    ];

    /// Who is asked for a phase.
    fn of(kind: PhaseKind) -> Self {
        match kind {
            PhaseKind::Gravity | PhaseKind::Springs | PhaseKind::Gas | PhaseKind::Integration => Self::Integration,
            PhaseKind::Driven | PhaseKind::Velocities | PhaseKind::DiscForces | PhaseKind::DiscFlight => {
                Self::Integration
            }
            PhaseKind::Decor => Self::Decor,
            PhaseKind::Hand => Self::Hand,
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
        self.entries[entry as usize]
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
