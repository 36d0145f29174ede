//! Runs forwards and backwards: every moment has the same bits, independent of how it was reached.

use blobsmith::debugger::Run;
use blobsmith::engine::{Counts, Hand, Held, Trace, World};
use blobsmith::level::{Body, Integrator, Level, Motion, Node, Place, Spring, format};
use std::sync::Arc;

/// A soft square with gas that falls on a fixed block, hits it within 120 frames and bounces.
fn bouncing_square(integrator: Integrator) -> Level {
    let corners =
        |x: f64, y: f64, w: f64, h: f64| [[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(Node::at).to_vec();
    let spring = |a, b, rest_length| Spring { a, b, rest_length, stiffness: 0.5, damping: 0.02 };
    let diagonal = 2f64.sqrt();
    let square = Body {
        nodes: corners(0.3, 1.0, 1.0, 1.0),
        springs: vec![
            spring(0, 1, 1.0),
            spring(1, 2, 1.0),
            spring(2, 3, 1.0),
            spring(3, 0, 1.0),
            spring(0, 2, diagonal),
            spring(1, 3, diagonal),
        ],
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        gas: 0.1,
        ..Body::default()
    };
    let floor = Body {
        motion: Motion::Fixed,
        nodes: corners(-5.0, -1.0, 10.0, 1.0),
        hull: square.hull.clone(),
        ..Body::default()
    };
    let mut level = Level { bodies: vec![square, floor], ..Level::default() };
    level.world.integrator = integrator;
    level.world.gravity = [0.001, -0.003];
    level
}

/// The hash of every moment of a straight simulation without a `Run`.
fn straight(level: &Level, frames: u64) -> Vec<u64> {
    let mut world = World::new(level).unwrap();
    let mut hashes = vec![world.hash()];
    for _ in 0..frames * u64::from(level.world.substeps) {
        world.step_substep();
        hashes.push(world.hash());
    }
    hashes
}

#[test]
fn seek_to_any_moment_equals_the_uninterrupted_run() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        let level = bouncing_square(integrator);
        let substeps = u64::from(level.world.substeps);
        let expected = straight(&level, 120);
        let mut run = Run::new(Arc::new(level)).unwrap();
        for _ in 0..120 {
            run.step_frame();
        }
        assert!(run.samples().iter().any(|sample| sample.counts.contacts > 0), "the square must have hit the floor");
        let mut seed = 7u64;
        for _ in 0..300 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            match (seed >> 33) % 5 {
                0 => run.seek((seed >> 40) % 121),
                1 => drop(run.back_frame()),
                2 => drop(run.back_substep()),
                3 if run.frame() < 119 => run.step_frame(),
                _ if run.frame() < 119 => run.step_substep(),
                _ => run.seek(0),
            }
            let moment = run.frame() * substeps + u64::from(run.substep());
            assert_eq!(run.world().hash(), expected[moment as usize], "{integrator:?} at {:?}", run.moment());
        }
        assert_eq!(run.divergence(), None);
        assert_eq!(run.last_frame(), 120);
    }
}

#[test]
fn trace_is_that_of_the_last_substep() {
    let level = bouncing_square(Integrator::SemiImplicitEuler);
    let mut run = Run::new(Arc::new(level)).unwrap();
    assert!(run.trace().is_none(), "there is no substep before the beginning");
    let mut contacts = 0;
    for _ in 0..60 {
        run.step_frame();
        let (frame, before) = (run.frame(), run.world().contact_count());
        let trace = run.trace().unwrap();
        assert_eq!((trace.frame, trace.substep), (frame - 1, 15));
        let resolved = trace.contacts.iter().filter(|contact| contact.response.is_some()).count() as u64;
        contacts += resolved;
        run.back_substep();
        assert_eq!(before - run.world().contact_count(), resolved);
        run.step_substep();
    }
    assert!(contacts > 0);
}

