//! Causes in the rules of contact and in speeds.

use super::{Case, CauseRule, Suspect, leads};
use crate::debugger::diagnosis::cures::{self, remedy};
use crate::debugger::diagnosis::{Diagnosed, Edit, Illness};
use crate::level::{EdgeChoice, Place};

pub(super) const BARYCENTRE_RULE: CauseRule = CauseRule {
    id: "barycentre-rule",
    title: "Barycentre rule on a concave body",
    evidence: "The check concave-barycentre-rule, and a node that no edge or the wrong edge answers.",
    find: |case| {
        let both = remedy(
            "entry-edge-without-barycentre-rule",
            "Switch the barycentre rule off, and push out by the edge that was crossed",
            "No edge is ruled out then, and the edge that was crossed is the right one however near another one is.",
            "A look at the motion of each node that is inside.",
            vec![
                Edit::set("world.contact.barycentre_rule", false),
                Edit::set("world.contact.edge_choice", "EntryEdge"),
            ],
        );
        let found = case.checks("concave-barycentre-rule").take(1).map(|finding| {
            let suspect = BARYCENTRE_RULE.of_check(finding, super::Certainty::Evident).with_signs(&[
                Illness::WrongEdge,
                Illness::NoEdge,
                Illness::Interpenetration,
                Illness::Repositioning,
            ]);
            // A rule of the whole level: who meets the concave body suffers too.
            let remedies = [both.clone(), cures::without_barycentre_rule()];
            Suspect { bodies: None, leads: leads::CONTACTS, from_sign: true, ..suspect }.with_remedies(remedies)
        });
        found.collect()
    },
};

pub(super) const TOO_FAST: CauseRule = CauseRule {
    id: "too-fast",
    title: "Too fast for the step (tunnelling)",
    evidence: "The check fast-start, or something went through a wall in one substep.",
    find: |case| {
        let fast = case.checks("fast-start").map(|finding| {
            let suspect = TOO_FAST.of_check(finding, super::Certainty::Evident);
            let signs: &[Illness] =
                &[Illness::Tunnelling, Illness::WrongEdge, Illness::Interpenetration, Illness::NoEdge];
            Suspect { leads: leads::CONTACTS, from_sign: true, ..suspect }.with_signs(signs)
        });
        let seen = case.symptoms(Illness::Tunnelling).map(|symptom| of_symptom(case, &TOO_FAST, symptom));
        fast.chain(seen).collect()
    },
};

pub(super) const EDGE_CHOICE: CauseRule = CauseRule {
    id: "edge-choice",
    title: "Edge choice",
    evidence: "A node was pushed out of another edge than the one it came in by, or of none, under a rule other than EntryEdge.",
    find: |case| {
        let choice = case.level.world.contact.edge_choice;
        if choice == EdgeChoice::EntryEdge {
            return Vec::new();
        }
        let seen = [Illness::WrongEdge, Illness::NoEdge].into_iter().flat_map(|illness| case.symptoms(illness));
        let suspects = seen.map(|symptom| {
            let suspect = of_symptom(case, &EDGE_CHOICE, symptom);
            let text = format!("The edge choice {choice:?} answers the wrong edge or none: {}", suspect.text);
            let mut remedies = vec![cures::entry_edge()];
            remedies.extend(suspect.remedies.iter().cloned());
            Suspect { text, remedies, ..suspect }
        });
        suspects.collect()
    },
};

/// A symptom that a setting of the level explains: as evident as the symptom itself, under the name of the cause.
fn of_symptom(case: &Case, rule: &CauseRule, symptom: &Diagnosed) -> Suspect {
    let suspect = super::symptom::of(case.level, symptom);
    let place: Place = suspect.place;
    Suspect { id: rule.id, title: rule.title, place, ..suspect }
}
