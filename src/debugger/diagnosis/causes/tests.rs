//! Tests of the cause rules: ids, ranking, explained symptoms, runs without findings.

use super::*;
use crate::debugger::diagnosis::{Finding, Spot, diagnose, diagnose_run};
use crate::level::{Body, Link, LinkEnd, LinkKind, Node, Role, Spring, format, gallery};
use serde_json::json;
use std::sync::Arc;

fn symptom(problem: Problem, body: usize, count: u64, frame: u64) -> Diagnosed {
    let first =
        Finding { frame, substep: 0, problem, place: Place::Body(body), other: None, gravity: 1.0, numbers: [0.0; 4] };
    Diagnosed { problem, count, first, worst: first, spots: Vec::new(), place_count: 1 }
}

fn run_of(level: Level) -> Run {
    Run::new(Arc::new(level)).unwrap()
}

fn causes(problems: Vec<Diagnosed>) -> Vec<Cause> {
    let level = Level { bodies: vec![Default::default(); 2], ..Level::default() };
    find(&run_of(level), &Diagnosis { frames: 100, problems, ..Diagnosis::default() })
}

#[test]
fn rules_have_unique_ids_and_texts() {
    for (index, rule) in ALL.iter().enumerate() {
        assert!(rule.id.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '1'), "{}", rule.id);
        assert!(ALL[..index].iter().all(|other| other.id != rule.id), "{}", rule.id);
        assert!(rule.evidence.ends_with('.'), "{}", rule.id);
    }
    assert_eq!(ANY.len(), crate::debugger::diagnosis::ALL.len(), "ANY lists every problem");
}

#[test]
fn causes_rank_many_events_above_a_single_later_one() {
    let found = causes(vec![symptom(Problem::Repositioning, 0, 1, 90), symptom(Problem::Sticking, 0, 2531, 3)]);
    assert_eq!(found.iter().map(|cause| cause.id).collect::<Vec<_>>(), ["sticking", "repositioning"]);
}

#[test]
fn causes_merge_consequences_in_the_same_body_only() {
    let found = causes(vec![
        symptom(Problem::Collapse, 0, 1, 10),
        symptom(Problem::Flip, 0, 40, 10),
        symptom(Problem::Spill, 0, 80, 12),
    ]);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].id, &found[0].problems[..]),
        ("collapse", &[Problem::Collapse, Problem::Flip, Problem::Spill][..])
    );
    // A collapse is found only once the whole area is gone, up to one frame late.
    let found = causes(vec![symptom(Problem::Collapse, 0, 1, 10), symptom(Problem::Flip, 0, 1, 9)]);
    assert_eq!(found.iter().map(|cause| cause.id).collect::<Vec<_>>(), ["collapse"]);
    // In another body, or earlier, the flip has causes of its own.
    let found = causes(vec![symptom(Problem::Collapse, 0, 1, 10), symptom(Problem::Flip, 1, 40, 10)]);
    assert_eq!(found.len(), 2);
    let found = causes(vec![symptom(Problem::Collapse, 0, 1, 10), symptom(Problem::Flip, 0, 40, 3)]);
    assert_eq!(found.iter().map(|cause| cause.id).collect::<Vec<_>>(), ["flip", "collapse"]);
}

#[test]
fn causes_are_empty_without_findings() {
    assert!(causes(Vec::new()).is_empty());
}

fn gallery_level(id: &str) -> Level {
    let text = gallery::level(id).map(|row| row.text).unwrap_or_default();
    format::read(text, format::TextFormat::Ron).unwrap()
}

fn ids(level: &Level, frames: u64) -> Vec<&'static str> {
    diagnose(level, frames, |_| true).unwrap().causes.iter().map(|cause| cause.id).collect()
}

/// In level 01 the ball is healthy until the blob, made ill in one way each, hits it.
#[test]
fn causes_of_a_blow_up_are_in_the_body_where_it_starts() {
    let mut stiff = gallery_level("01-first-blob");
    stiff.bodies[1].springs.iter_mut().for_each(|spring| spring.stiffness *= 1000.0);
    let mut light = gallery_level("01-first-blob");
    light.bodies[1].nodes[3].role = Role::Mass(1e-4);
    let mut swollen = gallery_level("01-first-blob");
    swollen.bodies[1].gas = 2000.0;
    swollen.bodies[1].springs.iter_mut().for_each(|spring| spring.damping = 0.0);
    for (level, cause) in [(stiff, "stiff-spring"), (light, "mass-ratio"), (swollen, "too-much-gas")] {
        let found = ids(&level, 64);
        assert_eq!(found.first(), Some(&cause), "{found:?}");
        assert!(!found.contains(&"too-little-gas"), "{cause}: {found:?}");
    }
}

