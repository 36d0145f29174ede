//! Entry candidates: the edges through which a point of a box may have come in, for a hull at rest and points that move alike.
//!
//! The latest crossing decides. Time and place at which a straight path crosses the line of an edge are linear in the end point, so an
//! edge that all points crossed between its ends excludes all edges that were crossed before it.

use super::side::{EdgeSide, Interval, Linear, Patch};
use crate::geometry::cross;
use glam::DVec2;

/// Far above the part of an edge that the rule takes for its line or its end.
const NEAR: f64 = 1e-8;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct EntryCandidates {
    /// By their place in the hull.
    pub places: Vec<u32>,
    /// The one that all points have come through, between its ends.
    pub sure: Option<u32>,
}

/// How all the points come.
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

/// When the points of a box pass the line of an edge: 0 at the start of the way and 1 at its end.
#[derive(Clone, Copy, Debug)]
struct Passing {
    time: Linear,
    /// Where on the edge, 0 at A and 1 at B.
    along: Linear,
    /// What rounding may make of both.
    slack: [f64; 2],
}

impl EntryCandidates {
    /// These, of which nothing is known.
    pub fn new(places: Vec<u32>) -> Self {
        Self { places, sure: None }
    }

    /// The only one where there is but one for all points; `Some(None)` where there is none for any.
    pub fn only(&self) -> Option<Option<u32>> {
        match self.places[..] {
            [] => Some(None),
            [place] if self.sure == Some(place) => Some(Some(place)),
            _ => None,
        }
    }

    /// Those of `outer` that are left in a box within its own.
    pub fn narrow(&mut self, outer: &Self, sides: &[EdgeSide], patch: &Patch, way: &StraightPath) {
        self.places.clear();
        self.sure = None;
        let mut latest: Option<Passing> = None;
        for &place in &outer.places {
            let side = &sides[place as usize];
            if side.is_measurable() && is_out_of_the_way(side, patch, way) {
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

/// Whether no point of the box is inside of an edge that it has passed, rested on, or lies on.
fn is_out_of_the_way(side: &EdgeSide, patch: &Patch, way: &StraightPath) -> bool {
    let is_outside = side.cross(patch).over(patch).high < -side.margin(patch);
    // Anything of the swept box must come near the segment, across the way and along it.
    let near = NEAR * (side.length + way.length) + patch.rounding();
    let direction = if way.length > 0.0 { way.way / way.length } else { DVec2::X };
    let is_apart = |axis: DVec2, back: f64| {
        let ends = [side.a, side.b].map(|end| axis.dot(end - patch.center));
        let spread = axis.abs().dot(patch.half) + near;
        ends[0].max(ends[1]) < -spread - back || ends[0].min(ends[1]) > spread
    };
    is_outside || is_apart(direction.perp(), 0.0) || is_apart(direction, way.length) || leads_out(side, patch, way)
}

/// Whether the way leads out through the edge, and starts and ends clear of its line.
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

/// None where the way does not lead clearly in through the edge's line.
fn passing(side: &EdgeSide, patch: &Patch, way: &StraightPath) -> Option<Passing> {
    let rising = cross(side.ab, way.way);
    if !side.is_measurable() || rising <= NEAR * side.length * patch.reach {
        return None;
    }
    let end = side.cross(patch);
    let time = Linear { center: 1.0 - end.center / rising, gradient: -end.gradient / rising };
    // M less what of the way is beyond the line.
    let (dot, back) = (side.dot(patch), side.ab.dot(way.way) / rising);
    let along = Linear {
        center: (dot.center - end.center * back) / side.square,
        gradient: (dot.gradient - end.gradient * back) / side.square,
    };
    let of_time = side.margin(patch) / rising + 4.0 * NEAR;
    let of_along = (1.0 + back.abs()) * side.margin(patch) / side.square + 4.0 * NEAR;
    Some(Passing { time, along, slack: [of_time, of_along] })
}

/// Whether all points of the box have come in through the edge, clear of its line and its ends.
fn is_sure(side: &EdgeSide, patch: &Patch, passing: &Passing) -> bool {
    let within = |of: Linear, slack: f64| {
        let Interval { low, high } = of.over(patch);
        low > slack && high < 1.0 - slack
    };
    let end = side.cross(patch).over(patch);
    // It neither starts nor ends on the line.
    let near = NEAR * side.square + side.margin(patch);
    let rising = side.length / passing.time.gradient.length();
    let start = passing.time.over(patch).low * rising;
    end.low > near && start > near && within(passing.time, passing.slack[0]) && within(passing.along, passing.slack[1])
}

/// Whether no point lies on the edge, and each passed it, if at all, before another one, whose time is given.
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
