//! The legend as primitives: a box in the upper left corner, one row a colour.
//!
//! Must never know: who paints it.

use super::fonts::Fonts;
use super::{Align, Palette, Picture, Primitive, Viewport};

const MARGIN: f32 = 12.0;
const PADDING: f32 = 10.0;
const ROW: f32 = 18.0;
const SWATCH: f32 = 5.0;
const SIZE: f32 = 12.5;
/// Space for viewers of SVG that have another font.
const SLACK: f32 = 1.08;

/// The legend's primitives, to be painted last; nothing for a picture without one. Rows that do not fit are counted in
/// the last one.
pub fn layout(picture: &Picture, viewport: &Viewport, palette: &Palette) -> Vec<Primitive> {
    let room = ((viewport.size_px.y as f32 - 2.0 * (MARGIN + PADDING)) / ROW).floor();
    if picture.legend.is_empty() || room.is_nan() || room < 1.0 {
        return Vec::new();
    }
    let count = picture.legend.len();
    let shown = if count as f32 <= room { count } else { room as usize - 1 };
    let mut rows: Vec<_> = picture.legend[..shown].iter().map(|row| (Some(row.color), row.text.clone())).collect();
    if shown < count {
        rows.push((None, format!("… {} more", count - shown)));
    }
    let fonts = Fonts::new();
    let widest = rows.iter().map(|(_, text)| fonts.width(text, SIZE)).fold(0.0, f32::max) * SLACK;
    let (width, height) = (widest + 2.0 * PADDING + 3.0 * SWATCH + 2.0, rows.len() as f32 * ROW + 2.0 * PADDING - 4.0);
    let mut out = frame(width, height, palette);
    for (index, (color, text)) in rows.into_iter().enumerate() {
        let y = MARGIN + PADDING - 2.0 + ROW * (index as f32 + 0.5);
        let x = MARGIN + PADDING;
        if let Some(color) = color {
            out.push(Primitive::Circles {
                circles: vec![([x + SWATCH, y], SWATCH)],
                fill: Some(color.opaque()),
                outline: None,
            });
        }
        let at = [x + 3.0 * SWATCH + 2.0, y];
        out.push(Primitive::Text { at, align: Align::Left, text, size: SIZE, color: palette.text, halo: None });
    }
    out
}

fn frame(width: f32, height: f32, palette: &Palette) -> Vec<Primitive> {
    let ring = rounded(MARGIN, MARGIN, width, height, 7.0);
    let segments = (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]).collect();
    vec![
        Primitive::Polygon { rings: vec![ring], fill: palette.background.alpha(225) },
        Primitive::Lines { segments, color: palette.axis, width: 1.0 },
    ]
}

/// A rectangle with round corners.
fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Vec<[f32; 2]> {
    // A quarter turn in steps of 22.5°.
    const QUARTER: [(f32, f32); 5] =
        [(0.0, 1.0), (0.382_683_4, 0.923_879_5), (0.707_106_77, 0.707_106_77), (0.923_879_5, 0.382_683_4), (1.0, 0.0)];
    let (right, bottom) = (x + width, y + height);
    let mut ring = Vec::with_capacity(20);
    ring.extend(QUARTER.map(|(s, c)| [right - radius + s * radius, y + radius - c * radius]));
    ring.extend(QUARTER.map(|(s, c)| [right - radius + c * radius, bottom - radius + s * radius]));
    ring.extend(QUARTER.map(|(s, c)| [x + radius - s * radius, bottom - radius + c * radius]));
    ring.extend(QUARTER.map(|(s, c)| [x + radius - c * radius, y + radius - s * radius]));
    ring
}