#[test]
fn causes_in_one_body_explain_what_follows_its_blow_up_in_another() {
    let found = causes(vec![symptom(Problem::BlowUp, 0, 1, 10), symptom(Problem::Flip, 1, 40, 12)]);
    assert_eq!(found.iter().map(|cause| cause.id).collect::<Vec<_>>(), ["blow-up"]);
    let found = causes(vec![symptom(Problem::BlowUp, 0, 1, 10), symptom(Problem::Flip, 1, 40, 3)]);
    assert_eq!(found.iter().map(|cause| cause.id).collect::<Vec<_>>(), ["flip", "blow-up"]);
}

/// Level 52: a collapse alone would be answered by more gas.
#[test]
fn causes_offer_no_remedy_that_undoes_their_own() {
    let level = gallery_level("52-too-much-gas");
    let found = diagnose(&level, 120, |_| true).unwrap();
    let cause = &found.causes[0];
    assert!(cause.id == "too-much-gas" && cause.problems.contains(&Problem::Collapse), "{cause:?}");
    let ids: Vec<&str> = cause.remedies.iter().map(|remedy| remedy.id).collect();
    assert!(ids.contains(&"balanced-gas") && !ids.contains(&"more-gas"), "{ids:?}");
}

/// Level 04: the squares start apart, so moving them apart is no remedy.
#[test]
fn causes_move_no_bodies_out_that_start_apart() {
    let found = diagnose(&gallery_level("04-squares-distance"), 20, |_| true).unwrap();
    assert!(found.of(Problem::Interpenetration).is_some());
    assert!(found.causes.iter().flat_map(|cause| &cause.remedies).all(|remedy| remedy.id != "move-apart"));
}

/// Level 01 with a brick of a ten-thousandth of its mass: with the other masses the step is short enough for its springs.
#[test]
fn causes_name_the_mass_of_a_light_body() {
    let mut level = gallery_level("01-first-blob");
    for node in &mut level.bodies[2].nodes {
        if let Role::Mass(mass) = &mut node.role {
            *mass *= 1e-4;
        }
    }
    let found = diagnose(&level, 40, |_| true).unwrap();
    let first = &found.causes[0];
    assert_eq!(first.id, "mass-ratio");
    assert!(first.text.contains("its mass is 0.0001 and that of others 0.5"), "{first:?}");
    assert_eq!(first.remedies[0].id, "usual-masses");
    let remedied = first.remedies[0].apply(&level).unwrap();
    assert!(diagnose(&remedied, 40, |_| true).unwrap().is_healthy());
    // No number of substeps that the check allows is enough, so none is said to be.
    assert!(first.remedies.iter().all(|remedy| !remedy.why.contains("limit")), "{:?}", first.remedies);
}

/// Check and diagnosis give the same node and the same numbers, whatever makes the step too long.
#[test]
fn causes_of_a_long_step_have_the_numbers_of_the_check() {
    let blob = || gallery_level("01-first-blob");
    let (mut long, mut light, mut stiff) = (blob(), blob(), blob());
    long.world.substeps = 1;
    light.bodies[1].nodes[0].role = Role::Mass(1e-3);
    stiff.bodies[1].springs.iter_mut().for_each(|spring| spring.stiffness *= 100.0);
    let retained = |level: Level, retention| {
        let mut level = level;
        level.world.velocity_retention = retention;
        level
    };
    let all = [gallery_level("23-stiff-too-few-substeps"), retained(stiff.clone(), 0.9), long, light, stiff];
    for level in all {
        let loads = level.bodies.iter().filter_map(|body| checks::StepLoad::of(&level, body));
        let texts: Vec<String> = loads.map(|load| load.text()).collect();
        let has_one = |text: &str| texts.iter().any(|own| text.contains(own));
        let findings = checks::check(&level);
        let mut of_step = findings.iter().filter(|finding| finding.rule == "stability").peekable();
        assert!(of_step.peek().is_some() && of_step.all(|finding| has_one(&finding.message)), "{findings:?}");
        let found = diagnose(&level, 20, |_| true).unwrap();
        let ids = ["too-few-substeps", "mass-ratio", "stiff-spring", "over-damping"];
        let mut causes = found.causes.iter().filter(|cause| ids.contains(&cause.id) && cause.is_known).peekable();
        assert!(causes.peek().is_some() && causes.all(|cause| has_one(&cause.text)), "{:?}", found.causes);
    }
}

