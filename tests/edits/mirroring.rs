//! Edits with the mirror on.

use crate::support::*;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::edit::Transform;
use blobsmith::level::edit::symmetry::*;
use blobsmith::level::{Body, Disc, Level, Motion, Node, ObstacleShape, Place};

pub const MIDDLE: MirrorAxis = MirrorAxis { x: 1.0, tolerance: 1e-6 };

#[test]
fn mirror_finds_images_within_a_square() {
    let level = of(vec![square()]);
    let mirror = Mirror::new(&level, MIDDLE).unwrap();
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
    assert!(
        Mirror::new(&level, MirrorAxis { x: f64::NAN, tolerance: 1.0 }).is_err()
            && Mirror::new(&level, MirrorAxis { x: 0.0, tolerance: 0.0 }).is_err()
    );
}

pub fn two_squares() -> Level {
    let mut right = square();
    // From x = 4 to 6, so that the axis at 3 takes node 0 to node 1 of the other.
    right.nodes.iter_mut().for_each(|node| node.position[0] += 4.0);
    of(vec![square(), right])
}

pub const BETWEEN: MirrorAxis = MirrorAxis { x: 3.0, tolerance: 1e-6 };

#[test]
fn mirror_finds_images_in_another_body() {
    let level = two_squares();
    let mirror = Mirror::new(&level, BETWEEN).unwrap();
    assert_eq!(mirror.of(Place::Node(0, 0)), Some(Place::Node(1, 1)));
    assert_eq!(mirror.of(Place::Body(1)), Some(Place::Body(0)));
    assert_eq!(mirror.both(&[Place::Node(0, 3), Place::Node(1, 2)]), [Place::Node(0, 3), Place::Node(1, 2)]);
}

#[test]
fn mirror_prefers_the_own_body_and_the_nearer_node() {
    let at = |points: &[[f64; 2]]| Body { nodes: points.iter().copied().map(Node::at).collect(), ..Body::default() };
    let level = of(vec![at(&[[-1.0, 0.0], [1.4, 0.0], [0.8, 0.0]]), at(&[[1.0, 0.0]])]);
    let mirror = Mirror::new(&level, MirrorAxis { x: 0.0, tolerance: 0.5 }).unwrap();
    assert_eq!(mirror.of(Place::Node(0, 0)), Some(Place::Node(0, 2)));
    assert_eq!(
        Mirror::new(&level, MirrorAxis { x: 0.0, tolerance: 0.1 }).unwrap().of(Place::Node(0, 0)),
        Some(Place::Node(1, 0))
    );
}

#[test]
fn move_both_moves_the_image_in_the_mirrored_direction() {
    let mut level = of(vec![square()]);
    level.bodies[0].nodes.push(Node::at([1.0, 3.0]));
    let places = [Place::Node(0, 0), Place::Node(0, 4)];
    move_both(&mut level, &places, [-0.5, 0.25], MIDDLE).unwrap();
    let positions: Vec<_> = level.bodies[0].nodes.iter().map(|node| node.position).collect();
    assert_eq!(positions, [[-0.5, 0.25], [2.5, 0.25], [2.0, 2.0], [0.0, 2.0], [1.0, 3.25]]);
    // Both named: the first leads.
    let places = [Place::Node(0, 1), Place::Node(0, 0)];
    move_both(&mut level, &places, [1.0, 0.0], MIDDLE).unwrap();
    assert_eq!(level.bodies[0].nodes[0].position, [-1.5, 0.25]);
    let mut level = two_squares();
    move_both(&mut level, &[Place::Body(0)], [1.0, 1.0], BETWEEN).unwrap();
    assert_eq!(level.bodies[1].nodes[0].position, [3.0, 1.0]);
}

#[test]
fn node_both_adds_two_nodes_or_one_on_the_axis() {
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
    node_both(&mut level, Some(1), [3.0, 7.0], BETWEEN).unwrap();
    let last = |body: usize| level.bodies[body].nodes.last().unwrap().position;
    assert_eq!((last(0), last(1)), ([3.0, 7.0], [3.0, 7.0]), "on the axis one in each of two images");
    assert!(node_both(&mut level, Some(0), [f64::NAN, 1.0], BETWEEN).is_err());
    assert!(node_both(&mut level, Some(9), [0.0, 1.0], BETWEEN).is_err());
}

