//! Conservation and invariance: energy, momentum, mirror images, equal bits.

use crate::support::*;
use blobsmith::engine::World;
use blobsmith::engine::trace::DiscImpact;
use blobsmith::level::{Disc, Level, Obstacle, ObstacleShape};
use glam::DVec2;

fn kinetic(world: &World) -> f64 {
    world.energy().kinetic
}

#[test]
fn elastic_discs_in_a_box_conserve_energy_over_10000_events() {
    let discs = random_discs(&mut Numbers(5), 40, 12.0, 9.0, 2.0);
    let mut level = level(discs, walls(12.0, 9.0, 1.0));
    // A floating peg and a hollow as well.
    level.obstacles.push(obstacle(ObstacleShape::Circle { center: [6.0, 4.5], radius: 30.0 }, 1.0));
    let mut world = world(&level);
    let before = kinetic(&world);
    while world.contact_count() < 10_000 {
        world.step_frame();
    }
    assert!((kinetic(&world) - before).abs() < 1e-12 * before, "{} became {}", before, kinetic(&world));
    for disc in 0..40 {
        let (at, r) = (world.disc_position(disc), level.discs[disc].radius);
        assert!(at.x > r - 1e-9 && at.y > r - 1e-9 && at.x < 12.0 - r + 1e-9 && at.y < 9.0 - r + 1e-9);
    }
    assert!(world.take_events().is_empty());
}

#[test]
fn momentum_changes_by_the_impulses_of_the_walls_only() {
    // An elastic wall takes twice the normal part: what all walls together took is what is missing in the end.
    let level = level(random_discs(&mut Numbers(6), 40, 12.0, 9.0, 2.0), walls(12.0, 9.0, 1.0));
    let momentum =
        |world: &World| -> DVec2 { (0..40).map(|disc| world.disc_velocity(disc) * level.discs[disc].mass).sum() };
    let mut world = world(&level);
    let mut expected = momentum(&world);
    let scale: f64 = (0..40).map(|disc| world.disc_velocity(disc).length() * level.discs[disc].mass).sum();
    let (mut among_discs, mut at_walls) = (0, 0);
    while among_discs + at_walls < 10_000 {
        for event in step(&mut world) {
            if event.kind == DiscImpact::Disc {
                among_discs += 1;
                continue;
            }
            at_walls += 1;
            // `walls` has horizontal ones at even places.
            let across = if event.other % 2 == 0 { DVec2::Y } else { DVec2::X };
            expected -= across * (2.0 * level.discs[event.disc].mass * event.velocity_before.dot(across));
        }
    }
    assert!(among_discs > 2000 && at_walls > 1000, "{among_discs} {at_walls}");
    assert!((momentum(&world) - expected).length() < 1e-11 * scale, "{} {expected}", momentum(&world));
}

#[test]
fn momentum_of_free_discs_is_conserved_with_restitution_below_one() {
    // A ring of discs thrown inwards, restitution below 1: energy goes, momentum stays.
    let mut numbers = Numbers(11);
    let discs: Vec<Disc> = random_discs(&mut numbers, 60, 15.0, 15.0, 0.2)
        .into_iter()
        .map(|disc| {
            let inwards = [(7.5 - disc.position[0]) * 0.3, (7.5 - disc.position[1]) * 0.3];
            Disc { velocity: inwards, restitution: 0.9, ..disc }
        })
        .collect();
    let level = level(discs, vec![]);
    let momentum =
        |world: &World| -> DVec2 { (0..60).map(|disc| world.disc_velocity(disc) * level.discs[disc].mass).sum() };
    let mut world = world(&level);
    let (before, energy) = (momentum(&world), kinetic(&world));
    for _ in 0..60 {
        world.step_frame();
    }
    assert!(world.contact_count() > 100);
    assert!((momentum(&world) - before).length() < 1e-11);
    assert!(kinetic(&world) < 0.9 * energy);
}

