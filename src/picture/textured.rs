//! Textured triangles: rasterisation for PNG, embedded images for SVG.
//!
//! A pixel belongs to a triangle if its centre is inside; centres on an edge belong to one of its two triangles, so that
//! neighbours leave no gap and paint no pixel twice. Colours are interpolated bilinearly with premultiplied alpha.

use super::clip::affine;
use super::{PictureError, Primitive, Px, Rgba, png};
use crate::level::Texture;
use ::png::ColorType;
use glam::{DAffine2, DVec2};
use std::fmt::Write;
use std::sync::Arc;
use tiny_skia::{Pixmap, PremultipliedColorU8};

fn points(corners: [Px; 3]) -> [DVec2; 3] {
    corners.map(|[x, y]| DVec2::new(x.into(), y.into()))
}

/// Twice the signed area of a, b, p; exactly opposite for b, a, p.
fn side(a: DVec2, b: DVec2, p: DVec2) -> f64 {
    let is_ordered = (a.x, a.y) < (b.x, b.y);
    let (from, to) = if is_ordered { (a, b) } else { (b, a) };
    let doubled = (to - from).perp_dot(p - from);
    if is_ordered { doubled } else { -doubled }
}

/// True if a pixel with this value is inside the edge from a to b.
fn is_inside(value: f64, a: DVec2, b: DVec2) -> bool {
    value > 0.0 || (value == 0.0 && (a.y < b.y || (a.y == b.y && a.x < b.x)))
}

/// Paints a triangle over the pixels.
pub(super) fn fill(pixmap: &mut Pixmap, corners: [Px; 3], uv: [Px; 3], texture: &Texture, tint: Rgba) {
    let (mut at, mut uv) = (points(corners), points(uv));
    let doubled = (at[1] - at[0]).perp_dot(at[2] - at[0]);
    if doubled < 0.0 {
        at.swap(1, 2);
        uv.swap(1, 2);
    }
    let Some(uv_of) = affine(at, uv) else { return };
    let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
    let low = at.into_iter().reduce(DVec2::min).unwrap_or_default().floor().max(DVec2::ZERO);
    let high = at.into_iter().reduce(DVec2::max).unwrap_or_default().ceil();
    let (last_x, last_y) = (width.min(high.x.max(0.0) as usize), height.min(high.y.max(0.0) as usize));
    let [w, h] = texture.size().map(f64::from);
    for y in low.y as usize..last_y {
        for x in low.x as usize..last_x {
            let p = DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
            let [a, b, c] = at;
            if [(a, b), (b, c), (c, a)].into_iter().all(|(a, b)| is_inside(side(a, b, p), a, b)) {
                let color = tinted(sample(texture, uv_of.transform_point2(p) * DVec2::new(w, h)), tint);
                blend(&mut pixmap.pixels_mut()[y * width + x], color);
            }
        }
    }
}

/// The colour at a position in pixels, premultiplied, 0..=1.
fn sample(texture: &Texture, at: DVec2) -> [f64; 4] {
    let at = at - 0.5;
    let (corner, part) = (at.floor(), at - at.floor());
    let (x, y) = (corner.x as i64, corner.y as i64);
    let mut sum = [0.0; 4];
    for (dx, dy, weight) in [
        (0, 0, (1.0 - part.x) * (1.0 - part.y)),
        (1, 0, part.x * (1.0 - part.y)),
        (0, 1, (1.0 - part.x) * part.y),
        (1, 1, part.x * part.y),
    ] {
        let [r, g, b, a] = texture.pixel(x.saturating_add(dx), y.saturating_add(dy)).map(|c| f64::from(c) / 255.0);
        for (sum, value) in sum.iter_mut().zip([r * a, g * a, b * a, a]) {
            *sum += weight * value;
        }
    }
    sum
}

fn tinted([r, g, b, a]: [f64; 4], Rgba(tr, tg, tb, ta): Rgba) -> [f64; 4] {
    let [tr, tg, tb, ta] = [tr, tg, tb, ta].map(|c| f64::from(c) / 255.0);
    [r * tr * ta, g * tg * ta, b * tb * ta, a * ta]
}

/// Source over destination, both premultiplied.
fn blend(pixel: &mut PremultipliedColorU8, [r, g, b, a]: [f64; 4]) {
    let old = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
    let mix = |new: f64, old: u8| (255.0 * new + f64::from(old) * (1.0 - a)).round().clamp(0.0, 255.0) as u8;
    let alpha = mix(a, old[3]);
    let [r, g, b] = [mix(r, old[0]), mix(g, old[1]), mix(b, old[2])].map(|channel| channel.min(alpha));
    *pixel = PremultipliedColorU8::from_rgba(r, g, b, alpha).unwrap_or(*pixel);
}

/// The images of a drawing, each with its tint once, in order of first use.
#[derive(Default)]
pub(super) struct EmbeddedImages {
    images: Vec<(Arc<Texture>, Rgba)>,
    /// Distinguishes the ids of pictures that are nested in one document.
    hash: u32,
}