#[test]
fn link_both_adds_links_on_both_sides() {
    let mut level = two_squares();
    level.bodies.iter_mut().for_each(|body| (body.springs, body.hull, body.triangles) = Default::default());
    let made = link_both(&mut level, NewLink::Spring(None), 0, &[0, 2], BETWEEN).unwrap();
    assert_eq!(made.places, [Place::Spring(0, 0), Place::Spring(1, 0)]);
    assert_eq!(springs(&level.bodies[1]), [(1, 3)]);
    link_both(&mut level, NewLink::HullEdge, 0, &[0, 1], BETWEEN).unwrap();
    // The image of 0 → 1 is 1 → 0, which turned round has the outside below, on its right.
    assert_eq!(level.bodies[1].hull, [[0, 1]]);
    link_both(&mut level, NewLink::Triangle, 0, &[0, 1, 2], BETWEEN).unwrap();
    assert_eq!(level.bodies[1].triangles, [[1, 3, 0]]);
    link_both(&mut level, NewLink::HullLoop, 0, &[0, 1, 2, 3], BETWEEN).unwrap();
    assert_eq!((level.bodies[0].hull.len(), level.bodies[1].hull.len()), (4, 4));
    // Across the axis the link is its own image.
    let made = link_both(&mut level, NewLink::Stick(false), 0, &[0, 1], MIDDLE).unwrap();
    assert_eq!(made.places, [Place::Stick(0, 0)]);
    assert!(link_both(&mut level, NewLink::Triangle, 0, &[0, 1], MIDDLE).is_err());
    assert!(link_both(&mut level, NewLink::Spring(None), 0, &[0, 77], MIDDLE).is_err());
    assert_sound(&level);
}

#[test]
fn remove_both_deletes_on_both_sides() {
    let mut level = two_squares();
    remove_both(&mut level, &[Place::Node(0, 0), Place::HullEdge(1, 2)], BETWEEN).unwrap();
    assert_eq!((level.bodies[0].nodes.len(), level.bodies[1].nodes.len()), (3, 3));
    // Both lost their top edge as well: three bridged edges less one.
    assert_eq!((level.bodies[0].hull.len(), level.bodies[1].hull.len()), (2, 2));
    assert!(remove_both(&mut level, &[Place::Node(5, 0)], BETWEEN).is_err());
}

pub fn xs(body: &Body) -> (f64, f64) {
    let x = || body.nodes.iter().map(|node| node.position[0]);
    (x().fold(f64::INFINITY, f64::min), x().fold(f64::NEG_INFINITY, f64::max))
}

/// Twice the area that the hull edges enclose, outside on their right.
pub fn doubled_area(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO)
}

#[test]
fn mirror_tolerance_is_a_millionth_of_the_size() {
    let mut level = two_squares();
    assert_eq!(MirrorAxis::of(&level, 3.0).tolerance, 6e-6, "a millionth of 6");
    level
        .bodies
        .iter_mut()
        .flat_map(|body| &mut body.nodes)
        .for_each(|node| node.position = node.position.map(|c| c * 1e6));
    assert_eq!(MirrorAxis::of(&level, 3e6).tolerance, 6.0);
    assert_eq!(MirrorAxis::of(&Level::default(), 3.0).tolerance, 1e-9);
    // One millionth of the size beside it, a node still is an image; two, and it is none.
    let mut level = two_squares();
    level.bodies[1].nodes[1].position[0] += 5e-6;
    let is_image =
        |level: &Level| Mirror::new(level, MirrorAxis::of(level, 3.0)).unwrap().of(Place::Node(0, 0)).is_some();
    assert!(is_image(&level));
    level.bodies[1].nodes[1].position[0] += 7e-6;
    assert!(!is_image(&level));
}

