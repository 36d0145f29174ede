//! `explain`: explains one substep stage by stage: forces, sticks, obstacles, contacts, discs.

mod balloon;
mod contacts;
mod decor;
mod discs;
mod gas;
mod ledger;
pub(super) mod names;
mod node;
mod obstacles;
mod sensors;
mod springs;
mod sticks;

use super::Command;
use super::at;
use super::change::ChangeArgs;
use super::outcome::{Answer, Failure, Outcome, arguments, print};
use super::progress::Progress;
use super::tables::{Table, number, vector};
use crate::debugger::{Moment, moment};
use crate::engine::ledger::{Ledger, Meter};
use crate::engine::phases::Seen;
use crate::engine::{Trace, World};
use clap::{Args, ValueEnum};
use names::Names;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "explain",
    about: "Explain one substep: forces, sticks, obstacles, contacts and impacts of discs",
    details: "\
Frame F is the state after F frames, as `run` prints it. The command explains the substep that follows F frames and S
substeps; with --at, the substep that led to a moment, as `diagnose`, `run --until` and the window write it: 41.8 is
after 41 frames and 8 substeps. `run --until 'contacts > 0' --each substep` names the moment of the first contact.

For each node M found inside another body's hull there is a table with one row per hull edge A->B of that body:
cross(AB,AM) (negative: M is on the outside), dot(AB,AM), the distance that the edge choice compares, and whether the
edge was chosen or why not. Then follow the changes by the contact. Disc impacts are in order of time, with their time
within the substep and the formulas of the exchange filled in, and so are hits of nodes on obstacles. Of sticks, it
prints the length error before and after each pass; of links too, and the forces of spring links. Of sensors, it prints
what entered and left them at the end of the substep. The energy ledger has the change by each phase of the substep;
JSON lists the phases in order with the parts that they touched.

--node prints each force on that node by its source, and the verdict on every edge of the hulls around it. If the node
is outside all hulls, it prints the distances to the hulls nearby and the hypothetical verdict.

--balloon prints instead the area that the body's triangles paint outside its hull (spill) and leave unpainted inside:
as they are, as a fan from the barycentre, and retriangulated, at the start of the substep. --prove N
runs the level without and with the fan for N frames and compares the bits of all other nodes (exit code 1 if they
differ).

Text shows about six digits; JSON has the exact numbers.

Examples:
  blobsmith explain level.ron --frame 41
  blobsmith explain level.ron --at 41.8
  blobsmith explain level.ron --frame 41 --node 1:3
  blobsmith explain level.ron --frame 41 --balloon balloon --prove 600
  blobsmith explain level.ron --frame 41 --substep 7 --format json | jq '.contacts[0].candidates'
  blobsmith explain level.ron --frame 41 --format json | jq '.disc_events[] | [.order, .time, .disc, .other]'",
    arguments: ExplainArgs::augment_args,
    run: |matches| explain(&arguments::<ExplainArgs>(matches)?),
};

#[derive(Args)]
struct ExplainArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Completed frames before the substep
    #[arg(long, value_name = "F", required_unless_present = "at")]
    frame: Option<u64>,
    /// Completed substeps of the next frame before the substep
    #[arg(long, value_name = "S", default_value_t = 0)]
    substep: u32,
    /// Moment at which the substep ends, instead of --frame and --substep: the substep that led there
    #[arg(long, value_name = "FRAME.SUBSTEP", value_parser = at::parse, conflicts_with_all = ["frame", "substep"])]
    at: Option<Moment>,
    /// One node only: each force on it, and the verdict on every edge; body and node by index
    #[arg(long, value_name = "BODY:NODE", value_parser = node::parse)]
    node: Option<(usize, usize)>,
    /// Area painted by the triangles of one body, and by a fan from its barycentre; the body by name or index
    #[arg(long, value_name = "BODY", conflicts_with = "node")]
    balloon: Option<String>,
    /// Prove over N frames that the fan changes no bit of the other nodes
    #[arg(long, value_name = "N", requires = "balloon")]
    prove: Option<u64>,
    /// Format of the explanation
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    format: ExplainFormat,
    #[command(flatten)]
    change: ChangeArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// For people
    Text,
    /// For programs: the trace, exact
    Json,
}

impl ExplainArgs {
    /// The moment at which the substep begins.
    fn start(&self, substeps: u32) -> Result<Moment, Failure> {
        let Some(end) = self.at else {
            at::check(&format!("--substep {}", self.substep), self.substep, substeps)?;
            return Ok((self.frame.unwrap_or_default(), self.substep));
        };
        let text = moment::write(end);
        at::check(&format!("--at {text}"), end.1, substeps)?;
        moment::before(end, substeps).ok_or_else(|| Failure::Refused(format!("--at {text}: no substep led there")))
    }
}

