//! Branches: their beginnings, names and runs.

use crate::straight::{everything, straight};
use blobsmith::debugger::{Input, JournalEntry, Run};
use blobsmith::engine::{Hand, Held};
use blobsmith::level::{Integrator, Level, Place};
use serde_json::json;
use std::sync::Arc;

fn level() -> Level {
    everything(Integrator::SemiImplicitEuler)
}

fn run(frames: u64) -> Run {
    let mut run = Run::new(Arc::new(level())).unwrap();
    (0..frames).for_each(|_| run.step_frame());
    run
}

fn hand(x: f64) -> Option<Hand> {
    Some(Hand { held: Held::Node(0, 2), target: [x, 3.0], stiffness: 0.05, damping: 0.01 })
}

#[test]
fn branch_is_one_per_drag_in_the_past() {
    let mut run = run(30);
    run.seek(20);
    for step in 0..8 {
        run.set_hand(hand(f64::from(step)));
        run.set_hand(hand(f64::from(step) + 0.5));
        run.step_frame();
    }
    run.set_hand(None);
    (0..4).for_each(|_| run.step_frame());
    let branches = run.branches();
    assert_eq!(branches.len(), 2);
    assert_eq!((branches[0].name.as_str(), branches[0].last_frame, branches[0].from), ("branch 1", 30, None));
    assert_eq!(branches[1].name, "branch 2, from frame 20: pull node 2 of left square");
    assert_eq!((branches[1].last_frame, branches[1].from), (32, Some((1, (20, 0)))));
    // Several moves at one moment are one.
    assert_eq!(run.journal().entries().len(), 9);
}

#[test]
fn branch_stays_the_same_when_stepping_back_within_a_drag() {
    let mut run = run(30);
    run.seek(20);
    for step in 0..6 {
        run.set_hand(hand(f64::from(step)));
        run.step_frame();
    }
    for _ in 0..3 {
        run.back_frame();
        run.set_hand(hand(9.0));
    }
    assert_eq!(run.branches().len(), 2);
    assert_eq!(run.moment(), (23, 0));
    run.set_hand(None);
    (0..10).for_each(|_| run.step_frame());
    // The same place once more, but another drag.
    run.seek(22);
    run.set_hand(hand(-4.0));
    assert_eq!(run.branches().len(), 3);
}

#[test]
fn branch_disappears_if_the_input_is_undone_at_once() {
    let mut run = run(30);
    run.seek(20);
    let hash = run.world().hash();
    run.set_hand(hand(1.0));
    assert_eq!((run.branches().len(), run.last_frame()), (2, 20));
    run.set_hand(None);
    assert_eq!((run.branches().len(), run.last_frame()), (1, 30));
    assert_eq!((run.branch().name.as_str(), run.samples().len()), ("branch 1", 31));
    assert_eq!(run.world().hash(), hash);
    // The same for a setting that is put back.
    run.set("world.gravity[1]", &json!(1.0)).unwrap();
    assert_eq!(run.last_frame(), 20);
    run.set("world.gravity[1]", &json!(-0.004)).unwrap();
    assert_eq!((run.branches().len(), run.last_frame(), run.journal().entries().len()), (1, 30, 0));
    run.seek(30);
    assert_eq!((run.world().hash(), run.divergence()), (straight(&level(), &[], 30)[&(30, 0)][1], None));
}

#[test]
fn branches_are_named_switched_and_deleted() {
    let mut run = run(20);
    run.seek(10);
    run.nudge(Place::Body(0), [0.1, 0.2]).unwrap();
    (0..5).for_each(|_| run.step_frame());
    assert_eq!(run.branch().name, "branch 2, from frame 10: nudge left square by (0.1, 0.2)");
    assert!(run.rename_branch(2, " thrown "));
    assert_eq!((run.branch().name.as_str(), run.branch().is_named), ("thrown", true));
    assert!(!run.switch_branch(2) && !run.switch_branch(7), "the present one, and none");
    let thrown = run.world().hash();
    assert!(run.switch_branch(1));
    assert_eq!((run.last_frame(), run.journal().entries().len()), (20, 0));
    run.seek(15);
    assert_eq!(run.world().hash(), straight(&level(), &[], 15)[&(15, 0)][1]);
    assert!(run.switch_branch(2));
    run.seek(15);
    assert_eq!((run.world().hash(), run.divergence()), (thrown, None));
    assert!(!run.delete_branch(2), "not the present one");
    assert!(run.delete_branch(1));
    assert_eq!(run.branches().len(), 1);
    assert!(run.rename_branch(2, ""));
    assert_eq!((run.branch().name.as_str(), run.branch().is_named), ("branch 2", false));
}

