//! A retained mesh: only changed pieces are rebuilt in place.

use crate::editor::theme::color;
use crate::picture::mesh::{self, Piece};
use crate::picture::{Primitive, Rgba};
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Vec2};
use std::ops::Range;
use std::sync::Arc;

/// Inputs that affect all pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Pixel density, for anti-aliased borders.
    pub pixels_per_point: f32,
    /// Upper left corner of the canvas.
    pub origin: Vec2,
    /// Opacity, 0 to 1.
    pub strength: f32,
}

/// Index ranges of a piece in the mesh.
#[derive(Clone, Debug, PartialEq)]
struct PieceRange {
    vertices: Range<usize>,
    indices: Range<usize>,
}

/// The mesh with the primitives that it shows.
#[derive(Default)]
pub struct Retained {
    mesh: Arc<Mesh>,
    /// The primitives.
    primitives: Vec<Primitive>,
    ground: Option<Ground>,
    /// Range of each piece.
    places: Vec<PieceRange>,
    /// Buffer for one piece.
    piece: mesh::Mesh,
    /// Number of pieces built in the last UI frame.
    made: usize,
}

impl Retained {
    /// The mesh.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// The primitives.
    pub fn primitives(&self) -> &[Primitive] {
        &self.primitives
    }

    /// Number of pieces, and of those built in the last UI frame.
    pub fn pieces(&self) -> (usize, usize) {
        (self.places.len(), self.made)
    }

    /// Shows other primitives.
    pub fn show(&mut self, primitives: Vec<Primitive>, ground: Ground) {
        let old = std::mem::replace(&mut self.primitives, primitives);
        let is_same_ground = self.ground.replace(ground) == Some(ground);
        // Usually unique; copied if the previous frame still uses it.
        let mesh = Arc::make_mut(&mut self.mesh);
        let news: Vec<Piece> = mesh::pieces(&self.primitives).collect();
        // The present piece of each range.
        let mut olds: Vec<Option<Piece>> = mesh::pieces(&old).map(|piece| is_same_ground.then_some(piece)).collect();
        if is_mostly_new(&olds, &news) {
            // Pieces of a run that plays change size, and each would move all that follow.
            olds.clear();
            self.places.clear();
            mesh.vertices.clear();
            mesh.indices.clear();
        }
        let (mut index, mut moves) = (0, 0);
        self.made = 0;
        while let Some(piece) = news.get(index) {
            if olds.get(index) != Some(&Some(*piece)) {
                make(&mut self.piece, piece, ground);
                let place = self.places.get(index);
                if !place.is_some_and(|place| overwrite(mesh, place, &self.piece, ground)) {
                    let kept = if moves < MOVES { alike(&olds[index..], &news[index..]) } else { 0 };
                    moves += 1;
                    move_tail(mesh, &mut self.places, index, kept, news.len() - kept, |mesh, number| {
                        make(&mut self.piece, &news[number], ground);
                        append(mesh, &self.piece, ground)
                    });
                    self.made += news.len() - kept - index;
                    index = news.len() - kept;
                    olds.splice(..olds.len() - kept, std::iter::repeat_n(None, index));
                    continue;
                }
                self.made += 1;
            }
            index += 1;
        }
        self.places.truncate(news.len());
        let (vertices, indices) = end_of(&self.places);
        mesh.vertices.truncate(vertices);
        mesh.indices.truncate(indices);
    }
}

/// Maximum number of moves of the tail per UI frame; then the rest is rebuilt.
const MOVES: usize = 3;

/// True if more than half of the pieces are neither where they were, counted from the front, nor counted from the end.
fn is_mostly_new(olds: &[Option<Piece>], news: &[Piece]) -> bool {
    let is_at = |place: Option<usize>, piece: &Piece| {
        place.and_then(|place| olds.get(place)).is_some_and(|old| old.as_ref() == Some(piece))
    };
    let from_end = |index: usize| (olds.len() + index).checked_sub(news.len());
    let is_new = |&(index, piece): &(usize, &Piece)| !is_at(Some(index), piece) && !is_at(from_end(index), piece);
    2 * news.iter().enumerate().filter(is_new).count() > news.len()
}

