//! Sprites with known areas and loops: shapes, random blobs, letters of a font and icons of the editor.

use blobsmith::geometry::{DVec2, polygon};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use std::f64::consts::{PI, TAU};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Transform};

/// Pixels of a side of a sprite.
const SIDE: u32 = 128;

/// A picture with what it shows.
pub struct Sprite {
    pub name: String,
    path: Path,
    rule: FillRule,
    /// Area in squared pixels.
    pub area: f64,
    /// Bodies and holes.
    pub loops: [usize; 2],
}

fn ring(path: &mut PathBuilder, points: &[DVec2]) {
    for (index, point) in points.iter().enumerate() {
        let (x, y) = (point.x as f32, point.y as f32);
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
}

fn area_of(points: &[DVec2]) -> f64 {
    0.5 * polygon::doubled_area(points).abs()
}

/// Points of a star, a regular polygon or a disc about the middle.
fn round(count: usize, outer: f64, inner: f64, turn: f64) -> Vec<DVec2> {
    let point = |i: usize| {
        let radius = if i.is_multiple_of(2) { outer } else { inner };
        let angle = turn + PI * i as f64 / count as f64;
        DVec2::new(64.0, 64.0) + DVec2::new(angle.cos(), angle.sin()) * radius
    };
    (0..2 * count).map(point).collect()
}

fn sprite(name: &str, outers: &[Vec<DVec2>], holes: &[Vec<DVec2>]) -> Sprite {
    let mut path = PathBuilder::new();
    outers.iter().chain(holes).for_each(|points| ring(&mut path, points));
    let sum = |all: &[Vec<DVec2>]| all.iter().map(|points| area_of(points)).sum::<f64>();
    let area = sum(outers) - sum(holes);
    Sprite {
        name: name.into(),
        path: path.finish().unwrap(),
        rule: FillRule::EvenOdd,
        area,
        loops: [outers.len(), holes.len()],
    }
}

fn polygon_of(points: &[(f64, f64)]) -> Vec<DVec2> {
    points.iter().map(|&(x, y)| DVec2::new(x, y)).collect()
}

fn letter_b() -> Sprite {
    let outer = [(24.0, 8.0), (84.0, 8.0), (104.0, 28.0), (104.0, 52.0), (92.0, 64.0), (104.0, 76.0), (104.0, 100.0)];
    let outer = [&outer[..], &[(84.0, 120.0), (24.0, 120.0)]].concat();
    let holes = [
        polygon_of(&[(48.0, 28.0), (76.0, 28.0), (80.0, 40.0), (76.0, 52.0), (48.0, 52.0)]),
        polygon_of(&[(48.0, 76.0), (76.0, 76.0), (80.0, 88.0), (76.0, 100.0), (48.0, 100.0)]),
    ];
    sprite("letter B", &[polygon_of(&outer)], &holes)
}

pub fn some() -> Vec<Sprite> {
    let disc = |radius: f64| round(100, radius, radius, 0.0);
    let l = polygon_of(&[(20.0, 10.0), (52.0, 10.0), (52.0, 86.0), (108.0, 86.0), (108.0, 118.0), (20.0, 118.0)]);
    let i = polygon_of(&[(52.0, 56.0), (76.0, 56.0), (76.0, 120.0), (52.0, 120.0)]);
    let dot: Vec<DVec2> = disc(16.0).into_iter().map(|point| point - DVec2::new(0.0, 38.0)).collect();
    vec![
        sprite("disc", &[disc(60.0)], &[]),
        sprite("ring", &[disc(60.0)], &[disc(30.0)]),
        sprite("star", &[round(5, 60.0, 32.0, 0.3)], &[]),
        sprite("letter L", &[l], &[]),
        letter_b(),
        sprite("letter i", &[i, dot], &[]),
    ]
}

fn drawn(path: &Path, rule: FillRule, anti_alias: bool) -> Pixmap {
    let mut pixmap = Pixmap::new(SIDE, SIDE).unwrap();
    let mut paint = Paint { anti_alias, ..Paint::default() };
    paint.set_color(Color::from_rgba8(200, 100, 50, 255));
    pixmap.fill_path(path, &paint, rule, Transform::identity(), None);
    pixmap
}

/// The sprite as a PNG file, antialiased or not.
pub fn png(sprite: &Sprite, anti_alias: bool) -> Vec<u8> {
    let pixmap = drawn(&sprite.path, sprite.rule, anti_alias);
    let straight: Vec<u8> = pixmap
        .pixels()
        .iter()
        .flat_map(|p| {
            let p = p.demultiply();
            [p.red(), p.green(), p.blue(), p.alpha()]
        })
        .collect();
    encoded(SIDE, &straight)
}

pub fn encoded(side: u32, rgba: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side, side);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(rgba).unwrap();
    writer.finish().unwrap();
    file
}

