//! Discs and particles against the hulls of bodies.

use crate::support::*;
use blobsmith::engine::World;
use blobsmith::engine::trace::DiscImpact;
use blobsmith::level::{Body, Disc, Level, Motion, Node, Role, Spring};
use glam::DVec2;

/// A square of side 2 with its lower left corner at `at`, four masses of 1.
fn square(at: [f64; 2], motion: Motion) -> Body {
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    Body {
        nodes: corners.map(|[x, y]| Node::at([at[0] + x, at[1] + y])).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        motion,
        restitution: 1.0,
        friction: 0.0,
        ..Body::default()
    }
}

fn with(body: Body, disc: Disc) -> Level {
    Level { bodies: vec![body], ..level(vec![disc], vec![]) }
}

fn momentum(world: &World) -> DVec2 {
    let layout = world.layout();
    let nodes: DVec2 = (0..layout.node_count).map(|node| world.velocity(node) * layout.mass[node]).sum();
    let discs: DVec2 = (0..layout.discs.count()).map(|disc| world.disc_velocity(disc) * layout.discs.mass[disc]).sum();
    nodes + discs
}

#[test]
fn disc_on_a_hull_edge_matches_hand_calculation() {
    // From (-0.75, 1) at (1, 0) to (0.25, 1), radius 0.5: its centre is inside, nearest the left edge x = 0, which is
    // B→A of nodes 3 and 0; M = (0.75, 1). Mass 2 against 1 + 1: weights ½ and ½, weight of both 1.
    // Relative speed 1 into the edge, e = 1: the disc changes by -2·½ = -1, each node by +1. Push 0.75: half each.
    let mut world =
        world(&with(square([0.0, 0.0], Motion::Dynamic), Disc { mass: 2.0, ..disc([-0.75, 1.0], [1.0, 0.0], 0.5) }));
    let events = step(&mut world);
    assert_eq!((events.len(), events[0].kind, events[0].disc, events[0].other), (1, DiscImpact::Hull, 0, 0));
    assert_eq!(events[0].point, DVec2::new(0.75, 1.0));
    assert_eq!(events[0].normal, DVec2::new(-1.0, 0.0));
    assert_eq!(world.disc_velocity(0), DVec2::ZERO);
    assert_eq!(world.disc_position(0), DVec2::new(-0.125, 1.0));
    for node in [0, 3] {
        assert_eq!(world.velocity(node), DVec2::X);
        assert_eq!(world.position(node).x, 0.375);
    }
    assert_eq!(world.velocity(1), DVec2::ZERO);
    assert_eq!(world.contact_count(), 1);
}

#[test]
fn disc_outside_a_hull_touches_the_nearest_edge_or_corner() {
    // Comes down on fixed decor; centre outside, closer than its radius: pushed up to the radius.
    let mut face = world(&with(square([0.0, 0.0], Motion::Fixed), disc([1.0, 3.0], [0.0, -0.5], 0.75)));
    assert_eq!(step(&mut face).len(), 1);
    assert_eq!(face.disc_position(0), DVec2::new(1.0, 2.75));
    assert_eq!(face.disc_velocity(0), DVec2::new(0.0, 0.5));
    // Head on to the corner (2, 2) along the diagonal, at 1·√2 from 1·√2 out to ½·√2: turned straight back, and put at
    // its radius from the corner, 1.
    let mut corner = world(&with(square([0.0, 0.0], Motion::Fixed), disc([3.0, 3.0], [-0.5, -0.5], 1.0)));
    assert_eq!(step(&mut corner).len(), 1);
    assert!((corner.disc_velocity(0) - DVec2::splat(0.5)).length() < 1e-15);
    assert!((corner.disc_position(0) - DVec2::splat(2.0 + 0.5f64.sqrt())).length() < 1e-15);
    // Just out of reach.
    let mut missed = world(&with(square([0.0, 0.0], Motion::Fixed), disc([1.0, 3.0], [0.0, 0.0], 0.999)));
    assert!(step(&mut missed).is_empty());
}

