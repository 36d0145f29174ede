//! Deleting: parts removed with it, parts kept, and the new numbers.

use crate::support::*;
use blobsmith::level::edit::remove;
use blobsmith::level::{Disc, Level, Node, Obstacle, ObstacleShape, Place, PlaceSet};

fn disc(x: f64) -> Disc {
    Disc {
        name: String::new(),
        position: [x, 0.0],
        velocity: [0.0, 0.0],
        radius: 1.0,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Default::default(),
    }
}

#[test]
fn removed_corner_takes_its_links_and_the_hull_is_bridged() {
    let mut level = of(vec![square()]);
    let made = remove(&mut level, &[Place::Node(0, 1)]).unwrap();
    let body = &level.bodies[0];
    // Nodes 0, 2, 3 are now 0, 1, 2; springs 2-3, 3-0 and 0-2 are left.
    assert_eq!(body.nodes.iter().map(|node| node.position).collect::<Vec<_>>(), [[0.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
    assert_eq!(springs(body), [(1, 2), (2, 0), (0, 1)]);
    assert_eq!(body.hull, [[0, 1], [1, 2], [2, 0]]);
    assert_eq!(body.triangles, [[0, 1, 2]]);
    // Of four hull edges two became one, so one went.
    assert_eq!(made.said, "3 springs, 1 hull edge and 1 triangle deleted along with them");
    assert_eq!(made.remap.follow(Place::Node(0, 3)), Some(Place::Node(0, 2)));
    assert_eq!(made.remap.follow(Place::Node(0, 1)), None);
    assert_eq!(made.remap.follow(Place::Spring(0, 4)), Some(Place::Spring(0, 2)));
    assert_eq!(made.remap.follow(Place::HullEdge(0, 0)), Some(Place::HullEdge(0, 0)));
    assert_eq!(made.remap.follow(Place::HullEdge(0, 1)), None);
    assert_eq!(made.remap.follow(Place::Triangle(0, 1)), Some(Place::Triangle(0, 0)));
    assert_sound(&level);
}

#[test]
fn removed_run_of_nodes_is_bridged_by_one_edge() {
    let mut level = of(vec![square()]);
    level.bodies[0].nodes.push(Node::at([-1.0, 1.0]));
    level.bodies[0].hull = vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]];
    remove(&mut level, &[Place::Node(0, 1), Place::Node(0, 2)]).unwrap();
    assert_eq!(level.bodies[0].hull, [[0, 1], [1, 2], [2, 0]]);
}

#[test]
fn removal_does_not_bridge_a_loop_of_two() {
    let mut level = of(vec![square()]);
    level.bodies[0].hull = vec![[0, 1], [1, 2], [2, 0]];
    remove(&mut level, &[Place::Node(0, 1)]).unwrap();
    // Of the triangle only the edge 2-0 is left, which was not deleted.
    assert_eq!(level.bodies[0].hull, [[1, 0]]);
    // Opposite corners of the square: both bridges would be the same pair.
    let mut level = of(vec![square()]);
    remove(&mut level, &[Place::Node(0, 0), Place::Node(0, 2)]).unwrap();
    assert!(level.bodies[0].hull.is_empty());
    assert_eq!(springs(&level.bodies[0]), [(0, 1)]);
}

#[test]
fn removal_does_not_bridge_an_edge_deleted_with_its_node() {
    let mut level = of(vec![square()]);
    remove(&mut level, &[Place::Node(0, 1), Place::HullEdge(0, 0)]).unwrap();
    assert_eq!(level.bodies[0].hull, [[1, 2], [2, 0]]);
}

#[test]
fn removal_does_not_bridge_a_node_of_two_loops() {
    let mut level = of(vec![square()]);
    level.bodies[0].nodes.extend([Node::at([3.0, -1.0]), Node::at([3.0, -2.0])]);
    level.bodies[0].hull.extend([[1, 5], [5, 4], [4, 1]]);
    remove(&mut level, &[Place::Node(0, 1)]).unwrap();
    assert_eq!(level.bodies[0].hull, [[1, 2], [2, 0], [4, 3]]);
}

#[test]
fn removed_links_leave_their_nodes() {
    let mut level = of(vec![balloon()]);
    remove(&mut level, &[Place::Spring(0, 1), Place::Stick(0, 0), Place::HullEdge(0, 2), Place::Triangle(0, 0)])
        .unwrap();
    let body = &level.bodies[0];
    assert_eq!(body.nodes.len(), 4);
    assert_eq!(springs(body), [(0, 1), (2, 0)]);
    assert_eq!(body.sticks.iter().map(|stick| (stick.a, stick.b)).collect::<Vec<_>>(), [(1, 2), (2, 0)]);
    assert_eq!(body.hull, [[0, 1], [1, 2]]);
    assert_eq!(body.triangles, [[1, 2, 3], [2, 0, 3]]);
}

#[test]
fn removal_of_the_last_mass_deletes_the_body_and_its_colour() {
    let mut level = painted(of(vec![square(), balloon(), square()]), &["#000001", "#000002", "#000003"]);
    let extra = level.editor.as_mut().unwrap();
    extra.hidden = [Place::Body(2), Place::Body(1)].into_iter().collect();
    extra.locked = [Place::Body(0)].into_iter().collect();
    let made = remove(&mut level, &[0, 1, 2].map(|node| Place::Node(1, node))).unwrap();
    assert_eq!(level.bodies.len(), 2);
    assert_eq!(level.bodies[1], square());
    let extra = level.editor.as_ref().unwrap();
    assert_eq!(extra.body_colors, ["#000001", "#000003"]);
    assert_eq!(extra.hidden, PlaceSet::from_iter([Place::Body(1)]));
    assert!(level.is_hidden(Place::Node(1, 3)) && level.is_locked(Place::Spring(0, 2)));
    assert!(!level.is_hidden(Place::Body(0)) && !level.is_locked(Place::Body(1)));
    assert_eq!(made.remap.follow(Place::Triangle(2, 1)), Some(Place::Triangle(1, 1)));
    assert_eq!(made.remap.follow(Place::Body(1)), None);
    assert_eq!(made.remap.follow(Place::Node(1, 3)), None);
}

#[test]
fn removal_of_several_kinds_in_one_call() {
    let mut level = Level { discs: vec![disc(0.0), disc(1.0), disc(2.0)], ..of(vec![square()]) };
    let line = ObstacleShape::Line([0.0, 0.0], [1.0, 0.0]);
    level.obstacles = vec![Obstacle { name: "floor".into(), shape: line, restitution: 0.5 }];
    level.editor.get_or_insert_default().disc_colors = vec!["a".into(), "b".into(), "c".into()];
    remove(&mut level, &[Place::Disc(1), Place::Obstacle(0), Place::Body(0), Place::Node(0, 1)]).unwrap();
    assert_eq!(level.discs, [disc(0.0), disc(2.0)]);
    assert!(level.obstacles.is_empty() && level.bodies.is_empty());
    assert_eq!(level.editor.unwrap().disc_colors, ["a", "c"]);
}

#[test]
fn removal_of_missing_parts_is_refused_and_changes_nothing() {
    let level = of(vec![square()]);
    for places in [
        &[][..],
        &[Place::Level],
        &[Place::Node(0, 0), Place::World],
        &[Place::Node(0, 0), Place::Node(0, 4)],
        &[Place::Body(1)],
        &[Place::Spring(7, usize::MAX)],
        &[Place::Disc(0)],
    ] {
        let mut tried = level.clone();
        let reason = remove(&mut tried, places).unwrap_err();
        assert!(!reason.is_empty());
        assert_eq!(tried, level, "{places:?}");
    }
    assert_eq!(remove(&mut level.clone(), &[Place::Node(0, 4)]).unwrap_err(), "bodies[0].nodes[4] is not there");
}
