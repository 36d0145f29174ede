//! Step 7 by 004's method of diagonals: (barycentre, node) of one body against the edges of another.

use super::{Reference, cross};
use blobsmith_engine::geometry::DVec2;

/// Where (p1, p2) and (q1, q2) cross, as parts of each; none where they do not (004's `do_line_intersect`).
pub fn crossing(p1: DVec2, p2: DVec2, q1: DVec2, q2: DVec2) -> Option<(f64, f64)> {
    let h = (q2.x - q1.x) * (p1.y - p2.y) - (p1.x - p2.x) * (q2.y - q1.y);
    let t1 = ((q1.y - q2.y) * (p1.x - q1.x) + (q2.x - q1.x) * (p1.y - q1.y)) / h;
    let t2 = ((p1.y - p2.y) * (p1.x - q1.x) + (p2.x - p1.x) * (p1.y - q1.y)) / h;
    ((0.0..1.0).contains(&t1) && (0.0..1.0).contains(&t2)).then_some((t1, t2))
}

impl Reference {
    /// Diagonals of `body` against the edges of `other`.
    pub(super) fn resolve_diagonals(&mut self, body: usize, other: usize) {
        let centre = self.bodies[body].centre;
        for position in 0..self.bodies[body].hull_nodes.len() {
            let node = self.bodies[body].hull_nodes[position];
            for edge in 0..self.bodies[other].data.hull.len() {
                let [a, b] = self.bodies[other].data.hull[edge];
                let (q1, q2) = (self.position(other, a), self.position(other, b));
                self.note_crossing(centre, self.position(body, node), q1, q2);
                let Some((t1, t2)) = crossing(centre, self.position(body, node), q1, q2) else { continue };
                let is_free = |body: usize, node: usize| self.bodies[body].nodes[node].inverse_mass > 0.0;
                let (node_is_free, edge_is_free) = (is_free(body, node), is_free(other, a) && is_free(other, b));
                if !node_is_free && !edge_is_free {
                    continue;
                }
                self.contacts += 1;
                self.crossings += 1;
                let normal = DVec2::new(-(q1.y - q2.y), q1.x - q2.x);
                let penetration = normal * (1.0 - t1);
                let part = if node_is_free && edge_is_free { 0.5 } else { 1.0 };
                if node_is_free {
                    self.shift(body, node, penetration * part);
                }
                if edge_is_free {
                    self.shift(other, a, -(penetration * part * (1.0 - t2)));
                    self.shift(other, b, -(penetration * part * t2));
                }
            }
        }
    }

    /// Keeps the margin: how far each end is from the other's line.
    fn note_crossing(&mut self, p1: DVec2, p2: DVec2, q1: DVec2, q2: DVec2) {
        let Some(margin) = &mut self.margin else { return };
        let (p, q) = (p2 - p1, q2 - q1);
        for (line, from, point) in [(p, p1, q1), (p, p1, q2), (q, q1, p1), (q, q1, p2)] {
            if line.length() > 0.0 {
                *margin = margin.min(cross(line, point - from).abs() / line.length());
            }
        }
    }
}
