//! Obstacles that nodes pass through by 003's formulas (docs/open-problems.md), and the remedies that the check `leaking-obstacle` names.

use blobsmith::engine::World;
use blobsmith::geometry::{DVec2, cross};
use blobsmith::level::{Body, Level, Node, Obstacle, ObstacleShape, Spring};

/// A triangle of springs, each node of which is dropped at a different height.
fn triangle(restitution: f64) -> Body {
    let corners = [[0.1, 1.75], [0.5, 1.92], [0.0, 2.5]];
    let spring = |a: usize, b: usize| Spring { a, b, rest_length: 0.7, stiffness: 0.2, damping: 0.0 };
    let nodes = corners.into_iter().map(Node::at).collect();
    Body { nodes, springs: vec![spring(0, 1), spring(1, 2), spring(0, 2)], restitution, ..Body::default() }
}

fn positions(shape: ObstacleShape, product: f64) -> Vec<DVec2> {
    let obstacle = Obstacle { shape, restitution: product, ..Obstacle::default() };
    let mut level = Level { bodies: vec![triangle(1.0)], obstacles: vec![obstacle], ..Level::default() };
    level.world.gravity = [0.0, -0.01];
    level.world.substeps = 16;
    let mut world = World::new(&level).unwrap();
    (0..200).for_each(|_| world.step_frame());
    world.state().positions.clone()
}

#[test]
fn leaking_line_without_bounce_holds_with_the_restitution_of_the_fix() {
    let slopes = (1..=9).map(|step| 0.03 * f64::from(step));
    let has_sunk = |slope: f64, product: f64| {
        let (from, along) = (DVec2::new(0.1, 0.05), DVec2::new(1.0, slope));
        let at = positions(ObstacleShape::Line(from.into(), along.into()), product);
        at.iter().any(|&node| cross(along, node - from) < -0.01)
    };
    assert!(slopes.clone().all(|slope| has_sunk(slope, 0.0)), "the formula puts nodes on the line itself");
    assert!(!slopes.clone().any(|slope| has_sunk(slope, 0.01)));
}

#[test]
fn leaking_circle_holds_nodes_that_bounce_well() {
    let has_left = |shift: f64, product: f64| {
        let center = DVec2::new(shift, 2.0);
        let at = positions(ObstacleShape::Circle { center: center.into(), radius: 3.0 }, product);
        at.iter().any(|node| node.distance(center) > 3.01)
    };
    let shifts = (0..8).map(|step| 0.2 * f64::from(step) - 0.7);
    assert!(shifts.clone().all(|shift| has_left(shift, 0.2)), "the formula ignores motion along the circle");
    assert!(!shifts.clone().any(|shift| has_left(shift, 0.8)));
}
