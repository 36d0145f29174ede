//! Debug overlays of the editor as vertex lists: forces, contacts, verdicts, strain and others, by the editor's own code.
//!
//! An [`OverlayList`] has triangles, lines and labels in world coordinates, y up. A renderer paints its [`OverlayList::batches`] in
//! order, and the labels above with a font of its own. Sizes that the editor gives in pixels (arrow heads, marks, line widths) need
//! the camera: an [`OverlayView`].
//!
//! Overlays of contacts and impacts show the last substep if [`PlayWorld::set_tracing`] is on, else the next one, which is computed
//! on a copy. Neither changes the world. Overlays that need other frames (trails, ghosts, contact heat) are not offered.
//!
//! Cost: for debugging. A call copies names and topology of the level, draws, and clones and steps the world if it needs a trace.
//!
//! ```
//! use blobsmith_engine::play::{OverlayList, PlayWorld};
//!
//! let mut world = PlayWorld::from_text(
//!     r#"{"format": 2, "bodies": [{"nodes": [{"position": [0, 0], "velocity": [1, 0]}, {"position": [4, 3]}]}]}"#,
//! )?;
//! let view = world.overlay_view([1280.0, 720.0]);
//! let mut list = OverlayList::default();
//! world.draw_overlays(&["velocities"], &view, &mut list)?;
//! // An arrow: a shaft and a head.
//! assert_eq!((list.line_points.len(), list.triangles.len()), (2, 3));
//! assert_eq!(list.legend[0].text, "velocity, up to 1");
//! let error = world.draw_overlays(&["forces"], &view, &mut list).unwrap_err();
//! assert!(error.to_string().contains("force-total"));
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::{PlayError, PlayWorld};
use crate::engine::Trace;
use crate::level::{Point, View};
use crate::picture::history::PastOptions;
use crate::picture::mesh::{Mesh, Piece, pieces};
use crate::picture::overlays::{self, Overlay, OverlayOptions};
use crate::picture::{
    Align, Layers, LegendEntry, Palette, Picture, Primitive, Px, Rgba, Scene, Theme, Viewport, flatten, layers, scene,
};
use glam::DVec2;
use std::ops::Range;

/// An overlay of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlayInfo {
    /// Id in kebab-case, as of `blobsmith render --overlay`.
    pub name: &'static str,
    /// Display title.
    pub title: &'static str,
    /// Description in one sentence.
    pub help: &'static str,
    /// True if a game can draw it; false if it needs frames before or after the present one.
    pub is_offered: bool,
}

/// The camera of a game, for sizes in pixels. What is outside of the view is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayView {
    /// Position in the middle of the view.
    pub center: Point,
    /// Width and height in pixels, 1 to 16384 each.
    pub size_px: [f64; 2],
    /// Pixels per level unit, above 0.
    pub pixels_per_unit: f64,
    /// True for colours on a light background.
    pub is_light: bool,
}

/// What to paint, in arrays. Fill it again every frame; it keeps its memory. Positions are in level units, y up; colours are red, green,
/// blue, alpha, not premultiplied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OverlayList {
    /// Corners of triangles.
    pub points: Vec<Point>,
    /// Colour of each corner. Rims of round marks fade out over a pixel.
    pub colors: Vec<[u8; 4]>,
    /// Three indices of [`OverlayList::points`] per triangle, in either orientation.
    pub triangles: Vec<u32>,
    /// Two points per line.
    pub line_points: Vec<Point>,
    /// Colour of each line.
    pub line_colors: Vec<[u8; 4]>,
    /// Width of each line, in pixels.
    pub line_widths: Vec<f32>,
    /// Texts.
    pub labels: Vec<OverlayLabel>,
    /// Meanings of the colours.
    pub legend: Vec<OverlayLegend>,
    /// Triangles and lines in painting order, the first at the bottom.
    pub batches: Vec<OverlayBatch>,
    /// Triangles in pixels; kept for its memory.
    mesh: Mesh,
}

/// Triangles or lines that are painted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayBatch {
    /// Name of the overlay.
    pub overlay: &'static str,
    /// True for lines, false for triangles.
    pub is_lines: bool,
    /// Range of the lines; of triangles the range of [`OverlayList::triangles`], three entries each.
    pub range: Range<usize>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayLabel {
    /// Name of the overlay.
    pub overlay: &'static str,
    /// Position; y is the middle of a capital letter.
    pub at: Point,
    /// Part of the text's width that is left of the position: 0, 0.5 or 1.
    pub anchor: f32,
    /// The text.
    pub text: String,
    /// Height of the font, in pixels.
    pub size_px: f32,
    /// Colour.
    pub color: [u8; 4],
}

