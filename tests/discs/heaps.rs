//! Heaps: they come to rest, stay at rest, let fast discs in, and fall without support.

use crate::support::*;
use blobsmith::engine::{EventKind, World};
use blobsmith::level::{Body, Bounds, Disc, Level, Motion, Node};
use glam::DVec2;

/// Discs of radii 0.45 to 0.5 in staggered rows with gaps, at rest.
fn rows(columns: usize, rows: usize, restitution: f64) -> Vec<Disc> {
    let mut numbers = Numbers(7);
    let mut discs = Vec::new();
    for index in 0..columns * rows {
        let (row, column) = (index / columns, index % columns);
        let x = 0.55 + 1.05 * column as f64 + if row % 2 == 0 { 0.0 } else { 0.5 };
        let y = 0.55 + 0.95 * row as f64;
        discs.push(Disc { restitution, ..disc([x, y], [0.0; 2], numbers.between(0.45, 0.5)) });
    }
    discs
}

/// 300 discs in a box of segments, open above.
fn heap(restitution: f64) -> Level {
    let width = 1.05 * 20.0 + 0.6;
    let walls =
        vec![segment([0.0, 0.0], [width, 0.0]), segment([0.0, 0.0], [0.0, 99.0]), segment([width, 0.0], [width, 99.0])];
    let mut level = level(rows(20, 15, restitution), walls);
    level.world.gravity = [0.0, -0.02];
    level.world.substeps = 4;
    level
}

fn settled(level: &Level, frames: usize) -> World {
    let mut world = world(level);
    (0..frames).for_each(|_| world.step_frame());
    world
}

fn at_rest(world: &World) -> usize {
    world.state().disc_asleep.iter().filter(|&&is_at_rest| is_at_rest).count()
}

/// The deepest that two discs are in each other.
fn overlap(world: &World) -> f64 {
    let (count, radius) = (world.layout().discs.count(), &world.layout().discs.radius);
    let gap = |i: usize, j: usize| (world.disc_position(i) - world.disc_position(j)).length() - radius[i] - radius[j];
    (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))).map(|(i, j)| -gap(i, j)).fold(0.0, f64::max)
}

fn height(world: &World) -> f64 {
    (0..world.layout().discs.count()).map(|disc| world.disc_position(disc).y).fold(f64::MIN, f64::max)
}

#[test]
fn heap_falls_asleep_keeps_its_bits_and_is_reported_once() {
    for restitution in [0.0, 0.3, 0.7] {
        let level = heap(restitution);
        let mut world = settled(&level, 200);
        let events = world.take_events();
        // Once for 300 discs, and again where none was hemmed in for a substep while they fell in.
        assert!((1..=5).contains(&events.len()), "{restitution}: {events:?}");
        assert!(events.iter().all(|event| event.kind == EventKind::ManyImpacts));
        assert!(at_rest(&world) >= 290, "{restitution}: {} of 300 are at rest", at_rest(&world));
        let (before, resting) = (world.state().clone(), world.state().disc_asleep.clone());
        let contacts = world.contact_count();
        (0..100).for_each(|_| world.step_frame());
        // Few impacts: some discs may keep bouncing by a tiny height, as a single disc on a floor does.
        assert!(world.contact_count() - contacts < 400 * 150, "{restitution}: {}", world.contact_count() - contacts);
        let stay = |disc: &usize| world.disc_position(*disc) == before.disc_positions[*disc];
        let stayed = (0..300).filter(|&disc| resting[disc]).filter(stay).count();
        assert!(stayed >= 280, "{restitution}: {stayed} stayed where they were, to the bit");
        // No disc overlaps another, has left the box or is fast.
        assert!(overlap(&world) < 1e-3, "{restitution}: {}", overlap(&world));
        assert!(height(&world) > 10.0 && height(&world) < 0.55 + 0.95 * 14.0, "{}", height(&world));
        for disc in 0..300 {
            let (at, radius) = (world.disc_position(disc), level.discs[disc].radius);
            assert!(at.y >= radius - 1e-9 && at.x >= radius - 1e-9 && at.x <= 21.6 - radius + 1e-9, "{at}");
            assert!(world.disc_velocity(disc).length() < 0.02);
        }
    }
}

#[test]
fn elastic_discs_and_small_heaps_never_sleep() {
    let mut elastic = heap(1.0);
    let world = settled(&elastic, 50);
    assert_eq!(at_rest(&world), 0);
    elastic.discs.truncate(100);
    elastic.discs.iter_mut().for_each(|disc| disc.restitution = 0.3);
    assert_eq!(at_rest(&settled(&elastic, 100)), 0);
    // Nothing moves without gravity either.
    let mut adrift = heap(0.3);
    adrift.world.gravity = [0.0; 2];
    assert_eq!(at_rest(&settled(&adrift, 5)), 0);
}

