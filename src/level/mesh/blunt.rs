//! Cuts off sharp tips of loops up to a width that can be meshed.
//!
//! Two springs with an angle θ between them hold the last node of a tip. Their transverse stiffness is 2·k·sin²(θ/2), which
//! is small for small θ: when a body lands on its tip, the node moves sideways and its triangle flips.

use super::DrawnOutline;
use crate::geometry::{DVec2, cross, polygon};

/// Corners with a smaller angle are tips, in radians: 40°.
const SHARP_RAD: f64 = 0.7;
/// Width of the shape at which a tip ends, in edge lengths.
const WIDTH: f64 = 0.45;
/// Maximum area that tips may lose, as a fraction of their loop's area.
const MOST_LOST: f64 = 0.004;
/// Minimum number of points of a loop.
const LEAST_POINTS: usize = 6;

/// Number of corners of a shape that are sharper than 40°, on its outer loop and its holes.
pub fn sharp_tips(outline: &DrawnOutline) -> usize {
    tips_rad(outline).filter(|&angle| angle < SHARP_RAD).count()
}

/// Angle of the sharpest corner of a shape, in radians; None without a convex corner.
pub fn sharpest_tip(outline: &DrawnOutline) -> Option<f64> {
    tips_rad(outline).min_by(f64::total_cmp)
}

/// Inner angles of the convex corners, in radians.
fn tips_rad(outline: &DrawnOutline) -> impl Iterator<Item = f64> {
    let of_loop = |points: &[DVec2], is_outer: bool| -> Vec<f64> {
        let count = points.len();
        let is_left = (polygon::doubled_area(points) > 0.0) == is_outer;
        let angle = |i: usize| {
            let [before, at, after] = [i + count - 1, i, i + 1].map(|i| points[i % count]);
            let (back, on) = if is_left { (before - at, after - at) } else { (after - at, before - at) };
            libm::atan2(cross(on, back), on.dot(back))
        };
        (0..count).map(angle).filter(|&angle| angle > 0.0).collect()
    };
    let holes = outline.holes.iter().flat_map(move |hole| of_loop(hole, false));
    of_loop(&outline.outer, true).into_iter().chain(holes.collect::<Vec<_>>())
}

/// A loop cut into edges, with its corners marked.
pub(super) struct CutLoop {
    pub points: Vec<DVec2>,
    pub is_corner: Vec<bool>,
}

impl CutLoop {
    /// Replaces each sharp tip by two corners; returns also the area that is cut off. The body is to the left of the loop.
    pub(super) fn blunted(mut self, step: f64) -> (Self, f64) {
        let count = self.points.len();
        let mut left = MOST_LOST * polygon::doubled_area(&self.points).abs();
        let mut is_removed = vec![false; count];
        let mut corners = Vec::new();
        for tip in (0..count).filter(|&i| self.is_tip(i)) {
            corners.extend(self.cut_off(tip, step, &mut left, &mut is_removed));
        }
        if is_removed.iter().filter(|&&is_so| !is_so).count() < LEAST_POINTS {
            return (self, 0.0);
        }
        let whole = polygon::doubled_area(&self.points);
        corners.into_iter().for_each(|corner| self.is_corner[corner] = true);
        let mut kept = is_removed.iter().map(|&is_so| !is_so);
        self.points.retain(|_| kept.next() == Some(true));
        let mut kept = is_removed.iter().map(|&is_so| !is_so);
        self.is_corner.retain(|_| kept.next() == Some(true));
        let cut_area = 0.5 * (whole - polygon::doubled_area(&self.points));
        (self, cut_area)
    }

    fn is_tip(&self, i: usize) -> bool {
        let count = self.points.len();
        let [before, at, after] = [(i + count - 1) % count, i, (i + 1) % count].map(|i| self.points[i]);
        let (back, on) = (before - at, after - at);
        let angle = libm::atan2(cross(on, back), on.dot(back));
        self.is_corner[i] && angle > 0.0 && angle < SHARP_RAD
    }

