//! Tests of smooth paths.

use super::*;
use crate::level::edit::symmetry::{MirrorAxis, complete};
use crate::level::edit::{Transform, remove, tracked, transform};
use crate::level::import::convention::{by_id, convert};
use crate::level::{Body, Disc, Node};

fn line() -> Curve {
    Curve { knots: vec![Knot::corner([0.0, 0.0]), Knot::corner([4.0, 0.0])], steps: 1, ..Curve::default() }
}

fn driven(points: &[Point]) -> Level {
    let motion = Motion::Driven(Path { points: points.to_vec(), period: 60.0 });
    let body = Body { motion: motion.clone(), nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
    let mut level = Level { bodies: vec![body], discs: vec![Disc { motion, ..Disc::default() }], ..Level::default() };
    crate::level::ids::assign(&mut level);
    level
}

#[test]
fn path_without_curve_flattens_to_itself() {
    let points = [[0.0, 0.0], [0.1, 3.0], [0.1, 3.0], [-7.3, 1e-9]];
    let level = driven(&points);
    let curve = curve_of(&level, Place::Body(0)).unwrap();
    assert_eq!(flatten(&curve), points);
    assert!(curve_of(&level, Place::Node(0, 0)).is_none());
}

#[test]
fn bezier_section_matches_hand_calculation() {
    // From (0, 0) over the handles (0, 4) and (4, 4) to (4, 0): at t = 1/2 it is at (2, 3).
    let mut curve = line();
    curve.knots[0].after = [0.0, 4.0];
    curve.knots[1].before = [0.0, 4.0];
    assert_eq!(point_at(&curve, 0, 0.5), DVec2::new(2.0, 3.0));
    curve.steps = 2;
    assert_eq!(flatten(&curve), [[0.0, 0.0], [2.0, 3.0], [4.0, 0.0], [2.0, 0.0]]);
}

#[test]
fn easings_distribute_the_points_of_a_section() {
    let xs = |easing: Easing| {
        let curve = Curve { easing, steps: 4, ..line() };
        flatten(&curve)[..4].iter().map(|point| point[0]).collect::<Vec<_>>()
    };
    assert_eq!(xs(Easing::Linear), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(xs(Easing::In), [0.0, 0.25, 1.0, 2.25]);
    assert_eq!(xs(Easing::Out), [0.0, 1.75, 3.0, 3.75]);
    // 3t² - 2t³ at 1/4, 1/2, 3/4: 5/32, 1/2, 27/32.
    assert_eq!(xs(Easing::InOut), [0.0, 0.625, 2.0, 3.375]);
}

#[test]
fn steady_speed_gives_equal_distances() {
    // A closed triangle with sides 3, 4 and 5: 12 points are 1 apart.
    let knots = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]].map(Knot::corner).to_vec();
    let curve = Curve { knots, easing: Easing::Steady, steps: 4, ..Curve::default() };
    let points = flatten(&curve);
    for (index, expected) in [(0, [0.0, 0.0]), (1, [1.0, 0.0]), (3, [3.0, 0.0]), (5, [3.0, 2.0]), (7, [3.0, 4.0])] {
        let distance = DVec2::from_array(points[index]).distance(DVec2::from_array(expected));
        assert!(distance < 1e-12, "point {index}: {:?}", points[index]);
    }
    assert_eq!(points.len(), 12);
}

#[test]
fn inserted_knot_keeps_the_shape() {
    let mut curve = line();
    curve.knots[0].after = [1.0, 4.0];
    curve.knots[1].before = [2.0, 3.0];
    let before: Vec<DVec2> = [0.1, 0.3, 0.65, 0.9].map(|t| point_at(&curve, 0, t)).to_vec();
    assert_eq!(insert_knot(&mut curve, 0, 0.3), Some(1));
    let after = [
        point_at(&curve, 0, 0.1 / 0.3),
        point_at(&curve, 1, 0.0),
        point_at(&curve, 1, 0.35 / 0.7),
        point_at(&curve, 1, 0.6 / 0.7),
    ];
    assert!(before.iter().zip(after).all(|(a, b)| a.distance(b) < 1e-12));
    let mut straight = line();
    insert_knot(&mut straight, 1, 0.25);
    assert_eq!(straight.knots[2], Knot::corner([3.0, 0.0]));
    assert!(delete_knot(&mut straight, 2) && delete_knot(&mut straight, 0) && !delete_knot(&mut straight, 0));
}