/// A regular polygon with gas that bears its weight and a fan of triangles from one corner, as in level 57.
fn balloon(corners: usize, radius: f64, bottom: f64) -> crate::level::Body {
    let mut body = gallery_level("57-balloon-on-a-spike").bodies[1].clone();
    let at = |corner: usize| {
        let angle = std::f64::consts::TAU * corner as f64 / corners as f64;
        [radius * libm::cos(angle), bottom + radius + radius * libm::sin(angle)]
    };
    let side = 2.0 * radius * libm::sin(std::f64::consts::PI / corners as f64);
    let node = Node { role: Role::Mass(0.5), ..Node::at([0.0, 0.0]) };
    body.nodes = (0..corners).map(|corner| Node { position: at(corner), ..node.clone() }).collect();
    let ring = (0..corners).map(|corner| [corner, (corner + 1) % corners]);
    body.springs = ring.clone().map(|[a, b]| Spring { a, b, rest_length: side, ..body.springs[0] }).collect();
    body.hull = ring.collect();
    body.triangles = (1..corners - 1).map(|corner| [0, corner, corner + 1]).collect();
    body.gas = 1.5 * corners as f64 * radius / 48.0;
    body
}

#[test]
fn causes_name_the_missing_barycentre_of_dented_balloons() {
    let mut dented = 0;
    for (corners, radius) in [(14, 1.5), (18, 2.5), (20, 1.8), (28, 2.2), (32, 3.0)] {
        let mut level = gallery_level("57-balloon-on-a-spike");
        level.bodies[1] = balloon(corners, radius, 1.5);
        let found = diagnose(&level, 120, |_| true).unwrap();
        if found.of(Problem::Flip).is_none() {
            continue;
        }
        let cause = &found.causes[0];
        assert_eq!((cause.id, cause.remedies[0].id), ("balloon-without-barycentre", "fan"), "{corners}: {cause:?}");
        let remedied = diagnose(&cause.remedies[0].apply(&level).unwrap(), 120, |_| true).unwrap();
        assert!(remedied.count(Problem::Flip) < found.count(Problem::Flip), "{corners}");
        dented += 1;
    }
    assert!(dented >= 3, "{dented}");
}

/// A block of 5 × 5 nodes in free space, with a fiftieth of its stiffness and damping.
fn soft_block() -> Level {
    let mut level = gallery_level("23-stiff-too-few-substeps");
    level.bodies.remove(0);
    for spring in &mut level.bodies[0].springs {
        (spring.stiffness, spring.damping) = (0.02 * spring.stiffness, 0.02 * spring.damping);
    }
    (level.world.gravity, level.world.substeps) = ([0.0, 0.0], 24);
    level
}

#[test]
fn causes_name_a_node_that_starts_too_fast_for_its_body() {
    for (node, velocity) in [(0, [3.0, 3.0]), (2, [0.0, 4.0]), (12, [5.0, 0.0]), (24, [-4.0, -2.0])] {
        let mut level = soft_block();
        level.bodies[0].nodes.iter_mut().for_each(|node| node.velocity = [0.7, -0.2]);
        let start = &mut level.bodies[0].nodes[node].velocity;
        *start = [start[0] + velocity[0], start[1] + velocity[1]];
        let found = diagnose(&level, 40, |_| true).unwrap();
        let cause = found.causes.first().unwrap_or_else(|| panic!("no cause at node {node}"));
        assert_eq!((cause.id, cause.place), ("thrown-node", Place::Node(0, node)), "{:?}", found.causes);
        let remedied = diagnose(&cause.remedies[0].apply(&level).unwrap(), 40, |_| true).unwrap();
        assert!(remedied.is_healthy(), "{node}");
    }
    // A body that spins as fast has no node with a speed of its own.
    let mut level = soft_block();
    for node in &mut level.bodies[0].nodes {
        let [x, y] = [node.position[0], node.position[1] - 3.0];
        node.velocity = [-3.0 * y, 3.0 * x];
    }
    let found = diagnose(&level, 40, |_| true).unwrap();
    assert!(found.causes.iter().all(|cause| cause.id != "thrown-node"), "{:?}", found.causes);
}

