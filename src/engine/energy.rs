//! Energy by kind.
//!
//! Must never know: what is plotted of it.

use serde::Serialize;

/// Energy by kind, free nodes and discs only (SIMULATION.md "Energy"); mass·length²/time².
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Energy {
    /// Σ ½ m v²
    pub kinetic: f64,
    /// -Σ m g·x
    pub gravity: f64,
    /// Σ ½ k (d - L)²
    pub spring: f64,
    /// -gas·ln(S/S0) a body; 0 for a body that is collapsed now or was at the start.
    pub gas: f64,
    /// Sum of the four.
    pub total: f64,
}

impl Energy {
    /// Names and values of the kinds, total last.
    pub fn kinds(&self) -> [(&'static str, f64); 5] {
        [
            ("kinetic", self.kinetic),
            ("gravity", self.gravity),
            ("spring", self.spring),
            ("gas", self.gas),
            ("total", self.total),
        ]
    }
}
