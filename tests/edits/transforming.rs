//! Moving, turning, scaling and mirroring: properties that change with a body, and those that do not with single nodes.

use crate::support::*;
use blobsmith::level::edit::rest::{as_drawn, pose};
use blobsmith::level::edit::{Transform, shift, transform};
use blobsmith::level::{Body, Level, Motion, Node, Obstacle, ObstacleShape, Path, Place, Spring, Stick};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6};

fn positions(body: &Body) -> Vec<[f64; 2]> {
    body.nodes.iter().map(|node| node.position).collect()
}

fn driven() -> Body {
    let path = Path { points: vec![[0.0, 0.0], [1.0, 0.0]], period: 5.0 };
    let mut body = Body { motion: Motion::Driven(path), gas: 3.0, ..square() };
    body.nodes[1].velocity = [1.0, 2.0];
    body
}

fn path(body: &Body) -> Vec<[f64; 2]> {
    let Motion::Driven(path) = &body.motion else { panic!("driven") };
    path.points.clone()
}

#[test]
fn rotation_by_a_quarter_is_exact_for_velocities_and_paths() {
    let mut level = of(vec![driven()]);
    let quarter = Transform::Rotate { pivot: [2.0, 0.0], angle_rad: FRAC_PI_2 };
    transform(&mut level, &[Place::Body(0)], quarter).unwrap();
    let body = &level.bodies[0];
    assert_eq!(positions(body), [[2.0, -2.0], [2.0, 0.0], [0.0, 0.0], [0.0, -2.0]]);
    assert_eq!(body.nodes[1].velocity, [-2.0, 1.0]);
    assert_eq!(path(body), [[0.0, 0.0], [0.0, 1.0]]);
    assert_eq!((&body.springs, &body.hull, body.gas), (&square().springs, &square().hull, 3.0));
}

#[test]
fn rotation_by_thirty_degrees_matches_hand_calculation() {
    let mut level = of(vec![square()]);
    let turn = Transform::Rotate { pivot: [0.0, 0.0], angle_rad: FRAC_PI_6 };
    transform(&mut level, &[Place::Body(0)], turn).unwrap();
    let [x, y] = level.bodies[0].nodes[1].position;
    assert!((x - 3.0_f64.sqrt()).abs() < 1e-15 && (y - 1.0).abs() < 1e-15);
}

#[test]
fn scaling_by_two_keeps_strain_and_takes_four_times_the_gas() {
    let mut level = of(vec![driven()]);
    level.bodies[0].springs[0].rest_length = 1.0;
    let scale = Transform::Scale { pivot: [1.0, 1.0], factors: [2.0, 2.0] };
    transform(&mut level, &[Place::Body(0)], scale).unwrap();
    let body = &level.bodies[0];
    assert_eq!(positions(body), [[-1.0, -1.0], [3.0, -1.0], [3.0, 3.0], [-1.0, 3.0]]);
    assert_eq!((body.springs[0].rest_length, body.springs[1].rest_length), (2.0, 4.0));
    assert_eq!((body.gas, body.nodes[1].velocity), (12.0, [1.0, 2.0]));
    assert_eq!(path(body), [[0.0, 0.0], [2.0, 0.0]]);
}

#[test]
fn scaling_along_one_axis_stretches_links_by_their_direction() {
    let mut level = of(vec![balloon()]);
    let scale = Transform::Scale { pivot: [0.0, 0.0], factors: [3.0, 1.0] };
    transform(&mut level, &[Place::Body(0)], scale).unwrap();
    let body = &level.bodies[0];
    // From 4 to 12, 3 to 3, and 5 to √(12² + 3²).
    let expected = [12.0, 3.0, 153.0_f64.sqrt()];
    for (length, expected) in body.sticks.iter().map(|stick| stick.length).zip(expected) {
        assert!((length - expected).abs() < 1e-14);
    }
    assert_eq!(body.gas, 6.0);
}

