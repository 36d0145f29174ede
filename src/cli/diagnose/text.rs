//! A diagnosis in words.
//!
//! Must never know: how anything is found.

use super::Report;
use crate::debugger::diagnosis::{ALL, Diagnosed, Diagnosis, Finding, LikelyInput, Remedy, Span, WINDOW, who};
use crate::level::Level;
use std::io::{self, Write};

/// The whole report.
pub(super) fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let Report { file, level, diagnosis, remedies, inputs, first_frame } = report;
    let (count, frames) = (diagnosis.illnesses.len(), diagnosis.frames);
    let what = match count {
        0 => "nothing found".to_owned(),
        1 => "one illness".to_owned(),
        _ => format!("{count} illnesses, the gravest first"),
    };
    let from = if *first_frame > 0 { format!(" from frame {first_frame} on") } else { String::new() };
    writeln!(out, "{file}: {what} in {frames} frames{from}")?;
    for ((diagnosed, remedies), input) in diagnosis.illnesses.iter().zip(remedies).zip(inputs) {
        writeln!(out)?;
        illness(out, report, diagnosed, input.as_ref())?;
        mend(out, diagnosis, diagnosed, remedies)?;
    }
    let others = [
        ("follows from that, in the same body", &diagnosis.consequences),
        ("in passing, without harm", &diagnosis.passing),
    ];
    for (title, list) in others.into_iter().filter(|(_, list)| !list.is_empty()) {
        writeln!(out, "\n{title}:")?;
        for diagnosed in list {
            let (count, detector) = (diagnosed.count, diagnosed.detector());
            writeln!(out, "  {}: {count} [{}]", detector.plural, detector.id)?;
            let Finding { frame, substep, .. } = diagnosed.first;
            writeln!(out, "    first: frame {frame}, substep {substep}: {}", diagnosed.first.describe(level))?;
        }
    }
    Ok(())
}

fn illness(
    out: &mut impl Write,
    Report { file, level, .. }: &Report,
    diagnosed: &Diagnosed,
    input: Option<&(LikelyInput, Option<Diagnosis>)>,
) -> io::Result<()> {
    let detector = diagnosed.detector();
    let times = if diagnosed.count == 1 { "once".to_owned() } else { format!("{} times", diagnosed.count) };
    writeln!(out, "{} [{}]: {times}", detector.title, detector.id)?;
    finding(out, level, "first", &diagnosed.first)?;
    if let Some((input, tried)) = input {
        writeln!(out, "  cause: likely, {}", input.describe())?;
        if let Some(without) = tried {
            let left = without.count(diagnosed.illness);
            writeln!(out, "         Without it: {} before, {left} after", diagnosed.count)?;
        }
    }
    if diagnosed.worst != diagnosed.first {
        finding(out, level, "worst", &diagnosed.worst)?;
    }
    if diagnosed.place_count > 1 {
        let spots: Vec<String> =
            diagnosed.spots.iter().map(|spot| format!("{} ({})", who(level, spot.place), spot.count)).collect();
        let rest = diagnosed.place_count - spots.len();
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        writeln!(out, "  where: {}{more}", spots.join(", "))?;
    }
    writeln!(out, "  what:  {}", detector.explanation)?;
    writeln!(out, "  why:   {} ({})", detector.why, detector.source)?;
    match detector.illness.overlay() {
        Some(overlay) => {
            let frame = diagnosed.worst.frame + 1;
            writeln!(out, "  see:   blobsmith render {file} --frame {frame} --overlay {overlay}")
        }
        None => Ok(()),
    }
}

fn finding(out: &mut impl Write, level: &Level, title: &str, finding: &Finding) -> io::Result<()> {
    let Finding { frame, substep, .. } = finding;
    writeln!(out, "  {title}: frame {frame}, substep {substep}: {}", finding.describe(level))
}

fn mend(
    out: &mut impl Write,
    before: &Diagnosis,
    diagnosed: &Diagnosed,
    remedies: &[(Remedy, Option<Diagnosis>)],
) -> io::Result<()> {
    if remedies.is_empty() {
        return writeln!(out, "  mend:  no change of a setting is known to help");
    }
    for (remedy, tried) in remedies {
        const MOST: usize = 3;
        let mut edits: Vec<String> = remedy.edits.iter().take(MOST).map(ToString::to_string).collect();
        if remedy.edits.len() > MOST {
            edits.push(format!("and {} more", remedy.edits.len() - MOST));
        }
        writeln!(out, "  mend:  {} ({}). {}", remedy.label, edits.join(", "), remedy.why)?;
        writeln!(out, "         Cost: {}", remedy.cost)?;
        if let Some(after) = tried {
            writeln!(out, "         Tried: {}", outcome(before, diagnosed, after))?;
        }
    }
    Ok(())
}

/// What is left of the illness, and of the others, after a change.
fn outcome(before: &Diagnosis, diagnosed: &Diagnosed, after: &Diagnosis) -> String {
    let own = after.count(diagnosed.illness);
    let mut parts = vec![format!("{} before, {own} after", diagnosed.count)];
    for detector in ALL.iter().filter(|detector| detector.illness != diagnosed.illness) {
        let counts = [before, after].map(|diagnosis| diagnosis.count(detector.illness));
        if counts != [0, 0] {
            parts.push(format!("{} {} before, {} after", detector.id, counts[0], counts[1]));
        }
    }
    let verdict = match own {
        0 if after.is_healthy() => "mended; nothing is left",
        0 => "mended",
        _ if own < diagnosed.count => "better",
        _ => "no better",
    };
    format!("{verdict}: {}", parts.join("; "))
}

/// All illnesses.
pub(super) fn list(out: &mut impl Write) -> io::Result<()> {
    for detector in ALL {
        writeln!(out, "{}: {} ({})", detector.id, detector.title, detector.source)?;
        let span = match detector.span {
            Span::Substeps => String::new(),
            Span::Window => format!(" Judged by windows of {WINDOW} frames."),
        };
        writeln!(out, "    {}{span}", detector.explanation)?;
        writeln!(out, "    {}", detector.why)?;
    }
    Ok(())
}
