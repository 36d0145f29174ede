//! `sweep`: one level in many variants, run in parallel and measured.

mod cell;
mod pool;
mod resume;
mod show;

use super::Command;
use super::cancel::Cancel;
use super::change::ChangeArgs;
use super::outcome::{Answer, Failure, Outcome, arguments, complain, print, require_folder};
use super::output::{given, refuse_clashes};
use super::progress::Progress;
use super::render::{Background, parse_size};
use super::until::{When, refusal};
use crate::debugger::diagnosis;
use crate::debugger::sweep::{self, Axis, Measure, Sweep};
use crate::level::format;
use clap::Args;
use glam::DVec2;
use resume::Kept;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// See the module.
pub(super) const COMMAND: Command = Command {
    name: "sweep",
    about: "Run a level in many variants, in parallel, and measure each: tables and heat maps",
    details: "\
--vary says what varies, once for each axis of the grid:
  PATH=A..B:N      N values from A to B (A:B:N is the same); A..B:N:log in equal ratios
  PATH=X,Y,Z       these values, words too: world.integrator=Verlet,SemiImplicitEuler
  PATH+=…  PATH*=… added to what is there, or multiplied: bodies[0].nodes[*].position[1]+=-0.5..0.5:11
  rule=…           edge choice with or without the barycentre rule: Distance,EntryEdge+barycentre, or all

--measure says what is measured, EXPR or REDUCER: EXPR. EXPR is a watch expression (docs/watch.md), also of what the \
detectors find: illness(\"wrong-edge\"). REDUCER is what becomes of its values over the run: last, min, max, mean, sum; of \
a condition count (at how many looks it was true) or first (the frame where it was true first). Without one it is count \
for conditions, sum for what detectors find, else last. What cannot be measured is passed over, and is NaN where nothing \
else was. Without --measure it is what each detector finds.

Ctrl-C finishes the cells that are running and writes the tables and pictures of the cells that are done; with \
--resume FILE (or --out DIR) the same command goes on from there, whatever ended it. What comes out depends neither on the \
threads nor on the order. --shard 1/3 runs every third cell; with all shards in one DIR, the command without --shard puts them together.

--cell I,J --save FILE runs one cell alone (its place on each axis, counted from 0) and saves it as a level at the frame \
where a condition that is measured was first true, or a detector first found something; exit code 1 where that never was, \
and it is then the start that is saved.

Exit code: 0 fine, 1 stopped before the end, 2 bad use or unreadable input.

Examples:
  blobsmith sweep level.ron --vary rule=all --frames 600
  blobsmith sweep level.ron --vary world.substeps=1,2,4,8,16 --vary 'bodies[*].gas=0..4:9' --measure 'max: deepest' \
--frames 600 --png deepest.png --csv deepest.csv
  blobsmith sweep level.ron --vary rule=all --vary 'bodies[0].nodes[*].velocity[0]*=0.5..4:8' --measure 'first: deepest > 0' \
--frames 600 --resume sweep.jsonl
  blobsmith sweep level.ron --vary rule=all --measure 'illness(\"wrong-edge\")' --frames 600 --cell 4 --save wrong.ron",
    arguments: SweepArgs::augment_args,
    run: |matches| sweep(&arguments::<SweepArgs>(matches)?),
};

#[derive(Args)]
struct SweepArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// What varies along an axis of the grid; may be given several times
    #[arg(long, value_name = "PATH=VALUES", required = true, allow_hyphen_values = true)]
    vary: Vec<String>,
    /// What is measured of each run; may be given several times [default: what each detector finds]
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    measure: Vec<String>,
    /// How often to sample [default: each substep if EXPR measures the last substep, else each frame]
    #[arg(long, value_name = "WHEN", value_enum)]
    each: Option<When>,
    /// Frames to simulate
    #[arg(long, value_name = "N")]
    frames: u64,
    /// Cells that are run at once [default: as many as the machine has processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Write sweep.csv, sweep.png and what is needed to go on into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Write a heat map
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write a heat map
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print JSON instead of a table for people
    #[arg(long)]
    json: bool,
    /// Keep what is done in this file, and go on from what is kept there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Run only every Nth cell, beginning with the Ith (I from 1)
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,
    /// Run this cell alone, by its place on each axis, counted from 0
    #[arg(long, value_name = "I,J,…", value_delimiter = ',', requires = "save",
          conflicts_with_all = ["out", "png", "svg", "csv", "json", "resume", "shard"])]
    cell: Vec<usize>,
    /// Where to save the cell as a level (.ron or .json)
    #[arg(long, value_name = "LEVEL", requires = "cell")]
    save: Option<PathBuf>,
    /// Save it so many frames before it went wrong
    #[arg(long, value_name = "K", default_value_t = 0, requires = "cell")]
    before: u64,
    /// Width and height of the heat map in pixels [default: as the grid needs]
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Option<DVec2>,
    /// Numbers at both ends of the heat map's colours [default: the least and the greatest of each measure]
    #[arg(long, value_name = "A..B", value_parser = parse_range, allow_hyphen_values = true)]
    range: Option<(f64, f64)>,
    /// Background of the heat map
    #[arg(long, value_enum, default_value_t = Background::Dark)]
    theme: Background,
    #[command(flatten)]
    change: ChangeArgs,
}

/// One part of the cells.
#[derive(Clone, Copy)]
struct Shard {
    number: usize,
    of: usize,
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    match parts {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        _ => Err("write it as I/N with I from 1 to N, as in 1/3".to_owned()),
    }
}

fn parse_range(text: &str) -> Result<(f64, f64), String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match ends {
        Some((low, high)) if low < high && f64::is_finite(low) && f64::is_finite(high) => Ok((low, high)),
        _ => Err("write it as A..B, the lower number first, as in 0..1".to_owned()),
    }
}

