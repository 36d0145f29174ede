//! Orientation: reversing, correcting, and hulls traced from triangles and from nodes.

use crate::support::*;
use blobsmith::level::edit::orient::{hull_from_triangles, orient, turn, turn_hull};
use blobsmith::level::shapes::{Container, Rectangle, Ring};
use blobsmith::level::{Body, Place};
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
