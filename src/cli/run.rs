//! `run`: simulates a level and writes a record at regular frames.

use super::Command;
use super::cancel::Cancel;
use super::change::ChangeArgs;
use super::convert::require_level_ending;
use super::outcome::{Answer, Failure, Outcome, arguments, eprint_line, print};
use super::output::{given, refuse_clashes};
use super::progress::Progress;
use super::record::Record;
use super::sensor_log::SensorLog;
use super::until::{Until, When};
use crate::debugger::freeze::freeze_world;
use crate::debugger::moment;
use crate::debugger::recording::{self, FrameHash};
use crate::engine::{Event, Threads, World};
use crate::level::format::Replacement;
use crate::level::{Level, format};
use clap::{Args, ValueEnum};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "run",
    about: "Simulate a level and write records of its states",
    details: "\
Writes a record at frame 0, K, 2K, ... and at frame N. Numbers are in the shortest form that parses to the \
same bits; non-finite numbers are null in JSON, and NaN, inf or -inf in CSV.

jsonl: one object per line,
  {\"frame\",\"time\",\"bodies\":[{\"positions\":[[x,y],...],\"velocities\":[[x,y],...]}],
   \"discs\":[{\"position\":[x,y],\"velocity\":[x,y]}],
   \"energy\":{\"kinetic\",\"gravity\",\"spring\",\"gas\",\"total\"},\"contacts\",\"hash\"}
csv: a header, then one line per record with the columns
  frame, time, kinetic, gravity, spring, gas, total, contacts, hash,
  b0n0_x, b0n0_y, b0n0_vx, b0n0_vy, ... (body 0, node 0: position and velocity; every node of every body),
  d0_x, d0_y, d0_vx, d0_vy, ... (disc 0; every disc)
`contacts` counts the contacts since the previous record; `hash` is the hash of the state's bits.
If something entered or left a sensor since the previous record, jsonl has before `hash` the list
  \"sensors\":[{\"frame\",\"substep\",\"sensor\":\"obstacles[0]\",\"other\":\"discs[0]\",\"entered\":true},...]
--sensors FILE writes all these events as CSV, with the columns frame, substep, sensor, other, event (entered or left).
Without it, csv and --quiet have only their number and the first one, on stderr.

With --until the run ends with the frame in which the condition becomes true (or at frame N). That frame is the last
record, and stderr has the moment and the values. The exit code is 0, or 1 if the condition did not become true.
`blobsmith guide watch-expressions` describes the language; `blobsmith probes` lists all quantities.

Each FILE appears under its name when it is complete. Ctrl-C ends the run at the next frame: the records so far \
are written, and the exit code is 1.

Examples:
  blobsmith run level.ron --frames 600
  blobsmith run level.ron --frames 600 --every 10 --format csv --out run.csv
  blobsmith run level.ron --frames 60 | jq '.energy.total'
  blobsmith run level.ron --frames 6000 --quiet --until 'any(triangle.area <= 0)' --each substep
  blobsmith run level.ron --frames 600 --quiet --sensors sensors.csv
  blobsmith run level.ron --frames 600 --every 600 --record level.run.ron
  blobsmith run level.ron --frames 600 --every 600 --save-level later.ron",
    arguments: RunArgs::augment_args,
    run: |matches| run(&arguments::<RunArgs>(matches)?),
};

#[derive(Args)]
struct RunArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Frames to simulate; 0 writes the start only
    #[arg(long, value_name = "N")]
    frames: u64,
    /// Frames between two records
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Format of the records [default: from the extension of FILE, else jsonl]
    #[arg(long, value_enum)]
    format: Option<RecordFormat>,
    /// Stop when this condition becomes true, for example 'max(node.speed) > 2'
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    until: Option<String>,
    /// How often to evaluate the condition
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Frame, requires = "until")]
    each: When,
    /// Threads for a large level; the results are bit-identical for any number [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Write no records; report only --until and events
    #[arg(long, short, conflicts_with_all = ["out", "format"])]
    quiet: bool,
    /// File to write instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write what entered and left sensors, one line of CSV per event
    #[arg(long, value_name = "FILE")]
    sensors: Option<PathBuf>,
    /// Also save a recording, for `replay` and the window (.run.ron or .run.json)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Also save the last frame as a level, with its velocities (.ron or .json)
    #[arg(long, value_name = "FILE")]
    save_level: Option<PathBuf>,
    #[command(flatten)]
    change: ChangeArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RecordFormat {
    /// One JSON object per line
    Jsonl,
    /// Comma-separated values with a header
    Csv,
}

impl RunArgs {
    /// The format that was given, else that of the file's extension.
    fn record_format(&self) -> RecordFormat {
        let ending = self.out.as_deref().and_then(Path::extension);
        let is_csv = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        self.format.unwrap_or(if is_csv { RecordFormat::Csv } else { RecordFormat::Jsonl })
    }
}

