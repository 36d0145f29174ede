//! Bodies with images: the parts of one picture, traced, and a crate with a planar map.

use super::stage::{AMBER, BLUE, DECOR, GREEN, PINK, Stage, ground};
use blobsmith::geometry::DVec2;
use blobsmith::level::import::{ImportOptions, importer_for};
use blobsmith::level::shapes::{Material, Rectangle, Terrain};
use blobsmith::level::{Body, Level, Skin, UvMap};
use std::f32::consts::TAU;
use std::path::Path as FilePath;
use tiny_skia::{Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// Path of the picture, relative to `levels/`.
pub const IMAGE: &str = "art/sprites.png";
/// Level units per pixel.
const SCALE: f64 = 1.0 / 40.0;

fn paint(hex: u32) -> Paint<'static> {
    let [_, r, g, b] = hex.to_be_bytes();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(r, g, b, 255));
    paint
}

fn fill(pixmap: &mut Pixmap, path: &Path, hex: u32) {
    pixmap.fill_path(path, &paint(hex), FillRule::EvenOdd, Transform::identity(), None);
}

fn line(pixmap: &mut Pixmap, path: &Path, hex: u32, width: f32) {
    let stroke = Stroke { width, line_cap: LineCap::Round, ..Stroke::default() };
    pixmap.stroke_path(path, &paint(hex), &stroke, Transform::identity(), None);
}

fn circle(x: f32, y: f32, radius: f32) -> Path {
    PathBuilder::from_circle(x, y, radius).expect("a circle")
}

/// A dome with a flat base and a face.
fn slime(pixmap: &mut Pixmap) {
    let mut path = PathBuilder::new();
    path.move_to(26.0, 118.0);
    path.cubic_to(4.0, 118.0, 8.0, 88.0, 14.0, 70.0);
    path.cubic_to(24.0, 36.0, 44.0, 22.0, 66.0, 22.0);
    path.cubic_to(88.0, 22.0, 108.0, 36.0, 118.0, 70.0);
    path.cubic_to(124.0, 88.0, 128.0, 118.0, 106.0, 118.0);
    path.close();
    let outline = path.finish().expect("a path");
    fill(pixmap, &outline, 0x5fc46a);
    line(pixmap, &outline, 0x2c7a4b, 5.0);
    for x in [48.0, 84.0] {
        fill(pixmap, &circle(x, 66.0, 13.0), 0xffffff);
        fill(pixmap, &circle(x + 3.0, 68.0, 6.0), 0x1d2b24);
    }
    let mut mouth = PathBuilder::new();
    mouth.move_to(46.0, 94.0);
    mouth.quad_to(66.0, 112.0, 86.0, 94.0);
    line(pixmap, &mouth.finish().expect("a path"), 0x1d2b24, 5.0);
    fill(pixmap, &circle(46.0, 42.0, 5.0), 0xc8f2cb);
}

/// Two rings about a centre.
fn ring(x: f32, y: f32, radius: impl Fn(f32) -> f32, hole: f32) -> Path {
    let mut path = PathBuilder::new();
    for (index, angle) in (0..120_u8).map(|i| TAU * f32::from(i) / 120.0).enumerate() {
        let (px, py) = (x + radius(angle) * angle.cos(), y + radius(angle) * angle.sin());
        if index == 0 { path.move_to(px, py) } else { path.line_to(px, py) }
    }
    path.close();
    path.push_circle(x, y, hole);
    path.finish().expect("a path")
}

/// A ring of dough with icing and sprinkles.
fn doughnut(pixmap: &mut Pixmap) {
    let (x, y) = (198.0, 68.0);
    fill(pixmap, &ring(x, y, |_| 54.0, 17.0), 0xc98b4e);
    fill(pixmap, &ring(x, y, |angle| 45.0 + 3.0 * (7.0 * angle).sin(), 22.0), 0xf59ac0);
    let colors = [0xffffff, 0x6cc7f0, 0xfff08a, 0x8fe08c];
    for (index, hex) in (0..20_u8).zip(colors.iter().cycle()) {
        let angle = TAU * f32::from(index) / 20.0;
        let radius = 33.0 + 6.0 * (f32::from(index) * 2.4).sin();
        let (px, py) = (x + radius * angle.cos(), y + radius * angle.sin());
        let turn = f32::from(index) * 1.7;
        let mut path = PathBuilder::new();
        path.move_to(px - 3.0 * turn.cos(), py - 3.0 * turn.sin());
        path.line_to(px + 3.0 * turn.cos(), py + 3.0 * turn.sin());
        line(pixmap, &path.finish().expect("a path"), *hex, 3.5);
    }
}

