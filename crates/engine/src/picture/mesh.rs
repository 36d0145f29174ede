//! Tessellates primitives into coloured triangles with antialiased (feathered) rims, for renderers that draw only
//! triangles. Omits text and images, which the renderer draws with its own fonts and textures.

use super::{Primitive, Px, Rgba, trapezoids};

/// A vertex of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Position.
    pub at: Px,
    /// Colour, straight alpha.
    pub color: Rgba,
}

/// Triangles in the order of painting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertices.
    pub vertices: Vec<Vertex>,
    /// Three indices per triangle.
    pub indices: Vec<u32>,
}

/// Lines shorter than so many widths of a rim have none: it would not be visible, and a picture of many small bodies consists of
/// them.
const SHORT_LINE: f32 = 8.0;

/// Bands of full colour whose half width is below so many half widths of a pixel are drawn with fewer triangles.
const NARROW_BAND: f32 = 0.7;

/// Number of items in a piece.
const PIECE: usize = 512;

/// A run of items of one primitive. Unchanged pieces are reused from the previous picture; only the others are
/// tessellated again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'a> {
    /// Filled triangles.
    Triangles(&'a [[Px; 3]], Rgba),
    /// A whole polygon.
    Polygon(&'a [Vec<Px>], Rgba),
    /// Segments, with their colour and width.
    Lines(&'a [[Px; 2]], Rgba, f32),
    /// Coloured segments, with their width.
    ColouredLines(&'a [([Px; 2], Rgba)], f32),
    /// Circles, with their fill and outline.
    Circles(&'a [(Px, f32)], Option<Rgba>, Option<(Rgba, f32)>),
}

/// Divides all primitives except text into pieces.
pub fn pieces(primitives: &[Primitive]) -> impl Iterator<Item = Piece<'_>> {
    primitives.iter().flat_map(|primitive| {
        let count = match primitive {
            Primitive::Triangles { triangles, .. } => triangles.len(),
            Primitive::Polygon { .. } => 1,
            Primitive::Lines { segments, .. } => segments.len(),
            Primitive::ColouredLines { segments, .. } => segments.len(),
            Primitive::Circles { circles, .. } => circles.len(),
            // Renderers draw these with a texture of their own.
            Primitive::Textured { .. } | Primitive::Text { .. } => 0,
        };
        (0..count).step_by(PIECE).filter_map(move |first| {
            let part = first..(first + PIECE).min(count);
            Some(match primitive {
                Primitive::Triangles { triangles, fill } => Piece::Triangles(&triangles[part], *fill),
                Primitive::Polygon { rings, fill } => Piece::Polygon(rings, *fill),
                Primitive::Lines { segments, color, width } => Piece::Lines(&segments[part], *color, *width),
                Primitive::ColouredLines { segments, width } => Piece::ColouredLines(&segments[part], *width),
                Primitive::Circles { circles, fill, outline } => Piece::Circles(&circles[part], *fill, *outline),
                Primitive::Textured { .. } | Primitive::Text { .. } => return None,
            })
        })
    })
}

/// Tessellates all primitives except text, in order. `pixels_per_point` (1 on standard screens) determines the width of
/// the rims.
pub fn tessellate(primitives: &[Primitive], pixels_per_point: f32) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.add(primitives, pixels_per_point);
    mesh
}

impl Mesh {
    /// Removes all triangles and keeps the memory, because allocating a large mesh costs more than filling it.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.indices.clear();
    }

    /// Appends primitives.
    pub fn add(&mut self, primitives: &[Primitive], pixels_per_point: f32) {
        for piece in pieces(primitives) {
            self.add_piece(&piece, pixels_per_point);
        }
    }

    /// Appends a piece.
    pub fn add_piece(&mut self, piece: &Piece, pixels_per_point: f32) {
        let feather = if pixels_per_point > 0.0 { 0.5 / pixels_per_point } else { 0.5 };
        match *piece {
            Piece::Triangles(triangles, fill) => self.triangles(triangles, fill),
            Piece::Polygon(rings, fill) => self.triangles(&trapezoids::triangles(rings), fill),
            Piece::Lines(segments, color, width) => {
                for &ends in segments {
                    self.line(ends, color, width, feather);
                }
            }
            Piece::ColouredLines(segments, width) => {
                for &(ends, color) in segments {
                    self.line(ends, color, width, feather);
                }
            }
            Piece::Circles(circles, fill, outline) => {
                let mut stamp: Option<Stamp> = None;
                for &(center, radius) in circles {
                    // Most circles of a batch have the same radius, so the shape is computed once.
                    let known = stamp.take().filter(|stamp| stamp.radius == radius);
                    let form = known.unwrap_or_else(|| Stamp::new(radius, fill, outline, feather));
                    self.stamp(center, &form);
                    stamp = Some(form);
                }
            }
        }
    }

    fn vertex(&mut self, at: Px, color: Rgba) -> u32 {
        self.vertices.push(Vertex { at, color });
        (self.vertices.len() - 1) as u32
    }

    fn triangles(&mut self, triangles: &[[Px; 3]], fill: Rgba) {
        for triangle in triangles {
            let first = self.vertices.len() as u32;
            self.vertices.extend(triangle.map(|at| Vertex { at, color: fill }));
            self.indices.extend([first, first + 1, first + 2]);
        }
    }

    /// A rectangle without rims; `side` is half its width across.
    fn rectangle(&mut self, [a, b]: [Px; 2], side: Px, color: Rgba) {
        let corners = [(a, -1.0), (b, -1.0), (b, 1.0), (a, 1.0)];
        let [p, q, r, s] =
            corners.map(|(at, sign)| self.vertex([at[0] + sign * side[0], at[1] + sign * side[1]], color));
        self.indices.extend([p, q, r, p, r, s]);
    }

    /// A band of full colour between two that fade out. `feather` is half a pixel.
    fn line(&mut self, [a, b]: [Px; 2], color: Rgba, width: f32, feather: f32) {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = (dx * dx + dy * dy).sqrt();
        if length == 0.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        // A line thinner than its rims is drawn paler instead.
        let core = (0.5 * width - feather).max(0.0);
        let strength = (width / (2.0 * feather)).min(1.0);
        let color = color.alpha((f32::from(color.3) * strength).round() as u8);
        if length < SHORT_LINE * feather {
            self.rectangle([a, b], [-uy, ux].map(|n| n * (0.5 * width).max(feather)), color);
            return;
        }
        // Thick lines are extended by a fraction of their width, so that corners close.
        let cap = if width >= 2.0 { 0.35 * width } else { 0.0 };
        let (a, b) = ([a[0] - ux * cap, a[1] - uy * cap], [b[0] + ux * cap, b[1] + uy * cap]);
        if is_on_pixels([a, b], width, feather) {
            self.rectangle([a, b], [-uy, ux].map(|n| n * 0.5 * width), color);
            return;
        }
        // Instead of a narrow band, a ridge that covers as much.
        let (core, outer) = match core < NARROW_BAND * feather {
            true => (0.0, 2.0 * (core + feather)),
            false => (core, core + 2.0 * feather),
        };
        let rows = [(-outer, color.alpha(0)), (-core, color), (core, color), (outer, color.alpha(0))];
        let mut previous: Option<(u32, u32)> = None;
        for (offset, color) in rows {
            if offset == 0.0 && core == 0.0 && offset.is_sign_positive() {
                continue;
            }
            let (nx, ny) = (-uy * offset, ux * offset);
            let start = self.vertex([a[0] + nx, a[1] + ny], color);
            let end = self.vertex([b[0] + nx, b[1] + ny], color);
            if let Some((s, e)) = previous {
                self.indices.extend([s, e, end, s, end, start]);
            }
            previous = Some((start, end));
        }
    }

    fn stamp(&mut self, [x, y]: Px, stamp: &Stamp) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(stamp.vertices.iter().map(|v| Vertex { at: [v.at[0] + x, v.at[1] + y], color: v.color }));
        self.indices.extend(stamp.indices.iter().map(|index| first + index));
    }
}

