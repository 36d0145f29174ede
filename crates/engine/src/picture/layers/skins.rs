//! Layer: the images of bodies with a skin. Triangles in file order, so that later ones cover earlier ones where a body
//! folds; bodies by the layer of their skin, then in file order.

use super::Layer;
use crate::geometry::SortCopies;
use crate::picture::{Item, Picture, Rgba, Scene};

pub(super) const LAYER: Layer = Layer {
    id: "skins",
    title: "Skins",
    explanation: "The image of each body that has a skin, on its triangles.",
    on_at_first: true,
    draw,
};

/// True if the layer draws this body, so that it needs no other fill.
pub(super) fn covers(scene: &Scene, body: usize) -> bool {
    let skin = scene.level.bodies.get(body).and_then(|body| body.skin.as_ref());
    scene.layers.is_on(LAYER.id)
        && skin.zip(scene.skins).is_some_and(|(skin, skins)| skins.texture(skin).is_some())
        && !scene.level.bodies[body].triangles.is_empty()
}

fn draw(scene: &Scene, picture: &mut Picture) {
    let mut order: Vec<(i32, usize)> = Vec::new();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        order.extend(body.skin.as_ref().filter(|_| covers(scene, index)).map(|skin| (skin.layer, index)));
    }
    order.sort_copies();
    for (_, index) in order {
        let body = &scene.level.bodies[index];
        let Some((skin, texture)) =
            body.skin.as_ref().zip(scene.skins).and_then(|(skin, skins)| Some((skin, skins.texture(skin)?)))
        else {
            continue;
        };
        let pairs = body.texture_coordinates().unwrap_or_default();
        let (mut corners, mut uv) = (Vec::new(), Vec::new());
        for triangle in &body.triangles {
            let of_nodes = triangle.map(|node| pairs.get(node).copied());
            if let (Some(at), [Some(a), Some(b), Some(c)]) = (scene.triangle(index, *triangle), of_nodes) {
                corners.push(at);
                uv.push([a, b, c].map(glam::DVec2::from));
            }
        }
        let tint = Rgba::parse_with_alpha(&skin.tint).unwrap_or(Rgba(255, 255, 255, 255));
        picture.items.push(Item::Textured { texture, corners, uv, tint });
    }
}
