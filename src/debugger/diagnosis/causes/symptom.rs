//! A symptom that no rule explains: its cause is not known.

use super::{Certainty, Suspect, consequences};
use crate::debugger::diagnosis::{Diagnosed, Problem, describe};
use crate::level::Level;
use std::collections::BTreeSet;

/// The suspect for an unexplained symptom.
pub(super) fn of(level: &Level, symptom: &Diagnosed) -> Suspect {
    let detector = symptom.detector();
    let findings = [&symptom.first, &symptom.worst].into_iter().flat_map(|found| [Some(found.place), found.other]);
    let places = findings.flatten().chain(symptom.spots.iter().map(|spot| spot.place));
    let bodies: BTreeSet<usize> = places.filter_map(|place| place.body()).collect();
    Suspect {
        id: detector.id,
        title: detector.title,
        place: symptom.first.place,
        text: describe(&symptom.first, level),
        is_known: false,
        likely: String::new(),
        certainty: Certainty::Observed,
        bodies: (!bodies.is_empty()).then_some(bodies),
        signs: sign(symptom.problem),
        leads: symptom.detector().consequences,
        since: (0, 0),
        from_sign: true,
        remedies: symptom.remedies(level),
    }
}

/// The problem as a list of one.
fn sign(problem: Problem) -> &'static [Problem] {
    let index = consequences::ANY.iter().position(|&known| known == problem).unwrap_or_default();
    &consequences::ANY[index..=index]
}