    /// Removes points on both sides of the tip while the shape is narrow and the area allows it; returns the two that then
    /// end it.
    fn cut_off(&self, tip: usize, step: f64, left: &mut f64, is_removed: &mut [bool]) -> [usize; 2] {
        let count = self.points.len();
        let (mut before, mut after) = (tip, tip);
        let mut is_wide = false;
        while !is_wide {
            let next = [(before + count - 1) % count, (after + 1) % count];
            let corners = [next[0], before, after, next[1]].map(|i| self.points[i]);
            let lost = polygon::doubled_area(&corners).abs();
            let is_free = next.iter().all(|&i| !self.is_corner[i] && !is_removed[i]) && next[0] != next[1];
            if !is_free || lost > *left {
                break;
            }
            *left -= lost;
            (is_removed[before], is_removed[after]) = (true, true);
            [before, after] = next;
            is_wide = self.points[before].distance(self.points[after]) >= WIDTH * step;
        }
        [before, after]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A needle of half-width 1 and length 10 on a box of 2 by 2, with a point at every unit.
    fn needle() -> CutLoop {
        let mut points = vec![DVec2::new(-1.0, -2.0), DVec2::new(1.0, -2.0), DVec2::new(1.0, -1.0)];
        let mut is_corner = vec![true, true, false];
        for i in 0..=10 {
            points.push(DVec2::new(1.0 - 0.1 * f64::from(i), f64::from(i)));
            is_corner.push(i == 0 || i == 10);
        }
        for i in (0..10).rev() {
            points.push(DVec2::new(0.1 * f64::from(i) - 1.0, f64::from(i)));
            is_corner.push(i == 0);
        }
        CutLoop { points, is_corner }
    }

    #[test]
    fn blunted_needle_ends_at_the_required_width() {
        // At heights 9, 8 and 7 it is 0.2, 0.4 and 0.6 wide: the first width of 0.45 edges is at 7. That loses 0.9 of an area of 14.
        let whole = needle();
        let area = polygon::doubled_area(&whole.points);
        let (limited, nothing) = needle().blunted(1.0);
        let top = |cut: &CutLoop| cut.points.iter().map(|point| point.y).fold(0.0, f64::max);
        // 0.4 % of 14 is 0.056, less than the first piece of 0.1.
        assert_eq!((top(&limited), polygon::doubled_area(&limited.points), nothing), (10.0, area, 0.0));
        // Twice as wide a body below it provides enough area.
        let mut wide = needle();
        wide.points[..2].iter_mut().for_each(|point| point.y = -200.0);
        let (blunt, cut_area) = wide.blunted(1.0);
        assert_eq!(top(&blunt), 7.0);
        // A triangle of width 0.6 and height 3.
        assert!((cut_area - 0.9).abs() < 1e-12, "{cut_area}");
        assert_eq!(blunt.points.len(), 24 - 5);
        assert_eq!(
            blunt.points.iter().zip(&blunt.is_corner).filter(|(at, is_corner)| at.y == 7.0 && **is_corner).count(),
            2
        );
    }

    #[test]
    fn blunted_keeps_blunt_corners_and_notches() {
        let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0), (0.0, 2.0), (0.0, 1.0)];
        let points: Vec<DVec2> = square.map(DVec2::from).to_vec();
        let is_corner = vec![true, true, false, true, false, true, false];
        assert_eq!(CutLoop { points: points.clone(), is_corner }.blunted(1.0).0.points, points);
        // The same needle as a notch: seen from the other side it is clockwise.
        let mut notch = needle();
        notch.points.reverse();
        notch.is_corner.reverse();
        notch.points.iter_mut().filter(|point| point.y < -1.5).for_each(|point| point.y = -200.0);
        let points = notch.points.clone();
        assert_eq!(notch.blunted(1.0).0.points, points);
    }
}
