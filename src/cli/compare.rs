//! `compare`: two recordings or levels side by side, up to the first difference.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, arguments, is_run, load_flat, load_run, print};
use super::progress::Progress;
use crate::debugger::first_divergence::{DivergedState, FirstDivergence, RunComparison};
use crate::debugger::why::{number, vector};
use crate::debugger::{Run, moment};
use crate::level::Level;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "compare",
    about: "Compare two recordings or levels and print the first difference",
    details: "\
Both are run again with this program, in lockstep. The command prints what differs in the levels and the inputs, the \
first frame whose recorded hashes differ (if both are recordings, perhaps of different versions), the first frame of each \
recording that this version computes differently, and the first moment at which both runs differ: frame, substep and \
phase, the part that differs most, and by how much. Exit code 0: equal; 1: different.

A level runs without inputs, for 600 frames if both files are levels.

Examples:
  blobsmith compare before.run.ron after.run.ron
  blobsmith compare crash.run.ron levels/04-squares-distance.ron --frames 100
  blobsmith compare a.run.json b.run.json --format json",
    arguments: CompareArgs::augment_args,
    run: |matches| compare(&arguments::<CompareArgs>(matches)?),
};

/// Frames of two levels.
const FRAMES: u64 = 600;

#[derive(Args)]
struct CompareArgs {
    /// Recording or level
    first: PathBuf,
    /// Recording or level
    second: PathBuf,
    /// Number of frames to compare [default: the recorded frames that both have]
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// Format of the output
    #[arg(long, value_enum, default_value = "text")]
    format: CompareFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    /// Sentences
    Text,
    /// One JSON object
    Json,
}

/// A run, and its last recorded frame; `None` for a level.
fn open(path: &Path) -> Result<(Run, Option<u64>), Failure> {
    if is_run(path) {
        let run = load_run(path)?;
        let last = run.last_frame();
        return Ok((run, Some(last)));
    }
    let level: Level = load_flat(path)?;
    Ok((Run::new(Arc::new(level))?, None))
}

fn compare(args: &CompareArgs) -> Outcome {
    let ((first, end), (second, other_end)) = (open(&args.first)?, open(&args.second)?);
    let common = match (end, other_end) {
        (Some(a), Some(b)) => a.min(b),
        (Some(end), None) | (None, Some(end)) => end,
        (None, None) => FRAMES,
    };
    let last = args.frames.unwrap_or(common);
    let mut comparison = RunComparison::new(&first, &second, last);
    let mut progress = Progress::new(last, true);
    let mut shown = 0;
    let found = loop {
        let mut has_stepped = false;
        if let Some(found) = comparison.go_on(|| !std::mem::replace(&mut has_stepped, true)) {
            break found.clone();
        }
        let known = (comparison.progress() * last as f64) as u64;
        (shown..known).for_each(|_| progress.step());
        shown = shown.max(known);
    };
    drop(progress);
    let text = match args.format {
        CompareFormat::Text => text(&found),
        CompareFormat::Json => format!("{}\n", json(&found)),
    };
    print(|out| std::io::Write::write_all(out, text.as_bytes()))?;
    Ok(if found.is_equal() { Answer::Yes } else { Answer::No })
}

fn text(found: &FirstDivergence) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for [path, a, b] in &found.levels {
        let _ = writeln!(text, "levels: {path}: {a} and {b}");
    }
    if let Some((at, inputs)) = &found.inputs {
        let [a, b] = inputs.each_ref().map(|input| input.as_deref().unwrap_or("none"));
        let _ = writeln!(text, "inputs differ from {} on: {a}, and {b}", moment::write(*at));
    }
    if let Some((frame, [a, b])) = &found.recorded {
        let _ = writeln!(text, "recorded hashes differ from frame {frame} on: {:016x} and {:016x}", a.state, b.state);
    }
    for (which, frame) in ["first", "second"].iter().zip(found.departures) {
        if let Some(frame) = frame {
            let _ = writeln!(text, "this version computes the {which} recording differently from frame {frame} on");
        }
    }
    let _ = match &found.state {
        None => writeln!(text, "{} frames, all states equal", found.frames),
        Some(state) => writeln!(text, "{}", of_state(state)),
    };
    text
}

/// The first difference of the states, in one sentence.
fn of_state(state: &DivergedState) -> String {
    let at = format!("first difference at {}, {}", moment::write_phase(state.moment, state.phase), state.title);
    let Some(part) = state.part else { return at };
    let ([a, b], [va, vb]) = (part.positions.map(vector), part.velocities.map(vector));
    format!(
        "{at}: {} is {} apart ({a} and {b}), its velocities {} ({va} and {vb})",
        part.place,
        number(part.distance),
        number(part.velocity)
    )
}

fn json(found: &FirstDivergence) -> Value {
    let state = found.state.as_ref().map(|state| {
        let part = state.part.map(|part| {
            json!({
                "part": part.place.to_string(),
                "distance": part.distance,
                "velocity": part.velocity,
                "positions": part.positions.map(|at| at.to_array()),
                "velocities": part.velocities.map(|velocity| velocity.to_array()),
            })
        });
        json!({"moment": moment::write_phase(state.moment, state.phase), "phase": state.title, "most": part})
    });
    let inputs = found.inputs.as_ref().map(|(at, both)| json!({"moment": moment::write(*at), "inputs": both}));
    let recorded = found
        .recorded
        .map(|(frame, both)| json!({"frame": frame, "hashes": both.map(|hash| format!("{:016x}", hash.state))}));
    json!({
        "equal": found.is_equal(),
        "frames": found.frames,
        "levels": found.levels,
        "inputs": inputs,
        "recorded": recorded,
        "departures": found.departures,
        "difference": state,
    })
}