#[test]
fn mirror_on_the_axis_is_the_node_itself_or_its_twin() {
    let mut level = of(vec![square(), square()]);
    level.bodies[1].nodes.iter_mut().for_each(|node| node.position[0] += 2.0);
    let axis = MirrorAxis::of(&level, 2.0);
    let mirror = Mirror::new(&level, axis).unwrap();
    assert_eq!(mirror.of(Place::Body(0)), Some(Place::Body(1)));
    assert_eq!(mirror.of(Place::Node(0, 1)), Some(Place::Node(1, 0)), "both at (2, 0)");
    assert_eq!(mirror.of(Place::HullEdge(0, 1)), Some(Place::HullEdge(1, 3)), "both on the axis");
    let mirror = Mirror::new(&level, MirrorAxis::of(&level, 0.0)).unwrap();
    assert_eq!(mirror.of(Place::Node(0, 0)), Some(Place::Node(0, 0)), "alone there");
    assert_eq!(mirror.of(Place::Spring(0, 3)), Some(Place::Spring(0, 3)));
    assert_eq!((mirror.of(Place::Body(0)), mirror.of(Place::Node(0, 1))), (None, None));
}

#[test]
fn mirror_pairs_barycentres_by_their_bodies() {
    let mut right = balloon();
    for node in &mut right.nodes {
        node.position[0] = 10.0 - node.position[0];
    }
    right.hull.iter_mut().for_each(|edge| edge.reverse());
    right.triangles.iter_mut().for_each(|triangle| triangle.reverse());
    // Where it is drawn does not count.
    right.nodes[3].position = [0.0, 7.0];
    let level = of(vec![balloon(), right]);
    let mirror = Mirror::new(&level, MirrorAxis::of(&level, 5.0)).unwrap();
    assert_eq!(mirror.of(Place::Node(0, 3)), Some(Place::Node(1, 3)));
    assert_eq!(mirror.of(Place::Triangle(1, 2)), Some(Place::Triangle(0, 2)));
    // In a body without an image it is its own one on the axis, and else there is none.
    let level = of(vec![balloon()]);
    let of = |x: f64| Mirror::new(&level, MirrorAxis::of(&level, x)).unwrap().of(Place::Node(0, 3));
    assert_eq!((of(8.0 / 3.0), of(1.0)), (Some(Place::Node(0, 3)), None));
}

#[test]
fn mirror_images_are_mutual() {
    let mut level = two_squares();
    for body in &mut level.bodies {
        body.springs.push(body.springs[4]);
    }
    // The diagonal 0-2 of one is 1-3 of the other.
    level.bodies[1].springs[6] = level.bodies[1].springs[5];
    let mirror = Mirror::new(&level, BETWEEN).unwrap();
    assert_eq!(mirror.of(Place::Spring(0, 4)), Some(Place::Spring(1, 5)));
    assert_eq!(mirror.of(Place::Spring(0, 6)), Some(Place::Spring(1, 6)));
    assert_eq!(mirror.of(Place::Spring(1, 6)), Some(Place::Spring(0, 6)));
    let level = of(vec![square(), two_squares().bodies.remove(1), square(), two_squares().bodies.remove(1)]);
    let mirror = Mirror::new(&level, BETWEEN).unwrap();
    let images: Vec<_> = (0..4).map(|body| mirror.of(Place::Body(body)).unwrap().body().unwrap()).collect();
    assert_eq!(images, [1, 0, 3, 2]);
    assert_eq!(mirror.of(Place::Node(2, 0)), Some(Place::Node(3, 1)));
}

pub fn disc(x: f64, y: f64) -> Disc {
    Disc {
        name: String::new(),
        position: [x, y],
        velocity: [1.0, 2.0],
        radius: 0.5,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    }
}

