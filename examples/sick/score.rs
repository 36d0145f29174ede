//! Diagnoses the levels of a folder and counts how often the cause is named.

use super::causes;
use super::outcome;
use blobsmith::debugger::diagnosis::diagnose;
use blobsmith::level::Level;
use blobsmith::level::format::{TextFormat, read};
use std::collections::BTreeMap;
use std::path::Path;

/// Frames that are diagnosed, as by the command.
const FRAMES: u64 = 600;

/// For each cause the ids of `diagnose` that truly name it. A symptom does not count.
const NAMES: &[(&str, &[&str])] = &[
    ("bow-tie-hull", &["hull-self-intersection", "hull-consistency"]),
    ("clockwise-hull", &["hull-orientation"]),
    ("open-hull", &["open-hull", "hull-consistency"]),
    ("missing-triangle", &["missing-triangles", "triangle-area", "triangle-tiling"]),
    ("flipped-triangle", &["triangle-orientation"]),
    ("start-inside", &["start-inside"]),
    ("under-braced", &["under-braced"]),
    ("wrong-rest-lengths", &["rest-length"]),
    ("inverted-container", &["inverted-container", "hull-orientation"]),
    ("too-few-substeps", &["stability", "stiff-spring"]),
    ("stiff-spring", &["stiff-spring", "stability"]),
    ("explicit-euler", &["explicit-growth"]),
    ("light-node", &["mass-ratio", "stability"]),
    ("heavy-on-soft", &["mass-ratio"]),
    ("over-damping", &["over-damping"]),
    ("freezing-retention", &["over-damping"]),
    ("too-little-gas", &["collapse", "under-braced"]),
    ("too-much-gas", &["swelling"]),
    ("restitution-product", &["restitution-gain", "restitution"]),
    ("friction-factor", &["friction"]),
    ("wrong-edge-level", &["wrong-edge"]),
    ("barycentre-rule", &["concave-barycentre-rule", "wrong-edge", "no-edge"]),
    ("no-eligible-edge", &["no-edge"]),
    ("tunnelling", &["tunnelling", "fast-start"]),
    ("thin-wall-self-overlap", &["self-overlap"]),
    ("floor-with-bumper", &["restitution-gain", "restitution"]),
];

#[derive(Default)]
struct Row {
    levels: usize,
    first: usize,
    listed: usize,
    missed: usize,
    false_alarms: usize,
    remedies: usize,
    fixed: usize,
    answers: BTreeMap<String, usize>,
}

/// See the module. With `remedies` the first one of each level is applied and the run judged by the physical criteria.
pub fn run(dir: &Path, remedies: bool) -> std::io::Result<()> {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut files: Vec<_> = std::fs::read_dir(dir)?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    for file in files.iter().map(std::fs::DirEntry::path) {
        if file.extension().is_none_or(|ending| ending != "cause") {
            continue;
        }
        let id = std::fs::read_to_string(&file)?;
        let Some(cause) = causes::all().find(|cause| cause.id == id.trim()) else { continue };
        let (sick, twin) = (level(&file.with_extension("ron"))?, level(&file.with_extension("twin.ron"))?);
        let row = rows.entry(cause.id).or_default();
        one(row, cause, &sick, &twin, remedies);
    }
    print(&rows, remedies);
    Ok(())
}

fn level(path: &Path) -> std::io::Result<Level> {
    read(&std::fs::read_to_string(path)?, TextFormat::Ron).map_err(|error| std::io::Error::other(error.to_string()))
}

fn one(row: &mut Row, cause: &causes::Cause, sick: &Level, twin: &Level, remedies: bool) {
    let names = NAMES.iter().find(|(id, _)| *id == cause.id).map_or(&[][..], |(_, names)| names);
    row.levels += 1;
    let Ok(found) = diagnose(sick, FRAMES, |_| true) else { return };
    let ids: Vec<&str> = found.illnesses.iter().map(|diagnosed| diagnosed.detector().id).collect();
    match ids.iter().position(|id| names.contains(id)) {
        Some(0) => row.first += 1,
        Some(_) => row.listed += 1,
        None => row.missed += 1,
    }
    *row.answers.entry(ids.first().copied().unwrap_or("nothing").to_owned()).or_default() += 1;
    if diagnose(twin, FRAMES, |_| true).is_ok_and(|of_twin| !of_twin.illnesses.is_empty()) {
        row.false_alarms += 1;
    }
    let remedy = found.illnesses.first().and_then(|diagnosed| diagnosed.remedies(sick).into_iter().next());
    if let Some(remedy) = remedy.filter(|_| remedies) {
        row.remedies += 1;
        let after = remedy.apply(sick).ok().and_then(|level| outcome::run(&level));
        row.fixed += usize::from(after.is_some_and(|after| after.is_fine()));
    }
}

fn print(rows: &BTreeMap<&str, Row>, remedies: bool) {
    println!(
        "| cause | levels | first line | listed | missed | false alarms on twins | remedies that fix | first lines |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all = Row::default();
    for (id, row) in rows {
        let answers = row.answers.iter().map(|(id, count)| format!("{count} {id}")).collect::<Vec<_>>().join(", ");
        line(id, row, remedies, &answers);
        all.levels += row.levels;
        all.first += row.first;
        all.listed += row.listed;
        all.missed += row.missed;
        all.false_alarms += row.false_alarms;
        all.remedies += row.remedies;
        all.fixed += row.fixed;
    }
    line("all", &all, remedies, "");
}

fn line(id: &str, row: &Row, remedies: bool, answers: &str) {
    let fixed = if remedies { format!("{} of {}", row.fixed, row.remedies) } else { "not tried".to_owned() };
    let Row { levels, first, listed, missed, false_alarms, .. } = row;
    println!("| {id} | {levels} | {first} | {listed} | {missed} | {false_alarms} | {fixed} | {answers} |");
}
