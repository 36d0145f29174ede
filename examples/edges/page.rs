//! The tables of the page.
//!
//! Must never know: how the numbers came about.

use crate::measure::Outcome;
use crate::rest;
use crate::scenes::Family;
use blobsmith::engine::contact::Setting;
use std::fmt::Write;

/// Where the page keeps the tables.
const BEGIN: &str = "<!-- tables -->\n";
const END: &str = "<!-- end of tables -->\n";

/// What is told of the scenes of a family under a rule.
type Tell = fn(&[Outcome]) -> String;

const TABLES: &[(&str, Tell)] = &[
    (
        "Overlap: the largest part of the smaller body that ever lay in another at the end of a frame, mean over the scenes, in percent; in brackets the scenes that end with more than 5 %, where there are any.",
        overlap,
    ),
    (
        "Wrong edges: of 1000 contacts, those that push a node out of another edge than the one by which it came in.",
        wrong,
    ),
    (
        "Energy made from nothing: what impulses and repositioning gave in the substeps in which they gave, as a multiple of the kinetic energy before the first contact, median over the scenes.",
        made,
    ),
    (
        "Explosions: scenes that blow up, or whose energy ever stands above its start by more than twice the kinetic energy before the first contact (scenes with a ram count only if they blow up).",
        exploded,
    ),
];

pub fn tables(rows: &[(&Family, Vec<Vec<Outcome>>)]) -> String {
    let mut out = String::new();
    for (title, tell) in TABLES {
        let _ = writeln!(out, "{title}\n");
        let names: Vec<&str> = Setting::ALL.iter().map(|setting| setting.title()).collect();
        let _ = writeln!(out, "| scenes | | {} |", names.join(" | "));
        let _ = writeln!(out, "| --- | ---: |{}", " ---: |".repeat(names.len()));
        for (family, outcomes) in rows {
            let cells: Vec<String> = outcomes.iter().map(|scenes| tell(scenes)).collect();
            let _ = writeln!(out, "| {} | {} | {} |", family.title, outcomes[0].len(), cells.join(" | "));
        }
        let _ = writeln!(out);
    }
    out
}

/// What lies: a row for each scene, each rule's numbers in it.
pub fn of_rest(rows: &[(&rest::Scene, Vec<rest::Outcome>)]) -> String {
    let mut out = format!(
        "At rest: scenes that come to lie, {} frames each. Overlap: the largest part of the smaller of two bodies that lay in the other, ever and at the end, in percent. Rise: the most by which the energy ever stood above what it had been before, as the height to which that would lift all that moves, in percent of the smallest body's size. Drift: how far any body still moves in the last {} frames, in percent of its size.\n\n",
        rest::FRAMES,
        rest::LAST
    );
    out += "| scene | rule | contacts | wrong edges | overlap | at the end | rise | drift |\n";
    out += "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (scene, outcomes) in rows {
        for (setting, outcome) in rest::RULES.iter().zip(outcomes) {
            let rest::Outcome { contacts, wrong, worst_overlap, last_overlap, rise, drift, is_broken } = *outcome;
            let _ = write!(out, "| {} | {} | {contacts} | {wrong} |", scene.title, setting.title());
            if is_broken {
                out += " blows up | | | |\n";
                continue;
            }
            for part in [worst_overlap, last_overlap, rise, drift] {
                let _ = write!(out, " {} |", percent(part));
            }
            out.push('\n');
        }
    }
    out + "\n"
}

/// Two places, but what is not nothing is not shown as nothing.
fn percent(part: f64) -> String {
    match 100.0 * part {
        number if number == 0.0 || number >= 0.005 => format!("{number:.2}"),
        number => format!("{number:.0e}"),
    }
}

/// The page with these tables in the place of the old ones; at its end, where it has none.
pub fn replaced(page: &str, tables: &str) -> String {
    let (before, rest) = page.split_once(BEGIN).unwrap_or((page, ""));
    let after = rest.split_once(END).map_or(rest, |(_, after)| after);
    format!("{before}{BEGIN}\n{tables}{END}{after}")
}

fn overlap(scenes: &[Outcome]) -> String {
    let mean = 100.0 * scenes.iter().map(|scene| scene.worst_overlap).sum::<f64>() / scenes.len() as f64;
    let left = scenes.iter().filter(|scene| scene.last_overlap > 0.05).count();
    if left > 0 { format!("{mean:.2} ({left})") } else { format!("{mean:.2}") }
}

fn wrong(scenes: &[Outcome]) -> String {
    let [wrong, contacts] = [|scene: &Outcome| scene.wrong, |scene: &Outcome| scene.contacts]
        .map(|count| scenes.iter().map(count).sum::<u64>());
    format!("{:.2}", 1000.0 * wrong as f64 / contacts.max(1) as f64)
}

fn made(scenes: &[Outcome]) -> String {
    let mut parts: Vec<f64> = scenes.iter().map(|scene| scene.made / scene.scale.max(f64::MIN_POSITIVE)).collect();
    parts.sort_by(f64::total_cmp);
    match parts[parts.len() / 2] {
        middle if middle < 100.0 => format!("{middle:.3}"),
        middle if middle < 1e6 => format!("{middle:.0}"),
        middle => format!("{middle:.0e}"),
    }
}

fn exploded(scenes: &[Outcome]) -> String {
    scenes.iter().filter(|scene| scene.exploded).count().to_string()
}