#[test]
fn newtons_cradle_transfers_the_speed_exactly() {
    for moving in 1..=3 {
        // Touching discs at x = 10, 12, .. 18; `moving` others come in as one block from the left.
        let mut discs: Vec<Disc> = (0..5).map(|i| disc([10.0 + 2.0 * f64::from(i), 0.0], [0.0; 2], 1.0)).collect();
        for i in 0..moving {
            discs.push(disc([2.0 - 2.0 * f64::from(i), 0.0], [4.0, 0.0], 1.0));
        }
        let mut level = level(discs, vec![]);
        level.world.frame_time = 4.0;
        let mut world = world(&level);
        world.step_frame();
        for i in 0..5 + moving as usize {
            let expected = if (5 - moving as usize..5).contains(&i) { 4.0 } else { 0.0 };
            assert_eq!(world.disc_velocity(i), DVec2::new(expected, 0.0), "{moving} moving, disc {i}");
        }
    }
}

#[test]
fn mirrored_discs_give_mirrored_bits() {
    let discs = random_discs(&mut Numbers(3), 25, 10.0, 8.0, 3.0);
    let mut obstacles = walls(10.0, 8.0, 0.9);
    obstacles.push(obstacle(ObstacleShape::Segment([4.0, 1.0], [6.5, 3.0]), 0.8));
    obstacles.push(obstacle(ObstacleShape::Circle { center: [5.0, 4.0], radius: 0.1 }, 1.2));
    let level = level(discs, obstacles);
    let flip = |[x, y]: [f64; 2]| [-x, y];
    let flip_obstacle = |obstacle: &Obstacle| Obstacle {
        shape: match obstacle.shape {
            ObstacleShape::Line(point, direction) => ObstacleShape::Line(flip(point), flip(direction)),
            ObstacleShape::Segment(a, b) => ObstacleShape::Segment(flip(a), flip(b)),
            ObstacleShape::Circle { center, radius } => ObstacleShape::Circle { center: flip(center), radius },
        },
        ..obstacle.clone()
    };
    let flip_disc = |disc: &Disc| Disc { position: flip(disc.position), velocity: flip(disc.velocity), ..disc.clone() };
    let mirrored = Level {
        discs: level.discs.iter().map(flip_disc).collect(),
        obstacles: level.obstacles.iter().map(flip_obstacle).collect(),
        ..level.clone()
    };
    let (mut left, mut right) = (world(&level), world(&mirrored));
    for _ in 0..40 {
        left.step_frame();
        right.step_frame();
        for disc in 0..25 {
            let (a, b) = (left.disc_position(disc), right.disc_position(disc));
            assert_eq!((a.x, a.y), (-b.x, b.y));
        }
    }
    assert!(left.contact_count() > 200 && left.contact_count() == right.contact_count());
}

#[test]
fn restored_discs_continue_with_the_same_bits() {
    let mut level = level(random_discs(&mut Numbers(8), 30, 9.0, 9.0, 1.0), walls(9.0, 9.0, 0.8));
    level.world.gravity = [0.0, -0.05];
    level.world.substeps = 4;
    let mut straight = world(&level);
    let mut hashes = Vec::new();
    let mut snapshots = Vec::new();
    for _ in 0..200 {
        hashes.push(straight.hash());
        snapshots.push(straight.state().clone());
        straight.step_substep();
    }
    // In a world with another history, and so with other lists of candidates; for some steps with the trace on.
    let mut other = world(&level);
    for start in [150, 20, 90, 0, 170] {
        other.restore(&snapshots[start]);
        for (offset, &expected) in hashes[start..].iter().enumerate().take(40) {
            assert_eq!(other.hash(), expected, "{offset} after {start}");
            if offset % 3 == 0 {
                step(&mut other);
            } else {
                other.step_substep();
            }
        }
    }
    let mut changed = snapshots[5].clone();
    changed.disc_velocities[3].x = 0.5;
    assert_ne!(changed.hash(), snapshots[5].hash(), "velocities are in the hash");
    changed = snapshots[5].clone();
    changed.disc_positions[3].y += 1.0;
    assert_ne!(changed.hash(), snapshots[5].hash(), "positions are in the hash");
}
