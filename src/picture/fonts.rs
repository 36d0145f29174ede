//! How wide words are and what their letters look like, from the fonts that the editor uses as well.
//!
//! Must never know: colours, file formats.

use super::Align;
use ttf_parser::{Face, OutlineBuilder};

/// Middle of a capital letter above the baseline, as a part of the font's height.
pub const MIDDLE: f32 = 0.35;

/// The fonts, first choice first.
pub struct Fonts {
    faces: Vec<Face<'static>>,
}

impl Default for Fonts {
    fn default() -> Self {
        Self::new()
    }
}

impl Fonts {
    /// Reads the built-in fonts.
    pub fn new() -> Self {
        let data = [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR];
        Self { faces: data.iter().filter_map(|bytes| Face::parse(bytes, 0).ok()).collect() }
    }

    /// The first face that has the letter, and the letter in it; else the first face's box for unknown letters.
    fn glyph(&self, letter: char) -> Option<(&Face<'static>, ttf_parser::GlyphId)> {
        let found = self.faces.iter().find_map(|face| face.glyph_index(letter).map(|glyph| (face, glyph)));
        found.or_else(|| self.faces.first().map(|face| (face, ttf_parser::GlyphId(0))))
    }

    /// Width of a line of words in a font of height `size`.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|letter| self.advance(letter, size)).sum()
    }

    fn advance(&self, letter: char, size: f32) -> f32 {
        self.glyph(letter).map_or(0.0, |(face, glyph)| {
            f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * size / f32::from(face.units_per_em())
        })
    }

    /// Where a line starts that is aligned at `x`.
    pub fn start(&self, text: &str, size: f32, x: f32, align: Align) -> f32 {
        match align {
            Align::Left => x,
            Align::Center => x - self.width(text, size) * 0.5,
            Align::Right => x - self.width(text, size),
        }
    }

    /// Gives the outlines of a line of words to `pen`; `at` as in [`super::Primitive::Text`].
    pub fn outline(&self, text: &str, size: f32, at: [f32; 2], align: Align, pen: &mut dyn OutlineBuilder) {
        let mut x = self.start(text, size, at[0], align);
        let baseline = at[1] + MIDDLE * size;
        for letter in text.chars() {
            if let Some((face, glyph)) = self.glyph(letter) {
                let scale = size / f32::from(face.units_per_em());
                face.outline_glyph(glyph, &mut Placed { pen, x, baseline, scale });
            }
            x += self.advance(letter, size);
        }
    }
}

/// Moves font units (y up) to their place on the screen (y down).
struct Placed<'a> {
    pen: &'a mut dyn OutlineBuilder,
    x: f32,
    baseline: f32,
    scale: f32,
}

impl Placed<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.baseline - y * self.scale)
    }
}

impl OutlineBuilder for Placed<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pen.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pen.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.pen.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.pen.curve_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.pen.close();
    }
}
