//! Connected parts after a cut, as bodies: with their loops, triangles and gas.

use super::CutRefusal;
use super::line::Seam;
use super::surgery::Parted;
use crate::geometry::{DVec2, polygon};
use crate::level::checks::support::measure;
use crate::level::edit::{balloon, texture};
use crate::level::{Body, Role, Skin, Spring, Stick, mesh};
use std::collections::{BTreeMap, BTreeSet};

/// A piece with less area than this fraction of the squared typical node distance is ignored: the cut only touched the
/// body.
const LEAST_AREA: f64 = 0.02;
/// Gap between both sides of a cut that remain one body, as in a ring, as a fraction of the typical node distance. It keeps
/// the hull from touching itself.
const GAP: f64 = 0.01;

/// A loop of the hull: nodes in order, doubled area.
struct PieceLoop {
    nodes: Vec<usize>,
    doubled_area: f64,
}

/// A body, and the old node of each of its nodes; None for nodes that the cut has created.
pub(super) type Piece = (Body, Vec<Option<usize>>);

/// Returns the bodies, the one with most of the old nodes first.
pub(super) fn pieces(
    body: &Body,
    at: &[DVec2],
    seam: &Seam,
    mut parted: Parted,
    spacing: f64,
) -> Result<Vec<Piece>, CutRefusal> {
    open_slits(body, seam, &mut parted, spacing)?;
    let points: Vec<DVec2> = parted.nodes.iter().map(|node| DVec2::from_array(node.position)).collect();
    let loops = loops(&parted.hull, &points)?;
    let barycentre = measure::barycentre(body);
    let group = groups(&parted, &loops, &points, barycentre);
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (node, &root) in group.iter().enumerate().filter(|(node, _)| Some(*node) != barycentre) {
        members.entry(root).or_default().push(node);
    }
    let mut order: Vec<(usize, Vec<usize>)> = members.into_iter().collect();
    let old = |nodes: &[usize]| nodes.iter().filter(|node| **node < body.nodes.len()).count();
    order.sort_by_key(|(_, nodes)| (std::cmp::Reverse(old(nodes)), nodes[0]));
    let area = |root: usize| -> f64 {
        let own = loops.iter().filter(|found| group[found.nodes[0]] == root);
        0.5 * own.map(|found| found.doubled_area).sum::<f64>()
    };
    let total: f64 = order.iter().map(|(root, _)| area(*root)).sum();
    let kept = kept_triangles(body, at, seam, &parted, barycentre);
    let mut pieces = Vec::new();
    for (root, nodes) in &order {
        let area = area(*root);
        let own = loops.iter().filter(|found| group[found.nodes[0]] == *root);
        let outlines: Vec<Vec<DVec2>> =
            own.map(|found| found.nodes.iter().map(|&node| points[node]).collect()).collect();
        let has_hull = !outlines.is_empty();
        let is_tangled = !matches!(mesh::crossing(&outlines), Ok(None));
        if has_hull && (is_tangled || area <= LEAST_AREA * spacing * spacing) {
            return Err(grazes());
        }
        let mut piece = piece(body, &parted, nodes);
        if total > 0.0 {
            piece.gas = body.gas * area / total;
        }
        if has_hull && !body.triangles.is_empty() {
            let number: BTreeMap<usize, usize> = nodes.iter().enumerate().map(|(new, &old)| (old, new)).collect();
            let renamed = |t: &[usize; 3]| Some([*number.get(&t[0])?, *number.get(&t[1])?, *number.get(&t[2])?]);
            let kept: Vec<[usize; 3]> = kept.iter().filter_map(renamed).collect();
            // A fan from a barycentre stays a fan if possible.
            if barycentre.is_none() || balloon::balloon(&mut piece).is_err() {
                tile(&mut piece, kept, area)?;
            }
        }
        let copied: BTreeMap<usize, usize> = parted.doubled.iter().map(|(&old, &copy)| (copy, old)).collect();
        let old = |&node: &usize| if node < body.nodes.len() { Some(node) } else { copied.get(&node).copied() };
        pieces.push((piece, nodes.iter().map(old).collect()));
    }
    Ok(pieces)
}

fn grazes() -> CutRefusal {
    CutRefusal::Grazes("the cut only grazes the hull: move the cut slightly".to_owned())
}

