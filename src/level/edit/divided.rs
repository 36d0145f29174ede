//! Where the parts of a body are after it was divided into several.

use super::places::Remap;
use crate::level::{Body, Level, Place, Role};
use std::collections::{BTreeMap, VecDeque};

/// A piece of the body in the level.
struct PlacedPiece<'a> {
    index: usize,
    body: &'a Body,
    /// New node of each old one.
    nodes: BTreeMap<usize, usize>,
}

/// New places of the nodes, springs, sticks, hull edges and triangles of a body that was divided; `places` are the indices of its
/// pieces, the first one its own, and `old_nodes` names the old node of each node of each piece. Of a node that was doubled, the one
/// in the first piece counts. What was cut through is gone.
pub(super) fn remap(level: &Level, old: &Body, places: &[usize], old_nodes: &[Vec<Option<usize>>]) -> Remap {
    let pieces = places.iter().zip(old_nodes).map(|(&index, old_nodes)| {
        let body = &level.bodies[index];
        let known = old_nodes.iter().enumerate().filter_map(|(new, old)| Some(((*old)?, new)));
        let mut nodes: BTreeMap<usize, usize> = known.collect();
        // A barycentre that could be kept was made again.
        let barycentre = |body: &Body| body.nodes.iter().position(|node| node.role == Role::Barycentre);
        nodes.extend(barycentre(old).zip(barycentre(body)));
        PlacedPiece { index, body, nodes }
    });
    let pieces: Vec<PlacedPiece> = pieces.collect();
    let nodes = (0..old.nodes.len()).map(|node| {
        let found = pieces.iter().find_map(|piece| Some((piece.index, *piece.nodes.get(&node)?)));
        found.map(|(body, node)| Place::Node(body, node))
    });
    let lists = [
        Some(nodes.collect()),
        Some(items(
            old,
            &pieces,
            |body| body.springs.iter().map(|spring| vec![spring.a, spring.b]).collect(),
            Place::Spring,
        )),
        Some(items(
            old,
            &pieces,
            |body| body.sticks.iter().map(|stick| vec![stick.a, stick.b]).collect(),
            Place::Stick,
        )),
        Some(items(old, &pieces, |body| body.hull.iter().map(|edge| edge.to_vec()).collect(), Place::HullEdge)),
        Some(items(
            old,
            &pieces,
            |body| body.triangles.iter().map(|corners| corners.to_vec()).collect(),
            Place::Triangle,
        )),
    ];
    Remap { parts: BTreeMap::from([(places[0], lists)]), ..Remap::default() }
}

/// New places of the items of a list, which `nodes_of` names by their nodes: those between the same nodes of one piece, in order.
fn items(
    old: &Body,
    pieces: &[PlacedPiece],
    nodes_of: fn(&Body) -> Vec<Vec<usize>>,
    place: fn(usize, usize) -> Place,
) -> Vec<Option<Place>> {
    let key = |mut nodes: Vec<usize>| {
        nodes.sort_unstable();
        nodes
    };
    let mut known: Vec<BTreeMap<Vec<usize>, VecDeque<usize>>> = Vec::new();
    for piece in pieces {
        let mut own: BTreeMap<Vec<usize>, VecDeque<usize>> = BTreeMap::new();
        for (item, nodes) in nodes_of(piece.body).into_iter().enumerate() {
            own.entry(key(nodes)).or_default().push_back(item);
        }
        known.push(own);
    }
    let mut follow = |nodes: Vec<usize>| {
        pieces.iter().zip(&mut known).find_map(|(piece, known)| {
            let new: Option<Vec<usize>> = nodes.iter().map(|node| piece.nodes.get(node).copied()).collect();
            let item = known.get_mut(&key(new?))?.pop_front()?;
            Some(place(piece.index, item))
        })
    };
    nodes_of(old).into_iter().map(&mut follow).collect()
}
