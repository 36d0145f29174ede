//! Welding, merging and taking apart.

use crate::support::*;
use blobsmith::level::edit::{merge, separate, weld, weld_near};
use blobsmith::level::{Body, Node, Place, PlaceSet, Role};

#[test]
fn weld_merges_two_corners_of_a_square() {
    let mut level = of(vec![square()]);
    level.bodies[0].nodes[0].role = Role::Mass(3.0);
    level.bodies[0].nodes[0].velocity = [4.0, 0.0];
    level.bodies[0].nodes[1].pinned = true;
    let made = weld(&mut level, &[Place::Node(0, 1), Place::Node(0, 0)]).unwrap();
    let body = &level.bodies[0];
    assert_eq!(made.places, [Place::Node(0, 0)]);
    // In the middle, 3 + 1 of mass, momentum 12 over 4.
    let welded = Node { velocity: [3.0, 0.0], role: Role::Mass(4.0), pinned: true, ..Node::at([1.0, 0.0]) };
    assert_eq!(body.nodes[0], welded);
    // 0-1 went; 1-2 and the diagonal 0-2 are one now, and 3-0 and 1-3.
    assert_eq!(springs(body), [(0, 1), (1, 2), (2, 0)]);
    assert_eq!(body.hull, [[0, 1], [1, 2], [2, 0]]);
    assert_eq!(body.triangles, [[0, 1, 2]]);
    assert_eq!(made.said, "5 links removed as internal or duplicate");
}

#[test]
fn weld_across_bodies_removes_the_seam_from_the_hull() {
    let mut right = square();
    right.nodes.iter_mut().for_each(|node| node.position[0] += 2.0);
    right.name = "right".into();
    let mut level = painted(of(vec![square(), balloon(), right]), &["", "#000002", "#000003"]);
    level.editor.as_mut().unwrap().locked = PlaceSet::from_iter([Place::Body(1)]);
    // The right side of the left square is the left side of the right one.
    weld(&mut level, &[Place::Node(0, 1), Place::Node(2, 0)]).unwrap();
    assert_eq!(level.bodies.len(), 2);
    assert_eq!(level.bodies[1], balloon());
    // Left's nodes keep their numbers; right's 1, 2, 3 follow. Now the upper corners of the seam, 2 and right's 3.
    assert_eq!(level.bodies[0].nodes.len(), 7);
    weld(&mut level, &[Place::Node(0, 2), Place::Node(0, 6)]).unwrap();
    let body = &level.bodies[0];
    assert_eq!(body.nodes.len(), 6);
    assert_eq!(body.hull, [[0, 1], [2, 3], [3, 0], [1, 4], [4, 5], [5, 2]]);
    // Of the two springs on the seam one is left.
    assert_eq!(body.springs.len(), 11);
    assert_eq!((body.gas, body.name.as_str()), (4.0, "square"));
    let extra = level.editor.as_ref().unwrap();
    assert_eq!(extra.body_colors, ["#000003", "#000002"]);
    assert!(level.is_locked(Place::Body(1)));
    assert_sound(&level);
}

#[test]
fn weld_near_merges_nodes_within_a_distance() {
    let nodes = [0.0, 0.1, 5.0, 5.1, 5.2, 9.0].map(|x| Node::at([x, 0.0])).to_vec();
    let mut level = of(vec![Body { nodes, ..Body::default() }]);
    let made = weld_near(&mut level, &[Place::Body(0)], 0.15).unwrap();
    assert_eq!(made.places, [Place::Node(0, 0), Place::Node(0, 1)]);
    let body = &level.bodies[0];
    assert_eq!(body.nodes.len(), 3);
    assert!((body.nodes[1].position[0] - 5.1).abs() < 1e-14);
    assert_eq!(body.nodes[1].role, Role::Mass(3.0));
    assert_eq!(made.said, "5 nodes became 2");
    assert!(weld_near(&mut level, &[Place::Body(0)], 0.15).is_err());
    assert!(weld_near(&mut level, &[Place::Body(0)], 0.0).is_err());
}

