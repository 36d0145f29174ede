//! Layer: nodes. Masses are round, pinned ones square, barycentres a plus.

use super::Layer;
use crate::level::Role;
use crate::picture::{Item, MarkShape, Picture, Scene, Stroke};

pub(super) const LAYER: Layer = Layer {
    id: "nodes",
    title: "Nodes",
    explanation: "Masses as dots, pinned ones as squares, barycentres as plus signs.",
    on_at_first: true,
    draw,
};

/// Smaller dots are omitted.
const SMALLEST_PX: f64 = 0.9;

fn draw(scene: &Scene, picture: &mut Picture) {
    let palette = scene.palette;
    let (mut pinned, mut barycentres) = (Vec::new(), Vec::new());
    for (index, body) in scene.level.bodies.iter().enumerate() {
        let radius = (scene.spacing_px(index) * 0.11).min(3.6);
        let mut free = Vec::new();
        for (number, node) in body.nodes.iter().enumerate() {
            let Some(at) = scene.node(index, number) else { continue };
            match node.role {
                Role::Barycentre => barycentres.push(at),
                Role::Mass(_) if node.pinned => pinned.push(at),
                Role::Mass(_) => free.push(at),
            }
        }
        if free.is_empty() || radius < SMALLEST_PX {
            continue;
        }
        let outline = (radius > 2.0).then(|| Stroke::new(palette.background, 1.2));
        let fill = scene.body_line(index).mix(palette.node, 0.55);
        picture.items.push(Item::Dots { centers: free, radius_px: radius as f32, fill, outline });
    }
    let outline = Some(Stroke::new(palette.background, 1.2));
    for (centers, shape, radius_px, fill) in
        [(pinned, MarkShape::Square, 4.0, palette.pinned), (barycentres, MarkShape::Plus, 5.0, palette.barycentre)]
    {
        if !centers.is_empty() {
            picture.items.push(Item::Marks { centers, shape, radius_px, fill, outline });
        }
    }
}
