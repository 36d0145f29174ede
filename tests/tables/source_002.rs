//! 002 Kick those balls: what an impact does to velocities.

use crate::support::*;
use blobsmith::level::{Disc, Motion, ObstacleShape, Point};

/// §1.iii: w1 = v1 (m1-m2)/(m1+m2) + v2 2m2/(m1+m2), w2 = v2 (m2-m1)/(m1+m2) + v1 2m1/(m1+m2). Discs of radius 1 touch
/// head on along x.
#[test]
fn exchange_of_aligned_discs_matches_the_table() {
    // m1, m2, v1, v2, w1, w2
    let rows = [
        (1.0, 1.0, 1.0, 0.0, 0.0, 1.0),    // equal masses swap
        (1.0, 1.0, 2.0, -1.0, -1.0, 2.0),  //
        (1.0, 3.0, 2.0, -1.0, -2.5, 0.5),  // 2·(-2/4) - 1·6/4; -1·2/4 + 2·2/4
        (3.0, 1.0, 2.0, -1.0, 0.5, 3.5),   // 2·2/4 - 1·2/4; -1·(-2/4) + 2·6/4
        (1.0, 7.0, 1.0, 0.0, -0.75, 0.25), // 1·(-6/8); 1·2/8
        (7.0, 1.0, 4.0, 0.0, 3.0, 7.0),    // 4·6/8; 4·14/8
        (1.0, 3.0, 4.0, 2.0, 1.0, 3.0),    // a chase: 4·(-2/4) + 2·6/4; 2·2/4 + 4·2/4
        (5.0, 3.0, 1.0, -1.0, -0.5, 1.5),  // 1·2/8 - 1·6/8; -1·(-2/8) + 1·10/8
        (1.0, 3.0, 1.0, 1.0, 1.0, 1.0),    // side by side: no impact
        (1.0, 3.0, 0.0, 2.0, 0.0, 2.0),    // parting: none
    ];
    for (m1, m2, v1, v2, w1, w2) in rows {
        let pair = vec![
            Disc { mass: m1, ..disc([0.0, 0.0], [v1, 0.0], 1.0) },
            Disc { mass: m2, ..disc([2.0, 0.0], [v2, 0.0], 1.0) },
        ];
        let row = format!("{m1}, {m2}: {v1}, {v2}");
        for side in both(&discs(1.0, pair, vec![]), 1) {
            near(&row, side.disc_v(0), [w1, 0.0]);
            near(&row, side.disc_v(1), [w2, 0.0]);
        }
        let (before, after) = (m1 * v1 + m2 * v2, m1 * w1 + m2 * w2);
        assert_eq!(before, after, "{row}: momentum of the row");
        assert_eq!(m1 * v1 * v1 + m2 * v2 * v2, m1 * w1 * w1 + m2 * w2 * w2, "{row}: energy of the row");
    }
}

/// §1.iv with the unit vector n = (3, 4)/5 between the centres: only the components along n change, as in §1.iii.
#[test]
fn exchange_in_a_slanted_direction_matches_the_table() {
    // m1, m2, v1, v2, w1, w2
    let rows: [(f64, f64, Point, Point, Point, Point); 6] = [
        // u = 3, 0 → 0, 3
        (1.0, 1.0, [5.0, 0.0], [0.0, 0.0], [3.2, -2.4], [1.8, 2.4]),
        // head on, u = 5, 0 → 0, 5
        (1.0, 1.0, [3.0, 4.0], [0.0, 0.0], [0.0, 0.0], [3.0, 4.0]),
        // u = 5, 0 → -2.5, 2.5
        (1.0, 3.0, [3.0, 4.0], [0.0, 0.0], [-1.5, -2.0], [1.5, 2.0]),
        // u = 11, -4 → 11/2 - 4/2 = 3.5, 4/2 + 33/2 = 18.5: changes -7.5 n and 22.5 n
        (3.0, 1.0, [5.0, 10.0], [0.0, -5.0], [0.5, 4.0], [13.5, 13.0]),
        // u = 0: along the tangent
        (1.0, 1.0, [4.0, -3.0], [0.0, 0.0], [4.0, -3.0], [0.0, 0.0]),
        // u = -3: parting
        (1.0, 1.0, [-5.0, 0.0], [0.0, 0.0], [-5.0, 0.0], [0.0, 0.0]),
    ];
    for (index, (m1, m2, v1, v2, w1, w2)) in rows.into_iter().enumerate() {
        let pair = vec![Disc { mass: m1, ..disc([0.0, 0.0], v1, 2.5) }, Disc { mass: m2, ..disc([3.0, 4.0], v2, 2.5) }];
        for side in both(&discs(0.25, pair, vec![]), 1) {
            near(&format!("row {index}"), side.disc_v(0), w1);
            near(&format!("row {index}"), side.disc_v(1), w2);
        }
    }
}

