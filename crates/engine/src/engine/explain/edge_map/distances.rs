//! Distance candidates: the edges that may be nearest somewhere in a box, by the measure of a rule.

use super::side::{EdgeSide, Interval, Linear, Patch};
use crate::level::EdgeChoice;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct DistanceCandidates {
    /// By their place in the hull, which decides between equals.
    pub places: Vec<u32>,
    /// Whether each that is left is eligible at all points.
    is_sure: bool,
}

/// Whether an edge is eligible in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eligible {
    Nowhere,
    Somewhere,
    Everywhere,
}

impl DistanceCandidates {
    /// These, of which nothing is known.
    pub fn new(places: Vec<u32>) -> Self {
        Self { places, is_sure: false }
    }

    /// The only one where there is but one for all points; `Some(None)` where there is none for any.
    pub fn only(&self) -> Option<Option<u32>> {
        match self.places[..] {
            [] => Some(None),
            [place] if self.is_sure => Some(Some(place)),
            _ => None,
        }
    }

    /// Nothing is left.
    pub fn clear(&mut self) {
        self.places.clear();
        self.is_sure = false;
    }

    /// Those of `outer` that are left in a box within its own. An edge goes where it is not eligible, or where another
    /// one is eligible at all points and nearer at all of them.
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
        // A linear function less a convex one is least at a corner.
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

/// A linear function that is nowhere above what the rule compares where the edge is eligible.
fn from_below(side: &EdgeSide, patch: &Patch, choice: EdgeChoice) -> Linear {
    match choice {
        EdgeChoice::Projection | EdgeChoice::Wedge45 => side.line_distance(patch),
        EdgeChoice::Distance | EdgeChoice::EntryEdge => side.segment_from_below(patch),
    }
}
