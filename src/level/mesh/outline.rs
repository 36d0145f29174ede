//! Outlines: an outer loop with holes, cleaned of repeated points and spikes, oriented, and refused if they cross.

use super::MeshError;
use super::crossing::crossing;
use crate::geometry::{Aabb, DVec2, polygon};
use serde::{Deserialize, Serialize};

/// A shape as drawn: polygons without a repeated last point, in any direction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "OutlineText", into = "OutlineText")]
pub struct DrawnOutline {
    /// The outer loop.
    pub outer: Vec<DVec2>,
    /// Holes inside it.
    pub holes: Vec<Vec<DVec2>>,
}

/// Text form of an outline.
#[derive(Serialize, Deserialize)]
struct OutlineText(Vec<[f64; 2]>, Vec<Vec<[f64; 2]>>);

impl From<DrawnOutline> for OutlineText {
    fn from(outline: DrawnOutline) -> Self {
        let pairs = |points: Vec<DVec2>| points.into_iter().map(|point| point.to_array()).collect();
        Self(pairs(outline.outer), outline.holes.into_iter().map(pairs).collect())
    }
}

impl From<OutlineText> for DrawnOutline {
    fn from(text: OutlineText) -> Self {
        let points = |pairs: Vec<[f64; 2]>| pairs.into_iter().map(DVec2::from_array).collect();
        Self { outer: points(text.0), holes: text.1.into_iter().map(points).collect() }
    }
}

/// Points closer than this fraction of the size are merged. Above the tolerance of the checks, so that they find no
/// coincident nodes.
const MERGE: f64 = 1e-5;
/// Areas below this fraction of the squared size count as zero.
const NO_AREA: f64 = 1e-6;
/// Sizes beyond this, and positions farther away than the size divided by it, leave too few digits.
const SMALLEST: f64 = 1e-30;
const LARGEST: f64 = 1e30;
const FARTHEST: f64 = 1e-9;

/// An outline that can be meshed: at least three distinct points per loop, no crossings, outer loop counter-clockwise,
/// holes clockwise.
pub(super) struct Clean {
    /// Outer loop first.
    pub loops: Vec<Vec<DVec2>>,
    /// Longer side of its bounding box.
    pub size: f64,
}

impl DrawnOutline {
    /// A shape without holes.
    pub fn of(outer: Vec<DVec2>) -> Self {
        Self { outer, holes: Vec::new() }
    }

    /// Cleans the outline; holes without area are removed.
    pub(super) fn clean(&self) -> Result<Clean, MeshError> {
        let all = || self.outer.iter().chain(self.holes.iter().flatten());
        let bounds = Aabb::around(all().copied());
        if all().any(|point| !point.is_finite()) {
            return Err(MeshError::OutOfRange);
        }
        if bounds.is_empty() {
            return Err(MeshError::TooFewPoints);
        }
        let size = bounds.size().max_element();
        let farthest = bounds.min.abs().max(bounds.max.abs()).max_element();
        if size == 0.0 {
            return Err(MeshError::TooFewPoints);
        }
        if !(SMALLEST..=LARGEST).contains(&size) || farthest * FARTHEST > size {
            return Err(MeshError::OutOfRange);
        }
        let merge = MERGE * size;
        let mut outer = without_spikes(&self.outer, merge);
        if outer.len() < 3 {
            let distinct = self.outer.iter().any(|p| p.distance(self.outer[0]) > merge);
            return Err(if distinct { MeshError::NoArea } else { MeshError::TooFewPoints });
        }
        let mut area = turn(&mut outer, true);
        let mut loops = vec![outer];
        for hole in &self.holes {
            let mut hole = without_spikes(hole, merge);
            if hole.len() >= 3 && polygon::doubled_area(&hole).abs() > 2.0 * merge * merge {
                area -= turn(&mut hole, false);
                loops.push(hole);
            }
        }
        // If both hold, a crossing is the better explanation: the halves of a bow tie cancel.
        if let Some(at) = crossing(&loops)? {
            return Err(MeshError::SelfIntersection(at.to_array()));
        }
        if area <= NO_AREA * size * size {
            return Err(MeshError::NoArea);
        }
        match outside_hole(&loops) {
            Some(hole) => Err(MeshError::HoleOutside(hole)),
            None => Ok(Clean { loops, size }),
        }
    }
}

/// Makes a loop counter-clockwise or clockwise; returns its area.
fn turn(points: &mut [DVec2], counter_clockwise: bool) -> f64 {
    let doubled = polygon::doubled_area(points);
    if (doubled > 0.0) != counter_clockwise {
        points.reverse();
    }
    0.5 * doubled.abs()
}

/// First hole outside the outer loop. Loops do not cross, so one point per hole suffices.
fn outside_hole(loops: &[Vec<DVec2>]) -> Option<usize> {
    let (outer, holes) = loops.split_first()?;
    let edges = || outer.iter().copied().zip(outer.iter().copied().cycle().skip(1));
    holes.iter().position(|hole| !polygon::contains(edges(), hole[0]))
}

/// Removes points that nearly coincide with their neighbour, and spikes, at which the loop runs back on itself. A removal
/// may expose another, so the kept points form a stack; each point is pushed and popped at most once.
fn without_spikes(points: &[DVec2], merge: f64) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(points.len());
    for &point in points {
        push(&mut kept, point, merge);
    }
    // The junction of the last point and the first.
    let mut start = 0;
    while kept.len() - start >= 3 {
        let [before, last, first, second] = [kept[kept.len() - 2], kept[kept.len() - 1], kept[start], kept[start + 1]];
        if last.distance(first) <= merge || runs_back(before, last, first, merge) {
            kept.pop();
        } else if runs_back(last, first, second, merge) {
            start += 1;
        } else {
            break;
        }
    }
    kept.drain(..start);
    kept
}

fn push(kept: &mut Vec<DVec2>, point: DVec2, merge: f64) {
    while let [.., before, last] = kept[..] {
        if !runs_back(before, last, point, merge) {
            break;
        }
        kept.pop();
    }
    if kept.last().is_none_or(|last| last.distance(point) > merge) {
        kept.push(point);
    }
}

/// True if b is the tip of a spike: one of its edges lies on the other.
fn runs_back(a: DVec2, b: DVec2, c: DVec2, merge: f64) -> bool {
    (a - b).dot(c - b) > 0.0
        && (polygon::distance_to_segment(a, b, c) <= merge || polygon::distance_to_segment(c, a, b) <= merge)
}