fn run(args: &RunArgs) -> Outcome {
    let level = args.change.load(&args.level)?;
    let mut world = World::new(&level)?;
    world.set_threads(args.threads.map_or_else(Threads::all, |count| Threads::new(count.into())));
    refuse_endings(args)?;
    let until = args.until.as_ref().map(|text| Until::new(text, args.each.into(), &level)).transpose()?;
    let form = args.record_format();
    let mut job = Job {
        world,
        frames: args.frames,
        every: args.every,
        form,
        progress: Progress::new(args.frames, args.out.is_none()),
        notes: Notes::default(),
        sensors: SensorLog::new(!args.quiet && form == RecordFormat::Jsonl, args.sensors.as_deref())?,
        until,
        hashes: args.record.is_some().then(Vec::new),
        cancel: Cancel::listen(),
        is_stopped: false,
    };
    match &args.out {
        _ if args.quiet => job.write::<io::Sink>(None).map_err(|error| Failure::writing("nowhere", &error))?,
        None => print(|out| job.write(Some(out)))?,
        Some(path) => {
            let failure = |error: io::Error| Failure::writing(&path.display().to_string(), &error);
            let refused = |reason: String| failure(io::Error::other(reason));
            let replacement = Replacement::begin(path).map_err(refused)?;
            let mut out = BufWriter::with_capacity(1 << 16, replacement);
            job.write(Some(&mut out)).and_then(|()| out.flush()).map_err(failure)?;
            let (replacement, _) = out.into_parts();
            replacement.finish().map_err(refused)?;
        }
    }
    let (notes, sensors, until) = (std::mem::take(&mut job.notes), std::mem::take(&mut job.sensors), job.until.take());
    let stopped_at = job.is_stopped.then(|| job.world.state().frame);
    let (hashes, world) = job.end();
    notes.print(level.world.substeps);
    sensors.end(level.world.substeps)?;
    if let (Some(path), Some(hashes)) = (&args.record, hashes) {
        recording::save(&recording::straight(level.clone(), hashes), path)?;
    }
    if let Some(path) = &args.save_level {
        save_level(&level, &world, path)?;
    }
    if let Some(frame) = stopped_at {
        eprint_line(&format!("stopped: {frame} of {} frames were simulated; the output ends there", args.frames));
        return Ok(Answer::No);
    }
    Ok(until.map_or(Answer::Yes, |until| until.report(args.frames)))
}

/// Checks the outputs before the simulation: their extensions, and that they do not overwrite the level or each other.
fn refuse_endings(args: &RunArgs) -> Result<(), Failure> {
    let [out, sensors] = [&args.out, &args.sensors].map(|path| path.as_deref());
    let [record, save] = [&args.record, &args.save_level].map(|path| path.as_deref());
    let outputs = [("--out", out), ("--sensors", sensors), ("--record", record), ("--save-level", save)];
    refuse_clashes(&[&args.level], &given(&outputs))?;
    if let Some(path) = args.record.as_ref().filter(|path| !recording::is_recording(path)) {
        let name = path.display();
        return Err(Failure::Refused(format!("{name}: the name of a recording must end in .run.ron or .run.json")));
    }
    if let Some(path) = &args.save_level {
        require_level_ending(path, "the file name must end in .ron or .json")?;
    }
    Ok(())
}

/// Saves the last frame as a level; reports state that a level cannot store.
fn save_level(level: &Level, world: &World, path: &Path) -> Result<(), Failure> {
    let frozen = freeze_world(level, world)?;
    format::save(&frozen.level, path)?;
    for remark in frozen.remarks {
        eprint_line(&format!("{}: {remark}", path.display()));
    }
    Ok(())
}

struct Job {
    world: World,
    frames: u64,
    every: u64,
    form: RecordFormat,
    progress: Progress,
    notes: Notes,
    sensors: SensorLog,
    until: Option<Until>,
    /// Hash of every frame, if a recording is requested.
    hashes: Option<Vec<FrameHash>>,
    cancel: Cancel,
    /// True if Ctrl-C ended the run early.
    is_stopped: bool,
}

impl Job {
    /// The hashes and the final world.
    fn end(self) -> (Option<Vec<FrameHash>>, World) {
        (self.hashes, self.world)
    }

    /// Runs to the end and writes the records; without `out` it writes none.
    fn write<W: Write>(&mut self, mut out: Option<&mut W>) -> io::Result<()> {
        let mut contacts = 0;
        if let Some(until) = &mut self.until {
            until.begin(&self.world);
        }
        loop {
            let frame = self.world.state().frame;
            // A condition may end the run within a frame.
            if let Some(hashes) = self.hashes.as_mut().filter(|_| self.world.state().substep == 0) {
                let (state, pose) = self.world.hashes();
                hashes.push(FrameHash { state, pose });
            }
            let is_complete = frame == self.frames || self.until.as_ref().is_some_and(Until::has_fired);
            self.is_stopped = !is_complete && self.cancel.is_requested();
            let is_last = is_complete || self.is_stopped;
            let is_due = frame.is_multiple_of(self.every) || is_last;
            if let Some(out) = out.as_deref_mut().filter(|_| is_due) {
                let record = Record::of(&self.world, contacts, self.sensors.take());
                contacts = self.world.contact_count();
                match self.form {
                    RecordFormat::Jsonl => record.json_line(out)?,
                    RecordFormat::Csv => {
                        if frame == 0 {
                            record.csv_header(out)?;
                        }
                        record.csv_line(out)?;
                    }
                }
            }
            if is_last {
                return Ok(());
            }
            match &mut self.until {
                Some(until) => until.step_frame(&mut self.world),
                None => self.world.step_frame(),
            }
            self.notes.add(self.world.take_events());
            self.sensors.add(self.world.take_sensor_events());
            self.progress.step();
        }
    }
}

/// Events of the run, reported once per kind.
#[derive(Default)]
struct Notes {
    kinds: Vec<(Event, u64)>,
}

impl Notes {
    fn add(&mut self, events: Vec<Event>) {
        for event in events {
            match self.kinds.iter_mut().find(|(first, _)| first.kind == event.kind) {
                Some((_, count)) => *count += 1,
                None => self.kinds.push((event, 1)),
            }
        }
    }

    fn print(&self, substeps: u32) {
        for (first, count) in &self.kinds {
            let more = if *count > 1 { format!(" (first of {count})") } else { String::new() };
            let what = first.kind.describe();
            let at = moment::write(moment::of_event(first, substeps));
            eprint_line(&format!("note: frame {at}: {}: {what}{more}", first.place));
        }
    }
}
