//! `sweep`: runs variants of one level in parallel and measures each.

mod cell;
mod pool;
mod resume;
mod show;

use super::Command;
use super::cancel::Cancel;
use super::change::ChangeArgs;
use super::outcome::{Answer, Failure, Outcome, arguments, eprint_line, print, require_folder};
use super::output::{given, refuse_clashes};
use super::progress::Progress;
use super::render::{Background, parse_size};
use super::until::{When, refusal};
use crate::debugger::sweep::{self, Axis, Measure, Sweep, default_measures};
use crate::level::format;
use clap::Args;
use glam::DVec2;
use resume::Kept;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "sweep",
    about: "Run a level in many variants, in parallel, and measure each: tables and heat maps",
    details: "\
--vary defines an axis of the grid; repeat it for each axis:
  PATH=A..B:N      N values from A to B (A:B:N is the same); A..B:N:log in equal ratios
  PATH=X,Y,Z       these values; names are allowed: world.integrator=Verlet,SemiImplicitEuler
  PATH+=…  PATH*=… added to the level's values, or multiplied: bodies[0].nodes[*].position[1]+=-0.5..0.5:11
  rule=…           edge choice with or without the barycentre rule: Distance,EntryEdge+barycentre, or all

--measure defines a measured quantity, EXPR or REDUCER: EXPR. EXPR is a watch expression (docs/watch.md), which may use \
detectors: problem(\"wrong-edge\"). REDUCER combines its values over the run: last, min, max, mean or sum; for a condition \
count (number of samples at which it was true) or first (first frame at which it was true). The default is count for \
conditions, sum for detectors, else last. Values that cannot be measured are skipped; the result is NaN if there is no \
other. Without --measure, the findings of each detector are counted.

Ctrl-C finishes the running cells and writes the tables and pictures of all finished cells. With --resume FILE (or --out DIR) \
the same command continues after any interruption. Results depend neither on the number of threads nor on the order. \
--shard 1/3 runs every third cell; with all shards in one DIR, the command without --shard combines them.

--cell I,J --save FILE runs one cell (its place on each axis, counted from 0) and saves it as a level at the frame \
where a measured condition was first true, or a detector first found something. If that never happened, it saves frame 0; \
the exit code is then 1.

Exit code: 0 fine, 1 stopped before the end, 2 bad use or unreadable input.

Examples:
  blobsmith sweep level.ron --vary rule=all --frames 600
  blobsmith sweep level.ron --vary world.substeps=1,2,4,8,16 --vary 'bodies[*].gas=0..4:9' --measure 'max: deepest' \
--frames 600 --png deepest.png --csv deepest.csv
  blobsmith sweep level.ron --vary rule=all --vary 'bodies[0].nodes[*].velocity[0]*=0.5..4:8' --measure 'first: deepest > 0' \
--frames 600 --resume sweep.jsonl
  blobsmith sweep level.ron --vary rule=all --measure 'problem(\"wrong-edge\")' --frames 600 --cell 4 --save wrong.ron",
    arguments: SweepArgs::augment_args,
    run: |matches| sweep(&arguments::<SweepArgs>(matches)?),
};

#[derive(Args)]
struct SweepArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Parameter of an axis of the grid, with its values; may be repeated
    #[arg(long, value_name = "PATH=VALUES", required = true, allow_hyphen_values = true)]
    vary: Vec<String>,
    /// Quantity to measure in each run; may be repeated [default: findings of each detector]
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    measure: Vec<String>,
    /// How often to sample [default: each substep if EXPR measures the last substep, else each frame]
    #[arg(long, value_name = "WHEN", value_enum)]
    each: Option<When>,
    /// Frames to simulate
    #[arg(long, value_name = "N")]
    frames: u64,
    /// Cells to run at once [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Write sweep.csv, sweep.png and the data for resuming into this folder
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
    /// Print JSON instead of a text table
    #[arg(long)]
    json: bool,
    /// Keep finished cells in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Run only every Nth cell, starting with the Ith (I from 1)
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,
    /// Run only this cell, given by its place on each axis, from 0
    #[arg(long, value_name = "I,J,…", value_delimiter = ',', requires = "save",
          conflicts_with_all = ["out", "png", "svg", "csv", "json", "resume", "shard"])]
    cell: Vec<usize>,
    /// File to save the cell in, as a level (.ron or .json)
    #[arg(long, value_name = "LEVEL", requires = "cell")]
    save: Option<PathBuf>,
    /// Save it this many frames before the failure
    #[arg(long, value_name = "K", default_value_t = 0, requires = "cell")]
    before: u64,
    /// Width and height of the heat map in pixels [default: to fit the grid]
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Option<DVec2>,
    /// Values at the ends of the colour bar [default: minimum and maximum of each measure]
    #[arg(long, value_name = "A..B", value_parser = parse_range, allow_hyphen_values = true)]
    range: Option<(f64, f64)>,
    /// Background of the heat map
    #[arg(long, value_enum, default_value_t = Background::Dark)]
    theme: Background,
    #[command(flatten)]
    change: ChangeArgs,
}

/// A subset of the cells.
#[derive(Clone, Copy)]
struct Shard {
    number: usize,
    of: usize,
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    match parts {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        _ => Err("expected I/N with I from 1 to N, for example 1/3".to_owned()),
    }
}

fn parse_range(text: &str) -> Result<(f64, f64), String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match ends {
        Some((low, high)) if low < high && f64::is_finite(low) && f64::is_finite(high) => Ok((low, high)),
        _ => Err("expected A..B, the lower number first, for example 0..1".to_owned()),
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
        eprint_line(&format!("stopped: {done} of {} cells finished{}", todo.len(), kept.resume_hint()));
    }
    // If a sweep was stopped before its first cell, existing files stay unchanged.
    if left == 0 || outcomes.iter().any(Option::is_some) {
        let range = args.range.map(|(low, high)| [low, high]);
        report(args, &show::Shown { sweep: &sweep, outcomes: &outcomes, is_default: args.measure.is_empty(), range })?;
    }
    Ok(if left == 0 { Answer::Yes } else { Answer::No })
}

/// Writes the files and prints the table. If a file cannot be written, the results are still printed.
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
    let wanted = if args.measure.is_empty() { &default_measures() } else { &args.measure };
    let measure =
        |text: &String| Measure::parse(text, &level, each).map_err(|error| refusal("--measure", text, &error));
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

/// Fails if an output is the level or another output.
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

/// Checks the outputs before the first run.
fn refuse_pictures(args: &SweepArgs, sweep: &Sweep) -> Result<(), Failure> {
    let outputs = [(&args.png, "png"), (&args.svg, "svg"), (&args.csv, "csv")];
    for (path, ending) in outputs.iter().filter_map(|(path, ending)| Some((path.as_ref()?, ending))) {
        if !path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
            return Err(Failure::Refused(format!("{}: the file name must end in .{ending}", path.display())));
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
            Err(reason) => eprint_line(&format!("{}: not drawn: {reason}", path.display())),
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
