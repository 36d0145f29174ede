//! Text form of a diagnosis.

use crate::debugger::diagnosis::{
    ALL, CAUSES, Cause, Detector, Diagnosed, Diagnosis, DiagnosisReport, Edit, Finding, LikelyInput, Problem,
    ProblemCounts, Span, Tried, WINDOW, describe, judge, who,
};
use crate::debugger::moment;
use crate::guide::spelled_out;
use crate::level::{Level, checks};
use std::io::{self, Write};

/// Writes the report.
pub(super) fn write(out: &mut impl Write, report: &DiagnosisReport, findings: &[checks::Finding]) -> io::Result<()> {
    let DiagnosisReport { file, level, diagnosis, whole, remedies, of_causes, inputs, first_frame } = report;
    let frames = &diagnosis.frames;
    let counts = ProblemCounts::of(findings, diagnosis);
    let from = if *first_frame > 0 { format!(" from frame {first_frame} on") } else { String::new() };
    let frames = if *frames == 1 { "one frame".to_owned() } else { format!("{frames} frames") };
    writeln!(out, "{file}: {counts} ({frames}{from})")?;
    for (cause, remedies) in diagnosis.causes.iter().zip(of_causes) {
        self::cause(out, report, cause)?;
        print_remedies(out, report, &cause.problems, remedies)?;
    }
    for ((diagnosed, remedies), input) in diagnosis.problems.iter().zip(remedies).zip(inputs) {
        writeln!(out)?;
        problem(out, report, diagnosed, input.as_ref())?;
        print_remedies(out, report, &[diagnosed.problem], remedies)?;
    }
    let others = [
        ("follows from that, in the same body", &diagnosis.consequences, true),
        ("in passing, without harm", &diagnosis.passing, false),
    ];
    for (title, list, is_counted) in others.into_iter().filter(|(_, list, _)| !list.is_empty()) {
        writeln!(out, "\n{title}:")?;
        for diagnosed in list {
            let (count, detector) = (diagnosed.count, diagnosed.detector());
            let count = if is_counted { part(count, whole.count(diagnosed.problem)) } else { count.to_string() };
            writeln!(out, "  {}: {count} [{}]", detector.plural, detector.id)?;
            finding(out, level, "    first", &diagnosed.first)?;
        }
    }
    let rises = diagnosis.energy.describe(level);
    if !rises.is_empty() {
        writeln!(out, "\nnote, not a problem:")?;
    }
    rises.iter().try_for_each(|line| writeln!(out, "  {line}"))
}

fn cause(
    out: &mut impl Write,
    DiagnosisReport { level, whole, .. }: &DiagnosisReport,
    cause: &Cause,
) -> io::Result<()> {
    match whole.problems.iter().find(|found| !cause.is_known && found.detector().id == cause.id) {
        Some(found) => {
            match &cause.likely[..] {
                "" => write!(out, "cause not known; ")?,
                likely => write!(out, "likely cause, by a check of the level: {likely}; ")?,
            }
            finding(out, level, &format!("first seen: {} [{}]", cause.title, cause.id), &found.first)?;
        }
        None => writeln!(out, "cause: {} [{}]: {}", cause.title, cause.id, cause.text)?,
    }
    let lead = |(problem, count): (&Problem, &u64)| {
        format!("{} ({})", Detector::of(*problem).id, part(*count, whole.count(*problem)))
    };
    let others = cause.problems.iter().zip(&cause.counts);
    let others = others.filter(|(problem, _)| cause.is_known || Detector::of(**problem).id != cause.id);
    let leads: Vec<String> = others.map(lead).collect();
    match (leads.is_empty(), cause.is_known) {
        (true, false) => Ok(()),
        (false, false) => writeln!(out, "  found with it: {}", leads.join(", ")),
        (true, true) => writeln!(out, "  leads to: nothing that was found in these frames"),
        (false, true) => writeln!(out, "  leads to: {}", leads.join(", ")),
    }
}

/// A count, with the number of all if it is a part of them.
fn part(count: u64, all: u64) -> String {
    if count == all { count.to_string() } else { format!("{count} of {all}") }
}

