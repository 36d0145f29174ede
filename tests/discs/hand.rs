//! A disc held by the hand: the pull by hand calculation, momentum passed on, discs that cannot be pulled, rewinding.

use crate::support::*;
use blobsmith::debugger::Run;
use blobsmith::engine::{Hand, Held};
use blobsmith::level::{Disc, DiscMethod};
use glam::DVec2;
use std::sync::Arc;

fn hand(disc: usize, target: [f64; 2], stiffness: f64, damping: f64) -> Option<Hand> {
    Some(Hand { held: Held::Disc(disc), target, stiffness, damping })
}

/// m = 2, k = 3, c = 1/2, 4 right of and 2 below the target, v = (1, 0), g = (0, -1), h = 1/2, retention 3/4:
/// f = (12 - 0.5, 6), f/m + g = (5.75, 2), v = (1 + 2.875, 1)·0.75 = (2.90625, 0.75).
#[test]
fn hand_force_on_a_disc_matches_hand_calculation() {
    for discs in [DiscMethod::Swept, DiscMethod::Discrete] {
        let held = Disc { mass: 2.0, ..disc([0.0, 0.0], [1.0, 0.0], 0.5) };
        let mut level = level(vec![disc([50.0, 0.0], [0.0, 0.0], 1.0), held], vec![]);
        level.world = blobsmith::level::World {
            gravity: [0.0, -1.0],
            frame_time: 0.5,
            velocity_retention: 0.75,
            discs,
            ..level.world
        };
        let mut world = world(&level);
        world.set_hand(hand(1, [4.0, 2.0], 3.0, 0.5));
        world.step_substep();
        assert_eq!(world.disc_velocity(1), DVec2::new(2.90625, 0.75));
        assert_eq!(world.disc_position(1), DVec2::new(1.453125, 0.375));
        // The other one only falls: v = -0.5·0.75.
        assert_eq!(world.disc_velocity(0), DVec2::new(0.0, -0.375));
    }
}

/// A disc dragged through a heap of fifty: the total momentum is the impulse of the hand, Σ h·f, and no two discs overlap.
#[test]
fn hand_impulse_equals_the_momentum_of_all_discs() {
    let mut numbers = Numbers(11);
    let mut discs = random_discs(&mut numbers, 50, 12.0, 8.0, 0.0);
    discs.push(Disc { mass: 3.0, ..disc([-2.0, 4.0], [0.0, 0.0], 0.6) });
    let last = discs.len() - 1;
    let mut level = level(discs, vec![]);
    level.world.substeps = 8;
    let mut world = world(&level);
    let h = world.layout().substep_time;
    let (stiffness, damping) = (0.4, 0.3);
    let mut given = DVec2::ZERO;
    for frame in 0..120 {
        let target = [-2.0 + 0.15 * f64::from(frame), 4.0 + 0.01 * f64::from(frame)];
        world.set_hand(hand(last, target, stiffness, damping));
        for _ in 0..8 {
            let (at, velocity) = (world.disc_position(last), world.disc_velocity(last));
            given += ((DVec2::from(target) - at) * stiffness - velocity * damping) * h;
            world.step_substep();
        }
    }
    let momentum: DVec2 = (0..=last).map(|disc| world.disc_velocity(disc) * level.discs[disc].mass).sum();
    assert!((momentum - given).length() < 1e-12 * given.length(), "{momentum} {given}");
    assert!(world.contact_count() > 20, "{}", world.contact_count());
    assert!(world.disc_position(last).x > 10.0, "it came through: {}", world.disc_position(last));
    for (a, b) in (0..=last).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let gap =
            world.disc_position(a).distance(world.disc_position(b)) - level.discs[a].radius - level.discs[b].radius;
        assert!(gap > -1e-9, "{a} and {b} overlap by {}", -gap);
    }
}

#[test]
fn hand_does_not_move_fixed_driven_or_missing_discs() {
    let path = vec![[0.0, 0.0], [1.0, 0.0]];
    let discs = vec![fixed([0.0, 0.0], 1.0), driven([9.0, 0.0], 1.0, path, 8.0)];
    for held in [0, 1] {
        let (mut plain, mut pulled) = (world(&level(discs.clone(), vec![])), world(&level(discs.clone(), vec![])));
        pulled.set_hand(hand(held, [3.0, 30.0], 5.0, 0.1));
        for _ in 0..5 {
            plain.step_substep();
            pulled.step_substep();
        }
        for disc in [0, 1] {
            assert_eq!(plain.disc_position(disc), pulled.disc_position(disc));
            assert_eq!(plain.disc_velocity(disc), pulled.disc_velocity(disc));
        }
    }
    let mut world = world(&level(discs, vec![]));
    world.set_hand(hand(2, [3.0, 30.0], 5.0, 0.1));
    assert_eq!(world.state().hand(), None);
}

/// The hand is part of the state: states that differ in the hand or in its target have different hashes.
#[test]
fn hash_includes_the_hand() {
    let level = level(vec![disc([0.0, 0.0], [0.0, 0.0], 1.0), disc([5.0, 0.0], [0.0, 0.0], 1.0)], vec![]);
    let mut world = world(&level);
    let mut hashes = vec![world.hash()];
    for held in [hand(0, [1.0, 0.0], 1.0, 0.0), hand(1, [1.0, 0.0], 1.0, 0.0), hand(0, [1.0, 0.5], 1.0, 0.0)] {
        world.set_hand(held);
        hashes.push(world.hash());
    }
    world.set_hand(None);
    assert_eq!(world.hash(), hashes[0]);
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 4);
}

/// A disc dragged for 60 frames through others, by a hand that also moves within frames; then every moment again.
#[test]
fn run_with_a_held_disc_rewinds_to_the_same_bits() {
    let mut numbers = Numbers(5);
    let mut level = level(random_discs(&mut numbers, 30, 8.0, 6.0, 0.02), walls(8.0, 6.0, 0.8));
    level.world.substeps = 6;
    let mut run = Run::new(Arc::new(level)).unwrap();
    let mut hashes = vec![run.world().hash()];
    for step in 0..60 * 6 {
        if step % 4 == 0 {
            let part = f64::from(step) / 360.0;
            let is_held = !(120..180).contains(&step);
            let pull = hand(7, [1.0 + 6.0 * part, 5.0 - 4.0 * part], 0.3, 0.2);
            run.set_hand(pull.filter(|_| is_held));
            // An input at a moment is part of the state at that moment.
            *hashes.last_mut().unwrap() = run.world().hash();
        }
        run.step_substep();
        hashes.push(run.world().hash());
    }
    assert!(run.world().contact_count() > 50, "{}", run.world().contact_count());
    for _ in 0..200 {
        let frame = (numbers.unit() * 60.0) as u64;
        run.seek(frame);
        assert_eq!(run.world().hash(), hashes[frame as usize * 6], "frame {frame}");
        if run.back_substep() {
            assert_eq!(run.world().hash(), hashes[frame as usize * 6 - 1]);
        }
    }
    assert_eq!(run.divergence(), None);
}
