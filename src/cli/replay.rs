//! `replay`: simulates a recording again and compares the hashes of its frames.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, arguments, load_run, print};
use super::progress::Progress;
use crate::debugger::recording::Departure;
use crate::debugger::{Branch, Run};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "replay",
    about: "Run a recording again and print the first frame that differs",
    details: "\
A recording has a level, all inputs of its run (the hand, pushes, changed settings), \
and the hash of every frame. *Save run as...* in the window saves one; `blobsmith run --record` saves one without \
inputs. See docs/recording-format.md.

The command simulates the run again. If all hashes are equal, it prints one line; the exit code is 0. Otherwise it prints \
the first frame that differs and the difference: positions, or only velocities and the hand; the exit code is 1.

Examples:
  blobsmith replay crash.run.ron
  blobsmith replay crash.run.ron --frames 200
  blobsmith replay crash.run.ron --branch 2 --format json
  blobsmith replay crash.run.ron --all",
    arguments: ReplayArgs::augment_args,
    run: |matches| replay(&arguments::<ReplayArgs>(matches)?),
};

#[derive(Args)]
struct ReplayArgs {
    /// Recording (.run.ron or .run.json) or bug bundle (.blobbug)
    file: PathBuf,
    /// Maximum number of frames to compare [default: all recorded frames]
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// Branch, by number or name [default: the present one when it was saved]
    #[arg(long, value_name = "WHICH")]
    branch: Option<String>,
    /// All branches
    #[arg(long, conflicts_with = "branch")]
    all: bool,
    /// Format of the output
    #[arg(long, value_enum, default_value = "text")]
    format: ReplayFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReplayFormat {
    /// One line per branch
    Text,
    /// One JSON object per line and branch
    Json,
}

fn replay(args: &ReplayArgs) -> Outcome {
    let mut run = load_run(&args.file)?;
    let branches = chosen(args, &run)?;
    let mut answer = Answer::Yes;
    let mut lines = String::new();
    for branch in branches {
        run.switch_branch(branch.id);
        run.seek(0);
        let (frames, departure) = compare(args, &mut run, &branch);
        if departure.is_some() {
            answer = Answer::No;
        }
        lines += &match args.format {
            ReplayFormat::Text => text(&branch, frames, departure),
            ReplayFormat::Json => json(&branch, frames, departure).to_string(),
        };
        lines.push('\n');
    }
    print(|out| out.write_all(lines.as_bytes()))?;
    Ok(answer)
}

fn chosen(args: &ReplayArgs, run: &Run) -> Result<Vec<Branch>, Failure> {
    let branches = run.branches();
    if args.all {
        return Ok(branches);
    }
    let Some(which) = &args.branch else { return Ok(vec![run.branch()]) };
    find_branch(which, run, &args.file).map(|branch| vec![branch])
}

/// The branch with this number or name; exit code 2 if there is none.
pub(super) fn find_branch(which: &str, run: &Run, file: &Path) -> Result<Branch, Failure> {
    let (branches, number) = (run.branches(), which.parse().ok());
    let found = branches.iter().find(|branch| Some(branch.id) == number || branch.name == *which);
    found.cloned().ok_or_else(|| {
        let names: Vec<String> = branches.iter().map(|branch| format!("{} ({})", branch.id, branch.name)).collect();
        let file = file.display();
        Failure::Refused(format!("{file}: there is no branch `{which}`; the branches are {}", names.join(", ")))
    })
}

/// Number of frames compared after frame 0, and the first difference.
fn compare(args: &ReplayArgs, run: &mut Run, branch: &Branch) -> (u64, Option<Departure>) {
    let frames = args.frames.map_or(branch.last_frame, |frames| frames.min(branch.last_frame));
    let mut progress = Progress::new(frames, true);
    while run.departure().is_none() && run.frame() < frames {
        run.step_frame();
        progress.step();
    }
    (run.frame(), run.departed())
}

fn what_differs(departure: &Departure) -> &'static str {
    match departure.recorded.pose == departure.now.pose {
        true => "velocities or hand",
        false => "positions",
    }
}

fn text(branch: &Branch, frames: u64, departure: Option<Departure>) -> String {
    let Some(departure) = departure else {
        if branch.last_frame == 0 && frames == 0 {
            return format!("{}: only frame 0 was recorded; it is equal", branch.name);
        }
        return format!("{}: {frames} frames, all hashes equal", branch.name);
    };
    let Departure { frame, recorded, now } = departure;
    let before = match frame {
        0 => "the level differs".to_owned(),
        _ => format!("frame {} is the last equal one", frame - 1),
    };
    let differs = match what_differs(&departure) {
        "positions" => "the positions differ".to_owned(),
        _ => "the positions are equal, the velocities or the hand differ".to_owned(),
    };
    let (then, is) = (recorded.state, now.state);
    format!("{}: frame {frame} differs: {differs}; {before} (recorded {then:016x}, now {is:016x})", branch.name)
}

fn json(branch: &Branch, frames: u64, departure: Option<Departure>) -> Value {
    let divergence = departure.map(|departure| {
        let Departure { frame, recorded, now } = departure;
        json!({
            "frame": frame,
            "differs": what_differs(&departure),
            "recorded": {"state": format!("{:016x}", recorded.state), "pose": format!("{:016x}", recorded.pose)},
            "now": {"state": format!("{:016x}", now.state), "pose": format!("{:016x}", now.pose)},
        })
    });
    let equal = divergence.is_none();
    json!({"branch": branch.id, "name": branch.name, "frames": frames, "equal": equal, "divergence": divergence})
}