/// Polygons, stars, rings, and discs with two holes, of many proportions.
fn shapes() -> Vec<Sprite> {
    let disc = |radius: f64, x: f64| -> Vec<DVec2> {
        round(60, radius, radius, 0.0).into_iter().map(|point| point + DVec2::new(x, 0.0)).collect()
    };
    let make = |i: usize| {
        let (count, part, turn) = (3 + i % 7, 0.55 + 0.05 * (i % 8) as f64, 0.37 * i as f64);
        let name = format!("sprite {i}");
        match i % 5 {
            0 => sprite(&name, &[round(count + 2, 60.0, 60.0 * (PI / (2 * count + 4) as f64).cos(), turn)], &[]),
            1 => sprite(&name, &[round(count + 1, 60.0, 60.0 * part, turn)], &[]),
            2 => sprite(&name, &[disc(60.0, 0.0)], &[disc(20.0 + (i % 23) as f64, 0.0)]),
            3 => sprite(&name, &[round(count + 3, 62.0, 62.0 * part.max(0.7), turn)], &[disc(14.0, 0.0)]),
            _ => sprite(
                &name,
                &[disc(61.0, 0.0)],
                &[disc(10.0 + (i % 9) as f64, -24.0), disc(9.0 + (i % 11) as f64, 25.0)],
            ),
        }
    };
    (0..40).map(make).collect()
}

/// A linear congruential generator (Knuth's MMIX).
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// A wavy outline with up to three round holes, each at least eight pixels from the others and from the rim.
fn blob(random: &mut Random, number: usize) -> Sprite {
    let waves = [2.0, 3.0, 5.0].map(|count| (count, random.between(1.0, 5.0), random.between(0.0, TAU)));
    let radius = |angle: f64| 46.0 + waves.iter().map(|(n, size, turn)| size * (n * angle + turn).sin()).sum::<f64>();
    let outer = (0..120).map(|i| {
        let angle = TAU * f64::from(i) / 120.0;
        DVec2::new(64.0, 64.0) + DVec2::new(angle.cos(), angle.sin()) * radius(angle)
    });
    let outer: Vec<DVec2> = outer.collect();
    let mut holes: Vec<(DVec2, f64)> = Vec::new();
    for _ in 0..200 {
        let at = DVec2::new(random.between(30.0, 98.0), random.between(30.0, 98.0));
        let radius = random.between(5.0, 14.0);
        let is_free = outer.iter().all(|point| point.distance(at) > radius + 8.0)
            && holes.iter().all(|(other, size)| other.distance(at) > radius + size + 8.0);
        if is_free && holes.len() < number % 4 {
            holes.push((at, radius));
        }
    }
    let circle = |&(at, size): &(DVec2, f64)| -> Vec<DVec2> {
        round(40, size, size, 0.0).into_iter().map(|point| point - DVec2::new(64.0, 64.0) + at).collect()
    };
    sprite(&format!("blob {number}"), &[outer], &holes.iter().map(circle).collect::<Vec<_>>())
}

