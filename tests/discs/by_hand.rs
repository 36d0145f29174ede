//! Numbers worked by hand from the formulas of the sources.

use crate::support::*;
use blobsmith::engine::trace::DiscImpact;
use blobsmith::level::{Bounds, Disc, DiscMethod, ObstacleShape};
use glam::DVec2;

fn near(value: DVec2, expected: [f64; 2], tolerance: f64) {
    assert!((value - DVec2::from(expected)).length() <= tolerance, "{value} is not {expected:?}");
}

#[test]
fn impact_of_unequal_masses_matches_hand_calculation() {
    // Gap 10 - 2·1 = 8, closing at 2 - (-1) = 3 a unit of time: they touch at 8/3 of a step of 4. Masses 1 and 3 give
    // w1 = -2.5 and w2 = 0.5 (002 §1.iii), for the 4/3 that are left.
    let mut level = level(
        vec![disc([0.0, 0.0], [2.0, 0.0], 1.0), Disc { mass: 3.0, ..disc([10.0, 0.0], [-1.0, 0.0], 1.0) }],
        vec![],
    );
    level.world.frame_time = 4.0;
    let mut world = world(&level);
    let events = step(&mut world);
    assert_eq!(events.len(), 1);
    assert_eq!((events[0].kind, events[0].disc, events[0].other), (DiscImpact::Disc, 0, 1));
    assert!((events[0].time - 8.0 / 3.0).abs() < 1e-15);
    near(events[0].point, [19.0 / 3.0, 0.0], 1e-14);
    near(events[0].normal, [-1.0, 0.0], 0.0);
    // All that the formula needs is there: 8/3 of 4 is 2/3 of the substep.
    assert_eq!((events[0].order, events[0].restitution), (1, 1.0));
    assert_eq!((events[0].mass, events[0].other_mass), (Some(1.0), Some(3.0)));
    assert!((events[0].part - 2.0 / 3.0).abs() < 1e-15 && events[0].closing_speed() == 3.0);
    near(events[0].position, [16.0 / 3.0, 0.0], 1e-14);
    near(events[0].other_position.unwrap(), [22.0 / 3.0, 0.0], 1e-14);
    near(world.disc_position(0), [16.0 / 3.0 - 2.5 * 4.0 / 3.0, 0.0], 1e-14);
    near(world.disc_position(1), [10.0 - 8.0 / 3.0 + 0.5 * 4.0 / 3.0, 0.0], 1e-14);
    near(world.disc_velocity(0), [-2.5, 0.0], 1e-15);
    near(world.disc_velocity(1), [0.5, 0.0], 1e-15);
    assert_eq!(world.contact_count(), 1);
}

#[test]
fn oblique_impact_matches_hand_calculation() {
    // Centres (0, 0) and (6, 8) stand 3-4-5; the first moves at (5, 0)·2 past the second at rest, radii 2.5 + 2.5.
    // They touch when (6 - 10t)² + 8² = 25: never. With (3, 4)·2 it is head on: |10 - 10t| = 5, t = 1/2.
    let shot = |velocity| level(vec![disc([0.0, 0.0], velocity, 2.5), disc([6.0, 8.0], [0.0, 0.0], 2.5)], vec![]);
    assert!(step(&mut world(&shot([10.0, 0.0]))).is_empty());
    let mut head_on = world(&shot([6.0, 8.0]));
    assert_eq!(step(&mut head_on)[0].time, 0.5);
    near(head_on.disc_velocity(1), [6.0, 8.0], 1e-14);
    // Moving right at height 4 below the other's centre, radii 2.5: they touch at n = (3, 4)/5, when x = 6 - 3 = 3 and
    // y = 8 - 4 = 4. Then w1 = v - (v·n)n with v·n = 6: (10, 0) - (3.6, 4.8).
    let mut oblique = level(vec![disc([0.0, 4.0], [10.0, 0.0], 2.5), disc([6.0, 8.0], [0.0, 0.0], 2.5)], vec![]);
    oblique.world.frame_time = 0.5;
    let mut oblique = world(&oblique);
    let events = step(&mut oblique);
    assert!((events[0].time - 0.3).abs() < 1e-15);
    near(oblique.disc_velocity(0), [6.4, -4.8], 1e-14);
    near(oblique.disc_velocity(1), [3.6, 4.8], 1e-14);
}

