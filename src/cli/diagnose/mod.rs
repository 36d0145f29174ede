//! `diagnose`: what a run suffers from, why, and what mends it.
//!
//! Must never know: how anything is found.

mod json;
mod text;

use super::Command;
use super::change::ChangeArgs;
use super::outcome::{Answer, Failure, Outcome, arguments, print};
use super::progress::Progress;
use crate::debugger::diagnosis::{ALL, Diagnosis, Illness, Remedy, diagnose, judge, together};
use crate::level::Level;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// See the module.
pub(super) const COMMAND: Command = Command {
    name: "diagnose",
    about: "Simulate a level and say what goes wrong in it, why, and what mends it",
    details: "\
Causes come first, the most likely one at the top: what the level and the run show as evidence, and the illnesses that it \
leads to, in order of time. Then every illness: how often it was found, when and where first and worst, why it \
happens (with the place in the sources), and what might remove it. With --try each remedy is applied to a copy of \
the level, which is run and diagnosed as well; the verdict (fixed, better, no better, trades X for Y) counts all \
illnesses, and where no remedy is enough, pairs are tried. `blobsmith diagnose --list` lists causes and illnesses.

Exit code: 0 nothing found; 1 something found; 2 bad use or unreadable input. The JSON form is described in \
docs/diagnose.md.

Examples:
  blobsmith diagnose levels/04-squares-distance.ron
  blobsmith diagnose level.ron --frames 2000 --only wrong-edge,flip --try
  blobsmith diagnose level.ron --json | jq '.illnesses[].id'",
    arguments: DiagnoseArgs::augment_args,
    run: |matches| run(&arguments::<DiagnoseArgs>(matches)?),
};

#[derive(Args)]
struct DiagnoseArgs {
    /// Level file (.ron or .json)
    #[arg(required_unless_present = "list")]
    level: Option<PathBuf>,
    /// Frames to simulate
    #[arg(long, value_name = "N", default_value_t = 600)]
    frames: u64,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Only these illnesses
    #[arg(long, value_name = "ID,ID,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Apply each remedy to a copy of the level, run it again, and tell what is left
    #[arg(long = "try")]
    tries: bool,
    /// List the illnesses that are looked for
    #[arg(long, exclusive = true)]
    list: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What is told of a level.
struct Report {
    file: String,
    level: Level,
    diagnosis: Diagnosis,
    /// For each illness its remedies, with what each came to where that was tried.
    remedies: Vec<Vec<Tried>>,
    /// The same for each cause.
    of_causes: Vec<Vec<Tried>>,
}

/// A remedy, and what was found with it where it was tried.
type Tried = (Remedy, Option<Diagnosis>);

fn run(args: &DiagnoseArgs) -> Outcome {
    let Some(path) = args.level.as_ref().filter(|_| !args.list) else {
        print(|out| text::list(out))?;
        return Ok(Answer::Yes);
    };
    let only = args.only.iter().map(|id| illness(id)).collect::<Result<Vec<_>, _>>()?;
    let level = args.change.load(path)?;
    let mut diagnosis = watched(&level, args.frames)?;
    if !only.is_empty() {
        for list in [&mut diagnosis.illnesses, &mut diagnosis.consequences, &mut diagnosis.passing] {
            list.retain(|diagnosed| only.contains(&diagnosed.illness));
        }
        diagnosis.causes.retain(|cause| cause.illnesses.iter().any(|illness| only.contains(illness)));
    }
    let mut tried: Vec<(Level, Diagnosis)> = Vec::new();
    let of_causes = diagnosis
        .causes
        .iter()
        .map(|cause| attempts(args, &level, &diagnosis, (&cause.illnesses, cause.remedies.clone()), &mut tried));
    let of_causes = of_causes.collect::<Result<Vec<_>, Failure>>()?;
    let remedies = diagnosis.illnesses.iter().map(|diagnosed| {
        let own = (&[diagnosed.illness][..], diagnosed.remedies(&level));
        attempts(args, &level, &diagnosis, own, &mut tried)
    });
    let remedies = remedies.collect::<Result<Vec<_>, Failure>>()?;
    let report = Report { file: path.display().to_string(), level, diagnosis, remedies, of_causes };
    print(|out| match args.json || args.format == Form::Json {
        true => json::write(out, &report),
        false => text::write(out, &report),
    })?;
    Ok(if report.diagnosis.is_healthy() { Answer::Yes } else { Answer::No })
}

fn illness(id: &str) -> Result<Illness, Failure> {
    let found = ALL.iter().find(|detector| detector.id == id.trim());
    found.map(|detector| detector.illness).ok_or_else(|| {
        let ids: Vec<&str> = ALL.iter().map(|detector| detector.id).collect();
        Failure::Refused(format!("--only {id}: there is no such illness; there are {}", ids.join(", ")))
    })
}

/// A diagnosis, with a bar where it takes long.
fn watched(level: &Level, frames: u64) -> Result<Diagnosis, Failure> {
    let mut progress = Progress::new(frames, false);
    let goes_on = |_| {
        progress.step();
        true
    };
    Ok(diagnose(level, frames, goes_on)?)
}

/// Remedies for some illnesses, tried one by one where that is asked for, and in pairs where none is enough.
fn attempts(
    args: &DiagnoseArgs,
    level: &Level,
    before: &Diagnosis,
    (illnesses, remedies): (&[Illness], Vec<Remedy>),
    tried: &mut Vec<(Level, Diagnosis)>,
) -> Result<Vec<Tried>, Failure> {
    let remedies = remedies.into_iter().map(|remedy| attempt(args, level, remedy, tried));
    let mut all = remedies.collect::<Result<Vec<_>, Failure>>()?;
    let judged: Vec<_> = all
        .iter()
        .filter_map(|(remedy, after)| Some((remedy.clone(), judge(illnesses, before, after.as_ref()?))))
        .collect();
    for pair in together(&judged) {
        all.push(attempt(args, level, pair, tried)?);
    }
    Ok(all)
}

/// A remedy, with what it comes to where that is asked for. The same change is tried once, whatever it is meant for.
fn attempt(
    args: &DiagnoseArgs,
    level: &Level,
    remedy: Remedy,
    tried: &mut Vec<(Level, Diagnosis)>,
) -> Result<(Remedy, Option<Diagnosis>), Failure> {
    let Some(changed) = args.tries.then(|| remedy.apply(level).ok()).flatten() else { return Ok((remedy, None)) };
    if let Some((_, known)) = tried.iter().find(|(known, _)| *known == changed) {
        return Ok((remedy, Some(known.clone())));
    }
    let diagnosis = watched(&changed, args.frames)?;
    tried.push((changed, diagnosis.clone()));
    Ok((remedy, Some(diagnosis)))
}
