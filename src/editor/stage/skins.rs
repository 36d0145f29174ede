//! Images of skins on the canvas: textures on the graphics card, and one mesh per body.

use super::retained::Ground;
use crate::editor::theme::color;
use crate::level::Texture;
use crate::picture::{Primitive, Rgba};
use egui::epaint::Vertex;
use egui::{ColorImage, Context, Id, Mesh, Painter, Shape, TextureHandle, TextureOptions, pos2};
use std::sync::Arc;

/// The primitives below the first image, the images, and those above it.
pub fn split(mut primitives: Vec<Primitive>) -> (Vec<Primitive>, Vec<Primitive>, Vec<Primitive>) {
    let is_textured = |primitive: &Primitive| matches!(primitive, Primitive::Textured { .. });
    let first = primitives.iter().position(is_textured).unwrap_or(primitives.len());
    let (textured, above) = primitives.split_off(first).into_iter().partition(is_textured);
    (primitives, textured, above)
}

/// Copies an image to the graphics card, reduced by a whole factor if the card refuses its size.
fn upload(ctx: &Context, texture: &Texture) -> TextureHandle {
    let [width, height] = texture.size().map(|side| side as usize);
    let most = ctx.input(|i| i.max_texture_side).max(1);
    let step = width.max(height).div_ceil(most);
    let (columns, rows) = (width.div_ceil(step), height.div_ceil(step));
    let at = |i: usize| texture.pixel((i % columns * step) as i64, (i / columns * step) as i64);
    let pixels: Vec<u8> = (0..columns * rows).flat_map(at).collect();
    ctx.load_texture("skin", ColorImage::from_rgba_unmultiplied([columns, rows], &pixels), TextureOptions::LINEAR)
}

/// An image on the graphics card, kept for the widget with this id while it is shown.
pub fn kept(ctx: &Context, id: Id, texture: &Arc<Texture>) -> TextureHandle {
    let known: Option<(Arc<Texture>, TextureHandle)> = ctx.data(|data| data.get_temp(id.with("image")));
    if let Some((_, handle)) = known.filter(|(own, _)| Arc::ptr_eq(own, texture)) {
        return handle;
    }
    let handle = upload(ctx, texture);
    ctx.data_mut(|data| data.insert_temp(id.with("image"), (texture.clone(), handle.clone())));
    handle
}

/// The meshes of all skins.
#[derive(Default)]
pub struct SkinMeshes {
    textures: Vec<(Arc<Texture>, TextureHandle)>,
    meshes: Vec<Arc<Mesh>>,
}

impl SkinMeshes {
    /// True if no body has an image.
    pub fn is_empty(&self) -> bool {
        self.meshes.is_empty()
    }

    /// Number of triangles with an image.
    pub fn triangles(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.indices.len() / 3).sum()
    }

    /// Shows these images; keeps the textures that are still in use.
    pub fn show(&mut self, ctx: &Context, textured: &[Primitive], ground: Ground) {
        let old = std::mem::take(&mut self.textures);
        self.meshes.clear();
        for primitive in textured {
            let Primitive::Textured { texture, triangles, uv, tint } = primitive else { continue };
            let known = |list: &[(Arc<Texture>, TextureHandle)]| {
                list.iter().find(|(own, _)| Arc::ptr_eq(own, texture)).map(|(_, handle)| handle.clone())
            };
            let handle = known(&self.textures).unwrap_or_else(|| {
                let handle = known(&old).unwrap_or_else(|| upload(ctx, texture));
                self.textures.push((texture.clone(), handle.clone()));
                handle
            });
            let tint = color(Rgba(tint.0, tint.1, tint.2, tint.3)).gamma_multiply(ground.strength);
            let mut mesh = Mesh::with_texture(handle.id());
            for (at, uv) in triangles.iter().flatten().zip(uv.iter().flatten()) {
                let pos = pos2(at[0] + ground.origin.x, at[1] + ground.origin.y);
                mesh.indices.push(mesh.vertices.len() as u32);
                mesh.vertices.push(Vertex { pos, uv: pos2(uv[0], uv[1]), color: tint });
            }
            self.meshes.push(Arc::new(mesh));
        }
    }

    /// Paints the meshes in order.
    pub fn paint(&self, painter: &Painter) {
        for mesh in &self.meshes {
            painter.add(Shape::Mesh(mesh.clone()));
        }
    }
}