#[test]
fn bumper_with_restitution_above_one_adds_speed() {
    // Restitution 1.5: the normal speed 4 comes back as 6; fixed disc of 002 §2. Touches after (10 - 2)/4 = 2 of 3.
    let mut level =
        level(vec![disc([0.0, 0.0], [4.0, 0.0], 1.0), Disc { restitution: 1.5, ..fixed([10.0, 0.0], 1.0) }], vec![]);
    level.world.frame_time = 3.0;
    let mut world = world(&level);
    let events = step(&mut world);
    assert_eq!(events[0].time, 2.0);
    assert_eq!((events[0].mass, events[0].other_mass, events[0].restitution), (Some(1.0), None, 1.5));
    near(world.disc_velocity(0), [-6.0, 0.0], 0.0);
    near(world.disc_position(0), [8.0 - 6.0, 0.0], 0.0);
    near(world.disc_position(1), [10.0, 0.0], 0.0);
}

#[test]
fn restitution_of_two_discs_is_the_product() {
    // Equal masses at ±1, e = 0.5·0.5 = 1/4: each keeps a quarter of its speed, turned round.
    let soft = |disc: Disc| Disc { restitution: 0.5, ..disc };
    let discs = vec![soft(disc([0.0, 0.0], [1.0, 0.0], 0.5)), soft(disc([2.0, 0.0], [-1.0, 0.0], 0.5))];
    let mut world = world(&level(discs, vec![]));
    step(&mut world);
    near(world.disc_velocity(0), [-0.25, 0.0], 1e-16);
    near(world.disc_velocity(1), [0.25, 0.0], 1e-16);
}

#[test]
fn obstacles_reverse_the_normal_component_only() {
    // (shape, velocity, time, velocity after); a disc of radius 1 at the origin, e = 0.5·1, step 1.
    let ends = 2f64.sqrt() / 2.0;
    let cases = [
        // A wall at x = 3, hit after 2 of 8 units.
        (ObstacleShape::Line([3.0, 0.0], [0.0, 2.0]), [8.0, 3.0], 0.25, [-4.0, 3.0]),
        (ObstacleShape::Segment([3.0, -9.0], [3.0, 9.0]), [8.0, 3.0], 0.25, [-4.0, 3.0]),
        // The end (3, 0) of a segment that lies ahead, met head on.
        (ObstacleShape::Segment([3.0, 0.0], [9.0, 0.0]), [8.0, 0.0], 0.25, [-4.0, 0.0]),
        // The end (3, ends) met at 45°: the centre is then at (3 - ends, 0), n = -(ends, ends).
        (ObstacleShape::Segment([3.0, ends], [9.0, 9.0]), [8.0, 0.0], (3.0 - ends) / 8.0, [2.0, -6.0]),
        // A circle from outside, and from inside: 5 - 1 ahead.
        (ObstacleShape::Circle { center: [6.0, 0.0], radius: 3.0 }, [8.0, 0.0], 0.25, [-4.0, 0.0]),
        (ObstacleShape::Circle { center: [0.0, 0.0], radius: 5.0 }, [0.0, 8.0], 0.5, [0.0, -4.0]),
    ];
    for (shape, velocity, time, after) in cases {
        let round = Disc { restitution: 0.5, ..disc([0.0, 0.0], velocity, 1.0) };
        let mut world = world(&level(vec![round], vec![obstacle(shape, 1.0)]));
        let events = step(&mut world);
        assert_eq!(events.len(), 1, "{shape:?}");
        assert!((events[0].time - time).abs() < 1e-12, "{shape:?} at {}", events[0].time);
        near(world.disc_velocity(0), after, 1e-12);
        let expected = DVec2::from(velocity) * time + DVec2::from(after) * (1.0 - time);
        near(world.disc_position(0), expected.to_array(), 1e-11);
    }
}

