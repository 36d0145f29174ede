//! Causes in gas, rest lengths and links.

use super::{Case, CauseRule, Certainty, Suspect, consequences, when};
use crate::debugger::diagnosis::remedies::{self, median, remedy};
use crate::debugger::diagnosis::rigidity::mechanisms;
use crate::debugger::diagnosis::{Edit, Problem, Remedy};
use crate::debugger::why::brief;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::gas;
use crate::level::{Level, Motion, Place, Role};
use std::collections::BTreeSet;

pub(super) const MUCH_GAS: CauseRule = CauseRule {
    id: "too-much-gas",
    title: "Too much gas",
    evidence: "The check swelling (too much gas), and the body would also swell with the drawn lengths as rest lengths. Gas that the body's weight \
        needs is a cause only of symptoms that were found.",
    find: |case| {
        let found = case.checks("swelling").filter_map(|finding| {
            let mut suspect = MUCH_GAS.of_check(finding, Certainty::Defect);
            let body = suspect.place.body()?;
            suspect.bodies = Some(reached(case.level, body));
            // One part in a hundred more, since the amount is shown rounded.
            let is_needed = case.level.bodies[body].gas <= 1.01 * needed_gas(case.level, body);
            let certainty = if is_needed { Certainty::Evident } else { Certainty::Defect };
            let suspect = Suspect { certainty, ..suspect };
            swells(case.level, body).then(|| suspect.with_remedies(balanced_gas(case.level, body)))
        });
        found.collect()
    },
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
    evidence: "A body with gas whose links leave a mechanism has lost its shape, and no other body blew up before.",
    find: |case| fallen(case, &LITTLE_GAS, true),
};

pub(super) const UNDER_BRACED: CauseRule = CauseRule {
    id: "under-braced",
    title: "Under-braced body",
    evidence: "A body without gas whose links leave a mechanism (rank below 2n - 3) has lost its shape, and no other body blew up \
        before.",
    find: |case| fallen(case, &UNDER_BRACED, false),
};

/// Scale factor from which on a body counts as swelling.
const SWOLLEN: f64 = 1.5;

/// True if the gas makes the body swell, and not its rest lengths: s²·Σkd² - s·ΣkdL = 2·gas, with L = d.
fn swells(level: &Level, body: usize) -> bool {
    let (squares, _) = gas::stretch_sums(&level.bodies[body]);
    2.0 * level.bodies[body].gas > SWOLLEN * (SWOLLEN - 1.0) * squares
}

/// The bodies that start where a body swells to, itself included.
fn reached(level: &Level, body: usize) -> BTreeSet<usize> {
    let bounds = |body: usize| Aabb::around(level.bodies[body].nodes.iter().map(|node| DVec2::from(node.position)));
    let (squares, products) = gas::stretch_sums(&level.bodies[body]);
    let scale = (products + (products * products + 8.0 * squares * level.bodies[body].gas).sqrt()) / (2.0 * squares);
    let own = bounds(body);
    let swollen = own.expanded(0.5 * (scale - 1.0).max(0.0) * own.size().max_element());
    (0..level.bodies.len()).filter(|&other| other == body || bounds(other).overlaps(&swollen)).collect()
}

