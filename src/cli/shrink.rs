//! `shrink`: the smallest level that still fails.

use super::Command;
use super::cancel::Cancel;
use super::change::ChangeArgs;
use super::convert::require_level_ending;
use super::outcome::{Answer, Failure, Outcome, arguments, complain, print, require_folder};
use super::output::refuse_clashes;
use super::tables::Table;
use super::until::{When, refusal};
use crate::debugger::shrink::{self, Progress, Refusal, ShrinkEffort, Shrunk};
use crate::level::format::{self, TextFormat};
use crate::level::{Holds, Level};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// See the module.
pub(super) const COMMAND: Command = Command {
    name: "shrink",
    about: "From a level whose run goes wrong, find the smallest one that still does, as a test",
    details: "\
What goes wrong is a condition that becomes true within the frames: a watch expression, also of what the detectors find \
(illness(\"wrong-edge\") > 0). Bodies, discs, obstacles, nodes, triangles, hull edges, springs and sticks are taken away as \
long as it still does, in the same manner: not from the beginning where it was not before, and without errors of `check` \
that were not there. Then the level begins later, and its numbers become simpler. At the end no part can go by itself.

The level that is saved expects that the condition never holds, so `blobsmith check --run FILE` fails until the bug is \
fixed; --expect eventually keeps it as a level that shows what goes wrong. It has the condition as a breakpoint too.

Without -o the level goes to stdout, as RON. Ctrl-C ends it with the smallest level so far. The same level and condition \
always give the same result.

Exit code: 0 fine; 1 the condition does not become true, or it was stopped before the end; 2 bad use or unreadable input.

Examples:
  blobsmith shrink level.ron --until 'flipped > 0' --frames 600 -o bug.ron
  blobsmith shrink level.ron --until 'illness(\"wrong-edge\") > 0' --each substep -o wrong-edge.ron
  blobsmith check --run bug.ron",
    arguments: ShrinkArgs::augment_args,
    run: |matches| shrink(&arguments::<ShrinkArgs>(matches)?),
};

#[derive(Args)]
struct ShrinkArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// The condition that becomes true, as in 'flipped > 0'
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    until: String,
    /// How often the condition is looked at
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Frame)]
    each: When,
    /// Frames within which it becomes true
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    frames: u64,
    /// Where to save the level (.ron or .json) instead of stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the saved level expects of the condition
    #[arg(long, value_enum, default_value_t = Expect::Never)]
    expect: Expect,
    /// Runs that may be made
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// The level does not begin later
    #[arg(long)]
    from_start: bool,
    /// Numbers stay as they are
    #[arg(long)]
    keep_numbers: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Expect {
    /// That it never holds: a test of a bug that is to be fixed
    Never,
    /// That it holds at some moment: a level that shows what goes wrong
    Eventually,
}

fn shrink(args: &ShrinkArgs) -> Outcome {
    if let Some(path) = &args.output {
        require_level_ending(path, "the ending must tell the form: .ron or .json")?;
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
        !cancel.is_wanted()
    };
    let found = shrink::shrink(&level, &failure, effort, &mut goes_on);
    bar.finish_and_clear();
    let shrunk = match found {
        Ok(shrunk) => shrunk,
        Err(Refusal::Condition(complaint)) => return Err(refusal("--until", &args.until, &complaint)),
        Err(Refusal::Level(reason)) => return Err(Failure::Refused(reason)),
        Err(Refusal::Never) => {
            complain(&format!("not in {} frames: {}", args.frames, args.until.trim()));
            return Ok(Answer::No);
        }
        Err(Refusal::Stopped) => {
            complain("stopped before the level had gone wrong once");
            return Ok(Answer::No);
        }
    };
    hand_over(args, &level, &shrunk)?;
    if !shrunk.is_complete {
        let why = if cancel.is_wanted() { "stopped" } else { "no more runs: --runs allows more" };
        complain(&format!("{why}; it may become smaller yet"));
    }
    Ok(if shrunk.is_complete { Answer::Yes } else { Answer::No })
}

/// What goes on, where a person looks at it.
fn bar() -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{spinner} {pos} runs, {per_sec}: {msg}");
    ProgressBar::with_draw_target(None, target).with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// Saves the level and says what became of it.
fn hand_over(args: &ShrinkArgs, level: &Level, shrunk: &Shrunk) -> Result<(), Failure> {
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
        let frame = |(frame, substep): (u64, u32)| match substep {
            0 => frame.to_string(),
            _ => format!("{frame}, substep {substep}"),
        };
        table.row(vec!["first true at frame".to_owned(), frame(shrunk.before.1), frame(shrunk.first)]);
        table.write(out, "")?;
        if shrunk.moved_by > 0 {
            let plural = if shrunk.moved_by == 1 { "" } else { "s" };
            writeln!(out, "begins {} frame{plural} later", shrunk.moved_by)?;
        }
        if !shrunk.simpler.is_empty() {
            writeln!(out, "simpler: {}", shrunk.simpler.join(", "))?;
        }
        writeln!(out, "condition: {}", shrunk.failure.condition)?;
        writeln!(out, "{} runs; saved in {}", shrunk.runs, path.display())
    })
}
