//! Causes in contact rules and in speeds.

use super::{Case, CauseRule, Suspect, consequences};
use crate::debugger::diagnosis::remedies::{self, remedy};
use crate::debugger::diagnosis::{Diagnosed, Edit, Problem, Remedy, who};
use crate::debugger::why::brief;
use crate::geometry::{Aabb, DVec2};
use crate::level::{ContactResponse, EdgeChoice, Level, Motion, Place};
use serde_json::json;

pub(super) const BARYCENTRE_RULE: CauseRule = CauseRule {
    id: "barycentre-rule",
    title: "Barycentre rule on a concave body",
    evidence: "The check concave-barycentre-rule, and a node that no edge or the wrong edge pushes out.",
    find: |case| {
        let both = remedy(
            "entry-edge-without-barycentre-rule",
            "Switch the barycentre rule off and push out by the crossed edge",
            "No edge is excluded then. The crossed edge is the right one even if another edge is nearer.",
            "A swept test for each node inside a hull.",
            vec![
                Edit::set("world.contact.barycentre_rule", false),
                Edit::set("world.contact.edge_choice", "EntryEdge"),
            ],
        );
        let found = case.checks("concave-barycentre-rule").take(1).map(|finding| {
            let suspect = BARYCENTRE_RULE.of_check(finding, super::Certainty::Evident).with_signs(&[
                Problem::WrongEdge,
                Problem::NoEdge,
                Problem::Interpenetration,
                Problem::Repositioning,
            ]);
            // The rule applies to the whole level, so bodies that touch the concave one are affected too.
            let remedies = [both.clone(), remedies::without_barycentre_rule()];
            Suspect { bodies: None, leads: consequences::CONTACTS, from_sign: true, ..suspect }.with_remedies(remedies)
        });
        found.collect()
    },
};

pub(super) const TOO_FAST: CauseRule = CauseRule {
    id: "too-fast",
    title: "Too fast for the step (tunnelling)",
    evidence: "The check fast-start, or a node or disc passed through a wall in one substep.",
    find: |case| {
        let fast = case.checks("fast-start").map(|finding| {
            let suspect = TOO_FAST.of_check(finding, super::Certainty::Evident);
            let (moving, wall) = (finding.places.first(), finding.places.last());
            let slower = moving.zip(wall).and_then(|(moving, wall)| slower(case.level, moving.body()?, wall.body()?));
            let finer = suspect.remedies.clone();
            let suspect = Suspect { remedies: slower.into_iter().chain(finer).collect(), ..suspect };
            let signs: &[Problem] =
                &[Problem::Tunnelling, Problem::WrongEdge, Problem::Interpenetration, Problem::NoEdge];
            Suspect { leads: consequences::CONTACTS, from_sign: true, ..suspect }.with_signs(signs)
        });
        let seen = case.symptoms(Problem::Tunnelling).map(|symptom| of_symptom(case, &TOO_FAST, symptom));
        fast.chain(seen).collect()
    },
};

pub(super) const EDGE_CHOICE: CauseRule = CauseRule {
    id: "edge-choice",
    title: "Edge choice",
    evidence: "Under a rule other than EntryEdge, a node was pushed out of another edge than it entered by, or of none.",
    find: |case| {
        let choice = case.level.world.contact.edge_choice;
        if choice == EdgeChoice::EntryEdge {
            return Vec::new();
        }
        let answered = [Problem::WrongEdge, Problem::NoEdge];
        let seen = answered.into_iter().flat_map(|problem| case.symptoms(problem));
        let starts_inside = case.checks("start-inside").next().is_some();
        let inside = case.symptoms(Problem::Interpenetration).filter(|_| !starts_inside);
        let seen = seen.chain(inside).map(|symptom| of_symptom(case, &EDGE_CHOICE, symptom));
        // A wrong edge without lasting overlap still did harm if the body broke right afterwards.
        let passing = case.passing.iter().filter(|symptom| answered.contains(&symptom.problem));
        let harmful = passing.filter_map(|symptom| {
            let own = of_symptom(case, &EDGE_CHOICE, symptom);
            let starts =
                symptom.spots.iter().map(|spot| spot.first.0).chain([symptom.first.frame, symptom.worst.frame]);
            let starts: Vec<u64> = starts.collect();
            let follows = |other: &Diagnosed| {
                starts.iter().any(|&from| (from..=from + AT_ONCE).contains(&other.first.frame)) && own.concerns(other)
            };
            let breaks = BROKEN.iter().any(|&problem| case.symptoms(problem).any(follows));
            breaks.then(|| Suspect { leads: consequences::ANY, ..own.clone() }.with_signs(BROKEN))
        });
        let suspects = seen.chain(harmful).map(|suspect| {
            let text = format!("The edge choice {choice:?} selects the wrong edge or none: {}", suspect.text);
            let mut remedies = vec![remedies::entry_edge()];
            remedies.extend(suspect.remedies.iter().cloned());
            Suspect { text, remedies, ..suspect }
        });
        suspects.collect()
    },
};

