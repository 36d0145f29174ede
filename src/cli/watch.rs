//! `watch`: values of expressions along a run as a table, with the minimum and maximum of each.

use super::Command;
use super::change::ChangeArgs;
use super::outcome::{Answer, Failure, Outcome, arguments, print};
use super::progress::Progress;
use super::tables::{Table, number};
use super::until::refusal;
use crate::debugger::quantities::Series;
use crate::debugger::{Run, Survey};
use crate::geometry::Extremes;
use crate::level::Level;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "watch",
    about: "Simulate a level and print the values of watch expressions",
    details: "\
Prints a row for each selected frame, with about six digits, then the minimum and the maximum over all frames \
from 0 to N and the frame of each. Without EXPR it uses the watches saved in the level. Quantities of a \
substep refer to the last one before the frame; findings of detectors count in all substeps of the frame. For exact numbers of every frame use `plot --out FILE.csv`.

Examples:
  blobsmith watch level.ron --frames 600 --every 100 'max(node.speed)' energy.total
  blobsmith watch level.ron --frames 600 --at 2,60,600 'body(\"left\").area_ratio'",
    arguments: WatchArgs::augment_args,
    run: |matches| watch(&arguments::<WatchArgs>(matches)?),
};

#[derive(Args)]
struct WatchArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Expressions to evaluate; `blobsmith probes` lists quantities
    #[arg(value_name = "EXPR")]
    expressions: Vec<String>,
    /// Frames to simulate
    #[arg(long, value_name = "N")]
    frames: u64,
    /// Frames between two rows [default: only the first and the last frame]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "at")]
    every: Option<u64>,
    /// Rows for these frames
    #[arg(long, value_name = "F,F,…", value_delimiter = ',')]
    at: Vec<u64>,
    #[command(flatten)]
    change: ChangeArgs,
}

fn watch(args: &WatchArgs) -> Outcome {
    let level = args.change.load(&args.level)?;
    let series = series(args, &level)?;
    if let Some(frame) = args.at.iter().find(|frame| **frame > args.frames) {
        return Err(Failure::Refused(format!("--at {frame}: --frames {} ends before that", args.frames)));
    }
    let mut run = Run::new(Arc::new(level))?;
    // The run never goes back, so it keeps no history.
    run.set_memory_budget(0);
    let (mut survey, mut progress) = (Survey::default(), Progress::new(args.frames, false));
    survey.want(&series);
    survey.follow(&run, || true);
    while run.frame() < args.frames {
        run.step_frame();
        progress.step();
        survey.follow(&run, || true);
    }
    let nothing = Extremes::default();
    let columns: Vec<&Extremes> = series.iter().map(|series| survey.numbers(&series.key).unwrap_or(&nothing)).collect();
    let mut table = Table::new(std::iter::once("frame").chain(series.iter().map(|series| series.name.as_str())));
    for frame in frames(args) {
        let value = |numbers: &&Extremes| numbers.values().get(frame as usize).map_or(String::new(), |n| number(*n));
        table.row(std::iter::once(frame.to_string()).chain(columns.iter().map(value)).collect());
    }
    for (title, of) in [("least", 0), ("greatest", 1)] {
        let value = |numbers: &&Extremes| peak(numbers, of).unwrap_or_else(|| "never finite".to_owned());
        table.row(std::iter::once(title.to_owned()).chain(columns.iter().map(value)).collect());
    }
    print(|out| table.write(out, ""))?;
    Ok(Answer::Yes)
}

/// The given expressions, else those of the level.
fn series(args: &WatchArgs, level: &Level) -> Result<Vec<Series>, Failure> {
    let saved = level.editor.as_ref().map_or(&[][..], |extra| &extra.watches);
    let wanted = if args.expressions.is_empty() { saved } else { &args.expressions };
    if wanted.is_empty() {
        let reason = "give an EXPR: the level has no saved watches";
        return Err(Failure::Refused(format!("{}: {reason}", args.level.display())));
    }
    let read = |text: &String| Series::watch(text, level).map_err(|error| refusal("EXPR", text, &error));
    wanted.iter().map(read).collect()
}

fn frames(args: &WatchArgs) -> Vec<u64> {
    match args.every {
        _ if !args.at.is_empty() => args.at.clone(),
        None if args.frames == 0 => vec![0],
        None => vec![0, args.frames],
        Some(every) => {
            let step = usize::try_from(every).unwrap_or(usize::MAX);
            let mut frames: Vec<u64> = (0..=args.frames).step_by(step).collect();
            if frames.last() != Some(&args.frames) {
                frames.push(args.frames);
            }
            frames
        }
    }
}

/// The minimum (0) or maximum (1) finite value, and the frame where it first occurred.
fn peak(numbers: &Extremes, which: usize) -> Option<String> {
    let value = numbers.bounds(0..numbers.len())?[which];
    let frame = numbers.values().iter().position(|number| *number == value)?;
    Some(format!("{} at {frame}", number(value)))
}
