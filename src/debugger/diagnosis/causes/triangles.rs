//! Causes in the triangles of a body: flipped, missing, absent, or from hull to hull.

use super::{Case, CauseRule, Certainty, Suspect};
use crate::debugger::diagnosis::{Problem, remedies};
use crate::level::Place;
use crate::level::checks::{Finding, Severity};

pub(super) const INSIDE_OUT: CauseRule = CauseRule {
    id: "inside-out-body",
    title: "Body without an area",
    evidence: "The check collapsed: the areas of the triangles add up to zero or less.",
    find: |case| suspects(case, &INSIDE_OUT, "collapsed"),
};

pub(super) const FLIPPED: CauseRule = CauseRule {
    id: "flipped-triangle",
    title: "Triangle runs clockwise (flipped)",
    evidence: "The check triangle-orientation: a defect of a body with gas, else with a symptom.",
    find: |case| suspects(case, &FLIPPED, "triangle-orientation"),
};

pub(super) const MISSING: CauseRule = CauseRule {
    id: "missing-triangle",
    title: "Missing or overlapping triangles",
    evidence: "The checks triangle-area and triangle-tiling: a defect of a body with gas, else with a symptom.",
    find: |case| {
        let mut found = suspects(case, &MISSING, "triangle-area");
        found.extend(suspects(case, &MISSING, "triangle-tiling"));
        found
    },
};

pub(super) const WITHOUT: CauseRule = CauseRule {
    id: "gas-without-triangles",
    title: "Gas without triangles",
    evidence: "The check missing-triangles.",
    find: |case| {
        let found = case.checks("missing-triangles");
        found.map(|finding| WITHOUT.of_check(finding, Certainty::Defect)).collect()
    },
};

pub(super) const HULL_TO_HULL: CauseRule = CauseRule {
    id: "balloon-without-barycentre",
    title: "Balloon without a barycentre",
    evidence: "The check balloon, and flipped triangles or paint outside the hull in a body whose outline keeps its shape: it does not \
        collapse, fold, cross itself or blow up, and its barycentre sees the whole hull.",
    find: |case| case.checks("balloon").filter_map(|finding| hull_to_hull(case, finding)).collect(),
};

/// Symptoms of an outline that lost its shape, or that no fan fills.
const OUTLINE_FAILS: &[Problem] =
    &[Problem::Collapse, Problem::UnderBraced, Problem::SelfOverlap, Problem::BlowUp, Problem::FanFails];

fn hull_to_hull(case: &Case, finding: &Finding) -> Option<Suspect> {
    let body = finding.places.first()?.body()?;
    let text = format!("{}: its triangles span from hull to hull, and dents turn some of them over", finding.message);
    let suspect = HULL_TO_HULL.evident(Place::Body(body), text, [body]);
    let has_failed =
        OUTLINE_FAILS.iter().any(|&problem| case.symptoms(problem).any(|symptom| suspect.concerns(symptom)));
    let suspect = suspect.with_signs(&[Problem::Flip, Problem::Spill]).with_remedies(remedies::fan(case.level, body));
    let leads = &[Problem::Flip, Problem::Spill, Problem::Unpainted];
    (!has_failed).then_some(Suspect { leads, ..suspect })
}

/// Errors are defects; warnings need a symptom.
fn suspects(case: &Case, rule: &CauseRule, check: &str) -> Vec<Suspect> {
    let suspect = |found: &Finding| {
        let is_error = found.severity == Severity::Error;
        let certainty = if is_error { Certainty::Defect } else { Certainty::Evident };
        let suspect = rule.of_check(found, certainty);
        let body = suspect.place.body().unwrap_or_default();
        let fan = remedies::is_all_hull(case.level, body).then(|| remedies::fan(case.level, body)).flatten();
        // If a triangle is missing, all are created again; a fan is then the triangulation that survives dents.
        let is_missing = rule.id == MISSING.id;
        let (first, last) = if is_missing { (fan, None) } else { (None, fan) };
        let mut remedies: Vec<_> = first.into_iter().chain(suspect.remedies.clone()).collect();
        remedies.push(remedies::triangulate(case.level, body));
        remedies.extend(last);
        Suspect { remedies, ..suspect }
    };
    case.checks(check).map(suspect).collect()
}
