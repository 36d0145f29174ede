//! `explain --node`: forces on one node by their source, and the verdict on every edge of the hulls around it.

use super::{ExplainFormat, ExplainReport, contacts};
use crate::cli::outcome::{Answer, Failure, Outcome, print};
use crate::cli::tables::{Table, number, vector};
use crate::debugger::why;
use crate::engine::World;
use crate::engine::forces::sources::ForceList;
use crate::engine::trace::ContactTrace;
use crate::level::Level;
use glam::DVec2;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Parses `1:3` as body 1, node 3.
pub(super) fn parse(text: &str) -> Result<(usize, usize), String> {
    let (body, node) = text.split_once(':').ok_or("expected BODY:NODE, two indices such as 1:3")?;
    let index = |text: &str| text.trim().parse().map_err(|_| "expected BODY:NODE, two indices such as 1:3".to_owned());
    Ok((index(body)?, index(node)?))
}

/// Fails if the level does not have the node.
pub(super) fn exists(level: &Level, body: usize, node: usize) -> Result<(), Failure> {
    let refuse = |reason: String| Err(Failure::Refused(format!("--node {body}:{node}: {reason}")));
    let bodies = level.bodies.len();
    let Some(parts) = level.bodies.get(body) else {
        return refuse(format!("there is no body {body}; the level has {bodies}, counted from 0"));
    };
    let nodes = parts.nodes.len();
    if node >= nodes {
        return refuse(format!("body {body} has no node {node}; it has {nodes}, counted from 0"));
    }
    Ok(())
}

/// A node in its state at the start of the substep.
pub(super) struct ExplainedNode {
    body: usize,
    node: usize,
    position: DVec2,
    velocity: DVec2,
    forces: ForceList,
}

impl ExplainedNode {
    /// Captures the node before the substep.
    pub fn start(world: &World, body: usize, node: usize) -> Option<Self> {
        let forces = world.forces_on(body, node)?;
        let number = world.layout().bodies[body].nodes.start + node;
        Some(Self { body, node, position: world.position(number), velocity: world.velocity(number), forces })
    }

    /// Prints the report after the substep.
    pub fn print_report(&self, report: &ExplainReport, form: ExplainFormat) -> Outcome {
        print(|out| match form {
            ExplainFormat::Text => self.write(report, out),
            ExplainFormat::Json => {
                serde_json::to_writer(&mut *out, &self.json(report))?;
                writeln!(out)
            }
        })?;
        Ok(Answer::Yes)
    }

    /// Contacts with the node as M, and contacts whose chosen edge ends at it.
    fn contacts<'a>(&self, report: &ExplainReport<'a>) -> Vec<&'a ContactTrace> {
        let found = why::contacts_of(report.trace, self.body, self.node);
        found.into_iter().filter_map(|index| report.trace.contacts.get(index)).collect()
    }

    fn is_m(&self, contact: &ContactTrace) -> bool {
        (contact.body, contact.node) == (self.body, self.node)
    }

    /// The hypothetical decision against the nearest hull, if the node has no contact.
    fn requested_contact(&self, report: &ExplainReport) -> Option<ContactTrace> {
        let is_free = why::barred(report.world, self.body, self.node).is_none();
        let nearest = why::neighbours(report.world, self.body, self.node).into_iter().next();
        let other = nearest.filter(|_| is_free)?.other;
        report.world.query_contact(self.body, self.node, other)
    }

    fn json(&self, report: &ExplainReport) -> Value {
        let contacts = self.contacts(report);
        let is_in_contact = contacts.iter().any(|contact| self.is_m(contact));
        let neighbours: Vec<Value> = why::neighbours(report.world, self.body, self.node)
            .into_iter()
            .map(|row| json!({"other": row.other, "standing": row.standing.describe(), "distance": row.distance}))
            .collect();
        json!({
            "frame": report.trace.frame,
            "substep": report.trace.substep,
            "time": report.trace.time,
            "substep_time": report.trace.substep_time,
            "body": self.body,
            "node": self.node,
            "position": self.position.to_array(),
            "velocity": self.velocity.to_array(),
            "forces": self.forces,
            "contacts": contacts,
            "barred": why::barred(report.world, self.body, self.node).map(why::Barred::describe),
            "neighbours": neighbours,
            "asked": if is_in_contact { None } else { self.requested_contact(report) },
        })
    }

    fn write(&self, report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
        report.write_moment(out)?;
        writeln!(
            out,
            "{} at {}, velocity {}",
            report.names.node(self.body, self.node),
            vector(self.position),
            vector(self.velocity)
        )?;
        self.forces(report, out)?;
        let contacts = self.contacts(report);
        for contact in &contacts {
            contacts::contact(report, out, contact)?;
        }
        if contacts.iter().any(|contact| self.is_m(contact)) {
            return Ok(());
        }
        self.write_without_contact(report, out)
    }

    fn forces(&self, report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nforces at the start of the substep, the largest first")?;
        let mut table = Table::new(["source", "force", "length", "by place", "by velocity"]);
        for row in why::sorted(&self.forces, why::Order::Size) {
            table.row(vec![
                why::source_words(row.source, |body| report.names.body(body)),
                vector(row.force),
                number(row.force.length()),
                vector(row.elastic),
                vector(row.damping),
            ]);
        }
        let ForceList { total, inverse_mass, acceleration, .. } = self.forces;
        table.row(vec!["net force".into(), vector(total), number(total.length()), String::new(), String::new()]);
        table.write(out, "  ")?;
        if inverse_mass == 0.0 {
            return writeln!(
                out,
                "  forces do not move it: it is pinned, a barycentre, or part of a fixed or driven body"
            );
        }
        writeln!(
            out,
            "  acceleration = net force/mass = {}/{} = {}",
            vector(total),
            number(1.0 / inverse_mass),
            vector(acceleration)
        )
    }

    fn write_without_contact(&self, report: &ExplainReport, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nin this substep it was outside all other hulls")?;
        if let Some(barred) = why::barred(report.world, self.body, self.node) {
            return writeln!(out, "  {}", barred.describe());
        }
        writeln!(out, "  after the substep:")?;
        let mut table = Table::new(["of", "distance", "the node is"]);
        for row in why::neighbours(report.world, self.body, self.node) {
            table.row(vec![report.names.body(row.other), number(row.distance), row.standing.describe()]);
        }
        table.write(out, "  ")?;
        let Some(asked) = self.requested_contact(report) else { return Ok(()) };
        writeln!(out, "\nhypothetical verdict if it were inside {}", report.names.body(asked.other))?;
        contacts::verdicts(report, out, &asked)
    }
}
