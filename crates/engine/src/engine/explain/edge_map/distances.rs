//! Distance candidates: the edges that may be nearest somewhere in a box, by the distance that a rule compares.

use super::side::{EdgeSide, Interval, Linear, Patch};
use crate::level::EdgeChoice;

/// Edges that may be nearest in a box.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct DistanceCandidates {
    /// Indices in the hull, ascending; ties go to the first.
    pub places: Vec<u32>,
    /// True if each remaining edge is eligible at all points.
    is_sure: bool,
}

/// Eligibility of an edge in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eligible {
    Nowhere,
    Somewhere,
    Everywhere,
}

impl DistanceCandidates {
    /// Creates the candidates of the whole plane.
    pub fn new(places: Vec<u32>) -> Self {
        Self { places, is_sure: false }
    }

    /// Returns the only candidate if it counts for all points; `Some(None)` if no point has a candidate; none if it is unknown.
    pub fn only(&self) -> Option<Option<u32>> {
        match self.places[..] {
            [] => Some(None),
            [place] if self.is_sure => Some(Some(place)),
            _ => None,
        }
    }

    /// Removes all candidates.
    pub fn clear(&mut self) {
        self.places.clear();
        self.is_sure = false;
    }

    /// Computes the candidates of a box inside the box of `outer`. Excludes edges that are not eligible in it, and edges that are
    /// farther at all its points than another edge that is eligible at all of them.
    pub fn narrow(&mut self, outer: &Self, sides: &[EdgeSide], patch: &Patch, choice: EdgeChoice) {
        self.clear();
        self.is_sure = true;
        let mut best: Option<(f64, usize)> = None;
        for &place in &outer.places {
            let side = &sides[place as usize];
            let eligible = if side.is_measurable() { eligible(side, patch, choice) } else { Eligible::Somewhere };
            if eligible == Eligible::Nowhere {
                continue;
            }
            self.places.push(place);
            if eligible == Eligible::Somewhere {
                self.is_sure = false;
                continue;
            }
            let distance = from_below(side, patch, choice).center;
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, place as usize));
            }
        }
        let Some((_, best)) = best.filter(|_| self.places.len() > 1) else { return };
        // A linear function minus a convex one is concave, so its minimum is at a corner.
        let corners = patch.corners();
        let of_best = corners.map(|corner| match choice {
            EdgeChoice::Projection | EdgeChoice::Wedge45 => sides[best].line_distance(patch).at(patch, corner),
            EdgeChoice::Distance | EdgeChoice::EntryEdge => sides[best].segment_distance(corner),
        });
        let slack = patch.rounding();
        self.places.retain(|&place| {
            let side = &sides[place as usize];
            if place as usize == best || !side.is_measurable() {
                return true;
            }
            let least = from_below(side, patch, choice);
            !corners.iter().zip(of_best).all(|(&corner, of_best)| least.at(patch, corner) > of_best + slack)
        });
        self.is_sure |= self.places.len() == 1;
    }
}

fn eligible(side: &EdgeSide, patch: &Patch, choice: EdgeChoice) -> Eligible {
    let margin = side.margin(patch);
    let (cross, dot) = (side.cross(patch), side.dot(patch));
    let mut answer = Eligible::Everywhere;
    let mut needs = |condition: Linear| {
        let Interval { low, high } = condition.over(patch);
        if high < -margin {
            answer = Eligible::Nowhere;
        } else if low <= margin && answer == Eligible::Everywhere {
            answer = Eligible::Somewhere;
        }
    };
    needs(cross);
    let beyond = |of: Linear| Linear { center: side.square + of.center, gradient: of.gradient };
    let minus = |of: Linear| Linear { center: -of.center, gradient: -of.gradient };
    let sum = |p: Linear, q: Linear| Linear { center: p.center + q.center, gradient: p.gradient + q.gradient };
    match choice {
        EdgeChoice::Projection => {
            needs(dot);
            needs(beyond(minus(dot)));
        }
        EdgeChoice::Wedge45 => {
            needs(sum(dot, cross));
            needs(beyond(sum(cross, minus(dot))));
        }
        EdgeChoice::Distance | EdgeChoice::EntryEdge => {}
    }
    answer
}

/// Returns a linear lower bound of the distance that the rule compares, for points where the edge is eligible.
fn from_below(side: &EdgeSide, patch: &Patch, choice: EdgeChoice) -> Linear {
    match choice {
        EdgeChoice::Projection | EdgeChoice::Wedge45 => side.line_distance(patch),
        EdgeChoice::Distance | EdgeChoice::EntryEdge => side.segment_from_below(patch),
    }
}
