//! Left and right at once.

use crate::support::*;
use blobsmith::level::edit::symmetry::{Axis, Link, link_both, move_both, node_both, remove_both};
use blobsmith::level::edit::{Mirror, Rest};
use blobsmith::level::{Body, Level, Node, Place};

const MIDDLE: Axis = Axis { x: 1.0, tolerance: 1e-6 };

#[test]
fn counterparts_in_the_square() {
    let level = of(vec![square()]);
    let mirror = Mirror::new(&level, 1.0, 1e-6).unwrap();
    let pairs = [
        (Place::Node(0, 0), Place::Node(0, 1)),
        (Place::Node(0, 2), Place::Node(0, 3)),
        (Place::Body(0), Place::Body(0)),
        // The bottom is its own image, left and right are each other's, as are the diagonals.
        (Place::Spring(0, 0), Place::Spring(0, 0)),
        (Place::Spring(0, 1), Place::Spring(0, 3)),
        (Place::Spring(0, 4), Place::Spring(0, 5)),
        (Place::HullEdge(0, 3), Place::HullEdge(0, 1)),
    ];
    for (place, other) in pairs {
        assert_eq!(mirror.of(place), Some(other), "{place}");
        assert_eq!(mirror.of(other), Some(place), "{other}");
    }
    // The image of 0-1-2 is 1-0-3, which is no triangle of the square.
    assert_eq!(mirror.of(Place::Triangle(0, 0)), None);
    assert_eq!(mirror.of(Place::Node(0, 4)), None);
    assert!(Mirror::new(&level, f64::NAN, 1.0).is_err() && Mirror::new(&level, 0.0, 0.0).is_err());
}

fn two_squares() -> Level {
    let mut right = square();
    // From x = 4 to 6, so that the axis at 3 takes node 0 to node 1 of the other.
    right.nodes.iter_mut().for_each(|node| node.position[0] += 4.0);
    of(vec![square(), right])
}

const BETWEEN: Axis = Axis { x: 3.0, tolerance: 1e-6 };

#[test]
fn counterparts_in_another_body() {
    let level = two_squares();
    let mirror = Mirror::new(&level, 3.0, 1e-6).unwrap();
    assert_eq!(mirror.of(Place::Node(0, 0)), Some(Place::Node(1, 1)));
    assert_eq!(mirror.of(Place::Body(1)), Some(Place::Body(0)));
    assert_eq!(mirror.both(&[Place::Node(0, 3), Place::Node(1, 2)]), [Place::Node(0, 3), Place::Node(1, 2)]);
}

#[test]
fn the_nearer_one_wins_and_the_own_body_first() {
    let at = |points: &[[f64; 2]]| Body { nodes: points.iter().copied().map(Node::at).collect(), ..Body::default() };
    let level = of(vec![at(&[[-1.0, 0.0], [1.4, 0.0], [0.8, 0.0]]), at(&[[1.0, 0.0]])]);
    let mirror = Mirror::new(&level, 0.0, 0.5).unwrap();
    assert_eq!(mirror.of(Place::Node(0, 0)), Some(Place::Node(0, 2)));
    assert_eq!(Mirror::new(&level, 0.0, 0.1).unwrap().of(Place::Node(0, 0)), Some(Place::Node(1, 0)));
}

#[test]
fn moving_one_moves_the_other_the_other_way() {
    let mut level = of(vec![square()]);
    level.bodies[0].nodes.push(Node::at([1.0, 3.0]));
    let places = [Place::Node(0, 0), Place::Node(0, 4)];
    move_both(&mut level, &places, [-0.5, 0.25], MIDDLE, Rest::Keep).unwrap();
    let positions: Vec<_> = level.bodies[0].nodes.iter().map(|node| node.position).collect();
    assert_eq!(positions, [[-0.5, 0.25], [2.5, 0.25], [2.0, 2.0], [0.0, 2.0], [1.0, 3.25]]);
    // Both named: the first leads.
    let places = [Place::Node(0, 1), Place::Node(0, 0)];
    move_both(&mut level, &places, [1.0, 0.0], MIDDLE, Rest::Keep).unwrap();
    assert_eq!(level.bodies[0].nodes[0].position, [-1.5, 0.25]);
    let mut level = two_squares();
    move_both(&mut level, &[Place::Body(0)], [1.0, 1.0], BETWEEN, Rest::Keep).unwrap();
    assert_eq!(level.bodies[1].nodes[0].position, [3.0, 1.0]);
}

