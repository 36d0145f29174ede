//! 002 Kick those balls: when discs meet each other and obstacles.

use crate::support::*;
use blobsmith::level::{Disc, Motion, ObstacleShape, Point};

/// One impact at this time, or none.
#[track_caller]
fn meets(row: &str, side: &dyn Side, time: Option<f64>) {
    meets_within(row, side, time, 1e-14);
}

#[track_caller]
fn meets_within(row: &str, side: &dyn Side, time: Option<f64>, tolerance: f64) {
    let impacts = side.impacts();
    match time {
        None => assert_eq!(impacts, [], "{row}"),
        Some(time) => {
            assert_eq!(impacts.len(), 1, "{row}: {impacts:?}");
            assert!((impacts[0].2 - time).abs() <= tolerance, "{row}: at {}, not {time}", impacts[0].2);
        }
    }
}

/// §1.ii: a t² + b t + c = 0 with a = dv², b = 2 d·dv, c = d² - 25 for discs of radius 2 and 3; the first rests at 0.
/// The smaller root in 0..4, where they close in (b + 2 a t < 0).
#[test]
fn impact_time_of_two_discs_matches_the_table() {
    // start and velocity of the second, time
    let rows: [(&str, Point, Point, Option<f64>); 13] = [
        ("head on: 11 - 3t = 5", [11.0, 0.0], [-3.0, 0.0], Some(2.0)),
        ("glancing, 3 up: 12 - 4t = 4", [12.0, 3.0], [-4.0, 0.0], Some(2.0)),
        ("glancing, 4 up: 9 - 2t = 3", [9.0, 4.0], [-2.0, 0.0], Some(3.0)),
        ("along the diagonal: 10 - 5t = 5", [6.0, 8.0], [-3.0, -4.0], Some(1.0)),
        ("a grain past the tangent", [9.0, 5.000001], [-3.0, 0.0], None),
        ("boxes cross at the corner, discs miss", [8.0, 4.0], [-4.0, 4.0], None),
        ("parting", [6.0, 0.0], [1.0, 0.0], None),
        ("at rest: a = 0", [6.0, 0.0], [0.0, 0.0], None),
        ("too late: 9.5 - t = 5 at 4.5", [9.5, 0.0], [-1.0, 0.0], None),
        ("at the very end: 9 - t = 5 at 4", [9.0, 0.0], [-1.0, 0.0], Some(4.0)),
        ("touching, closing in", [0.0, 5.0], [0.0, -1.0], Some(0.0)),
        ("touching, parting", [0.0, 5.0], [0.0, 1.0], None),
        ("overlapping, closing in: at once", [4.0, 0.0], [-1.0, 0.0], Some(0.0)),
    ];
    for (row, start, velocity, time) in rows {
        let pair = vec![disc([0.0, 0.0], [0.0, 0.0], 2.0), disc(start, velocity, 3.0)];
        for side in both(&discs(4.0, pair, vec![]), 1) {
            meets(row, side.as_ref(), time);
        }
    }
}

/// Δ = 0: the discs pass in touch, at 3, but never close in then; nothing changes.
#[test]
fn tangent_passage_changes_nothing() {
    let pair = vec![disc([0.0, 0.0], [0.0, 0.0], 2.0), disc([9.0, 5.0], [-3.0, 0.0], 3.0)];
    for side in both(&discs(4.0, pair, vec![]), 1) {
        near("first", side.disc_v(0), [0.0, 0.0]);
        near("second", side.disc_v(1), [-3.0, 0.0]);
    }
}