/// Separates both sides of a cut if they belong to the same part; springs keep their tension.
fn open_slits(body: &Body, seam: &Seam, parted: &mut Parted, spacing: f64) -> Result<(), CutRefusal> {
    let points: Vec<DVec2> = parted.nodes.iter().map(|node| DVec2::from_array(node.position)).collect();
    let loops = loops(&parted.hull, &points)?;
    let group = groups(parted, &loops, &points, measure::barycentre(body));
    let mut moved = points.clone();
    for &[left, right] in parted.seam.iter().filter(|[left, right]| group[*left] == group[*right]) {
        moved[left] += seam.to_left * (0.5 * GAP * spacing);
        moved[right] -= seam.to_left * (0.5 * GAP * spacing);
    }
    let part = |a: usize, b: usize| {
        let (old, new) = (points[a].distance(points[b]), moved[a].distance(moved[b]));
        if old > 0.0 && new > 0.0 { new / old } else { 1.0 }
    };
    parted.springs.iter_mut().for_each(|spring| spring.rest_length *= part(spring.a, spring.b));
    parted.sticks.iter_mut().for_each(|stick| stick.length *= part(stick.a, stick.b));
    for (node, moved) in parted.nodes.iter_mut().zip(moved) {
        node.position = moved.to_array();
    }
    Ok(())
}

/// Closed loops of hull edges; each node starts and ends at most one edge.
fn loops(hull: &[[usize; 2]], points: &[DVec2]) -> Result<Vec<PieceLoop>, CutRefusal> {
    let mut next: BTreeMap<usize, usize> = BTreeMap::new();
    for &[a, b] in hull {
        if next.insert(a, b).is_some() {
            return Err(grazes());
        }
    }
    let mut loops = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut nodes = Vec::new();
        let mut node = start;
        while let Some(after) = next.remove(&node) {
            nodes.push(node);
            node = after;
        }
        if node != start {
            return Err(grazes());
        }
        let corners: Vec<DVec2> = nodes.iter().map(|&node| points[node]).collect();
        loops.push(PieceLoop { doubled_area: polygon::doubled_area(&corners), nodes });
    }
    Ok(loops)
}

/// For every node, the lowest node of its connected part: by springs, sticks and hull edges, or by lying inside the same
/// loop. Nodes that the cut isolated join the first part.
fn groups(parted: &Parted, loops: &[PieceLoop], points: &[DVec2], barycentre: Option<usize>) -> Vec<usize> {
    let mut sets = Sets::new(parted.nodes.len());
    let links = parted.springs.iter().map(|s| (s.a, s.b)).chain(parted.sticks.iter().map(|s| (s.a, s.b)));
    links.chain(parted.hull.iter().map(|&[a, b]| (a, b))).for_each(|(a, b)| sets.join(a, b));
    let has_outer = |sets: &mut Sets, root: usize| {
        loops.iter().any(|found| found.doubled_area > 0.0 && sets.root(found.nodes[0]) == root)
    };
    for node in 0..parted.nodes.len() {
        let root = sets.root(node);
        if root != node || Some(node) == barycentre || has_outer(&mut sets, root) {
            continue;
        }
        let around = |found: &&PieceLoop| {
            let corners = found.nodes.iter().map(|&node| points[node]);
            let next = corners.clone().cycle().skip(1);
            found.doubled_area > 0.0 && polygon::contains(corners.zip(next), points[node])
        };
        let smallest = loops.iter().filter(around).min_by(|a, b| a.doubled_area.total_cmp(&b.doubled_area));
        if let Some(found) = smallest {
            sets.join(node, found.nodes[0]);
        }
    }
    let cut: BTreeSet<usize> = parted.seam.iter().flatten().map(|&node| sets.root(node)).collect();
    let first = (0..parted.nodes.len()).find(|&node| cut.contains(&sets.root(node)));
    for node in (0..parted.nodes.len()).filter(|&node| Some(node) != barycentre) {
        let root = sets.root(node);
        if let Some(first) = first.filter(|_| !cut.contains(&root)) {
            sets.join(node, first);
        }
    }
    (0..parted.nodes.len()).map(|node| sets.root(node)).collect()
}