#[test]
fn nodes_on_both_sides_or_one_on_the_axis() {
    let mut level = of(vec![square()]);
    let made = node_both(&mut level, Some(0), [0.5, 3.0], MIDDLE).unwrap();
    assert_eq!(made.places, [Place::Node(0, 4), Place::Node(0, 5)]);
    assert_eq!(level.bodies[0].nodes[5].position, [1.5, 3.0]);
    let made = node_both(&mut level, Some(0), [1.0 + 1e-7, 4.0], MIDDLE).unwrap();
    assert_eq!((made.places.len(), level.bodies[0].nodes[6].position), (1, [1.0, 4.0]));
    node_both(&mut level, None, [9.0, 0.0], MIDDLE).unwrap();
    assert_eq!(level.bodies[1].nodes.len(), 2);
    let mut level = two_squares();
    let made = node_both(&mut level, Some(0), [2.5, 1.0], BETWEEN).unwrap();
    assert_eq!(made.places, [Place::Node(0, 4), Place::Node(1, 4)]);
    assert_eq!(level.bodies[1].nodes[4].position, [3.5, 1.0]);
    assert!(node_both(&mut level, Some(0), [f64::NAN, 1.0], BETWEEN).is_err());
    assert!(node_both(&mut level, Some(9), [0.0, 1.0], BETWEEN).is_err());
}

#[test]
fn links_on_both_sides() {
    let mut level = two_squares();
    level.bodies.iter_mut().for_each(|body| (body.springs, body.hull, body.triangles) = Default::default());
    let made = link_both(&mut level, Link::Spring, 0, &[0, 2], BETWEEN).unwrap();
    assert_eq!(made.places, [Place::Spring(0, 0), Place::Spring(1, 0)]);
    assert_eq!(springs(&level.bodies[1]), [(1, 3)]);
    link_both(&mut level, Link::HullEdge, 0, &[0, 1], BETWEEN).unwrap();
    // The image of 0 → 1 is 1 → 0, which turned round has the outside below, on its right.
    assert_eq!(level.bodies[1].hull, [[0, 1]]);
    link_both(&mut level, Link::Triangle, 0, &[0, 1, 2], BETWEEN).unwrap();
    assert_eq!(level.bodies[1].triangles, [[1, 3, 0]]);
    link_both(&mut level, Link::HullLoop, 0, &[0, 1, 2, 3], BETWEEN).unwrap();
    assert_eq!((level.bodies[0].hull.len(), level.bodies[1].hull.len()), (4, 4));
    // Across the axis the link is its own image.
    let made = link_both(&mut level, Link::Stick, 0, &[0, 1], MIDDLE).unwrap();
    assert_eq!(made.places, [Place::Stick(0, 0)]);
    assert!(link_both(&mut level, Link::Triangle, 0, &[0, 1], MIDDLE).is_err());
    assert!(link_both(&mut level, Link::Spring, 0, &[0, 77], MIDDLE).is_err());
    assert_sound(&level);
}

#[test]
fn deleting_on_both_sides() {
    let mut level = two_squares();
    remove_both(&mut level, &[Place::Node(0, 0), Place::HullEdge(1, 2)], BETWEEN).unwrap();
    assert_eq!((level.bodies[0].nodes.len(), level.bodies[1].nodes.len()), (3, 3));
    // Both lost their top edge as well: three bridged edges less one.
    assert_eq!((level.bodies[0].hull.len(), level.bodies[1].hull.len()), (2, 2));
    assert!(remove_both(&mut level, &[Place::Node(5, 0)], BETWEEN).is_err());
}