fn sweep(args: &SweepArgs) -> Outcome {
    refuse_same_files(args)?;
    let sweep = grid(args)?;
    if let Some(path) = &args.save {
        require_folder(path)?;
        return cell::save(&sweep, &args.cell, args.before, path);
    }
    refuse_pictures(args, &sweep)?;
    let (mut outcomes, mut kept) = Kept::open(args, &sweep)?;
    let is_mine = |cell: &usize| args.shard.is_none_or(|shard| cell % shard.of == shard.number - 1);
    let todo: Vec<usize> = (0..sweep.cells()).filter(is_mine).filter(|&cell| outcomes[cell].is_none()).collect();
    let cancel = Cancel::listen();
    let mut progress = Progress::of(todo.len() as u64, "cells", false);
    pool::run(&sweep, &todo, threads(args), &cancel, |cell, outcome| {
        kept.add(cell, &outcome)?;
        outcomes[cell] = Some(outcome);
        progress.step();
        Ok(())
    })?;
    drop(progress);
    let left = todo.iter().filter(|&&cell| outcomes[cell].is_none()).count();
    if left > 0 {
        let done = todo.len() - left;
        complain(&format!("stopped: {done} of {} cells are done{}", todo.len(), kept.how_to_go_on()));
    }
    // A sweep that was stopped before its first cell leaves the old files as they are.
    if left == 0 || outcomes.iter().any(Option::is_some) {
        let range = args.range.map(|(low, high)| [low, high]);
        report(args, &show::Shown { sweep: &sweep, outcomes: &outcomes, is_default: args.measure.is_empty(), range })?;
    }
    Ok(if left == 0 { Answer::Yes } else { Answer::No })
}

/// Writes the files and prints the table. A file that cannot be written does not lose the printed results.
fn report(args: &SweepArgs, shown: &show::Shown) -> Result<(), Failure> {
    let written = write(args, shown);
    print(|out| if args.json { shown.json(out) } else { shown.text(out) })?;
    written
}

fn grid(args: &SweepArgs) -> Result<Sweep, Failure> {
    let level = args.change.load(&args.level)?;
    let axis = |text: &String| Axis::parse(text).map_err(|reason| Failure::Refused(format!("--vary {text}: {reason}")));
    let axes = args.vary.iter().map(axis).collect::<Result<Vec<_>, _>>()?;
    let each = args.each.map(Into::into);
    let default: Vec<String> = diagnosis::ALL.iter().map(|detector| format!("illness(\"{}\")", detector.id)).collect();
    let wanted = if args.measure.is_empty() { &default } else { &args.measure };
    let measure =
        |text: &String| Measure::parse(text, &level, each).map_err(|complaint| refusal("--measure", text, &complaint));
    let measures = wanted.iter().map(measure).collect::<Result<Vec<_>, _>>()?;
    Sweep::new(Arc::new(level), axes, measures, args.frames)
        .map_err(|reason| Failure::Refused(format!("--vary {reason}")))
}

fn threads(args: &SweepArgs) -> usize {
    match args.threads {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, Into::into),
    }
}

/// Refuses outputs that are the level, or that are one file.
fn refuse_same_files(args: &SweepArgs) -> Result<(), Failure> {
    let named = ["sweep.csv", "sweep.png", "cells.jsonl"].map(|name| args.out.as_ref().map(|folder| folder.join(name)));
    let in_folder = named.iter().map(|path| ("--out", path.as_deref()));
    let alone = [
        ("--png", &args.png),
        ("--svg", &args.svg),
        ("--csv", &args.csv),
        ("--save", &args.save),
        ("--resume", &args.resume),
    ];
    let outputs: Vec<_> = in_folder.chain(alone.map(|(option, path)| (option, path.as_deref()))).collect();
    refuse_clashes(&[&args.level], &given(&outputs))
}

/// An output that cannot be written is reported before the first run.
fn refuse_pictures(args: &SweepArgs, sweep: &Sweep) -> Result<(), Failure> {
    let outputs = [(&args.png, "png"), (&args.svg, "svg"), (&args.csv, "csv")];
    for (path, ending) in outputs.iter().filter_map(|(path, ending)| Some((path.as_ref()?, ending))) {
        if !path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
            return Err(Failure::Refused(format!("{}: the ending must be .{ending}", path.display())));
        }
        require_folder(path)?;
    }
    if args.png.is_some() || args.svg.is_some() {
        show::refuse_picture(sweep, args.size).map_err(Failure::Refused)?;
    }
    Ok(())
}

fn write(args: &SweepArgs, shown: &show::Shown) -> Result<(), Failure> {
    let cannot =
        |path: &Path, reason: String| Failure::Refused(format!("{}: cannot be written: {reason}", path.display()));
    let put = |path: &Path, contents: &[u8]| format::replace(path, contents).map_err(|reason| cannot(path, reason));
    let folder = args.out.as_ref();
    let table = || sweep::csv(shown.sweep, shown.outcomes);
    for path in folder.map(|folder| folder.join("sweep.csv")).iter().chain(&args.csv) {
        put(path, table().as_bytes())?;
    }
    if let Some(path) = folder.map(|folder| folder.join("sweep.png")) {
        match show::refuse_picture(shown.sweep, args.size) {
            Ok(()) => put(&path, &shown.png(args.size, args.theme.theme())?)?,
            Err(reason) => complain(&format!("{}: not drawn: {reason}", path.display())),
        }
    }
    if let Some(path) = &args.png {
        put(path, &shown.png(args.size, args.theme.theme())?)?;
    }
    if let Some(path) = &args.svg {
        put(path, shown.svg(args.size, args.theme.theme()).as_bytes())?;
    }
    Ok(())
}