/// Disjoint sets; the root of each is its lowest member.
struct Sets {
    parent: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self { parent: (0..count).collect() }
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

/// Triangles that the cut leaves whole, with the node indices after the cut.
fn kept_triangles(
    body: &Body,
    at: &[DVec2],
    seam: &Seam,
    parted: &Parted,
    barycentre: Option<usize>,
) -> Vec<[usize; 3]> {
    let whole = |triangle: &[usize; 3]| -> Option<[usize; 3]> {
        let [a, b, c] = *triangle;
        let is_sound = polygon::doubled_triangle_area(at[a], at[b], at[c]) > 0.0;
        if !is_sound || triangle.iter().any(|&node| Some(node) == barycentre) {
            return None;
        }
        let sides = [(a, b), (b, c), (c, a)].into_iter().filter(|&(a, b)| seam.is_left[a] != seam.is_left[b]);
        let cuts: Vec<f64> =
            sides.map(|(a, b)| if seam.is_left[a] { seam.cut_along(a, b) } else { seam.cut_along(b, a) }).collect();
        if cuts.is_empty() || seam.chord_at(cuts.iter().sum::<f64>() / cuts.len() as f64).is_none() {
            return Some(*triangle);
        }
        // Only its corners were cut: it moves to the right, with their copies.
        let right =
            triangle.map(|node| if seam.is_left[node] { parted.doubled.get(&node).copied() } else { Some(node) });
        Some([right[0]?, right[1]?, right[2]?])
    };
    body.triangles.iter().filter_map(whole).collect()
}

/// Part of the body with these nodes.
fn piece(body: &Body, parted: &Parted, nodes: &[usize]) -> Body {
    let number: BTreeMap<usize, usize> = nodes.iter().enumerate().map(|(new, &old)| (old, new)).collect();
    let ends = |a: usize, b: usize| Some((*number.get(&a)?, *number.get(&b)?));
    let spring = |spring: &Spring| ends(spring.a, spring.b).map(|(a, b)| Spring { a, b, ..*spring });
    let stick = |stick: &Stick| ends(stick.a, stick.b).map(|(a, b)| Stick { a, b, ..*stick });
    let mut piece = Body {
        name: body.name.clone(),
        motion: body.motion.clone(),
        restitution: body.restitution,
        friction: body.friction,
        gas: body.gas,
        nodes: nodes.iter().map(|&node| parted.nodes[node].clone()).collect(),
        springs: parted.springs.iter().filter_map(spring).collect(),
        sticks: parted.sticks.iter().filter_map(stick).collect(),
        hull: parted.hull.iter().filter_map(|&[a, b]| ends(a, b).map(|(a, b)| [a, b])).collect(),
        triangles: Vec::new(),
        collision: body.collision,
        skin: body.skin.clone(),
        tags: body.tags.clone(),
        properties: body.properties.clone(),
        // The first piece keeps the id; the others count as copies and get new ones.
        id: body.id.clone(),
    };
    // The image stays where it is; nodes that the cut has created get the coordinates of their place.
    if let Some(pairs) = body.texture_coordinates() {
        let whole = Body { nodes: parted.nodes.clone(), ..Body::default() };
        let known = (0..whole.nodes.len()).map(|node| pairs.get(node).copied()).collect();
        let uv = texture::completed(&whole, known);
        piece.skin = body.skin.clone().map(|skin| Skin { uv, ..skin });
        texture::select(&mut piece.skin, nodes.iter().copied());
    }
    piece
}

/// Tiles a piece with the whole triangles and new ones for the rest; with new ones only if the areas do not match.
fn tile(piece: &mut Body, kept: Vec<[usize; 3]>, area: f64) -> Result<(), CutRefusal> {
    let points: Vec<DVec2> = piece.nodes.iter().map(|node| DVec2::from_array(node.position)).collect();
    let filled = |kept: Vec<[usize; 3]>| -> Option<Vec<[usize; 3]>> {
        // The rest is bounded by the hull and the border of the existing triangles, without their shared edges.
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        let kept_sides = kept.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
        for (a, b) in kept_sides.chain(piece.hull.iter().map(|&[a, b]| (a, b))) {
            let edge = (a.min(b), a.max(b));
            if !edges.remove(&edge) {
                edges.insert(edge);
            }
        }
        let used: BTreeSet<usize> = kept.iter().flatten().chain(piece.hull.iter().flatten()).copied().collect();
        let is_mass = |node: usize| matches!(piece.nodes[node].role, Role::Mass(_));
        let inner: Vec<usize> = (0..points.len()).filter(|&node| !used.contains(&node) && is_mass(node)).collect();
        let edges: Vec<[usize; 2]> = edges.into_iter().map(|(a, b)| [a, b]).collect();
        let new = if edges.is_empty() { Vec::new() } else { mesh::fill(&points, &edges, &inner).ok()? };
        let triangles: Vec<[usize; 3]> = kept.into_iter().chain(new).collect();
        let doubled = |&[a, b, c]: &[usize; 3]| polygon::doubled_triangle_area(points[a], points[b], points[c]);
        let sum = 0.5 * triangles.iter().map(doubled).sum::<f64>();
        let is_whole = (sum - area).abs() <= 1e-9 * area && triangles.iter().all(|t| doubled(t) > 0.0);
        (is_whole && is_tight(&triangles, &piece.hull)).then_some(triangles)
    };
    piece.triangles = filled(kept).or_else(|| filled(Vec::new())).ok_or_else(grazes)?;
    Ok(())
}

/// True if the sides of single triangles are exactly the hull.
fn is_tight(triangles: &[[usize; 3]], hull: &[[usize; 2]]) -> bool {
    let sides: BTreeSet<(usize, usize)> = triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
    let open = sides.iter().filter(|&&(a, b)| !sides.contains(&(b, a)));
    let hull: BTreeSet<(usize, usize)> = hull.iter().map(|&[a, b]| (a, b)).collect();
    sides.len() == 3 * triangles.len() && open.copied().eq(hull.iter().copied())
}