#[test]
fn removed_input_makes_a_branch_with_the_later_inputs() {
    let mut run = run(5);
    run.nudge(Place::Disc(0), [0.1, 0.0]).unwrap();
    (0..5).for_each(|_| run.step_frame());
    run.set("world.bounds", &json!({"min": [-5.0, -5.0], "max": [5.0, 5.0]})).unwrap();
    (0..5).for_each(|_| run.step_frame());
    run.set("world.bounds.restitution", &json!(0.25)).unwrap();
    (0..5).for_each(|_| run.step_frame());
    let before: Vec<JournalEntry> = run.journal().entries().to_vec();
    assert_eq!(before.len(), 3);
    // The last entry changes the bounds that the one before set. Without it the bounds of the level remain.
    assert_eq!(run.remove(&[0]).unwrap(), Some((5, 0)));
    assert_eq!(run.branch().name, "branch 2, from frame 5: without nudge disc 0 by (0.1, 0)");
    assert_eq!(run.journal().entries(), &before[1..]);
    assert_eq!(run.last_frame(), 20, "that far it had come");
    run.seek(20);
    assert_eq!(run.world().hash(), straight(&level(), &before[1..], 20)[&(20, 0)][1]);
    // Now an entry that a later one requires.
    run.set("world.bounds", &json!(null)).unwrap();
    run.step_frame();
    run.set("world.bounds", &json!({"min": [-5.0, -5.0], "max": [5.0, 5.0]})).unwrap();
    run.step_frame();
    run.set("world.bounds.restitution", &json!(0.5)).unwrap();
    let count = run.journal().entries().len();
    let error = run.remove(&[count - 2]).unwrap_err();
    assert!(error.reason.contains("depends on it") && error.place == "world.bounds", "{error}");
    assert_eq!(run.journal().entries().len(), count);
}

#[test]
fn branch_limit_removes_the_oldest_unnamed_branch() {
    let mut run = run(3);
    for step in 0..70 {
        run.seek(1);
        run.nudge(Place::Disc(0), [0.001 * f64::from(step + 1), 0.0]).unwrap();
        run.step_frame();
        if step == 0 {
            run.rename_branch(2, "kept");
        }
    }
    let branches = run.branches();
    assert_eq!(branches.len(), 65, "64 beside the present one");
    assert!(branches.iter().any(|branch| branch.name == "kept"));
    assert!(branches.iter().all(|branch| branch.id != 1));
    let dropped = run.take_dropped_branches();
    assert_eq!(dropped.len(), 6);
    assert_eq!(dropped[0], "branch 1");
    assert!(run.take_dropped_branches().is_empty());
    assert!(run.branch_bytes() > 0);
}

#[test]
fn journal_is_carried_to_an_edited_level() {
    let mut run = run(4);
    run.nudge(Place::Body(0), [0.1, 0.0]).unwrap();
    run.set("bodies[0].gas", &json!(0.3)).unwrap();
    (0..4).for_each(|_| run.step_frame());
    let mut other = level();
    other.bodies[0].springs[0].stiffness = 0.9;
    let mut carried = run.carried_to(Arc::new(other.clone())).unwrap();
    assert_eq!((carried.moment(), carried.last_frame()), ((0, 0), 8));
    carried.seek(8);
    assert_eq!(carried.world().hash(), straight(&other, run.journal().entries(), 8)[&(8, 0)][1]);
    other.bodies.clear();
    assert!(run.carried_to(Arc::new(other)).is_err(), "there is no gas to set");
    let is_set = |entry: &JournalEntry| matches!(entry.input, Input::Set(_));
    assert_eq!(run.live_changes().len(), run.journal().entries().iter().filter(|entry| is_set(entry)).count());
}
