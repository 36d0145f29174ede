//! Evaluates an edge-choice rule for any point and hull, by the functions of the step.

use crate::engine::data::trace::ContactTrace;
use crate::engine::data::{State, World};
use crate::engine::reference::contact::edge_choice::Setting;
use crate::engine::reference::contact::{PointQuery, narrow_phase, trace_rows};
use glam::DVec2;

/// Hypothetical motion of a query point, for rules that depend on motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Barycentre of the point's hypothetical body.
    pub barycentre: DVec2,
    /// Displacement in the substep relative to the hull; zero for a point at rest.
    pub way: DVec2,
}

/// Result of a rule for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeAt {
    /// The point is outside the hull.
    Outside,
    /// The point is inside, and no edge is eligible.
    Stuck,
    /// The rule selects this hull edge, index in its body.
    Edge(usize),
}

impl World {
    /// Evaluates a rule for a point and the current hull of a body.
    pub fn edge_at(&self, other: usize, point: DVec2, setting: Setting, approach: &Approach) -> EdgeAt {
        let Self { layout, state, .. } = self;
        let Some(body) = layout.bodies.get(other) else { return EdgeAt::Outside };
        if !narrow_phase::is_inside(layout, state, other, point) {
            return EdgeAt::Outside;
        }
        let edge = narrow_phase::select_edge(layout, state, &query(state, other, point, setting, approach));
        edge.map_or(EdgeAt::Stuck, |edge| EdgeAt::Edge(edge - body.hull_edges.start))
    }

    /// Returns a row per hull edge for a point, inside or outside. The point is not a node: `body` is that of the hull and `node` is 0.
    pub fn explain_at(
        &self,
        other: usize,
        point: DVec2,
        setting: Setting,
        approach: &Approach,
    ) -> Option<ContactTrace> {
        let Self { layout, state, .. } = self;
        layout.bodies.get(other)?;
        let query = query(state, other, point, setting, approach);
        let (edge, barycentre) = (narrow_phase::select_edge(layout, state, &query), approach.barycentre);
        let rules = Some(narrow_phase::chosen_by_each_rule(layout, state, &query, barycentre));
        Some(ContactTrace { rules, ..trace_rows::contact(layout, state, &query, [other, 0], barycentre, edge) })
    }
}

pub(in crate::engine) fn query<'a>(
    state: &'a State,
    other: usize,
    point: DVec2,
    setting: Setting,
    approach: &Approach,
) -> PointQuery<'a> {
    let Setting { choice, barycentre_rule } = setting;
    let barycentre = barycentre_rule.then_some(approach.barycentre);
    // The hull is at rest, so the point has the whole relative motion.
    PointQuery {
        point,
        node: None,
        old_point: point - approach.way,
        other,
        barycentre,
        choice,
        old: Some(&state.positions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::EdgeChoice;
    use crate::level::{Body, Level, Node};

    /// A square of side 4 with a node on every corner; edges 0 below, 1 right, 2 above, 3 left.
    fn square() -> World {
        let nodes = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(Node::at).to_vec();
        let body = Body { nodes, hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]], ..Body::default() };
        World::new(&Level { bodies: vec![body], ..Level::default() }).unwrap()
    }

    fn from(barycentre: [f64; 2], way: [f64; 2]) -> Approach {
        Approach { barycentre: barycentre.into(), way: way.into() }
    }

    fn edge(x: f64, y: f64, setting: usize, approach: &Approach) -> EdgeAt {
        square().edge_at(0, DVec2::new(x, y), Setting::ALL[setting], approach)
    }

    #[test]
    fn rules_match_hand_calculation() {
        let at = |setting: Setting| setting.index();
        let setting = |choice, barycentre_rule| at(Setting { choice, barycentre_rule });
        // Near the lower right corner, nearer to the lower edge; it moved in from the right, where its body is.
        let right = from([7.0, 2.0], [-3.0, 0.0]);
        let (x, y) = (3.5, 0.25);
        for choice in [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance] {
            assert_eq!(edge(x, y, setting(choice, false), &right), EdgeAt::Edge(0), "{choice:?}");
            assert_eq!(edge(x, y, setting(choice, true), &right), EdgeAt::Edge(1), "{choice:?}");
        }
        assert_eq!(edge(x, y, setting(EdgeChoice::EntryEdge, false), &right), EdgeAt::Edge(1));
        // A barycentre inside the hull is not on the outside of any edge.
        let within = from([2.0, 2.0], [0.0, 0.0]);
        assert_eq!(edge(x, y, setting(EdgeChoice::Distance, true), &within), EdgeAt::Stuck);
        // Without motion, `EntryEdge` falls back to `Distance`.
        assert_eq!(edge(x, y, setting(EdgeChoice::EntryEdge, false), &within), EdgeAt::Edge(0));
        assert_eq!(edge(5.0, 2.0, setting(EdgeChoice::Distance, false), &right), EdgeAt::Outside);
    }

    #[test]
    fn explained_rows_agree_with_the_rule() {
        let world = square();
        let approach = from([7.0, 2.0], [-3.0, 0.0]);
        for setting in Setting::ALL {
            for (x, y) in [(3.5, 0.25), (0.5, 3.0), (2.0, 2.0), (3.9, 3.8)] {
                let point = DVec2::new(x, y);
                let row = world.explain_at(0, point, setting, &approach).unwrap();
                let winner = row.winner().map_or(EdgeAt::Stuck, |candidate| EdgeAt::Edge(candidate.edge));
                assert_eq!(winner, world.edge_at(0, point, setting, &approach), "{}", setting.title());
                assert_eq!(row.rules.unwrap()[setting.index()], row.chosen);
            }
        }
        assert!(world.explain_at(1, DVec2::ZERO, Setting::ALL[0], &approach).is_none());
    }
}
