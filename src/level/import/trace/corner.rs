//! Corners of traced outlines. Marching squares cut each corner by an edge shorter than a pixel or two, which would give the
//! mesh tiny triangles that flip at the first impact.

use crate::geometry::{DVec2, cross};

/// Maximum length of an edge that cuts a corner, in pixels.
const MOST_CUT: f64 = 1.5;
/// Minimum length of its neighbours, so that arcs stay as they are.
const LEAST_SIDE: f64 = 2.0 * MOST_CUT;

/// The closed outline with each short edge between two long ones replaced by the point at which these meet.
pub(super) fn restored(mut points: Vec<DVec2>) -> Vec<DVec2> {
    let mut index = 0;
    while index < points.len() && points.len() > 4 {
        let count = points.len();
        let [a, b, c, d] = [count - 1, 0, 1, 2].map(|step| points[(index + step) % count]);
        match meeting_point(a, b, c, d) {
            Some(corner) => {
                points[index] = corner;
                points.remove((index + 1) % count);
                // The new edge is longer than the removed one.
                index += 1;
            }
            None => index += 1,
        }
    }
    points
}

/// Where the extended sides `a b` and `d c` meet, if `b c` cuts a corner.
fn meeting_point(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> Option<DVec2> {
    let is_cut = b.distance(c) <= MOST_CUT && a.distance(b) >= LEAST_SIDE && c.distance(d) >= LEAST_SIDE;
    let (along, back) = (b - a, c - d);
    let area = cross(along, back);
    if !is_cut || area == 0.0 {
        return None;
    }
    let part = cross(d - a, back) / area;
    let other = cross(d - a, along) / area;
    let corner = a + along * part;
    let is_near = corner.distance(b) <= MOST_CUT && corner.distance(c) <= MOST_CUT;
    (part >= 1.0 && other >= 1.0 && is_near).then_some(corner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_corners_of_a_square_are_restored() {
        let cut = [(0.5, 0.0), (7.5, 0.0), (8.0, 0.5), (8.0, 7.5), (7.5, 8.0), (0.5, 8.0), (0.0, 7.5), (0.0, 0.5)];
        let found = restored(cut.map(DVec2::from).to_vec());
        let mut found: Vec<[f64; 2]> = found.into_iter().map(|point| point.to_array()).collect();
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(found, [[0.0, 0.0], [0.0, 8.0], [8.0, 0.0], [8.0, 8.0]]);
    }

    #[test]
    fn arcs_and_steps_are_left_alone() {
        let arc: Vec<DVec2> =
            (0..24).map(|i| DVec2::from_angle(f64::from(i) * std::f64::consts::TAU / 24.0) * 5.0).collect();
        assert_eq!(restored(arc.clone()), arc);
        // A step of one pixel: the sides do not meet.
        let step = [(0.0, 0.0), (8.0, 0.0), (8.0, 1.0), (16.0, 1.0), (16.0, 9.0), (0.0, 9.0)].map(DVec2::from).to_vec();
        assert_eq!(restored(step.clone()), step);
    }
}
