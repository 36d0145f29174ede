//! Images on bodies, as pixels and as SVG.

use crate::support::*;
use blobsmith::level::{Skin, Texture, UvMap, texture};
use blobsmith::picture::{Layers, Picture, Scene, Skins, draw_level, skins, svg};
use std::sync::Arc;

/// Two by two pixels: red, green; blue, white.
fn four() -> Texture {
    let pixels = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]].concat();
    Texture::new(2, 2, pixels).unwrap()
}

fn skin(image: &str) -> Option<Skin> {
    Some(Skin { image: image.into(), uv: UvMap::Planar, tint: "#ffffffff".into(), layer: 0 })
}

/// The layers with the body's inside only.
fn only_skins() -> Layers {
    Layers::NONE.with("fill", true).with("skins", true)
}

fn drawn(level: &blobsmith::level::Level, skins: &Skins) -> Picture {
    let (world, palette) = (world_of(level), palette());
    let mut picture = Picture::default();
    let scene = Scene { layers: only_skins(), skins: Some(skins), ..Scene::new(level, &world, &palette, viewport()) };
    draw_level(&scene, &mut picture);
    picture
}

fn of_four() -> Skins {
    let mut skins = Skins::default();
    skins.insert("four.png", Ok(Arc::new(four())));
    skins
}

#[test]
fn skin_is_mapped_to_the_box_of_the_body() {
    let mut level = level_of(vec![square(-5.0, -5.0, 10.0)]);
    level.bodies[0].skin = skin("four.png");
    let raster = Raster::of(&drawn(&level, &of_four()), &viewport());
    // Near the corners of the square, from (50, 50) to (150, 150): v points down.
    assert_eq!(raster.at(55, 55), [255, 0, 0]);
    assert_eq!(raster.at(145, 55), [0, 255, 0]);
    assert_eq!(raster.at(55, 145), [0, 0, 255]);
    assert_eq!(raster.at(145, 145), [255, 255, 255]);
    assert_eq!(raster.at(45, 100), GROUND);
    // In the middle all four contribute equally: 255 of two of four.
    let middle = raster.at(100, 100);
    assert!(middle.iter().all(|&channel| channel.abs_diff(128) <= 3), "{middle:?}");
}

#[test]
fn skin_follows_the_nodes_of_each_frame() {
    let mut level = level_of(vec![square(-5.0, -5.0, 10.0)]);
    level.bodies[0].skin = skin("four.png");
    level.bodies[0].nodes.iter_mut().for_each(|node| node.velocity = [1.0, 0.0]);
    level.world.gravity = [0.0, 0.0];
    let mut world = world_of(&level);
    (0..3).for_each(|_| world.step_frame());
    let (palette, mut picture, skins) = (palette(), Picture::default(), of_four());
    let scene = Scene { layers: only_skins(), skins: Some(&skins), ..Scene::new(&level, &world, &palette, viewport()) };
    draw_level(&scene, &mut picture);
    let raster = Raster::of(&picture, &viewport());
    let moved = (world.position(0).x + 5.0) * 10.0;
    assert!(moved > 5.0);
    let left = 50 + moved.round() as usize;
    assert_eq!(raster.at(left - 2, 55), GROUND);
    assert_eq!(raster.at(left + 4, 55), [255, 0, 0]);
}

#[test]
fn skin_tint_multiplies_and_layers_order_the_bodies() {
    let mut level = level_of(vec![square(-5.0, -5.0, 10.0), square(-5.0, -5.0, 10.0)]);
    let tinted = |tint: &str, layer: i32| Skin { tint: tint.into(), layer, ..skin("four.png").unwrap() };
    level.bodies[0].skin = Some(tinted("#ff8000ff", 1));
    level.bodies[1].skin = Some(tinted("#ffffffff", 0));
    let raster = Raster::of(&drawn(&level, &of_four()), &viewport());
    // The first is in front: white times the tint.
    assert_eq!(raster.at(145, 145), [255, 128, 0]);
    // Half opaque over white.
    level.bodies[0].skin = Some(tinted("#00000080", 1));
    let raster = Raster::of(&drawn(&level, &of_four()), &viewport());
    assert!(raster.at(145, 145)[0].abs_diff(127) <= 1, "{:?}", raster.at(145, 145));
}

