//! What an import omits or changes, in sentences.

use super::shapes::{VisibleShape, VisibleShapes};
use crate::geometry::Aabb;

/// Omissions and changes of an import; lists contain places.
#[derive(Default)]
pub(super) struct Omissions {
    /// Text elements and images.
    pub texts_and_images: usize,
    pub backgrounds: usize,
    pub specks: usize,
    /// Shapes without opacity.
    pub transparent: usize,
    pub masks: usize,
    /// Shapes that clip paths hide.
    pub hidden: Vec<String>,
    /// Shapes that enclose no area.
    pub empty: Vec<String>,
    /// Lines without filling that are wide enough to look like shapes.
    pub wide_lines: Vec<String>,
    /// Filled shapes with such an outline.
    pub wide_outlines: Vec<String>,
    /// Shapes with so few digits that it shows.
    pub coarse: Vec<String>,
}

/// Relative rounding error of the library's single precision.
const ROUNDING: f64 = 1.0 / (1u32 << 24) as f64;
/// Rounding errors above this fraction of the spacing are reported.
const NOTICEABLE: f64 = 0.01;
/// Lines wider than this fraction of the spacing are reported.
const WIDE: f64 = 0.5;

impl Omissions {
    /// Those of the whole drawing.
    pub fn of(texts_and_images: usize, shapes: &VisibleShapes) -> Self {
        Self { texts_and_images, transparent: shapes.transparent, masks: shapes.masks, ..Self::default() }
    }

    /// Records what is lost of a shape; `spacing` in the drawing's units.
    pub fn look_at(&mut self, shape: &VisibleShape, spacing: f64) {
        let transform = shape.path.abs_transform();
        let [sx, ky, kx, sy] = [transform.sx, transform.ky, transform.kx, transform.sy].map(f64::from);
        let width =
            shape.stroke().map_or(0.0, |stroke| f64::from(stroke.width().get()) * (sx * sy - kx * ky).abs().sqrt());
        if width > WIDE * spacing {
            let list = if shape.fill().is_some() { &mut self.wide_outlines } else { &mut self.wide_lines };
            list.push(shape.place.clone());
        }
        // Errors of the path's own numbers and of the translation stay, even if both cancel out.
        let farthest = |bounds: Aabb| bounds.min.abs().max(bounds.max.abs()).max_element();
        let own = shape.path.data().bounds();
        let own = [own.left(), own.top(), own.right(), own.bottom()].map(|number| f64::from(number).abs());
        let scale = sx.abs().max(sy.abs()).max(kx.abs()).max(ky.abs());
        let moved = f64::from(transform.tx.abs().max(transform.ty.abs()));
        let largest = (scale * own.into_iter().fold(0.0, f64::max)).max(moved).max(farthest(shape.bounds));
        if ROUNDING * largest > NOTICEABLE * spacing {
            self.coarse.push(shape.place.clone());
        }
    }

    /// Sentences.
    pub fn remarks(&self) -> Vec<String> {
        let counts = [
            (self.texts_and_images, "text and images"),
            (self.backgrounds, "background shapes"),
            (self.specks, "specks without noticeable area"),
            (self.transparent, "transparent shapes"),
        ];
        let counted = counts.into_iter().filter(|(count, _)| *count > 0);
        let mut remarks: Vec<String> = counted.map(|(count, what)| format!("{what}: {count} left out")).collect();
        if self.masks > 0 {
            remarks.push(format!("masks: {} do not apply; use clip paths, which do", self.masks));
        }
        let mut remark = |places: &[String], before: &str, after: &str| {
            if let Some(places) = listed(places) {
                remarks.push(format!("{before}: {places}{after}"));
            }
        };
        remark(&self.empty, "shapes that enclose no area", " left out");
        remark(&self.hidden, "shapes that clip paths hide", " left out");
        remark(
            &self.wide_lines,
            "wide lines without filling become obstacles without width",
            "; turn their strokes into paths to make bodies of them",
        );
        remark(&self.wide_outlines, "wide outlines do not count, a body ends in the middle of its outline", "");
        remark(
            &self.coarse,
            "so far from the origin, for their size, that their coordinates are rounded noticeably",
            "; move them towards the origin",
        );
        remarks
    }
}

/// The first place and the number of the others; None without any.
fn listed(places: &[String]) -> Option<String> {
    let (first, rest) = places.split_first()?;
    Some(if rest.is_empty() { first.clone() } else { format!("{first} and {} more", rest.len()) })
}
