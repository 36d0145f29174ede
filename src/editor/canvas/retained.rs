//! A mesh that is kept from picture to picture: only the pieces that have changed are made again, in their place.
//!
//! Must never know: levels, overlays, input.

use crate::editor::theme::color;
use crate::picture::mesh::{self, Piece};
use crate::picture::{Primitive, Rgba};
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Vec2};
use std::ops::Range;
use std::sync::Arc;

/// What holds for all of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// How fine rims may be.
    pub pixels_per_point: f32,
    /// Upper left corner of the canvas.
    pub origin: Vec2,
    /// How strong the colours are, 0..=1.
    pub strength: f32,
}

/// Where a piece lies in the mesh.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    vertices: Range<usize>,
    indices: Range<usize>,
}

/// See the module.
#[derive(Default)]
pub struct Retained {
    mesh: Arc<Mesh>,
    /// What it shows.
    primitives: Vec<Primitive>,
    ground: Option<Ground>,
    /// Where each piece of the primitives lies.
    places: Vec<Place>,
    /// One piece, before it is put into its place.
    piece: mesh::Mesh,
    /// Pieces that the last picture has made.
    made: usize,
}

impl Retained {
    /// The mesh, for painting.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// What it shows.
    pub fn primitives(&self) -> &[Primitive] {
        &self.primitives
    }

    /// Of how many pieces it is, and how many of them were made for the last picture.
    pub fn pieces(&self) -> (usize, usize) {
        (self.places.len(), self.made)
    }

    /// Shows these instead.
    pub fn show(&mut self, primitives: Vec<Primitive>, ground: Ground) {
        let old = std::mem::replace(&mut self.primitives, primitives);
        let is_same_ground = self.ground.replace(ground) == Some(ground);
        // Ours alone by now, unless somebody still paints the one before.
        let mesh = Arc::make_mut(&mut self.mesh);
        let mut before = mesh::pieces(&old);
        // As long as every piece has as many corners as before, each stays in its place.
        let mut is_in_place = true;
        let mut count = 0;
        self.made = 0;
        for piece in mesh::pieces(&self.primitives) {
            let known = before.next().filter(|_| is_in_place && is_same_ground);
            let index = count;
            count += 1;
            if known == Some(piece) {
                continue;
            }
            self.made += 1;
            make(&mut self.piece, &piece, ground);
            is_in_place =
                is_in_place && self.places.get(index).is_some_and(|place| overwrite(mesh, place, &self.piece, ground));
            if !is_in_place {
                self.places.truncate(index);
                let end = self.places.last().map_or((0, 0), |place| (place.vertices.end, place.indices.end));
                mesh.vertices.truncate(end.0);
                mesh.indices.truncate(end.1);
                self.places.push(append(mesh, &self.piece, ground));
            }
        }
        self.places.truncate(count);
        let end = self.places.last().map_or((0, 0), |place| (place.vertices.end, place.indices.end));
        mesh.vertices.truncate(end.0);
        mesh.indices.truncate(end.1);
    }
}

fn make(into: &mut mesh::Mesh, piece: &Piece, ground: Ground) {
    into.clear();
    into.add_piece(piece, ground.pixels_per_point);
}

/// Corners where the canvas is, in the window's colours.
fn placed(piece: &mesh::Mesh, ground: Ground) -> impl Iterator<Item = Vertex> {
    let mut tint = (Rgba(0, 0, 0, 0), Color32::TRANSPARENT);
    piece.vertices.iter().map(move |v| {
        if v.color != tint.0 {
            tint = (v.color, color(v.color).gamma_multiply(ground.strength));
        }
        let pos = egui::pos2(v.at[0] + ground.origin.x, v.at[1] + ground.origin.y);
        Vertex { pos, uv: egui::epaint::WHITE_UV, color: tint.1 }
    })
}

/// Puts a piece at the end of a mesh.
pub(super) fn append_all(mesh: &mut Mesh, piece: &mesh::Mesh, ground: Ground) {
    append(mesh, piece, ground);
}

fn append(mesh: &mut Mesh, piece: &mesh::Mesh, ground: Ground) -> Place {
    let (vertex, index) = (mesh.vertices.len(), mesh.indices.len());
    mesh.vertices.extend(placed(piece, ground));
    mesh.indices.extend(piece.indices.iter().map(|index| index + vertex as u32));
    Place { vertices: vertex..mesh.vertices.len(), indices: index..mesh.indices.len() }
}

/// Puts a piece where one was with as many corners and triangles; false where it had others.
fn overwrite(mesh: &mut Mesh, place: &Place, piece: &mesh::Mesh, ground: Ground) -> bool {
    if place.vertices.len() != piece.vertices.len() || place.indices.len() != piece.indices.len() {
        return false;
    }
    for (old, new) in mesh.vertices[place.vertices.clone()].iter_mut().zip(placed(piece, ground)) {
        *old = new;
    }
    let first = place.vertices.start as u32;
    for (old, new) in mesh.indices[place.indices.clone()].iter_mut().zip(&piece.indices) {
        *old = first + new;
    }
    true
}