fn explain(args: &ExplainArgs) -> Outcome {
    let level = args.change.load(&args.level)?;
    let (frame, substep) = args.start(level.world.substeps)?;
    let mut world = World::new(&level)?;
    if let Some((body, node)) = args.node {
        node::exists(&level, body, node)?;
    }
    let balloon = args.balloon.as_deref().map(|text| balloon::find(&level, text)).transpose()?;
    let mut progress = Progress::new(frame, false);
    for _ in 0..frame {
        world.step_frame();
        progress.step();
    }
    drop(progress);
    for _ in 0..substep {
        world.step_substep();
    }
    if let Some(body) = balloon {
        return balloon::print_report(&level, &world, body, args.prove, args.format);
    }
    let (gas, springs) = (gas::rows(&world), springs::rows(&world));
    let phases = world.clone().step_substep_listed();
    let subject = args.node.and_then(|(body, node)| node::ExplainedNode::start(&world, body, node));
    // JSON includes the comparison of rules, because a program may need it.
    let mut trace = Trace { compares_rules: args.format == ExplainFormat::Json, ..Trace::default() };
    let mut meter = Meter::new();
    world.step_substep_observed(Some(&mut trace), &mut meter);
    let ledger = meter.take();
    let (names, springs) = (Names(&level), &springs[..]);
    let report = ExplainReport { names, world: &world, trace: &trace, ledger: &ledger, gas: &gas, springs };
    if let Some(subject) = subject {
        return subject.print_report(&report, args.format);
    }
    print(|out| match args.format {
        ExplainFormat::Text => report.write(out),
        ExplainFormat::Json => {
            let ledger = ledger::Books::of(&ledger);
            serde_json::to_writer(
                &mut *out,
                &ExplainJson { trace: &trace, ledger, gas: &gas, spring_links: springs, phases: &phases },
            )?;
            writeln!(out)
        }
    })?;
    Ok(Answer::Yes)
}

/// The JSON report: the fields of the trace, and data on the substep as a whole.
#[derive(Serialize)]
struct ExplainJson<'a> {
    #[serde(flatten)]
    trace: &'a Trace,
    ledger: ledger::Books,
    gas: &'a [gas::GasRow],
    spring_links: &'a [springs::SpringLinkRow],
    phases: &'a [Seen],
}

struct ExplainReport<'a> {
    names: Names<'a>,
    world: &'a World,
    trace: &'a Trace,
    ledger: &'a Ledger,
    gas: &'a [gas::GasRow],
    springs: &'a [springs::SpringLinkRow],
}

impl ExplainReport<'_> {
    /// The moments at which the substep begins and ends.
    fn write_moment(&self, out: &mut impl Write) -> io::Result<()> {
        let (start, substeps) = ((self.trace.frame, self.trace.substep), self.names.0.world.substeps);
        let (from, to) = (moment::write(start), moment::write(moment::after(start, substeps)));
        let begins = self.trace.time;
        let times = [begins, begins + self.names.0.world.frame_time / f64::from(substeps)].map(number);
        let plural = if substeps == 1 { "" } else { "s" };
        writeln!(
            out,
            "from frame {from} to {to}, {substeps} substep{plural} per frame, time {} to {}",
            times[0], times[1]
        )
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_moment(out)?;
        // In the order of the stages; the long lists of forces come last.
        springs::write(self, self.springs, out)?;
        decor::write(self, out)?;
        sticks::write(self, out)?;
        obstacles::write(self, out)?;
        contacts::write(self, out)?;
        discs::write(self, out)?;
        sensors::write(self, out)?;
        ledger::write(self, out)?;
        gas::write(self, out)?;
        self.forces(out)
    }

    fn forces(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nforces at the start of the substep (kinds that are zero everywhere are omitted)")?;
        let acts = |list: &[glam::DVec2]| list.iter().any(|force| force.x != 0.0 || force.y != 0.0);
        let rows = self.trace.forces.rows();
        let shown: Vec<_> = rows.filter(|&(id, list)| id == "total" || acts(list)).collect();
        for (index, body) in self.world.layout().bodies.iter().enumerate() {
            writeln!(out, "{}", self.names.body(index))?;
            let mut table = Table::new(["node"].into_iter().chain(shown.iter().map(|&(id, _)| id)));
            for (node, global) in body.nodes.clone().enumerate() {
                let forces = shown.iter().map(|(_, list)| list.get(global).map_or_else(String::new, |f| vector(*f)));
                table.row(std::iter::once(node.to_string()).chain(forces).collect());
            }
            table.write(out, "  ")?;
        }
        Ok(())
    }
}