/// True if the long sides of a line lie on borders of pixels, so that rims would be invisible.
fn is_on_pixels([a, b]: [Px; 2], width: f32, feather: f32) -> bool {
    let pixels_per_point = 0.5 / feather;
    let is_whole = |x: f32| (x * pixels_per_point - (x * pixels_per_point).round()).abs() < 1e-3;
    let axis = if a[0] == b[0] { 0 } else { 1 };
    a[axis] == b[axis] && is_whole(width) && is_whole(a[axis] - 0.5 * width)
}

/// A circle around the origin, copied to each circle of its radius.
struct Stamp {
    radius: f32,
    vertices: Vec<Vertex>,
    indices: Vec<u32>,
}

impl Stamp {
    fn new(radius: f32, fill: Option<Rgba>, outline: Option<(Rgba, f32)>, feather: f32) -> Self {
        let mut stamp = Self { radius, vertices: Vec::new(), indices: Vec::new() };
        let turns = turns(radius + outline.map_or(0.0, |(_, width)| width));
        let Some((color, width)) = outline else {
            if let Some(fill) = fill {
                stamp.rings(Some(fill), &[(radius - feather, fill), (radius + feather, fill.alpha(0))], &turns);
            }
            return stamp;
        };
        let core = (0.5 * width - feather).max(0.0);
        let strength = (width / (2.0 * feather)).min(1.0);
        let color = color.alpha((f32::from(color.3) * strength).round() as u8);
        // An opaque outline hides the rim of the fill, which then needs no rings.
        let is_one = fill.is_some() && color.3 == 255;
        if let Some(fill) = fill.filter(|_| !is_one) {
            stamp.rings(Some(fill), &[(radius - feather, fill), (radius + feather, fill.alpha(0))], &turns);
        }
        let inside = fill.filter(|_| is_one);
        let rings = [
            (radius - core - 2.0 * feather, inside.unwrap_or(color.alpha(0))),
            (radius - core, color),
            (radius + core, color),
            (radius + core + 2.0 * feather, color.alpha(0)),
        ];
        stamp.rings(inside, &rings, &turns);
        stamp
    }

