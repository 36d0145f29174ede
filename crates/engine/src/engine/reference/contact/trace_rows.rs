//! Trace rows of contacts: one per hull edge that detection compared, computed by the functions of the step.

use super::PointQuery;
use super::edge_choice;
use super::edge_choice::{EdgeView, distance, entry_edge};
use super::narrow_phase::toggles_parity;
use crate::engine::data::trace::{Candidate, ContactTrace, EntryCase, Verdict};
use crate::engine::data::{Layout, State};
use crate::geometry::cross;
use crate::level::EdgeChoice;
use glam::DVec2;

/// Returns the row of a contact, without its response. `place` is the body of M and M in it; `chosen` is the edge that detection
/// selected, index over all hull edges.
pub(in crate::engine) fn contact(
    layout: &Layout,
    state: &State,
    query: &PointQuery,
    [body, node]: [usize; 2],
    barycentre: DVec2,
    chosen: Option<usize>,
) -> ContactTrace {
    ContactTrace {
        body,
        node,
        other: query.other,
        point: query.point,
        barycentre,
        candidates: candidates(layout, state, query, barycentre, chosen),
        chosen: chosen.map(|edge| edge - layout.bodies[query.other].hull_edges.start),
        rules: None,
        entry: entry(layout, state, query),
        response: None,
        after: None,
    }
}

/// Returns one row per hull edge of the other body, in file order; `chosen` is the edge that detection selected.
fn candidates(
    layout: &Layout,
    state: &State,
    query: &PointQuery,
    barycentre: DVec2,
    chosen: Option<usize>,
) -> Vec<Candidate> {
    let entry = entry(layout, state, query);
    let is_entry_rule = entry.is_some();
    let has_entered = entry.is_some_and(|case| case != EntryCase::Unknown);
    let explainer = Explainer { layout, state, query, barycentre, chosen, is_entry_rule, has_entered };
    layout.bodies[query.other].hull_edges.clone().map(|edge| explainer.row(edge)).collect()
}

/// Returns one row per hull edge of M's own body, for a self-contact (see [`super::self_contact`]).
pub(in crate::engine) fn own_candidates(
    layout: &Layout,
    state: &State,
    query: &PointQuery,
    barycentre: DVec2,
    chosen: usize,
) -> Vec<Candidate> {
    let explainer =
        Explainer { layout, state, query, barycentre, chosen: Some(chosen), is_entry_rule: true, has_entered: true };
    let row = |edge: usize| {
        let row = explainer.row(edge);
        let is_adjacent = edge != chosen && query.is_adjacent(layout, edge);
        if is_adjacent { Candidate { distance: None, verdict: Verdict::Adjacent, ..row } } else { row }
    };
    layout.bodies[query.other].hull_edges.clone().map(row).collect()
}

/// Returns the case of `EntryEdge` that selects the edge; none for other rules.
fn entry(layout: &Layout, state: &State, query: &PointQuery) -> Option<EntryCase> {
    let is_entry_rule = query.choice == EdgeChoice::EntryEdge;
    let case = || entry_edge::select_edge(layout, state, query).map_or(EntryCase::Unknown, |(_, case)| case);
    is_entry_rule.then(case)
}

struct Explainer<'a> {
    layout: &'a Layout,
    state: &'a State,
    query: &'a PointQuery<'a>,
    barycentre: DVec2,
    chosen: Option<usize>,
    is_entry_rule: bool,
    /// True if an entry selects the edge, false for the fallback.
    has_entered: bool,
}

impl Explainer<'_> {
    fn row(&self, edge: usize) -> Candidate {
        let Self { layout, state, query, .. } = *self;
        let point = query.point;
        let view = EdgeView::new(layout, state, edge, point);
        let entry_time = if self.is_entry_rule { entry_edge::entry_time(layout, state, query, edge) } else { None };
        let score = self.score(&view, self.chosen == Some(edge));
        let verdict = match score {
            _ if self.chosen == Some(edge) => Verdict::Chosen,
            Ok(_) => Verdict::Farther,
            Err(verdict) => verdict,
        };
        let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
        let other = &layout.bodies[query.other];
        Candidate {
            edge: edge - other.hull_edges.start,
            a: a - other.nodes.start,
            b: b - other.nodes.start,
            a_position: state.position(a),
            b_position: state.position(b),
            cross: view.cross,
            dot: view.dot,
            length_squared: view.length_squared,
            toggles_parity: toggles_parity(state.position(a), state.position(b), point),
            nearest: distance::nearest_part(&view),
            distance: score.ok(),
            barycentre_cross: cross(view.ab, self.barycentre - view.a),
            entry_time,
            verdict,
        }
    }

    /// Returns the distance that the rule compares, or the reason why the edge is not eligible.
    fn score(&self, view: &EdgeView, is_chosen: bool) -> Result<f64, Verdict> {
        let distance = edge_choice::distance_if_left(view, edge_choice::score_of(self.query.choice))?;
        if self.query.barycentre.is_some_and(|barycentre| !view.has_outside(barycentre)) {
            return Err(Verdict::BarycentreInside);
        }
        if self.has_entered && !is_chosen {
            return Err(Verdict::NotEntered);
        }
        Ok(distance)
    }
}
