//! Layer: the inside of each body by the even-odd rule on its hull, as in the contact test. Bodies with a hull do not
//! use their triangles, which would cover outside area on a dented body (000 §E.1).

use super::{Layer, skins};
use crate::geometry::SortCopies;
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
const TINY_PX: f64 = 3.0;

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
        let fill = if is_tiny(scene, index) { scene.body_line(index) } else { scene.body_fill(index) };
        let rings = rings(&body.hull);
        let complete: Option<Vec<Vec<DVec2>>> =
            rings.iter().map(|ring| ring.iter().map(|&node| scene.node(index, node)).collect()).collect();
        match complete {
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
