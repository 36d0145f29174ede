//! `shrink`: reduces a level to the smallest one that still fails (delta debugging).

use super::Command;
use super::cancel::Cancel;
use super::change::ChangeArgs;
use super::convert::require_level_ending;
use super::outcome::{Answer, Failure, Outcome, arguments, eprint_line, print, require_folder};
use super::output::refuse_clashes;
use super::tables::Table;
use super::until::{When, refusal};
use crate::debugger::moment;
use crate::debugger::shrink::{self, Progress, Refusal, ShrinkEffort, Shrunk};
use crate::level::format::{self, TextFormat};
use crate::level::{Holds, Level};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "shrink",
    about: "Reduce a level whose run fails to the smallest one that still fails, and save it as a test",
    details: "\
The failure is a condition that becomes true within the frames: a watch expression, which may use detectors \
(problem(\"wrong-edge\") > 0). The command removes bodies, discs, obstacles, nodes, triangles, hull edges, springs and sticks \
while the condition still becomes true (delta debugging). A variant must not fail at frame 0 if the original does not, and \
must not have new errors of `check`. Then it moves the start to a later frame and simplifies numbers. In the result, no \
single part can be removed.

The saved level expects that the condition is never true, so `blobsmith check --run FILE` fails until the bug is \
fixed; --expect eventually saves it as an example of the failure. The condition is also saved as a breakpoint.

Without -o the level goes to stdout, as RON. Ctrl-C ends the search with the smallest level so far. The same level and \
condition always give the same result.

Exit code: 0 fine; 1 the condition did not become true, or the search was stopped; 2 bad use or unreadable input.

Examples:
  blobsmith shrink level.ron --until 'flipped > 0' --frames 600 -o bug.ron
  blobsmith shrink level.ron --until 'problem(\"wrong-edge\") > 0' --each substep -o wrong-edge.ron
  blobsmith check --run bug.ron",
    arguments: ShrinkArgs::augment_args,
    run: |matches| shrink(&arguments::<ShrinkArgs>(matches)?),
};

#[derive(Args)]
struct ShrinkArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// The condition that becomes true, for example 'flipped > 0'
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    until: String,
    /// How often to evaluate the condition
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Frame)]
    each: When,
    /// Frames within which it must become true
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    frames: u64,
    /// File to save the level in (.ron or .json) instead of stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Expectation of the saved level about the condition
    #[arg(long, value_enum, default_value_t = Expect::Never)]
    expect: Expect,
    /// Maximum number of runs
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// Keep the start of the level
    #[arg(long)]
    from_start: bool,
    /// Keep the numbers
    #[arg(long)]
    keep_numbers: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Expect {
    /// Never true: a regression test for a bug that is to be fixed
    Never,
    /// True at some moment: a level that shows the failure
    Eventually,
}

fn shrink(args: &ShrinkArgs) -> Outcome {
    if let Some(path) = &args.output {
        require_level_ending(path, "the file name must end in .ron or .json")?;
        require_folder(path)?;
        refuse_clashes(&[&args.level], &[("--output", path)])?;
    }
    let level = args.change.load(&args.level)?;
    let failure = shrink::Failure { condition: args.until.clone(), each: args.each.into(), frames: args.frames };
    let effort = ShrinkEffort { most_runs: args.runs, keeps_start: args.from_start, keeps_numbers: args.keep_numbers };
    let (cancel, bar) = (Cancel::listen(), bar());
    let mut goes_on = |progress: &Progress| {
        bar.set_position(progress.runs);
        bar.set_message(format!("{}; {} nodes left", progress.stage, progress.size.nodes));
        !cancel.is_requested()
    };
    let found = shrink::shrink(&level, &failure, effort, &mut goes_on);
    bar.finish_and_clear();
    let shrunk = match found {
        Ok(shrunk) => shrunk,
        Err(Refusal::Condition(error)) => return Err(refusal("--until", &args.until, &error)),
        Err(Refusal::Level(reason)) => return Err(Failure::Refused(reason)),
        Err(Refusal::Never) => {
            eprint_line(&format!("not true in {} frames: {}", args.frames, args.until.trim()));
            return Ok(Answer::No);
        }
        Err(Refusal::Stopped) => {
            eprint_line("stopped before the condition became true");
            return Ok(Answer::No);
        }
    };
    save_and_print(args, &level, &shrunk)?;
    if !shrunk.is_complete {
        let why = if cancel.is_requested() { "stopped" } else { "run limit reached (see --runs)" };
        eprint_line(&format!("{why}; a smaller level may exist"));
    }
    Ok(if shrunk.is_complete { Answer::Yes } else { Answer::No })
}

/// A progress line, shown on a terminal.
fn bar() -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{spinner} {pos} runs, {per_sec}: {msg}");
    ProgressBar::with_draw_target(None, target).with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// Saves the level and prints a summary.
fn save_and_print(args: &ShrinkArgs, level: &Level, shrunk: &Shrunk) -> Result<(), Failure> {
    let holds = if args.expect == Expect::Never { Holds::Never } else { Holds::Eventually };
    let test = shrunk.as_test(&level.name, holds);
    let Some(path) = &args.output else {
        let text = format::write(&test, TextFormat::Ron);
        return print(|out| out.write_all(text.as_bytes()));
    };
    format::save(&test, path)?;
    print(|out| {
        let mut table = Table::new(["", "before", "after"]);
        let sizes = shrunk.before.0.rows().into_iter().zip(shrunk.after.rows());
        for ((name, before), (_, after)) in sizes.filter(|((_, before), _)| *before > 0) {
            table.row(vec![name.to_owned(), before.to_string(), after.to_string()]);
        }
        table.row(vec!["first true at frame".to_owned(), moment::write(shrunk.before.1), moment::write(shrunk.first)]);
        table.write(out, "")?;
        if shrunk.moved_by > 0 {
            let plural = if shrunk.moved_by == 1 { "" } else { "s" };
            writeln!(out, "starts {} frame{plural} later", shrunk.moved_by)?;
        }
        if !shrunk.simpler.is_empty() {
            writeln!(out, "simpler: {}", shrunk.simpler.join(", "))?;
        }
        writeln!(out, "condition: {}", shrunk.failure.condition)?;
        writeln!(out, "{} runs; saved in {}", shrunk.runs, path.display())
    })
}
