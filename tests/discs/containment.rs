//! Discs do not pass obstacles, runs do not hang, and numbers that are not finite do not spread.

use crate::support::*;
use blobsmith::engine::{EventKind, World};
use blobsmith::level::{Disc, ObstacleShape, Place};
use glam::DVec2;

/// Whether the way from `from` to `to` crosses the segment.
fn crosses(from: DVec2, to: DVec2, a: DVec2, b: DVec2) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    side(a, b, from) * side(a, b, to) < 0.0 && side(from, to, a) * side(from, to, b) < 0.0
}

#[test]
fn fast_discs_never_pass_a_segment_in_a_million_shots() {
    // A thousand discs a world, each with its own segment in its own cell, far enough apart; none can reach another's.
    let mut numbers = Numbers(77);
    for round in 0..1000 {
        let radius = if round % 4 == 0 { 0.0 } else { 1.0 };
        let (mut discs, mut obstacles) = (Vec::new(), Vec::new());
        for index in 0..1000 {
            let cell = DVec2::new(f64::from(index % 40), f64::from(index / 40)) * 5000.0;
            let mut point =
                |reach: f64| cell + DVec2::new(numbers.between(-reach, reach), numbers.between(-reach, reach));
            let (a, b, target) = (point(30.0), point(30.0), point(20.0));
            let angle = DVec2::new(numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0)).normalize_or(DVec2::X);
            let start = target - angle * numbers.between(40.0 + 2.0 * radius, 900.0);
            obstacles.push(segment(a.to_array(), b.to_array()));
            let far = blobsmith::geometry::polygon::distance_to_segment(start, a, b) > radius;
            let velocity = if far { angle * 1000.0 } else { DVec2::ZERO };
            discs.push(disc(start.to_array(), velocity.to_array(), radius));
        }
        let level = level(discs, obstacles);
        let mut world = world(&level);
        let starts: Vec<DVec2> = (0..1000).map(|index| world.disc_position(index)).collect();
        let events = step(&mut world);
        let mut way = starts.clone();
        // Leg by leg: from the start over every impact to the end.
        let leg = |index: usize, from: DVec2, to: DVec2| {
            let ObstacleShape::Segment(a, b) = level.obstacles[index].shape else { unreachable!() };
            assert!(!crosses(from, to, a.into(), b.into()), "round {round}, disc {index} passed");
        };
        for event in &events {
            assert_eq!(event.disc, event.other, "round {round}: hit a neighbour's segment");
            let at = event.point + event.normal * radius.max(1e-9);
            leg(event.disc, way[event.disc], at);
            way[event.disc] = at;
        }
        (0..1000).for_each(|index| leg(index, way[index], world.disc_position(index)));
        assert!(events.len() > 150, "round {round}: {} hits", events.len());
    }
}

#[test]
fn particle_at_rest_on_a_slope_never_passes_it() {
    // e = 0, slanted, with and without gravity, for 200,000 substeps; it slides in a trough of two lines.
    for gravity in [0.0, -0.01] {
        let floor = obstacle(ObstacleShape::Line([0.0, 0.0], [3.0, 1.0]), 0.0);
        let stop = obstacle(ObstacleShape::Line([-30.0, 0.0], [0.0, 1.0]), 0.0);
        let mut level = level(vec![disc([1.0, 1.0], [0.3, -0.2], 0.0)], vec![floor, stop]);
        level.world.gravity = [0.0, gravity];
        level.world.substeps = 16;
        level.world.velocity_retention = 0.9999;
        let mut world = world(&level);
        for _ in 0..12_500 {
            world.step_frame();
            let at = world.disc_position(0);
            assert!(at.y >= at.x / 3.0 && at.x >= -30.0, "{at}");
        }
    }
}

fn many_impacts(world: &mut World) -> Vec<Place> {
    let events = world.take_events();
    assert!(events.iter().all(|event| event.kind == EventKind::ManyImpacts), "{events:?}");
    events.into_iter().map(|event| event.place).collect()
}

#[test]
fn plastic_pyramid_stays_in_place_within_the_impact_limit() {
    // A pyramid of discs that touch, restitution 0, on a floor between walls.
    let mut discs = Vec::new();
    for row in 0..12 {
        for column in 0..12 - row {
            let x = 1.0 + 2.0 * f64::from(column) + f64::from(row);
            let y = 1.0 + f64::from(row) * 3f64.sqrt();
            discs.push(Disc { restitution: 0.0, ..disc([x, y], [0.0; 2], 1.0) });
        }
    }
    let count = discs.len();
    let starts: Vec<DVec2> = discs.iter().map(|disc| disc.position.into()).collect();
    let mut level = level(discs, walls(24.0, 99.0, 0.0));
    level.world.gravity = [0.0, -0.02];
    level.world.substeps = 16;
    let mut world = world(&level);
    let mut reported = 0;
    for _ in 0..60 {
        let before = world.contact_count();
        world.step_frame();
        assert!(world.contact_count() - before <= 16 * 128 * count as u64);
        reported += many_impacts(&mut world).len();
    }
    assert!(reported > 0);
    for (disc, start) in starts.iter().enumerate() {
        assert!((world.disc_position(disc) - start).length() < 1e-3, "disc {disc} has moved");
    }
    for first in 0..count {
        for second in first + 1..count {
            let apart = (world.disc_position(first) - world.disc_position(second)).length();
            assert!(apart > 2.0 - 1e-6, "{first} and {second} overlap: {apart}");
        }
    }
}