/// The picture as a PNG file.
pub fn picture() -> Vec<u8> {
    let mut pixmap = Pixmap::new(264, 136).expect("a size");
    slime(&mut pixmap);
    doughnut(&mut pixmap);
    let straight = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let pixels: Vec<u8> = straight.flat_map(|p| [p.red(), p.green(), p.blue(), p.alpha()]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.expect("a picture in memory");
    file
}

/// The two bodies of the picture: slime and doughnut.
fn traced() -> Level {
    let options = ImportOptions { scale: Some(SCALE), spacing: Some(0.5), ..ImportOptions::default() };
    let importer = importer_for(FilePath::new(IMAGE)).expect("the importer of pictures");
    (importer.import)(&picture(), &options).expect("two parts").level
}

/// A body of the picture with its name, its lower left corner moved to a point, and its tint.
fn part(body: &Body, name: &str, corner: [f64; 2], tint: &str) -> Body {
    let at = |body: &Body, node: usize| DVec2::from(body.nodes[node].position);
    let low = (0..body.nodes.len()).map(|node| at(body, node)).fold(DVec2::MAX, DVec2::min);
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    let mut body = body.clone().named(name).translated((DVec2::from(corner) - low).to_array());
    if let Some(skin) = &mut body.skin {
        (skin.image, skin.tint) = (IMAGE.to_owned(), tint.to_owned());
        if let UvMap::PerNode(pairs) = &mut skin.uv {
            pairs.iter_mut().flatten().for_each(|part| *part = rounded(*part));
        }
    }
    body.springs.iter_mut().for_each(|spring| {
        (spring.stiffness, spring.damping) = (rounded(spring.stiffness), rounded(spring.damping));
    });
    body
}

pub fn sprites() -> Level {
    let notes = "One picture, traced. art/sprites.png shows a slime and a doughnut. File > Import a drawing, picture or mesh made a
        body of each: the rim of what is opaque is the hull, the hole of the doughnut is a hole of the hull, and nodes, springs
        and masses follow. The picture is the skin of both: each node keeps its place in it (the map Per node), so the picture
        bends with the body. The blue doughnut has the same skin and a tint. The sign shows the whole picture by a planar map:
        the box around the body is the whole image.

        Select a body and open Skin in the inspector: the map of the image shows its triangles over the picture. Drag a node of
        it, or a corner of the frame. The layer Skins in the tab Show switches the pictures off. A skin changes no force: the
        bodies are masses and springs without gas (source “Blobs” §C.2).";
    let level = traced();
    // Each loop of the hull has one edge that leads back to its first node.
    let loops = |body: &&Body| body.hull.iter().filter(|[a, b]| b < a).count();
    let of_loops = |count| level.bodies.iter().find(|body| loops(body) == count).expect("both parts");
    let (slime, doughnut) = (of_loops(1), of_loops(2));
    let skin = Skin { image: IMAGE.to_owned(), uv: UvMap::Planar, tint: "#ffffffff".to_owned(), layer: -1 };
    let material = Material::default().weighing(0.3).springy(6.0, 0.4).touching(0.2, 0.6);
    let sign = Rectangle { columns: 6, rows: 3, cell: [0.66, 0.68], material, ..Rectangle::default() };
    let sign = Body { skin: Some(skin), ..sign.body().named("sign").translated([-4.4, 1.1]) };
    let surface = vec![[-9.0, 3.0], [-7.0, 0.0], [7.0, 0.0], [9.0, 3.0]];
    let valley = Terrain { surface, base: -1.0, material: ground() };
    Stage::new("Sprites", notes)
        .view([0.0, 3.6], 10.4)
        .body(valley.body().named("valley"), DECOR)
        .body(sign, AMBER)
        .body(part(slime, "slime", [-1.4, 1.0], "#ffffffff"), GREEN)
        .body(part(doughnut, "doughnut", [2.2, 2.2], "#ffffffff"), PINK)
        .body(part(doughnut, "blue doughnut", [-0.1, 4.4], "#8fd0ffff"), BLUE)
        .with(|made| made.world = level.world)
        .done()
}
