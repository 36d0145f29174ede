//! The level as the editor draws it, with overlays, for painters with paths such as a 2D canvas: one stream of numbers.
//!
//! The stream is a sequence of shapes in painting order, positions in pixels from the upper left corner, colours as red, green, blue and
//! alpha, 0 to 255:
//!
//! | first number | shape | numbers that follow |
//! | --: | --- | --- |
//! | 0 | triangles | colour, number of triangles, three corners of each |
//! | 1 | polygon (even-odd rule) | colour, number of rings, and of each ring the number of corners and the corners |
//! | 2 | lines | colour, width, number of lines, both ends of each |
//! | 3 | circles | colour of the fill, colour of the outline, width of the outline, number of circles, centre and radius of each |
//! | 4 | place of the skins' images | |
//!
//! ```
//! # use blobsmith_engine::play::{OverlayView, PaintList, PlayWorld};
//! let world = PlayWorld::from_text("(format: 2, discs: [(position: (0.0, 1.0), radius: 0.5)])")?;
//! let view = OverlayView { center: [0.0, 0.0], size_px: [400.0, 300.0], pixels_per_unit: 10.0, is_light: true };
//! let mut list = PaintList::default();
//! world.paint(&["discs"], &[], &view, &mut list)?;
//! // One circle, 10 pixels above the middle.
//! assert_eq!((list.stream[0], &list.stream[10..]), (3.0, &[1.0, 200.0, 140.0, 5.0][..]));
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::overlays::{OverlayLegend, SKINS, anchor, bytes};
use super::{OverlayLabel, OverlayView, PlayError, PlayWorld};
use crate::picture::{Layers, Primitive, Px, Rgba, flatten, layers};

/// What to paint. Fill it again every frame; it keeps its memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaintList {
    /// The shapes.
    pub stream: Vec<f32>,
    /// Texts, above all shapes; positions in pixels from the upper left corner.
    pub labels: Vec<OverlayLabel>,
    /// Meanings of the colours of the overlays.
    pub legend: Vec<OverlayLegend>,
}

impl PlayWorld {
    /// Fills a list with layers of the level and overlays above. With the layer `skins`, bodies with a skin have no fill, and the stream says
    /// where their images come.
    ///
    /// # Errors
    /// [`PlayError::Overlay`] for the name of no layer or overlay, with the names that there are; [`PlayError::Number`] if the view is
    /// not sound.
    pub fn paint(
        &self,
        layers: &[&str],
        overlays: &[&str],
        view: &OverlayView,
        list: &mut PaintList,
    ) -> Result<(), PlayError> {
        let mut chosen = Layers::NONE;
        if let Some(unknown) = layers.iter().find(|name| !chosen.set(name, true)) {
            return Err(PlayError::Overlay((*unknown).into(), layers::ALL.iter().map(|layer| layer.id).collect()));
        }
        list.stream.clear();
        list.labels.clear();
        list.legend.clear();
        self.draw_scene(chosen, overlays, view, &mut |name, picture, scene| {
            if name == SKINS {
                list.stream.push(4.0);
            }
            for primitive in flatten(&picture, &scene.viewport, scene.palette) {
                list.add(name, primitive);
            }
            list.legend.extend(picture.legend.into_iter().map(|row| OverlayLegend::new(name, row)));
        })
    }
}

impl PaintList {
    fn add(&mut self, overlay: &'static str, primitive: Primitive) {
        match primitive {
            Primitive::Triangles { triangles, fill } => {
                self.start(0.0, &[fill], &[], triangles.len());
                self.points(triangles.as_flattened());
            }
            Primitive::Polygon { rings, fill } => {
                self.start(1.0, &[fill], &[], rings.len());
                for ring in rings {
                    self.stream.push(ring.len() as f32);
                    self.points(&ring);
                }
            }
            Primitive::Lines { segments, color, width } => {
                self.start(2.0, &[color], &[width], segments.len());
                self.points(segments.as_flattened());
            }
            Primitive::ColouredLines { segments, width } => {
                for same in segments.chunk_by(|a, b| a.1 == b.1) {
                    self.start(2.0, &[same[0].1], &[width], same.len());
                    same.iter().for_each(|(ends, _)| self.points(ends));
                }
            }
            Primitive::Circles { circles, fill, outline } => {
                let none = Rgba(0, 0, 0, 0);
                let (color, width) = outline.unwrap_or((none, 0.0));
                self.start(3.0, &[fill.unwrap_or(none), color], &[width], circles.len());
                self.stream.extend(circles.iter().flat_map(|&([x, y], radius)| [x, y, radius]));
            }
            Primitive::Text { at: [x, y], align, text, size, color, .. } => self.labels.push(OverlayLabel {
                overlay,
                at: [x.into(), y.into()],
                anchor: anchor(align),
                text,
                size_px: size,
                color: bytes(color),
            }),
            // Skins are drawn by the caller.
            Primitive::Textured { .. } => {}
        }
    }

    fn start(&mut self, kind: f32, colors: &[Rgba], sizes: &[f32], count: usize) {
        self.stream.push(kind);
        self.stream.extend(colors.iter().flat_map(|&color| bytes(color).map(f32::from)));
        self.stream.extend(sizes);
        self.stream.push(count as f32);
    }

    fn points(&mut self, points: &[Px]) {
        self.stream.extend(points.as_flattened());
    }
}
