//! Converts a picture into primitives in pixels, clipped to the picture, with dashes, arrow heads, ticks and marks
//! expanded. SVG, PNG and the editor's canvas paint this list, so they agree.
//!
//! Omits coordinates that are not finite.

use super::clip::{LIMIT, Window, affine, drawable};
use super::{Align, Item, MarkShape, Palette, Picture, Rgba, Stroke, Viewport};
use crate::level::Texture;
use glam::DVec2;
use std::sync::Arc;

/// A point on the screen: pixels right and down from the upper left corner.
pub type Px = [f32; 2];

/// A primitive in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitive {
    /// Filled triangles.
    Triangles {
        /// Corners, all triangles in the same orientation.
        triangles: Vec<[Px; 3]>,
        /// Fill.
        fill: Rgba,
    },
    /// Triangles with an image, painted in order.
    Textured {
        /// The image.
        texture: Arc<Texture>,
        /// Corners.
        triangles: Vec<[Px; 3]>,
        /// Position of each corner in the image, 0..1 across it.
        uv: Vec<[Px; 3]>,
        /// Colour that multiplies the image.
        tint: Rgba,
    },
    /// Closed rings, filled by the even-odd rule.
    Polygon {
        /// Corners of each ring.
        rings: Vec<Vec<Px>>,
        /// Fill.
        fill: Rgba,
    },
    /// Segments of one colour, with round ends.
    Lines {
        /// Both ends of each.
        segments: Vec<[Px; 2]>,
        /// Colour.
        color: Rgba,
        /// Width.
        width: f32,
    },
    /// Segments of several colours, with round ends.
    ColouredLines {
        /// Both ends and the colour of each.
        segments: Vec<([Px; 2], Rgba)>,
        /// Width.
        width: f32,
    },
    /// Circles; the outline is centred on the rim.
    Circles {
        /// Centre and radius of each.
        circles: Vec<(Px, f32)>,
        /// Fill, if any.
        fill: Option<Rgba>,
        /// Colour and width of the outline, if any.
        outline: Option<(Rgba, f32)>,
    },
    /// A line of text.
    Text {
        /// Position; y is the middle of a capital letter.
        at: Px,
        /// Horizontal alignment at the position.
        align: Align,
        /// The text.
        text: String,
        /// Height of the font.
        size: f32,
        /// Colour.
        color: Rgba,
        /// Halo that keeps text legible over lines, if any.
        halo: Option<Rgba>,
    },
}

/// Distance beyond the picture to which items are kept, so that no cut is visible.
const MARGIN_PX: f64 = 64.0;
/// Length of a dash and of the gap after it.
const DASH_PX: [f64; 2] = [5.0, 4.0];
/// If an item has more dashes, its lines are drawn solid.
const MAX_DASHES: f64 = 20_000.0;
/// Larger circles are drawn as their visible arc.
const LARGE_RADIUS_PX: f64 = 2000.0;

/// Converts a picture into primitives in painting order. The legend is separate.
pub fn flatten(picture: &Picture, viewport: &Viewport, palette: &Palette) -> Vec<Primitive> {
    let mut flattener = Flattener {
        viewport: *viewport,
        window: Window::around(viewport.size_px, MARGIN_PX),
        halo: palette.background,
        out: Vec::with_capacity(picture.items.len()),
    };
    if !(viewport.scale.is_finite()
        && viewport.scale > 0.0
        && viewport.center.is_finite()
        && drawable(viewport.size_px))
    {
        return flattener.out;
    }
    for item in &picture.items {
        flattener.item(item);
    }
    flattener.out
}

struct Flattener {
    viewport: Viewport,
    window: Window,
    halo: Rgba,
    out: Vec<Primitive>,
}

/// Normalises the orientation of a triangle. Painters fill many triangles as one path, where opposite orientations
/// would cancel.
fn turned([a, b, c]: [Px; 3]) -> [Px; 3] {
    let cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if cross < 0.0 { [a, c, b] } else { [a, b, c] }
}

/// True if a halo contrasts with the text; a halo of similar lightness only makes the letters bold.
fn stands_out(Rgba(r, g, b, _): Rgba, Rgba(x, y, z, _): Rgba) -> bool {
    let luma = |r: u8, g: u8, b: u8| 3 * i32::from(r) + 6 * i32::from(g) + i32::from(b);
    (luma(r, g, b) - luma(x, y, z)).abs() > 400
}

fn px(p: DVec2) -> Px {
    [p.x as f32, p.y as f32]
}

