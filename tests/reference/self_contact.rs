//! Contacts of a body with its own hull, by the format's page: every node against every edge.

use super::entry::first_crossing;
use super::{Node, Reference, cross};

impl Reference {
    /// After all pairs of step 7.
    pub(super) fn resolve_self_contacts(&mut self) {
        for body in 0..self.bodies.len() {
            let is_sensor = self.bodies[body].data.collision.sensor;
            if !self.bodies[body].is_dynamic() || self.bodies[body].is_broken || is_sensor {
                continue;
            }
            for position in 0..self.bodies[body].hull_nodes.len() {
                let node = self.bodies[body].hull_nodes[position];
                let (edge, margin) = self.own_edge_crossed(body, node);
                if let Some(least) = &mut self.margin {
                    *least = least.min(margin);
                }
                if let Some(edge) = edge {
                    self.respond(body, node, body, edge);
                }
            }
        }
    }

    /// The earliest crossing, the first in file order on a tie; and how far from another verdict that is, as a length.
    fn own_edge_crossed(&self, body: usize, node: usize) -> (Option<usize>, f64) {
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
        let (mut first, mut margin): (Option<(f64, usize)>, f64) = (None, f64::INFINITY);
        for (edge, [a, b]) in hull.iter().enumerate() {
            if excluded.contains(a) || excluded.contains(b) {
                continue;
            }
            let at = |index: &usize| -> &Node { &body.nodes[*index] };
            let (m, a, b) = (at(&node), at(a), at(b));
            margin = margin.min(sweep_margin(m, a, b));
            let Some(time) = first_crossing(m, a, b) else { continue };
            if let Some((least, _)) = first {
                margin = margin.min((time - least).abs() * (b.x - a.x).length());
            }
            if first.is_none_or(|(least, _)| time < least) {
                first = Some((time, edge));
            }
        }
        (first.map(|(_, edge)| edge), margin)
    }
}

/// How near M came to where rounding would decide whether it crossed the edge: on its line now, or through one of its ends.
fn sweep_margin(m: &Node, a: &Node, b: &Node) -> f64 {
    let ab = b.x - a.x;
    let ends = [m.x - a.x, m.x - b.x, m.old - a.old, m.old - b.old];
    let is_far = ends.iter().all(|end| end.length() > 2.0 * ab.length() + (m.x - m.old).length());
    if is_far {
        return f64::INFINITY;
    }
    let depth = cross(ab, m.x - a.x).abs() / ab.length();
    let along = ab.dot(m.x - a.x) / ab.length();
    let to_end = along.abs().min((along - ab.length()).abs());
    let has_passed = first_crossing(m, a, b).is_some();
    let is_beside = -1e-6 * ab.length() <= along && along <= ab.length() * (1.0 + 1e-6);
    match (has_passed, is_beside) {
        (true, _) => depth.min(to_end),
        (false, true) => depth,
        (false, false) => f64::INFINITY,
    }
}
