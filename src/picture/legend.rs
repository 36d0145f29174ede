//! The legend as primitives: a box in the least occupied corner, with one row per colour.

use super::clip::Window;
use super::fonts::Fonts;
use super::{Align, Palette, Picture, Primitive, Px, Rgba, Viewport};
use glam::DVec2;

const MARGIN: f32 = 12.0;
const PADDING: f32 = 10.0;
const ROW: f32 = 18.0;
const SWATCH: f32 = 5.0;
/// Room for the longest arrow; longer ones are cut.
const ARROW: f32 = 84.0;
const SIZE: f32 = 12.5;
/// Factor on text widths, because SVG viewers may have another font.
const SLACK: f32 = 1.08;

/// The legend's primitives, to be painted over `drawn`; empty if the picture has no legend. The last row counts the
/// rows that do not fit.
pub fn layout(picture: &Picture, viewport: &Viewport, palette: &Palette, drawn: &[Primitive]) -> Vec<Primitive> {
    let picture_size = [viewport.size_px.x as f32, viewport.size_px.y as f32];
    let room = ((picture_size[1] - 2.0 * (MARGIN + PADDING)) / ROW).floor();
    if picture.legend.is_empty() || room.is_nan() || room < 1.0 {
        return Vec::new();
    }
    let count = picture.legend.len();
    let shown = if count as f32 <= room { count } else { room as usize - 1 };
    let rows = picture.legend[..shown].iter();
    let mut rows: Vec<_> = rows.map(|row| (Some(row.color), row.text.clone(), row.arrow_px)).collect();
    if shown < count {
        rows.push((None, format!("… {} more", count - shown), None));
    }
    let fonts = Fonts::new();
    let indent = |arrow: Option<f32>| arrow.map_or(3.0 * SWATCH + 2.0, |px| px.min(ARROW) + 8.0);
    let width =
        |(_, text, arrow): &(Option<Rgba>, String, Option<f32>)| fonts.width(text, SIZE) * SLACK + indent(*arrow);
    let widest = rows.iter().map(width).fold(0.0, f32::max);
    let size = [widest + 2.0 * PADDING, rows.len() as f32 * ROW + 2.0 * PADDING - 4.0];
    let [left, top] = clearest_corner(size, picture_size, drawn);
    let mut out = frame([left, top], size, palette);
    for (index, (color, text, arrow)) in rows.into_iter().enumerate() {
        let y = top + PADDING - 2.0 + ROW * (index as f32 + 0.5);
        let x = left + PADDING;
        if let (Some(color), Some(px)) = (color, arrow) {
            out.extend(scale_arrow([x, y], px.min(ARROW), color));
        } else if let Some(color) = color {
            let circles = vec![([x + SWATCH, y], SWATCH)];
            out.push(Primitive::Circles { circles, fill: Some(color.opaque()), outline: None });
        }
        let at = [x + indent(arrow), y];
        out.push(Primitive::Text { at, align: Align::Left, text, size: SIZE, color: palette.text, halo: None });
    }
    out
}

/// An arrow to the right.
fn scale_arrow([x, y]: Px, px: f32, color: Rgba) -> [Primitive; 2] {
    let head = px.min(6.0);
    let segments = vec![[[x, y], [x + px - 0.5 * head, y]]];
    let triangles = vec![[[x + px, y], [x + px - head, y - 0.55 * head], [x + px - head, y + 0.55 * head]]];
    let fill = color.opaque();
    [Primitive::Lines { segments, color: fill, width: 1.6 }, Primitive::Triangles { triangles, fill }]
}

/// Upper left corner of the box: in the picture's upper left corner, unless a right corner covers clearly less.
fn clearest_corner(size: Px, picture: Px, drawn: &[Primitive]) -> Px {
    let (right, bottom) = (picture[0] - MARGIN - size[0], picture[1] - MARGIN - size[1]);
    let mut best = ([MARGIN, MARGIN], hidden_by([MARGIN, MARGIN], size, drawn));
    for corner in [[right, MARGIN], [right, bottom]] {
        let hidden = hidden_by(corner, size, drawn);
        if corner[0] >= MARGIN && corner[1] >= MARGIN && hidden + 1 < best.1 {
            best = (corner, hidden);
        }
    }
    best.0
}

/// Number of lines, marks and texts within the box.
fn hidden_by(corner: Px, size: Px, drawn: &[Primitive]) -> usize {
    let point = |p: Px| DVec2::new(f64::from(p[0]), f64::from(p[1]));
    let window = Window { min: point(corner), max: point([corner[0] + size[0], corner[1] + size[1]]) };
    let crosses = |a: Px, b: Px| window.span(point(a), point(b)).is_some();
    let edges = |ring: &[Px]| (0..ring.len()).filter(|&i| crosses(ring[i], ring[(i + 1) % ring.len()])).count();
    let one = |primitive: &Primitive| match primitive {
        Primitive::Triangles { triangles, .. } => triangles.iter().map(|t| edges(t)).sum(),
        Primitive::Textured { triangles, .. } => triangles.iter().map(|t| edges(t)).sum(),
        Primitive::Polygon { rings, .. } => rings.iter().map(|ring| edges(ring)).sum(),
        // Thin lines belong to the grid, which is everywhere.
        Primitive::Lines { width, .. } if *width <= 1.0 => 0,
        Primitive::Lines { segments, .. } => segments.iter().filter(|s| crosses(s[0], s[1])).count(),
        Primitive::ColouredLines { segments, .. } => segments.iter().filter(|(s, _)| crosses(s[0], s[1])).count(),
        Primitive::Circles { circles, .. } => circles.iter().filter(|(c, _)| window.contains(point(*c))).count(),
        Primitive::Text { at, .. } => 4 * usize::from(window.contains(point(*at))),
    };
    drawn.iter().map(one).sum()
}

fn frame(corner: Px, size: Px, palette: &Palette) -> Vec<Primitive> {
    let ring = rounded(corner, size, 7.0);
    let segments = (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]).collect();
    vec![
        Primitive::Polygon { rings: vec![ring], fill: palette.background.alpha(225) },
        Primitive::Lines { segments, color: palette.axis, width: 1.0 },
    ]
}

/// A rectangle with rounded corners.
fn rounded([x, y]: Px, [width, height]: Px, radius: f32) -> Vec<Px> {
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
