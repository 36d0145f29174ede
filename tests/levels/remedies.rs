//! Remedies that are offered, and those that are not.

use super::support::level;
use blobsmith::debugger::diagnosis::{Cause, Diagnosed, Diagnosis, Problem, diagnose, remedies};

#[test]
fn fan_is_not_offered_for_a_fan_and_names_a_barycentre_node_only_if_it_adds_one() {
    let bare = level("10-balloon-bare");
    let body =
        (0..bare.bodies.len()).find(|&body| remedies::fan(&bare, body).is_some_and(|fan| fan.fits(&bare))).unwrap();
    let remedy = remedies::fan(&bare, body).expect("it has no fan");
    assert!(remedy.cost.starts_with("Adds a barycentre node"), "{}", remedy.cost);
    let mut whole = remedy.apply(&bare).unwrap();
    assert_eq!(remedies::fan(&whole, body), None);
    whole.bodies[body].triangles.pop();
    let again = remedies::fan(&whole, body).expect("a triangle is missing");
    assert!(!again.cost.contains("Adds"), "{}", again.cost);
}

#[test]
fn other_triangles_are_no_remedy_for_a_step_that_is_too_long() {
    let level = level("23-stiff-too-few-substeps");
    let mut found = diagnose(&level, 60, |_| true).unwrap();
    let mut flips = found.problems[0].clone();
    flips.problem = Problem::Flip;
    let triangulates = |found: &Diagnosis, flips: &Diagnosed| {
        found.remedies(flips, &level).iter().any(|remedy| ["fan", "triangulate"].contains(&remedy.id))
    };
    found.causes.retain(Cause::is_of_step);
    assert!(!found.causes.is_empty());
    found.causes[0].problems = Vec::new();
    let offered = triangulates(&found, &flips);
    found.causes[0].problems = vec![Problem::Flip];
    assert!(offered && !triangulates(&found, &flips));
}
