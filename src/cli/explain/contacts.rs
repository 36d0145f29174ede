//! Pairs of bodies, and every contact with its candidate edges and what it did (000 §D), or 004's crossings of diagonals.
//!
//! Must never know: how contacts are found.

use super::Report;
use crate::cli::tables::{Table, number, vector};
use crate::engine::trace::{Candidate, ContactTrace, Response};
use crate::level::ContactMethod;
use std::io::{self, Write};

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    pairs(report, out)?;
    for row in &report.trace.contacts {
        contact(report, out, row)?;
    }
    if report.names.0.world.contact.method == ContactMethod::Diagonals {
        diagonals(report, out)?;
    }
    Ok(())
}

fn pairs(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let (pairs, contacts) = (&report.trace.pairs, report.trace.contacts.len());
    writeln!(out, "\npairs with overlapping boxes: {}; nodes inside another hull: {contacts}", pairs.len())?;
    let names = report.names;
    for pair in pairs {
        writeln!(out, "  {} and {}, colour {}", names.body(pair.first), names.body(pair.second), pair.colour)?;
    }
    Ok(())
}

fn contact(report: &Report, out: &mut impl Write, contact: &ContactTrace) -> io::Result<()> {
    let (names, rules) = (report.names, &report.names.0.world.contact);
    let ContactTrace { body, node, other, .. } = *contact;
    writeln!(out, "\ncontact: {} inside the hull of {}", names.node(body, node), names.body(other))?;
    let rule = if rules.barycentre_rule { "on" } else { "off" };
    writeln!(
        out,
        "  M {}, barycentre of its body {}; edge choice {:?}, barycentre rule {rule}",
        vector(contact.point),
        vector(contact.barycentre),
        rules.edge_choice
    )?;
    let mut table = Table::new([
        "hull edge",
        "A",
        "B",
        "cross",
        "dot",
        "|AB|²",
        "parity",
        "nearest",
        "distance",
        "cross(AB,AG)",
        "entry",
        "verdict",
    ]);
    for candidate in &contact.candidates {
        table.row(candidate_row(candidate));
    }
    table.write(out, "  ")?;
    match (contact.chosen, &contact.response) {
        (None, _) => writeln!(out, "  no edge is eligible: nothing pushes M out"),
        (Some(edge), None) => {
            writeln!(out, "  hull edge {edge} is chosen; no impulse (nothing can move, or decor pushes by force)")
        }
        (Some(edge), Some(response)) => {
            writeln!(out, "  hull edge {edge} is chosen")?;
            write_response(out, response)
        }
    }
}

fn candidate_row(candidate: &Candidate) -> Vec<String> {
    let optional = |value: Option<f64>| value.map_or_else(|| "-".into(), number);
    vec![
        candidate.edge.to_string(),
        format!("{} {}", candidate.a, vector(candidate.a_position)),
        format!("{} {}", candidate.b, vector(candidate.b_position)),
        number(candidate.cross),
        number(candidate.dot),
        number(candidate.length_squared),
        if candidate.toggles_parity { "meets ray".into() } else { "-".into() },
        format!("{:?}", candidate.nearest),
        optional(candidate.distance),
        number(candidate.barycentre_cross),
        optional(candidate.entry_time),
        candidate.verdict.describe().into(),
    ]
}

pub(super) fn write_response(out: &mut impl Write, response: &Response) -> io::Result<()> {
    let held = if response.approaching { "" } else { "; M is leaving, so impulse and friction are held back" };
    writeln!(
        out,
        "  restitution {}, friction {}, 1/mass of M {}, 1/(mA+mB) {}, relative velocity {}{held}",
        number(response.restitution),
        number(response.friction),
        number(response.inverse_mass_m),
        number(response.inverse_mass_ab),
        vector(response.relative_velocity)
    )?;
    let mut table = Table::new(["", "M", "A and B each"]);
    let rows = [
        ("impulse, as velocity change", response.impulse_m, response.impulse_ab),
        ("friction, as velocity change", response.friction_m, response.friction_ab),
        ("move", response.move_m, response.move_ab),
    ];
    for (name, m, ab) in rows {
        table.row(vec![name.into(), vector(m), vector(ab)]);
    }
    table.write(out, "  ")
}

fn diagonals(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let rows = &report.trace.diagonals;
    writeln!(out, "\ndiagonals (barycentre to node) that cross an edge: {}", rows.len())?;
    if rows.is_empty() {
        return Ok(());
    }
    let titles = [
        "diagonal to",
        "of",
        "edge",
        "barycentre",
        "node at",
        "t1 on it",
        "t2 on the edge",
        "depth",
        "node moved",
        "A moved",
        "B moved",
    ];
    let mut table = Table::new(titles);
    for row in rows {
        table.row(vec![
            report.names.node(row.body, row.node),
            report.names.body(row.other),
            row.edge.to_string(),
            vector(row.center),
            vector(row.point),
            number(row.t1),
            number(row.t2),
            vector(row.depth),
            vector(row.move_node),
            vector(row.move_a),
            vector(row.move_b),
        ]);
    }
    table.write(out, "  ")
}
