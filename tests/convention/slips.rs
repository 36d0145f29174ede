//! The numbers of docs/conventions.md on slips in the sources, each run as printed and as corrected.

use blobsmith::engine::World;
use blobsmith::geometry::DVec2;
use blobsmith::level::{Body, Integrator, Level, Motion, Node, Spring, Stick};

fn level(bodies: Vec<Body>) -> Level {
    let mut level = Level { bodies, ..Level::default() };
    level.world.gravity = [0.0, 0.0];
    level.world.substeps = 1;
    level
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12 * expected.abs().max(1.0), "{found} is not {expected}");
}

/// 004's stick: half of `sign * delta * (length - init) / divisor` on each end.
fn stick_of_004(length: f64, sign: f64, divisor: fn(f64) -> f64) -> f64 {
    let delta = length;
    let ratio = (delta.abs() - 1.0) / divisor(delta.abs());
    let (mut p1, mut p2) = (0.0, length);
    p1 -= sign * delta * ratio / 2.0;
    p2 += sign * delta * ratio / 2.0;
    p2 - p1
}

#[test]
fn stick_formula_of_004_diverges_as_printed() {
    // L becomes L + L(L - 1) = L²: 1.1, 1.21, 1.4641.
    let once = stick_of_004(1.1, 1.0, |_| 1.0);
    near(once, 1.21);
    near(stick_of_004(once, 1.0, |_| 1.0), 1.4641);
    // The sign turned, L becomes L(2 - L): nearly right near 1, nothing at 2, turned over beyond.
    near(stick_of_004(1.1, -1.0, |_| 1.0), 0.99);
    near(stick_of_004(2.0, -1.0, |_| 1.0), 0.0);
    near(stick_of_004(2.5, -1.0, |_| 1.0), -1.25);
    // Divided by the length that there is, one pass is exact.
    for length in [0.2, 1.1, 2.0, 2.5] {
        near(stick_of_004(length, -1.0, |length| length), 1.0);
        let nodes = [[0.0, 0.0], [length, 0.0]].map(Node::at).to_vec();
        let sticks = vec![Stick { a: 0, b: 1, length: 1.0, hidden: false }];
        let mut level = level(vec![Body { nodes, sticks, ..Body::default() }]);
        level.world.integrator = Integrator::Verlet;
        level.world.stick_iterations = 1;
        let mut world = World::new(&level).unwrap();
        world.step_substep();
        near(world.position(1).distance(world.position(0)), 1.0);
    }
}

/// A mass 1 on a spring 1, step 0.1, pulled out to 1: explicit Euler grows by sqrt(1.01) a step, 1.01^500 = 144.8 in a
/// thousand; the scheme that 003 calls explicit stays where it is.
#[test]
fn integrator_of_003_is_semi_implicit() {
    let amplitude = |integrator| {
        let mut nodes = [[0.0, 0.0], [3.0, 0.0]].map(Node::at).to_vec();
        nodes[0].pinned = true;
        let springs = vec![Spring { a: 0, b: 1, rest_length: 2.0, stiffness: 1.0, damping: 0.0 }];
        let mut level = level(vec![Body { nodes, springs, gas: 0.0, ..Body::default() }]);
        level.world.integrator = integrator;
        level.world.frame_time = 0.1;
        let mut world = World::new(&level).unwrap();
        let mut furthest: f64 = 0.0;
        for frame in 0..1000 {
            world.step_frame();
            if frame >= 930 {
                furthest = furthest.max((world.position(1).x - 2.0).abs());
            }
        }
        furthest
    };
    // By hand, on the line: the spring may turn over in the engine, the recurrence may not.
    let (mut x, mut v) = (1.0_f64, 0.0_f64);
    for _ in 0..1000 {
        (x, v) = (x + 0.1 * v, v - 0.1 * x);
    }
    near((x * x + v * v).sqrt(), 1.01_f64.powi(500));
    assert!((1.01_f64.powi(500) - 144.8).abs() < 0.1);
    assert!(amplitude(Integrator::ExplicitEuler) > 5.0);
    assert!((0.95..1.06).contains(&amplitude(Integrator::SemiImplicitEuler)));
    // One step of 003 from rest under a = -10 with dt = 0.1: v = -1, x = -0.1. The explicit scheme has not moved yet.
    let fallen = |integrator| {
        let mut level = level(vec![Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() }]);
        level.world = blobsmith::level::World { gravity: [0.0, -10.0], frame_time: 0.1, integrator, ..level.world };
        let mut world = World::new(&level).unwrap();
        world.step_frame();
        (world.position(0).y, world.velocity(0).y)
    };
    assert_eq!(fallen(Integrator::SemiImplicitEuler), (-0.1, -1.0));
    assert_eq!(fallen(Integrator::ExplicitEuler), (0.0, -1.0));
}

/// A second at 60 pictures under g = 9.81 falls by about g/2; with dt = 1/60 of a millisecond by a millionth of that.
#[test]
fn time_step_of_004_is_in_seconds() {
    let fallen = |dt: f64| {
        let mut level = level(vec![Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() }]);
        level.world.integrator = Integrator::Verlet;
        level.world.gravity = [0.0, -9.81];
        level.world.frame_time = dt;
        let mut world = World::new(&level).unwrap();
        (0..60).for_each(|_| world.step_frame());
        -world.position(0).y
    };
    // Verlet from rest: g dt² (1 + 2 + … + 60) = g dt² 1830.
    near(fallen(1.0 / 60.0), 9.81 * 1830.0 / 3600.0);
    assert!((fallen(1.0 / 60.0) - 4.99).abs() < 0.01);
    assert!((fallen(1.0 / 60_000.0) / 4.99e-6 - 1.0).abs() < 0.01);
}

/// A node of mass 1, 0.1 below the top of fixed ground, on its way out at 0.3, restitution 1/2: AB = (-4, 0),
/// cross(AB, Δv) = -1.2, w = 16, j = -0.1125, so v.y = 0.3 - 0.1125*4 = -0.15: back in. 000 §D.2 asks for no sign.
#[test]
fn separating_node_is_pulled_back_unless_approaching_only() {
    let after = |approaching_only| {
        let mut nodes = [[2.0, -0.1], [2.3, 4.0], [1.7, 4.0]].map(Node::at).to_vec();
        nodes[0].velocity = [0.0, 0.3];
        nodes.iter_mut().skip(1).for_each(|node| node.pinned = true);
        let spike = Body { nodes, hull: vec![[0, 1], [1, 2], [2, 0]], gas: 0.0, friction: 0.0, ..Body::default() };
        let ground = Body {
            motion: Motion::Fixed,
            nodes: [[0.0, -6.0], [4.0, -6.0], [4.0, 0.0], [0.0, 0.0]].map(Node::at).to_vec(),
            hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
            restitution: 1.0,
            ..Body::default()
        };
        let mut level = level(vec![spike, ground]);
        // A step so short that the node hardly moves by its own velocity.
        level.world.frame_time = 1e-9;
        level.world.contact.approaching_only = approaching_only;
        let mut world = World::new(&level).unwrap();
        world.step_substep();
        assert_eq!(world.contact_count(), 1);
        (world.position(0), world.velocity(0))
    };
    let (place, velocity) = after(false);
    assert!((place - DVec2::new(2.0, 0.0)).length() < 1e-9, "{place}");
    assert!((velocity - DVec2::new(0.0, -0.15)).length() < 1e-12, "{velocity}");
    let (place, velocity) = after(true);
    assert!((place - DVec2::new(2.0, 0.0)).length() < 1e-9, "{place}");
    assert_eq!(velocity, DVec2::new(0.0, 0.3));
}
