//! Causes in gas, rest lengths and links.

use super::{Case, CauseRule, Certainty, Suspect, leads};
use crate::debugger::diagnosis::detectors::SWOLLEN;
use crate::debugger::diagnosis::remedies::{self, median, remedy};
use crate::debugger::diagnosis::rigidity::mechanisms;
use crate::debugger::diagnosis::{Edit, Illness};
use crate::debugger::why::number;
use crate::geometry::DVec2;
use crate::level::{Level, Motion, Place, Role};

pub(super) const MUCH_GAS: CauseRule = CauseRule {
    id: "too-much-gas",
    title: "Too much gas",
    evidence: "A body is swollen, and its gas alone swings it to that size; or something was found in a body of the check \
               swelling. Gas is the cause if it does more than the rest lengths.",
    find: much_gas,
};

pub(super) const REST_LENGTH: CauseRule = CauseRule {
    id: "wrong-rest-length",
    title: "Wrong rest length",
    evidence: "Springs whose rest length differs from the drawn one by half more than those of the others, or all by a third; and a \
        symptom in the body.",
    find: rest_lengths,
};

pub(super) const LOOSE_NODE: CauseRule = CauseRule {
    id: "loose-node",
    title: "Node without a spring",
    evidence: "The checks unheld-node and disconnected, and a symptom in the body.",
    find: |case| {
        let found = case.checks("unheld-node").chain(case.checks("disconnected"));
        let suspect = |finding| {
            let suspect = LOOSE_NODE.of_check(finding, Certainty::Evident);
            let body = suspect.place.body().unwrap_or_default();
            suspect.with_remedies([remedies::brace_bodies(&[body])])
        };
        found.map(suspect).collect()
    },
};

pub(super) const LITTLE_GAS: CauseRule = CauseRule {
    id: "too-little-gas",
    title: "Too little gas",
    evidence: "A body with gas whose links leave a mechanism has lost its shape.",
    find: |case| fallen(case, &LITTLE_GAS, true),
};

pub(super) const UNDER_BRACED: CauseRule = CauseRule {
    id: "under-braced",
    title: "Under-braced body",
    evidence: "A body without gas whose links leave a mechanism (rank below 2n - 3) has lost its shape.",
    find: |case| fallen(case, &UNDER_BRACED, false),
};

fn much_gas(case: &Case) -> Vec<Suspect> {
    let level = case.level;
    let suspect = |body: usize| {
        let scale = remedies::gas_scale(level, body);
        if level.bodies[body].gas <= 0.0 || scale < remedies::rest_scale(level, body) {
            return None;
        }
        let checked = case.checks("swelling").find(|finding| finding.places.first() == Some(&Place::Body(body)));
        let swing = 2.0 * scale - 1.0;
        let suspect = match checked {
            Some(finding) => MUCH_GAS.of_check(finding, Certainty::Evident),
            None if swing * swing >= SWOLLEN => {
                let [gas, scale] = [level.bodies[body].gas, scale].map(number);
                let name = level.body_title(body);
                let text =
                    format!("The gas {gas} of {name} is in balance with its springs at {scale} times the drawn size");
                MUCH_GAS.evident(Place::Body(body), text, [body]).with_signs(&[Illness::Swelling])
            }
            None => return None,
        };
        let held = remedies::holding_springs(level, body);
        Some(suspect.with_remedies(remedies::balanced_gas(level, body).into_iter().chain(held)))
    };
    (0..level.bodies.len()).filter_map(suspect).collect()
}

/// Ratios of rest length to drawn length, with spring indices.
fn ratios(level: &Level, body: usize) -> Vec<(usize, f64)> {
    let parts = &level.bodies[body];
    let at = |node: usize| DVec2::from(parts.nodes[node].position);
    let drawn = |spring: usize| (at(parts.springs[spring].b) - at(parts.springs[spring].a)).length();
    let springs = (0..parts.springs.len()).filter(|&spring| drawn(spring) > 0.0);
    springs.map(|spring| (spring, parts.springs[spring].rest_length / drawn(spring))).collect()
}

/// Largest ratio that counts as drawn at rest; and the factor for the share of such springs.
const AT_REST: f64 = 1.01;
const AS_DRAWN: usize = 10;

/// Factor by which a ratio stands out from the median, or the median from 1 without any symptom.
const STANDS_OUT: f64 = 1.5;
const ALL_OFF: f64 = 1.3;
const CERTAIN: f64 = 2.0;

fn off(ratio: f64) -> f64 {
    if ratio > 0.0 { ratio.max(1.0 / ratio) } else { f64::INFINITY }
}

