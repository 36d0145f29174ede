//! Step 7: which pairs, in which order, which node in which hull, out of which edge.

use super::{Body, Node, Reference, cross, entry};
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{Decor, EdgeChoice};

/// The result of the loop of 000 §D.1.d for a node and a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// M is not inside.
    Outside,
    /// M is inside, but no edge is eligible.
    NoEdge,
    /// Index of the edge in the hull.
    Edge(usize),
}

impl Reference {
    /// Step 7.
    pub(super) fn resolve_contacts(&mut self) {
        let pairs = self.coloured_pairs();
        let colours = pairs.iter().map(|pair| pair.2 + 1).max().unwrap_or(0);
        for colour in 0..colours {
            for &(i, j, _) in pairs.iter().filter(|pair| pair.2 == colour) {
                if self.is_left_to_penalty(i, j) {
                    continue;
                }
                if self.uses_diagonals() {
                    self.resolve_diagonals(i, j);
                    self.resolve_diagonals(j, i);
                } else {
                    self.resolve_side(i, j);
                    self.resolve_side(j, i);
                }
            }
        }
    }

    /// Pairs whose boxes overlap, lexicographically, each with its colour: the smallest that no earlier pair with one of
    /// its moving bodies has.
    pub fn coloured_pairs(&self) -> Vec<(usize, usize, usize)> {
        let mut pairs = Vec::new();
        let mut colours_of: Vec<Vec<usize>> = vec![Vec::new(); self.bodies.len()];
        for i in 0..self.bodies.len() {
            for j in i + 1..self.bodies.len() {
                let (a, b) = (&self.bodies[i], &self.bodies[j]);
                if !(a.is_dynamic() || b.is_dynamic()) || a.is_broken || b.is_broken || !boxes_overlap(a, b) {
                    continue;
                }
                if !self.bodies_touch(i, j) {
                    continue;
                }
                let moving: Vec<usize> = [i, j].into_iter().filter(|&body| self.bodies[body].is_dynamic()).collect();
                let mut colour = 0;
                while moving.iter().any(|&body| colours_of[body].contains(&colour)) {
                    colour += 1;
                }
                for body in moving {
                    colours_of[body].push(colour);
                }
                pairs.push((i, j, colour));
            }
        }
        pairs
    }

    fn is_left_to_penalty(&self, i: usize, j: usize) -> bool {
        let has_decor = !(self.bodies[i].is_dynamic() && self.bodies[j].is_dynamic());
        has_decor && matches!(self.world.contact.decor, Decor::Penalty { .. })
    }

    /// Nodes of `body` against the hull of `other`.
    fn resolve_side(&mut self, body: usize, other: usize) {
        let contact = self.world.contact.clone();
        for position in 0..self.bodies[body].hull_nodes.len() {
            let node = self.bodies[body].hull_nodes[position];
            let m = &self.bodies[body].nodes[node];
            let (low, high) = (self.bodies[other].low, self.bodies[other].high);
            if !(low.x <= m.x.x && m.x.x <= high.x && low.y <= m.x.y && m.x.y <= high.y) {
                continue;
            }
            if let Some(margin) = &mut self.margin {
                *margin = margin.min(self::margin(m.x, &self.bodies[other], contact.edge_choice));
            }
            let centre = contact.barycentre_rule.then_some(self.bodies[body].centre);
            let sides = self.bodies[body].sides(node);
            match find_edge(m, sides, &self.bodies[other], contact.edge_choice, centre) {
                Found::Outside => {}
                Found::NoEdge => self.raise(EventKind::NoEdge, body),
                Found::Edge(edge) => self.respond(body, node, other, edge),
            }
        }
    }
}

fn boxes_overlap(a: &Body, b: &Body) -> bool {
    a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y
}

/// 000 §D.1.d; `sides` are M's neighbours on its own hull, `centre` is G where the barycentre rule holds.
pub fn find_edge(
    m: &Node,
    sides: Option<[DVec2; 2]>,
    hull: &Body,
    edge_choice: EdgeChoice,
    centre: Option<DVec2>,
) -> Found {
    let mut is_inside = false;
    let mut best = f64::INFINITY;
    let mut chosen = None;
    for (index, &[a, b]) in hull.data.hull.iter().enumerate() {
        let (a, b) = (&hull.nodes[a], &hull.nodes[b]);
        let ab = b.x - a.x;
        let am = m.x - a.x;
        let cross_am = cross(ab, am);
        if cross_am < 0.0 {
            if a.x.y <= m.x.y && m.x.y < b.x.y {
                is_inside = !is_inside;
            }
            continue;
        }
        if b.x.y <= m.x.y && m.x.y < a.x.y {
            is_inside = !is_inside;
        }
        if centre.is_some_and(|g| cross(ab, g - a.x) >= 0.0) {
            continue;
        }
        if let Some(distance) = eligible_distance(edge_choice, m.x, a.x, b.x)
            && distance < best
        {
            best = distance;
            chosen = Some(index);
        }
    }
    if is_inside && edge_choice == EdgeChoice::EntryEdge {
        chosen = entry::choose(m, sides, hull, centre).or(chosen);
    }
    match (is_inside, chosen) {
        (false, _) => Found::Outside,
        (true, None) => Found::NoEdge,
        (true, Some(edge)) => Found::Edge(edge),
    }
}

/// The distance that the choice compares, or none where the edge is not eligible.
fn eligible_distance(edge_choice: EdgeChoice, m: DVec2, a: DVec2, b: DVec2) -> Option<f64> {
    let (ab, am, bm) = (b - a, m - a, m - b);
    let cross_am = cross(ab, am);
    let dot = ab.x * am.x + ab.y * am.y;
    let length_squared = ab.x * ab.x + ab.y * ab.y;
    match edge_choice {
        EdgeChoice::Projection => (0.0 <= dot && dot <= length_squared).then(|| cross_am / length_squared.sqrt()),
        EdgeChoice::Wedge45 => {
            (-cross_am <= dot && dot <= length_squared + cross_am).then(|| cross_am / length_squared.sqrt())
        }
        EdgeChoice::Distance | EdgeChoice::EntryEdge => Some(if dot < 0.0 {
            (am.x * am.x + am.y * am.y).sqrt()
        } else if dot > length_squared {
            (bm.x * bm.x + bm.y * bm.y).sqrt()
        } else {
            cross_am / length_squared.sqrt()
        }),
    }
}

/// How much nearer or farther a point would have to be for another verdict: its distance to the nearest of the lines
/// that the edges lie on, and the lead of the nearest edge on the next. (A vertex is equally near for both its edges.)
pub(super) fn margin(m: DVec2, hull: &Body, edge_choice: EdgeChoice) -> f64 {
    let mut nearest = f64::INFINITY;
    let mut distances = Vec::new();
    for &[a, b] in &hull.data.hull {
        let (a, b) = (hull.nodes[a].x, hull.nodes[b].x);
        let (ab, am) = (b - a, m - a);
        if ab.dot(ab) > 0.0 {
            nearest = nearest.min(cross(ab, am).abs() / ab.length());
        }
        if cross(ab, am) >= 0.0 {
            distances.extend(eligible_distance(edge_choice, m, a, b));
        }
    }
    distances.sort_by(f64::total_cmp);
    distances.dedup();
    if let [first, second, ..] = distances[..] { nearest.min(second - first) } else { nearest }
}
