//! Coverage of a hull by the body's triangles and by a fan from the barycentre, and the hull edges visible from the barycentre
//! (000 §E.1).

use crate::engine::data::measure;
use crate::engine::data::{Layout, State, World};
use crate::geometry::cover::{self, Cover, Fill};
use crate::geometry::polygon::doubled_triangle_area;
use glam::DVec2;

impl World {
    /// Returns the areas and regions that a body's triangles cover inside and outside of its hull; none if a node is not finite.
    pub fn cover(&self, body: usize, fill: Fill) -> Option<Cover> {
        covered(self.layout(), self.state(), body, fill, cover::cover)
    }

    /// As [`World::cover`], without the regions.
    pub fn cover_areas(&self, body: usize, fill: Fill) -> Option<Cover> {
        areas(self.layout(), self.state(), body, fill)
    }

    /// Iterates over the hull edges of a body, from 0, that are not visible from its barycentre: it is not on their left. The
    /// triangles of a fan from the barycentre would be flipped there.
    pub fn hidden_edges(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        hidden_edges(self.layout(), self.state(), body)
    }
}

/// Returns the areas that a body's triangles cover inside and outside of its hull; none if a node is not finite.
pub fn areas(layout: &Layout, state: &State, body: usize, fill: Fill) -> Option<Cover> {
    covered(layout, state, body, fill, cover::areas)
}

/// Returns the areas that a fan from the barycentre to every hull edge covers, without flipped triangles.
pub fn fan_areas(layout: &Layout, state: &State, body: usize) -> Option<Cover> {
    let parts = layout.bodies.get(body)?;
    let (first, hub) = (parts.nodes.start as u32, parts.nodes.len() as u32);
    let mut points = state.positions[parts.nodes.clone()].to_vec();
    points.push(measure::barycentre(layout, state, body));
    let edges = layout.hull_edges[parts.hull_edges.clone()].iter();
    let hull: Vec<[u32; 2]> = edges.map(|ends| ends.map(|node| node - first)).collect();
    let fan: Vec<[u32; 3]> = hull.iter().map(|&[a, b]| [hub, a, b]).collect();
    cover::areas(&points, &hull, &fan, Fill::Culled)
}

/// See [`World::hidden_edges`].
pub fn hidden_edges<'a>(layout: &'a Layout, state: &'a State, body: usize) -> impl Iterator<Item = usize> + 'a {
    let center = measure::barycentre(layout, state, body);
    let edges = layout.hull_edges[layout.bodies[body].hull_edges.clone()].iter().enumerate();
    let is_hidden = move |[a, b]: [u32; 2]| {
        let [a, b] = [a, b].map(|node| state.position(node as usize));
        doubled_triangle_area(center, a, b).partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater)
    };
    edges.filter_map(move |(index, &ends)| is_hidden(ends).then_some(index))
}

fn covered(layout: &Layout, state: &State, body: usize, fill: Fill, measure: Measure) -> Option<Cover> {
    let parts = layout.bodies.get(body)?;
    let hull = &layout.hull_edges[parts.hull_edges.clone()];
    measure(&state.positions, hull, &layout.triangles[parts.triangles.clone()], fill)
}

type Measure = fn(&[DVec2], &[[u32; 2]], &[[u32; 3]], Fill) -> Option<Cover>;
