//! `check --run`: levels held against what they expect of their own runs.
//!
//! Must never know: what the checks find.

use super::progress::Progress;
use crate::debugger::expect::{self, Verdict};
use crate::level::format::{self, FormatError};
use crate::level::{Expectation, Holds, Level};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// What came of an expectation.
#[derive(Serialize)]
pub(super) struct Judged {
    holds: Holds,
    condition: String,
    each: &'static str,
    frames: u64,
    /// Whether the run does it.
    pub met: bool,
    frame: Option<u64>,
    substep: Option<u32>,
    reason: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

/// Runs a level as far as it expects something; in the order of the file.
pub(super) fn judge(path: &Path, level: &Level) -> Result<Vec<Judged>, String> {
    let expected = level.editor.as_ref().map_or(&[][..], |extra| &extra.expect);
    let frames = expected.iter().map(|expectation| expectation.frames).max().unwrap_or(0);
    let mut progress = Progress::new(frames, false);
    let verdicts = expect::judge(level, expected, || {
        progress.step();
        true
    });
    let verdicts = verdicts.map_err(|error| error.to_string())?.unwrap_or_default();
    let text = format::text_of_file(path, "a level").unwrap_or_default();
    let judged = expected.iter().zip(verdicts).enumerate().map(|(index, (expectation, verdict))| {
        let place = place(index);
        let position = format::located(FormatError { file: None, place, position: None, reason: String::new() }, &text);
        judged(expectation, verdict, position.position.filter(|_| !text.is_empty()))
    });
    Ok(judged.collect())
}

fn place(index: usize) -> String {
    format!("editor.expect[{index}]")
}

fn judged(expectation: &Expectation, verdict: Verdict, position: Option<(usize, usize)>) -> Judged {
    let Expectation { holds, condition, each, frames } = expectation.clone();
    let condition = condition.trim().to_owned();
    let (met, at, reason) = match verdict {
        Verdict::Met => (true, None, None),
        Verdict::Unreadable(complaint) => {
            let column = complaint.column(&expectation.condition);
            (false, None, Some(format!("the condition cannot be read: {complaint} (column {column})")))
        }
        Verdict::Unmet { at, readings } => {
            let within = if at.1 > 0 { format!(", substep {}", at.1) } else { String::new() };
            let found = match holds {
                Holds::Never => format!("it is true at frame {}{within}", at.0),
                Holds::Always => format!("it is not true at frame {}{within}", at.0),
                Holds::Eventually => format!("it is not true in {frames} frames"),
                Holds::AtEnd => format!("it is not true at frame {}", at.0),
            };
            let readings: Vec<String> = readings.into_iter().map(|(part, value)| format!("{part} = {value}")).collect();
            let when = if holds == Holds::Eventually { "; at the end " } else { ": " };
            let with = if readings.is_empty() { String::new() } else { format!("{when}{}", readings.join(", ")) };
            (false, Some(at), Some(format!("{found}{with}")))
        }
    };
    Judged {
        holds,
        condition,
        each: each.word(),
        frames,
        met,
        frame: at.map(|at| at.0),
        substep: at.map(|at| at.1),
        reason,
        line: position.map(|position| position.0),
        column: position.map(|position| position.1),
    }
}

/// A line for each that is not met, and one for all.
pub(super) fn text(out: &mut impl Write, file: &str, judged: &[Judged]) -> io::Result<()> {
    for (index, one) in judged.iter().enumerate().filter(|(_, one)| !one.met) {
        let position = one.line.zip(one.column).map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
        let (holds, condition, frames) = (one.holds.words(), &one.condition, one.frames);
        let reason = one.reason.as_deref().unwrap_or("");
        let place = place(index);
        writeln!(out, "{file}{position}: unmet: {place}: {holds} {condition} ({frames} frames): {reason}")?;
    }
    let met = judged.iter().filter(|one| one.met).count();
    let plural = if judged.len() == 1 { "" } else { "s" };
    match judged.len() {
        0 => writeln!(out, "{file}: expects nothing of its run"),
        count if count == met => writeln!(out, "{file}: {count} expectation{plural} met"),
        count => writeln!(out, "{file}: {met} of {count} expectation{plural} met"),
    }
}
