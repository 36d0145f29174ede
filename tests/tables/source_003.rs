//! 003 particles: static resolution against obstacles, in steps of 1: x' = x + v, then v -= (1+e)(v·n)n and
//! x' += (1+e)H.

use crate::support::*;
use blobsmith::level::{Bounds, Level, ObstacleShape, Point, World};

/// x, v, restitution, x and v after.
type Row = (Point, Point, f64, Point, Point);

#[track_caller]
fn bounces(name: &str, shapes: &[ObstacleShape], rows: &[Row]) {
    for (index, &(x, v, e, x_after, v_after)) in rows.iter().enumerate() {
        let obstacles = shapes.iter().map(|&shape| obstacle(shape, e)).collect();
        let level = Level { obstacles, ..bodies(still(1.0), vec![particle(x, v)]) };
        for side in both(&level, 1) {
            near(&format!("{name}, row {index}: x"), side.x(0, 0), x_after);
            near(&format!("{name}, row {index}: v"), side.v(0, 0), v_after);
        }
    }
}

#[test]
fn segment_bounces_from_both_sides_match_the_table() {
    let rows: [Row; 9] = [
        // To (1, -2): H = (0, 2).
        ([0.0, 1.0], [1.0, -3.0], 1.0, [1.0, 2.0], [1.0, 3.0]),
        ([0.0, 1.0], [1.0, -3.0], 0.5, [1.0, 1.0], [1.0, 1.5]),
        ([0.0, 1.0], [1.0, -3.0], 0.0, [1.0, 0.0], [1.0, 0.0]),
        ([0.0, 1.0], [1.0, -3.0], 2.0, [1.0, 4.0], [1.0, 6.0]),
        // From below to (1, 2): H = (0, -2).
        ([0.0, -1.0], [1.0, 3.0], 1.0, [1.0, -2.0], [1.0, -3.0]),
        ([0.0, -1.0], [1.0, 3.0], 0.5, [1.0, -1.0], [1.0, -1.5]),
        // Beyond an end, short of it, and along it.
        ([5.0, 1.0], [0.0, -3.0], 1.0, [5.0, -2.0], [0.0, -3.0]),
        ([0.0, 4.0], [1.0, -3.0], 1.0, [1.0, 1.0], [1.0, -3.0]),
        ([-1.0, 1.0], [2.0, 0.0], 1.0, [1.0, 1.0], [2.0, 0.0]),
    ];
    let floor = ObstacleShape::Segment([-4.0, 0.0], [4.0, 0.0]);
    bounces("segment", &[floor], &rows);
    // Its ends the other way round.
    bounces("turned", &[ObstacleShape::Segment([4.0, 0.0], [-4.0, 0.0])], &rows);
}

/// n = (-3, 4)/5; (0, 5) lies 4 off, (0, -5) as far on the other side.
#[test]
fn slope_bounces_match_the_table() {
    let rows: [Row; 3] = [
        // v·n = -8, H = 4n.
        ([0.0, 5.0], [0.0, -10.0], 1.0, [-4.8, 1.4], [-9.6, 2.8]),
        ([0.0, 5.0], [0.0, -10.0], 0.5, [-3.6, -0.2], [-7.2, -0.4]),
        ([0.0, -5.0], [0.0, 10.0], 1.0, [4.8, -1.4], [9.6, -2.8]),
    ];
    bounces("segment", &[ObstacleShape::Segment([-8.0, -6.0], [8.0, 6.0])], &rows);
    bounces("line", &[ObstacleShape::Line([40.0, 30.0], [-0.8, -0.6])], &rows);
}

#[test]
fn line_without_ends_bounces_match_the_table() {
    let rows: [Row; 2] = [
        ([50.0, 1.0], [0.0, -3.0], 1.0, [50.0, 2.0], [0.0, 3.0]),
        ([-70.0, -1.0], [0.0, 3.0], 0.5, [-70.0, -1.0], [0.0, -1.5]),
    ];
    bounces("line", &[ObstacleShape::Line([0.0, 0.0], [2.0, 0.0])], &rows);
}