/// The change of §1.iii times (1 + e)/2, e the product: 1 as in the source, 0 takes all, 2 is a bumper.
#[test]
fn restitution_scales_the_exchange() {
    // For m = 1, 3 and v = 2, -1 the elastic changes are -4.5 and 1.5.
    let rows = [
        (1.0, 1.0, -2.5, 0.5),
        (0.5, 1.0, -1.375, 0.125),    // ¾: -3.375, 1.125
        (0.5, 0.5, -0.8125, -0.0625), // e = ¼, ⅝: -2.8125, 0.9375
        (0.0, 1.0, -0.25, -0.25),     // ½: both go on with the centre of mass
        (0.0, 2.0, -0.25, -0.25),     //
        (2.0, 0.5, -2.5, 0.5),        // e = 1
        (2.0, 1.0, -4.75, 1.25),      // 3/2: -6.75, 2.25
        (2.0, 2.0, -9.25, 2.75),      // e = 4, 5/2: -11.25, 3.75
    ];
    for (e1, e2, w1, w2) in rows {
        let pair = vec![
            Disc { restitution: e1, ..disc([0.0, 0.0], [2.0, 0.0], 1.0) },
            Disc { restitution: e2, mass: 3.0, ..disc([2.0, 0.0], [-1.0, 0.0], 1.0) },
        ];
        for side in both(&discs(1.0, pair, vec![]), 1) {
            near(&format!("{e1}·{e2}"), side.disc_v(0), [w1, 0.0]);
            near(&format!("{e1}·{e2}"), side.disc_v(1), [w2, 0.0]);
        }
    }
}

/// §2, w2 = v2 - 2 u2 n, with 1 + e for the 2; the fixed disc stands on the left, so that n = (1, 0).
#[test]
fn fixed_disc_and_wall_return_e_times_the_speed() {
    // e of either, the restitution of both
    let rows = [(1.0, 1.0), (0.0, 1.0), (0.5, 1.0), (0.5, 0.5), (2.0, 1.0), (2.0, 0.5), (1.5, 0.5), (2.0, 2.0)];
    for (e1, e2) in rows {
        let ball = Disc { restitution: e2, mass: 5.0, ..disc([2.0, 0.0], [-2.0, 3.0], 1.0) };
        let post = Disc { restitution: e1, motion: Motion::Fixed, ..disc([0.0, 0.0], [0.0, 0.0], 1.0) };
        for side in both(&discs(0.5, vec![post, ball.clone()], vec![]), 1) {
            near(&format!("{e1}·{e2}"), side.disc_v(1), [2.0 * e1 * e2, 3.0]);
            near(&format!("{e1}·{e2}"), side.disc_x(1), [2.0 + e1 * e2, 1.5]);
            near(&format!("{e1}·{e2}"), side.disc_x(0), [0.0, 0.0]);
        }
        let mut wall = discs(0.5, vec![ball], vec![]);
        wall.obstacles = vec![obstacle(ObstacleShape::Line([1.0, 7.0], [0.0, -2.0]), e1)];
        for side in both(&wall, 1) {
            near(&format!("wall {e1}·{e2}"), side.disc_v(0), [2.0 * e1 * e2, 3.0]);
        }
    }
}

/// §3, which is a heading only: a bat of speed u is a fixed disc seen from the bat, w = v + (1 + e)(u - v), where the
/// ball ahead of it is slower.
#[test]
fn driven_disc_hits_with_its_own_speed() {
    // u, v, e, w
    let rows = [
        (4.0, 0.0, 1.0, 8.0),
        (4.0, -1.0, 1.0, 9.0),
        (4.0, 0.0, 0.5, 6.0),
        (4.0, 0.0, 0.0, 4.0),
        (4.0, 1.0, 2.0, 10.0),  // 1 + 3·3
        (-1.0, -3.0, 1.0, 1.0), // the bat draws back: -3 + 2·2
        (1.0, 2.0, 1.0, 2.0),   // the ball is faster
        (0.0, -2.0, 0.5, 1.0),
    ];
    for (u, v, e, w) in rows {
        let bat = Disc { motion: to_and_fro([u, 0.0]), mass: 0.001, ..disc([0.0, 0.0], [0.0, 0.0], 1.0) };
        let ball = Disc { restitution: e, ..disc([2.0, 0.0], [v, 0.0], 1.0) };
        for side in both(&discs(1.0, vec![bat, ball], vec![]), 1) {
            near(&format!("{u}, {v}, {e}"), side.disc_v(1), [w, 0.0]);
            near(&format!("{u}, {v}, {e}"), side.disc_v(0), [u, 0.0]);
            near(&format!("{u}, {v}, {e}"), side.disc_x(0), [u, 0.0]);
        }
    }
}
