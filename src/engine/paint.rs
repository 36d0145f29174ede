//! What a body's triangles paint of its hull, and which hull edges its barycentre sees (000 §E.1).
//!
//! Must never know: pictures. Nothing here has a part in a step.

use super::World;
use crate::geometry::cover::{self, Cover, Fill};
use crate::geometry::polygon::doubled_triangle_area;

impl World {
    /// What a body's triangles paint inside and outside of its hull, with the regions; none where a node is not finite.
    pub fn cover(&self, body: usize, fill: Fill) -> Option<Cover> {
        self.covered(body, fill, cover::cover)
    }

    /// The same without the regions.
    pub fn cover_areas(&self, body: usize, fill: Fill) -> Option<Cover> {
        self.covered(body, fill, cover::areas)
    }

    fn covered(&self, body: usize, fill: Fill, measure: Measure) -> Option<Cover> {
        let (layout, parts) = (self.layout(), self.layout().bodies.get(body)?);
        let hull = &layout.hull_edges[parts.hull_edges.clone()];
        measure(&self.state().positions, hull, &layout.triangles[parts.triangles.clone()], fill)
    }

    /// Hull edges of a body, counted from 0, that its barycentre does not see: it is not on their left. A fan from the
    /// barycentre would be flipped there.
    pub fn hidden_edges(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        let parts = &self.layout().bodies[body];
        let center = self.barycentre(body);
        let edges = self.layout().hull_edges[parts.hull_edges.clone()].iter().enumerate();
        let is_hidden = move |[a, b]: [u32; 2]| {
            let [a, b] = [a, b].map(|node| self.position(node as usize));
            doubled_triangle_area(center, a, b).partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater)
        };
        edges.filter_map(move |(index, &ends)| is_hidden(ends).then_some(index))
    }
}

type Measure = fn(&[glam::DVec2], &[[u32; 2]], &[[u32; 3]], Fill) -> Option<Cover>;
