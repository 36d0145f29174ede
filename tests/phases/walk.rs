//! Stepping through the phases of a run: each state is that of the straight run, and the end of the substep is unchanged.

use crate::{gallery_level, gallery_levels, world};
use blobsmith::debugger::Run;
use blobsmith::engine::PhaseKind;
use std::sync::Arc;

/// Hash after each phase of the substep that comes next, by a straight run.
fn hashes(world: &blobsmith::engine::World) -> Vec<u64> {
    let count = world.clone().step_substep_listed().len();
    (0..count).map(|phase| world.clone().step_substep_around(phase).unwrap().after.hash()).collect()
}

#[test]
fn phase_states_are_the_same_in_any_order_of_visits() {
    let ids = ["04-squares-distance", "22-trampoline", "30-pieces-of-sticks", "43-balls-on-blobs", "33-billiard-break"];
    for id in ids {
        let level = gallery_level(id);
        let mut straight = world(&level);
        let mut run = Run::new(Arc::new(level.clone())).unwrap();
        for _ in 0..30 {
            straight.step_frame();
            run.step_frame();
        }
        // Forwards over two substeps.
        let mut seen = Vec::new();
        for _ in 0..2 {
            let expected = hashes(&straight);
            for hash in &expected {
                run.step_phase();
                assert_eq!(run.world().hash(), *hash, "{id}");
                seen.push(*hash);
            }
            straight.step_substep();
            let end = run.moment();
            run.look_at_end();
            assert_eq!(run.world().hash(), straight.hash(), "{id}");
            assert_eq!(run.moment(), end);
        }
        // Back over the same way: the second substep's phases, the first one's end, its phases.
        let second = run.phases().len();
        for hash in seen.iter().rev().take(second) {
            assert!(run.back_phase());
            assert_eq!(run.world().hash(), *hash, "{id}");
        }
        assert!(run.back_phase());
        assert_eq!(run.phases_done(), None, "{id}: the end of the substep before");
        for hash in seen.iter().rev().skip(second) {
            assert!(run.back_phase());
            assert_eq!(run.world().hash(), *hash, "{id}");
        }
        // At random, in between.
        for pick in [seen.len() - second - 1, 0, (seen.len() - second) / 2] {
            run.look_inside(pick + 1);
            assert_eq!(run.world().hash(), seen[pick], "{id}");
        }
        assert_eq!(run.divergence(), None);
    }
}

#[test]
fn contact_phases_are_in_order_and_add_up() {
    let mut run = Run::new(Arc::new(gallery_level("04-squares-distance"))).unwrap();
    let mut contacts = 0;
    for _ in 0..600 {
        run.step_substep();
        let phases: Vec<_> = run.phases().to_vec();
        let trace = run.trace().unwrap().clone();
        let detected = phases.iter().filter(|seen| seen.phase.kind == PhaseKind::Detect).count();
        assert_eq!(detected, trace.contacts.len());
        for (index, seen) in phases.iter().enumerate() {
            if seen.phase.kind != PhaseKind::Impulse {
                continue;
            }
            contacts += 1;
            let kinds = phases[index - 1..index + 3].iter().map(|seen| seen.phase.kind);
            let order = [PhaseKind::Detect, PhaseKind::Impulse, PhaseKind::Friction, PhaseKind::Reposition];
            assert!(kinds.eq(order));
            let blobsmith::engine::Row::Contact(row) = seen.phase.row else { panic!("{seen:?}") };
            let contact = &trace.contacts[row as usize];
            let response = contact.response.as_ref().unwrap();
            let node = run.world().layout().bodies[contact.body].nodes.start + contact.node;
            run.look_inside(index + 1);
            let change = run.phase_change().unwrap();
            let gained = change.after.velocities[node] - change.before.velocities[node];
            assert!((gained - response.impulse_m).length() <= 1e-12, "impulse");
            assert_eq!(change.after.positions[node], change.before.positions[node]);
            run.look_inside(index + 2);
            let change = run.phase_change().unwrap();
            let gained = change.after.velocities[node] - change.before.velocities[node];
            assert!((gained - response.friction_m).length() <= 1e-12, "friction");
            run.look_inside(index + 3);
            let change = run.phase_change().unwrap();
            let moved = change.after.positions[node] - change.before.positions[node];
            assert!((moved - response.move_m).length() <= 1e-12, "move");
            run.look_at_end();
        }
    }
    assert!(contacts > 50, "{contacts} contacts");
}

/// The contacts so far grow by one at each phase that finds one, from those before the substep to those after it.
#[test]
fn contacts_so_far_are_those_of_the_phases_so_far() {
    let mut found = 0;
    for (id, level) in gallery_levels().filter(|(_, level)| level.bodies.len() < 30) {
        let mut run = Run::new(level.into()).unwrap();
        run.seek(20);
        for _ in 0..12 {
            let before = if run.substep() == 0 { 0 } else { run.contacts_so_far() };
            run.step_substep();
            let after = run.contacts_so_far();
            let count = run.phases().len();
            let mut last = before;
            for done in 1..=count {
                run.look_inside(done);
                let now = run.contacts_so_far();
                assert!(now == last || now == last + 1, "{id}: {now} after {last}");
                last = now;
            }
            assert_eq!((last, run.contacts_so_far()), (after, after), "{id} at {:?}", run.moment());
            run.look_inside(1);
            assert!(count < 2 || run.contacts_so_far() <= before + 1, "{id} at {:?}: {before}", run.moment());
            found += after - before;
            run.look_at_end();
        }
    }
    assert!(found > 100, "{found}");
}
