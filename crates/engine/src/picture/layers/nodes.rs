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

/// Sizes of marks, as parts of the full size, with the spacing of a body from which they fit.
const MARK_SIZES: [(f64, f32); 3] = [(12.0, 1.0), (6.0, 0.6), (0.0, 0.3)];
/// Smaller dots are omitted.
const SMALLEST_PX: f64 = 0.9;
/// Spacing of a body below which its barycentres are omitted; pinned nodes remain, because they explain its motion.
const BARYCENTRE_PX: f64 = 8.0;

fn draw(scene: &Scene, picture: &mut Picture) {
    let palette = scene.palette;
    let mut marks: [[Vec<_>; 2]; MARK_SIZES.len()] = Default::default();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        let spacing = scene.spacing_px(index);
        let radius = (spacing * 0.11).min(3.6);
        let size = MARK_SIZES.iter().position(|&(least, _)| spacing >= least).unwrap_or(0);
        let [pinned, barycentres] = &mut marks[size];
        let mut free = Vec::new();
        let has_dots = radius >= SMALLEST_PX;
        for (number, node) in body.nodes.iter().enumerate() {
            let Some(at) = scene.node(index, number) else { continue };
            match node.role {
                Role::Barycentre if spacing < BARYCENTRE_PX => {}
                Role::Barycentre => barycentres.push(at),
                Role::Mass(_) if node.pinned => pinned.push(at),
                Role::Mass(_) if has_dots => free.push(at),
                Role::Mass(_) => {}
            }
        }
        if free.is_empty() {
            continue;
        }
        let outline = (radius > 2.0).then(|| Stroke::new(palette.background, 1.2));
        let fill = scene.body_line(index).mix(palette.node, 0.55);
        picture.items.push(Item::Dots { centers: free, radius_px: radius as f32, fill, outline });
    }
    let shapes = [(MarkShape::Square, 4.0, palette.pinned), (MarkShape::Plus, 5.0, palette.barycentre)];
    for (lists, (_, part)) in marks.into_iter().zip(MARK_SIZES) {
        let outline = Some(Stroke::new(palette.background, 1.2 * part));
        for (centers, (shape, full, fill)) in lists.into_iter().zip(shapes).filter(|(centers, _)| !centers.is_empty()) {
            picture.items.push(Item::Marks { centers, shape, radius_px: full * part, fill, outline });
        }
    }
}