#[test]
fn hand_changes_only_later_frames() {
    let level = bouncing_square(Integrator::SemiImplicitEuler);
    let untouched = straight(&level, 40);
    let mut run = Run::new(Arc::new(level)).unwrap();
    for _ in 0..40 {
        run.step_frame();
    }
    run.seek(20);
    let hand = Hand { held: Held::Node(0, 2), target: [3.0, 4.0], stiffness: 0.1, damping: 0.01 };
    run.set_hand(Some(hand));
    assert_eq!(run.last_frame(), 20, "later frames are dropped");
    for _ in 0..10 {
        run.step_frame();
    }
    run.set_hand(None);
    for _ in 0..10 {
        run.step_frame();
    }
    assert_ne!(run.world().hash(), untouched[40 * 16]);
    let with_hand: Vec<u64> = run.samples().iter().map(|sample| sample.hash).collect();
    assert_eq!(with_hand.len(), 41);
    assert_eq!(with_hand[19], untouched[19 * 16]);
    assert_ne!(with_hand[20], untouched[20 * 16], "the hand is part of the state");
    assert_ne!(with_hand[21], untouched[21 * 16]);
    for frame in [40, 5, 25, 31, 30, 0, 39] {
        run.seek(frame);
        assert_eq!(run.world().hash(), with_hand[frame as usize], "frame {frame}");
    }
    assert_eq!(run.divergence(), None);
}

/// Two discs in a box beside a rope of sticks that swings into a wall.
fn systems() -> Level {
    let text = "(format: 1, world: (integrator: Verlet, stick_iterations: 2, substeps: 4,
        bounds: Some((min: (-6, -6), max: (6, 6), restitution: 1))), bodies: [
        (restitution: 1, nodes: [(position: (0, 3), pinned: true), (position: (1, 3), velocity: (0.4, 0)), (position: (2, 3))],
         sticks: [(a: 0, b: 1, length: 0.9), (a: 1, b: 2, length: 1)])],
     discs: [(position: (-3, -5), radius: 0.5, velocity: (0.9, 0)), (position: (3, -5), radius: 0.5, velocity: (-0.7, 0.1))],
     obstacles: [(shape: Line((0.4, 0), (0, 1)), restitution: 1)])";
    format::read(text, format::TextFormat::Ron).unwrap()
}

#[test]
fn counts_of_a_frame_match_its_traces() {
    let level = systems();
    let mut world = World::new(&level).unwrap();
    let mut expected = vec![(Counts::default(), world.stick_error())];
    for _ in 0..40 {
        let mut counts = Counts::default();
        for _ in 0..level.world.substeps {
            let mut trace = Trace::default();
            world.step_substep_traced(&mut trace);
            counts.disc_impacts += trace.disc_events.len() as u64;
            let clamped = trace.clamps.iter().filter(|clamp| matches!(clamp.place, Place::Node(..))).count();
            counts.obstacle_hits += (trace.obstacle_hits.len() + clamped) as u64;
        }
        counts.contacts = counts.disc_impacts;
        let off =
            |a: usize, b: usize, length: f64| ((world.position(b) - world.position(a)).length() - length) / length;
        expected.push((counts, off(0, 1, 0.9).abs().max(off(1, 2, 1.0).abs())));
    }
    let total = |of: fn(&Counts) -> u64| expected.iter().map(|(counts, _)| of(counts)).sum::<u64>();
    assert!(
        total(|counts| counts.disc_impacts) > 2 && total(|counts| counts.obstacle_hits) > 2,
        "discs and obstacles must be hit"
    );
    assert!(expected.iter().any(|(_, error)| *error > 0.01));
    let mut run = Run::new(Arc::new(level)).unwrap();
    for _ in 0..40 {
        run.step_frame();
    }
    // Back into the middle of a frame. A hand without strength makes the run drop later frames and changes nothing.
    run.seek(17);
    run.step_substep();
    run.set_hand(Some(Hand { held: Held::Node(0, 2), target: [0.0, 0.0], stiffness: 0.0, damping: 0.0 }));
    assert_eq!(run.samples().len(), 18);
    while run.frame() < 40 {
        run.step_frame();
    }
    for (sample, (counts, error)) in run.samples().iter().zip(&expected) {
        assert_eq!((sample.counts, sample.stick_error), (*counts, *error), "frame {}", sample.frame);
    }
    assert_eq!(run.samples().len(), expected.len());
}