fn problem(
    out: &mut impl Write,
    DiagnosisReport { file, level, whole, .. }: &DiagnosisReport,
    diagnosed: &Diagnosed,
    input: Option<&(LikelyInput, Option<Diagnosis>)>,
) -> io::Result<()> {
    let detector = diagnosed.detector();
    let (count, all) = (diagnosed.count, whole.count(diagnosed.problem));
    let times = match count {
        _ if count < all => format!("{count} of {all}, the others are consequences (below)"),
        1 => "once".to_owned(),
        _ => format!("{count} times"),
    };
    writeln!(out, "{} [{}]: {times}", detector.title, detector.id)?;
    finding(out, level, "  first", &diagnosed.first)?;
    if let Some((input, tried)) = input {
        writeln!(out, "  cause: likely, {}", input.describe())?;
        if let Some(without) = tried {
            let left = without.count(diagnosed.problem);
            writeln!(out, "         Without it: {all} before, {left} after")?;
        }
    }
    if diagnosed.worst != diagnosed.first {
        finding(out, level, "  worst", &diagnosed.worst)?;
    }
    if diagnosed.place_count > 1 {
        let spots: Vec<String> =
            diagnosed.spots.iter().map(|spot| format!("{} ({})", who(level, spot.place), spot.count)).collect();
        let rest = diagnosed.place_count - spots.len();
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        writeln!(out, "  where: {}{more}", spots.join(", "))?;
    }
    writeln!(out, "  what:  {}", detector.explanation)?;
    writeln!(out, "  why:   {} (source: {})", detector.why, spelled_out(detector.source))?;
    match detector.overlay {
        Some(overlay) => {
            let frame = diagnosed.worst.frame + 1;
            writeln!(out, "  see:   blobsmith render {file} --frame {frame} --overlay {overlay}")
        }
        None => Ok(()),
    }
}

fn finding(out: &mut impl Write, level: &Level, title: &str, finding: &Finding) -> io::Result<()> {
    let end = moment::after((finding.frame, finding.substep), level.world.substeps);
    writeln!(out, "{title}: frame {}: {}", moment::write(end), describe(finding, level))
}

/// An edit as an argument of the command line, or in words.
fn change(level: &Level, edit: &Edit) -> String {
    match edit {
        Edit::Set(..) => format!("--set {edit}"),
        Edit::Fix(rule, place) => format!("the fix of the check {rule} at {}", who(level, *place)),
        _ => edit.to_string(),
    }
}

fn print_remedies(
    out: &mut impl Write,
    DiagnosisReport { level, whole: before, .. }: &DiagnosisReport,
    of: &[Problem],
    remedies: &[Tried],
) -> io::Result<()> {
    if remedies.is_empty() {
        return writeln!(out, "  try:   no change of a setting is known to help");
    }
    for (remedy, tried) in remedies {
        const MOST: usize = 3;
        let mut edits: Vec<String> = remedy.edits.iter().take(MOST).map(|edit| change(level, edit)).collect();
        if remedy.edits.len() > MOST {
            edits.push(format!("and {} more", remedy.edits.len() - MOST));
        }
        writeln!(out, "  try:   {} ({}). {}", remedy.label, edits.join(", "), remedy.why)?;
        writeln!(out, "         Cost: {}", remedy.cost)?;
        if let Some(after) = tried {
            writeln!(out, "         Tried: {}", outcome(before, of, after))?;
        }
    }
    Ok(())
}

/// The verdict, and the counts of problems before and after a change, those concerned first.
fn outcome(before: &Diagnosis, of: &[Problem], after: &Diagnosis) -> String {
    let others = ALL.iter().map(|detector| detector.problem).filter(|problem| !of.contains(problem));
    let counted = of.iter().copied().chain(others).filter_map(|problem| {
        let counts = [before, after].map(|diagnosis| diagnosis.count(problem));
        (counts != [0, 0]).then(|| format!("{} {} before, {} after", Detector::of(problem).id, counts[0], counts[1]))
    });
    let counted: Vec<String> = counted.collect();
    let verdict = judge(of, before, after).words();
    if counted.is_empty() { verdict } else { format!("{verdict}: {}", counted.join("; ")) }
}

/// Writes all causes and problems.
pub(super) fn list(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Causes:")?;
    for cause in CAUSES {
        writeln!(out, "{}: {}", cause.id, cause.title)?;
        writeln!(out, "    Evidence: {}", cause.evidence)?;
    }
    writeln!(out, "\nProblems (the cause of one that no rule explains is not known):")?;
    for detector in ALL {
        writeln!(out, "{}: {} (source: {})", detector.id, detector.title, spelled_out(detector.source))?;
        let span = match detector.span {
            Span::Substeps => String::new(),
            Span::Window => format!(" Judged by windows of {WINDOW} frames."),
        };
        writeln!(out, "    {}{span}", detector.explanation)?;
        writeln!(out, "    {}", detector.why)?;
    }
    Ok(())
}
