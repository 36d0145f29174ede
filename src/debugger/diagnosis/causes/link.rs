//! Cause: a spring link that the step is too long for, together with the springs around it.

use super::step::steady_substeps;
use super::{Case, CauseRule, Certainty, Suspect, consequences};
use crate::debugger::diagnosis::remedies;
use crate::level::{LinkEnd, Place, checks};

pub(super) const STIFF_LINK: CauseRule = CauseRule {
    id: "stiff-link",
    title: "Too few substeps for a link",
    evidence: "The check link-stability, at parts whose own springs the step holds, and a symptom of an unstable step.",
    find,
};

fn find(case: &Case) -> Vec<Suspect> {
    let found = case.checks("link-stability").filter_map(|finding| match finding.places.first() {
        Some(&Place::Link(link)) => Some((finding, link)),
        _ => None,
    });
    found
        .map(|(finding, link)| {
            let level = case.level;
            let mut suspect = STIFF_LINK.of_check(finding, Certainty::Evident);
            let ends = level.links.get(link).map(|link| [link.a, link.b]);
            let bodies = ends.into_iter().flatten().filter_map(|end| match end {
                LinkEnd::Node([body, _]) => Some(body),
                LinkEnd::Disc(_) | LinkEnd::Point(_) => None,
            });
            suspect.bodies = Some(bodies.collect());
            // Debris of an unstable link reaches other parts, so if it is certain, any symptom can follow.
            let is_error = finding.severity == checks::Severity::Error;
            let suspect = suspect.with_signs(if is_error { consequences::ANY } else { consequences::UNSTABLE });
            let others = [steady_substeps(level), remedies::bearable_link(level, link)];
            suspect.with_remedies(others.into_iter().flatten())
        })
        .collect()
}