fn end_of(places: &[PieceRange]) -> (usize, usize) {
    places.last().map_or((0, 0), |place| (place.vertices.end, place.indices.end))
}

/// Number of pieces at the end whose kinds match, so that they can be moved instead of rebuilt. For example, triangles
/// appear and everything drawn above them stays equal. The first piece is known not to match.
fn alike(olds: &[Option<Piece>], news: &[Piece]) -> usize {
    let is_alike = |(old, new): &(&Option<Piece>, &Piece)| old.is_some_and(|old| is_of_kind(&old, new));
    let count = olds.iter().rev().zip(news.iter().rev()).take_while(is_alike).count();
    if olds.len() == news.len() { count.min(news.len() - 1) } else { count }
}

fn is_of_kind(old: &Piece, new: &Piece) -> bool {
    match (old, new) {
        (Piece::Triangles(a, ..), Piece::Triangles(b, ..)) => a.len() == b.len(),
        (Piece::Polygon(..), Piece::Polygon(..)) => true,
        (Piece::Lines(a, c, w), Piece::Lines(b, d, v)) => (a.len(), c, w) == (b.len(), d, v),
        (Piece::ColouredLines(a, ..), Piece::ColouredLines(b, ..)) => a.len() == b.len(),
        (Piece::Circles(a, ..), Piece::Circles(b, ..)) => a.len() == b.len(),
        _ => false,
    }
}

/// Rebuilds the pieces from `index` to `end`; the last `kept` old pieces are moved behind them.
fn move_tail(
    mesh: &mut Mesh,
    places: &mut Vec<PieceRange>,
    index: usize,
    kept: usize,
    end: usize,
    mut append: impl FnMut(&mut Mesh, usize) -> PieceRange,
) {
    let tail = places.split_off(places.len() - kept);
    let from = end_of(places);
    places.truncate(index);
    let start = end_of(places);
    if tail.is_empty() {
        mesh.vertices.truncate(start.0);
        mesh.indices.truncate(start.1);
        places.extend((index..end).map(|number| append(mesh, number)));
        return;
    }
    let mut between = Mesh::default();
    for number in index..end {
        let PieceRange { vertices, indices } = append(&mut between, number);
        places.push(PieceRange { vertices: shifted(vertices, 0, start.0), indices: shifted(indices, 0, start.1) });
    }
    let to = end_of(places);
    let first = start.0 as u32;
    mesh.vertices.splice(start.0..from.0, between.vertices);
    mesh.indices.splice(start.1..from.1, between.indices.into_iter().map(|corner| corner + first));
    let by = (to.0 as u32).wrapping_sub(from.0 as u32);
    mesh.indices[to.1..].iter_mut().for_each(|corner| *corner = corner.wrapping_add(by));
    places.extend(tail.into_iter().map(|PieceRange { vertices, indices }| PieceRange {
        vertices: shifted(vertices, from.0, to.0),
        indices: shifted(indices, from.1, to.1),
    }));
}

fn shifted(range: Range<usize>, from: usize, to: usize) -> Range<usize> {
    range.start - from + to..range.end - from + to
}

fn make(into: &mut mesh::Mesh, piece: &Piece, ground: Ground) {
    into.clear();
    into.add_piece(piece, ground.pixels_per_point);
}

/// Vertices translated to the canvas, with converted colours.
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

/// Appends a piece to a mesh.
pub(super) fn append_all(mesh: &mut Mesh, piece: &mesh::Mesh, ground: Ground) {
    append(mesh, piece, ground);
}

fn append(mesh: &mut Mesh, piece: &mesh::Mesh, ground: Ground) -> PieceRange {
    let (vertex, index) = (mesh.vertices.len(), mesh.indices.len());
    mesh.vertices.extend(placed(piece, ground));
    mesh.indices.extend(piece.indices.iter().map(|index| index + vertex as u32));
    PieceRange { vertices: vertex..mesh.vertices.len(), indices: index..mesh.indices.len() }
}

/// Overwrites a piece; returns false if its vertex or triangle count differs.
fn overwrite(mesh: &mut Mesh, place: &PieceRange, piece: &mesh::Mesh, ground: Ground) -> bool {
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