/// n at the old place and H = ((x - x')·n)n, the source's approximation. Radius 5.
#[test]
fn circle_bounces_from_both_sides_match_the_table() {
    let rows: [Row; 8] = [
        // n = (4, 3)/5; to (0, 3): v·n = -8.2, H = 8.2 n.
        ([8.0, 6.0], [-8.0, -3.0], 1.0, [13.12, 12.84], [5.12, 6.84]),
        ([8.0, 6.0], [-8.0, -3.0], 0.0, [6.56, 7.92], [-1.44, 1.92]),
        // From inside n = (0, 1); to (3, 8): v·n = 4, H = (0, -4).
        ([0.0, 4.0], [3.0, 4.0], 1.0, [3.0, 0.0], [3.0, -4.0]),
        ([0.0, 4.0], [3.0, 4.0], 0.5, [3.0, 2.0], [3.0, -2.0]),
        // Right through it: outside before and after.
        ([8.0, 0.0], [-16.0, 0.0], 1.0, [-8.0, 0.0], [-16.0, 0.0]),
        // On the circle counts as inside: inwards is no hit, outwards is one.
        ([0.0, 5.0], [0.0, -1.0], 1.0, [0.0, 4.0], [0.0, -1.0]),
        ([0.0, 5.0], [0.0, 1.0], 1.0, [0.0, 4.0], [0.0, -1.0]),
        // From the very centre there is no normal.
        ([0.0, 0.0], [0.0, 6.0], 1.0, [0.0, 6.0], [0.0, 6.0]),
    ];
    bounces("circle", &[ObstacleShape::Circle { center: [0.0, 0.0], radius: 5.0 }], &rows);
}

/// The "multi-collisions" that the source leaves out: floor y = 0, then wall x = 0.
#[test]
fn two_obstacles_in_one_step_match_the_table() {
    let floor = ObstacleShape::Segment([-4.0, 0.0], [4.0, 0.0]);
    let wall = ObstacleShape::Segment([0.0, -4.0], [0.0, 4.0]);
    let rows: [Row; 2] = [
        // To (-2, -1), by the floor to (-2, 1), by the wall to (2, 1).
        ([1.0, 1.0], [-3.0, -2.0], 1.0, [2.0, 1.0], [3.0, 2.0]),
        // To (-2, 0.5), to (1, 0.5).
        ([1.0, 1.0], [-3.0, -2.0], 0.5, [1.0, 0.5], [1.5, 1.0]),
    ];
    bounces("corner", &[floor, wall], &rows);
    // Wall first: the floor is met all the same, in this pass.
    bounces("corner", &[wall, floor], &rows);
}

/// 004's clamp: the coordinate to the side of the box, what points outwards of the velocity times -e.
#[test]
fn bounds_match_the_table() {
    let rows: [Row; 6] = [
        ([0.5, 0.0], [2.0, 0.5], 0.5, [1.0, 0.5], [-1.0, 0.5]),
        ([0.5, 0.5], [1.0, 2.0], 1.0, [1.0, 1.0], [-1.0, -2.0]),
        ([-0.5, 0.0], [-1.0, 0.0], 0.0, [-1.0, 0.0], [0.0, 0.0]),
        ([0.0, -0.5], [0.25, -4.0], 2.0, [0.25, -1.0], [0.25, 8.0]),
        ([0.0, 0.0], [0.5, 0.5], 1.0, [0.5, 0.5], [0.5, 0.5]),
        // It comes from outside and moves inwards: put in place, not turned.
        ([5.0, 0.0], [-1.0, 0.0], 1.0, [1.0, 0.0], [-1.0, 0.0]),
    ];
    for (index, (x, v, restitution, x_after, v_after)) in rows.into_iter().enumerate() {
        let bounds = Some(Bounds { min: [-1.0, -1.0], max: [1.0, 1.0], restitution });
        for side in both(&bodies(World { bounds, ..still(1.0) }, vec![particle(x, v)]), 1) {
            near(&format!("row {index}: x"), side.x(0, 0), x_after);
            near(&format!("row {index}: v"), side.v(0, 0), v_after);
        }
    }
}
