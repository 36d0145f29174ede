//! The tables of docs/edge-choice.md.

use crate::measure::Outcome;
use crate::momentum;
use crate::responses::{self, Rules};
use crate::rest;
use crate::scenes::Family;
use blobsmith::engine::contact::Setting;
use std::fmt::Write;

/// Markers of the tables in the page.
const BEGIN: &str = "<!-- tables -->\n";
const END: &str = "<!-- end of tables -->\n";

/// Cell of a family's scenes under a rule.
type Tell = fn(&[Outcome]) -> String;

const TABLES: &[(&str, Tell)] = &[
    (
        "Overlap: maximum overlap of two bodies at a frame end, in percent of the smaller, mean over the scenes; in brackets the number of scenes that end with more than 5 %, if any.",
        overlap,
    ),
    ("Wrong edges: contacts per 1000 that push a node out of an edge other than that of entry.", wrong),
    (
        "Spurious energy: sum of the energy gains by impulses and repositioning over the substeps with a gain, as a multiple of the kinetic energy before the first contact, median over the scenes.",
        made,
    ),
    (
        "Explosions: scenes that blow up, or whose energy exceeds the initial one by more than twice the kinetic energy before the first contact (scenes with a ram count only if they blow up).",
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

/// The table of scenes at rest: one row per scene and rule.
pub fn of_rest(rows: &[(&rest::Scene, Vec<rest::Outcome>)]) -> String {
    let mut out = format!(
        "At rest: scenes that come to rest, {} frames each. Overlap: maximum overlap of two bodies at any time and at the end, in percent of the smaller. Rise: maximum rise of the energy above its previous minimum, as the height to which it would lift all moving bodies, in percent of the smallest body's size. Drift: maximum displacement of a body in the last {} frames, in percent of its size.\n\n",
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

/// The table of momentum: one row per family and response.
pub fn of_momentum(rows: &[(&Family, Vec<Vec<momentum::Outcome>>)]) -> String {
    let mut out = "Momentum: scenes without gravity, in which only contacts could change the momentum. Linear: largest sum of the impulses on M, A and B, as a fraction of that on M. By impulse, friction, repositioning: mean change of the angular momentum by a contact, in percent of impulse times length of the edge. Drift: change of the angular momentum of all bodies over a run, in percent of momentum times size of the bodies at the start, mean over the scenes.\n\n".to_owned();
    out += "| scenes | response | contacts | linear | by impulse | by friction | by repositioning | drift |\n";
    out += "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (family, outcomes) in rows {
        for (response, scenes) in momentum::RESPONSES.iter().zip(outcomes) {
            let sum = |value: fn(&momentum::Outcome) -> f64| scenes.iter().map(value).sum::<f64>();
            let reference = sum(|scene| scene.reference);
            let linear = scenes.iter().map(|scene| scene.linear).fold(0.0, f64::max);
            let linear = if linear == 0.0 { "0".to_owned() } else { format!("{linear:.0e}") };
            let contacts: u64 = scenes.iter().map(|scene| scene.contacts).sum();
            let by = [sum(|scene| scene.angular[0]), sum(|scene| scene.angular[1]), sum(|scene| scene.angular[2])];
            let [impulse, friction, repositioning] = by.map(|sum| percent(sum / reference));
            let drift = percent(sum(|scene| scene.drift) / scenes.len() as f64);
            let _ = writeln!(
                out,
                "| {} | {response:?} | {contacts} | {linear} | {impulse} | {friction} | {repositioning} | {drift} |",
                family.title
            );
        }
    }
    out + "\n"
}

/// One row per combination of rules, in descending order of the number of scenes that hold.
pub fn of_responses(rows: &[(Rules, [Vec<responses::Outcome>; 2])]) -> String {
    let holds = |outcomes: &[responses::Outcome]| outcomes.iter().filter(|outcome| outcome.holds()).count();
    let mean = |outcomes: &[Vec<responses::Outcome>; 2], value: fn(&responses::Outcome) -> f64| {
        let all: Vec<f64> = outcomes.iter().flatten().map(value).collect();
        percent(all.iter().sum::<f64>() / all.len() as f64)
    };
    let mut out = format!(
        "Response, repositioning and self-contact: number of levels of the gallery and of {} random piles in a pit that hold for {} frames of 32 substeps, with approaching only. A scene holds if nothing blows up, the overlap of two bodies is at most {} % of the smaller at any time and {} % at the end, the self-overlap at most {} % of a body at the end, and the energy never rises by more than {} % of the reference energy (kinetic energy at the start, or work of gravity; not tested with driven bodies). Overlap and unrest (kinetic energy at the end relative to its maximum) are means over all scenes, in percent; *in itself* and *blow up* count scenes.\n\n",
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
    // Stable sort: equal rows keep the order of the combinations.
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

/// Two decimals; more if a non-zero number would show as zero.
fn percent(part: f64) -> String {
    match 100.0 * part {
        number if number == 0.0 || number >= 0.005 => format!("{number:.2}"),
        number => format!("{number:.0e}"),
    }
}

/// Replaces the tables in a page, or appends them.
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
