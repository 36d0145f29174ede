//! Layer: the inside of each body by the even-odd rule on its hull, as in the contact test. Bodies with a hull do not
//! use their triangles, which would cover outside area on a dented body (000 §E.1).

use super::{Layer, skins};
use crate::geometry::SortCopies;
use crate::geometry::polygon::{distance_to_segment, doubled_area};
use crate::level::Body;
use crate::picture::{Item, Picture, Scene};
use glam::DVec2;

pub(super) const LAYER: Layer = Layer {
    id: "fill",
    title: "Body fill",
    explanation: "The inside of every hull; holes of frames stay empty.",
    on_at_first: true,
    draw,
};

/// Spacing below which the hull edges of a filled body would cover it: it is filled with their colour instead.
const TINY_PX: f64 = 4.0;
/// Largest distance in pixels by which the filled outline of a tiny body may leave its hull.
const SIMPLIFIED_PX: f64 = 0.6;
/// Maximum number of successive nodes that it omits.
const MOST_OMITTED: usize = 8;

/// True if a body is too small on the screen for hull edges of its own.
pub(super) fn is_tiny(scene: &Scene, body: usize) -> bool {
    let is_filled = |body: &Body| !body.triangles.is_empty() || is_one_loop(&body.hull);
    scene.spacing_px(body) < TINY_PX
        && scene.layers.is_on(LAYER.id)
        && scene.level.bodies.get(body).is_some_and(is_filled)
        && !skins::covers(scene, body)
}

fn draw(scene: &Scene, picture: &mut Picture) {
    for (index, body) in scene.level.bodies.iter().enumerate() {
        // Sensors and skins have layers of their own.
        if body.collision.sensor || skins::covers(scene, index) {
            continue;
        }
        let is_tiny = is_tiny(scene, index);
        let fill = if is_tiny { scene.body_line(index) } else { scene.body_fill(index) };
        let rings = rings(&body.hull);
        let complete: Option<Vec<Vec<DVec2>>> =
            rings.iter().map(|ring| ring.iter().map(|&node| scene.node(index, node)).collect()).collect();
        match complete {
            Some(rings) if !rings.is_empty() && is_tiny => {
                let rings = rings.iter().map(|ring| simplified(ring, scene.world_from_px(SIMPLIFIED_PX))).collect();
                picture.items.push(Item::Polygon { rings, fill });
            }
            Some(rings) if !rings.is_empty() => picture.items.push(Item::Polygon { rings, fill }),
            _ => {
                let corners: Vec<_> = body.triangles.iter().filter_map(|&t| scene.triangle(index, t)).collect();
                if !corners.is_empty() {
                    picture.items.push(Item::Triangles { corners, fill });
                }
            }
        }
    }
}

/// A ring without the nodes that are closer than `tolerance` to the sides that replace them.
fn simplified(ring: &[DVec2], tolerance: f64) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = ring.first().copied().into_iter().collect();
    let mut omitted = 1;
    for at in 1..ring.len() {
        let (from, to) = (kept[kept.len() - 1], ring[(at + 1) % ring.len()]);
        let is_far = |&node: &DVec2| distance_to_segment(node, from, to) > tolerance;
        if at - omitted >= MOST_OMITTED || ring[omitted..=at].iter().any(is_far) {
            kept.push(ring[at]);
            omitted = at + 1;
        }
    }
    // A flat body would lose its area.
    if 2.0 * doubled_area(&kept).abs() < doubled_area(ring).abs() { ring.to_vec() } else { kept }
}

/// Closed loops of directed edges, as node indices; omits open chains.
fn rings(edges: &[[usize; 2]]) -> Vec<Vec<usize>> {
    if is_one_loop(edges) {
        return vec![edges.iter().map(|&[from, _]| from).collect()];
    }
    // Edges by their start node; each is used once.
    let mut leaving: Vec<(usize, usize)> = edges.iter().map(|&[a, b]| (a, b)).collect();
    leaving.sort_copies();
    let mut used = vec![false; leaving.len()];
    let mut rings = Vec::new();
    for start in 0..leaving.len() {
        if used[start] {
            continue;
        }
        let mut ring = Vec::new();
        let mut next = Some(start);
        while let Some(edge) = next {
            used[edge] = true;
            let (from, to) = leaving[edge];
            ring.push(from);
            if to == leaving[start].0 {
                rings.push(ring);
                break;
            }
            let first = leaving.partition_point(|&(node, _)| node < to);
            next = (first..leaving.len()).take_while(|&i| leaving[i].0 == to).find(|&i| !used[i]);
        }
    }
    rings
}

/// True if every edge begins where the one before ends, as in most levels.
fn is_one_loop(edges: &[[usize; 2]]) -> bool {
    let Some(&[_, last]) = edges.last() else { return false };
    let befores = std::iter::once(last).chain(edges.iter().map(|&[_, to]| to));
    edges.iter().zip(befores).all(|(&[from, _], before)| from == before)
}
