//! Quantity: energy by kind.

use super::{ENERGY, Quantity, Series, Source};

pub(super) const QUANTITY: Quantity = Quantity {
    id: "energy",
    title: "Energy",
    explanation: "Kinetic energy, energy of gravity, springs and gas, and their sum.",
    unit: ENERGY,
    shows_zero: false,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        vec![
            Series::new("energy.total", "total", Source::Sample(|sample| sample.energy.total)),
            Series::new("energy.gas", "gas", Source::Sample(|sample| sample.energy.gas)),
            Series::new("energy.spring", "spring", Source::Sample(|sample| sample.energy.spring)),
            Series::new("energy.gravity", "gravity", Source::Sample(|sample| sample.energy.gravity)),
            Series::new("energy.kinetic", "kinetic", Source::Sample(|sample| sample.energy.kinetic)),
        ]
    },
};
