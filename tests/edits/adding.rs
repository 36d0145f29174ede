//! Adding parts: the result, its orientation, and refusals.

use crate::support::*;
use blobsmith::level::edit::{Made, add};
use blobsmith::level::{Body, Disc, Level, Node, ObstacleShape, Place, Role, Spring};

#[test]
fn added_node_has_the_mean_mass_and_moves_the_barycentre() {
    let mut level = of(vec![balloon()]);
    level.bodies[0].nodes[2].role = Role::Mass(2.0);
    let made = add::node(&mut level, Some(0), [0.0, 3.0]).unwrap();
    assert_eq!(made.places, [Place::Node(0, 4)]);
    assert_eq!(level.bodies[0].nodes[4].role, Role::Mass(2.0));
    // (0 + 4 + 2*4 + 2*0) / 6 and (0 + 0 + 2*3 + 2*3) / 6.
    assert_eq!(level.bodies[0].nodes[3].position, [2.0, 2.0]);
}

#[test]
fn added_node_without_a_body_starts_one() {
    let mut level = painted(of(vec![square()]), &["#000001", "#stray!", "#stray!"]);
    let made = add::node(&mut level, None, [5.0, 5.0]).unwrap();
    assert_eq!(made.places, [Place::Node(1, 0)]);
    assert_eq!(level.bodies[1], Body { nodes: vec![Node::at([5.0, 5.0])], ..Body::default() });
    assert_eq!(level.body_title(1), "body 1", "titles count from 0");
    assert_eq!(level.editor.as_ref().unwrap().body_colors, ["#000001"]);
    add::node(&mut level, None, [6.0, 5.0]).unwrap();
    assert_eq!(level.body_title(2), "body 2");
    assert!(add::node(&mut level, Some(3), [0.0, 0.0]).is_err());
    assert!(add::node(&mut level, None, [f64::NAN, 0.0]).is_err());
    assert_eq!(level.bodies.len(), 3);
}

#[test]
fn added_spring_has_the_drawn_length_and_is_unique() {
    let mut level = of(vec![balloon()]);
    level.bodies[0].nodes.push(Node::at([0.0, 3.0]));
    assert_eq!(add::spring(&mut level, 0, [4, 1], None).unwrap().places, [Place::Spring(0, 3)]);
    let spring = Spring { a: 4, b: 1, rest_length: 5.0, stiffness: 1.0, damping: 0.0 };
    assert_eq!(level.bodies[0].springs[3], spring);
    let like = Spring { stiffness: 9.0, damping: 0.25, ..spring };
    add::spring(&mut level, 0, [4, 0], Some(&like)).unwrap();
    assert_eq!(level.bodies[0].springs[4], Spring { a: 4, b: 0, rest_length: 3.0, ..like });
    let before = level.clone();
    let mut refused = |nodes, reason: &str| {
        assert_eq!(add::spring(&mut level, 0, nodes, None).unwrap_err(), reason);
    };
    refused([1, 4], "nodes 1 and 4 are joined by spring 3 already");
    refused([1, 1], "a spring needs two different nodes");
    refused([1, 3], "node 3 is the barycentre, which no spring may use");
    refused([1, 9], "bodies[0].nodes[9] is not there");
    assert_eq!(level, before);
}

#[test]
fn added_sticks_and_hull_edges_are_unique() {
    let mut level = of(vec![square()]);
    add::stick(&mut level, 0, [0, 2], true).unwrap();
    assert_eq!(level.bodies[0].sticks[0].length, 8.0_f64.sqrt());
    assert!(add::stick(&mut level, 0, [2, 0], false).is_err());
    level.bodies[0].nodes.push(Node::at([0.0, 0.0]));
    assert!(add::stick(&mut level, 0, [0, 4], false).unwrap_err().contains("coincide"));
    assert!(add::hull_edge(&mut level, 0, [1, 0]).unwrap_err().contains("hull edge 0 already"));
    assert_eq!(add::hull_edge(&mut level, 0, [0, 4]).unwrap().places, [Place::HullEdge(0, 4)]);
    assert_sound(&level);
}

