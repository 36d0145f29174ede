//! Evaluates every edge-choice rule for a node and another hull at their current positions, also without a contact.

use crate::engine::data::World;
use crate::engine::data::measure;
use crate::engine::data::trace::ContactTrace;
use crate::engine::reference::contact::{PointQuery, narrow_phase, trace_rows};

impl World {
    /// Returns the rows of a contact of a node with the hull of `other`, at the current positions.
    ///
    /// `chosen` is the edge that the rule would select for a node inside; [`ContactTrace::crossings`] shows if it is inside. Without
    /// the motion of a substep, `EntryEdge` falls back to `Distance`. None if the node or the hull does not exist, or if both belong
    /// to the same body.
    pub fn query_contact(&self, body: usize, node: usize, other: usize) -> Option<ContactTrace> {
        let Self { layout, state, .. } = self;
        let parts = layout.bodies.get(body)?;
        let number = parts.nodes.start + node;
        let hull = layout.bodies.get(other)?.hull_edges.clone();
        if body == other || hull.is_empty() || !parts.nodes.contains(&number) {
            return None;
        }
        let (point, barycentre) = (state.position(number), measure::barycentre(layout, state, body));
        let rule_barycentre = layout.settings.contact.barycentre_rule.then_some(barycentre);
        let choice = layout.settings.contact.edge_choice;
        let query = PointQuery {
            point,
            node: Some(number),
            old_point: point,
            other,
            barycentre: rule_barycentre,
            choice,
            old: None,
        };
        let edge = narrow_phase::select_edge(layout, state, &query);
        let rules = Some(narrow_phase::chosen_by_each_rule(layout, state, &query, barycentre));
        Some(ContactTrace { rules, ..trace_rows::contact(layout, state, &query, [body, node], barycentre, edge) })
    }
}
