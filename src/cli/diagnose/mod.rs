//! `diagnose`: finds failures in a run, their causes and remedies.

mod subject;
mod text;

use super::Command;
use super::change::ChangeArgs;
use super::outcome::{Answer, Failure, Outcome, arguments, print};
use crate::debugger::diagnosis::{
    ALL, Diagnosis, DiagnosisReport, EnergyRises, Judgement, LikelyInput, Problem, Remedy, Tried, judge, likely_input,
    together,
};
use crate::level::checks;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use subject::DiagnosedRun;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "diagnose",
    about: "Simulate a level or a recording and print failures, causes and remedies",
    details: "\
The first line counts the problems of the run, and those of the level that `blobsmith check` prints. \
The report lists causes first, the most likely at the top: evidence from the level and the run, and the problems that the \
cause leads to, in order of time. Then it lists every problem: how often, when and where it was found first and worst, why it \
happens (with the section of the sources), and possible remedies. With --try each remedy is applied to a copy of \
the level, which is run and diagnosed again; the verdict (fixed, better, no better, trades X for Y) counts all \
problems, and the best comes first. If no single remedy suffices, pairs are tried. `blobsmith diagnose --list` lists causes \
and problems.

A recording (.run.ron or .run.json) or a bug bundle (.blobbug) is diagnosed with its inputs: the hand, pushes, changed settings. \
For a problem found after an input, that input is the likely cause; with --try the run is also diagnosed without it.

Exit code: 0 nothing found in the run; 1 something found; 2 bad use or unreadable input. The JSON form is described in \
docs/diagnose.md.

Examples:
  blobsmith diagnose levels/04-squares-distance.ron
  blobsmith diagnose level.ron --frames 2000 --only wrong-edge,flip --try
  blobsmith diagnose crash.run.ron --from 400 --frames 200
  blobsmith diagnose level.ron --json | jq '.problems[].id'",
    arguments: DiagnoseArgs::augment_args,
    run: |matches| run(&arguments::<DiagnoseArgs>(matches)?),
};

#[derive(Args)]
struct DiagnoseArgs {
    /// Level file (.ron or .json) or recording (.run.ron, .run.json or .blobbug)
    #[arg(required_unless_present = "list")]
    level: Option<PathBuf>,
    /// Frames to judge [default: 600; all frames of a longer recording]
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// First frame to judge
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// Branch of a recording, by number or name [default: the present one when it was saved]
    #[arg(long, value_name = "WHICH")]
    branch: Option<String>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = DiagnoseFormat::Text)]
    format: DiagnoseFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Only these problems
    #[arg(long, value_name = "ID,ID,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Apply each remedy to a copy of the level, run it with the same inputs, and print the remaining failures
    #[arg(long = "try")]
    tries: bool,
    /// List all causes and problems
    #[arg(long, exclusive = true)]
    list: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiagnoseFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

fn run(args: &DiagnoseArgs) -> Outcome {
    let Some(path) = args.level.as_ref().filter(|_| !args.list) else {
        print(text::list)?;
        return Ok(Answer::Yes);
    };
    let only = args.only.iter().map(|id| problem(id)).collect::<Result<Vec<_>, _>>()?;
    let subject = DiagnosedRun::open(args, path)?;
    let whole = subject.diagnose();
    let mut diagnosis = whole.clone();
    if !only.is_empty() {
        for list in [&mut diagnosis.problems, &mut diagnosis.consequences, &mut diagnosis.passing] {
            list.retain(|diagnosed| only.contains(&diagnosed.problem));
        }
        diagnosis.causes.retain(|cause| cause.problems.iter().any(|problem| only.contains(problem)));
        diagnosis.energy = EnergyRises::default();
    }
    let of_causes = diagnosis.causes.iter().map(|cause| (cause.problems.clone(), cause.remedies.clone()));
    let of_problems = diagnosis
        .problems
        .iter()
        .map(|diagnosed| (vec![diagnosed.problem], diagnosis.remedies(diagnosed, subject.level())));
    let mut trials = trials(args, &subject, &whole, of_causes.chain(of_problems).collect());
    let remedies = trials.split_off(diagnosis.causes.len());
    let inputs = inputs(args, &subject, &diagnosis);
    let (file, level, first_frame) = (path.display().to_string(), subject.level().clone(), subject.first_frame());
    let report = DiagnosisReport { file, level, diagnosis, whole, first_frame, remedies, of_causes: trials, inputs };
    print(|out| match args.json || args.format == DiagnoseFormat::Json {
        true => {
            serde_json::to_writer_pretty(&mut *out, &report.json())?;
            writeln!(out)
        }
        false => {
            // Those of the level are not among the problems asked for by id.
            let findings = if only.is_empty() { checks::check(&report.level) } else { Vec::new() };
            text::write(out, &report, &findings)
        }
    })?;
    Ok(if report.diagnosis.is_healthy() { Answer::Yes } else { Answer::No })
}

