//! The held-out set: scenes by number, with sizes, masses, times, stiffnesses and substeps that were not used to choose the
//! thresholds of detectors. Each faulty scene has its problem by calculation, and a healthy twin without the cause.

mod moving;
mod painting;
mod staying;

use super::scaling::{Units, in_units};
use super::scenes::random::Random;
use blobsmith::debugger::diagnosis::{Diagnosis, describe, diagnose};
use blobsmith::level::Level;
use std::fmt::Write;
use std::sync::OnceLock;

/// Scenes of each kind.
const EACH: u64 = 12;

/// A kind of scenes.
struct Kind {
    title: &'static str,
    /// The problem of such a scene by calculation; none for a healthy one.
    wanted: &'static [&'static str],
    /// Also counts as named where it is reported in passing.
    in_passing: bool,
    frames: u64,
    make: fn(&mut Random) -> Level,
}

const fn kind(
    title: &'static str,
    wanted: &'static [&'static str],
    frames: u64,
    make: fn(&mut Random) -> Level,
) -> Kind {
    Kind { title, wanted, in_passing: false, frames, make }
}

/// Every kind, in the order of the page.
fn kinds() -> impl Iterator<Item = &'static Kind> {
    [moving::KINDS, painting::KINDS, staying::KINDS].into_iter().flatten()
}

/// A scene in units of its own: lengths and masses from a hundredth to a hundred, times from a tenth to ten.
fn scene(kind: &Kind, number: u64) -> Level {
    let salt: u64 = kind.title.bytes().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut random = Random::new(salt ^ (number << 32));
    let level = (kind.make)(&mut random);
    let power = |random: &mut Random, most: f64| 10.0_f64.powf(random.between(-most, most));
    let units = Units { length: power(&mut random, 2.0), mass: power(&mut random, 2.0), time: power(&mut random, 1.0) };
    in_units(&level, units)
}

fn ids(kind: &Kind, diagnosis: &Diagnosis) -> Vec<&'static str> {
    let passing = diagnosis.passing.iter().filter(|_| kind.in_passing);
    let mut ids: Vec<_> = diagnosis.problems.iter().chain(passing).map(|found| found.detector().id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Results of the scenes of one kind.
#[derive(Default)]
struct Tally {
    /// Scenes with exactly the problems that they were made with.
    right: u64,
    /// Problems that exist and were not reported.
    missed: u64,
    /// Problems that were reported and do not exist.
    invented: u64,
    /// The differences, in words.
    notes: String,
}

fn judge(kind: &Kind) -> Tally {
    let mut tally = Tally::default();
    for number in 0..EACH {
        let level = scene(kind, number);
        let diagnosis = diagnose(&level, kind.frames, |_| true).expect("scenes are sound");
        let found = ids(kind, &diagnosis);
        let missed = kind.wanted.iter().filter(|id| !found.contains(id)).count() as u64;
        let invented = found.iter().filter(|id| !kind.wanted.contains(id)).count() as u64;
        tally.missed += missed;
        tally.invented += invented;
        tally.right += u64::from(missed + invented == 0);
        if missed + invented > 0 {
            let _ = writeln!(tally.notes, "{}, number {number}: {found:?}", kind.title);
            for found in &diagnosis.problems {
                let _ = writeln!(tally.notes, "    {}", describe(&found.worst, &level));
            }
        }
    }
    tally
}

/// All kinds, judged once for the page and the test.
fn tallies() -> &'static [Tally] {
    static TALLIES: OnceLock<Vec<Tally>> = OnceLock::new();
    TALLIES.get_or_init(|| kinds().map(judge).collect())
}

/// The confusion numbers, as a table.
pub fn table() -> String {
    let mut text = String::from("| scenes | problem | right | missed | invented |\n| --- | --- | --: | --: | --: |");
    let mut sums = [0; 4];
    for (kind, &Tally { right, missed, invented, .. }) in kinds().zip(tallies()) {
        let of = if kind.wanted.is_empty() { "nothing".to_owned() } else { format!("`{}`", kind.wanted.join("`, `")) };
        let _ = write!(text, "\n| {} | {of} | {right} of {EACH} | {missed} | {invented} |", kind.title);
        for (sum, of) in sums.iter_mut().zip([right, missed, invented, EACH]) {
            *sum += of;
        }
    }
    let [right, missed, invented, all] = sums;
    text + &format!("\n| **all** | | {right} of {all} | {missed} | {invented} |\n")
}

#[test]
fn held_out_scenes_are_diagnosed_correctly() {
    let wrong: String = tallies().iter().map(|tally| tally.notes.as_str()).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}