#[test]
fn disc_both_adds_and_moves_discs_on_both_sides() {
    let mut level = Level::default();
    let made = disc_both(&mut level, disc(1.0, 4.0), BETWEEN).unwrap();
    assert_eq!(made.places, [Place::Disc(0), Place::Disc(1)]);
    assert_eq!((level.discs[1].position, level.discs[1].velocity), ([5.0, 4.0], [-1.0, 2.0]));
    disc_both(&mut level, disc(3.0 + 1e-7, 0.0), BETWEEN).unwrap();
    assert_eq!((level.discs.len(), level.discs[2].position), (3, [3.0, 0.0]), "one on the axis");
    move_both(&mut level, &[Place::Disc(1), Place::Disc(2)], [1.0, 1.0], BETWEEN).unwrap();
    let at: Vec<_> = level.discs.iter().map(|disc| disc.position).collect();
    assert_eq!(at, [[0.0, 5.0], [6.0, 5.0], [3.0, 1.0]]);
    let how = Transform::Scale { pivot: [6.0, 5.0], factors: [2.0, 2.0] };
    transform_both(&mut level, &[Place::Disc(1)], how, BETWEEN).unwrap();
    assert_eq!((level.discs[0].radius, level.discs[0].position), (1.0, [0.0, 5.0]));
    remove_both(&mut level, &[Place::Disc(0)], BETWEEN).unwrap();
    assert_eq!(level.discs.len(), 1);
}

#[test]
fn obstacle_both_adds_obstacles_on_both_sides() {
    let mut level = Level::default();
    let segment = ObstacleShape::Segment([0.0, 0.0], [1.0, 2.0]);
    obstacle_both(&mut level, segment, BETWEEN).unwrap();
    assert_eq!(level.obstacles[1].shape, ObstacleShape::Segment([5.0, 2.0], [6.0, 0.0]), "its left is on the left");
    obstacle_both(&mut level, ObstacleShape::Line([1.0, 1.0], [1.0, 2.0]), BETWEEN).unwrap();
    assert_eq!(level.obstacles[3].shape, ObstacleShape::Line([5.0, 1.0], [1.0, -2.0]));
    obstacle_both(&mut level, ObstacleShape::Circle { center: [2.0, 0.0], radius: 0.5 }, BETWEEN).unwrap();
    assert_eq!(level.obstacles[5].shape, ObstacleShape::Circle { center: [4.0, 0.0], radius: 0.5 });
    // A part that is its own image is added once: across the axis, along it, a horizontal line, a circle on it.
    for own in [
        ObstacleShape::Segment([1.0, 5.0], [5.0, 5.0]),
        ObstacleShape::Segment([3.0, 5.0], [3.0, 9.0]),
        ObstacleShape::Line([-7.0, -1.0], [1.0, 0.0]),
        ObstacleShape::Line([3.0, -1.0], [0.0, 1.0]),
        ObstacleShape::Circle { center: [3.0, 0.0], radius: 2.0 },
    ] {
        let before = level.obstacles.len();
        obstacle_both(&mut level, own, BETWEEN).unwrap();
        assert_eq!(level.obstacles.len(), before + 1, "{own:?}");
    }
    let mirror = Mirror::new(&level, BETWEEN).unwrap();
    for (a, b) in [(0, 1), (2, 3), (4, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10)] {
        assert_eq!(mirror.of(Place::Obstacle(a)), Some(Place::Obstacle(b)));
        assert_eq!(mirror.of(Place::Obstacle(b)), Some(Place::Obstacle(a)));
    }
    move_both(&mut level, &[Place::Obstacle(4), Place::Obstacle(6)], [-1.0, 1.0], BETWEEN).unwrap();
    assert_eq!(level.obstacles[5].shape, ObstacleShape::Circle { center: [5.0, 1.0], radius: 0.5 });
    assert_eq!(level.obstacles[6].shape, ObstacleShape::Segment([1.0, 6.0], [5.0, 6.0]), "along the axis alone");
    remove_both(&mut level, &[Place::Obstacle(0), Place::Obstacle(10)], BETWEEN).unwrap();
    assert_eq!(level.obstacles.len(), 8);
}

