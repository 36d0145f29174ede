//! Likely cause of a symptom that no rule explains: a finding of a check at a part of the same bodies, discs or links. Nothing
//! shows that the symptom follows from it, so it does not rank as a cause.

use super::Suspect;
use crate::debugger::diagnosis::remedies;
use crate::level::checks::{Finding, Severity};
use crate::level::{Level, LinkEnd, Place};
use std::cmp::Reverse;

/// The suspect with the worst finding of the checks that names one of its parts, and its fix as the first remedy. Findings count if
/// they have a fix or are about a link; one with a fix is first. Unchanged if there is none.
pub(super) fn likely(level: &Level, findings: &[Finding], suspect: Suspect) -> Suspect {
    let is_serious =
        |finding: &&Finding| finding.severity > Severity::Hint && (finding.fix.is_some() || is_of_link(finding));
    let named = findings.iter().filter(is_serious).filter(|finding| names(level, finding, &suspect));
    let worst = named.min_by_key(|finding| (Reverse(finding.severity), finding.fix.is_none()));
    let Some(finding) = worst else { return suspect };
    let remedies = remedies::fix_of_check(finding).into_iter().chain(suspect.remedies).collect();
    Suspect { likely: finding.message.clone(), remedies, ..suspect }
}

fn is_of_link(finding: &Finding) -> bool {
    finding.places.iter().any(|place| matches!(place, Place::Link(_)))
}

/// True if a finding concerns a part of the suspect's bodies, or its own part.
fn names(level: &Level, finding: &Finding, suspect: &Suspect) -> bool {
    let is_own_body = |body| suspect.bodies.as_ref().is_some_and(|bodies| bodies.contains(&body));
    finding.places.iter().any(|&place| match place {
        _ if place == suspect.place => place != Place::Level,
        Place::Link(link) => level.links.get(link).is_some_and(|link| {
            [link.a, link.b].into_iter().any(|end| match end {
                LinkEnd::Node([body, _]) => is_own_body(body),
                LinkEnd::Disc(disc) => suspect.place == Place::Disc(disc),
                LinkEnd::Point(_) => false,
            })
        }),
        _ => place.body().is_some_and(is_own_body),
    })
}