#[test]
fn mirroring_keeps_the_outside_of_the_hull() {
    for (how, first) in [
        (Transform::MirrorX(1.0), [2.0, 0.0]),
        (Transform::MirrorY(5.0), [0.0, 10.0]),
        (Transform::Scale { pivot: [0.0, 0.0], factors: [-1.0, 1.0] }, [0.0, 0.0]),
    ] {
        let mut level = of(vec![driven()]);
        transform(&mut level, &[Place::Body(0)], how).unwrap();
        let body = &level.bodies[0];
        assert_eq!(body.nodes[0].position, first);
        assert_eq!(body.hull, [[1, 0], [2, 1], [3, 2], [0, 3]]);
        assert_eq!(body.triangles, [[0, 2, 1], [0, 3, 2]]);
        let sign = if matches!(how, Transform::MirrorY(_)) { [1.0, -1.0] } else { [-1.0, 1.0] };
        assert_eq!(body.nodes[1].velocity, [sign[0], 2.0 * sign[1]]);
        assert_eq!(path(body)[1], [sign[0], 0.0]);
        assert_eq!(body.springs, square().springs);
        assert!(
            blobsmith::level::checks::check(&of(vec![Body { motion: Motion::Dynamic, ..body.clone() }]))
                .iter()
                .all(|finding| !finding.rule.contains("orientation"))
        );
    }
}

#[test]
fn transform_of_single_nodes_moves_them_only() {
    let mut level = of(vec![square(), balloon()]);
    level.bodies[0].nodes[2].velocity = [1.0, 0.0];
    let places = [Place::Node(0, 2), Place::Node(1, 1)];
    transform(&mut level, &places, Transform::Move([1.0, 2.0])).unwrap();
    assert_eq!(positions(&level.bodies[0]), [[0.0, 0.0], [2.0, 0.0], [3.0, 4.0], [0.0, 2.0]]);
    assert_eq!(level.bodies[0].springs, square().springs);
    // The barycentre goes with its masses: (0 + 5 + 4)/3, (0 + 2 + 3)/3.
    let [x, y] = level.bodies[1].nodes[3].position;
    assert!((x - 3.0).abs() < 1e-15 && (y - 5.0 / 3.0).abs() < 1e-15);
    // Then as long as drawn: the springs at node 2 only.
    let mut level = of(vec![square()]);
    level.bodies[0].springs[3].rest_length = 7.0;
    let turn = Transform::Rotate { pivot: [2.0, 0.0], angle_rad: FRAC_PI_2 };
    transform(&mut level, &[Place::Node(0, 2)], turn).unwrap();
    as_drawn(&mut level, &[Place::Node(0, 2)]).unwrap();
    assert_eq!(level.bodies[0].nodes[2].position, [0.0, 0.0]);
    let lengths: Vec<f64> = level.bodies[0].springs.iter().map(|spring| spring.rest_length).collect();
    assert_eq!(lengths, [2.0, 2.0, 2.0, 7.0, 0.0, 8.0_f64.sqrt()]);
}

#[test]
fn transform_of_all_masses_is_that_of_the_body() {
    let mut level = of(vec![balloon()]);
    let scale = Transform::Scale { pivot: [0.0, 0.0], factors: [2.0, 2.0] };
    transform(&mut level, &[0, 1, 2].map(|node| Place::Node(0, node)), scale).unwrap();
    assert_eq!(level.bodies[0].gas, 8.0);
    let mut level = of(vec![square()]);
    transform(&mut level, &[Place::HullEdge(0, 1)], Transform::Move([1.0, 0.0])).unwrap();
    assert_eq!(positions(&level.bodies[0]), [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [0.0, 2.0]]);
}

