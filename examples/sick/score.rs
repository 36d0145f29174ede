//! Diagnoses the levels of a folder and counts how often the cause is found.

use super::causes;
use super::outcome;
use blobsmith::debugger::diagnosis::{Remedy, diagnose};
use blobsmith::level::Level;
use blobsmith::level::format::{TextFormat, read};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of diagnosed frames, as in the command.
const FRAMES: u64 = 600;

/// Ids that differ between generator and `diagnose`.
const NAMES: &[(&str, &str)] = &[
    ("wrong-rest-lengths", "wrong-rest-length"),
    ("light-node", "mass-ratio"),
    ("freezing-retention", "over-damping"),
    ("restitution-product", "restitution-above-1"),
    ("floor-with-bumper", "restitution-above-1"),
    ("friction-factor", "friction-above-1"),
    ("wrong-edge-level", "edge-choice"),
    ("no-eligible-edge", "edge-choice"),
    ("tunnelling", "too-fast"),
    ("thin-wall-self-overlap", "too-soft"),
];

/// Counts for the levels of one cause, or of all.
#[derive(Debug, Default)]
pub struct Row {
    pub levels: usize,
    pub first: usize,
    pub listed: usize,
    pub missed: usize,
    pub false_alarms: usize,
    pub remedies: usize,
    pub fixed: usize,
    answers: BTreeMap<String, usize>,
}

/// Diagnosis of a level and its twin.
struct Scored {
    cause: &'static str,
    name: String,
    /// Ids of the diagnosed causes, in order.
    lines: Vec<&'static str>,
    /// First cause diagnosed for the twin: a false alarm.
    alarm: Option<&'static str>,
    /// First remedy, and whether the level is fine with it.
    remedy: Option<(&'static str, bool)>,
}

/// Scores every level of a folder. With `remedies`, applies the first remedy of each level and judges the run by the
/// physical criteria.
pub fn run(dir: &Path, remedies: bool) -> std::io::Result<BTreeMap<&'static str, Row>> {
    let mut files: Vec<_> = std::fs::read_dir(dir)?.map(|file| Ok(file?.path())).collect::<std::io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "cause"));
    files.sort();
    let next = AtomicUsize::new(0);
    let scored = Mutex::new(Vec::new());
    let work = || -> std::io::Result<()> {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(one) = one(file, remedies)? {
                scored.lock().unwrap_or_else(PoisonError::into_inner).push(one);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work().and(other.join().unwrap_or_else(|_| Err(std::io::Error::other("a level made the scorer panic"))))
    })?;
    let mut scored = scored.into_inner().unwrap_or_else(PoisonError::into_inner);
    scored.sort_by(|a, b| a.name.cmp(&b.name));
    let mut rows: BTreeMap<&'static str, Row> = BTreeMap::new();
    scored.iter().for_each(|one| rows.entry(one.cause).or_default().add(one));
    Ok(rows)
}

fn level(path: &Path) -> std::io::Result<Level> {
    read(&std::fs::read_to_string(path)?, TextFormat::Ron).map_err(|error| std::io::Error::other(error.to_string()))
}

/// Id by which `diagnose` names a cause.
fn wanted(cause: &'static str) -> &'static str {
    NAMES.iter().find(|(id, _)| *id == cause).map_or(cause, |(_, name)| name)
}

fn one(file: &Path, remedies: bool) -> std::io::Result<Option<Scored>> {
    let id = std::fs::read_to_string(file)?;
    let Some(cause) = causes::all().find(|cause| cause.id == id.trim()) else { return Ok(None) };
    let (sick, twin) = (level(&file.with_extension("ron"))?, level(&file.with_extension("twin.ron"))?);
    let diagnosed = |level| diagnose(level, FRAMES, |_| true).map_err(|error| std::io::Error::other(error.to_string()));
    let (found, of_twin) = (diagnosed(&sick)?, diagnosed(&twin)?);
    let first = found.causes.first().and_then(|cause| cause.remedies.first()).filter(|_| remedies);
    let is_fine = |remedy: &Remedy| {
        let after = remedy.apply(&sick).ok().and_then(|level| outcome::run(&level));
        after.is_some_and(|after| after.is_fine())
    };
    let problem = || of_twin.problems.first().map(|diagnosed| diagnosed.detector().id);
    let scored = Scored {
        cause: cause.id,
        name: sick.name.clone(),
        lines: found.causes.iter().map(|cause| cause.id).collect(),
        alarm: of_twin.causes.first().map(|cause| cause.id).or_else(problem),
        remedy: first.map(|remedy| (remedy.id, is_fine(remedy))),
    };
    let verdict = match (scored.lines.first() == Some(&wanted(cause.id)), scored.alarm, scored.remedy) {
        (false, ..) => "WRONG",
        (_, Some(_), _) => "ALARM",
        (.., Some((_, false))) => "UNFIXED",
        _ => "good",
    };
    let Scored { name, lines, alarm, remedy, .. } = &scored;
    eprintln!("{verdict} {name} {}: {lines:?}, alarm {alarm:?}, remedy {remedy:?}", cause.id);
    if verdict == "UNFIXED" && std::env::var_os("SICK_EXPLAIN").is_some() {
        for remedy in found.causes.iter().flat_map(|cause| &cause.remedies) {
            let after = remedy.apply(&sick).ok().and_then(|level| outcome::run(&level));
            let is_fine = after.as_ref().is_some_and(outcome::Outcome::is_fine);
            eprintln!("    {name} {} ({}): fine {is_fine}, {after:?}", remedy.id, remedy.label);
        }
    }
    Ok(Some(scored))
}

impl Row {
    fn add(&mut self, one: &Scored) {
        self.levels += 1;
        match one.lines.iter().position(|&id| id == wanted(one.cause)) {
            Some(0) => self.first += 1,
            Some(_) => self.listed += 1,
            None => self.missed += 1,
        }
        *self.answers.entry(one.lines.first().copied().unwrap_or("nothing").to_owned()).or_default() += 1;
        self.false_alarms += usize::from(one.alarm.is_some());
        self.remedies += usize::from(one.remedy.is_some());
        self.fixed += usize::from(one.remedy.is_some_and(|(_, is_fine)| is_fine));
    }
}

/// Sum of all rows.
pub fn total<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Row {
    let mut all = Row::default();
    for row in rows {
        all.levels += row.levels;
        all.first += row.first;
        all.listed += row.listed;
        all.missed += row.missed;
        all.false_alarms += row.false_alarms;
        all.remedies += row.remedies;
        all.fixed += row.fixed;
    }
    all
}

/// Prints the table of docs/sick-levels.md.
pub fn print(rows: &BTreeMap<&str, Row>, remedies: bool) {
    println!(
        "| cause | levels | first line | listed | missed | false alarms on twins | remedies that fix | first lines |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (id, row) in rows {
        let answers = row.answers.iter().map(|(id, count)| format!("{count} {id}")).collect::<Vec<_>>().join(", ");
        line(id, row, remedies, &answers);
    }
    line("all", &total(rows.values()), remedies, "");
}

fn line(id: &str, row: &Row, remedies: bool, answers: &str) {
    let fixed = if remedies { format!("{} of {}", row.fixed, row.remedies) } else { "not tried".to_owned() };
    let Row { levels, first, listed, missed, false_alarms, .. } = row;
    println!("| {id} | {levels} | {first} | {listed} | {missed} | {false_alarms} | {fixed} | {answers} |");
}