fn problem(id: &str) -> Result<Problem, Failure> {
    let found = ALL.iter().find(|detector| detector.id == id.trim());
    found.map(|detector| detector.problem).ok_or_else(|| {
        let ids: Vec<&str> = ALL.iter().map(|detector| detector.id).collect();
        Failure::Refused(format!("--only {id}: unknown problem; the problems are {}", ids.join(", ")))
    })
}

/// Remedies of each group of problems, with results if requested, and pairs if no single remedy suffices; the best first.
/// Equal changes are tried once; trials run in parallel.
fn trials(
    args: &DiagnoseArgs,
    subject: &DiagnosedRun,
    before: &Diagnosis,
    wanted: Vec<(Vec<Problem>, Vec<Remedy>)>,
) -> Vec<Vec<Tried>> {
    let mut known: Vec<Tried> = Vec::new();
    let mut lists = attempts(args, subject, wanted.iter().map(|(_, remedies)| remedies.clone()).collect(), &mut known);
    let pairs = wanted.iter().zip(&lists).map(|((problems, _), list)| {
        let judged = |(remedy, after): &Tried| Some((remedy.clone(), judge(problems, before, after.as_ref()?)));
        together(&list.iter().filter_map(judged).collect::<Vec<_>>())
    });
    let pairs = attempts(args, subject, pairs.collect(), &mut known);
    lists.iter_mut().zip(pairs).for_each(|(list, pairs)| list.extend(pairs));
    for (list, (problems, _)) in lists.iter_mut().zip(&wanted) {
        list.sort_by_key(|(_, after)| {
            Judgement::rank(after.as_ref().map(|after| judge(problems, before, after)).as_ref())
        });
    }
    lists
}

/// Diagnoses under each remedy; `known` caches earlier results.
fn attempts(
    args: &DiagnoseArgs,
    subject: &DiagnosedRun,
    lists: Vec<Vec<Remedy>>,
    known: &mut Vec<Tried>,
) -> Vec<Vec<Tried>> {
    let mut new: Vec<&Remedy> = Vec::new();
    for remedy in lists.iter().flatten().filter(|_| args.tries) {
        let is_same = |other: &Remedy| other.edits == remedy.edits;
        if !new.iter().any(|other| is_same(other)) && !known.iter().any(|(other, _)| is_same(other)) {
            new.push(remedy);
        }
    }
    let outcomes = subject.diagnose_with(&new);
    known.extend(new.into_iter().cloned().zip(outcomes));
    let with_outcome = |remedy: Remedy| {
        let outcome =
            known.iter().find(|(other, _)| other.edits == remedy.edits).and_then(|(_, outcome)| outcome.clone());
        (remedy, outcome)
    };
    lists.into_iter().map(|list| list.into_iter().map(with_outcome).collect()).collect()
}

/// The likely input cause of each problem.
fn inputs(
    args: &DiagnoseArgs,
    subject: &DiagnosedRun,
    diagnosis: &Diagnosis,
) -> Vec<Option<(LikelyInput, Option<Diagnosis>)>> {
    let mut tried: Vec<(LikelyInput, Option<Diagnosis>)> = Vec::new();
    let likely = diagnosis.problems.iter().map(|diagnosed| {
        let input = likely_input(subject.run(), diagnosed)?;
        if let Some(known) = tried.iter().find(|(known, _)| *known == input) {
            return Some(known.clone());
        }
        let outcome = if args.tries { subject.diagnose_without(&input) } else { None };
        tried.push((input.clone(), outcome.clone()));
        Some((input, outcome))
    });
    likely.collect()
}
