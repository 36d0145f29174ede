//! Draw lists: flat arrays of points, texture coordinates, triangles and outlines, ready for a graphics card.
//!
//! A [`DrawList`] is filled again every frame and keeps its memory. Bodies are in drawing order: by the layer of the skin (0
//! without one), then in file order. What has blown up is left out. The debug overlays of the editor (forces, contacts, edge maps)
//! are in `overlays`, with the feature of this name.
//!
//! ```
//! # use blobsmith_engine::play::{DrawList, PlayWorld};
//! # let mut world = PlayWorld::from_text(
//! #     r##"{"format": 2, "bodies": [{"nodes": [{"position": [0, 0]}, {"position": [1, 0]}, {"position": [0, 1]}],
//! #         "hull": [[0, 1], [1, 2], [2, 0]], "triangles": [[0, 1, 2]], "skin": {"image": "blob.png", "tint": "#ff8000"}}]}"##,
//! # )?;
//! let mut list = DrawList::default();
//! world.draw(&mut list);
//! assert_eq!((list.points.len(), &list.triangles[..]), (3, &[0, 1, 2][..]));
//! assert_eq!(list.bodies[0].tint, [255, 128, 0, 255]);
//! // The image's upper left corner is at (0, 0), its lower left one at (0, 1).
//! assert_eq!(list.uv, [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::documents::BodyInfo;
use super::handles::{BodyHandle, DiscHandle};
use super::reading::pairs;
use super::{PlayError, PlayWorld};
use crate::geometry::SortCopies;
use std::ops::Range;

/// What to draw, in arrays. Positions are in level units, y up; see [`PlayWorld::pixels_per_unit`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawList {
    /// Positions of all nodes of the level.
    pub points: Vec<[f64; 2]>,
    /// Texture coordinates, one pair per point: u to the right, v downwards, 0 to 1 across the image; (0, 0) without a skin.
    pub uv: Vec<[f64; 2]>,
    /// Three indices of points per triangle, in drawing order.
    pub triangles: Vec<u32>,
    /// Indices of points of all outlines, one outline after the other.
    pub outlines: Vec<u32>,
    /// The outlines: ranges of [`DrawList::outlines`].
    pub loops: Vec<DrawLoop>,
    /// The bodies, in drawing order.
    pub bodies: Vec<DrawBody>,
    /// The discs, in file order.
    pub discs: Vec<DrawDisc>,
    /// Indices of the drawn bodies, in drawing order; kept for its memory.
    order: Vec<usize>,
}

/// An outline of a hull.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawLoop {
    /// Range of [`DrawList::outlines`].
    pub points: Range<usize>,
    /// True if the last point is joined to the first.
    pub is_closed: bool,
}

/// A body to draw. Its image's path is in the skin of [`PlayWorld::body_info`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawBody {
    /// The body.
    pub body: BodyHandle,
    /// Its range of [`DrawList::points`].
    pub points: Range<usize>,
    /// Its range of [`DrawList::triangles`], three entries per triangle.
    pub triangles: Range<usize>,
    /// Its range of [`DrawList::loops`].
    pub loops: Range<usize>,
    /// Colour that multiplies the image: red, green, blue, alpha; white without a skin.
    pub tint: [u8; 4],
    /// True if it has a skin.
    pub has_skin: bool,
    /// Higher layers are in front.
    pub layer: i32,
}

/// A disc to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawDisc {
    /// The disc.
    pub disc: DiscHandle,
    /// Its centre.
    pub center: [f64; 2],
    /// Its radius; 0 for a particle.
    pub radius: f64,
}

impl PlayWorld {
    /// Fills a list with the present frame.
    pub fn draw(&self, list: &mut DrawList) {
        let state = self.world.state();
        list.points.clear();
        list.points.extend_from_slice(pairs(&state.positions));
        self.draw_bodies(list);
        self.draw_discs(list, |disc| state.disc_positions[disc].into());
    }

    /// Fills a list with the positions between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    ///
    /// # Errors
    /// [`PlayError::Off`] without [`PlayWorld::set_interpolation`]; [`PlayError::Number`] if alpha is outside 0..=1.
    pub fn draw_between(&self, alpha: f64, list: &mut DrawList) -> Result<(), PlayError> {
        let between = self.between(alpha)?;
        list.points.clear();
        list.points.extend((0..self.world.layout().node_count).map(|node| between.node(node)));
        self.draw_bodies(list);
        self.draw_discs(list, |disc| between.disc(disc));
        Ok(())
    }

    fn draw_bodies(&self, list: &mut DrawList) {
        list.uv.clear();
        list.uv.resize(list.points.len(), [0.0; 2]);
        list.triangles.clear();
        list.outlines.clear();
        list.loops.clear();
        list.bodies.clear();
        let mut order = std::mem::take(&mut list.order);
        order.clear();
        let blown_up = &self.world.state().blown_up;
        order.extend((0..blown_up.len()).filter(|&body| !blown_up[body] && !self.parts.bodies.handles.is_gap(body)));
        order.sort_copies_by_key(|&body| (layer(&self.parts.bodies.infos[body]), body));
        order.iter().for_each(|&body| self.draw_body(body, list));
        list.order = order;
    }

    fn draw_body(&self, index: usize, list: &mut DrawList) {
        let layout = self.world.layout();
        let (parts, info) = (&layout.bodies[index], &self.parts.bodies.infos[index]);
        if !info.uv.is_empty() {
            list.uv[parts.nodes.clone()].copy_from_slice(&info.uv);
        }
        let (triangles, loops) = (list.triangles.len(), list.loops.len());
        list.triangles.extend(layout.triangles[parts.triangles.clone()].as_flattened());
        for outline in &info.outlines {
            let start = list.outlines.len();
            list.outlines.extend(outline.iter().map(|&node| parts.nodes.start as u32 + node));
            list.loops.push(DrawLoop { points: start..list.outlines.len(), is_closed: parts.is_closed });
        }
        list.bodies.push(DrawBody {
            body: self.parts.bodies.handles.handle(index),
            points: parts.nodes.clone(),
            triangles: triangles..list.triangles.len(),
            loops: loops..list.loops.len(),
            tint: info.skin.as_ref().map_or(WHITE, |skin| colour(&skin.tint)),
            has_skin: info.skin.is_some(),
            layer: layer(info),
        });
    }

    fn draw_discs(&self, list: &mut DrawList, center: impl Fn(usize) -> [f64; 2]) {
        let (discs, blown_up) = (&self.world.layout().discs, &self.world.state().disc_blown_up);
        let drawn = (0..discs.count()).filter(|&disc| !blown_up[disc]).map(|disc| DrawDisc {
            disc: self.parts.discs.handles.handle(disc),
            center: center(disc),
            radius: discs.radius[disc],
        });
        list.discs.clear();
        list.discs.extend(drawn);
    }
}

fn layer(info: &BodyInfo) -> i32 {
    info.skin.as_ref().map_or(0, |skin| skin.layer)
}

const WHITE: [u8; 4] = [255; 4];

/// Parses `#rrggbb` or `#rrggbbaa`; white for anything else, which a validated level does not have.
fn colour(text: &str) -> [u8; 4] {
    let digits: Option<Vec<u32>> =
        text.strip_prefix('#').unwrap_or("").chars().map(|digit| digit.to_digit(16)).collect();
    let mut colour = WHITE;
    if let Some(digits) = digits.filter(|digits| digits.len() == 6 || digits.len() == 8) {
        for (channel, pair) in colour.iter_mut().zip(digits.chunks(2)) {
            *channel = (pair[0] * 16 + pair[1]) as u8;
        }
    }
    colour
}