#[test]
fn remedies_begin_with_a_word() {
    let level = gallery_level("55-ringing");
    let symptoms = Problem::ALL.map(|problem| symptom(problem, 0, 1, 0));
    for remedy in symptoms.iter().flat_map(|symptom| symptom.remedies(&level)) {
        let mut letters = remedy.why.chars();
        let first = letters.next().is_some_and(char::is_uppercase);
        assert!(first && letters.next().is_some_and(|c| c.is_lowercase() || c == ' '), "{}", remedy.why);
    }
}

/// The sum of the blob's springs is 234, far beyond the limit of 4. The ball's own symptoms weigh more.
#[test]
fn causes_rank_a_step_far_beyond_its_limit_before_other_bodies() {
    let mut level = gallery_level("01-first-blob");
    level.bodies[1].springs.iter_mut().for_each(|spring| spring.stiffness *= 1000.0);
    let mut of_ball = symptom(Problem::Collapse, 3, 1000, 3);
    of_ball.spots = vec![Spot { place: Place::Body(3), count: 1000, first: (3, 0) }];
    let problems = vec![symptom(Problem::Flip, 1, 1, 9), of_ball];
    let found = find(&run_of(level), &Diagnosis { frames: 100, problems, ..Diagnosis::default() });
    let ids: Vec<&str> = found.iter().map(|cause| cause.id).collect();
    assert_eq!(ids, ["stiff-spring", "too-little-gas"]);
}

/// Each setting makes the ball of the first level ill by itself; the level at the start shows nothing of it.
#[test]
fn causes_follow_from_the_settings_that_an_input_changed() {
    for (path, value, id) in [
        ("bodies[3].springs[*].stiffness", 400.0, "stiff-spring"),
        ("bodies[3].nodes[*].role.Mass", 0.001, "mass-ratio"),
        ("bodies[3].gas", 500.0, "too-much-gas"),
    ] {
        let mut run = run_of(gallery_level("01-first-blob"));
        (0..80).for_each(|_| run.step_frame());
        run.set(path, &json!(value)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let found = diagnose_run(&run, 0..140, |_| true);
        let cause = &found.causes[0];
        assert_eq!(cause.id, id, "{path}: {}", cause.text);
        assert!(cause.text.starts_with("Since the input at 80: "), "{path}: {}", cause.text);
        assert!(cause.remedies.iter().all(|remedy| {
            remedy
                .edits
                .iter()
                .all(|edit| !matches!(edit, crate::debugger::diagnosis::Edit::Set(set, _) if set == path))
        }));
    }
}

#[test]
fn causes_name_the_response_of_bodies_that_roll_by_themselves() {
    let found = causes(vec![symptom(Problem::SelfRolling, 0, 4, 10)]);
    assert_eq!(found.iter().map(|cause| (cause.id, cause.is_known)).collect::<Vec<_>>(), [("equal-shares", true)]);
    let mut level = Level { bodies: vec![Default::default(); 2], ..Level::default() };
    level.world.contact.response = crate::level::ContactResponse::Weighted;
    let problems = vec![symptom(Problem::SelfRolling, 0, 4, 10)];
    let found = find(&run_of(level), &Diagnosis { frames: 100, problems, ..Diagnosis::default() });
    assert!(!found[0].is_known);
}

#[test]
fn unexplained_symptom_names_the_check_of_a_link_of_its_body() {
    let body = |x: f64| Body {
        nodes: vec![Node::at([x, 0.0]), Node::at([x + 1.0, 0.0])],
        springs: vec![Spring { a: 0, b: 1, rest_length: 1.0, stiffness: 0.01, damping: 0.0 }],
        ..Body::default()
    };
    let pin = Link {
        id: String::new(),
        a: LinkEnd::Node([0, 0]),
        b: LinkEnd::Point([0.0, 0.5]),
        kind: LinkKind::Pin,
        collide: true,
        tags: Vec::new(),
        properties: Default::default(),
    };
    let level = Level { bodies: vec![body(0.0), body(10.0)], links: vec![pin], ..Level::default() };
    let problems = vec![symptom(Problem::Jitter, 0, 5, 3), symptom(Problem::NoProgress, 1, 5, 4)];
    let found = find(&run_of(level), &Diagnosis { frames: 100, problems, ..Diagnosis::default() });
    let rows: Vec<_> = found.iter().map(Cause::row).collect();
    assert!(rows[0].starts_with("Likely cause: ") && rows[0].contains("is a pin joint of"), "{rows:?}");
    assert_eq!((found[0].id, &rows[1][..]), ("jitter", "Cause not known: No progress"));
    assert_eq!(found[0].remedies[0].label, "Move its fixed point to the other end");
}