/// Collects a glyph, y down.
struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }
    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        self.0.quad_to(a, -b, x, -y);
    }
    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        self.0.cubic_to(a, -b, c, -d, x, -y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

/// A glyph, 116 pixels wide or high; its area and loops are counted in pixels.
fn glyph(name: String, font: &'static [u8], letter: char) -> Sprite {
    let font = FontRef::new(font).unwrap();
    let outline = font.outline_glyphs().get(font.charmap().map(letter).unwrap()).unwrap();
    let mut pen = Pen(PathBuilder::new());
    outline.draw(DrawSettings::unhinted(Size::new(1000.0), LocationRef::default()), &mut pen).unwrap();
    let path = pen.0.finish().unwrap();
    let bounds = path.bounds();
    let scale = 116.0 / bounds.width().max(bounds.height());
    let (x, y) = (0.5 * (bounds.left() + bounds.right()), 0.5 * (bounds.top() + bounds.bottom()));
    let path = path.transform(Transform::from_row(scale, 0.0, 0.0, scale, 64.0 - scale * x, 64.0 - scale * y)).unwrap();
    let pixels: Vec<u8> = drawn(&path, FillRule::Winding, true).pixels().iter().map(|pixel| pixel.alpha()).collect();
    let area = pixels.iter().map(|&alpha| f64::from(alpha) / 255.0).sum();
    let parts = components(&pixels, true);
    // One part is the ground around the glyph.
    let holes = components(&pixels, false) - 1;
    Sprite { name, path, rule: FillRule::Winding, area, loops: [parts, holes] }
}

/// Number of connected parts of the opaque pixels, which may touch at corners, or of the others, which may not.
fn components(pixels: &[u8], opaque: bool) -> usize {
    let side = i64::from(SIDE);
    let is_in = |at: i64| (pixels[at as usize] >= 128) == opaque;
    let mut seen = vec![false; pixels.len()];
    let mut count = 0;
    for start in 0..side * side {
        if seen[start as usize] || !is_in(start) {
            continue;
        }
        count += 1;
        let mut open = vec![start];
        seen[start as usize] = true;
        while let Some(at) = open.pop() {
            let (x, y) = (at % side, at / side);
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let (x, y) = (x + dx, y + dy);
                let is_there = (0..side).contains(&x) && (0..side).contains(&y) && (opaque || dx == 0 || dy == 0);
                let next = y * side + x;
                if is_there && !seen[next as usize] && is_in(next) {
                    seen[next as usize] = true;
                    open.push(next);
                }
            }
        }
    }
    count
}

/// Letters and digits of the monospaced font.
fn letters() -> Vec<Sprite> {
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='7');
    letters.map(|letter| glyph(format!("letter {letter}"), epaint_default_fonts::HACK_REGULAR, letter)).collect()
}

/// Sixty filled icons of the pack that the editor uses, evenly over its list.
fn icons() -> Vec<Sprite> {
    let filled =
        |name| iconflow::try_icon(iconflow::Pack::Phosphor, name, iconflow::Style::Filled, iconflow::Size::Regular);
    let named = iconflow::list(iconflow::Pack::Phosphor).iter().filter_map(|name| Some((name, filled(name).ok()?)));
    let all: Vec<_> = named.collect();
    let sprite = |index: usize| {
        let (name, icon) = all[index * all.len() / 60];
        let font = iconflow::fonts().iter().find(|font| font.family == icon.family).unwrap();
        glyph(format!("icon {name}"), font.bytes, char::from_u32(icon.codepoint).unwrap())
    };
    (0..60).map(sprite).collect()
}

/// 200 sprites.
pub fn corpus() -> Vec<Sprite> {
    let mut random = Random(7);
    let blobs = (0..40).map(|number| blob(&mut random, number));
    shapes().into_iter().chain(blobs.collect::<Vec<_>>()).chain(letters()).chain(icons()).collect()
}
