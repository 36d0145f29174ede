//! A symptom that no rule explains: its cause is not known.

use super::{Certainty, Suspect, leads};
use crate::debugger::diagnosis::{Diagnosed, Illness, describe};
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
        certainty: Certainty::Observed,
        bodies: (!bodies.is_empty()).then_some(bodies),
        signs: sign(symptom.illness),
        leads: leads::of(symptom.illness),
        since: (0, 0),
        from_sign: true,
        remedies: symptom.remedies(level),
    }
}

/// The illness as a list of one.
fn sign(illness: Illness) -> &'static [Illness] {
    let index = leads::ANY.iter().position(|&known| known == illness).unwrap_or_default();
    &leads::ANY[index..=index]
}
