//! `explain`: why one substep did what it did, contact by contact and force by force.
//!
//! Must never know: how contacts are found.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, arguments, load, print};
use super::progress::Progress;
use super::tables::{Table, number, vector};
use crate::engine::trace::{Candidate, ContactTrace, DiscImpact, Forces, Response};
use crate::engine::{Trace, World};
use crate::level::Level;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;

/// See the module.
pub(super) const COMMAND: Command = Command {
    name: "explain",
    about: "Explain one substep: every contact with every candidate edge, and the forces of every node",
    details: "\
Frame F is the state after F frames, as `run` prints it; explained is substep S of the step that leaves it.

For each node M found inside another body's hull there is a table with one row per hull edge A->B of that body:
cross(AB,AM) (negative: M is on the outside), dot(AB,AM), the distance that the edge choice compares, and whether the
edge was chosen or why not; then what the contact changed. Text shows about six digits; JSON has the exact numbers.

Examples:
  blobsmith explain level.ron --frame 41
  blobsmith explain level.ron --frame 41 --substep 7 --format json | jq '.contacts[0].candidates'",
    arguments: ExplainArgs::augment_args,
    run: |matches| explain(&arguments::<ExplainArgs>(matches)?),
};

#[derive(Args)]
struct ExplainArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Frames done before the substep
    #[arg(long, value_name = "F")]
    frame: u64,
    /// Substep of that frame, from 0
    #[arg(long, value_name = "S", default_value_t = 0)]
    substep: u32,
    /// Form of the explanation
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For programs: the trace, exact
    Json,
}

fn explain(args: &ExplainArgs) -> Outcome {
    let level = load(&args.level)?;
    let substeps = level.world.substeps;
    if args.substep >= substeps {
        let last = substeps - 1;
        return Err(Failure::Refused(format!(
            "--substep {}: a frame of this level has substeps 0 to {last}",
            args.substep
        )));
    }
    let mut world = World::new(&level)?;
    let mut progress = Progress::new(args.frame, false);
    for _ in 0..args.frame {
        world.step_frame();
        progress.step();
    }
    drop(progress);
    for _ in 0..args.substep {
        world.step_substep();
    }
    let mut trace = Trace::default();
    let time = world.time();
    world.step_substep_traced(&mut trace);
    print(|out| match args.format {
        Form::Text => Report { level: &level, world: &world, trace: &trace, time }.write(out),
        Form::Json => {
            serde_json::to_writer(&mut *out, &trace)?;
            writeln!(out)
        }
    })?;
    Ok(Answer::Yes)
}

struct Report<'a> {
    level: &'a Level,
    world: &'a World,
    trace: &'a Trace,
    /// At the start of the substep.
    time: f64,
}

impl Report<'_> {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Trace { frame, substep, .. } = self.trace;
        let substeps = self.level.world.substeps;
        writeln!(out, "frame {frame}, substep {substep} of 0..{}, time {}", substeps - 1, number(self.time))?;
        self.pairs(out)?;
        for contact in &self.trace.contacts {
            self.contact(out, contact)?;
        }
        self.discs(out)?;
        self.forces(out)
    }

    /// `bodies[0] "left square"`
    fn body(&self, body: usize) -> String {
        match self.level.bodies.get(body).map(|body| body.name.as_str()) {
            Some("") | None => format!("bodies[{body}]"),
            Some(name) => format!("bodies[{body}] \"{name}\""),
        }
    }

    fn pairs(&self, out: &mut impl Write) -> io::Result<()> {
        let (pairs, contacts) = (&self.trace.pairs, self.trace.contacts.len());
        writeln!(out, "\npairs with overlapping boxes: {}; nodes inside another hull: {contacts}", pairs.len())?;
        for pair in pairs {
            writeln!(out, "  {} and {}, colour {}", self.body(pair.first), self.body(pair.second), pair.colour)?;
        }
        Ok(())
    }

    fn contact(&self, out: &mut impl Write, contact: &ContactTrace) -> io::Result<()> {
        let rules = &self.level.world.contact;
        let ContactTrace { body, node, other, .. } = contact;
        writeln!(out, "\ncontact: node {node} of {} inside the hull of {}", self.body(*body), self.body(*other))?;
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

    fn discs(&self, out: &mut impl Write) -> io::Result<()> {
        let events = &self.trace.disc_events;
        if self.level.discs.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nimpacts of discs: {}; times since the start of the substep", events.len())?;
        let mut table =
            Table::new(["time", "disc", "meets", "point", "normal", "v before", "v after", "other's v", "after"]);
        for event in events {
            let other = match event.kind {
                DiscImpact::Disc => format!("discs[{}]", event.other),
                DiscImpact::Line => format!("line obstacles[{}]", event.other),
                DiscImpact::Segment => format!("segment obstacles[{}]", event.other),
                DiscImpact::Circle => format!("circle obstacles[{}]", event.other),
                DiscImpact::Hull => format!("hull of {}", self.body(event.other)),
            };
            table.row(vec![
                number(event.time),
                format!("discs[{}]", event.disc),
                other,
                vector(event.point),
                vector(event.normal),
                vector(event.velocity_before),
                vector(event.velocity_after),
                vector(event.other_velocity_before),
                vector(event.other_velocity_after),
            ]);
        }
        if events.is_empty() { Ok(()) } else { table.write(out, "  ") }
    }

    fn forces(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nforces at the start of the substep (kinds that are zero everywhere are left out)")?;
        let kinds = self.trace.forces.kinds();
        let total = kinds.len() - 1;
        let shown: Vec<usize> = (0..kinds.len())
            .filter(|&kind| kind == total || kinds[kind].iter().any(|force| force.x != 0.0 || force.y != 0.0))
            .collect();
        for (index, body) in self.world.layout().bodies.iter().enumerate() {
            writeln!(out, "{}", self.body(index))?;
            let mut table = Table::new(["node"].into_iter().chain(shown.iter().map(|&kind| Forces::KINDS[kind])));
            for (node, global) in body.nodes.clone().enumerate() {
                let forces = shown.iter().map(|&kind| kinds[kind].get(global).map_or_else(String::new, |f| vector(*f)));
                table.row(std::iter::once(node.to_string()).chain(forces).collect());
            }
            table.write(out, "  ")?;
        }
        Ok(())
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

fn write_response(out: &mut impl Write, response: &Response) -> io::Result<()> {
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
