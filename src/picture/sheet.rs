//! Several pictures of one size in rows and columns, each with titles.

use super::{Align, Item, Palette, Paper, Picture, PictureError, Rgba, Viewport, checked_size, png, svg};
use ::png::ColorType;
use glam::DVec2;

/// Gap between pictures in pixels.
const GAP: f64 = 2.0;

/// Height in pixels of the titles above each picture, which drawings should leave free.
pub const TITLE_PX: f64 = 34.0;

/// A picture with titles in its upper [`TITLE_PX`] pixels.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The drawing.
    pub picture: Picture,
    /// Title, and a smaller second line.
    pub titles: [String; 2],
}

/// Size of a tile on a sheet with this many columns and rows; at least one pixel.
pub fn tile_size(size_px: DVec2, columns: usize, rows: usize) -> DVec2 {
    let share =
        |whole: f64, count: usize| ((whole.round() - GAP * (count as f64 - 1.0)) / count as f64).floor().max(1.0);
    DVec2::new(share(size_px.x, columns.max(1)), share(size_px.y, rows.max(1)))
}

fn whole(columns: usize, rows: usize, tile: DVec2) -> DVec2 {
    DVec2::new(columns as f64, rows as f64) * (tile + DVec2::splat(GAP)) - DVec2::splat(GAP)
}

fn titled(tile: &Tile, viewport: &Viewport, palette: &Palette) -> Picture {
    let mut picture = tile.picture.clone();
    let at = viewport.world_from_screen(DVec2::new(viewport.size_px.x / 2.0, 0.0));
    let rows = [(13.0, 13.0, palette.text), (28.0, 11.0, palette.text.mix(palette.background, 0.35))];
    for (text, (down, size_px, color)) in tile.titles.iter().zip(rows) {
        let (align, offset_px) = (Align::Center, [0.0, down]);
        picture.items.push(Item::Text { at, offset_px, align, text: text.clone(), size_px, color });
    }
    picture
}

/// All tiles as an SVG document, row by row. `viewport` has the size of a tile.
pub fn svg(tiles: &[Tile], columns: usize, viewport: &Viewport, palette: &Palette) -> String {
    let (columns, tile) = (columns.max(1), viewport.size_px.round());
    let size = whole(columns, tiles.len().div_ceil(columns), tile);
    let Rgba(r, g, b, _) = palette.axis.opaque();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n\
         <rect width=\"{0}\" height=\"{1}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>\n",
        size.x, size.y
    );
    for (index, shown) in tiles.iter().enumerate() {
        let at = DVec2::new((index % columns) as f64, (index / columns) as f64) * (tile + DVec2::splat(GAP));
        // A nested document is clipped at its edges.
        let inner = svg::paint(&titled(shown, viewport, palette), viewport, palette);
        out.push_str(&inner.replacen("<svg ", &format!("<svg x=\"{}\" y=\"{}\" ", at.x, at.y), 1));
    }
    out.push_str("</svg>\n");
    out
}

/// All tiles as a PNG file; see [`svg()`]. Fails for sizes out of range ([`checked_size`]).
pub fn png(tiles: &[Tile], columns: usize, viewport: &Viewport, palette: &Palette) -> Result<Vec<u8>, PictureError> {
    let (columns, tile) = (columns.max(1), viewport.size_px.round());
    let size_px = whole(columns, tiles.len().div_ceil(columns), tile);
    let paper = Paper { zoom: 1, is_transparent: false };
    let (width, height) = checked_size(&paper.sized(&Viewport { size_px, ..*viewport }))?;
    let (tile_width, tile_height) = checked_size(&paper.sized(viewport))?;
    let Rgba(r, g, b, _) = palette.axis.opaque();
    let mut pixels = [r, g, b].repeat(width as usize * height as usize);
    for (index, shown) in tiles.iter().enumerate() {
        let raster = png::rasterise_on(&titled(shown, viewport, palette), viewport, palette, 1)?;
        let step = |count: usize, side: u32| count * (side as usize + GAP as usize);
        let (left, top) = (step(index % columns, tile_width), step(index / columns, tile_height));
        for (row, line) in raster.chunks_exact(tile_width as usize * 3).enumerate() {
            let start = 3 * ((top + row) * width as usize + left);
            pixels[start..start + line.len()].copy_from_slice(line);
        }
    }
    png::encode(width, height, ColorType::Rgb, &pixels)
}