#[test]
fn pin_both_pins_on_both_sides() {
    let mut level = two_squares();
    pin_both(&mut level, &[Place::Node(0, 3), Place::Node(1, 0)], true, BETWEEN).unwrap();
    let pinned = |level: &Level| -> Vec<bool> {
        level.bodies.iter().flat_map(|body| &body.nodes).map(|node| node.pinned).collect()
    };
    assert_eq!(pinned(&level), [false, true, false, true, true, false, true, false]);
    pin_both(&mut level, &[Place::Node(0, 3)], false, BETWEEN).unwrap();
    assert_eq!(pinned(&level), [false, true, false, false, true, false, false, false]);
    assert!(pin_both(&mut level, &[Place::Body(0)], true, BETWEEN).is_err());
}

#[test]
fn hull_loop_that_ends_on_the_axis_is_closed_by_its_image() {
    // Clockwise from below: (1,0), left, left, (1,2); axis at 1.
    let at = [[1.0, 0.0], [0.0, 0.0], [0.0, 2.0], [1.0, 2.0], [2.0, 2.0], [2.0, 0.0]];
    let mut level = of(vec![Body { nodes: at.map(Node::at).to_vec(), ..Body::default() }]);
    link_both(&mut level, NewLink::HullLoop, 0, &[0, 1, 2, 3], MIDDLE).unwrap();
    assert_eq!((level.bodies[0].hull.len(), doubled_area(&level.bodies[0])), (6, 8.0));
    assert!(level.bodies[0].hull.iter().all(|edge| *edge != [0, 3] && *edge != [3, 0]), "none on the axis");
}

#[test]
fn split_both_splits_links_on_both_sides() {
    let mut level = two_squares();
    let made = split_both(&mut level, Place::Spring(0, 3), [0.0, 0.5], BETWEEN).unwrap();
    assert_eq!(made.places, [Place::Node(0, 4), Place::Node(1, 4)]);
    assert_eq!(level.bodies[1].nodes[4].position, [6.0, 0.5]);
    assert_eq!((level.bodies[0].hull.len(), level.bodies[1].hull.len()), (5, 5));
    // Across the axis: in both places, or once in the middle.
    let mut level = of(vec![square()]);
    split_both(&mut level, Place::HullEdge(0, 0), [0.5, 0.0], MIDDLE).unwrap();
    let at: Vec<_> = level.bodies[0].nodes[4..].iter().map(|node| node.position).collect();
    assert_eq!(at, [[0.5, 0.0], [1.5, 0.0]]);
    let mut lengths: Vec<f64> = level.bodies[0].springs.iter().map(|spring| spring.rest_length).collect();
    lengths.sort_by(f64::total_cmp);
    assert_eq!(lengths[..3], [0.5, 0.5, 1.0]);
    split_both(&mut level, Place::HullEdge(0, 4), [1.0, 2.0], MIDDLE).unwrap();
    assert_eq!(level.bodies[0].nodes.len(), 7, "once on the axis");
    assert_eq!(level.bodies[0].nodes[6].position, [1.0, 2.0]);
    assert_sound(&level);
}

#[test]
fn follow_applies_typed_values_to_the_image() {
    let before = two_squares();
    let mut level = before.clone();
    (level.bodies[0].nodes[3].position, level.bodies[0].nodes[3].velocity) = ([-1.0, 2.5], [1.0, 0.5]);
    level.bodies[0].nodes[0].pinned = true;
    (level.bodies[1].springs[4].stiffness, level.bodies[1].gas) = (9.0, 0.25);
    follow(&before, &mut level, BETWEEN).unwrap();
    let image = level.bodies[1].nodes[2].clone();
    assert_eq!((image.position, image.velocity), ([7.0, 2.5], [-1.0, 0.5]));
    assert!(level.bodies[1].nodes[1].pinned);
    assert_eq!((level.bodies[0].springs[5].stiffness, level.bodies[0].gas), (9.0, 0.25), "0-2 there is 1-3 here");
    // Both typed: as they were typed.
    let mut both = before.clone();
    (both.bodies[0].nodes[0].position, both.bodies[1].nodes[1].position) = ([0.5, 0.0], [6.5, 0.0]);
    let typed = both.clone();
    follow(&before, &mut both, BETWEEN).unwrap();
    assert_eq!(both, typed);
}

