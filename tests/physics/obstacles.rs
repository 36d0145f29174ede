//! Sticks (004), obstacles (003), bounds (004) for nodes, one step by hand.

use super::subject::{Subject, for_both, loose, mass, near, still};
use crate::scenes::level;
use blobsmith::level::{Body, Bounds, Integrator, Level, Obstacle, ObstacleShape, Point, Stick, World};

for_both!(
    stick_corrects_by_inverse_mass,
    segment_reflects_a_node,
    segment_is_missed_beyond_its_ends,
    line_has_no_ends,
    circle_reflects_from_inside,
    bounds_clamp_position_and_reverse_velocity,
    two_walls_reflect_in_one_substep,
    verlet_bounces_with_the_velocity_of_the_euler_schemes,
    second_wall_reflects_the_velocity_after_the_first,
);

/// |AB| = 5, L = 2.5: diff = 0.5; w_A = 1, w_B = 1/2: A += (3,4)·0.5·(2/3) = (1, 4/3), B -= (3,4)·0.5/3 = (1/2, 2/3).
/// h = 0.5: in the Euler schemes v_A = (2, 8/3), v_B = (-1, -4/3); in Verlet x - prev says the same.
fn stick_corrects_by_inverse_mass<S: Subject>() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        let mut body = loose(vec![mass([0.0, 0.0], 1.0), mass([3.0, 4.0], 2.0)]);
        body.sticks.push(Stick { a: 0, b: 1, length: 2.5, hidden: false });
        let world = World { integrator, stick_iterations: 1, ..still(0.5) };
        let mut subject = S::start(&Level { world, ..level(vec![body]) });
        subject.substep();
        near(subject.x(0, 0), [1.0, 4.0 / 3.0]);
        near(subject.x(0, 1), [2.5, 10.0 / 3.0]);
        near(subject.v(0, 0), [2.0, 8.0 / 3.0]);
        near(subject.v(0, 1), [-1.0, -4.0 / 3.0]);
    }
}

/// One node of restitution 0.5 from `from` with `velocity`, one step of 0.5, obstacles of restitution 0.8: e = 0.4.
fn bounced<S: Subject>(from: Point, velocity: Point, shapes: &[ObstacleShape]) -> S {
    let mut body = Body { restitution: 0.5, ..loose(vec![mass(from, 3.0)]) };
    body.nodes[0].velocity = velocity;
    let obstacles = shapes.iter().map(|&shape| Obstacle { name: String::new(), shape, restitution: 0.8 }).collect();
    let mut subject = S::start(&Level { world: still(0.5), obstacles, ..level(vec![body]) });
    subject.substep();
    subject
}

/// To (0.5,-0.5); n = (0,1): v.y = -2 + 1.4·2 = 0.8; H = (0,0.5), y = -0.5 + 1.4·0.5 = 0.2.
fn segment_reflects_a_node<S: Subject>() {
    let subject: S = bounced([0.0, 0.5], [1.0, -2.0], &[ObstacleShape::Segment([-5.0, 0.0], [5.0, 0.0])]);
    near(subject.x(0, 0), [0.5, 0.2]);
    near(subject.v(0, 0), [1.0, 0.8]);
}

fn segment_is_missed_beyond_its_ends<S: Subject>() {
    let subject: S = bounced([0.0, 0.5], [1.0, -2.0], &[ObstacleShape::Segment([1.0, 0.0], [5.0, 0.0])]);
    near(subject.x(0, 0), [0.5, -0.5]);
    near(subject.v(0, 0), [1.0, -2.0]);
}

fn line_has_no_ends<S: Subject>() {
    let subject: S = bounced([0.0, 0.5], [1.0, -2.0], &[ObstacleShape::Line([7.0, 0.0], [-3.0, 0.0])]);
    near(subject.x(0, 0), [0.5, 0.2]);
    near(subject.v(0, 0), [1.0, 0.8]);
}

/// From (1.5,0) to (2.5,0.5), out of the circle of radius 2: n = (1,0), v.x = 2 - 2.8 = -0.8;
/// H = ((1.5-2.5),0) = (-1,0), x = 2.5 - 1.4 = 1.1.
fn circle_reflects_from_inside<S: Subject>() {
    let circle = ObstacleShape::Circle { center: [0.0, 0.0], radius: 2.0 };
    let subject: S = bounced([1.5, 0.0], [2.0, 1.0], &[circle]);
    near(subject.x(0, 0), [1.1, 0.5]);
    near(subject.v(0, 0), [-0.8, 1.0]);
}