/// Both move: only the difference counts. A chase 0 + 5t + 2 = 11 + 2t - 2 - ..., gap 6 at speed 3; a crossing, whose
/// relative way is head on.
#[test]
fn impact_time_of_two_moving_discs_matches_the_table() {
    type Row = (&'static str, [Point; 2], [Point; 2], Option<f64>);
    let rows: [Row; 4] = [
        ("chase: gap 6 at 5 - 2", [[0.0, 0.0], [11.0, 0.0]], [[5.0, 0.0], [2.0, 0.0]], Some(2.0)),
        ("chase too slow: gap 6 at 1", [[0.0, 0.0], [11.0, 0.0]], [[3.0, 0.0], [2.0, 0.0]], None),
        ("crossing: dv = (-3, -4)", [[0.0, 0.0], [6.0, 8.0]], [[3.0, 0.0], [0.0, -4.0]], Some(1.0)),
        ("side by side", [[0.0, 0.0], [6.0, 0.0]], [[7.0, 1.0], [7.0, 1.0]], None),
    ];
    for (row, [x1, x2], [v1, v2], time) in rows {
        for side in both(&discs(4.0, vec![disc(x1, v1, 2.0), disc(x2, v2, 3.0)], vec![]), 1) {
            meets(row, side.as_ref(), time);
        }
    }
}

/// §4 and §5, headings only, and circles. One impact, the velocity after it (v - 2 (v·n) n) and where that leads.
#[test]
fn impact_time_at_obstacles_matches_the_table() {
    let slope = ObstacleShape::Line([-8.0, -6.0], [4.0, 3.0]);
    let floor = ObstacleShape::Segment([-9.0, 0.0], [9.0, 0.0]);
    let right = ObstacleShape::Segment([0.0, 0.0], [9.0, 0.0]);
    let left = ObstacleShape::Segment([-9.0, 0.0], [0.0, 0.0]);
    let peg = ObstacleShape::Circle { center: [0.0, 0.0], radius: 3.0 };
    let bowl = ObstacleShape::Circle { center: [0.0, 0.0], radius: 7.0 };
    /// What it is, radius, start, velocity, obstacle, time, velocity after.
    type Row = (&'static str, f64, Point, Point, ObstacleShape, Option<f64>, Point);
    let rows: [Row; 15] = [
        // n = (-3, 4)/5, 5 away, v·n = -2.
        ("line, from its left", 2.0, [-3.0, 4.0], [0.0, -2.5], slope, Some(1.5), [-2.4, 0.7]),
        ("line, from its right", 2.0, [3.0, -4.0], [0.0, 2.5], slope, Some(1.5), [2.4, -0.7]),
        ("line, along it", 2.0, [-3.0, 4.0], [4.0, 3.0], slope, None, [4.0, 3.0]),
        ("face from above: 5 - 2t = 1", 1.0, [0.0, 5.0], [1.0, -2.0], floor, Some(2.0), [1.0, 2.0]),
        ("face from below", 1.0, [0.0, -5.0], [1.0, 2.0], floor, Some(2.0), [1.0, -2.0]),
        ("face, a particle: 3 - 1.5t = 0", 0.0, [0.0, 3.0], [1.0, -1.5], floor, Some(2.0), [1.0, 1.5]),
        // The end (0, 0) is 5 away from (-3, 4): n = (-3, 4)/5, v·n = -1.6.
        ("an end from above", 5.0, [-3.0, 8.0], [0.0, -2.0], right, Some(2.0), [-1.92, 0.56]),
        ("the other end", 5.0, [3.0, 8.0], [0.0, -2.0], left, Some(2.0), [1.92, 0.56]),
        ("an end head on: 5 - 2t = 1", 1.0, [-5.0, 0.0], [2.0, 0.0], right, Some(2.0), [-2.0, 0.0]),
        ("beside the end", 1.0, [-3.0, 5.0], [0.0, -2.0], right, None, [0.0, -2.0]),
        // 3 up and 5 away at x = 4: n = (4, 3)/5, v·n = -2.4.
        ("circle from outside", 2.0, [10.0, 3.0], [-3.0, 0.0], peg, Some(2.0), [0.84, 2.88]),
        ("over the circle", 2.0, [10.0, 5.5], [-3.0, 0.0], peg, None, [-3.0, 0.0]),
        // Inside 7 - 2 = 5 at x = 4: n = -(4, 3)/5, v·n = -1.6.
        ("circle from inside", 2.0, [0.0, 3.0], [2.0, 0.0], bowl, Some(2.0), [-0.56, -1.92]),
        ("circle from its centre: 2.5t = 5", 2.0, [0.0, 0.0], [0.0, 2.5], bowl, Some(2.0), [0.0, -2.5]),
        ("moving off", 1.0, [0.0, 5.0], [1.0, 2.0], floor, None, [1.0, 2.0]),
    ];
    for (row, radius, start, velocity, shape, time, after) in rows {
        // Not long enough for a second impact.
        for side in both(&discs(2.5, vec![disc(start, velocity, radius)], vec![shape]), 1) {
            // Against obstacles a particle may have a radius of some roundings, so as not to end up beyond them.
            let tolerance = if radius == 0.0 { 1e-12 } else { 1e-14 };
            meets_within(row, side.as_ref(), time, tolerance);
            near(row, side.disc_v(0), after);
            let (before, rest) = time.map_or((2.5, 0.0), |time| (time, 2.5 - time));
            let end = [0, 1].map(|axis| start[axis] + velocity[axis] * before + after[axis] * rest);
            within(row, side.disc_x(0), end, tolerance);
        }
    }
}

/// A fixed disc is a circle obstacle of its radius; a driven one is met where it is at that time: from (-9, 0) at speed
/// 3 and from (9, 0) at speed -1.5, radii 2.5 and 2: 18 - 4.5t = 4.5.
#[test]
fn impact_time_of_fixed_and_driven_discs_matches_the_table() {
    let post = Disc { motion: Motion::Fixed, ..disc([0.0, 0.0], [0.0, 0.0], 3.0) };
    for side in both(&discs(4.0, vec![post, disc([10.0, 3.0], [-3.0, 0.0], 2.0)], vec![]), 1) {
        meets("fixed", side.as_ref(), Some(2.0));
        near("fixed", side.disc_v(1), [0.84, 2.88]);
    }
    let mut bat = Disc { motion: to_and_fro([12.0, 0.0]), ..disc([-9.0, 0.0], [0.0, 0.0], 2.5) };
    if let Motion::Driven(path) = &mut bat.motion {
        path.period = 8.0;
    }
    for side in both(&discs(4.0, vec![bat, disc([9.0, 0.0], [-1.5, 0.0], 2.0)], vec![]), 1) {
        meets("driven", side.as_ref(), Some(3.0));
        near("driven", side.disc_v(1), [7.5, 0.0]);
    }
}
