//! The tables of the page.

use crate::measure::Outcome;
use crate::responses::{self, Rules};
use crate::rest;
use crate::scenes::Family;
use blobsmith::engine::contact::Setting;
use std::fmt::Write;

/// Where the page keeps the tables.
const BEGIN: &str = "<!-- tables -->\n";
const END: &str = "<!-- end of tables -->\n";

/// Results of the scenes of a family under a rule.
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

/// A row for each combination of rules, the one that holds most often first.
pub fn of_responses(rows: &[(Rules, [Vec<responses::Outcome>; 2])]) -> String {
    let holds = |outcomes: &[responses::Outcome]| outcomes.iter().filter(|outcome| outcome.holds()).count();
    let mean = |outcomes: &[Vec<responses::Outcome>; 2], value: fn(&responses::Outcome) -> f64| {
        let all: Vec<f64> = outcomes.iter().flatten().map(value).collect();
        percent(all.iter().sum::<f64>() / all.len() as f64)
    };
    let mut out = format!(
        "Response, repositioning and self-contact: how many levels of the gallery and how many of {} random heaps in a pit hold for {} frames of 32 substeps, with approaching only. A scene holds if nothing blows up, no more than {} % of a body ever lies in another and {} % at the end, no more than {} % of a body in itself at the end, and the energy never rises by more than {} % of what there is to move (kinetic energy at the start, or what gravity gives; not asked where something is driven). Overlap and unrest (kinetic energy at the end in parts of the largest) are means over all scenes, in percent; *in itself* and *blow up* count scenes.\n\n",
        responses::RANDOM,
        responses::FRAMES,
        100.0 * responses::MOST_OVERLAP,
        100.0 * responses::MOST_AT_END,
        100.0 * responses::MOST_IN_ITSELF,
        100.0 * responses::MOST_RISE,
    );
    let [gallery, random] = rows.first().map_or([0; 2], |(_, outcomes)| [outcomes[0].len(), outcomes[1].len()]);
    let _ = writeln!(
        out,
        "| edge choice | response | fraction | slop | self-contact | gallery holds, of {gallery} | random holds, of {random} | overlap | at the end | in itself | unrest | blow up |"
    );
    out += "| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    let mut order: Vec<usize> = (0..rows.len()).collect();
    // Stable: of equals the first in the list of combinations.
    order.sort_by_key(|&row| std::cmp::Reverse(rows[row].1.iter().map(|outcomes| holds(outcomes)).sum::<usize>()));
    for row in order {
        let (rules, outcomes) = &rows[row];
        let Rules { response, repositioning, self_contact, choice, barycentre_rule } = *rules;
        let _ = writeln!(
            out,
            "| {} | {response:?} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            Setting { choice, barycentre_rule }.title(),
            repositioning.fraction,
            repositioning.slop,
            if self_contact { "on" } else { "off" },
            holds(&outcomes[0]),
            holds(&outcomes[1]),
            mean(outcomes, |outcome| outcome.worst_overlap),
            mean(outcomes, |outcome| outcome.last_overlap),
            outcomes.iter().flatten().filter(|outcome| outcome.in_itself > responses::MOST_IN_ITSELF).count(),
            mean(outcomes, |outcome| outcome.unrest),
            outcomes.iter().flatten().filter(|outcome| outcome.is_broken).count(),
        );
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