pub(super) const RESPONSE: CauseRule = CauseRule {
    id: "equal-shares",
    title: "Contact response",
    evidence: "Under the response Source, which shares an impulse equally between the ends of an edge, a body began to roll \
        by impulses without a lever arm.",
    find: |case| {
        if case.level.world.contact.response != ContactResponse::Source {
            return Vec::new();
        }
        let rolling = case.symptoms(Problem::SelfRolling).map(|symptom| {
            let [turns, by_made, made, has] = symptom.first.numbers.map(brief);
            let who = who(case.level, symptom.first.place);
            let text = format!(
                "The response Source shares an impulse equally between the ends of an edge, wherever the node hit it. That added \
                    {made} to the angular momentum of {who}, which is {has} now, and made {by_made} of its {turns} turns in this \
                    window. Use the response Weighted, which shares by the position on the edge and adds none"
            );
            Suspect { text, ..of_symptom(case, &RESPONSE, symptom) }
        });
        rolling.collect()
    },
};

/// Symptoms of a torn body, and the frames after a wrong edge within which they count.
const BROKEN: &[Problem] =
    &[Problem::Collapse, Problem::Repositioning, Problem::Flip, Problem::EnergyGain, Problem::BlowUp];
const AT_ONCE: u64 = 2;

/// Part of a wall's thickness that a body may travel in a substep.
const PASSED: f64 = 0.1;

/// A lower start speed that the body can bear, with enough substeps for the thickness of the wall.
fn slower(level: &Level, body: usize, wall: usize) -> Option<Remedy> {
    let parts = &level.bodies[body];
    let around = |body: usize| Aabb::around(level.bodies[body].nodes.iter().map(|node| DVec2::from(node.position)));
    let thickness = around(wall).size().min_element();
    let speed = parts.nodes.iter().map(|node| DVec2::from(node.velocity).length()).fold(0.0, f64::max);
    let bears = super::load::bearable_speed(level, body)?;
    if !(matches!(parts.motion, Motion::Dynamic) && bears < speed && thickness > 0.0) {
        return None;
    }
    let mut edits: Vec<Edit> = (0..parts.nodes.len())
        .map(|node| {
            let velocity = DVec2::from(parts.nodes[node].velocity) * (bears / speed);
            Edit::set(format!("bodies[{body}].nodes[{node}].velocity"), json!(velocity.to_array()))
        })
        .collect();
    let needed = (bears * level.world.frame_time / (PASSED * thickness)).ceil().min(MOST_SUBSTEPS) as u32;
    if needed > level.world.substeps {
        edits.push(Edit::set("world.substeps", needed));
    }
    let many = needed.max(level.world.substeps);
    Some(remedy(
        "slower",
        format!("Start {} at a speed of {}, in {many} substeps", level.quoted_body(body), brief(bears)),
        "Its springs then stop it before it is crushed. In one substep it travels a tenth of the wall's thickness.",
        "It arrives later.",
        edits,
    ))
}

/// Most substeps of a remedy.
const MOST_SUBSTEPS: f64 = 10_000.0;

/// A symptom that a setting of the level explains: with the evidence of the symptom, under the name of the cause.
fn of_symptom(case: &Case, rule: &CauseRule, symptom: &Diagnosed) -> Suspect {
    let suspect = super::symptom::of(case.level, symptom);
    let place: Place = suspect.place;
    Suspect { id: rule.id, title: rule.title, place, is_known: true, ..suspect }
}
