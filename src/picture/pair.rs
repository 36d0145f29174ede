//! Two pictures in one: side by side, or the second as a ghost behind the first.

use super::{Item, Palette, Paper, Picture, PictureError, Rgba, Viewport, checked_size, png, svg};
use ::png::ColorType;
use glam::DVec2;

/// Gap between the halves in pixels.
const GAP: f64 = 2.0;
/// Opacity of a ghost, 0..=1.
const GHOST: f32 = 0.4;

/// Size of each half of a picture, which is divided across its longer side; at least one pixel.
pub fn half(size_px: DVec2) -> DVec2 {
    let cut = |side: f64| ((side.round() - GAP) / 2.0).floor().max(1.0);
    if lies(size_px) { DVec2::new(cut(size_px.x), size_px.y) } else { DVec2::new(size_px.x, cut(size_px.y)) }
}

fn lies(size_px: DVec2) -> bool {
    size_px.x >= size_px.y
}

/// Both as an SVG document; each half has `viewport`, whose size is a [`half`] of `size_px`.
pub fn svg(pair: [&Picture; 2], size_px: DVec2, viewport: &Viewport, palette: &Palette) -> String {
    svg_on(pair, size_px, viewport, palette, 1)
}

/// Like [`svg()`], displayed enlarged by the zoom of the paper.
pub fn svg_on(pair: [&Picture; 2], size_px: DVec2, viewport: &Viewport, palette: &Palette, zoom: u32) -> String {
    let half = viewport.size_px.round();
    let step = if lies(size_px) { DVec2::new(half.x + GAP, 0.0) } else { DVec2::new(0.0, half.y + GAP) };
    let whole = half + step;
    let Rgba(r, g, b, _) = palette.axis.opaque();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{2}\" height=\"{3}\" viewBox=\"0 0 {0} {1}\">\n\
         <rect width=\"{0}\" height=\"{1}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>\n",
        whole.x,
        whole.y,
        whole.x * f64::from(zoom),
        whole.y * f64::from(zoom)
    );
    for (picture, at) in pair.into_iter().zip([DVec2::ZERO, step]) {
        // A nested document is clipped at its edges.
        let inner = svg::paint(picture, viewport, palette);
        out.push_str(&inner.replacen("<svg ", &format!("<svg x=\"{}\" y=\"{}\" ", at.x, at.y), 1));
    }
    out.push_str("</svg>\n");
    out
}

/// Both as a PNG file; see [`svg()`]. Fails for sizes out of range ([`checked_size`]).
pub fn png(
    pair: [&Picture; 2],
    size_px: DVec2,
    viewport: &Viewport,
    palette: &Palette,
) -> Result<Vec<u8>, PictureError> {
    png_on(pair, size_px, viewport, palette, 1)
}

/// Like [`png()`], with the paper's zoom and background.
pub fn png_on(
    pair: [&Picture; 2],
    size_px: DVec2,
    viewport: &Viewport,
    palette: &Palette,
    zoom: u32,
) -> Result<Vec<u8>, PictureError> {
    let paper = Paper { zoom, is_transparent: false };
    checked_size(&paper.sized(&Viewport { size_px, ..*viewport }))?;
    let (width, height) = checked_size(&paper.sized(viewport))?;
    let [first, second] = pair.map(|picture| png::rasterise_on(picture, viewport, palette, zoom));
    let (first, second) = (first?, second?);
    let Rgba(r, g, b, _) = palette.axis.opaque();
    let gap_px = GAP as usize * zoom as usize;
    let gap = |pixels: usize| [r, g, b].repeat(pixels);
    if lies(size_px) {
        let row = width as usize * 3;
        let rows = first.chunks_exact(row).zip(second.chunks_exact(row));
        let pixels: Vec<u8> = rows.flat_map(|(a, b)| [a, &gap(gap_px), b].concat()).collect();
        png::encode(2 * width + gap_px as u32, height, ColorType::Rgb, &pixels)
    } else {
        let pixels = [first, gap(gap_px * width as usize), second].concat();
        png::encode(width, 2 * height + gap_px as u32, ColorType::Rgb, &pixels)
    }
}

/// The second picture, faded and without text, behind the first.
pub fn over(first: Picture, second: Picture) -> Picture {
    let ghost = second.items.into_iter().filter(|item| !matches!(item, Item::Text { .. })).map(faded);
    Picture { items: ghost.chain(first.items).collect(), legend: first.legend }
}

fn faded(mut item: Item) -> Item {
    let fade = |color: &mut Rgba| color.3 = (f32::from(color.3) * GHOST).round() as u8;
    match &mut item {
        Item::Triangles { fill, .. } | Item::Polygon { fill, .. } | Item::Textured { tint: fill, .. } => fade(fill),
        Item::Lines { stroke, .. } | Item::Arrows { stroke, .. } | Item::Ticks { stroke, .. } => {
            fade(&mut stroke.color)
        }
        Item::ColouredLines { segments, .. } => segments.iter_mut().for_each(|(_, color)| fade(color)),
        Item::Dots { fill, outline, .. } | Item::Marks { fill, outline, .. } => {
            fade(fill);
            outline.iter_mut().for_each(|stroke| fade(&mut stroke.color));
        }
        Item::Circles { fill, outline, .. } => {
            fill.iter_mut().for_each(fade);
            outline.iter_mut().for_each(|stroke| fade(&mut stroke.color));
        }
        Item::Text { color, .. } => fade(color),
    }
    item
}
