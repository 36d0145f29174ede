//! What every rule would say of the same point and hull: for comparisons, and for maps of a hull's inside.
//!
//! Must never know: anything that changes the state; who compares.

use super::{Query, explain, inside};
use crate::engine::trace::ContactTrace;
use crate::engine::{Layout, State, World};
use crate::level::{Contact, EdgeChoice};
use glam::DVec2;

/// A rule as a level can ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Which edge.
    pub choice: EdgeChoice,
    /// Whether only edges count that have the other body's barycentre on their outside (000 §E.2).
    pub barycentre_rule: bool,
}

impl Setting {
    /// Every one: the rules in the order of [`super::edge_choice::ALL`], each without and with the barycentre rule.
    pub const ALL: [Self; 8] = {
        const fn row(choice: EdgeChoice, barycentre_rule: bool) -> Setting {
            Setting { choice, barycentre_rule }
        }
        [
            row(EdgeChoice::Projection, false),
            row(EdgeChoice::Projection, true),
            row(EdgeChoice::Wedge45, false),
            row(EdgeChoice::Wedge45, true),
            row(EdgeChoice::Distance, false),
            row(EdgeChoice::Distance, true),
            row(EdgeChoice::EntryEdge, false),
            row(EdgeChoice::EntryEdge, true),
        ]
    };

    /// What a level asks for.
    pub fn of(contact: &Contact) -> Self {
        Self { choice: contact.edge_choice, barycentre_rule: contact.barycentre_rule }
    }

    /// Its place in [`Setting::ALL`].
    pub fn index(self) -> usize {
        Self::ALL.iter().position(|&setting| setting == self).unwrap_or(0)
    }

    /// For people: `Distance`, `Distance + G` with the barycentre rule.
    pub fn title(self) -> &'static str {
        match (self.choice, self.barycentre_rule) {
            (EdgeChoice::Projection, false) => "Projection",
            (EdgeChoice::Projection, true) => "Projection + G",
            (EdgeChoice::Wedge45, false) => "Wedge45",
            (EdgeChoice::Wedge45, true) => "Wedge45 + G",
            (EdgeChoice::Distance, false) => "Distance",
            (EdgeChoice::Distance, true) => "Distance + G",
            (EdgeChoice::EntryEdge, false) => "EntryEdge",
            (EdgeChoice::EntryEdge, true) => "EntryEdge + G",
        }
    }
}

/// How a point that is asked about comes to be inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Barycentre of the body that it would be a node of.
    pub barycentre: DVec2,
    /// Its way in the substep, as seen from the hull; zero where it was there before.
    pub way: DVec2,
}

/// What a rule says of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeAt {
    /// It is not inside the hull.
    Outside,
    /// It is inside, and no edge is eligible.
    Stuck,
    /// It is pushed out of this hull edge, by its number in its body.
    Edge(usize),
}

impl World {
    /// What a rule says of a point and a body's hull as it stands.
    pub fn edge_at(&self, other: usize, point: DVec2, setting: Setting, approach: &Approach) -> EdgeAt {
        let Self { layout, state, .. } = self;
        let Some(body) = layout.bodies.get(other) else { return EdgeAt::Outside };
        if !inside::is_inside(layout, state, other, point) {
            return EdgeAt::Outside;
        }
        let edge = inside::choose(layout, state, &query(state, other, point, setting, approach));
        edge.map_or(EdgeAt::Stuck, |edge| EdgeAt::Edge(edge - body.hull_edges.start))
    }

    /// The same with a row per hull edge, inside or not. There is no node: `body` is that of the hull and `node` is 0.
    pub fn explain_at(
        &self,
        other: usize,
        point: DVec2,
        setting: Setting,
        approach: &Approach,
    ) -> Option<ContactTrace> {
        let Self { layout, state, .. } = self;
        let hull = layout.bodies.get(other)?.hull_edges.clone();
        let query = query(state, other, point, setting, approach);
        let (edge, barycentre) = (inside::choose(layout, state, &query), approach.barycentre);
        Some(ContactTrace {
            body: other,
            node: 0,
            other,
            point,
            barycentre,
            candidates: explain::candidates(layout, state, &query, barycentre, edge),
            chosen: edge.map(|edge| edge - hull.start),
            rules: Some(edges(layout, state, &query, barycentre)),
            entry: explain::entry(layout, state, &query),
            response: None,
            after: None,
        })
    }
}

pub(super) fn query<'a>(
    state: &'a State,
    other: usize,
    point: DVec2,
    setting: Setting,
    approach: &Approach,
) -> Query<'a> {
    let Setting { choice, barycentre_rule } = setting;
    let barycentre = barycentre_rule.then_some(approach.barycentre);
    // The hull rests: all of the way is the point's.
    Query { point, node: None, old_point: point - approach.way, other, barycentre, choice, old: Some(&state.positions) }
}

/// What each rule would choose, as numbers of hull edges in their body.
pub(super) fn edges(layout: &Layout, state: &State, query: &Query, barycentre: DVec2) -> [Option<usize>; 8] {
    let first = layout.bodies[query.other].hull_edges.start;
    Setting::ALL.map(|Setting { choice, barycentre_rule }| {
        let query = Query { choice, barycentre: barycentre_rule.then_some(barycentre), ..*query };
        inside::choose(layout, state, &query).map(|edge| edge - first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn rules_by_hand() {
        let at = |setting: Setting| setting.index();
        let setting = |choice, barycentre_rule| at(Setting { choice, barycentre_rule });
        // Near the lower right corner, nearer to the lower edge; it came from the right, where its body is.
        let right = from([7.0, 2.0], [-3.0, 0.0]);
        let (x, y) = (3.5, 0.25);
        for choice in [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance] {
            assert_eq!(edge(x, y, setting(choice, false), &right), EdgeAt::Edge(0), "{choice:?}");
            assert_eq!(edge(x, y, setting(choice, true), &right), EdgeAt::Edge(1), "{choice:?}");
        }
        assert_eq!(edge(x, y, setting(EdgeChoice::EntryEdge, false), &right), EdgeAt::Edge(1));
        // A body whose barycentre is inside the hull is on no edge's outside.
        let within = from([2.0, 2.0], [0.0, 0.0]);
        assert_eq!(edge(x, y, setting(EdgeChoice::Distance, true), &within), EdgeAt::Stuck);
        // Without a way the entry rule falls back on the distance.
        assert_eq!(edge(x, y, setting(EdgeChoice::EntryEdge, false), &within), EdgeAt::Edge(0));
        assert_eq!(edge(5.0, 2.0, setting(EdgeChoice::Distance, false), &right), EdgeAt::Outside);
    }

    #[test]
    fn the_rows_tell_what_the_rule_says() {
        let world = square();
        let approach = from([7.0, 2.0], [-3.0, 0.0]);
        for setting in Setting::ALL {
            for (x, y) in [(3.5, 0.25), (0.5, 3.0), (2.0, 2.0), (3.9, 3.8)] {
                let point = DVec2::new(x, y);
                let told = world.explain_at(0, point, setting, &approach).unwrap();
                let winner = told.winner().map_or(EdgeAt::Stuck, |candidate| EdgeAt::Edge(candidate.edge));
                assert_eq!(winner, world.edge_at(0, point, setting, &approach), "{}", setting.title());
                assert_eq!(told.rules.unwrap()[setting.index()], told.chosen);
            }
        }
        assert!(world.explain_at(1, DVec2::ZERO, Setting::ALL[0], &approach).is_none());
    }
}