#[test]
fn driven_disc_hits_with_its_own_velocity_and_is_not_pushed() {
    // The bat moves 4 a unit of time to the right and back; the ball at rest lies 2 - 1 = 1 ahead: hit after 1/4, and
    // off at twice the bat's speed.
    let bat = driven([0.0, 0.0], 0.5, vec![[0.0, 0.0], [4.0, 0.0]], 2.0);
    let mut world = world(&level(vec![bat, Disc { mass: 7.0, ..disc([2.0, 0.0], [0.0, 0.0], 0.5) }], vec![]));
    let events = step(&mut world);
    assert_eq!((events.len(), events[0].time), (1, 0.25));
    near(world.disc_position(0), [4.0, 0.0], 0.0);
    near(world.disc_velocity(0), [4.0, 0.0], 0.0);
    near(world.disc_velocity(1), [8.0, 0.0], 1e-15);
    near(world.disc_position(1), [8.0, 0.0], 1e-15);
    step(&mut world);
    near(world.disc_position(0), [0.0, 0.0], 0.0);
    near(world.disc_velocity(0), [-4.0, 0.0], 0.0);
}

#[test]
fn substep_applies_gravity_then_retention_then_motion_then_bounds() {
    let mut level = level(vec![disc([0.0, 10.0], [1.0, 0.0], 1.0), fixed([50.0, 0.0], 1.0)], vec![]);
    level.world.gravity = [0.0, -2.0];
    level.world.velocity_retention = 0.5;
    level.world.bounds = Some(Bounds { min: [-9.0, 8.75], max: [9.0, 99.0], restitution: 0.5 });
    let mut world = world(&level);
    // v = ((1, 0) + (0, -2))/2 = (0.5, -1); y = 9 is below 8.75 + 1, so it is put there and turned back by half.
    world.step_substep();
    near(world.disc_position(0), [0.5, 9.75], 0.0);
    near(world.disc_velocity(0), [0.5, 0.5], 0.0);
    near(world.disc_position(1), [50.0, 0.0], 0.0);
    // Energy: ½·1·(0.25 + 0.25) and m·2·y; the fixed disc has none.
    let energy = world.energy();
    assert_eq!((energy.kinetic, energy.gravity), (0.25, 19.5));
}

#[test]
fn discrete_discs_are_corrected_after_the_step() {
    // 003 with a radius: the lowest point of a disc of radius 1 at y = 1.5 goes from 0.5 to -1.5; e = 0.5. Its depth
    // 1.5 is given back one and a half times: centre at -0.5 + 2.25 = 1.75, speed -2 turned to 1.
    let mut falling = level(
        vec![Disc { restitution: 0.5, ..disc([0.0, 1.5], [3.0, -2.0], 1.0) }],
        vec![segment([-9.0, 0.0], [9.0, 0.0])],
    );
    falling.world.discs = DiscMethod::Discrete;
    let mut world_of_disc = world(&falling);
    let events = step(&mut world_of_disc);
    assert_eq!((events.len(), events[0].time), (1, 1.0));
    near(world_of_disc.disc_position(0), [3.0, 1.75], 1e-15);
    near(world_of_disc.disc_velocity(0), [3.0, 1.0], 0.0);
    // A particle into a circle, as in 003: n from the centre to the old place. From (-3, 0) at (2, 0) into radius 2:
    // n = (-1, 0), H = (-2, 0), e = 1: back to (-1, 0) - 2·2 = -5... and the velocity turned.
    let mut particle = level(
        vec![disc([-3.0, 0.0], [2.0, 0.0], 0.0)],
        vec![obstacle(ObstacleShape::Circle { center: [0.0, 0.0], radius: 2.0 }, 1.0)],
    );
    particle.world.discs = DiscMethod::Discrete;
    let mut world = world(&particle);
    step(&mut world);
    near(world.disc_position(0), [-5.0, 0.0], 0.0);
    near(world.disc_velocity(0), [-2.0, 0.0], 0.0);
}

#[test]
fn discrete_discs_that_overlap_exchange_only_if_they_approach() {
    let mut level = level(vec![disc([0.0, 0.0], [1.0, 0.0], 1.0), disc([2.5, 0.0], [0.0, 0.0], 1.0)], vec![]);
    level.world.discs = DiscMethod::Discrete;
    let mut world = world(&level);
    assert_eq!(step(&mut world).len(), 1);
    near(world.disc_velocity(0), [0.0, 0.0], 0.0);
    near(world.disc_velocity(1), [1.0, 0.0], 0.0);
    near(world.disc_position(0), [1.0, 0.0], 0.0);
    assert!(step(&mut world).is_empty(), "they separate");
}