#[test]
fn neighbours_both_links_on_both_sides() {
    let mut level = two_squares();
    level.bodies.iter_mut().for_each(|body| body.springs.clear());
    let made = neighbours_both(&mut level, 0, &[0, 1, 3], 2.5, None, BETWEEN).unwrap();
    assert_eq!((springs(&level.bodies[0]), springs(&level.bodies[1])), (vec![(0, 1), (0, 3)], vec![(0, 1), (1, 2)]));
    assert_eq!(made.said, "4 springs");
}

#[test]
fn transform_both_rotates_and_scales_on_both_sides() {
    let mut level = two_squares();
    let turn = Transform::Rotate { pivot: [0.0, 0.0], angle_rad: std::f64::consts::FRAC_PI_2 };
    transform_both(&mut level, &[Place::Body(0)], turn, BETWEEN).unwrap();
    let at = |level: &Level, body: usize| level.bodies[body].nodes.iter().map(|node| node.position).collect::<Vec<_>>();
    assert_eq!(at(&level, 0), [[0.0, 0.0], [0.0, 2.0], [-2.0, 2.0], [-2.0, 0.0]]);
    assert_eq!(at(&level, 1), [[6.0, 2.0], [6.0, 0.0], [8.0, 0.0], [8.0, 2.0]]);
    assert_eq!((doubled_area(&level.bodies[0]), doubled_area(&level.bodies[1])), (8.0, 8.0));
    // A corner of each: (2, 0) about the origin by two, and (4, 0) about (6, 0).
    let mut level = two_squares();
    let scale = Transform::Scale { pivot: [0.0, 0.0], factors: [2.0, 1.0] };
    transform_both(&mut level, &[Place::Node(0, 1)], scale, BETWEEN).unwrap();
    assert_eq!((at(&level, 0)[1], at(&level, 1)[0]), ([4.0, 0.0], [2.0, 0.0]));
    // Across the axis it is scaled about that, and not turned.
    let mut level = of(vec![square()]);
    transform_both(&mut level, &[Place::Body(0)], scale, MIDDLE).unwrap();
    assert_eq!((xs(&level.bodies[0]), level.bodies[0].springs[0].rest_length), ((-1.0, 3.0), 4.0));
    let before = level.clone();
    assert!(transform_both(&mut level, &[Place::Body(0)], turn, MIDDLE).unwrap_err().contains("across"));
    assert_eq!(level, before);
    disc_both(&mut level, disc(-3.0, 0.0), MIDDLE).unwrap();
    let made = transform_both(&mut level, &[Place::Body(0), Place::Disc(0)], turn, MIDDLE).unwrap();
    assert!(made.said.contains("1 part"), "{}", made.said);
    assert_eq!((level.discs[0].position, level.discs[1].position), ([0.0, -3.0], [2.0, -3.0]));
}

#[test]
fn move_both_of_two_images_follows_the_first() {
    let mut level = two_squares();
    let nodes = [Place::Node(1, 0), Place::Node(0, 0), Place::Node(0, 1), Place::Node(1, 1)];
    move_both(&mut level, &nodes, [0.5, 0.0], BETWEEN).unwrap();
    let x = |body: usize| level.bodies[body].nodes.iter().map(|node| node.position[0]).collect::<Vec<_>>();
    assert_eq!((x(0), x(1)), (vec![-0.5, 1.5, 2.0, 0.0], vec![4.5, 6.5, 6.0, 4.0]), "the right one as asked for");
    let mirror = Mirror::new(&level, BETWEEN).unwrap();
    let sides = mirror.sides(&[Place::Body(1), Place::Body(0), Place::Node(1, 2)], Some(0.0)).unwrap();
    assert_eq!(sides, [(Place::Body(0), MirrorSide::Own), (Place::Body(1), MirrorSide::Image)], "where one took hold");
}
