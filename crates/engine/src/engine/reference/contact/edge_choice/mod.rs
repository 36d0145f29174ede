//! Edge choice: selects the hull edge that a node inside a hull is pushed out of, one rule per file (000 §D.1.c).

pub(in crate::engine) mod distance;
pub(in crate::engine) mod entry_edge;
mod projection;
mod setting;
mod wedge45;

pub use setting::Setting;

use crate::engine::data::Layout;
use crate::engine::data::state::NodePositions;
use crate::engine::data::trace::Verdict;
use crate::engine::reference::contact::PointQuery;
use crate::geometry::cross;
use crate::level::EdgeChoice;
use glam::DVec2;

/// An edge A→B as seen from a node M.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct EdgeView {
    /// A.
    pub a: DVec2,
    /// AB.
    pub ab: DVec2,
    /// AM.
    pub am: DVec2,
    /// BM, computed from the positions. With AM - AB, rounding would give a shared vertex different distances from its two edges.
    pub bm: DVec2,
    /// cross(AB, AM): negative when M is on the outside.
    pub cross: f64,
    /// dot(AB, AM).
    pub dot: f64,
    /// |AB|².
    pub length_squared: f64,
}

impl EdgeView {
    #[inline(always)]
    pub fn new(layout: &Layout, state: &impl NodePositions, edge: usize, point: DVec2) -> Self {
        let [a, b] = layout.hull_edges[edge].map(|node| state.position(node as usize));
        let (ab, am) = (b - a, point - a);
        Self { a, ab, am, bm: point - b, cross: cross(ab, am), dot: ab.dot(am), length_squared: ab.length_squared() }
    }

    /// True if the point is strictly on the outside, as the barycentre rule requires (000 §E.2).
    #[inline(always)]
    pub fn has_outside(&self, point: DVec2) -> bool {
        cross(self.ab, point - self.a) < 0.0
    }
}

/// Returns the distance that a rule compares for an edge left of which M is, or the reason why the edge is not eligible.
pub(in crate::engine) type ScoreEdge = fn(&EdgeView) -> Result<f64, Verdict>;

/// A rule that scores each edge independently.
pub struct Rule {
    /// Its value in the level file.
    pub choice: EdgeChoice,
    /// Stable name, as in the level file.
    pub id: &'static str,
    /// Description for the user interface.
    pub explanation: &'static str,
    score: ScoreEdge,
}

/// Every rule: the source's three attempts in order, then ours.
pub const ALL: &[Rule] = &[
    Rule {
        choice: EdgeChoice::Projection,
        id: "Projection",
        explanation: "The projection Q of the node must fall on the edge; compares the distance to the edge's line. \
                      In a concave notch no edge may be eligible.",
        score: projection::score,
    },
    Rule {
        choice: EdgeChoice::Wedge45,
        id: "Wedge45",
        explanation: "The node must lie between two half-lines that leave the ends at 45°; compares the distance to \
                      the edge's line.",
        score: wedge45::score,
    },
    Rule {
        choice: EdgeChoice::Distance,
        id: "Distance",
        explanation: "Every edge that has the node on its inside; compares the distance to the segment.",
        score: distance::score,
    },
    Rule {
        choice: EdgeChoice::EntryEdge,
        id: "EntryEdge",
        explanation: "The edge that the node crossed in this substep, both in motion, or that it rests on. If that \
            edge turns its inside to the node's own corner, the adjacent edge. If no crossing is known, Distance with \
            the same exception.",
        score: distance::score,
    },
];

/// Returns the score of a rule; that of `EntryEdge` is its fallback.
pub(in crate::engine) fn score_of(choice: EdgeChoice) -> ScoreEdge {
    ALL.iter().find(|rule| rule.choice == choice).map_or(distance::score, |rule| rule.score)
}

/// Returns the distance of an edge, or the reason why it is not eligible. M must be on its left and meet the condition of the rule.
#[inline(always)]
pub(in crate::engine) fn distance_if_left(view: &EdgeView, score: ScoreEdge) -> Result<f64, Verdict> {
    if view.cross < 0.0 {
        return Err(Verdict::OnOutside);
    }
    if view.length_squared == 0.0 {
        return Err(Verdict::ZeroLength);
    }
    score(view)
}

/// Returns the eligible edge of least distance; ties go to the first in file order.
pub(in crate::engine) fn nearest_edge(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
    edges: impl Iterator<Item = usize>,
    score: ScoreEdge,
) -> Option<usize> {
    let (mut least, mut chosen) = (f64::INFINITY, None);
    for edge in edges {
        let view = EdgeView::new(layout, state, edge, query.point);
        if query.barycentre.is_some_and(|barycentre| !view.has_outside(barycentre)) {
            continue;
        }
        if let Ok(distance) = distance_if_left(&view, score)
            && distance < least
        {
            (least, chosen) = (distance, Some(edge));
        }
    }
    chosen
}
