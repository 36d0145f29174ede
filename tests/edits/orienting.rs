//! Orientation: reversing, correcting, and hulls traced from triangles and from nodes.

use crate::support::*;
use blobsmith::level::edit::orient::{hull_from_nodes, hull_from_triangles, orient, turn, turn_hull};
use blobsmith::level::shapes::{Container, Rectangle, Ring};
use blobsmith::level::{Body, Node, Place, Spring};
use std::collections::BTreeSet;

#[test]
fn orient_restores_reversed_edges_and_triangles() {
    let mut level = of(vec![square()]);
    let places = [Place::HullEdge(0, 1), Place::Triangle(0, 0), Place::HullEdge(0, 1), Place::Node(0, 0)];
    assert_eq!(turn(&mut level, &places).unwrap().said, "1 hull edge and 1 triangle reversed");
    assert_eq!(level.bodies[0].hull, [[0, 1], [2, 1], [2, 3], [3, 0]]);
    assert_eq!(level.bodies[0].triangles[0], [0, 2, 1]);
    let made = orient(&mut level, 0).unwrap();
    assert_eq!(level.bodies[0], square());
    assert_eq!(made.places, [Place::HullEdge(0, 1), Place::Triangle(0, 0)]);
    assert_eq!(made.said, "1 hull edge and 1 triangle reversed");
    assert!(orient(&mut level, 0).unwrap_err().contains("already"));
    turn(&mut level, &[Place::Body(0)]).unwrap();
    assert_eq!(level.bodies[0].hull, [[1, 0], [2, 1], [3, 2], [0, 3]]);
    orient(&mut level, 0).unwrap();
    assert_eq!(level.bodies[0], square());
    assert!(turn(&mut level, &[Place::Node(0, 0)]).is_err());
}

#[test]
fn turn_hull_twice_restores_the_hull() {
    let mut level = of(vec![square()]);
    assert_eq!(turn_hull(&mut level, 0).unwrap().said, "4 hull edges reversed");
    assert_eq!(level.bodies[0], Body { hull: vec![[1, 0], [2, 1], [3, 2], [0, 3]], ..square() });
    turn_hull(&mut level, 0).unwrap();
    assert_eq!(level.bodies[0], square());
    level.bodies[0].hull.clear();
    assert_eq!(turn_hull(&mut level, 0).unwrap_err(), "it has no hull");
    assert!(turn_hull(&mut level, 1).is_err());
}

#[test]
fn orient_reports_hulls_that_it_cannot_orient() {
    let mut level = of(vec![square()]);
    level.bodies[0].hull = vec![[0, 2], [2, 1], [1, 3], [3, 0]];
    level.bodies[0].triangles[0] = [0, 2, 1];
    assert_eq!(orient(&mut level, 0).unwrap().said, "1 triangle reversed; the hull crosses itself and is unchanged");
    level.bodies[0].hull = vec![[0, 1], [1, 2]];
    assert_eq!(orient(&mut level, 0).unwrap_err(), "the hull is open at nodes 0 and 2");
    assert!(orient(&mut level, 1).is_err());
    let mut level = of(vec![Body { hull: Vec::new(), triangles: Vec::new(), ..square() }]);
    assert_eq!(orient(&mut level, 0).unwrap_err(), "it has neither hull nor triangles");
}

#[test]
fn hull_from_triangles_is_their_border() {
    let mut level = of(vec![square()]);
    level.bodies[0].hull = vec![[0, 2]];
    let made = hull_from_triangles(&mut level, 0).unwrap();
    assert_eq!(level.bodies[0].hull, [[0, 1], [1, 2], [2, 3], [3, 0]]);
    assert_eq!((made.places.len(), made.said.as_str()), (4, "4 hull edges instead of 1"));
    // In another order it is the border all the same.
    level.bodies[0].hull.rotate_left(1);
    assert!(hull_from_triangles(&mut level, 0).unwrap_err().contains("already"));
    // The border of a triangle the wrong way round is that of the right one.
    level.bodies[0].hull.clear();
    level.bodies[0].triangles[1] = [0, 3, 2];
    assert_eq!(hull_from_triangles(&mut level, 0).unwrap().said, "4 hull edges");
    assert_eq!(level.bodies[0].hull, [[0, 1], [1, 2], [2, 3], [3, 0]]);
    // Both lie above 0–1.
    level.bodies[0].triangles = vec![[0, 1, 2], [0, 1, 3]];
    let before = level.clone();
    let reason = hull_from_triangles(&mut level, 0).unwrap_err();
    assert_eq!(reason, "triangle 1 lies on the same side of an edge as another one");
    assert_eq!(level, before);
    level.bodies[0].triangles.clear();
    assert_eq!(hull_from_triangles(&mut level, 0).unwrap_err(), "it has no triangles");
    assert!(hull_from_triangles(&mut level, 1).is_err());
    // A fan round a barycentre has the outline of its loop; half a fan would need an edge to the barycentre.
    let mut level = of(vec![Body { hull: Vec::new(), ..balloon() }]);
    hull_from_triangles(&mut level, 0).unwrap();
    assert_eq!(level.bodies[0].hull, [[0, 1], [1, 2], [2, 0]]);
    level.bodies[0].triangles.pop();
    assert!(hull_from_triangles(&mut level, 0).unwrap_err().contains("barycentre"));
}