/// The meaning of a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayLegend {
    /// Name of the overlay.
    pub overlay: &'static str,
    /// The colour.
    pub color: [u8; 4],
    /// Its meaning.
    pub text: String,
    /// Length in pixels of an arrow of the size that the text names; None for a colour alone.
    pub arrow_px: Option<f32>,
}

/// The layer that the game draws itself.
pub(super) const SKINS: &str = "skins";

/// The overlays of the editor in painting order.
pub fn overlay_names() -> impl Iterator<Item = OverlayInfo> {
    overlays::ALL.iter().map(|overlay| OverlayInfo {
        name: overlay.id,
        title: overlay.title,
        help: overlay.explanation,
        is_offered: is_offered(overlay),
    })
}

fn is_offered(overlay: &Overlay) -> bool {
    PastOptions::default().needs([overlay.id]).is_none()
}

/// The overlays with these names, in painting order.
fn chosen(names: &[&str]) -> Result<Vec<&'static Overlay>, PlayError> {
    let mut offered = overlays::ALL.iter().filter(|overlay| is_offered(overlay));
    if let Some(unknown) = names.iter().find(|name| offered.clone().all(|overlay| overlay.id != **name)) {
        return Err(PlayError::Overlay((*unknown).into(), offered.map(|overlay| overlay.id).collect()));
    }
    Ok(offered.by_ref().filter(|overlay| names.contains(&overlay.id)).collect())
}

impl OverlayView {
    fn viewport(&self) -> Result<Viewport, PlayError> {
        let (center, size_px) = (DVec2::from(self.center), DVec2::from(self.size_px));
        if !center.is_finite() {
            return Err(PlayError::Number("center", "two finite numbers"));
        }
        if !self.size_px.iter().all(|side| (1.0..=16384.0).contains(side)) {
            return Err(PlayError::Number("size_px", "two numbers from 1 to 16384"));
        }
        if !(self.pixels_per_unit.is_finite() && self.pixels_per_unit > 0.0) {
            return Err(PlayError::Number("pixels_per_unit", "a finite number above 0"));
        }
        Ok(Viewport { size_px, center, scale: self.pixels_per_unit })
    }
}

impl PlayWorld {
    /// The view of this size that shows the whole level, as `blobsmith render` does.
    pub fn overlay_view(&self, size_px: [f64; 2]) -> OverlayView {
        let size = DVec2::from(size_px);
        let bounds = scene::bounds(&self.as_level(), &self.world);
        let Viewport { center, scale, .. } = Viewport::fit(size, bounds, size.min_element() * 0.06);
        OverlayView { center: center.into(), size_px, pixels_per_unit: scale, is_light: false }
    }

    /// The view of this size that the level file asks for, at least 4:3; without one, [`PlayWorld::overlay_view`].
    pub fn level_view(&self, size_px: [f64; 2]) -> OverlayView {
        let Some(View { center, height }) = self.parts.picture.view.filter(|view| view.height > 0.0) else {
            return self.overlay_view(size_px);
        };
        let pixels_per_unit = (size_px[1] / height).min(size_px[0] / (height * 4.0 / 3.0));
        OverlayView { center, size_px, pixels_per_unit, is_light: false }
    }

    /// Fills a list with overlays of the present frame. Lengths of arrows fit the view, with round numbers in the legend.
    ///
    /// # Errors
    /// [`PlayError::Overlay`] with the names that are offered; [`PlayError::Number`] if the view is not sound.
    pub fn draw_overlays(&self, names: &[&str], view: &OverlayView, list: &mut OverlayList) -> Result<(), PlayError> {
        list.clear();
        self.draw_scene(Layers::NONE, names, view, &mut |name, picture, scene| {
            list.add(name, &flatten(&picture, &scene.viewport, scene.palette), &scene.viewport);
            list.legend.extend(picture.legend.into_iter().map(|row| OverlayLegend::new(name, row)));
        })
    }

