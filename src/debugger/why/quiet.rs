//! Reasons why a node has no contact: conditions that exclude it, and its position relative to the hulls around it.
//! Boxes, crossings and distances are those of the engine.

use super::parity_words;
use crate::engine::World;
use crate::level::ContactMethod;
use std::cmp::Ordering;

/// Reasons why a node is not tested against any hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// It is on no hull edge of its body.
    NotOnHull,
    /// Contacts by diagonals (004) do not test nodes against hulls.
    Diagonals,
    /// Its body blew up.
    BlownUp,
    /// No other body has a hull that it could touch.
    Alone,
}

impl Barred {
    /// One sentence for the UI.
    pub fn describe(self) -> &'static str {
        match self {
            Self::NotOnHull => "The node is on no hull edge, and only hull nodes are tested against other hulls.",
            Self::Diagonals => {
                "This level uses contact by diagonals, which tests diagonals against edges instead of nodes against hulls: see Substep > Contacts."
            }
            Self::BlownUp => "The body has blown up and is excluded from contacts.",
            Self::Alone => "There is no other body with a hull that this node could touch.",
        }
    }
}

/// Position of a node relative to another body's hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Outside its bounding box.
    OutsideBox,
    /// In its box; the ray crosses an even number of edges.
    OutsideHull(usize),
    /// Inside: the next substep finds a contact unless the node leaves before.
    Inside(usize),
}

impl Standing {
    /// A few words for the UI.
    pub fn describe(self) -> String {
        match self {
            Self::OutsideBox => "outside its box".to_owned(),
            Self::OutsideHull(crossings) | Self::Inside(crossings) => {
                format!("in its box; {}", parity_words(crossings))
            }
        }
    }
}

/// Another body that a node could touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Index of the body.
    pub other: usize,
    /// Position of the node relative to its hull.
    pub standing: Standing,
    /// Distance of the node to the nearest of its hull edges.
    pub distance: f64,
}

/// Most bodies that are tested in full; those with the nearest boxes.
const LOOKED_AT: usize = 8;

/// The reason why the node is not tested against any hull. None if it is tested.
pub fn barred(world: &World, body: usize, node: usize) -> Option<Barred> {
    let layout = world.layout();
    let parts = layout.bodies.get(body)?;
    let on_hull = &layout.hull_nodes[parts.hull_nodes.clone()];
    if layout.settings.contact.method == ContactMethod::Diagonals {
        return Some(Barred::Diagonals);
    }
    if !on_hull.iter().any(|&number| number as usize == parts.nodes.start + node) {
        return Some(Barred::NotOnHull);
    }
    if world.state().blown_up[body] {
        return Some(Barred::BlownUp);
    }
    (0..layout.bodies.len()).all(|other| !may_meet(world, body, other)).then_some(Barred::Alone)
}

fn may_meet(world: &World, body: usize, other: usize) -> bool {
    let bodies = &world.layout().bodies;
    let is_free = bodies[body].is_dynamic || bodies[other].is_dynamic;
    body != other && is_free && !bodies[other].hull_edges.is_empty() && !world.state().blown_up[other]
}

/// Present position of a node relative to one body's hull. None if the two cannot touch.
pub fn standing(world: &World, body: usize, node: usize, other: usize) -> Option<Neighbour> {
    let bodies = &world.layout().bodies;
    if body >= bodies.len() || other >= bodies.len() || !may_meet(world, body, other) {
        return None;
    }
    let query = world.query_contact(body, node, other)?;
    let crossings = query.crossings().len();
    let standing = match () {
        () if !world.hull_box(other).contains(query.point) => Standing::OutsideBox,
        () if crossings % 2 == 1 => Standing::Inside(crossings),
        () => Standing::OutsideHull(crossings),
    };
    let distances = query.candidates.iter().map(|candidate| candidate.distance_to_segment(query.point));
    Some(Neighbour { other, standing, distance: distances.fold(f64::INFINITY, f64::min) })
}

/// Position of a node relative to the hulls around it, the nearest first; limited to the bodies with the nearest boxes.
pub fn neighbours(world: &World, body: usize, node: usize) -> Vec<Neighbour> {
    let layout = world.layout();
    let Some(parts) = layout.bodies.get(body).filter(|parts| node < parts.nodes.len()) else { return Vec::new() };
    let at = world.position(parts.nodes.start + node);
    let mut near: Vec<(usize, f64)> = (0..layout.bodies.len())
        .filter(|&other| may_meet(world, body, other))
        .map(|other| {
            let bounds = world.hull_box(other);
            (other, at.max(bounds.min).min(bounds.max).distance_squared(at))
        })
        .filter(|(_, distance)| distance.is_finite())
        .collect();
    near.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(Ordering::Equal).then(a.0.cmp(&b.0)));
    let all = near.into_iter().take(LOOKED_AT);
    let mut found: Vec<Neighbour> = all.filter_map(|(other, _)| standing(world, body, node, other)).collect();
    found.sort_by(|a, b| a.distance.partial_cmp(&b.distance).unwrap_or(Ordering::Equal).then(a.other.cmp(&b.other)));
    found
}
