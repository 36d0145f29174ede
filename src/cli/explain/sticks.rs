//! Sticks, and links by sticks and pin joints: excess before and after, displacements, and the largest excess after each pass (004).

use super::ExplainReport;
use crate::cli::tables::{Table, number, vector};
use crate::level::{LinkEnd, Place};
use std::io::{self, Write};

/// Above this number of passes, only the first and last are printed.
const PASSES: usize = 20;

pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    sticks(report, out)?;
    links(report, out)
}

fn sticks(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let (sticks, passes) = (&report.trace.sticks, &report.trace.stick_passes);
    if sticks.is_empty() {
        return Ok(());
    }
    let count = report.names.0.world.stick_iterations;
    writeln!(out, "\nsticks: {}, passes: {count}; excess is the length less the length kept", sticks.len())?;
    for (index, pass) in passes.iter().enumerate() {
        if passes.len() <= PASSES || index < PASSES / 2 || index + PASSES / 2 >= passes.len() {
            let place = Place::Stick(pass.body, pass.stick);
            writeln!(out, "  after pass {}: largest excess left {} in {place}", index + 1, number(pass.excess))?;
        } else if index == PASSES / 2 {
            writeln!(out, "  …")?;
        }
    }
    let mut table = Table::new(["stick", "A", "B", "length kept", "excess before", "left", "A moved", "B moved"]);
    for row in sticks {
        let stick = report.names.0.bodies.get(row.body).and_then(|body| body.sticks.get(row.stick));
        let end = |node: Option<usize>| node.map_or_else(String::new, |node| node.to_string());
        table.row(vec![
            format!("{} of {}", row.stick, report.names.body(row.body)),
            end(stick.map(|stick| stick.a)),
            end(stick.map(|stick| stick.b)),
            number(row.length),
            number(row.excess_before),
            number(row.excess_after),
            vector(row.move_a),
            vector(row.move_b),
        ]);
    }
    table.write(out, "  ")
}

/// Sticks and pin joints between bodies, discs and fixed points.
fn links(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let rows = &report.trace.links;
    if rows.is_empty() {
        return Ok(());
    }
    let count = report.names.0.world.stick_iterations;
    writeln!(
        out,
        "\nlinks by sticks and pin joints: {}, passes: {count}; excess of a pin joint is the distance of its ends",
        rows.len()
    )?;
    let mut table = Table::new(["link", "A", "B", "length kept", "excess before", "left", "A moved", "B moved"]);
    for row in rows {
        let link = report.names.0.links.get(row.link);
        let end = |end: Option<LinkEnd>| end.map_or_else(String::new, |end| report.names.link_end(end));
        table.row(vec![
            report.names.link(row.link),
            end(link.map(|link| link.a)),
            end(link.map(|link| link.b)),
            row.length.map_or_else(|| "pin joint".to_owned(), number),
            number(row.excess_before),
            number(row.excess_after),
            vector(row.move_a),
            vector(row.move_b),
        ]);
    }
    table.write(out, "  ")
}
