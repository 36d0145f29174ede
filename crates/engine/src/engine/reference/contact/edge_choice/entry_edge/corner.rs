//! The corner of M's own hull, and which edges it can have come through.
//!
//! Where two solid bodies touch that did not overlap, the other's outward normal lies between the inner normals of M's own two edges.
//! This holds for concave bodies too, which the barycentre rule does not cover.

use crate::engine::data::Layout;
use crate::engine::data::state::NodePositions;
use crate::engine::reference::contact::PointQuery;
use crate::engine::reference::contact::edge_choice::EdgeView;
use crate::geometry::cross;
use glam::DVec2;

/// The square of the cosine beyond a right angle that still counts as facing: bodies are soft.
const LENIENCE: f64 = 0.04;

/// A corner so sharp that rounding would tell which way it points has no say: the square of its sine, about.
const SHARPEST: f64 = 1e-12;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Corner {
    /// The nodes before and after M on its hull, and the sum of its edges' inward unit normals; none for a disc, where
    /// hulls branch, and for a hull that is dented or turned over there.
    known: Option<([DVec2; 2], DVec2)>,
}

impl Corner {
    pub fn of(layout: &Layout, state: &impl NodePositions, query: &PointQuery) -> Self {
        let known = query.node.and_then(|node| layout.hull_sides(node)).and_then(|sides| {
            let sides = sides.map(|side| state.position(side as usize));
            let (before, after) = (query.point - sides[0], sides[1] - query.point);
            let lengths = [before.length(), after.length()];
            // Along a straight side rounding makes dents, which are ignored.
            let is_dented = cross(before, after) < -NO_DENT * (lengths[0] * lengths[1]);
            let sum = (before / lengths[0] + after / lengths[1]).perp();
            let has_say = !is_dented && sum.is_finite() && sum.length_squared() > SHARPEST;
            has_say.then_some((sides, sum))
        });
        Self { known }
    }

    /// Whether the edge turns its outside to the corner's inside; true where nothing is known.
    pub fn is_faced_by(&self, view: &EdgeView) -> bool {
        let Some((_, inward)) = self.known else { return true };
        let outward = DVec2::new(view.ab.y, -view.ab.x);
        let dot = inward.dot(outward);
        dot >= 0.0 || dot * dot <= LENIENCE * inward.length_squared() * view.length_squared
    }

    /// Whether a side of the corner comes in through the edge's line, with no more than an eighth of its length: what is
    /// deeper in has not just slid in, and bodies that lie on each other would be torn.
    pub fn reaches_through(&self, view: &EdgeView) -> bool {
        let Some((sides, _)) = self.known else { return false };
        sides.into_iter().any(|side| cross(view.ab, side - view.a) <= -MOST * view.cross)
    }
}

/// What of a side must be outside, of the part inside.
const MOST: f64 = 7.0;

/// The sine of a dent that is none.
const NO_DENT: f64 = 1e-3;