#[test]
fn hull_loop_runs_counter_clockwise() {
    for (nodes, is_turned) in [([0, 1, 2, 3], false), ([0, 3, 2, 1], true)] {
        let mut level = of(vec![square()]);
        level.bodies[0].hull.clear();
        let made = add::hull_loop(&mut level, 0, &nodes).unwrap();
        let mut hull = level.bodies[0].hull.clone();
        hull.sort_unstable();
        assert_eq!(hull, [[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert_eq!(made.places.len(), 4);
        assert_eq!(made.said.contains("Reversed to"), is_turned);
    }
}

#[test]
fn hull_loop_within_a_loop_is_a_hole() {
    let ring = |body: &mut Body, low: f64, high: f64| {
        let first = body.nodes.len();
        body.nodes.extend([[low, low], [high, low], [high, high], [low, high]].map(Node::at));
        [first, first + 1, first + 2, first + 3]
    };
    let mut body = square();
    let inner = ring(&mut body, 0.5, 1.5);
    let island = ring(&mut body, 0.75, 1.25);
    let mut level = of(vec![body]);
    let made = add::hull_loop(&mut level, 0, &inner).unwrap();
    assert_eq!(made.said, "A hole: reversed to run clockwise, so that the outside is on its right");
    assert_eq!(level.bodies[0].hull[4..], [[7, 6], [6, 5], [5, 4], [4, 7]]);
    // Within a hole it is an island: counter-clockwise again.
    assert_eq!(add::hull_loop(&mut level, 0, &island).unwrap().said, "");
    assert_eq!(level.bodies[0].hull[8..], [[8, 9], [9, 10], [10, 11], [11, 8]]);
    // Once more: all edges are there, nothing changes.
    let before = level.clone();
    assert_eq!(add::hull_loop(&mut level, 0, &inner).unwrap().places.len(), 4);
    assert_eq!(level, before);
}

#[test]
fn hull_loop_reuses_and_reverses_existing_edges() {
    let mut level = of(vec![square()]);
    level.bodies[0].hull = vec![[2, 1], [2, 3]];
    let made = add::hull_loop(&mut level, 0, &[0, 1, 2, 3]).unwrap();
    assert_eq!(level.bodies[0].hull, [[1, 2], [2, 3], [0, 1], [3, 0]]);
    assert_eq!(made.said, "1 existing hull edge reversed");
}

#[test]
fn hull_loop_refuses_crossings_and_zero_area() {
    let mut level = of(vec![balloon(), square()]);
    level.bodies[1].nodes.push(Node::at([1.0, 0.0]));
    let before = level.clone();
    let mut reason = |body, nodes: &[usize]| add::hull_loop(&mut level, body, nodes).unwrap_err();
    assert_eq!(reason(1, &[0, 2, 1, 3]), "the loop crosses itself: edge 0–2 and edge 1–3");
    assert_eq!(reason(1, &[0, 4, 1]), "the loop encloses no area: its nodes lie on one line");
    assert_eq!(reason(1, &[0, 1]), "a hull loop needs at least three nodes");
    assert_eq!(reason(1, &[0, 1, 2, 1]), "node 1 occurs twice in the loop");
    assert_eq!(reason(0, &[0, 1, 3]), "node 3 is the barycentre, which no hull edge may use");
    assert!(reason(2, &[0, 1, 2]).contains("bodies[2]"));
    assert_eq!(level, before);
}

#[test]
fn added_triangle_is_reversed_to_counter_clockwise() {
    let mut level = of(vec![balloon()]);
    let made = add::triangle(&mut level, 0, [0, 2, 1]).unwrap();
    assert_eq!(level.bodies[0].triangles[3], [0, 1, 2]);
    assert_eq!(made, Made::at(vec![Place::Triangle(0, 3)]).saying("Reversed to run counter-clockwise"));
    assert!(add::triangle(&mut level, 0, [3, 1, 0]).unwrap_err().contains("triangle 0 has these corners"));
    assert!(add::triangle(&mut level, 0, [1, 1, 0]).is_err());
    assert!(add::triangle(&mut level, 0, [0, 1, 4]).is_err());
    level.bodies[0].nodes.push(Node::at([2.0, 0.0]));
    assert_eq!(
        add::triangle(&mut level, 0, [0, 4, 1]).unwrap_err(),
        "the triangle is flat: its corners lie on one line"
    );
}

#[test]
fn added_barycentre_gets_a_fan_of_triangles() {
    let mut level = of(vec![square()]);
    level.bodies[0].triangles.clear();
    let made = add::barycentre(&mut level, 0).unwrap();
    assert_eq!((made.places, made.said), (vec![Place::Node(0, 4)], "4 triangles to the hull".to_owned()));
    assert_eq!(level.bodies[0].nodes[4], Node { role: Role::Barycentre, ..Node::at([1.0, 1.0]) });
    assert_eq!(level.bodies[0].triangles, [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]);
    assert_eq!(add::barycentre(&mut level, 0).unwrap_err(), "node 4 is the barycentre already");
    assert_sound(&level);
}

#[test]
fn added_bodies_discs_and_obstacles_are_validated() {
    let mut level = Level::default();
    add::body(&mut level, square(), "").unwrap();
    assert_eq!(add::body(&mut level, square(), "#abcdef").unwrap().places, [Place::Body(1)]);
    assert_eq!(level.bodies[1].name, "square 2");
    assert_eq!(level.editor.as_ref().unwrap().body_colors, ["", "#abcdef"]);
    let mut broken = square();
    broken.hull.push([0, 9]);
    assert!(add::body(&mut level, broken, "").unwrap_err().contains("node 9"));
    let disc = |radius| Disc {
        name: "ball".into(),
        position: [0.0, 0.0],
        velocity: [0.0, 0.0],
        radius,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Default::default(),
    };
    assert_eq!(add::disc(&mut level, disc(0.0)).unwrap().places, [Place::Disc(0)]);
    assert!(add::disc(&mut level, disc(-1.0)).is_err());
    let shape = ObstacleShape::Segment([0.0, 0.0], [1.0, 0.0]);
    assert_eq!(add::obstacle(&mut level, shape).unwrap().places, [Place::Obstacle(0)]);
    assert!(add::obstacle(&mut level, ObstacleShape::Segment([1.0, 0.0], [1.0, 0.0])).is_err());
    assert_eq!((level.bodies.len(), level.discs.len(), level.obstacles.len()), (2, 1, 1));
}

/// A lattice of 3 × 3 nodes, 1 apart: 12 sides, 8 diagonals of length √2.
#[test]
fn neighbours_within_a_radius_are_linked_once() {
    let nodes = (0..9).map(|i| Node::at([f64::from(i % 3), f64::from(i / 3)])).collect();
    let level = of(vec![Body { nodes, ..Body::default() }]);
    let all: Vec<usize> = (0..9).collect();
    let with = |radius| {
        let mut level = level.clone();
        let made = add::neighbours(&mut level, 0, &all, radius, None)?;
        assert_eq!(made.places.len(), level.bodies[0].springs.len());
        Ok::<usize, String>(made.places.len())
    };
    assert!(with(0.99).is_err());
    assert_eq!(with(1.0), Ok(12));
    assert_eq!(with(1.42), Ok(20));
    // All 36 pairs.
    assert_eq!(with(3.0), Ok(36));
    assert!(with(f64::INFINITY).is_err());
    let mut level = level.clone();
    add::neighbours(&mut level, 0, &all, 1.0, None).unwrap();
    assert_eq!(add::neighbours(&mut level, 0, &[0, 4, 8], 1.5, None).unwrap().said, "2 springs");
    assert!(level.bodies[0].springs[12..].iter().all(|spring| spring.rest_length == 2.0_f64.sqrt()));
}
