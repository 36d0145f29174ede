//! Text widths and glyph outlines, from the fonts that the editor uses.

use super::Align;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, charmap::Charmap};

/// Height of the middle of a capital letter above the baseline, as a fraction of the font size.
pub const MIDDLE: f32 = 0.35;

/// One font, in its own units.
struct Face {
    letters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    units_per_em: f32,
}

impl Face {
    fn parse(bytes: &'static [u8]) -> Option<Self> {
        let font = FontRef::new(bytes).ok()?;
        let (size, location) = (Size::unscaled(), LocationRef::default());
        Some(Self {
            letters: font.charmap(),
            metrics: font.glyph_metrics(size, location),
            outlines: font.outline_glyphs(),
            units_per_em: f32::from(font.metrics(size, location).units_per_em),
        })
    }
}

/// The fonts in order of preference.
pub struct Fonts {
    faces: Vec<Face>,
}

impl Default for Fonts {
    fn default() -> Self {
        Self::new()
    }
}

impl Fonts {
    /// Reads the built-in fonts.
    pub fn new() -> Self {
        let data: [&'static [u8]; 2] = [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR];
        Self { faces: data.into_iter().filter_map(Face::parse).collect() }
    }

    /// The first face that has the letter, with its glyph; else the placeholder glyph of the first face.
    fn glyph(&self, letter: char) -> Option<(&Face, GlyphId)> {
        let found = self.faces.iter().find_map(|face| face.letters.map(letter).map(|glyph| (face, glyph)));
        found.or_else(|| self.faces.first().map(|face| (face, GlyphId::NOTDEF)))
    }

    /// Width of a line of text at font size `size`.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|letter| self.advance(letter, size)).sum()
    }

    fn advance(&self, letter: char, size: f32) -> f32 {
        self.glyph(letter)
            .map_or(0.0, |(face, glyph)| face.metrics.advance_width(glyph).unwrap_or(0.0) * size / face.units_per_em)
    }

    /// Left end of a line of text aligned at `x`.
    pub fn start(&self, text: &str, size: f32, x: f32, align: Align) -> f32 {
        match align {
            Align::Left => x,
            Align::Center => x - self.width(text, size) * 0.5,
            Align::Right => x - self.width(text, size),
        }
    }

    /// Passes the outlines of a line of text to `pen`; `at` as in [`super::Primitive::Text`].
    pub fn outline(&self, text: &str, size: f32, at: [f32; 2], align: Align, pen: &mut dyn OutlinePen) {
        let mut x = self.start(text, size, at[0], align);
        let baseline = at[1] + MIDDLE * size;
        for letter in text.chars() {
            if let Some((face, glyph)) = self.glyph(letter) {
                let mut placed =
                    Placed { pen, x, baseline, scale: size / face.units_per_em, start: (0.0, 0.0), end: (0.0, 0.0) };
                let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                let settings = settings.with_path_style(PathStyle::HarfBuzz);
                if let Some(outline) = face.outlines.get(glyph) {
                    // A glyph with an invalid description stays empty.
                    let _ = outline.draw(settings, &mut placed);
                }
            }
            x += self.advance(letter, size);
        }
    }
}

/// Maps font units (y up) to the screen (y down), and closes each contour at its start.
struct Placed<'a> {
    pen: &'a mut dyn OutlinePen,
    x: f32,
    baseline: f32,
    scale: f32,
    /// Start and current end of the contour, in font units.
    start: (f32, f32),
    end: (f32, f32),
}

impl Placed<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.baseline - y * self.scale)
    }
}

impl OutlinePen for Placed<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        (self.start, self.end) = ((x, y), (x, y));
        let (x, y) = self.at(x, y);
        self.pen.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.end = (x, y);
        let (x, y) = self.at(x, y);
        self.pen.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.end = (x, y);
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.pen.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.end = (x, y);
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.pen.curve_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        if self.end != self.start {
            self.line_to(self.start.0, self.start.1);
        }
        self.pen.close();
    }
}
