//! The levels that were in force while symptoms were found: inputs of a run may change settings.

use super::Diagnosed;
use crate::debugger::diagnosis::{Edit, Remedy};
use crate::debugger::run::{Input, JournalEntry, Moment, Run, SettingChange};
use crate::level::Level;
use std::collections::BTreeSet;

/// Most levels beside that of the start; the latest ones.
const MOST: usize = 6;

/// A level, and the moment from which on it was in force.
pub(super) struct LevelInForce {
    pub since: Moment,
    pub level: Level,
}

/// First and worst finding of a symptom.
pub(super) fn moments(symptom: &Diagnosed) -> [Moment; 2] {
    [&symptom.first, &symptom.worst].map(|finding| (finding.frame, finding.substep))
}

/// The changes of settings among inputs.
fn settings(entries: &[JournalEntry]) -> Vec<(Moment, &SettingChange)> {
    entries
        .iter()
        .filter_map(|entry| if let Input::Set(set) = &entry.input { Some((entry.moment, set)) } else { None })
        .collect()
}

/// The level of the start, then those in force at the first and worst findings, in order of time.
pub(super) fn levels(run: &Run, symptoms: &[&Diagnosed]) -> Vec<LevelInForce> {
    let (entries, settings) = (run.journal().entries(), settings(run.journal().entries()));
    let count = |moment: Moment| self::settings(&entries[..run.journal().up_to(moment)]).len();
    let counts: BTreeSet<usize> = symptoms.iter().flat_map(|symptom| moments(symptom)).map(count).collect();
    let counts: Vec<usize> = counts.into_iter().filter(|&count| count > 0).collect();
    let mut level = Level::clone(run.start_level());
    let mut found = vec![LevelInForce { since: (0, 0), level: level.clone() }];
    let mut done = 0;
    for &count in &counts[counts.len().saturating_sub(MOST)..] {
        for (_, set) in &settings[done..count] {
            // The run has accepted it; a twin skips what does not fit it.
            let _ = set.path.set(&mut level, &set.value);
        }
        done = count;
        found.push(LevelInForce { since: settings[count - 1].0, level: level.clone() });
    }
    found
}

/// True if an input of the run sets again what a remedy sets in the level.
pub(super) fn overrides(run: &Run, remedy: &Remedy) -> bool {
    let settings = settings(run.journal().entries());
    remedy.edits.iter().any(|edit| match edit {
        Edit::Set(path, _) => settings.iter().any(|(_, set)| set.path.to_string() == *path),
        _ => false,
    })
}
