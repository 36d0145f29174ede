//! Twins of runs with journals: the twin applies every input with its own settings; branches are independent.

use crate::straight::{everything, straight};
use blobsmith::debugger::{Run, Twin};
use blobsmith::engine::{Hand, Held};
use blobsmith::level::{Integrator, Level, Place, Twin as Settings};
use serde_json::json;
use std::sync::Arc;

fn level() -> Level {
    everything(Integrator::SemiImplicitEuler)
}

#[test]
fn twin_follows_every_input_except_its_own_settings() {
    let settings = Settings { integrator: Some(Integrator::Verlet), ..Settings::default() };
    let level = level();
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    let mut twin = Twin::new(&level, &settings).unwrap();
    for frame in 0..24 {
        match frame {
            3 => run.nudge(Place::Body(0), [0.05, 0.1]).unwrap(),
            6 => assert!(run.set("world.gravity[1]", &json!(-0.01)).unwrap()),
            9 => assert!(run.set("world.integrator", &json!("ExplicitEuler")).unwrap()),
            12 => assert!(run.set("world.substeps", &json!(6)).unwrap()),
            15..20 => {
                let target = [f64::from(frame), 2.0];
                run.set_hand(Some(Hand { held: Held::Node(0, 2), target, stiffness: 0.02, damping: 0.0 }));
            }
            20 => run.set_hand(None),
            _ => {}
        }
        run.step_frame();
        assert!(twin.follow(&run, || true));
    }
    let other = Level { world: settings.applied_to(&level.world), ..level };
    // The same inputs but for the integrator, which is its own.
    let is_integrator = |entry: &&blobsmith::debugger::JournalEntry| {
        entry.input.describe(&other) == "world.integrator = \"ExplicitEuler\""
    };
    let journal: Vec<_> = run.journal().entries().iter().filter(|entry| !is_integrator(entry)).cloned().collect();
    assert_eq!(journal.len() + 1, run.journal().entries().len());
    assert_eq!(twin.run().world().hash(), straight(&other, &journal, 24)[&(24, 0)][1]);
    // In the middle of a frame, where both have six substeps.
    (0..3).for_each(|_| run.step_substep());
    twin.follow(&run, || true);
    assert_eq!(twin.run().moment(), (24, 3));
}

#[test]
fn twin_of_a_branch_parts_at_the_first_input() {
    let mut run = Run::new(Arc::new(level())).unwrap();
    (0..40).for_each(|_| run.step_frame());
    let first = run.branch().id;
    run.seek(20);
    run.step_substep();
    run.nudge(Place::Node(0, 1), [0.01, 0.0]).unwrap();
    (0..10).for_each(|_| run.step_frame());
    let mut twin = Twin::of_branch(&run, first).unwrap();
    assert_eq!(twin.titles()[0], run.branch().name);
    assert_eq!(twin.titles()[1], "branch 1");
    assert!(twin.follow(&run, || true));
    assert_eq!(twin.run().moment(), run.moment());
    let ours = straight(&level(), run.journal().entries(), 30);
    let theirs = straight(&level(), &[], 40);
    let parting = (0..=30).find(|&frame| ours[&(frame, 0)][1] != theirs[&(frame, 0)][1]);
    assert_eq!((twin.parting(), parting), (Some(21), Some(21)));
    assert_eq!(twin.run().world().hash(), theirs[&run.moment()][1]);
    assert!(twin.farthest(&run).is_some() && !twin.is_same());
    // Later inputs of the leader have no effect on the branch.
    run.nudge(Place::Body(0), [1.0, 1.0]).unwrap();
    run.step_frame();
    twin.follow(&run, || true);
    assert_eq!(twin.run().world().hash(), theirs[&(31, 0)][1]);
    assert!(twin.run().journal().entries().is_empty());
    // Back before the branching both are the same.
    run.seek(15);
    twin.follow(&run, || true);
    assert_eq!(twin.farthest(&run), None);
    // The leader becomes that branch itself.
    assert!(run.switch_branch(first));
    twin.follow(&run, || true);
    assert!(twin.is_same());
    assert_eq!(twin.parting(), None);
    assert!(Twin::of_branch(&run, 99).is_none());
}
