//! Many discs: independence of their order, and time.

use crate::support::*;
use blobsmith::engine::InstructionSet;
use blobsmith::engine::trace::DiscImpact;
use blobsmith::level::{Disc, Motion, ObstacleShape};

#[test]
fn simultaneous_impacts_are_ordered_by_kind_then_index() {
    // Five impacts at exactly t = 1/2, written down in the wrong order.
    let discs = vec![
        disc([0.0, 40.0], [2.0, 0.0], 1.0),
        disc([0.0, 30.0], [2.0, 0.0], 1.0),
        disc([0.0, 20.0], [2.0, 0.0], 1.0),
        disc([0.0, 10.0], [2.0, 0.0], 1.0),
        disc([0.0, 0.0], [2.0, 0.0], 1.0),
        disc([4.0, 0.0], [-2.0, 0.0], 1.0),
        disc([4.0, 10.0], [-2.0, 0.0], 1.0),
    ];
    let obstacles = vec![
        obstacle(ObstacleShape::Circle { center: [4.0, 40.0], radius: 2.0 }, 1.0),
        segment([2.0, 29.0], [2.0, 31.0]),
        segment([2.0, 19.0], [2.0, 31.0]),
    ];
    let mut world = world(&level(discs, obstacles));
    let order: Vec<_> =
        step(&mut world).iter().map(|event| (event.time, event.kind, event.disc, event.other)).collect();
    let expected = [
        (DiscImpact::Disc, 3, 6),
        (DiscImpact::Disc, 4, 5),
        (DiscImpact::Segment, 1, 1),
        (DiscImpact::Segment, 2, 2),
        (DiscImpact::Circle, 0, 0),
    ];
    assert_eq!(order, expected.map(|(kind, disc, other)| (0.5, kind, disc, other)));
}

#[test]
fn billiard_break_conserves_energy_and_momentum() {
    // A rack of 15 touching discs and a cue ball, elastic: symmetric about the axis, up to the order of ties.
    let mut discs = vec![disc([-10.0, 0.0], [3.0, 0.0], 1.0)];
    for row in 0..5 {
        for place in 0..=row {
            let x = f64::from(row) * 3f64.sqrt() * 1.0001;
            discs.push(disc([x, (2.0 * f64::from(place) - f64::from(row)) * 1.0001], [0.0; 2], 1.0));
        }
    }
    let mut world = world(&level(discs, vec![]));
    let before = world.energy().kinetic;
    for _ in 0..30 {
        world.step_frame();
    }
    assert!((world.energy().kinetic - before).abs() < 1e-12);
    let momentum: f64 = (0..16).map(|disc| world.disc_velocity(disc).x).sum();
    assert!((momentum - 3.0).abs() < 1e-12);
    assert!(world.disc_velocity(11).x > 0.5 && world.disc_velocity(15).x > 0.5, "the corner balls fly off");
    assert!(world.take_events().is_empty());
}

#[test]
fn instruction_sets_give_the_same_bits_for_a_falling_heap() {
    // Two hundred in rows that do not stand over each other, some fixed, some elastic, some particles.
    let row = |index: usize| {
        disc_of(index, [1.1 * (index % 20) as f64 + 0.37 * (index / 20 % 3) as f64, 1.0 + (index / 20) as f64])
    };
    let floor = segment([-2.0, 0.0], [24.0, 0.0]);
    let sides = [segment([-2.0, 0.0], [-2.0, 40.0]), segment([24.0, 0.0], [24.0, 40.0])];
    let mut level = level((0..200).map(row).collect(), [vec![floor], sides.to_vec()].concat());
    level.world.gravity = [0.0, -9.8];
    level.world.substeps = 4;
    let hashes = |set: InstructionSet| {
        let mut world = world(&level);
        assert!(world.set_instruction_set(set));
        let frame = |_| {
            world.step_frame();
            world.hash()
        };
        let hashes: Vec<u64> = (0..60).map(frame).collect();
        assert!(world.contact_count() > 5000, "{} impacts", world.contact_count());
        hashes
    };
    let plain = hashes(InstructionSet::Plain);
    for set in InstructionSet::available() {
        assert_eq!(hashes(set), plain, "{}", set.name());
    }
}

/// One of a mixed heap.
fn disc_of(index: usize, position: [f64; 2]) -> Disc {
    let mut disc = disc(position, [0.0, -1.0], if index % 23 == 7 { 0.0 } else { 0.3 + 0.01 * (index % 19) as f64 });
    disc.mass = 1.0 + (index % 5) as f64;
    disc.restitution = if index % 11 == 3 { 1.0 } else { 0.3 };
    if index % 41 == 9 {
        disc.motion = Motion::Fixed;
    }
    disc
}

#[test]
fn two_thousand_moving_discs_conserve_energy() {
    // All pairs would be two million a substep; the test would not end in reasonable time at 200 frames.
    let mut numbers = Numbers(9);
    let mut discs = Vec::new();
    for index in 0..2000 {
        let at = [1.5 + 3.0 * f64::from(index % 50), 1.5 + 3.0 * f64::from(index / 50)];
        discs.push(disc(at, [numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0)], 1.0));
    }
    let level = level(discs, walls(150.0, 120.0, 1.0));
    let mut world = world(&level);
    let before = world.energy().kinetic;
    for _ in 0..50 {
        world.step_frame();
    }
    assert!(world.contact_count() > 10_000, "{}", world.contact_count());
    assert!((world.energy().kinetic - before).abs() < 1e-10 * before);
}

#[test]
fn distant_discs_change_no_bit() {
    let near = random_discs(&mut Numbers(2), 20, 8.0, 8.0, 1.0);
    let mut more = near.clone();
    more.extend((0..50).map(|i| Disc { mass: 2.0, ..disc([1e4 + 5.0 * f64::from(i), 1e4], [0.1, 0.0], 1.0) }));
    let obstacles: Vec<_> = walls(8.0, 8.0, 0.9).into_iter().take(2).collect();
    let (mut few, mut many) = (world(&level(near, obstacles.clone())), world(&level(more, obstacles)));
    for _ in 0..30 {
        few.step_frame();
        many.step_frame();
    }
    assert!(few.contact_count() > 10);
    for disc in 0..20 {
        assert_eq!(few.disc_position(disc), many.disc_position(disc));
    }
}
