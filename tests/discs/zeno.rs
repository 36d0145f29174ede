//! Infinite series of impacts within a substep, and their limits.

use crate::support::*;
use blobsmith::engine::{EventKind, World};
use blobsmith::level::Disc;
use glam::DVec2;

/// Discs of restitution 0 that stand on each other and on a driven disc, the first.
fn column(count: usize, points: Vec<[f64; 2]>, period: f64) -> World {
    let mut discs = vec![driven([0.0, -1.0], 1.0, points, period)];
    discs.extend((0..count).map(|i| Disc { restitution: 0.0, ..disc([0.0, 0.5 + i as f64], [0.0; 2], 0.5) }));
    let mut level = level(discs, vec![]);
    level.world.gravity = [0.0, -0.02];
    level.world.substeps = 4;
    world(&level)
}

fn gaps(world: &World) -> Vec<f64> {
    let radius = &world.layout().discs.radius;
    let gap = |i: usize| world.disc_position(i).y - world.disc_position(i - 1).y - radius[i] - radius[i - 1];
    (1..radius.len()).map(gap).collect()
}

#[test]
fn plastic_column_stands_still() {
    // The series of impacts sums up to rest, exactly: each substep ends with all at rest where they began.
    for count in [1, 2, 3, 8, 40] {
        let mut world = column(count, vec![[0.0; 2]], 1.0);
        (0..50).for_each(|_| world.step_frame());
        for disc in 1..=count {
            let at = world.disc_position(disc);
            assert!((at.y - (disc as f64 - 0.5)).abs() < 1e-9, "{count}: disc {disc} at {at}");
            assert!(world.disc_velocity(disc).length() < 1e-9, "{count}: {}", world.disc_velocity(disc));
        }
    }
}

#[test]
fn plastic_column_follows_a_moving_floor() {
    // Ten frames up by a unit, ten down; slower than gravity pulls, so that it never flies for long.
    for count in [1, 2, 3, 5] {
        let mut world = column(count, vec![[0.0, 0.0], [0.0, 1.0]], 200.0);
        for frame in 0..400 {
            world.step_frame();
            let least = gaps(&world).into_iter().fold(f64::MAX, f64::min);
            assert!(least > -1e-6, "{count}, frame {frame}: {least}");
            let most = gaps(&world).into_iter().fold(f64::MIN, f64::max);
            assert!(most < 0.02, "{count}, frame {frame}: {most}");
        }
        let events = world.take_events();
        assert!(events.iter().all(|event| event.kind == EventKind::ManyImpacts));
    }
}

#[test]
fn plastic_row_in_flight_conserves_momentum() {
    // A row that collapses in flight, far from any ground, while it drifts sideways.
    let discs: Vec<Disc> = (0..3)
        .map(|i| {
            let x = f64::from(i) * 1.001;
            Disc { restitution: 0.0, ..disc([x, 0.0], [0.3 * f64::from(1 - i), 0.7], 0.5) }
        })
        .collect();
    let mut world = world(&level(discs, vec![]));
    let momentum = |world: &World| -> DVec2 { (0..3).map(|disc| world.disc_velocity(disc)).sum() };
    let before = momentum(&world);
    world.step_frame();
    assert!(world.contact_count() > 10, "{}", world.contact_count());
    assert!((momentum(&world) - before).length() < 1e-9, "{}", momentum(&world));
    // All that is left is the drift.
    for disc in 0..3 {
        assert!((world.disc_velocity(disc) - before / 3.0).length() < 1e-9, "{}", world.disc_velocity(disc));
    }
}
