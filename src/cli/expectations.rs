//! `check --run`: tests the expectations of levels about their own runs.

use super::progress::Progress;
use crate::debugger::expect::{self, ExpectationVerdict};
use crate::level::format::{self, FormatError};
use crate::level::{Expectation, Holds, Level};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Result of an expectation.
#[derive(Serialize)]
pub(super) struct Judged {
    holds: Holds,
    condition: String,
    each: &'static str,
    frames: u64,
    /// True if the run meets it.
    pub met: bool,
    frame: Option<u64>,
    substep: Option<u32>,
    reason: Option<String>,
    /// Value of each part of the condition there; `null` if not finite.
    readings: Vec<Reading>,
    place: String,
    line: Option<usize>,
    column: Option<usize>,
}

/// A part of a condition with its value.
#[derive(Serialize)]
struct Reading {
    part: String,
    value: f64,
}

/// Runs a level as long as its expectations need; results in file order.
pub(super) fn judge(path: &Path, level: &Level) -> Result<Vec<Judged>, String> {
    let expected = level.editor.as_ref().map_or(&[][..], |extra| &extra.expect);
    let frames = expected.iter().map(|expectation| expectation.frames).max().unwrap_or(0);
    let mut progress = Progress::new(frames, false);
    let verdicts = expect::judge(level, expected, |frame| {
        progress.reach(frame);
        true
    });
    let verdicts = verdicts.map_err(|error| error.to_string())?.unwrap_or_default();
    let text = format::text_of_file(path, "a level").unwrap_or_default();
    let judged = expected.iter().zip(verdicts).enumerate().map(|(index, (expectation, verdict))| {
        let place = place(index);
        let error = FormatError::at(&place, "");
        let position = format::located(error, &text);
        judged(expectation, verdict, place, position.position.filter(|_| !text.is_empty()))
    });
    Ok(judged.collect())
}

fn place(index: usize) -> String {
    format!("editor.expect[{index}]")
}

fn judged(
    expectation: &Expectation,
    verdict: ExpectationVerdict,
    place: String,
    position: Option<(usize, usize)>,
) -> Judged {
    let Expectation { holds, condition, each, frames } = expectation.clone();
    let said = verdict.words(expectation);
    let (met, at, readings, reason) = match verdict {
        ExpectationVerdict::Met => (true, None, Vec::new(), None),
        ExpectationVerdict::Unreadable(error) => {
            let column = error.column(&expectation.condition);
            (false, None, Vec::new(), Some(format!("{said} (column {column})")))
        }
        ExpectationVerdict::Unmet { at, readings } => {
            let words: Vec<String> = readings.iter().map(|(part, value)| format!("{part} = {value}")).collect();
            let when = if holds == Holds::Eventually { "; at the end " } else { ": " };
            let with = if words.is_empty() { String::new() } else { format!("{when}{}", words.join(", ")) };
            (false, Some(at), readings, Some(format!("it is {said}{with}")))
        }
    };
    Judged {
        holds,
        condition: condition.trim().to_owned(),
        each: each.word(),
        frames,
        met,
        frame: at.map(|at| at.0),
        substep: at.map(|at| at.1),
        reason,
        readings: readings.into_iter().map(|(part, value)| Reading { part, value }).collect(),
        place,
        line: position.map(|position| position.0),
        column: position.map(|position| position.1),
    }
}

/// Writes a line for each unmet expectation, and a summary.
pub(super) fn text(out: &mut impl Write, file: &str, judged: &[Judged]) -> io::Result<()> {
    for one in judged.iter().filter(|one| !one.met) {
        let position = one.line.zip(one.column).map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
        let (holds, condition, frames) = (one.holds.words(), &one.condition, one.frames);
        let reason = one.reason.as_deref().unwrap_or("");
        let place = &one.place;
        writeln!(out, "{file}{position}: unmet: {place}: {holds} {condition} ({frames} frames): {reason}")?;
    }
    let met = judged.iter().filter(|one| one.met).count();
    let plural = if judged.len() == 1 { "" } else { "s" };
    match judged.len() {
        0 => writeln!(out, "{file}: no expectations"),
        count if count == met => writeln!(out, "{file}: {count} expectation{plural} met"),
        count => writeln!(out, "{file}: {met} of {count} expectation{plural} met"),
    }
}