    /// Draws layers, then overlays: calls `each` with the name and the picture of each, in painting order. The layer of skins draws nothing,
    /// but it switches off the fill of bodies with a skin.
    pub(super) fn draw_scene(
        &self,
        layers: Layers,
        names: &[&str],
        view: &OverlayView,
        each: &mut dyn FnMut(&'static str, Picture, &Scene),
    ) -> Result<(), PlayError> {
        let (overlays, viewport) = (chosen(names)?, view.viewport()?);
        let level = self.as_level();
        let palette = Palette::of(if view.is_light { Theme::Light } else { Theme::Dark });
        let skins = layers.is_on(SKINS).then(|| self.parts.skins());
        // The edge map prefers the hull of a contact.
        let needs_trace = overlays.iter().any(|overlay| overlay.needs_trace || overlay.id == "edge-map");
        let next = (needs_trace && self.trace().is_none()).then(|| {
            let mut trace = Trace::default();
            self.world.clone().step_substep_traced(&mut trace);
            trace
        });
        let scene = Scene {
            trace: next.as_ref().or(self.trace()),
            hides: true,
            layers,
            skins: skins.as_ref(),
            ..Scene::new(&level, &self.world, &palette, viewport)
        };
        for layer in layers::ALL.iter().filter(|layer| layers.is_on(layer.id)) {
            let mut picture = Picture::default();
            if layer.id != SKINS {
                (layer.draw)(&scene, &mut picture);
            }
            each(layer.id, picture, &scene);
        }
        if !overlays.is_empty() {
            let options = OverlayOptions::suggest(&scene);
            for overlay in overlays {
                let mut picture = Picture::default();
                overlay.draw(&scene, &options, &mut picture);
                each(overlay.id, picture, &scene);
            }
        }
        Ok(())
    }
}

impl OverlayLegend {
    pub(super) fn new(overlay: &'static str, LegendEntry { color, text, arrow_px }: LegendEntry) -> Self {
        Self { overlay, color: bytes(color), text, arrow_px }
    }
}

impl OverlayList {
    fn clear(&mut self) {
        self.points.clear();
        self.colors.clear();
        self.triangles.clear();
        self.line_points.clear();
        self.line_colors.clear();
        self.line_widths.clear();
        self.labels.clear();
        self.legend.clear();
        self.batches.clear();
    }

    fn add(&mut self, overlay: &'static str, primitives: &[Primitive], viewport: &Viewport) {
        let world = |[x, y]: Px| viewport.world_from_screen(DVec2::new(x.into(), y.into())).into();
        for primitive in primitives {
            if let Primitive::Text { at, align, text, size, color, .. } = primitive {
                let (at, anchor, text) = (world(*at), anchor(*align), text.clone());
                self.labels.push(OverlayLabel { overlay, at, anchor, text, size_px: *size, color: bytes(*color) });
                continue;
            }
            for piece in pieces(std::slice::from_ref(primitive)) {
                let (lines, indices) = (self.line_colors.len(), self.triangles.len());
                match piece {
                    Piece::Lines(segments, color, width) => {
                        segments.iter().for_each(|ends| self.line(ends.map(world), color, width));
                    }
                    Piece::ColouredLines(segments, width) => {
                        segments.iter().for_each(|(ends, color)| self.line(ends.map(world), *color, width));
                    }
                    Piece::Triangles(..) | Piece::Polygon(..) | Piece::Circles(..) => self.fill(&piece, world),
                }
                self.batch(overlay, true, lines..self.line_colors.len());
                self.batch(overlay, false, indices..self.triangles.len());
            }
        }
    }

    fn line(&mut self, ends: [Point; 2], color: Rgba, width: f32) {
        self.line_points.extend(ends);
        self.line_colors.push(bytes(color));
        self.line_widths.push(width);
    }

    fn fill(&mut self, piece: &Piece, world: impl Fn(Px) -> Point) {
        self.mesh.clear();
        self.mesh.add_piece(piece, 1.0);
        let first = self.points.len() as u32;
        self.points.extend(self.mesh.vertices.iter().map(|vertex| world(vertex.at)));
        self.colors.extend(self.mesh.vertices.iter().map(|vertex| bytes(vertex.color)));
        self.triangles.extend(self.mesh.indices.iter().map(|index| first + index));
    }

    /// Adds a batch, or makes the last one longer.
    fn batch(&mut self, overlay: &'static str, is_lines: bool, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        match self.batches.last_mut() {
            Some(last) if (last.overlay, last.is_lines) == (overlay, is_lines) => last.range.end = range.end,
            _ => self.batches.push(OverlayBatch { overlay, is_lines, range }),
        }
    }
}

/// Part of a text's width that is left of its position.
pub(super) fn anchor(align: Align) -> f32 {
    match align {
        Align::Left => 0.0,
        Align::Center => 0.5,
        Align::Right => 1.0,
    }
}

pub(super) fn bytes(Rgba(red, green, blue, alpha): Rgba) -> [u8; 4] {
    [red, green, blue, alpha]
}
