//! Energy ledger of the substep: the gain of each phase, and the residual.

use super::ExplainReport;
use crate::cli::tables::{Table, number};
use crate::engine::ledger::{Entry, Ledger};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let ledger = report.ledger;
    let amounts = [ledger.before, ledger.after, ledger.after - ledger.before, ledger.residual()];
    let [before, after, net, residual] =
        amounts.map(|amount| if amount.is_nan() { "unknown".to_owned() } else { number(amount) });
    let why = if report.world.has_blown_up() { " (a part has blown up)" } else { "" };
    writeln!(out, "\nenergy{why}: {before} before, {after} after, net change {net}; residual of the gains {residual}")?;
    let mut table = Table::new(["entry", "gain", "what"]);
    for (entry, id, what) in Entry::ALL.iter().filter(|(entry, ..)| ledger.of(*entry) != 0.0) {
        table.row(vec![(*id).to_owned(), number(ledger.of(*entry)), (*what).to_owned()]);
    }
    table.write(out, "  ")
}

/// The ledger with exact numbers, for JSON.
#[derive(Serialize)]
pub(super) struct Books {
    before: f64,
    after: f64,
    exchanged: f64,
    residual: f64,
    entries: Map<String, Value>,
}

impl Books {
    pub fn of(ledger: &Ledger) -> Self {
        let entries = Entry::ALL.iter().map(|(entry, id, _)| ((*id).to_owned(), json!(ledger.of(*entry)))).collect();
        let Ledger { before, after, exchanged, .. } = *ledger;
        Self { before, after, exchanged, residual: ledger.residual(), entries }
    }
}
