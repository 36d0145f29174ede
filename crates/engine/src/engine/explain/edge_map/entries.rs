//! Entry candidates: the edges that a point of a box may have crossed inwards, for a hull at rest and points with equal displacement.
//!
//! The last crossing counts. Time and place at which a straight path crosses the line of an edge are linear in its end point. An edge
//! that all points crossed between its ends therefore excludes all edges crossed earlier.

use super::side::{EdgeSide, Interval, Linear, Patch};
use crate::geometry::cross;
use glam::DVec2;

/// Tolerance, relative: far above the tolerance of `EntryEdge` for points on the line or at the end of an edge.
const NEAR: f64 = 1e-8;

/// Edges that a point of a box may have crossed.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct EntryCandidates {
    /// Indices in the hull, ascending.
    pub places: Vec<u32>,
    /// The last edge that all points have crossed between its ends, if any.
    pub sure: Option<u32>,
}

/// The straight path of all points.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct StraightPath {
    /// From start to end.
    pub way: DVec2,
    pub length: f64,
}

impl StraightPath {
    pub fn new(way: DVec2) -> Self {
        Self { way, length: way.length() }
    }
}

/// Crossings of the points of a box with the line of an edge.
#[derive(Clone, Copy, Debug)]
struct Passing {
    /// Time, 0 at the start of the path and 1 at its end.
    time: Linear,
    /// Position along the edge, 0 at A and 1 at B.
    along: Linear,
    /// Rounding errors of both.
    slack: [f64; 2],
}

impl EntryCandidates {
    /// Creates the candidates of the whole plane.
    pub fn new(places: Vec<u32>) -> Self {
        Self { places, sure: None }
    }

    /// Returns the only candidate if all points crossed it; `Some(None)` if no point has a candidate; none if it is unknown.
    pub fn only(&self) -> Option<Option<u32>> {
        match self.places[..] {
            [] => Some(None),
            [place] if self.sure == Some(place) => Some(Some(place)),
            _ => None,
        }
    }

    /// Computes the candidates of a box inside the box of `outer`.
    pub fn narrow(&mut self, outer: &Self, sides: &[EdgeSide], patch: &Patch, way: &StraightPath) {
        self.places.clear();
        self.sure = None;
        let mut latest: Option<Passing> = None;
        for &place in &outer.places {
            let side = &sides[place as usize];
            if side.is_measurable() && is_excluded(side, patch, way) {
                continue;
            }
            self.places.push(place);
            let Some(passing) = passing(side, patch, way).filter(|passing| is_sure(side, patch, passing)) else {
                continue;
            };
            if latest.is_none_or(|latest| passing.time.center > latest.time.center) {
                (latest, self.sure) = (Some(passing), Some(place));
            }
        }
        let (Some(latest), Some(sure)) = (latest, self.sure) else { return };
        self.places.retain(|&place| place == sure || !is_before(&sides[place as usize], patch, way, &latest));
    }
}

/// True if no point of the box is inside the edge after crossing it, starting on it or ending on it.
fn is_excluded(side: &EdgeSide, patch: &Patch, way: &StraightPath) -> bool {
    let is_outside = side.cross(patch).over(patch).high < -side.margin(patch);
    // Separating axes: the swept box must come near the segment, across the path and along it.
    let near = NEAR * (side.length + way.length) + patch.rounding();
    let direction = if way.length > 0.0 { way.way / way.length } else { DVec2::X };
    let is_apart = |axis: DVec2, back: f64| {
        let ends = [side.a, side.b].map(|end| axis.dot(end - patch.center));
        let spread = axis.abs().dot(patch.half) + near;
        ends[0].max(ends[1]) < -spread - back || ends[0].min(ends[1]) > spread
    };
    is_outside || is_apart(direction.perp(), 0.0) || is_apart(direction, way.length) || leads_out(side, patch, way)
}

/// True if the path crosses the edge outwards, and starts and ends at a distance from its line.
fn leads_out(side: &EdgeSide, patch: &Patch, way: &StraightPath) -> bool {
    let (rising, margin) = (cross(side.ab, way.way), side.margin(patch) + NEAR * side.length * way.length);
    let end = side.cross(patch);
    let start = Linear { center: end.center - rising, ..end };
    rising < -margin && [start, end].into_iter().all(|at| is_clear_of_line(side, patch, at.over(patch), margin))
}

fn is_clear_of_line(side: &EdgeSide, patch: &Patch, range: Interval, margin: f64) -> bool {
    let near = NEAR * side.square + margin + side.margin(patch);
    range.low > near || range.high < -near
}

/// Returns the crossings of an edge's line; none if the path does not clearly cross it inwards.
fn passing(side: &EdgeSide, patch: &Patch, way: &StraightPath) -> Option<Passing> {
    let rising = cross(side.ab, way.way);
    if !side.is_measurable() || rising <= NEAR * side.length * patch.reach {
        return None;
    }
    let end = side.cross(patch);
    let time = Linear { center: 1.0 - end.center / rising, gradient: -end.gradient / rising };
    // Position at the crossing: M minus the part of the path beyond the line.
    let (dot, back) = (side.dot(patch), side.ab.dot(way.way) / rising);
    let along = Linear {
        center: (dot.center - end.center * back) / side.square,
        gradient: (dot.gradient - end.gradient * back) / side.square,
    };
    let of_time = side.margin(patch) / rising + 4.0 * NEAR;
    let of_along = (1.0 + back.abs()) * side.margin(patch) / side.square + 4.0 * NEAR;
    Some(Passing { time, along, slack: [of_time, of_along] })
}

/// True if all points of the box have crossed the edge inwards, with a distance from its ends, and start and end off its line.
fn is_sure(side: &EdgeSide, patch: &Patch, passing: &Passing) -> bool {
    let within = |of: Linear, slack: f64| {
        let Interval { low, high } = of.over(patch);
        low > slack && high < 1.0 - slack
    };
    let end = side.cross(patch).over(patch);
    // The path neither starts nor ends on the line.
    let near = NEAR * side.square + side.margin(patch);
    let rising = side.length / passing.time.gradient.length();
    let start = passing.time.over(patch).low * rising;
    end.low > near && start > near && within(passing.time, passing.slack[0]) && within(passing.along, passing.slack[1])
}

/// True if no point is on the edge, and every point that crossed it did so before `latest`.
fn is_before(side: &EdgeSide, patch: &Patch, way: &StraightPath, latest: &Passing) -> bool {
    let end = side.cross(patch).over(patch);
    let lies_on = end.low <= NEAR * side.square + side.margin(patch);
    let Some(passing) = passing(side, patch, way).filter(|_| !lies_on) else { return false };
    let lead = Linear {
        center: latest.time.center - passing.time.center,
        gradient: latest.time.gradient - passing.time.gradient,
    };
    lead.over(patch).low > passing.slack[0] + latest.slack[0]
}
