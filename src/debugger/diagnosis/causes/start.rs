//! Causes in the initial positions of bodies.

use super::{CauseRule, Certainty};
use crate::debugger::diagnosis::Problem;
use crate::debugger::diagnosis::remedies;
use crate::level::Place;

pub(super) const INSIDE: CauseRule = CauseRule {
    id: "start-inside",
    title: "Bodies start inside each other",
    evidence: "The check start-inside; for discs disc-overlap and a symptom.",
    find: |case| {
        let bodies = case.checks("start-inside").map(|finding| {
            let suspect = INSIDE.of_check(finding, Certainty::Defect);
            let [own, other] =
                [finding.places.first(), finding.places.last()].map(|place| place.and_then(|p| Place::body(*p)));
            suspect.with_remedies(remedies::separate(case.level, own, other))
        });
        let discs = case
            .checks("disc-overlap")
            .map(|finding| INSIDE.of_check(finding, Certainty::Evident).with_signs(MISPLACED));
        bodies.chain(discs).collect()
    },
};

/// Symptoms of a disc that starts inside a body.
const MISPLACED: &[Problem] = &[Problem::WrongEdge, Problem::NoEdge, Problem::Repositioning, Problem::EnergyGain];

pub(super) const OUTSIDE: CauseRule = CauseRule {
    id: "outside-bounds",
    title: "Starts outside the bounds",
    evidence: "The check outside-bounds and a symptom.",
    find: |case| {
        let found = case.checks("outside-bounds");
        found.map(|finding| OUTSIDE.of_check(finding, Certainty::Evident)).collect()
    },
};
