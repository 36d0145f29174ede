//! Causes in restitution and friction.

use super::{Case, CauseRule, Suspect};
use crate::debugger::diagnosis::remedies::{self, remedy};
use crate::debugger::diagnosis::{Edit, Problem, describe};
use crate::level::Place;

pub(super) const RESTITUTION: CauseRule = CauseRule {
    id: "restitution-above-1",
    title: "Restitution above 1",
    evidence: "Bounces of a pair whose product of restitutions is above 1 added energy.",
    find: |case| {
        let found = case.symptoms(Problem::RestitutionGain).map(|symptom| {
            let first = &symptom.first;
            let bodies = [Some(first.place), first.other].into_iter().flatten().filter_map(Place::body);
            let text = format!("Restitution above 1: {}", describe(first, case.level));
            let suspect = RESTITUTION.evident(first.place, text, bodies.chain(symptom.bodies()));
            suspect.with_signs(&[Problem::RestitutionGain]).with_remedies(remedies::restitution_below_one(
                case.level,
                first.place,
                first.other,
            ))
        });
        found.collect()
    },
};

pub(super) const FRICTION: CauseRule = CauseRule {
    id: "friction-above-1",
    title: "Friction above 1",
    evidence: "The check friction, and a symptom of jitter, rolling or energy gain.",
    find: frictions,
};

fn frictions(case: &Case) -> Vec<Suspect> {
    let found = case.checks("friction").map(|finding| {
        let suspect = FRICTION.of_check(finding, super::Certainty::Evident);
        let rough = finding.places.iter().filter_map(|place| match place {
            Place::Body(body) => {
                let friction = case.level.bodies.get(*body)?.friction;
                (friction > 0.5).then(|| Edit::set(format!("bodies[{body}].friction"), 0.5))
            }
            Place::Disc(disc) => Some(Edit::set(format!("discs[{disc}].friction"), 0.5)),
            _ => None,
        });
        let calm = remedy(
            "less-friction",
            "Set the friction of both to 0.5",
            "Their product is 0.25, which slows sliding without reversing it.",
            "Both slide more easily.",
            rough.collect(),
        );
        let remedies = std::iter::once(calm).chain(suspect.remedies.clone()).collect();
        Suspect { remedies, from_sign: true, ..suspect }.with_signs(&[
            Problem::Jitter,
            Problem::SelfRolling,
            Problem::EnergyGain,
            Problem::Repositioning,
            Problem::BlowUp,
            Problem::Ringing,
            Problem::StiffSpring,
        ])
    });
    found.collect()
}
