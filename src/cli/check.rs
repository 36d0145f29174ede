//! `check`: prints the findings of the checks on level files.

use super::Command;
use super::expectations::{self, Judged};
use super::outcome::{Answer, Failure, Outcome, arguments, eprint_line, load_flat, print};
use crate::debugger::recording::bundle;
use crate::level::Place;
use crate::level::checks::{self, Finding, Severity};
use crate::level::format;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "check",
    about: "Check levels: print problems, their places and fixes",
    details: "\
Exit code: 0 no error-level finding; 1 at least one; 2 a file could not be read (the others are still checked).

--run also runs each level and tests its expectations (`editor.expect` in the file: conditions that hold never, always, \
eventually or at the end). It prints each unmet expectation with the first frame that contradicts it; the exit code is then 1. \
`blobsmith shrink` makes levels with expectations.

A line of text output is `FILE:LINE:COLUMN: SEVERITY: PLACE: MESSAGE [RULE]`. JSON output is a list with one object per \
file: {\"file\", \"findings\": [{\"rule\", \"severity\", \"places\", \"message\", \"fix\", \"line\", \"column\"}], \"refused\": \
null or the reason}. Line and column are those of the first place; in huge files only the first findings have them \
(null otherwise). With --run an object also has \"expectations\": [{\"holds\", \"condition\", \"each\", \"frames\", \"met\", \
\"frame\", \"substep\", \"reason\", \"readings\": [{\"part\", \"value\"}], \"place\", \"line\", \"column\"}], frame and substep \
are those where it fails; readings are the values of the condition's parts there (null if not finite).

Examples:
  blobsmith check levels/*.ron
  blobsmith check --run levels/*.ron
  blobsmith check level.ron --format json | jq '.[].findings[].message'",
    arguments: CheckArgs::augment_args,
    run: |matches| check(&arguments::<CheckArgs>(matches)?),
};

#[derive(Args)]
struct CheckArgs {
    /// Level files (.ron or .json)
    #[arg(required = true, value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    format: CheckFormat,
    /// Also run the levels and test their expectations
    #[arg(long)]
    run: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people and editors
    Text,
    /// For programs
    Json,
}

/// Report on one file.
#[derive(Serialize)]
struct CheckReport {
    file: String,
    findings: Vec<Located>,
    refused: Option<String>,
    /// Results of the level's expectations, with --run.
    #[serde(skip_serializing_if = "Option::is_none")]
    expectations: Option<Vec<Judged>>,
}

/// A finding with the line and column of its first place.
#[derive(Serialize)]
struct Located {
    #[serde(flatten)]
    finding: Finding,
    line: Option<usize>,
    column: Option<usize>,
}

fn check(args: &CheckArgs) -> Outcome {
    let reports: Vec<CheckReport> = args.levels.iter().map(|path| report(path, args.run)).collect();
    // Errors first, so that they are not lost if the output is truncated.
    for reason in reports.iter().filter_map(|report| report.refused.as_ref()) {
        eprint_line(reason);
    }
    print(|out| match args.format {
        CheckFormat::Text => {
            reports.iter().filter(|report| report.refused.is_none()).try_for_each(|report| text(out, report))
        }
        CheckFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &reports)?;
            writeln!(out)
        }
    })?;
    if reports.iter().any(|report| report.refused.is_some()) {
        return Err(Failure::Reported);
    }
    let severities = reports.iter().flat_map(|report| &report.findings).map(|located| located.finding.severity);
    let bad = severities.max() == Some(Severity::Error);
    let is_unmet = reports.iter().flat_map(|report| report.expectations.iter().flatten()).any(|judged| !judged.met);
    Ok(if bad || is_unmet { Answer::No } else { Answer::Yes })
}

fn report(path: &Path, runs: bool) -> CheckReport {
    let file = path.display().to_string();
    let refused = |file: String, reason: String| CheckReport {
        file,
        findings: Vec::new(),
        refused: Some(reason),
        expectations: None,
    };
    let findings = if bundle::is_bundle(path) {
        bundle::load(path).map(|(recording, _)| checks::check(&recording.level))
    } else {
        crate::level::load(path).map(|loaded| loaded.findings)
    };
    let findings = match findings {
        Ok(findings) => findings,
        Err(error) => return refused(file, error.to_string()),
    };
    // If an instance cannot be replaced, the findings report it. A bundle with inputs is no level.
    let flat = match runs.then(|| load_flat(path)) {
        Some(Err(Failure::Refused(reason))) if bundle::is_bundle(path) => return refused(file, reason),
        flat => flat.and_then(Result::ok),
    };
    match flat.map(|level| expectations::judge(path, &level)).transpose() {
        Ok(expectations) => CheckReport { file, findings: locate(path, findings), refused: None, expectations },
        Err(reason) => refused(file, reason),
    }
}

fn locate(path: &Path, findings: Vec<Finding>) -> Vec<Located> {
    let first = |finding: &Finding| finding.places.first().copied().unwrap_or(Place::Level);
    let places: Vec<Place> = findings.iter().map(first).collect();
    let positions = if places.is_empty() { Vec::new() } else { format::locate_in_file(path, &places) };
    findings
        .into_iter()
        .zip(positions)
        .map(|(finding, position)| Located {
            finding,
            line: position.map(|(line, _)| line),
            column: position.map(|(_, column)| column),
        })
        .collect()
}

fn text(out: &mut impl Write, report: &CheckReport) -> io::Result<()> {
    for located in &report.findings {
        let position = match (located.line, located.column) {
            (Some(line), Some(column)) => format!(":{line}:{column}"),
            _ => String::new(),
        };
        line(out, &format!("{}{position}", report.file), &located.finding)?;
    }
    if let Some(judged) = &report.expectations {
        expectations::text(out, &report.file, judged)?;
    }
    summary(out, report)
}

fn line(out: &mut impl Write, at: &str, finding: &Finding) -> io::Result<()> {
    const MOST_PLACES: usize = 6;
    let place = finding.places.first().map(ToString::to_string).unwrap_or_default();
    writeln!(out, "{at}: {}: {place}: {} [{}]", severity(finding.severity), finding.message, finding.rule)?;
    if finding.places.len() > 1 {
        let others: Vec<String> = finding.places.iter().skip(1).take(MOST_PLACES).map(ToString::to_string).collect();
        let rest = finding.places.len() - 1 - others.len();
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        writeln!(out, "    with {}{more}", others.join(", "))?;
    }
    finding.fix.iter().try_for_each(|fix| writeln!(out, "    fix: {fix}"))
}

fn summary(out: &mut impl Write, report: &CheckReport) -> io::Result<()> {
    let counts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Hint]
        .into_iter()
        .filter_map(|kind| {
            let count = report.findings.iter().filter(|located| located.finding.severity == kind).count();
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} {}{plural}", severity(kind)))
        })
        .collect();
    let summary = if counts.is_empty() { "no findings".into() } else { counts.join(", ") };
    writeln!(out, "{}: {summary}", report.file)
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Hint => "hint",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