#[test]
fn particle_touches_a_hull_only_from_inside() {
    let body = || square([0.0, 0.0], Motion::Dynamic);
    let mut outside = world(&with(body(), disc([1.0, -0.5], [0.0, 0.25], 0.0)));
    assert!(step(&mut outside).is_empty());
    // Node M of mass 1 against a lower edge of mass 2: as 000 §D.2 for a node; weights 1 and ½, M's share 2/3.
    let mut inside = world(&with(body(), disc([1.0, -0.5], [0.0, 0.75], 0.0)));
    assert_eq!(step(&mut inside).len(), 1);
    assert!((inside.disc_velocity(0) - DVec2::new(0.0, 0.75 - 2.0 * 0.75 * 2.0 / 3.0)).length() < 1e-15);
    assert!((inside.disc_position(0).y - (0.25 - 0.25 * 2.0 / 3.0)).abs() < 1e-15);
    assert!((inside.position(0).y - 0.25 / 3.0).abs() < 1e-15);
}

#[test]
fn disc_stays_inside_a_hull_container() {
    // Outer loop counter-clockwise, inner loop clockwise: the disc's room is outside the hull.
    let corners = |low: f64, high: f64| [[low, low], [high, low], [high, high], [low, high]].map(Node::at);
    let mut frame = Body { motion: Motion::Fixed, restitution: 1.0, ..Body::default() };
    frame.nodes = [corners(-1.0, 11.0), corners(0.0, 10.0)].concat();
    frame.hull = vec![[0, 1], [1, 2], [2, 3], [3, 0], [4, 7], [7, 6], [6, 5], [5, 4]];
    let mut world = world(&with(frame, disc([4.0, 5.0], [0.31, 0.17], 0.8)));
    for _ in 0..2000 {
        world.step_frame();
        let at = world.disc_position(0);
        assert!(at.min_element() > 0.4 && at.max_element() < 9.6, "{at}");
        assert!((world.energy().kinetic - 0.5 * (0.31 * 0.31 + 0.17 * 0.17)).abs() < 1e-12);
    }
    assert!(world.contact_count() > 50);
}

#[test]
fn momentum_of_discs_and_a_blob_is_conserved() {
    let spring = |a, b, rest_length| Spring { a, b, rest_length, stiffness: 0.3, damping: 0.01 };
    let mut blob = square([0.0, 0.0], Motion::Dynamic);
    blob.friction = 0.5;
    blob.nodes[1].role = Role::Mass(2.5);
    blob.springs = vec![
        spring(0, 1, 2.0),
        spring(1, 2, 2.0),
        spring(2, 3, 2.0),
        spring(3, 0, 2.0),
        spring(0, 2, 8f64.sqrt()),
        spring(1, 3, 8f64.sqrt()),
    ];
    let mut numbers = Numbers(4);
    let mut level = with(blob, disc([-5.0, 1.0], [0.1, 0.0], 0.5));
    for _ in 0..12 {
        let angle = DVec2::new(numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0)).normalize_or(DVec2::X);
        let (at, radius) = (DVec2::ONE + angle * numbers.between(5.0, 25.0), numbers.between(0.0, 0.8));
        let friction = 0.4;
        let thrown = disc(at.to_array(), (angle * -0.2).to_array(), radius);
        level.discs.push(Disc { mass: numbers.between(0.2, 3.0), friction, ..thrown });
    }
    level.world.substeps = 8;
    let mut world = world(&level);
    let before = momentum(&world);
    for _ in 0..150 {
        world.step_frame();
    }
    assert!(world.contact_count() > 10, "{}", world.contact_count());
    assert!((momentum(&world) - before).length() < 1e-12);
    assert!(world.velocity(0).length() > 0.0);
}

#[test]
fn fixed_disc_pushes_a_blob_back() {
    let mut body = square([0.0, 0.0], Motion::Dynamic);
    body.nodes.iter_mut().for_each(|node| node.velocity = [0.25, 0.0]);
    let mut world = world(&with(body, fixed([3.5, 1.0], 1.375)));
    let events = step(&mut world);
    assert_eq!(events.len(), 1);
    // The right edge at x = 2.25 is 0.125 deep in the disc: put back to 2.125 and turned.
    for node in [1, 2] {
        assert_eq!(world.position(node).x, 2.125);
        assert_eq!(world.velocity(node), DVec2::new(-0.25, 0.0));
    }
    assert_eq!(world.disc_position(0), DVec2::new(3.5, 1.0));
}