#[test]
fn crushed_disc_reaches_the_impact_limit_and_stays_before_the_wall() {
    // A press closes the gap to less than the ball: elastic impacts without end.
    let press = driven([0.0, 0.0], 1.0, vec![[0.0, 0.0], [6.0, 0.0]], 2.0);
    let ball = disc([4.0, 0.0], [0.0, 0.0], 1.0);
    let mut world = world(&level(vec![press, ball], vec![segment([8.0, -9.0], [8.0, 9.0])]));
    world.step_frame();
    assert_eq!(many_impacts(&mut world), [Place::Disc(1)]);
    let at = world.disc_position(1);
    assert!(at.x > 3.0 && at.x <= 7.0 + 1e-9, "{at}");
    assert_eq!(world.disc_position(0), DVec2::new(6.0, 0.0));
}

#[test]
fn plastic_disc_slides_through_a_bowl_at_the_speed_of_free_fall() {
    // Down the inside of a circle from the side, e = 0: it slides through the bottom, gains what it falls, and stays in.
    let bowl = obstacle(ObstacleShape::Circle { center: [0.0, 0.0], radius: 10.0 }, 0.0);
    let mut level = level(vec![disc([-8.9, 0.0], [0.0, 0.0], 1.0)], vec![bowl]);
    level.world.gravity = [0.0, -0.02];
    level.world.substeps = 16;
    let mut world = world(&level);
    let (mut fastest, mut farthest) = (0.0f64, 0.0f64);
    for _ in 0..200 {
        world.step_frame();
        let at = world.disc_position(0);
        assert!(at.length() < 9.0 + 1e-5, "{at}");
        fastest = fastest.max(world.disc_velocity(0).length());
        farthest = farthest.max(at.x);
    }
    // v² = 2·g·9 without loss.
    assert!((fastest - 0.6).abs() < 0.02, "{fastest}");
    assert!(farthest > 8.0, "{farthest}");
}

#[test]
fn bumper_of_huge_restitution_blows_up_one_disc_only() {
    // Restitution 1e308: the speed after the first impact overflows within the substep.
    let bumper = Disc { restitution: 1e308, ..fixed([3.0, 0.0], 1.0) };
    let discs = vec![bumper, disc([0.0, 0.0], [1.0, 0.0], 1.0), disc([0.0, 9.0], [0.5, 0.0], 1.0)];
    let mut level = level(discs, vec![]);
    level.world.frame_time = 4.0;
    let mut world = world(&level);
    for _ in 0..5 {
        world.step_frame();
    }
    let events = world.take_events();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!((events[0].kind, events[0].place), (EventKind::BlowUp, Place::Disc(1)));
    assert_eq!(world.disc_position(1), DVec2::X);
    assert_eq!(world.disc_velocity(1), DVec2::ZERO);
    assert_eq!(world.disc_position(2), DVec2::new(10.0, 9.0), "the others go on");
    assert!(world.energy().total.is_nan(), "the energy is unknown from then on");
}

#[test]
fn overflowing_disc_is_frozen_reported_and_restored_by_rewinding() {
    let mut level = level(vec![disc([0.0, 0.0], [1e308, 0.0], 1.0), disc([0.0, 5.0], [1.0, 0.0], 1.0)], vec![]);
    level.world.frame_time = 0.75;
    let mut world = world(&level);
    let start = world.state().clone();
    world.step_frame();
    world.step_frame();
    world.step_frame();
    let events = world.take_events();
    assert_eq!((events.len(), events[0].kind, events[0].place), (1, EventKind::BlowUp, Place::Disc(0)));
    assert!(world.disc_position(0).is_finite() && world.disc_velocity(0) == DVec2::ZERO);
    assert_eq!(world.disc_position(1), DVec2::new(2.25, 5.0));
    world.restore(&start);
    world.step_frame();
    assert!(world.take_events().is_empty());
    assert_eq!(world.disc_velocity(0), DVec2::new(1e308, 0.0));
}

#[test]
fn degenerate_discs_and_obstacles_stay_finite() {
    let coincident = vec![disc([0.0; 2], [1.0, 0.0], 1.0), disc([0.0; 2], [-1.0, 0.0], 1.0), fixed([0.0; 2], 2.0)];
    let particles = vec![disc([-1.0, 0.0], [1.0, 0.0], 0.0), disc([1.0, 0.0], [-1.0, 0.0], 0.0)];
    let huge = vec![disc([0.0; 2], [1.0, 0.0], 1e308), disc([3.0, 0.0], [0.0; 2], 1e-300)];
    let heavy = vec![
        Disc { mass: 1e308, ..disc([0.0; 2], [1.0, 0.0], 1.0) },
        Disc { mass: 1e308, ..disc([3.0, 0.0], [-1.0, 0.0], 1.0) },
    ];
    let shapes = [
        ObstacleShape::Circle { center: [0.0, 0.0], radius: 0.5 },
        ObstacleShape::Circle { center: [0.0, 0.0], radius: 1e-200 },
        ObstacleShape::Circle { center: [0.0, 0.0], radius: 1e308 },
        ObstacleShape::Line([0.0, 0.0], [1e-150, 0.0]),
        ObstacleShape::Segment([0.0, 0.0], [1e150, 0.0]),
        ObstacleShape::Segment([0.0, 0.0], [0.0, 1e-150]),
    ];
    for discs in [coincident, particles, huge, heavy] {
        for method in [blobsmith::level::DiscMethod::Swept, blobsmith::level::DiscMethod::Discrete] {
            let obstacles = shapes.iter().map(|&shape| obstacle(shape, 0.5)).collect();
            let mut level = level(discs.clone(), obstacles);
            level.world.discs = method;
            level.world.gravity = [0.0, -0.1];
            let mut world = world(&level);
            for _ in 0..20 {
                world.step_frame();
                for disc in 0..discs.len() {
                    assert!(world.disc_position(disc).is_finite() && world.disc_velocity(disc).is_finite());
                }
            }
        }
    }
}