#[test]
fn transform_of_discs_and_obstacles_matches_hand_calculation() {
    let disc: blobsmith::level::Disc = serde_disc();
    let mut level = Level { discs: vec![disc], ..Level::default() };
    level.obstacles = [
        ObstacleShape::Segment([0.0, 0.0], [1.0, 0.0]),
        ObstacleShape::Line([1.0, 0.0], [0.0, 1.0]),
        ObstacleShape::Circle { center: [1.0, 1.0], radius: 2.0 },
    ]
    .map(|shape| Obstacle { name: String::new(), shape, restitution: 0.5, ..Obstacle::default() })
    .to_vec();
    let places = [Place::Disc(0), Place::Obstacle(0), Place::Obstacle(1), Place::Obstacle(2)];
    let quarter = Transform::Rotate { pivot: [0.0, 0.0], angle_rad: -FRAC_PI_2 };
    transform(&mut level, &places, quarter).unwrap();
    // A quarter clockwise takes (x, y) to (y, -x).
    assert_eq!((level.discs[0].position, level.discs[0].velocity), ([4.0, -3.0], [0.0, -1.0]));
    assert_eq!(level.obstacles[0].shape, ObstacleShape::Segment([0.0, 0.0], [0.0, -1.0]));
    assert_eq!(level.obstacles[1].shape, ObstacleShape::Line([0.0, -1.0], [1.0, 0.0]));
    let scale = Transform::Scale { pivot: [0.0, 0.0], factors: [-4.0, 1.0] };
    transform(&mut level, &places, scale).unwrap();
    // A circle stays one, of the area of the ellipse: its radius doubles.
    assert_eq!((level.discs[0].position, level.discs[0].radius), ([-16.0, -3.0], 1.0));
    assert_eq!(level.obstacles[2].shape, ObstacleShape::Circle { center: [-4.0, -1.0], radius: 4.0 });
}

fn serde_disc() -> blobsmith::level::Disc {
    blobsmith::level::Disc {
        name: String::new(),
        position: [3.0, 4.0],
        velocity: [1.0, 0.0],
        radius: 0.5,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..blobsmith::level::Disc::default()
    }
}

#[test]
fn as_drawn_sets_the_lengths_of_selected_links() {
    let mut level = of(vec![balloon(), square()]);
    level.bodies[0].nodes[1].position = [0.0, 4.0];
    level.bodies[1].springs[0].rest_length = 9.0;
    level.bodies[1].springs[2].rest_length = 9.0;
    let made = as_drawn(&mut level, &[Place::Body(0), Place::Spring(1, 0)]).unwrap();
    // In the balloon 0–1 is 4 long still, and 2–0 is 5; of the square's springs only those at nodes 0 and 1 are meant.
    assert_eq!(made.said, "2 springs and 1 stick as long as drawn");
    // (0,0)–(0,4), (0,4)–(4,3), (4,3)–(0,0).
    let lengths: Vec<f64> = level.bodies[0].sticks.iter().map(|stick| stick.length).collect();
    assert_eq!(lengths, [4.0, 17.0_f64.sqrt(), 5.0]);
    assert_eq!(level.bodies[1].springs[0].rest_length, 2.0);
    assert_eq!(level.bodies[1].springs[2].rest_length, 9.0);
}

/// A right triangle with legs of 3 and 4, open at the leg that is a stick.
fn tense() -> Level {
    let nodes = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]].map(Node::at).to_vec();
    let spring = |a, b, rest_length| Spring { a, b, rest_length, stiffness: 1.0, damping: 0.0 };
    let springs = vec![spring(0, 1, 3.0), spring(0, 2, 9.0)];
    of(vec![Body { nodes, springs, sticks: vec![Stick { a: 1, b: 2, length: 1.0, hidden: false }], ..Body::default() }])
}

fn lengths(level: &Level) -> [f64; 3] {
    let body = &level.bodies[0];
    [body.springs[0].rest_length, body.springs[1].rest_length, body.sticks[0].length]
}

