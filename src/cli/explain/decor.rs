//! Penalty forces of the decor, node by node (001 §C.4).

use super::ExplainReport;
use crate::cli::tables::{Table, number, vector};
use crate::level::Decor;
use std::io::{self, Write};

pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let Decor::Penalty { stiffness, viscosity } = report.names.0.world.contact.decor else { return Ok(()) };
    let rows = &report.trace.decor;
    writeln!(
        out,
        "\nnodes that decor pushes by force: {}; stiffness {}, viscosity {}",
        rows.len(),
        number(stiffness),
        number(viscosity)
    )?;
    if rows.is_empty() {
        return Ok(());
    }
    let titles = [
        "node",
        "inside",
        "hull edge",
        "depth",
        "normal",
        "v - v_edge",
        "stiffness·depth·n",
        "-viscosity·(v - v_edge)",
    ];
    let mut table = Table::new(titles);
    for row in rows {
        table.row(vec![
            report.names.node(row.body, row.node),
            report.names.body(row.other),
            row.edge.to_string(),
            number(row.depth),
            vector(row.normal),
            vector(row.slip),
            vector(row.elastic),
            vector(row.viscous),
        ]);
    }
    table.write(out, "  ")
}
