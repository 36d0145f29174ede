//! PNG painter: rasterises in memory without display or GPU. Deterministic: equal pictures give equal bytes.

use super::fonts::Fonts;
use super::{
    Align, Palette, Paper, Picture, PictureError, Primitive, Px, Rgba, Viewport, checked_size, flatten, legend,
    textured,
};
use ::png::ColorType;
use std::collections::BTreeMap;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// An opaque PNG file, 8 bits per channel. Fails for sizes out of range ([`checked_size`]).
pub fn paint(picture: &Picture, viewport: &Viewport, palette: &Palette) -> Result<Vec<u8>, PictureError> {
    paint_on(picture, viewport, palette, Paper::default())
}

/// A PNG file on the given paper, 8 bits per channel. Fails for sizes out of range ([`checked_size`]).
pub fn paint_on(
    picture: &Picture,
    viewport: &Viewport,
    palette: &Palette,
    paper: Paper,
) -> Result<Vec<u8>, PictureError> {
    let (width, height) = checked_size(&paper.sized(viewport))?;
    let pixmap = draw(picture, viewport, palette, paper)?;
    if !paper.is_transparent {
        return encode(width, height, ColorType::Rgb, &opaque(&pixmap));
    }
    let straight = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let pixels: Vec<u8> = straight.flat_map(|p| [p.red(), p.green(), p.blue(), p.alpha()]).collect();
    encode(width, height, ColorType::Rgba, &pixels)
}

/// RGB pixels, three bytes each, row by row from the top.
pub fn rasterise(picture: &Picture, viewport: &Viewport, palette: &Palette) -> Result<Vec<u8>, PictureError> {
    rasterise_on(picture, viewport, palette, 1)
}

/// Like [`rasterise`], enlarged by the paper's zoom.
pub(super) fn rasterise_on(
    picture: &Picture,
    viewport: &Viewport,
    palette: &Palette,
    zoom: u32,
) -> Result<Vec<u8>, PictureError> {
    Ok(opaque(&draw(picture, viewport, palette, Paper { zoom, is_transparent: false })?))
}

/// On an opaque background all pixels are opaque, so premultiplied colours equal straight ones.
fn opaque(pixmap: &Pixmap) -> Vec<u8> {
    pixmap.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()
}

fn draw(picture: &Picture, viewport: &Viewport, palette: &Palette, paper: Paper) -> Result<Pixmap, PictureError> {
    let sized = paper.sized(viewport);
    let (width, height) = checked_size(&sized)?;
    let pixmap = Pixmap::new(width, height).ok_or(PictureError::Size(sized.size_px.x, sized.size_px.y))?;
    let zoom = paper.factor() as f32;
    let mut canvas = Canvas { pixmap, fonts: Fonts::new(), transform: Transform::from_scale(zoom, zoom) };
    if !paper.is_transparent {
        let Rgba(r, g, b, _) = palette.background;
        canvas.pixmap.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
    }
    let drawn = flatten(picture, viewport, palette);
    for primitive in &drawn {
        canvas.primitive(primitive);
    }
    for primitive in legend::layout(picture, viewport, palette, &drawn) {
        canvas.primitive(&primitive);
    }
    Ok(canvas.pixmap)
}

pub(super) fn encode(width: u32, height: u32, color: ColorType, pixels: &[u8]) -> Result<Vec<u8>, PictureError> {
    let failed = |error: ::png::EncodingError| PictureError::Encode(error.to_string());
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_source_srgb(::png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

struct Canvas {
    pixmap: Pixmap,
    fonts: Fonts,
    transform: Transform,
}

impl Canvas {
    fn fill(&mut self, path: PathBuilder, color: Rgba, rule: FillRule) {
        if let Some(path) = path.finish() {
            self.fill_path(&path, color, rule);
        }
    }

    fn fill_path(&mut self, path: &Path, color: Rgba, rule: FillRule) {
        self.pixmap.fill_path(path, &ink(color), rule, self.transform, None);
    }

    fn stroke(&mut self, path: &Path, color: Rgba, width: f32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.pixmap.stroke_path(path, &ink(color), &stroke, self.transform, None);
    }

    fn primitive(&mut self, primitive: &Primitive) {
        match primitive {
            Primitive::Triangles { triangles, fill } => {
                let mut path = PathBuilder::new();
                for triangle in triangles {
                    ring(&mut path, triangle);
                }
                self.fill(path, *fill, FillRule::Winding);
            }
            Primitive::Textured { texture, triangles, uv, tint } => {
                let zoom = self.transform.sx;
                for (corners, uv) in triangles.iter().zip(uv) {
                    textured::fill(&mut self.pixmap, corners.map(|p| p.map(|x| x * zoom)), *uv, texture, *tint);
                }
            }
            Primitive::Polygon { rings, fill } => {
                let mut path = PathBuilder::new();
                for points in rings {
                    ring(&mut path, points);
                }
                self.fill(path, *fill, FillRule::EvenOdd);
            }
            Primitive::Lines { segments, color, width } => self.lines(segments, *color, *width),
            Primitive::ColouredLines { segments, width } => {
                let mut by_color: BTreeMap<Rgba, Vec<[Px; 2]>> = BTreeMap::new();
                for (ends, color) in segments {
                    by_color.entry(*color).or_default().push(*ends);
                }
                for (color, segments) in by_color {
                    self.lines(&segments, color, *width);
                }
            }
            Primitive::Circles { circles, fill, outline } => self.circles(circles, *fill, *outline),
            Primitive::Text { at, align, text, size, color, halo } => {
                self.words(*at, *align, text, *size, *color, *halo);
            }
        }
    }

    fn lines(&mut self, segments: &[[Px; 2]], color: Rgba, width: f32) {
        let mut path = PathBuilder::new();
        let mut end = None;
        for &[a, b] in segments {
            if end != Some(a) {
                path.move_to(a[0], a[1]);
            }
            path.line_to(b[0], b[1]);
            end = Some(b);
        }
        if let Some(path) = path.finish() {
            self.stroke(&path, color, width);
        }
    }

    fn circles(&mut self, circles: &[(Px, f32)], fill: Option<Rgba>, outline: Option<(Rgba, f32)>) {
        let mut path = PathBuilder::new();
        for &(center, radius) in circles {
            path.push_circle(center[0], center[1], radius);
        }
        let Some(path) = path.finish() else { return };
        if let Some(fill) = fill {
            self.fill_path(&path, fill, FillRule::Winding);
        }
        if let Some((color, width)) = outline {
            self.stroke(&path, color, width);
        }
    }

    fn words(&mut self, at: Px, align: Align, text: &str, size: f32, color: Rgba, halo: Option<Rgba>) {
        let mut pen = Pen(PathBuilder::new());
        self.fonts.outline(text, size, at, align, &mut pen);
        let Some(path) = pen.0.finish() else { return };
        if let Some(rim) = halo {
            self.stroke(&path, rim, size * 0.25);
        }
        self.fill_path(&path, color, FillRule::Winding);
        // The built-in font is light; a thin outline gives it the weight of body text.
        self.stroke(&path, color, size * 0.028);
    }
}

fn ink(Rgba(r, g, b, a): Rgba) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, a);
    paint
}

fn ring(path: &mut PathBuilder, points: &[Px]) {
    for (index, &[x, y]) in points.iter().enumerate() {
        if index == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    path.close();
}

/// Adds glyph outlines to a path.
struct Pen(PathBuilder);

impl skrifa::outline::OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}
