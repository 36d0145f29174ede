//! The frames around the present one: the same bits as the run's, and contacts as counted from its traces.

use crate::support::{leader, level, run_for};
use blobsmith::debugger::NearbyFrames;
use blobsmith::debugger::history::Window;
use blobsmith::engine::{Hand, Held, Trace, World};
use blobsmith::geometry::DVec2;
use std::collections::BTreeMap;

const ALL: Window = Window { back: 30, ahead: 20, touches: true };

/// Positions of all frames of a straight run.
fn positions(id: &str, frames: u64) -> Vec<Vec<DVec2>> {
    let mut world = World::new(&level(id)).unwrap();
    let mut all = vec![world.state().positions.clone()];
    for _ in 0..frames {
        world.step_frame();
        all.push(world.state().positions.clone());
    }
    all
}

#[test]
fn nearby_frames_have_the_positions_of_the_run() {
    let expected = positions("04-squares-distance", 100);
    let mut run = run_for(&level("04-squares-distance"), 100);
    let mut history = NearbyFrames::default();
    for now in [100, 99, 60, 61, 5, 0, 80] {
        run.seek(now);
        assert!(history.follow(&run, ALL, || true));
        let wanted = now.saturating_sub(30)..=(now + 20).min(100);
        for frame in wanted {
            let past = history.at(frame).unwrap_or_else(|| panic!("no frame {frame} at {now}"));
            assert_eq!(past.positions, expected[frame as usize], "frame {frame} at {now}");
        }
        assert!(history.frames().count() <= 51 + 64);
        assert_eq!(run.frame(), now, "the run stays where it is");
    }
    assert!(history.follow(&run, ALL, || panic!("all is there")));
}

#[test]
fn nearby_contacts_equal_those_of_the_traces() {
    let level = level("04-squares-distance");
    let mut world = World::new(&level).unwrap();
    let mut trace = Trace::default();
    // Of each pair of node and edge: in how many substeps, and how much momentum.
    let mut expected: Vec<BTreeMap<(usize, usize), (u32, f64)>> = vec![BTreeMap::new()];
    for _ in 0..100 {
        let mut found: BTreeMap<(usize, usize), (u32, f64)> = BTreeMap::new();
        for _ in 0..level.world.substeps {
            world.step_substep_traced(&mut trace);
            for contact in trace.contacts.iter().filter(|contact| contact.response.is_some()) {
                let nodes_before: usize = level.bodies[..contact.body].iter().map(|body| body.nodes.len()).sum();
                let edges_before: usize = level.bodies[..contact.other].iter().map(|body| body.hull.len()).sum();
                let response = contact.response.unwrap();
                let entry = found.entry((nodes_before + contact.node, edges_before + contact.chosen.unwrap()));
                let (count, strength) = entry.or_default();
                *count += 1;
                let (mass_m, mass_ab) = (1.0 / response.inverse_mass_m, 1.0 / response.inverse_mass_ab);
                let sides = [response.impulse_m.length() * mass_m, response.impulse_ab[0].length() * mass_ab];
                *strength += sides.into_iter().find(|side| side.is_finite()).unwrap();
            }
        }
        expected.push(found);
    }
    assert!(expected.iter().map(BTreeMap::len).sum::<usize>() > 10);
    let run = run_for(&level, 100);
    let mut history = NearbyFrames::default();
    assert!(history.follow(&run, Window { back: 200, ahead: 0, touches: true }, || true));
    for (frame, expected) in expected.iter().enumerate() {
        let touches = history.at(frame as u64).unwrap().touches.as_ref().unwrap();
        let found: BTreeMap<_, _> = touches
            .iter()
            .map(|touch| ((touch.node as usize, touch.edge as usize), (touch.count, touch.strength)))
            .collect();
        assert_eq!(found.len(), touches.len(), "each pair once");
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "frame {frame}");
        for (pair, (count, strength)) in &found {
            assert_eq!(*count, expected[pair].0, "frame {frame}");
            assert!((strength - expected[pair].1).abs() <= 1e-12 * (1.0 + strength), "frame {frame}");
        }
    }
}

#[test]
fn nearby_frames_in_slices_equal_those_at_once() {
    let level = level("04-squares-distance");
    let run = run_for(&level, 90);
    let (mut whole, mut sliced) = (NearbyFrames::default(), NearbyFrames::default());
    assert!(whole.follow(&run, ALL, || true));
    // Positions alone first; contacts are requested during the work.
    let mut window = Window { touches: false, ..ALL };
    let mut calls = 0;
    loop {
        let mut left = 5;
        let is_done = sliced.follow(&run, window, || {
            left -= 1;
            left >= 0
        });
        calls += 1;
        if calls == 60 {
            window = ALL;
        } else if is_done && calls > 60 {
            break;
        }
    }
    for (frame, past) in whole.frames().filter(|(frame, _)| (60..=90).contains(frame)) {
        assert_eq!(sliced.at(frame), Some(past), "frame {frame}");
    }
}

#[test]
fn nearby_frames_are_computed_again_after_a_change() {
    let level = level("01-first-blob");
    let mut run = leader(&level);
    (0..60).for_each(|_| run.step_frame());
    let mut history = NearbyFrames::default();
    assert!(history.follow(&run, ALL, || true));
    run.seek(45);
    let hand = Hand { held: Held::Node(0, 0), target: [3.0, 9.0], stiffness: 0.05, damping: 0.01 };
    run.set_hand(Some(hand));
    assert!(history.follow(&run, ALL, || true));
    assert!(history.at(46).is_none(), "that future is no more");
    (0..10).for_each(|_| run.step_frame());
    assert!(history.follow(&run, ALL, || true));
    for frame in 25..=55 {
        run.seek(frame);
        assert_eq!(history.at(frame).unwrap().positions, run.world().state().positions, "frame {frame}");
    }
}
