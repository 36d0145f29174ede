//! The corner of M's own hull, and the edges that it can have crossed.
//!
//! If two solid bodies touch without overlap, the outward normal of the other's edge lies between the inward normals of M's own two
//! edges. This holds for concave bodies too, unlike the barycentre rule.

use crate::engine::data::Layout;
use crate::engine::data::state::NodePositions;
use crate::engine::reference::contact::PointQuery;
use crate::engine::reference::contact::edge_choice::EdgeView;
use crate::geometry::cross;
use glam::DVec2;

/// Tolerance: squared cosine of the angle beyond a right angle that still counts as facing. Soft bodies deform.
const LENIENCE: f64 = 0.04;

/// Least squared sine, about, of a corner angle. Below it, rounding would determine the direction of the corner.
const SHARPEST: f64 = 1e-12;

/// The corner of M's own hull.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Corner {
    /// Positions of the nodes before and after M on its hull, and the sum of the inward unit normals of its two edges. None for a
    /// disc, where hulls branch, and where the hull is concave or inverted.
    known: Option<([DVec2; 2], DVec2)>,
}

impl Corner {
    pub fn of(layout: &Layout, state: &impl NodePositions, query: &PointQuery) -> Self {
        let known = query.node.and_then(|node| layout.hull_sides(node)).and_then(|sides| {
            let sides = sides.map(|side| state.position(side as usize));
            let (before, after) = (query.point - sides[0], sides[1] - query.point);
            let lengths = [before.length(), after.length()];
            // Tolerance for straight sides, which rounding makes slightly concave.
            let is_dented = cross(before, after) < -NO_DENT * (lengths[0] * lengths[1]);
            let sum = (before / lengths[0] + after / lengths[1]).perp();
            let is_usable = !is_dented && sum.is_finite() && sum.length_squared() > SHARPEST;
            is_usable.then_some((sides, sum))
        });
        Self { known }
    }

    /// True if the edge turns its outside to the inside of the corner, or if the corner is unknown.
    pub fn is_faced_by(&self, view: &EdgeView) -> bool {
        let Some((_, inward)) = self.known else { return true };
        let outward = DVec2::new(view.ab.y, -view.ab.x);
        let dot = inward.dot(outward);
        dot >= 0.0 || dot * dot <= LENIENCE * inward.length_squared() * view.length_squared
    }

    /// True if a side of the corner crosses the edge's line with at most an eighth of its length inside.
    ///
    /// A side that is deeper inside has not crossed in this substep. Moving it out by this edge would tear bodies that rest on each
    /// other.
    pub fn reaches_through(&self, view: &EdgeView) -> bool {
        let Some((sides, _)) = self.known else { return false };
        sides.into_iter().any(|side| cross(view.ab, side - view.a) <= -MOST * view.cross)
    }
}

/// Least ratio of the part of a side outside to the part inside.
const MOST: f64 = 7.0;

/// Greatest sine of a concave angle that counts as straight.
const NO_DENT: f64 = 1e-3;