impl Flattener {
    fn screen(&self, p: DVec2) -> DVec2 {
        self.viewport.screen_from_world(p)
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Triangles { corners, fill } => self.triangles(corners, *fill),
            Item::Textured { texture, corners, uv, tint } => self.textured(texture, corners, uv, *tint),
            Item::Polygon { rings, fill } => self.polygon(rings, *fill),
            Item::Lines { segments, stroke } if stroke.dashed => {
                let segments: Vec<_> = segments.iter().map(|s| s.map(|p| self.screen(p))).collect();
                self.lines(&segments, *stroke);
            }
            Item::Lines { segments, stroke } => self.whole_lines(segments, *stroke),
            Item::ColouredLines { segments, width_px } => self.coloured_lines(segments, *width_px),
            Item::Dots { centers, radius_px, fill, outline } => self.dots(centers, *radius_px, *fill, *outline),
            Item::Marks { centers, shape, radius_px, fill, outline } => {
                self.marks(centers, *shape, f64::from(*radius_px), *fill, *outline);
            }
            Item::Circles { circles, fill, outline } => self.circles(circles, *fill, *outline),
            Item::Arrows { arrows, stroke } => self.arrows(arrows, *stroke),
            Item::Ticks { ticks, length_px, stroke } => self.ticks(ticks, f64::from(*length_px), *stroke),
            Item::Text { at, offset_px, align, text, size_px, color } => {
                let at = self.screen(*at) + DVec2::new(f64::from(offset_px[0]), f64::from(offset_px[1]));
                if self.window.contains(at) && size_px.is_finite() && *size_px > 0.0 {
                    let (text, halo) = (text.clone(), Some(self.halo).filter(|halo| stands_out(*color, *halo)));
                    self.out.push(Primitive::Text {
                        at: px(at),
                        align: *align,
                        text,
                        size: *size_px,
                        color: *color,
                        halo,
                    });
                }
            }
        }
    }

    fn triangles(&mut self, corners: &[[DVec2; 3]], fill: Rgba) {
        let mut triangles = Vec::with_capacity(corners.len());
        for triangle in corners {
            let t = triangle.map(|p| self.screen(p));
            if t.iter().all(|&p| self.window.contains(p)) {
                triangles.push(turned(t.map(px)));
            } else if let Some(ring) = self.window.ring(&t) {
                for i in 2..ring.len() {
                    triangles.push(turned([px(ring[0]), px(ring[i - 1]), px(ring[i])]));
                }
            }
        }
        if !triangles.is_empty() {
            self.out.push(Primitive::Triangles { triangles, fill });
        }
    }

    fn textured(&mut self, texture: &Arc<Texture>, corners: &[[DVec2; 3]], uv: &[[DVec2; 3]], tint: Rgba) {
        let (mut triangles, mut pairs) = (Vec::with_capacity(corners.len()), Vec::with_capacity(corners.len()));
        for (corners, &uv) in corners.iter().zip(uv) {
            let at = corners.map(|p| self.screen(p));
            if !uv.iter().all(|p| p.is_finite()) {
                continue;
            }
            if at.iter().all(|&p| self.window.contains(p)) {
                triangles.push(at.map(px));
                pairs.push(uv.map(px));
            } else if let Some(ring) = self.window.ring(&at) {
                for i in 2..ring.len() {
                    let part = [ring[0], ring[i - 1], ring[i]];
                    let Some(uv_of) = affine(at, uv) else { break };
                    triangles.push(part.map(px));
                    pairs.push(part.map(|p| px(uv_of.transform_point2(p))));
                }
            }
        }
        if !triangles.is_empty() {
            self.out.push(Primitive::Textured { texture: texture.clone(), triangles, uv: pairs, tint });
        }
    }

    /// If one ring cannot be drawn, omits the whole polygon, because the parity would be wrong.
    fn polygon(&mut self, rings: &[Vec<DVec2>], fill: Rgba) {
        let mut kept = Vec::with_capacity(rings.len());
        for ring in rings {
            let screen: Vec<_> = ring.iter().map(|&p| self.screen(p)).collect();
            let Some(cut) = self.window.ring(&screen) else { return };
            if cut.len() > 2 {
                kept.push(cut.into_iter().map(px).collect());
            }
        }
        if !kept.is_empty() {
            self.out.push(Primitive::Polygon { rings: kept, fill });
        }
    }

    /// Solid segments in world coordinates.
    fn whole_lines(&mut self, segments: &[[DVec2; 2]], stroke: Stroke) {
        let mut kept: Vec<[Px; 2]> = Vec::with_capacity(segments.len());
        for &[a, b] in segments {
            if let Some((a, b)) = self.window.segment(self.screen(a), self.screen(b)) {
                kept.push([px(a), px(b)]);
            }
        }
        if !kept.is_empty() {
            self.out.push(Primitive::Lines { segments: kept, color: stroke.color, width: stroke.width_px });
        }
    }

    /// Segments in pixels.
    fn lines(&mut self, segments: &[[DVec2; 2]], stroke: Stroke) {
        let mut kept: Vec<[Px; 2]> = Vec::with_capacity(segments.len());
        let dashed = stroke.dashed && self.dash_count(segments) <= MAX_DASHES;
        for &[a, b] in segments {
            if dashed {
                self.dash(a, b, &mut kept);
            } else if let Some((a, b)) = self.window.segment(a, b) {
                kept.push([px(a), px(b)]);
            }
        }
        if !kept.is_empty() {
            self.out.push(Primitive::Lines { segments: kept, color: stroke.color, width: stroke.width_px });
        }
    }

    fn dash_count(&self, segments: &[[DVec2; 2]]) -> f64 {
        let length = |&[a, b]: &[DVec2; 2]| self.window.segment(a, b).map_or(0.0, |(a, b)| a.distance(b));
        segments.iter().map(|s| length(s) / (DASH_PX[0] + DASH_PX[1]) + 1.0).sum()
    }

    /// Dashes start at the true start of the line, so that they do not move when the view moves.
    fn dash(&self, a: DVec2, b: DVec2, out: &mut Vec<[Px; 2]>) {
        let Some((from, to)) = self.window.span(a, b) else { return };
        let length = a.distance(b);
        let (from, to) = (from * length, to * length);
        let period = DASH_PX[0] + DASH_PX[1];
        let at = |s: f64| a + (b - a) * (s / length);
        let first = (from / period).floor();
        let count = (to / period).floor() - first;
        if length == 0.0 || !count.is_finite() {
            return;
        }
        for i in 0..=count as usize {
            let start = (first + i as f64) * period;
            let (start, end) = (start.max(from), (start + DASH_PX[0]).min(to));
            if start < end {
                out.push([px(at(start)), px(at(end))]);
            }
        }
    }

    fn coloured_lines(&mut self, segments: &[([DVec2; 2], Rgba)], width: f32) {
        let mut kept = Vec::with_capacity(segments.len());
        for (ends, color) in segments {
            if let Some((a, b)) = self.window.segment(self.screen(ends[0]), self.screen(ends[1])) {
                kept.push(([px(a), px(b)], *color));
            }
        }
        if !kept.is_empty() {
            self.out.push(Primitive::ColouredLines { segments: kept, width });
        }
    }

    fn visible(&self, centers: &[DVec2]) -> Vec<DVec2> {
        centers.iter().map(|&p| self.screen(p)).filter(|&p| self.window.contains(p)).collect()
    }

    fn dots(&mut self, centers: &[DVec2], radius: f32, fill: Rgba, outline: Option<Stroke>) {
        let circles: Vec<_> = self.visible(centers).into_iter().map(|p| (px(p), radius)).collect();
        if !circles.is_empty() && radius.is_finite() && radius > 0.0 {
            let outline = outline.map(|s| (s.color, s.width_px));
            self.out.push(Primitive::Circles { circles, fill: Some(fill), outline });
        }
    }

    fn marks(&mut self, centers: &[DVec2], shape: MarkShape, radius: f64, fill: Rgba, outline: Option<Stroke>) {
        let visible = self.visible(centers);
        let corners: Vec<DVec2> = mark_corners(shape).iter().map(|&(x, y)| DVec2::new(x, y) * radius).collect();
        let rings: Vec<Vec<DVec2>> =
            visible.iter().map(|&p| corners.iter().map(|&corner| p + corner).collect()).collect();
        for ring in &rings {
            // One polygon per mark: overlapping marks must not cancel.
            self.out.push(Primitive::Polygon { rings: vec![ring.iter().copied().map(px).collect()], fill });
        }
        if let Some(stroke) = outline {
            let sides =
                |ring: &Vec<DVec2>| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]).collect::<Vec<_>>();
            let segments: Vec<_> = rings.iter().flat_map(sides).collect();
            self.lines(&segments, stroke);
        }
    }

    fn circles(&mut self, circles: &[(DVec2, f64)], fill: Option<Rgba>, outline: Option<Stroke>) {
        let mut kept = Vec::with_capacity(circles.len());
        for &(center, radius) in circles {
            let (c, r) = (self.screen(center), radius * self.viewport.scale);
            let nearest = c.clamp(self.window.min, self.window.max);
            if r.is_nan() || r <= 0.0 || r > LIMIT || !drawable(c) || nearest.distance(c) > r {
                continue;
            }
            if r > LARGE_RADIUS_PX || outline.is_some_and(|s| s.dashed) {
                self.large_circle(c, r, fill, outline);
            } else {
                kept.push((px(c), r as f32));
            }
        }
        if !kept.is_empty() {
            let outline = outline.map(|s| (s.color, s.width_px));
            self.out.push(Primitive::Circles { circles: kept, fill, outline });
        }
    }

    /// The visible arc as lines; the fill extends from it beyond the picture.
    fn large_circle(&mut self, c: DVec2, r: f64, fill: Option<Rgba>, outline: Option<Stroke>) {
        let middle = (self.window.min + self.window.max) * 0.5;
        let reach = (self.window.max - middle).length();
        let to_middle = middle - c;
        let distance = to_middle.length();
        // Seen from a far centre the picture spans a small angle; only that part of the rim is generated.
        let is_far = distance > 1.5 * reach;
        let half_angle = if is_far { libm::asin((reach / distance).min(1.0)) } else { std::f64::consts::PI };
        let toward = libm::atan2(to_middle.y, to_middle.x);
        let steps = 256_usize;
        let mut rim: Vec<DVec2> = (0..=steps)
            .map(|i| {
                let angle = toward + half_angle * (2.0 * i as f64 / steps as f64 - 1.0);
                c + DVec2::new(libm::cos(angle), libm::sin(angle)) * r
            })
            .collect();
        let segments: Vec<_> = rim.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        if let Some(fill) = fill {
            if is_far {
                rim.push(c);
            }
            if let Some(ring) = self.window.ring(&rim).filter(|ring| ring.len() > 2) {
                self.out.push(Primitive::Polygon { rings: vec![ring.into_iter().map(px).collect()], fill });
            }
        }
        if let Some(stroke) = outline {
            self.lines(&segments, stroke);
        }
    }

    fn arrows(&mut self, arrows: &[[DVec2; 2]], stroke: Stroke) {
        let mut shafts = Vec::with_capacity(arrows.len());
        let mut heads = Vec::with_capacity(arrows.len());
        let head_length = 4.0 + 2.5 * f64::from(stroke.width_px);
        for arrow in arrows {
            let [tail, tip] = arrow.map(|p| self.screen(p));
            let length = tail.distance(tip);
            // The direction of an arrow shorter than a pixel is not visible.
            if !drawable(tail) || !drawable(tip) || length < 1.0 || self.window.misses(&[tail, tip]) {
                continue;
            }
            let forward = (tip - tail) / length;
            let head = head_length.min(length * 0.7);
            let (base, side) = (tip - forward * head, forward.perp() * head * 0.42);
            shafts.push([tail, base + forward * (head * 0.2)]);
            if self.window.contains(tip) {
                heads.push(turned([px(tip), px(base + side), px(base - side)]));
            }
        }
        self.lines(&shafts, stroke);
        if !heads.is_empty() {
            self.out.push(Primitive::Triangles { triangles: heads, fill: stroke.color });
        }
    }

    fn ticks(&mut self, ticks: &[(DVec2, DVec2)], length: f64, stroke: Stroke) {
        let mut segments = Vec::with_capacity(ticks.len());
        for &(foot, direction) in ticks {
            let foot = self.screen(foot);
            let Some(direction) = direction.try_normalize() else { continue };
            if self.window.contains(foot) {
                segments.push([foot, foot + DVec2::new(direction.x, -direction.y) * length]);
            }
        }
        self.lines(&segments, stroke);
    }
}

/// Corners for a half width of 1, in screen coordinates (y down).
fn mark_corners(shape: MarkShape) -> &'static [(f64, f64)] {
    const ARM: f64 = 0.34;
    match shape {
        MarkShape::Square => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        MarkShape::Diamond => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
        MarkShape::Triangle => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
        MarkShape::Plus => &[
            (-ARM, -1.0),
            (ARM, -1.0),
            (ARM, -ARM),
            (1.0, -ARM),
            (1.0, ARM),
            (ARM, ARM),
            (ARM, 1.0),
            (-ARM, 1.0),
            (-ARM, ARM),
            (-1.0, ARM),
            (-1.0, -ARM),
            (-ARM, -ARM),
        ],
    }
}
