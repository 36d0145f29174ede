//! Contacts of a body with its own hull, by the format's page: every node against every edge.

use super::entry::first_crossing;
use super::{Node, Reference};

impl Reference {
    /// After all pairs of step 7.
    pub(super) fn resolve_self_contacts(&mut self) {
        for body in 0..self.bodies.len() {
            if !self.bodies[body].is_dynamic() || self.bodies[body].is_broken {
                continue;
            }
            for position in 0..self.bodies[body].hull_nodes.len() {
                let node = self.bodies[body].hull_nodes[position];
                if let Some(edge) = self.own_edge_crossed(body, node) {
                    self.respond(body, node, body, edge);
                }
            }
        }
    }

    /// The earliest crossing, the first in file order on a tie.
    fn own_edge_crossed(&self, body: usize, node: usize) -> Option<usize> {
        let body = &self.bodies[body];
        let hull = &body.data.hull;
        let mut excluded = vec![node];
        for &[a, b] in hull {
            if a == node {
                excluded.push(b);
            }
            if b == node {
                excluded.push(a);
            }
        }
        let mut first: Option<(f64, usize)> = None;
        for (edge, [a, b]) in hull.iter().enumerate() {
            if excluded.contains(a) || excluded.contains(b) {
                continue;
            }
            let at = |index: &usize| -> &Node { &body.nodes[*index] };
            if let Some(time) = first_crossing(at(&node), at(a), at(b))
                && first.is_none_or(|(least, _)| time < least)
            {
                first = Some((time, edge));
            }
        }
        first.map(|(_, edge)| edge)
    }
}
