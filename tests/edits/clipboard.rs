//! Copied text is a level, and pasting it gives equal parts.

use crate::support::*;
use blobsmith::level::edit::clipboard::{center, copy, fragment, parse, paste, paste_at, paste_into};
use blobsmith::level::edit::duplicate;
use blobsmith::level::format::{TextFormat, write};
use blobsmith::level::{Body, Level, Node, Obstacle, ObstacleShape, Place, Role};

#[test]
fn copied_body_is_pasted_from_text() {
    let mut level = painted(of(vec![square(), balloon()]), &["", "#abcdef"]);
    level.world.substeps = 7;
    let shape = ObstacleShape::Circle { center: [0.0, 0.0], radius: 1.0 };
    level.obstacles.push(Obstacle { name: "post".into(), shape, restitution: 1.0 });
    let text = copy(&level, &[Place::Obstacle(0), Place::Body(1)]).unwrap();
    let part = parse(&text).unwrap();
    assert_eq!((&part.bodies[..], part.world.substeps), (&[balloon()][..], 7));
    assert_eq!(part.editor.as_ref().unwrap().body_colors, ["#abcdef"]);
    // The same from JSON, with space before it.
    assert_eq!(parse(&format!("\n  {}", write(&part, TextFormat::Json))).unwrap(), part);
    let made = paste(&mut level, &part, [10.0, 0.0]).unwrap();
    assert_eq!(made.places, [Place::Body(2), Place::Obstacle(1)]);
    let mut expected = Body { name: "balloon 2".into(), ..balloon() };
    expected.nodes.iter_mut().for_each(|node| node.position[0] += 10.0);
    assert_eq!(level.bodies[2], expected);
    assert_eq!(level.editor.as_ref().unwrap().body_colors, ["", "#abcdef", "#abcdef"]);
    let moved = ObstacleShape::Circle { center: [10.0, 0.0], radius: 1.0 };
    assert_eq!(level.obstacles[1], Obstacle { name: "post".into(), shape: moved, restitution: 1.0 });
    paste(&mut level, &part, [0.0, 0.0]).unwrap();
    assert_eq!(level.bodies[3].name, "balloon 3");
}

#[test]
fn copied_nodes_include_the_links_between_them() {
    let level = of(vec![square()]);
    let part = fragment(&level, &[Place::HullEdge(0, 1), Place::Node(0, 0)]).unwrap();
    let body = &part.bodies[0];
    assert_eq!(body.nodes, [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]].map(Node::at));
    assert_eq!(springs(body), [(0, 1), (1, 2), (0, 2)]);
    assert_eq!((&body.hull[..], &body.triangles[..]), (&[[0, 1], [1, 2]][..], &[[0, 1, 2]][..]));
    assert_eq!(center(&part), [1.0, 1.0]);
    let mut level = level;
    let made = paste_into(&mut level, &part, 0, [0.0, 5.0]).unwrap();
    assert_eq!(made.places, [4, 5, 6].map(|node| Place::Node(0, node)));
    assert_eq!(level.bodies[0].nodes[6].position, [2.0, 7.0]);
    assert_eq!(springs(&level.bodies[0])[6..], [(4, 5), (5, 6), (4, 6)]);
    assert_eq!(level.bodies[0].hull[4..], [[4, 5], [5, 6]]);
    paste_at(&mut level, &part, [3.0, 3.0]).unwrap();
    assert_eq!(level.bodies[1].nodes[0].position, [2.0, 2.0]);
    assert_sound(&level);
}

#[test]
fn paste_into_a_body_keeps_one_barycentre() {
    let mut level = of(vec![balloon()]);
    let part = of(vec![balloon()]);
    let made = paste_into(&mut level, &part, 0, [0.0, 6.0]).unwrap();
    assert_eq!(made.places, [4, 5, 6, 3].map(|node| Place::Node(0, node)));
    let body = &level.bodies[0];
    assert_eq!(body.nodes.iter().filter(|node| node.role == Role::Barycentre).count(), 1);
    assert_eq!(body.triangles[3], [4, 5, 3]);
    // The mean of both: (8/3, 1) and (8/3, 7).
    let [x, y] = body.nodes[3].position;
    assert!((x - 8.0 / 3.0).abs() < 1e-14 && (y - 4.0).abs() < 1e-14);
    assert_sound(&level);
}

#[test]
fn duplicate_copies_bodies_and_nodes() {
    let mut level = of(vec![square(), balloon()]);
    let made = duplicate(&mut level, &[Place::Node(0, 3), Place::Node(0, 2), Place::Body(1)], [1.0, 1.0]).unwrap();
    assert_eq!(made.places, [Place::Body(2), Place::Node(0, 4), Place::Node(0, 5)]);
    assert_eq!(level.bodies[2].name, "balloon 2");
    // In file order: node 2 before node 3.
    assert_eq!(level.bodies[0].nodes[4..], [[3.0, 3.0], [1.0, 3.0]].map(Node::at));
    assert_eq!(springs(&level.bodies[0])[6..], [(4, 5)]);
    assert_eq!(level.bodies[0].hull[4..], [[4, 5]]);
}

#[test]
fn parse_refuses_invalid_text_with_its_place() {
    let error = |text: &str| parse(text).unwrap_err();
    assert_eq!(error(" \n"), "the clipboard holds no text");
    assert!(error("hello").starts_with("the clipboard holds no level: 1:"), "{}", error("hello"));
    assert!(error("{\"format\": 1, \"bodies\": [{\"gas\": -1}]}").contains("bodies[0].gas"));
    assert!(error("(format: 1,\n bodis: [])").contains("2:2: bodis"), "{}", error("(format: 1,\n bodis: [])"));
    assert_eq!(error("(format: 1)"), "the level in the clipboard is empty");
    let mut level = of(vec![square()]);
    let before = level.clone();
    assert!(paste(&mut level, &Level::default(), [0.0, 0.0]).is_err());
    assert!(paste(&mut level, &before, [f64::NAN, 0.0]).is_err());
    assert!(paste_into(&mut level, &before, 3, [0.0, 0.0]).is_err());
    assert!(copy(&level, &[Place::Node(0, 4)]).is_err() && copy(&level, &[]).is_err());
    let mut broken = before.clone();
    broken.bodies[0].hull.push([0, 44]);
    assert!(paste(&mut level, &broken, [0.0, 0.0]).is_err());
    assert!(paste_into(&mut level, &broken, 0, [0.0, 0.0]).is_err());
    assert_eq!(level, before);
}
