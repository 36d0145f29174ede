//! SVG painter: one path per batch, coordinates to 0.01 px, text as text. Deterministic: equal pictures give equal
//! bytes.

use super::fonts::MIDDLE;
use super::textured::EmbeddedImages;
use super::{Align, MAX_SIDE_PX, Palette, Paper, Picture, Primitive, Px, Rgba, Viewport, flatten, legend};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A whole SVG document. Clamps sides to 1..=[`MAX_SIDE_PX`]; [`super::checked_size`] rejects other sizes.
pub fn paint(picture: &Picture, viewport: &Viewport, palette: &Palette) -> String {
    paint_on(picture, viewport, palette, Paper::default())
}

/// A whole SVG document on the given paper; the zoom sets the displayed size only.
pub fn paint_on(picture: &Picture, viewport: &Viewport, palette: &Palette, paper: Paper) -> String {
    // The cast converts NaN to 0, hence the second limit.
    let side = |length: f64| (length.round().clamp(1.0, MAX_SIDE_PX) as u32).max(1);
    let (width, height) = (side(viewport.size_px.x), side(viewport.size_px.y));
    let mut out = String::new();
    out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" ");
    // Writing to a string cannot fail.
    let zoom = paper.zoom.max(1);
    let _ = writeln!(
        out,
        "width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">",
        u64::from(width) * u64::from(zoom),
        u64::from(height) * u64::from(zoom)
    );
    if !paper.is_transparent {
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\"{}/>", fill(palette.background));
    }
    out.push_str("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" ");
    out.push_str("font-family=\"Ubuntu, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\">\n");
    let drawn = flatten(picture, viewport, palette);
    let images = EmbeddedImages::of(&drawn);
    images.define(&mut out);
    let mut clips = 0;
    for primitive in &drawn {
        write_primitive(&mut out, primitive);
        images.write(&mut out, primitive, &mut clips);
    }
    out.push_str("</g>\n");
    let legend = legend::layout(picture, viewport, palette, &drawn);
    if !legend.is_empty() {
        out.push_str("<g fill=\"none\" font-family=\"Ubuntu, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\">\n");
        for primitive in &legend {
            write_primitive(&mut out, primitive);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn write_primitive(out: &mut String, primitive: &Primitive) {
    match primitive {
        Primitive::Triangles { triangles, fill: color } => {
            let mut d = String::new();
            for triangle in triangles {
                ring(&mut d, triangle);
            }
            path(out, &d, &fill(*color));
        }
        Primitive::Polygon { rings, fill: color } => {
            let mut d = String::new();
            for points in rings {
                ring(&mut d, points);
            }
            path(out, &d, &format!("{} fill-rule=\"evenodd\"", fill(*color)));
        }
        // Needs its image: see `EmbeddedImages::write`.
        Primitive::Textured { .. } => {}
        Primitive::Lines { segments, color, width } => lines(out, segments, *color, *width),
        Primitive::ColouredLines { segments, width } => {
            let mut by_color: BTreeMap<Rgba, Vec<[Px; 2]>> = BTreeMap::new();
            for (ends, color) in segments {
                by_color.entry(*color).or_default().push(*ends);
            }
            for (color, segments) in by_color {
                lines(out, &segments, color, *width);
            }
        }
        Primitive::Circles { circles, fill: inner, outline } => {
            let mut d = String::new();
            for &(center, radius) in circles {
                circle(&mut d, center, radius);
            }
            let mut look = inner.map(fill).unwrap_or_default();
            if let Some((color, width)) = outline {
                look.push_str(&stroke(*color, *width));
            }
            path(out, &d, &look);
        }
        Primitive::Text { at, align, text, size, color, halo } => words(out, *at, *align, text, *size, *color, *halo),
    }
}

fn path(out: &mut String, d: &str, look: &str) {
    let _ = writeln!(out, "<path d=\"{d}\"{look}/>");
}

fn lines(out: &mut String, segments: &[[Px; 2]], color: Rgba, width: f32) {
    let mut d = String::new();
    let mut end = None;
    for &[a, b] in segments {
        // Consecutive segments form one polyline with proper joins.
        if end != Some(a) {
            point(&mut d, 'M', a);
        }
        point(&mut d, 'L', b);
        end = Some(b);
    }
    path(out, &d, &stroke(color, width));
}

fn ring(d: &mut String, points: &[Px]) {
    for (index, &p) in points.iter().enumerate() {
        point(d, if index == 0 { 'M' } else { 'L' }, p);
    }
    d.push('Z');
}

/// A circle as two half circles.
fn circle(d: &mut String, center: Px, radius: f32) {
    point(d, 'M', [center[0] - radius, center[1]]);
    for across in [2.0 * radius, -2.0 * radius] {
        d.push('a');
        number(d, radius);
        d.push(' ');
        number(d, radius);
        d.push_str(" 0 1 0 ");
        number(d, across);
        d.push_str(" 0");
    }
    d.push('Z');
}

fn point(d: &mut String, command: char, p: Px) {
    d.push(command);
    number(d, p[0]);
    d.push(' ');
    number(d, p[1]);
}

/// Rounds to 0.01 and omits trailing zeros.
fn number(out: &mut String, value: f32) {
    // The cast maps non-finite values to 0 or to the limits of the range.
    let hundredths = (f64::from(value) * 100.0).round() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let _ = match (whole, part) {
        (0, 0) => write!(out, "0"),
        (_, 0) => write!(out, "{whole}"),
        (0, _) if part % 10 == 0 => write!(out, ".{}", part / 10),
        (0, _) => write!(out, ".{part:02}"),
        _ if part % 10 == 0 => write!(out, "{whole}.{}", part / 10),
        _ => write!(out, "{whole}.{part:02}"),
    };
}

fn fill(color: Rgba) -> String {
    paint_attribute("fill", color)
}

fn stroke(color: Rgba, width: f32) -> String {
    let mut look = paint_attribute("stroke", color);
    look.push_str(" stroke-width=\"");
    number(&mut look, width);
    look.push('"');
    look
}

fn paint_attribute(name: &str, Rgba(r, g, b, a): Rgba) -> String {
    let mut look = format!(" {name}=\"#{r:02x}{g:02x}{b:02x}\"");
    if a < 255 {
        let _ = write!(look, " {name}-opacity=\"");
        number(&mut look, f32::from(a) / 255.0);
        look.push('"');
    }
    look
}

fn words(out: &mut String, at: Px, align: Align, text: &str, size: f32, color: Rgba, halo: Option<Rgba>) {
    out.push_str("<text x=\"");
    number(out, at[0]);
    out.push_str("\" y=\"");
    number(out, at[1] + MIDDLE * size);
    out.push_str("\" font-size=\"");
    number(out, size);
    out.push('"');
    match align {
        Align::Left => {}
        Align::Center => out.push_str(" text-anchor=\"middle\""),
        Align::Right => out.push_str(" text-anchor=\"end\""),
    }
    if let Some(rim) = halo {
        out.push_str(&stroke(rim, size * 0.25));
        out.push_str(" paint-order=\"stroke\"");
    }
    out.push_str(&fill(color));
    out.push('>');
    escape(out, text);
    out.push_str("</text>\n");
}

/// Text as XML 1.0 allows it: escapes markup and replaces forbidden control characters.
fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
}
