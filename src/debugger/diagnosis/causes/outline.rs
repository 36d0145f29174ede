//! Causes in the outline of a body: crossed, clockwise, open.

use super::{Case, CauseRule, Certainty, Suspect};
use crate::debugger::diagnosis::remedies::remedy;
use crate::debugger::diagnosis::{Edit, Remedy};
use crate::geometry::{DVec2, polygon};
use crate::level::{Body, Level};

pub(super) const BOW_TIE: CauseRule = CauseRule {
    id: "bow-tie-hull",
    title: "Hull crosses itself (bow-tie)",
    evidence: "The check hull-self-intersection.",
    find: |case| {
        let findings = case.checks("hull-self-intersection");
        let suspects = findings.map(|finding| {
            let suspect = BOW_TIE.of_check(finding, Certainty::Defect);
            let body = suspect.place.body().unwrap_or_default();
            suspect.with_remedies(untangle(case.level, body))
        });
        suspects.collect()
    },
};

pub(super) const CLOCKWISE: CauseRule = CauseRule {
    id: "clockwise-hull",
    title: "Hull runs clockwise",
    evidence: "The check hull-orientation; or the check convention and a symptom.",
    find: |case| {
        let own = case.checks("hull-orientation").map(|finding| CLOCKWISE.of_check(finding, Certainty::Defect));
        let all = case.checks("convention").map(|finding| CLOCKWISE.of_check(finding, Certainty::Evident));
        own.chain(all).collect()
    },
};

pub(super) const INVERTED: CauseRule = CauseRule {
    id: "inverted-container",
    title: "Inverted container",
    evidence: "The check inverted-container.",
    find: |case| defects(case, &INVERTED, "inverted-container"),
};

pub(super) const MIXED: CauseRule = CauseRule {
    id: "mixed-hull",
    title: "Hull edges against each other",
    evidence: "The check hull-consistency, or duplicate-hull-edge.",
    find: |case| {
        let mut suspects = defects(case, &MIXED, "hull-consistency");
        suspects.extend(defects(case, &MIXED, "duplicate-hull-edge"));
        suspects
    },
};

pub(super) const OPEN: CauseRule = CauseRule {
    id: "open-hull",
    title: "Open hull",
    evidence: "The check open-hull; or the check missing-hull and a symptom.",
    find: |case| {
        let missing = case.checks("missing-hull").map(|finding| OPEN.of_check(finding, Certainty::Evident));
        defects(case, &OPEN, "open-hull").into_iter().chain(missing).collect()
    },
};

fn defects(case: &Case, rule: &CauseRule, check: &str) -> Vec<Suspect> {
    case.checks(check).map(|finding| rule.of_check(finding, Certainty::Defect)).collect()
}

/// Sum of squared differences between lengths and rest lengths of a body's springs, for given node positions.
fn strain(body: &Body, at: impl Fn(usize) -> DVec2) -> f64 {
    let off = body.springs.iter().map(|spring| (at(spring.b) - at(spring.a)).length() - spring.rest_length);
    let sticks = body.sticks.iter().map(|stick| (at(stick.b) - at(stick.a)).length() - stick.length);
    off.chain(sticks).map(|off| off * off).sum()
}

fn is_crossed(body: &Body, at: impl Fn(usize) -> DVec2) -> bool {
    let ends = |edge: usize| body.hull[edge].map(&at);
    let mut pairs = (0..body.hull.len()).flat_map(|i| (i + 1..body.hull.len()).map(move |j| (i, j)));
    pairs.any(|(i, j)| {
        let ([a, b], [c, d]) = (ends(i), ends(j));
        let folds = (body.hull[i][1] == body.hull[j][0] && polygon::folds_back(a, b, d))
            || (body.hull[j][1] == body.hull[i][0] && polygon::folds_back(c, d, b));
        folds || polygon::segments_cross(a, b, c, d)
    })
}

fn is_counter_clockwise(body: &Body, at: impl Fn(usize) -> DVec2) -> bool {
    polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), at(body.hull[0][0])) > 0.0
}

/// Most hull nodes for which pairs are tried: the search is quadratic in their number.
const NODES: usize = 48;

/// The two hull nodes whose exchange removes all crossings with the least spring strain. None if that strains the
/// springs more than the crossing does.
fn swap(body: &Body) -> Option<[usize; 2]> {
    let mut nodes: Vec<usize> = body.hull.iter().map(|edge| edge[0]).collect();
    nodes.sort_unstable();
    nodes.dedup();
    if nodes.len() > NODES {
        return None;
    }
    let at = |node: usize| DVec2::from(body.nodes[node].position);
    let mut best: Option<(f64, [usize; 2])> = None;
    for (index, &first) in nodes.iter().enumerate() {
        for &second in &nodes[index + 1..] {
            let swapped = |node: usize| match node {
                node if node == first => at(second),
                node if node == second => at(first),
                node => at(node),
            };
            let strain = strain(body, swapped);
            if best.is_none_or(|(least, _)| strain < least)
                && !is_crossed(body, swapped)
                && is_counter_clockwise(body, swapped)
            {
                best = Some((strain, [first, second]));
            }
        }
    }
    best.filter(|(least, _)| *least <= strain(body, at)).map(|(_, pair)| pair)
}

/// Remedies of a hull that crosses itself: exchange two nodes, or reorder its edges.
fn untangle(level: &Level, body: usize) -> Vec<Remedy> {
    let Some(parts) = level.bodies.get(body) else { return Vec::new() };
    let name = level.quoted_body(body);
    let swap = swap(parts).map(|[a, b]| {
        let why = "No hull edges cross then, and the springs are closest to their rest lengths.";
        let label = format!("Swap nodes {a} and {b} of {name}");
        remedy("swap-nodes", label, why, "The drawn shape changes.", vec![Edit::Swap(body, [a, b])])
    });
    let order = remedy(
        "untangle",
        format!("Order the hull edges of {name} so that none cross"),
        "A hull without crossings has one interior, the same for contacts and for gas.",
        "The outline changes.",
        vec![Edit::Untangle(body)],
    );
    swap.into_iter().chain([order]).collect()
}