#[test]
fn hull_from_triangles_includes_holes_loop_by_loop() {
    for shape in [Container::default().body(), Ring::default().body(), Rectangle::default().body()] {
        let mut level = of(vec![Body { hull: Vec::new(), ..shape.clone() }]);
        hull_from_triangles(&mut level, 0).unwrap();
        let hull = &level.bodies[0].hull;
        assert_eq!(hull.iter().collect::<BTreeSet<_>>(), shape.hull.iter().collect::<BTreeSet<_>>());
        // An edge that the next one does not go on from closes a loop.
        let mut start = hull[0][0];
        for (edge, next) in hull.iter().zip(&hull[1..]) {
            assert!(edge[1] == next[0] || edge[1] == start);
            start = if edge[1] == next[0] { start } else { next[0] };
        }
    }
}

/// A lattice of 3 × 3 with springs along its sides and both diagonals of each field.
fn lattice() -> Body {
    let nodes: Vec<Node> = (0..9).map(|i| Node::at([f64::from(i % 3), f64::from(i / 3)])).collect();
    let near = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).abs() <= 1.0 && (a[1] - b[1]).abs() <= 1.0;
    let mut springs = Vec::new();
    for a in 0..9 {
        for b in a + 1..9 {
            if near(&nodes[a].position, &nodes[b].position) {
                springs.push(Spring { a, b, rest_length: 1.0, stiffness: 1.0, damping: 0.0 });
            }
        }
    }
    Body { nodes, springs, ..Body::default() }
}

#[test]
fn hull_from_nodes_of_a_lattice_follows_its_border() {
    let mut level = of(vec![lattice()]);
    hull_from_nodes(&mut level, 0, &[8, 7, 6, 5, 4, 3, 2, 1, 0]).unwrap();
    assert_eq!(level.bodies[0].hull, [[0, 1], [1, 2], [2, 5], [5, 8], [8, 7], [7, 6], [6, 3], [3, 0]]);
    // An L of five nodes: concave, the diagonal 1-5 among its links cuts the corner at 4? No: 4 is chosen, 5 is not.
    let mut level = of(vec![lattice()]);
    hull_from_nodes(&mut level, 0, &[0, 1, 4, 3, 6, 7]).unwrap();
    assert_eq!(level.bodies[0].hull, [[0, 1], [1, 4], [4, 7], [7, 6], [6, 3], [3, 0]]);
}

#[test]
fn hull_from_nodes_of_a_ring_follows_its_springs() {
    // A concave ring, seen from whose middle two nodes stand in the wrong order by angle.
    let points = [[0.0, 0.0], [6.0, 0.0], [6.0, 5.0], [5.0, 5.0], [5.0, 1.0], [0.0, 1.0]];
    let nodes = points.map(Node::at).to_vec();
    let spring = |a: usize| Spring { a, b: (a + 1) % 6, rest_length: 1.0, stiffness: 1.0, damping: 0.0 };
    let mut level = of(vec![Body { nodes, springs: (0..6).map(spring).collect(), ..Body::default() }]);
    hull_from_nodes(&mut level, 0, &[5, 3, 1, 0, 2, 4]).unwrap();
    assert_eq!(level.bodies[0].hull, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]);
}

#[test]
fn hull_from_nodes_without_links_is_sorted_by_angle() {
    let mut level = of(vec![Body { springs: Vec::new(), hull: Vec::new(), triangles: Vec::new(), ..square() }]);
    hull_from_nodes(&mut level, 0, &[2, 0, 3, 1]).unwrap();
    let mut hull = level.bodies[0].hull.clone();
    hull.sort_unstable();
    assert_eq!(hull, [[0, 1], [1, 2], [2, 3], [3, 0]]);
    assert!(hull_from_nodes(&mut level, 0, &[0, 1]).is_err());
    assert!(hull_from_nodes(&mut level, 0, &[0, 1, 9]).is_err());
    let line = [0.0, 1.0, 2.0].map(|x| Node::at([x, 0.0])).to_vec();
    let mut level = of(vec![Body { nodes: line, ..Body::default() }]);
    assert!(hull_from_nodes(&mut level, 0, &[0, 1, 2]).unwrap_err().contains("one line"));
}