impl EmbeddedImages {
    /// The images of these primitives.
    pub fn of(primitives: &[Primitive]) -> Self {
        let mut images = Self::default();
        for primitive in primitives {
            let Primitive::Textured { texture, tint, triangles, .. } = primitive else { continue };
            if images.number(texture, *tint).is_none() {
                images.images.push((texture.clone(), *tint));
            }
            // FNV-1a.
            for number in triangles.iter().flatten().flatten() {
                images.hash = (images.hash ^ number.to_bits()).wrapping_mul(16_777_619);
            }
        }
        images
    }

    fn number(&self, texture: &Arc<Texture>, tint: Rgba) -> Option<usize> {
        self.images.iter().position(|(own, own_tint)| Arc::ptr_eq(own, texture) && *own_tint == tint)
    }

    /// Writes the definitions, with the tint multiplied in.
    pub fn define(&self, out: &mut String) {
        let hash = self.hash;
        for (number, (texture, tint)) in self.images.iter().enumerate() {
            let [width, height] = texture.size();
            let Ok(file) = encoded(texture, *tint) else { continue };
            let _ = write!(out, "<defs><image id=\"skin-{hash:x}-{number}\" width=\"{width}\" height=\"{height}\" ");
            out.push_str("preserveAspectRatio=\"none\" href=\"data:image/png;base64,");
            base64(&file, out);
            out.push_str("\"/></defs>\n");
        }
    }

    /// Writes a primitive: for each triangle the image, mapped to it and clipped by it. `clips` counts the clip paths.
    pub fn write(&self, out: &mut String, primitive: &Primitive, clips: &mut usize) {
        let Primitive::Textured { texture, triangles, uv, tint } = primitive else { return };
        let Some(number) = self.number(texture, *tint) else { return };
        let hash = self.hash;
        let size = DVec2::from(texture.size().map(f64::from));
        for (&corners, &uv) in triangles.iter().zip(uv) {
            let at = points(corners);
            let Some(map) = affine(points(uv).map(|pair| pair * size), at) else { continue };
            let [a, b, c] = widened(at);
            let DAffine2 { matrix2: m, translation: t } = map;
            let _ = writeln!(
                out,
                "<clipPath id=\"clip-{hash:x}-{clips}\"><path d=\"M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}Z\"/></clipPath>\
                 <g clip-path=\"url(#clip-{hash:x}-{clips})\"><use href=\"#skin-{hash:x}-{number}\" \
                 transform=\"matrix({:.6} {:.6} {:.6} {:.6} {:.3} {:.3})\"/></g>",
                a.x, a.y, b.x, b.y, c.x, c.y, m.x_axis.x, m.x_axis.y, m.y_axis.x, m.y_axis.y, t.x, t.y
            );
            *clips += 1;
        }
    }
}

/// Enlarged by a fraction of a pixel, so that antialiasing leaves no gaps between neighbours.
fn widened(corners: [DVec2; 3]) -> [DVec2; 3] {
    const BY_PX: f64 = 0.4;
    let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    corners.map(|corner| corner + (corner - middle).normalize_or_zero() * BY_PX)
}

fn encoded(texture: &Texture, Rgba(r, g, b, a): Rgba) -> Result<Vec<u8>, PictureError> {
    let [width, height] = texture.size();
    let times = |value: u8, tint: u8| ((u32::from(value) * u32::from(tint) + 127) / 255) as u8;
    let tinted = texture.pixels().chunks_exact(4);
    let pixels: Vec<u8> =
        tinted.flat_map(|p| [times(p[0], r), times(p[1], g), times(p[2], b), times(p[3], a)]).collect();
    png::encode(width, height, ColorType::Rgba, &pixels)
}

/// Appends bytes in base 64 (RFC 4648).
fn base64(bytes: &[u8], out: &mut String) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for part in bytes.chunks(3) {
        let byte = |index: usize| u32::from(part.get(index).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * index)) as usize & 63];
            out.push(if index <= part.len() { char::from(letter) } else { '=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_the_examples_of_the_standard() {
        let encoded = |text: &str| {
            let mut out = String::new();
            base64(text.as_bytes(), &mut out);
            out
        };
        let examples = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(encoded);
        assert_eq!(examples, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn neighbouring_triangles_paint_every_pixel_once() {
        let texture = Texture::new(1, 1, vec![255, 255, 255, 255]).unwrap();
        let mut pixmap = Pixmap::new(16, 16).unwrap();
        // Corners on pixel centres, and a fan about an odd point: half transparent, so that a second coat shows.
        let around = [[0.5, 0.5], [8.5, 0.5], [15.5, 0.5], [15.5, 15.5], [4.5, 15.5], [0.5, 15.5]];
        for i in 0..6 {
            fill(
                &mut pixmap,
                [[7.3, 6.5], around[i], around[(i + 1) % 6]],
                [[0.0; 2]; 3],
                &texture,
                Rgba(255, 255, 255, 128),
            );
        }
        for y in 1..15 {
            for x in 1..15 {
                assert_eq!(pixmap.pixel(x, y).unwrap().alpha(), 128, "{x} {y}");
            }
        }
    }
}
