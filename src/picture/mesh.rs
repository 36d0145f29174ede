//! Primitives as one list of coloured triangles with soft rims, for screens that draw nothing else.
//!
//! Must never know: windows, graphics libraries. Words are not in it: the screen has its own fonts.

use super::{Primitive, Px, Rgba, trapezoids};

/// A corner of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Where.
    pub at: Px,
    /// Colour, straight alpha.
    pub color: Rgba,
}

/// Triangles in the order of painting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<Vertex>,
    /// Three a triangle.
    pub indices: Vec<u32>,
}

/// All primitives but the words, in their order. `pixels_per_point` tells how fine the rims may be (1 on plain screens).
pub fn tessellate(primitives: &[Primitive], pixels_per_point: f32) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.add(primitives, pixels_per_point);
    mesh
}

impl Mesh {
    /// Appends primitives.
    pub fn add(&mut self, primitives: &[Primitive], pixels_per_point: f32) {
        let feather = if pixels_per_point > 0.0 { 0.5 / pixels_per_point } else { 0.5 };
        for primitive in primitives {
            match primitive {
                Primitive::Triangles { triangles, fill } => self.triangles(triangles, *fill),
                Primitive::Polygon { rings, fill } => self.triangles(&trapezoids::triangles(rings), *fill),
                Primitive::Lines { segments, color, width } => {
                    for &ends in segments {
                        self.line(ends, *color, *width, feather);
                    }
                }
                Primitive::ColouredLines { segments, width } => {
                    for &(ends, color) in segments {
                        self.line(ends, color, *width, feather);
                    }
                }
                Primitive::Circles { circles, fill, outline } => {
                    let shape = circles.iter().map(|circle| circle.1).fold(0.0, f32::max);
                    let turns = turns(shape + outline.map_or(0.0, |(_, width)| width));
                    for &circle in circles {
                        if let Some(fill) = fill {
                            self.disc(circle, *fill, &turns, feather);
                        }
                        if let Some((color, width)) = outline {
                            self.rim(circle, *color, *width, &turns, feather);
                        }
                    }
                }
                Primitive::Text { .. } => {}
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

    /// A band of full colour between two that fade out.
    fn line(&mut self, [a, b]: [Px; 2], color: Rgba, width: f32, feather: f32) {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = (dx * dx + dy * dy).sqrt();
        if length == 0.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        // Thinner than a rim is wide: a paler line instead.
        let core = (0.5 * width - feather).max(0.0);
        let strength = (width / (2.0 * feather)).min(1.0);
        let color = color.alpha((f32::from(color.3) * strength).round() as u8);
        // Thick lines reach a part of their width further, so that corners close.
        let cap = if width >= 2.0 { 0.35 * width } else { 0.0 };
        let (a, b) = ([a[0] - ux * cap, a[1] - uy * cap], [b[0] + ux * cap, b[1] + uy * cap]);
        let outer = core + 2.0 * feather;
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

    fn disc(&mut self, (center, radius): (Px, f32), fill: Rgba, turns: &[Px], feather: f32) {
        let middle = self.vertex(center, fill);
        let inner = (radius - feather).max(0.0);
        let first = self.vertices.len() as u32;
        for turn in turns {
            self.vertex([center[0] + turn[0] * inner, center[1] + turn[1] * inner], fill);
            let outer = radius + feather;
            self.vertex([center[0] + turn[0] * outer, center[1] + turn[1] * outer], fill.alpha(0));
        }
        let count = turns.len() as u32;
        for i in 0..count {
            let (a, b) = (first + 2 * i, first + 2 * ((i + 1) % count));
            self.indices.extend([middle, a, b, a, a + 1, b + 1, a, b + 1, b]);
        }
    }

    fn rim(&mut self, (center, radius): (Px, f32), color: Rgba, width: f32, turns: &[Px], feather: f32) {
        let core = (0.5 * width - feather).max(0.0);
        let strength = (width / (2.0 * feather)).min(1.0);
        let color = color.alpha((f32::from(color.3) * strength).round() as u8);
        let radii = [
            ((radius - core - 2.0 * feather).max(0.0), color.alpha(0)),
            ((radius - core).max(0.0), color),
            (radius + core, color),
            (radius + core + 2.0 * feather, color.alpha(0)),
        ];
        let first = self.vertices.len() as u32;
        for turn in turns {
            for (r, color) in radii {
                self.vertex([center[0] + turn[0] * r, center[1] + turn[1] * r], color);
            }
        }
        let count = turns.len() as u32;
        for i in 0..count {
            let (a, b) = (first + 4 * i, first + 4 * ((i + 1) % count));
            for row in 0..3 {
                self.indices.extend([a + row, a + row + 1, b + row + 1, a + row, b + row + 1, b + row]);
            }
        }
    }
}

/// Unit vectors around a circle, as many as its size on the screen needs to look round.
fn turns(radius: f32) -> Vec<Px> {
    let count = (6.0 + 4.0 * radius.max(0.0).sqrt()).min(192.0) as usize;
    (0..count)
        .map(|i| {
            let angle = std::f32::consts::TAU * i as f32 / count as f32;
            [libm::cosf(angle), libm::sinf(angle)]
        })
        .collect()
}