#[test]
fn skin_with_a_pair_per_node_shows_that_part() {
    let mut level = level_of(vec![square(-5.0, -5.0, 10.0)]);
    // The lower left quarter of the image, on the whole square.
    let uv = vec![[0.0, 1.0], [0.25, 1.0], [0.25, 0.75], [0.0, 0.75]];
    level.bodies[0].skin = Some(Skin { uv: UvMap::PerNode(uv), ..skin("four.png").unwrap() });
    let raster = Raster::of(&drawn(&level, &of_four()), &viewport());
    assert!([(55, 55), (145, 55), (100, 100), (145, 145)].iter().all(|&(x, y)| raster.at(x, y) == [0, 0, 255]));
}

#[test]
fn missing_skin_is_a_checkerboard_and_an_unread_one_is_the_fill() {
    let mut level = level_of(vec![square(-5.0, -5.0, 10.0)]);
    let plain = Raster::of(&drawn(&level, &Skins::default()), &viewport());
    level.bodies[0].skin = skin("none.png");
    let unread = Raster::of(&drawn(&level, &Skins::default()), &viewport());
    assert_eq!(plain.pixels, unread.pixels);
    let folder = tempfile::tempdir().unwrap();
    let skins = skins::load(&level, Some(folder.path()));
    assert!(skins.reason("none.png").is_some());
    let board = Raster::of(&drawn(&level, &skins), &viewport());
    // Eight squares of 12.5 pixels in a row.
    let row: Vec<[u8; 3]> = (0..8).map(|i| board.at(56 + 12 * i + i / 2, 56)).collect();
    assert!(row[0] != row[1] && row[0] == row[2] && row[1] == row[3] && row[5] == row[7], "{row:?}");
}

#[test]
fn skin_in_svg_is_embedded_once_and_mapped_to_each_triangle() {
    let mut level = level_of(vec![square(-5.0, -5.0, 10.0), square(-9.0, -9.0, 2.0)]);
    level.bodies.iter_mut().for_each(|body| body.skin = skin("four.png"));
    let text = svg::paint(&drawn(&level, &of_four()), &viewport(), &palette());
    assert_eq!(text.matches("<image ").count(), 1);
    assert_eq!(text.matches("<use ").count(), 4);
    // The image of two pixels covers the square of 100 pixels, from its upper left corner at (50, 50).
    assert!(text.contains("transform=\"matrix(50.000000 0.000000 0.000000 50.000000 50.000 50.000)\""), "{text}");
    let data = text.split("base64,").nth(1).unwrap().split('"').next().unwrap();
    // The signature of a PNG file in base 64.
    assert!(data.starts_with("iVBORw0KGgo"), "{data}");
}

#[test]
fn skin_survives_extreme_views_and_positions() {
    let mut level = level_of(vec![square(-5e8, -5.0, 1e9)]);
    level.bodies[0].skin = skin("four.png");
    let raster = Raster::of(&drawn(&level, &of_four()), &viewport());
    // The picture lies at the lower edge of a huge square, half way along.
    assert_ne!(raster.at(100, 100), GROUND);
}

#[test]
fn texture_reads_every_kind_of_png() {
    use png::{BitDepth, ColorType};
    let file = |color: ColorType, depth: BitDepth, palette: Option<Vec<u8>>, data: &[u8]| {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 2, 1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if let Some(palette) = palette {
            encoder.set_palette(palette);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(data).unwrap();
        writer.finish().unwrap();
        texture::decode(&file).unwrap().pixels().to_vec()
    };
    let eight = BitDepth::Eight;
    assert_eq!(file(ColorType::Grayscale, eight, None, &[10, 20]), [10, 10, 10, 255, 20, 20, 20, 255]);
    assert_eq!(file(ColorType::GrayscaleAlpha, eight, None, &[10, 1, 20, 2]), [10, 10, 10, 1, 20, 20, 20, 2]);
    assert_eq!(file(ColorType::Rgb, eight, None, &[1, 2, 3, 4, 5, 6]), [1, 2, 3, 255, 4, 5, 6, 255]);
    assert_eq!(file(ColorType::Rgba, eight, None, &[1, 2, 3, 4, 5, 6, 7, 8]), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(file(ColorType::Indexed, eight, Some(vec![9, 8, 7, 6, 5, 4]), &[1, 0]), [6, 5, 4, 255, 9, 8, 7, 255]);
    assert_eq!(file(ColorType::Grayscale, BitDepth::One, None, &[0b0100_0000]), [0, 0, 0, 255, 255, 255, 255, 255]);
    let sixteen = [0x12, 0x34, 0xff, 0xff];
    assert_eq!(
        file(ColorType::Grayscale, BitDepth::Sixteen, None, &sixteen),
        [0x12, 0x12, 0x12, 255, 255, 255, 255, 255]
    );
}
