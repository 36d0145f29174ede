//! Pairs of bodies, every contact with its candidate edges and response (000 §D), or crossings of diagonals (004).

use super::ExplainReport;
use crate::cli::tables::{Table, number, vector};
use crate::debugger::why;
use crate::engine::trace::{After, ContactTrace, Response};
use crate::level::{ContactMethod, EdgeChoice};
use std::io::{self, Write};

pub(super) fn write(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    pairs(report, out)?;
    for row in &report.trace.contacts {
        contact(report, out, row)?;
    }
    if report.names.0.world.contact.method == ContactMethod::Diagonals {
        diagonals(report, out)?;
    }
    Ok(())
}

fn pairs(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
    let (pairs, contacts) = (&report.trace.pairs, report.trace.contacts.len());
    writeln!(out, "\npairs with overlapping boxes: {}; nodes inside another hull: {contacts}", pairs.len())?;
    let names = report.names;
    for pair in pairs {
        writeln!(out, "  {} and {}, colour {}", names.body(pair.first), names.body(pair.second), pair.colour)?;
    }
    Ok(())
}

pub(super) fn contact(report: &ExplainReport, out: &mut impl Write, contact: &ContactTrace) -> io::Result<()> {
    let names = report.names;
    let ContactTrace { body, node, other, .. } = *contact;
    if body == other {
        writeln!(out, "\nself-contact: {} crossed the hull of its own body", names.node(body, node))?;
    } else {
        writeln!(out, "\ncontact: {} inside the hull of {}", names.node(body, node), names.body(other))?;
    }
    verdicts(report, out, contact)?;
    match (contact.chosen, contact.response.as_ref().zip(contact.after.as_ref())) {
        (None, _) => writeln!(out, "  no edge is eligible: nothing pushes M out"),
        (Some(edge), None) => {
            writeln!(out, "  hull edge {edge} is chosen; no impulse (nothing can move, or decor pushes by force)")
        }
        (Some(edge), Some((response, after))) => {
            writeln!(out, "  hull edge {edge} is chosen")?;
            write_response(out, response, after)
        }
    }
}

/// Writes one row per hull edge of the other body, the winner first.
pub(super) fn verdicts(report: &ExplainReport, out: &mut impl Write, contact: &ContactTrace) -> io::Result<()> {
    let rules = &report.names.0.world.contact;
    let is_entry = rules.edge_choice == EdgeChoice::EntryEdge;
    let crossings = contact.crossings().len();
    writeln!(
        out,
        "  M {}, barycentre of its body {}; ray to the left: {}",
        vector(contact.point),
        vector(contact.barycentre),
        why::parity_words(crossings)
    )?;
    writeln!(out, "  {}", why::rule_words(rules))?;
    let mut titles = vec!["hull edge", "A", "B", "cross", "dot", "|AB|²", "ray", "nearest", "distance", "cross(AB,AG)"];
    titles.extend(is_entry.then_some("entry"));
    titles.push("verdict");
    let mut table = Table::new(titles);
    let optional = |value: Option<f64>| value.map_or_else(|| "-".into(), number);
    for row in why::rows(contact) {
        let candidate = row.candidate;
        let mut cells = vec![
            candidate.edge.to_string(),
            format!("{} {}", candidate.a, vector(candidate.a_position)),
            format!("{} {}", candidate.b, vector(candidate.b_position)),
            number(candidate.cross),
            number(candidate.dot),
            number(candidate.length_squared),
            row.crossing.map_or_else(|| "-".into(), |number| format!("meets #{number}")),
            format!("{:?}", candidate.nearest),
            optional(candidate.distance),
            number(candidate.barycentre_cross),
        ];
        cells.extend(is_entry.then(|| optional(candidate.entry_time)));
        cells.push(why::reason(contact, candidate));
        table.row(cells);
    }
    table.write(out, "  ")
}

pub(super) fn write_response(out: &mut impl Write, response: &Response, after: &After) -> io::Result<()> {
    let mass = |inverse: f64| if inverse == 0.0 { "immovable".into() } else { number(1.0 / inverse) };
    let held = if response.approaching { "" } else { "; M is leaving, so there is no impulse or friction" };
    writeln!(
        out,
        "  restitution e = {}, friction μ = {}, mass mM: {}, mAB = mA + mB: {}{held}",
        number(response.restitution),
        number(response.friction),
        mass(response.inverse_mass_m),
        mass(response.inverse_mass_ab)
    )?;
    writeln!(out, "  AB = {}, AM = {}", vector(response.ab), vector(response.am))?;
    let mut group = None;
    let mut table = Table::new(["", "", "", ""]);
    for step in why::steps(response) {
        let is_new = group.replace(step.group) != Some(step.group);
        table.row(vec![
            if is_new { step.group.title().into() } else { String::new() },
            format!("{} = {}", step.symbol, step.formula),
            format!("= {}", step.filled),
            format!("= {}", step.value),
        ]);
    }
    table.write_rows(out, "  ")?;
    let mut table = Table::new(["", "before", "after"]);
    for outcome in why::outcomes(response, after) {
        table.row(vec![outcome.name.into(), outcome.before, outcome.after]);
    }
    table.write(out, "  ")
}

fn diagonals(report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
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