#[test]
fn heaps_on_bounds_and_in_a_hull_container_fall_asleep() {
    let mut bounded = heap(0.3);
    bounded.obstacles.clear();
    bounded.world.bounds = Some(Bounds { min: [0.0, 0.0], max: [21.6, 99.0], restitution: 1.0 });
    let mut contained = heap(0.3);
    contained.obstacles.clear();
    // Outer loop counter-clockwise, inner loop clockwise; open above.
    let corners =
        [[-1.0, -1.0], [22.6, -1.0], [22.6, 50.0], [21.6, 50.0], [21.6, 0.0], [0.0, 0.0], [0.0, 50.0], [-1.0, 50.0]];
    contained.bodies.push(Body {
        nodes: corners.map(Node::at).to_vec(),
        hull: (0..8).map(|edge| [edge, (edge + 1) % 8]).collect(),
        motion: Motion::Fixed,
        restitution: 1.0,
        ..Body::default()
    });
    for (name, level) in [("bounds", bounded), ("hulls", contained)] {
        let world = settled(&level, 250);
        assert!(at_rest(&world) >= 280, "{name}: {} of 300", at_rest(&world));
        assert!((0..300).all(|disc| world.disc_position(disc).y > 0.4), "{name}");
        assert!(height(&world) > 9.0, "{name}: {}", height(&world));
    }
}

/// The heap on a driven disc as large as a floor, which is at rest for the first leg of its path.
fn on_a_floor_that_moves(by: f64) -> Level {
    let mut level = heap(0.3);
    level.obstacles.remove(0);
    // At rest for 200 legs of one frame each, then `by` within one.
    let mut points = vec![[0.0, 0.0]; 201];
    points.extend([[0.0, by]; 299]);
    let mut floor = driven([10.8, -4000.0], 4000.0, points, 500.0);
    floor.restitution = 1.0;
    level.discs.push(floor);
    level
}

#[test]
fn heap_falls_freely_when_its_floor_is_removed() {
    // Nine units down within a frame: all discs must fall freely, the topmost ones too.
    let mut world = settled(&on_a_floor_that_moves(-9.0), 200);
    assert!(at_rest(&world) >= 280, "{} of 300", at_rest(&world));
    let before: Vec<DVec2> = (0..300).map(|disc| world.disc_position(disc)).collect();
    (0..4).for_each(|_| world.step_frame());
    // Free fall of four frames: -0.02·4 at the end, -0.02/4²·(16·17/2) in all; walls and neighbours rub a little.
    for (disc, before) in before.iter().enumerate() {
        let fallen = before.y - world.disc_position(disc).y;
        assert!(fallen > 0.08, "disc {disc} at {before} has fallen by {fallen}");
    }
    assert_eq!(at_rest(&world), 0);
    (0..250).for_each(|_| world.step_frame());
    assert!(at_rest(&world) >= 200, "too few discs at rest: {}", at_rest(&world));
}

#[test]
fn heap_rises_with_its_floor() {
    let mut world = settled(&on_a_floor_that_moves(0.5), 200);
    let before = height(&world);
    (0..3).for_each(|_| world.step_frame());
    let floor = world.disc_position(300).y + 4000.0;
    assert_eq!(floor, 0.5);
    // The bent floor is lower at the sides: by 10.8²/8000.
    for disc in 0..300 {
        let low = world.disc_position(disc).y - world.layout().discs.radius[disc];
        assert!(low > floor - 0.1, "disc {disc} is {low} above the floor at {floor}");
    }
    assert!(height(&world) > before + 0.3, "{before} rose to {}", height(&world));
}

#[test]
fn heap_wakes_from_a_shot_and_falls_asleep_again() {
    let mut level = heap(0.3);
    let shot = Disc { mass: 30.0, ..disc([10.0, 200.0], [0.0; 2], 1.0) };
    level.discs.push(shot);
    let mut world = settled(&level, 100);
    // It falls for some 138 frames; before it lands the heap lies.
    (0..30).for_each(|_| world.step_frame());
    assert!(at_rest(&world) > 280, "{} lie", at_rest(&world));
    let before = world.state().disc_positions.clone();
    (0..120).for_each(|_| world.step_frame());
    let moved = (0..300).filter(|&disc| (world.disc_position(disc) - before[disc]).length() > 1e-2).count();
    assert!(moved > 8, "{moved} were moved");
    assert!(world.disc_position(300).y < height(&world) + 1.1, "it has landed");
    assert!(at_rest(&world) > 280, "and again {}", at_rest(&world));
    assert!(overlap(&world) < 2e-2, "{}", overlap(&world));
    for disc in 0..301 {
        let (at, radius) = (world.disc_position(disc), level.discs[disc].radius);
        assert!(at.y >= radius - 1e-9 && at.x >= radius - 1e-9 && at.x <= 21.6 - radius + 1e-9, "{disc}: {at}");
    }
}

#[test]
fn restored_heaps_continue_with_the_same_bits() {
    let mut level = heap(0.3);
    let bat = driven([3.0, 3.0], 0.3, vec![[0.0, 0.0], [9.0, 0.0]], 60.0);
    level.discs.push(bat);
    let mut straight = world(&level);
    let (mut hashes, mut snapshots) = (Vec::new(), Vec::new());
    for _ in 0..400 {
        hashes.push((straight.hash(), straight.contact_count()));
        snapshots.push(straight.state().clone());
        straight.step_substep();
    }
    assert!(snapshots.iter().any(|state| state.disc_asleep.iter().filter(|&&lies| lies).count() > 100));
    // In a world with another history, for some steps with the trace on.
    let mut other = world(&level);
    for start in [300, 20, 160, 0, 350, 349, 77] {
        other.restore(&snapshots[start]);
        for (offset, &expected) in hashes[start..].iter().enumerate().take(45) {
            assert_eq!((other.hash(), other.contact_count()), expected, "{offset} after {start}");
            if offset % 5 == 0 {
                step(&mut other);
            } else {
                other.step_substep();
            }
        }
    }
}