#[test]
fn handles_stay_opposite_unless_moved_alone() {
    let mut curve = line();
    set_handle(&mut curve, 0, HandleSide::After, [0.0, 2.0], false);
    assert_eq!((curve.knots[0].before, curve.steps), ([0.0, -2.0], SMOOTH_STEPS));
    set_handle(&mut curve, 0, HandleSide::Before, [3.0, 0.0], false);
    assert_eq!(curve.knots[0].after, [-2.0, 0.0], "the other handle keeps its length");
    set_handle(&mut curve, 0, HandleSide::After, [0.0, 1.0], true);
    assert_eq!(curve.knots[0].before, [3.0, 0.0]);
    toggle_smooth(&mut curve, 0);
    assert_eq!(curve.knots[0], Knot::corner([0.0, 0.0]));
    // Between two neighbours 6 apart, the handles are 1 long.
    let knots = [[0.0, 0.0], [3.0, 3.0], [6.0, 0.0]].map(Knot::corner).to_vec();
    let mut curve = Curve { knots, steps: 1, ..Curve::default() };
    toggle_smooth(&mut curve, 1);
    assert_eq!(curve.knots[1], Knot { at: [3.0, 3.0], before: [-1.0, 0.0], after: [1.0, 0.0] });
}

#[test]
fn nearest_point_of_a_section() {
    let (section, t, distance) = nearest(&line(), DVec2::new(1.0, 0.5)).unwrap();
    assert!(section == 0 && (t - 0.25).abs() < 1e-12 && distance == 0.5);
}

#[test]
fn curve_is_stored_only_if_it_is_more_than_its_points() {
    let mut level = driven(&[[0.0, 0.0], [4.0, 0.0]]);
    let curves = |level: &Level| level.editor.as_ref().map_or(0, |extra| extra.curves.len());
    set(&mut level, Place::Body(0), line(), 90.0).unwrap();
    assert_eq!((curves(&level), path_of(&level, Place::Body(0)).unwrap().period), (0, 90.0));
    let mut smooth = line();
    toggle_smooth(&mut smooth, 0);
    set(&mut level, Place::Body(0), smooth.clone(), 90.0).unwrap();
    set(&mut level, Place::Disc(0), Curve { easing: Easing::InOut, steps: 8, ..line() }, 60.0).unwrap();
    assert_eq!(curves(&level), 2);
    assert_eq!(path_of(&level, Place::Body(0)).unwrap().points.len(), 2 * SMOOTH_STEPS as usize);
    assert_eq!(curve_of(&level, Place::Body(0)).unwrap().knots, smooth.knots);
    set(&mut level, Place::Body(0), line(), 90.0).unwrap();
    assert_eq!(curves(&level), 1);
    assert!(set(&mut level, Place::Body(0), Curve::default(), 90.0).is_err());
    assert!(set(&mut level, Place::Body(0), line(), 0.0).is_err());
    assert!(set(&mut level, Place::World, line(), 1.0).is_err());
}

#[test]
fn curve_follows_a_rotation_and_is_ignored_after_an_edit_of_the_points() {
    let mut level = driven(&[[0.0, 0.0], [4.0, 0.0]]);
    let mut smooth = line();
    set_handle(&mut smooth, 0, HandleSide::After, [0.0, 1.0], false);
    set(&mut level, Place::Body(0), smooth, 60.0).unwrap();
    let turn = Transform::Rotate { pivot: [0.0, 0.0], angle_rad: std::f64::consts::FRAC_PI_2 };
    tracked(&mut level, |level| transform(level, &[Place::Body(0)], turn)).unwrap();
    let curve = curve_of(&level, Place::Body(0)).unwrap();
    assert_eq!((curve.knots[0].after, curve.knots[1].at), ([-1.0, 0.0], [0.0, 4.0]));
    if let Motion::Driven(path) = &mut level.bodies[0].motion {
        path.points[3] = [9.0, 9.0];
    }
    let curve = curve_of(&level, Place::Body(0)).unwrap();
    assert_eq!((curve.steps, curve.knots.len()), (1, 2 * SMOOTH_STEPS as usize));
    tracked(&mut level, |level| remove(level, &[Place::Body(0)])).unwrap();
    assert!(level.editor.unwrap().curves.is_empty());
}

#[test]
fn images_and_flipped_levels_keep_the_curve() {
    let mut level = driven(&[[0.0, 0.0], [4.0, 0.0]]);
    level.bodies[0].nodes[0].position = [3.0, 0.0];
    level.discs.clear();
    let mut smooth = line();
    set_handle(&mut smooth, 0, HandleSide::After, [1.0, 2.0], true);
    set(&mut level, Place::Body(0), smooth, 60.0).unwrap();
    let axis = MirrorAxis { x: 0.0, tolerance: 1e-9 };
    let made = tracked(&mut level, |level| complete(level, &[Place::Body(0)], axis)).unwrap();
    let image = curve_of(&level, made[0]).unwrap();
    assert_eq!((image.steps, image.knots[0].after, image.knots[1].at), (SMOOTH_STEPS, [-1.0, 2.0], [-4.0, 0.0]));
    assert_eq!(curve_of(&level, Place::Body(0)).unwrap().knots[0].after, [1.0, 2.0]);
    let flipped = convert(&level, by_id("y-down").unwrap());
    let curve = curve_of(&flipped, Place::Body(0)).unwrap();
    assert_eq!((curve.steps, curve.knots[0].after), (SMOOTH_STEPS, [1.0, -2.0]));
}