    /// Joins rings from the inside out, and to a centre vertex if it has a colour.
    fn rings(&mut self, middle: Option<Rgba>, rings: &[(f32, Rgba)], turns: &[Px]) {
        let hub = self.vertices.len() as u32;
        self.vertices.extend(middle.map(|color| Vertex { at: [0.0, 0.0], color }));
        let first = self.vertices.len() as u32;
        for turn in turns {
            let on_ring = |&(radius, color): &(f32, Rgba)| {
                let radius = radius.max(0.0);
                Vertex { at: [turn[0] * radius, turn[1] * radius], color }
            };
            self.vertices.extend(rings.iter().map(on_ring));
        }
        let (count, rows) = (turns.len() as u32, rings.len() as u32);
        for i in 0..count {
            let (a, b) = (first + rows * i, first + rows * ((i + 1) % count));
            if middle.is_some() {
                self.indices.extend([hub, a, b]);
            }
            for row in 0..rows - 1 {
                self.indices.extend([a + row, a + row + 1, b + row + 1, a + row, b + row + 1, b + row]);
            }
        }
    }
}

/// Unit vectors around a circle. A polygon with n corners deviates by at most `radius*(1 - cos(π/n))`; n keeps that
/// below a fifth of a pixel.
fn turns(radius: f32) -> Vec<Px> {
    let count = (5.0 * radius.max(0.0).sqrt()).clamp(8.0, 192.0) as usize;
    (0..count)
        .map(|i| {
            let angle = std::f32::consts::TAU * i as f32 / count as f32;
            [libm::cosf(angle), libm::sinf(angle)]
        })
        .collect()
}
