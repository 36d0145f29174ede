//! The first divergence of two runs: against a scan of all substeps and phases.

use blobsmith::debugger::Run;
use blobsmith::debugger::first_divergence::{FirstDivergence, RunComparison};
use blobsmith::debugger::recording::{FrameHash, straight};
use blobsmith::level::{Level, Place, format, gallery};
use serde_json::json;
use std::sync::Arc;

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

fn run_of(level: Level, frames: u64) -> Run {
    let mut run = Run::new(Arc::new(level)).unwrap();
    (0..frames).for_each(|_| run.step_frame());
    run
}

fn compare(first: &Run, second: &Run, last: u64) -> FirstDivergence {
    RunComparison::new(first, second, last).go_on(|| true).unwrap().clone()
}

#[test]
fn equal_runs_have_no_divergence_wherever_they_are() {
    let (first, mut second) = (run_of(level("06-squares-entry-edge"), 30), run_of(level("06-squares-entry-edge"), 30));
    second.seek(7);
    let found = compare(&first, &second, 30);
    assert!(found.is_equal() && found.levels.is_empty() && found.inputs.is_none(), "{found:?}");
    assert_eq!(found.frames, 30);
}

#[test]
fn different_restitution_diverges_at_the_impulse_of_the_first_contact() {
    let (first, mut other) = (level("06-squares-entry-edge"), level("06-squares-entry-edge"));
    other.bodies.iter_mut().for_each(|body| body.restitution *= 0.5);
    let found = compare(&run_of(first.clone(), 0), &run_of(other, 0), 60);
    assert!(found.levels.iter().any(|[path, ..]| path.contains("restitution")), "{:?}", found.levels);
    let state = found.state.clone().unwrap();
    // The first contact of a run of its own.
    let mut run = run_of(first, 0);
    while run.trace().is_none_or(|trace| trace.contacts.iter().all(|contact| contact.response.is_none())) {
        run.step_substep();
    }
    assert_eq!(Some(state.moment), run.moment_before(run.moment()));
    let impulse = run.phases().iter().position(|seen| seen.phase.kind.title() == "impulse").unwrap() + 1;
    assert_eq!((state.phase, state.title.as_str()), (impulse, "impulse"));
    let part = state.part.unwrap();
    assert_eq!(part.distance, 0.0, "an impulse changes velocities only");
    assert!(part.velocity > 0.0);
    let contact = &run.trace().unwrap().contacts[0];
    let Place::Node(body, _) = part.place else { panic!("{part:?}") };
    assert!([contact.body, contact.other].contains(&body));
}

#[test]
fn input_that_only_one_run_has_is_the_divergence() {
    let first = run_of(level("06-squares-entry-edge"), 20);
    let mut second = run_of(level("06-squares-entry-edge"), 5);
    second.step_substep();
    second.nudge(Place::Node(1, 2), [0.25, 0.0]).unwrap();
    while second.frame() < 20 {
        second.step_substep();
    }
    let found = compare(&first, &second, 20);
    let (at, words) = found.inputs.clone().unwrap();
    assert_eq!(at, (5, 1));
    assert!(words[0].is_none() && words[1].as_ref().unwrap().contains("nudge"), "{words:?}");
    let state = found.state.unwrap();
    assert_eq!((state.moment, state.phase, state.title.as_str()), ((5, 1), 0, "input"));
    let part = state.part.unwrap();
    assert_eq!(part.place, Place::Node(1, 2));
    assert!((part.velocity - 0.25).abs() < 1e-12, "{part:?}");
}

#[test]
fn recorded_hashes_of_another_build_are_compared() {
    let level = level("06-squares-entry-edge");
    let run = run_of(level.clone(), 12);
    let hashes: Vec<FrameHash> =
        run.samples().iter().map(|sample| FrameHash { state: sample.hash, pose: sample.pose_hash }).collect();
    let mut changed = hashes.clone();
    changed[9].state ^= 1;
    let [first, second] =
        [hashes, changed].map(|hashes| Run::from_recording(&straight(level.clone(), hashes)).unwrap());
    let found = compare(&first, &second, first.last_frame().min(second.last_frame()));
    assert_eq!(found.recorded.map(|(frame, _)| frame), Some(9));
    assert_eq!(found.departures, [None, Some(9)], "this build computes the first one");
    assert_eq!((found.state.clone(), found.frames), (None, 12));
    assert!(!found.is_equal());
}

#[test]
fn runs_with_other_parts_or_substeps_are_compared_without_a_panic() {
    let first = run_of(level("06-squares-entry-edge"), 0);
    let second = run_of(level("15-stack"), 0);
    let state = compare(&first, &second, 20).state.unwrap();
    assert_eq!((state.moment, state.title.as_str(), state.part), ((0, 0), "start", None));
    let mut other = level("06-squares-entry-edge");
    other.world.substeps *= 2;
    let found = compare(&first, &run_of(other, 0), 20);
    assert_eq!(found.state.unwrap().title, "frame", "substeps cannot be compared");
    let text = json!({"format": 1}).to_string();
    let empty = run_of(format::read(&text, format::TextFormat::Json).unwrap(), 0);
    assert!(compare(&empty, &empty, 5).is_equal());
}

#[test]
fn comparison_in_slices_gives_the_same_answer() {
    let mut other = level("06-squares-entry-edge");
    other.bodies[0].restitution *= 0.5;
    let (first, second) = (run_of(level("06-squares-entry-edge"), 0), run_of(other, 0));
    let mut comparison = RunComparison::new(&first, &second, 60);
    let mut slices = 0;
    let found = loop {
        let mut has_stepped = false;
        if let Some(found) = comparison.go_on(|| !std::mem::replace(&mut has_stepped, true)) {
            break found.clone();
        }
        slices += 1;
    };
    assert!(slices > 3);
    assert_eq!(found, compare(&first, &second, 60));
}