/// Gas that the springs balance at 1.05 times the drawn size. The body starts at scale 1, so it swings up to 1.1.
fn balanced_gas(level: &Level, body: usize) -> Vec<Remedy> {
    let Some(parts) = level.bodies.get(body) else { return Vec::new() };
    let balanced = gas::balanced(parts);
    let gas = if balanced > 0.0 && balanced < parts.gas { balanced } else { 0.1 * parts.gas };
    vec![remedy(
        "balanced-gas",
        format!("Gas {} in {}", brief(gas), level.quoted_body(body)),
        "Springs and gas are in balance at 1.05 times the drawn size.",
        "The body bears less weight.",
        vec![Edit::set(format!("bodies[{body}].gas"), gas)],
    )]
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
        let suspect = REST_LENGTH.of_check(finding, Certainty::Evident).with_signs(consequences::DEFORMED);
        match worst {
            Some(&&(spring, ratio)) => {
                let drawn = level.bodies[body].springs[spring].rest_length / ratio;
                let edits = outliers.iter().map(|(spring, ratio)| {
                    let rest = level.bodies[body].springs[*spring].rest_length / ratio * usual;
                    Edit::set(format!("bodies[{body}].springs[{spring}].rest_length"), rest)
                });
                let right = remedy(
                    "drawn-length",
                    "Lengths as drawn for the springs that stand out",
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
                    level.quoted_body(body),
                    brief(drawn),
                    brief(level.bodies[body].springs[spring].rest_length)
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
const FALLEN: &[Problem] = &[Problem::Collapse, Problem::UnderBraced, Problem::SelfOverlap, Problem::Flip];

fn fallen(case: &Case, rule: &CauseRule, with_gas: bool) -> Vec<Suspect> {
    let level = case.level;
    let mut suspects = Vec::new();
    for (index, body) in level.bodies.iter().enumerate() {
        let signs = if with_gas && gas::SAFETY * body.gas < needed_gas(level, index) {
            FALLEN
        } else {
            &FALLEN[..FALLEN.len() - 1]
        };
        let is_shown = first_sign(case, index, signs).is_some_and(|first| !is_hit_before(case, index, first));
        if !is_shown || !matches!(body.motion, Motion::Dynamic) || (body.gas > 0.0) != with_gas {
            continue;
        }
        let Some(ways) = ways(level, index).filter(|&ways| ways > 0) else { continue };
        let name = level.quoted_body(index);
        let links = body.springs.len() + body.sticks.len();
        let many = if ways == 1 { "one way".to_owned() } else { format!("{ways} ways") };
        let holds = if with_gas {
            format!("its gas {} is too little to hold it", brief(body.gas))
        } else {
            "it has no gas".to_owned()
        };
        let text =
            format!("{name} lost its shape: its {links} links leave {many} to move without resistance, and {holds}");
        let brace = remedies::brace_bodies(&[index]);
        let gas = enough_gas(level, index);
        let remedies = if with_gas { vec![gas, brace] } else { vec![brace, gas] };
        let suspect = rule.evident(Place::Body(index), text, [index]).with_signs(FALLEN);
        suspects.push(Suspect { leads: consequences::DEFORMED, ..suspect }.with_remedies(remedies));
    }
    suspects
}

/// Moment of the first of some problems in a body.
pub(super) fn first_sign(case: &Case, body: usize, signs: &[Problem]) -> Option<(u64, u32)> {
    let spots = signs.iter().flat_map(|&problem| case.symptoms(problem)).flat_map(|symptom| &symptom.spots);
    spots.filter(|spot| spot.place.body() == Some(body)).map(|spot| spot.first).min()
}

/// True if another body blew up before a moment: its nodes may have hit this one.
fn is_hit_before(case: &Case, body: usize, moment: (u64, u32)) -> bool {
    let mut blow_ups = case.symptoms(Problem::BlowUp);
    blow_ups.any(|blow_up| blow_up.first.place.body() != Some(body) && when(blow_up) <= moment)
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

/// Gas that bears the body.
fn needed_gas(level: &Level, body: usize) -> f64 {
    gas::bearing(&level.bodies[body], level.world.gravity)
}

/// Gas that bears the body, and at least three times what there is.
fn enough_gas(level: &Level, body: usize) -> Remedy {
    let gas = needed_gas(level, body).max(3.0 * level.bodies[body].gas);
    remedy(
        "enough-gas",
        format!("Gas {} in {}", brief(gas), level.quoted_body(body)),
        "Its pressure on the width of the body bears six times the weight.",
        "The body swells a little.",
        vec![Edit::set(format!("bodies[{body}].gas"), gas)],
    )
}
