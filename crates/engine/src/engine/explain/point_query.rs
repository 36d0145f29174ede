//! What every rule says of a node and another body's hull as they stand now: the rows of a contact for a node that has none.

use crate::engine::data::World;
use crate::engine::data::measure;
use crate::engine::data::trace::ContactTrace;
use crate::engine::reference::contact::edge_choice;
use crate::engine::reference::contact::{PointQuery, narrow_phase, trace_rows};

impl World {
    /// One row per hull edge of `other`, as for a contact, from where everything is now. `chosen` is the edge that the rule
    /// would pick if the node were found inside; whether it is, the crossings of the ray tell. `EntryEdge`, which
    /// asks for the motion of a substep, falls back on `Distance` here. None where there is no such node or hull, or both
    /// are of one body.
    pub fn ask(&self, body: usize, node: usize, other: usize) -> Option<ContactTrace> {
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
        Some(ContactTrace {
            body,
            node,
            other,
            point,
            barycentre,
            candidates: trace_rows::candidates(layout, state, &query, barycentre, edge),
            chosen: edge.map(|edge| edge - hull.start),
            rules: Some(edge_choice::chosen_by_each_rule(layout, state, &query, barycentre)),
            entry: trace_rows::entry(layout, state, &query),
            response: None,
            after: None,
        })
    }
}