fn rest_lengths(case: &Case) -> Vec<Suspect> {
    let level = case.level;
    let mut suspects = Vec::new();
    for finding in case.checks("rest-length") {
        let Some(body) = finding.places.first().and_then(|place| place.body()) else { continue };
        let ratios = ratios(level, body);
        let Some(middle) = median(ratios.iter().map(|(_, ratio)| *ratio)).filter(|usual| *usual > 0.0) else {
            continue;
        };
        // If some springs are drawn at rest, or most are far from it, the others are the wrong ones, whatever their
        // number.
        let at_rest = ratios.iter().filter(|(_, ratio)| off(*ratio) < AT_REST).count();
        let is_drawn = AS_DRAWN * at_rest >= ratios.len() || off(middle) >= ALL_OFF;
        let usual = if is_drawn { 1.0 } else { middle };
        let outliers: Vec<_> = ratios.iter().filter(|(_, ratio)| off(ratio / usual) >= STANDS_OUT).collect();
        let worst = outliers.iter().max_by(|a, b| off(a.1 / usual).total_cmp(&off(b.1 / usual)));
        let suspect = REST_LENGTH.of_check(finding, Certainty::Evident).with_signs(leads::DEFORMED);
        match worst {
            Some(&&(spring, ratio)) => {
                let drawn = level.bodies[body].springs[spring].rest_length / ratio;
                let edits = outliers.iter().map(|(spring, ratio)| {
                    let rest = level.bodies[body].springs[*spring].rest_length / ratio * usual;
                    Edit::set(format!("bodies[{body}].springs[{spring}].rest_length"), rest)
                });
                let right = remedy(
                    "drawn-length",
                    "Use drawn lengths as rest lengths for the springs that stand out",
                    "These springs then have the same tension as the others.",
                    "None.",
                    edits.collect(),
                );
                let certainty = if off(ratio / usual) >= CERTAIN { Certainty::Defect } else { Certainty::Evident };
                let more = match outliers.len() {
                    1 => "the others differ much less".to_owned(),
                    many => format!("{} more of {} also stand out", many - 1, ratios.len()),
                };
                let text = format!(
                    "Spring {spring} of {} is drawn {} long, its rest length is {}; {more}",
                    level.body_title(body),
                    number(drawn),
                    number(level.bodies[body].springs[spring].rest_length)
                );
                let mut remedies = vec![right];
                remedies.extend(suspect.remedies.iter().cloned());
                suspects.push(Suspect { place: Place::Spring(body, spring), text, certainty, remedies, ..suspect });
            }
            _ if off(middle) >= ALL_OFF => suspects.push(suspect),
            _ => {}
        }
    }
    suspects
}

/// Symptoms of a body that lost its shape.
///
/// Flips count only if the gas does not bear the body's own weight. In a firmer balloon, dents flip triangles, and
/// other triangles would avoid that.
const FALLEN: &[Illness] = &[Illness::Collapse, Illness::UnderBraced, Illness::SelfOverlap, Illness::Flip];

fn fallen(case: &Case, rule: &CauseRule, with_gas: bool) -> Vec<Suspect> {
    let level = case.level;
    let mut suspects = Vec::new();
    for (index, body) in level.bodies.iter().enumerate() {
        let signs = if with_gas && remedies::SAFETY * body.gas < remedies::needed_gas(level, index) {
            FALLEN
        } else {
            &FALLEN[..FALLEN.len() - 1]
        };
        let is_shown =
            signs.iter().any(|&illness| case.symptoms(illness).any(|symptom| symptom.bodies().contains(&index)));
        if !is_shown || !matches!(body.motion, Motion::Dynamic) || (body.gas > 0.0) != with_gas {
            continue;
        }
        let Some(ways) = ways(level, index).filter(|&ways| ways > 0) else { continue };
        let name = level.body_title(index);
        let links = body.springs.len() + body.sticks.len();
        let many = if ways == 1 { "one way".to_owned() } else { format!("{ways} ways") };
        let holds = if with_gas {
            format!("its gas {} is too little to hold it", number(body.gas))
        } else {
            "it has no gas".to_owned()
        };
        let text =
            format!("{name} lost its shape: its {links} links leave {many} to move without resistance, and {holds}");
        let brace = remedies::brace_bodies(&[index]);
        let gas = remedies::enough_gas(level, index);
        let remedies = if with_gas { vec![gas, brace] } else { vec![brace, gas] };
        let suspect = rule.evident(Place::Body(index), text, [index]).with_signs(FALLEN);
        suspects.push(Suspect { leads: leads::DEFORMED, ..suspect }.with_remedies(remedies));
    }
    suspects
}

/// Number of mechanisms of a body as drawn. None if a node is pinned.
fn ways(level: &Level, body: usize) -> Option<usize> {
    let parts = &level.bodies[body];
    let masses: Vec<usize> =
        (0..parts.nodes.len()).filter(|&node| matches!(parts.nodes[node].role, Role::Mass(_))).collect();
    if masses.iter().any(|&node| parts.nodes[node].pinned) {
        return None;
    }
    let points: Vec<DVec2> = masses.iter().map(|&node| DVec2::from(parts.nodes[node].position)).collect();
    let local = |node: usize| masses.binary_search(&node).ok();
    let ends = parts.springs.iter().map(|spring| [spring.a, spring.b]);
    let ends = ends.chain(parts.sticks.iter().map(|stick| [stick.a, stick.b]));
    let links: Vec<[usize; 2]> = ends.filter_map(|[a, b]| Some([local(a)?, local(b)?])).collect();
    mechanisms(&points, &links)
}