#[test]
fn as_drawn_sets_the_lengths_of_a_body() {
    let mut level = tense();
    let made = as_drawn(&mut level, &[Place::Body(0)]).unwrap();
    assert_eq!(made.said, "1 spring and 1 stick as long as drawn");
    assert_eq!(lengths(&level), [3.0, 5.0, 4.0]);
    assert!(as_drawn(&mut level, &[Place::Body(0)]).unwrap_err().contains("already"));
    assert!(as_drawn(&mut level, &[Place::Body(1)]).is_err());
    level.bodies[0].nodes[2].position = [3.0, 0.0];
    let before = level.clone();
    let reason = as_drawn(&mut level, &[Place::Body(0)]).unwrap_err();
    assert_eq!(reason, "stick 0 would have no length: nodes 1 and 2 are in one place");
    assert_eq!(level, before);
    (level.bodies[0].springs, level.bodies[0].sticks) = (Vec::new(), Vec::new());
    assert!(as_drawn(&mut level, &[Place::Body(0)]).unwrap_err().contains("neither"));
}

#[test]
fn pose_moves_nodes_and_sets_lengths() {
    let mut level = tense();
    let at = [[0.0, 0.0], [6.0, 0.0], [6.0, 8.0]].map(Into::into);
    let made = pose(&mut level, 0, &at).unwrap();
    assert_eq!(made.said, "2 nodes placed, 2 springs and 1 stick as long as drawn");
    assert_eq!(lengths(&level), [6.0, 10.0, 8.0]);
    assert_eq!(level.bodies[0].nodes[2].position, [6.0, 8.0]);
    let before = level.clone();
    assert_eq!(pose(&mut level, 0, &at).unwrap_err(), "it is in its rest shape already");
    assert!(pose(&mut level, 0, &at[..2]).is_err());
    assert!(pose(&mut level, 1, &at).is_err());
    assert!(pose(&mut level, 0, &[[f64::NAN, 0.0].into(); 3]).is_err());
    assert!(pose(&mut level, 0, &[[0.0, 0.0].into(); 3]).unwrap_err().contains("no length"));
    assert_eq!(level, before);
    // Shoved as a whole, nothing is longer.
    let shoved = [[1.0, 0.0], [7.0, 0.0], [7.0, 8.0]].map(Into::into);
    assert_eq!(pose(&mut level, 0, &shoved).unwrap().said, "3 nodes placed, no spring changed");
}

#[test]
fn transform_refuses_invalid_input_and_changes_nothing() {
    let mut level = of(vec![square(), balloon()]);
    level.discs.push(serde_disc());
    let before = level.clone();
    let all = [Place::Disc(0), Place::Body(0), Place::Node(1, 0)];
    let origin = [0.0, 0.0];
    for how in [
        Transform::Move([f64::NAN, 0.0]),
        Transform::Rotate { pivot: origin, angle_rad: f64::INFINITY },
        Transform::Scale { pivot: origin, factors: [0.0, 1.0] },
        Transform::Scale { pivot: origin, factors: [1e308, 1e308] },
        Transform::MirrorX(1e308),
    ] {
        assert!(transform(&mut level, &all, how).is_err(), "{how:?}");
    }
    let still = Transform::Move([1.0, 0.0]);
    for places in [&[][..], &[Place::World], &[Place::Node(0, 99)], &[Place::Body(0), Place::Obstacle(0)]] {
        assert!(transform(&mut level, places, still).is_err());
    }
    assert!(shift(&mut level, &[(Place::Spring(0, 0), [1.0, 0.0])]).is_err());
    assert_eq!(level, before);
    // A stick may not vanish.
    shift(&mut level, &[(Place::Node(1, 1), [-4.0, 0.0])]).unwrap();
    let shifted = level.clone();
    assert!(as_drawn(&mut level, &[Place::Node(1, 1)]).unwrap_err().contains("no length"));
    assert_eq!(level, shifted);
}

#[test]
fn shift_moves_each_part_by_its_own_offset() {
    let mut level = of(vec![square(), square()]);
    let moves = [(Place::Body(1), [1.0, 0.0]), (Place::Node(0, 0), [0.0, -1.0]), (Place::Node(0, 1), [2.0, 0.0])];
    shift(&mut level, &moves).unwrap();
    assert_eq!(positions(&level.bodies[0]), [[0.0, -1.0], [4.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
    assert_eq!(level.bodies[1].nodes[2], Node::at([3.0, 2.0]));
}