/// A corner: first the floor (as above, to (0.5, 0.2)), then the wall x = 0.25: v.x = 1 - 1.4 = -0.4,
/// x = 0.5 - 1.4·0.25 = 0.15.
fn two_walls_reflect_in_one_substep<S: Subject>() {
    let floor = ObstacleShape::Segment([-5.0, 0.0], [5.0, 0.0]);
    let wall = ObstacleShape::Segment([0.25, -5.0], [0.25, 5.0]);
    let subject: S = bounced([0.0, 0.5], [1.0, -2.0], &[floor, wall]);
    near(subject.x(0, 0), [0.15, 0.2]);
    near(subject.v(0, 0), [-0.4, 0.8]);
}

/// x = 1.5 becomes 1 and v.x = 2 becomes -0.4·2; y is within.
fn bounds_clamp_position_and_reverse_velocity<S: Subject>() {
    let mut body = Body { restitution: 0.5, ..loose(vec![mass([0.5, 0.0], 1.0)]) };
    body.nodes[0].velocity = [2.0, 0.3];
    let bounds = Some(Bounds { min: [-1.0, -1.0], max: [1.0, 1.0], restitution: 0.8 });
    let mut subject = S::start(&Level { world: World { bounds, ..still(0.5) }, ..level(vec![body]) });
    subject.substep();
    near(subject.x(0, 0), [1.0, 0.15]);
    near(subject.v(0, 0), [-0.8, 0.3]);
}

/// Verlet has the velocities of the Euler schemes: previous = x - v·h after the correction.
/// Segment as above: v = (1, -2 + 1.4·2) = (1, 0.8). Bounds as above: v.x = -0.4·2.
fn verlet_bounces_with_the_velocity_of_the_euler_schemes<S: Subject>() {
    let world = World { integrator: Integrator::Verlet, ..still(0.5) };
    let mut body = Body { restitution: 0.5, ..loose(vec![mass([0.0, 0.5], 3.0)]) };
    body.nodes[0].velocity = [1.0, -2.0];
    let shape = ObstacleShape::Segment([-5.0, 0.0], [5.0, 0.0]);
    let obstacles = vec![Obstacle { name: String::new(), shape, restitution: 0.8 }];
    let mut subject = S::start(&Level { world: world.clone(), obstacles, ..level(vec![body]) });
    subject.substep();
    near(subject.x(0, 0), [0.5, 0.2]);
    near(subject.v(0, 0), [1.0, 0.8]);

    let mut body = Body { restitution: 0.5, ..loose(vec![mass([0.5, 0.0], 1.0)]) };
    body.nodes[0].velocity = [2.0, 0.3];
    let bounds = Some(Bounds { min: [-1.0, -1.0], max: [1.0, 1.0], restitution: 0.8 });
    let mut subject = S::start(&Level { world: World { bounds, ..world }, ..level(vec![body]) });
    subject.substep();
    near(subject.x(0, 0), [1.0, 0.15]);
    near(subject.v(0, 0), [-0.8, 0.3]);
}

/// The floor as above leaves x = (0.5, 0.2) and v = (1, 0.8). Then the segment on x + y = 0.6,
/// (v·n)n = (v.x + v.y)/2·(1,1), H = -0.1/2·(1,1): x = (0.5 - 0.07, 0.2 - 0.07), v -= 1.4·0.9·(1,1), under every scheme.
fn second_wall_reflects_the_velocity_after_the_first<S: Subject>() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        let mut body = Body { restitution: 0.5, ..loose(vec![mass([0.0, 0.5], 3.0)]) };
        body.nodes[0].velocity = [1.0, -2.0];
        let floor = ObstacleShape::Segment([-5.0, 0.0], [5.0, 0.0]);
        let slope = ObstacleShape::Segment([-4.4, 5.0], [5.0, -4.4]);
        let obstacles = [floor, slope].map(|shape| Obstacle { name: String::new(), shape, restitution: 0.8 }).to_vec();
        let world = World { integrator, ..still(0.5) };
        let mut subject = S::start(&Level { world, obstacles, ..level(vec![body]) });
        subject.substep();
        near(subject.x(0, 0), [0.43, 0.13]);
        near(subject.v(0, 0), [-0.26, -0.46]);
    }
}
