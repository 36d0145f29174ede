//! Two quantities: the energy ledger by phase, and its residual.

use super::{ENERGY, Quantity, Series, Source};
use crate::engine::ledger::Entry;

pub(super) const QUANTITY: Quantity = Quantity {
    id: "ledger",
    title: "Ledger",
    explanation: "Energy that each phase of the substeps gained per frame (negative: lost), and the sum of these gains.",
    unit: ENERGY,
    shows_zero: true,
    adds_up: true,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        let mut series = vec![Series::new(
            "ledger.total",
            "net change of the total",
            Source::ledger(|ledger| ledger.after - ledger.before),
        )];
        // Of a frame in which a part blows up, no entry is known.
        let entries = Entry::ALL.into_iter().filter(|(entry, ..)| *entry != Entry::BlowUp);
        series.extend(entries.map(|(entry, id, _)| {
            Series::new(format!("ledger.{id}"), id.replace('-', " "), Source::ledger(move |ledger| ledger.of(entry)))
        }));
        series
    },
};

/// Bound of the residual, as a part of the energy exchanged.
pub const CLOSES_TO: f64 = 1e-9;

pub(super) const RESIDUAL: Quantity = Quantity {
    id: "residual",
    title: "Ledger's residual",
    explanation: "Net change of the energy minus the gains of all phases, beside a billionth of the energy exchanged.",
    unit: ENERGY,
    shows_zero: false,
    adds_up: true,
    is_logarithmic: true,
    waits_for: "",
    series: |_| {
        vec![
            Series::new("residual.exchanged", "energy exchanged", Source::ledger(|ledger| ledger.exchanged)),
            Series::new("residual.bound", "1e-9 of it", Source::ledger(|ledger| CLOSES_TO * ledger.exchanged)),
            Series::new("residual.residual", "residual", Source::ledger(|ledger| ledger.residual())),
        ]
    },
};