#[test]
fn merged_balloons_share_a_barycentre() {
    let mut level = of(vec![square(), balloon(), balloon()]);
    let made = merge(&mut level, &[2, 1]).unwrap();
    assert_eq!(made.places, [Place::Body(1)]);
    assert_eq!(level.bodies[1].nodes.len(), 7);
    assert_eq!(level.bodies[1].triangles[3..], [[4, 5, 3], [5, 6, 3], [6, 4, 3]]);
    assert_eq!(level.bodies[1].gas, 4.0);
    assert_eq!(made.remap.follow(Place::Node(2, 1)), Some(Place::Node(1, 5)));
    assert_eq!(made.remap.follow(Place::Node(2, 3)), Some(Place::Node(1, 3)));
    assert_eq!(made.remap.follow(Place::Stick(2, 0)), Some(Place::Stick(1, 3)));
    assert_eq!(made.remap.follow(Place::Body(2)), Some(Place::Body(1)));
    assert_eq!(made.remap.follow(Place::Node(1, 2)), Some(Place::Node(1, 2)));
    assert!(merge(&mut level, &[1]).is_err() && merge(&mut level, &[1, 2]).is_err());
    assert_sound(&level);
}

#[test]
fn separate_inverts_merge() {
    let mut right = Body { gas: 6.0, ..square() };
    // Twice the width: area 8 beside 4, 2 of gas beside... shared by area 8 becomes 8/3 and 16/3.
    right.nodes.iter_mut().for_each(|node| node.position[0] = 10.0 + 2.0 * node.position[0]);
    let mut level = painted(of(vec![square(), right.clone()]), &["#000001"]);
    merge(&mut level, &[0, 1]).unwrap();
    assert_eq!(level.bodies[0].gas, 8.0);
    let made = separate(&mut level, 0).unwrap();
    assert_eq!(made.places, [Place::Body(0), Place::Body(1)]);
    assert_eq!(level.bodies[0], Body { gas: level.bodies[0].gas, ..square() });
    assert_eq!(level.bodies[1], Body { gas: level.bodies[1].gas, name: "square 2".into(), ..right });
    assert!((level.bodies[0].gas - 8.0 / 3.0).abs() < 1e-14 && (level.bodies[1].gas - 16.0 / 3.0).abs() < 1e-14);
    assert_eq!(level.editor.as_ref().unwrap().body_colors, ["#000001", "#000001"]);
    assert_eq!(separate(&mut level, 0).unwrap_err(), "the body is connected and cannot be separated");
}

#[test]
fn separated_balloons_have_a_barycentre_each() {
    let mut level = of(vec![balloon(), balloon()]);
    level.bodies[1].nodes.iter_mut().for_each(|node| node.position[0] += 20.0);
    merge(&mut level, &[0, 1]).unwrap();
    separate(&mut level, 0).unwrap();
    assert_eq!(level.bodies.len(), 2);
    for (body, x) in level.bodies.iter().zip([0.0, 20.0]) {
        assert_eq!(body.nodes[3].role, Role::Barycentre);
        let [found, y] = body.nodes[3].position;
        assert!((found - x - 8.0 / 3.0).abs() < 1e-13 && (y - 1.0).abs() < 1e-14);
        assert_eq!(
            (&body.triangles, &body.hull, &body.sticks),
            (&balloon().triangles, &balloon().hull, &balloon().sticks)
        );
        assert!((body.gas - 2.0).abs() < 1e-13);
    }
    assert_sound(&level);
}

#[test]
fn refused_weld_merge_or_separate_changes_nothing() {
    let mut level = of(vec![balloon(), square()]);
    level.bodies[1].nodes[0].role = Role::Mass(f64::MAX);
    level.bodies[1].nodes[1].role = Role::Mass(f64::MAX);
    let before = level.clone();
    for places in [
        &[Place::Node(0, 0)][..],
        &[],
        &[Place::Node(0, 0), Place::Node(0, 0)],
        &[Place::Node(0, 0), Place::Node(0, 3)],
        &[Place::Node(0, 0), Place::Node(0, 4)],
        &[Place::Node(0, 0), Place::Spring(0, 0)],
        &[Place::Disc(0), Place::Node(0, 0)],
        // More mass than a number holds.
        &[Place::Node(1, 0), Place::Node(1, 1)],
    ] {
        assert!(weld(&mut level, places).is_err(), "{places:?}");
    }
    assert!(merge(&mut level, &[0, 7]).is_err() && separate(&mut level, 2).is_err());
    assert_eq!(level, before);
}
