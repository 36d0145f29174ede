//! SVG, PNG and the canvas's mesh show the same picture: every pixel of the PNG that is not on a rim has the colour that
//! the SVG's own geometry, or the mesh's triangles, give it.

use super::support::{GROUND, RED, Raster, level_of, palette, square, viewport, world_of};
use super::svg_reader;
use blobsmith::level::shapes;
use blobsmith::picture::overlays::{ALL, OverlayOptions};
use blobsmith::picture::{
    Item, Picture, Primitive, Rgba, Scene, Stroke, Viewport, draw_level, flatten, mesh, scene, svg,
};
use glam::DVec2;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// Some of everything but words, partly outside the picture, opaque where mesh lines would lie twice.
fn some_of_everything() -> Picture {
    let half = |r, g, b| Rgba(r, g, b, 100);
    let ring = |c: DVec2, r: f64| vec![c + p(-r, -r), c + p(r, -r), c + p(r, r), c + p(-r, r)];
    let bow_tie = vec![p(-9.0, 1.0), p(-2.0, 9.0), p(-2.0, 1.0), p(-9.0, 9.0)];
    let items = vec![
        Item::Polygon { rings: vec![ring(p(4.0, 4.0), 5.0), ring(p(3.5, 3.5), 2.0)], fill: half(90, 200, 20) },
        Item::Polygon { rings: vec![bow_tie], fill: half(200, 90, 20) },
        Item::Triangles { corners: vec![[p(-4.0, -4.0), p(20.0, -9.0), p(0.0, 3.0)]], fill: half(20, 90, 240) },
        Item::Circles {
            circles: vec![(p(-4.0, -5.0), 3.0)],
            fill: Some(half(220, 20, 90)),
            outline: Some(Stroke::new(RED, 5.0)),
        },
        Item::Circles { circles: vec![(p(0.0, 400.0), 394.0)], fill: Some(half(0, 250, 250)), outline: None },
        Item::Circles { circles: vec![(p(0.0, -40000.0), 39994.0)], fill: Some(half(250, 250, 0)), outline: None },
        Item::Lines { segments: vec![[p(-12.0, 0.0), p(3.0, 5.0)]], stroke: Stroke::new(RED, 6.0) },
        Item::Arrows { arrows: vec![[p(1.0, -8.0), p(8.0, -2.0)]], stroke: Stroke::new(RED, 5.0) },
        Item::Dots { centers: vec![p(8.0, 8.0), p(-8.0, 0.0)], radius_px: 7.0, fill: RED, outline: None },
    ];
    Picture { items, legend: Vec::new() }
}

fn compare_with_svg(picture: &Picture, view: &Viewport, least: usize) {
    let raster = Raster::of(picture, view);
    let drawing = svg_reader::read(&svg::paint(picture, view, &palette()));
    let (mut compared, mut coloured) = (0, 0);
    for y in (0..view.size_px.y as usize).step_by(3) {
        for x in (0..view.size_px.x as usize).step_by(3) {
            let Some(expected) = drawing.color_at([x as f64 + 0.5, y as f64 + 0.5]) else { continue };
            let seen = raster.at(x, y);
            for (a, b) in seen.iter().zip(expected) {
                assert!((f64::from(*a) - b).abs() < 4.0, "pixel ({x},{y}) is {seen:?} in PNG and {expected:?} in SVG");
            }
            compared += 1;
            coloured += usize::from(seen != GROUND);
        }
    }
    assert!(compared > least && coloured > least / 4, "{compared} pixels compared, {coloured} of them painted");
}

#[test]
fn svg_and_png_agree_on_every_kind_of_item() {
    compare_with_svg(&some_of_everything(), &viewport(), 2500);
}

#[test]
fn svg_and_png_agree_on_a_level() {
    let mut frame = shapes::Container::default().body();
    frame.name = "frame".to_owned();
    let level = level_of(vec![frame, square(-1.0, -1.0, 1.5), (shapes::Gear::default()).body()]);
    let world = world_of(&level);
    let palette = palette();
    let view = Viewport::fit(p(400.0, 300.0), scene::bounds(&level, &world), 20.0);
    let mut scene = Scene::new(&level, &world, &palette, view);
    // Lines thinner than the rim that is left out cannot be compared, and words have other letters in other viewers.
    for thin in ["grid", "scale-bar"] {
        scene.layers.set(thin, false);
    }
    let mut picture = Picture::default();
    draw_level(&scene, &mut picture);
    compare_with_svg(&picture, &view, 1500);
}

#[test]
fn mesh_and_png_agree_on_every_kind_of_item() {
    let (picture, view) = (some_of_everything(), viewport());
    let raster = Raster::of(&picture, &view);
    let drawing = svg_reader::read(&svg::paint(&picture, &view, &palette()));
    let mesh = mesh::tessellate(&flatten(&picture, &view, &palette()), 1.0);
    assert_eq!(mesh.indices.len() % 3, 0);
    let mut compared = 0;
    for y in (0..200).step_by(3) {
        for x in (0..200).step_by(3) {
            let at = [x as f64 + 0.5, y as f64 + 0.5];
            if drawing.color_at(at).is_none() {
                continue;
            }
            let (seen, expected) = (raster.at(x, y), mesh_color(&mesh, at));
            for (a, b) in seen.iter().zip(expected) {
                assert!((f64::from(*a) - b).abs() < 6.0, "pixel ({x},{y}) is {seen:?} in PNG and {expected:?} as mesh");
            }
            compared += 1;
        }
    }
    assert!(compared > 2500, "{compared}");
}

#[test]
fn mesh_of_a_line_on_pixels_is_one_rectangle() {
    let mesh_of = |ends: [[f32; 2]; 2], width: f32, pixels_per_point: f32| {
        let lines = Primitive::Lines { segments: vec![ends], color: Rgba(255, 0, 0, 255), width };
        mesh::tessellate(&[lines], pixels_per_point)
    };
    // Columns 10 and 11 from row 20 to 50.
    let mesh = mesh_of([[11.0, 20.0], [11.0, 50.0]], 2.0, 1.0);
    assert_eq!(mesh.indices.len(), 6);
    let xs: Vec<f32> = mesh.vertices.iter().map(|v| v.at[0]).collect();
    assert!(xs.contains(&10.0) && xs.contains(&12.0) && xs.iter().all(|&x| x == 10.0 || x == 12.0), "{xs:?}");
    assert_eq!(mesh_of([[20.0, 10.5], [50.0, 10.5]], 1.0, 1.0).indices.len(), 6, "a row");
    assert_eq!(mesh_of([[20.0, 10.25], [50.0, 10.25]], 0.5, 2.0).indices.len(), 6, "two pixels a point");
    for (ends, width) in [
        ([[11.3, 20.0], [11.3, 50.0]], 2.0),
        ([[11.0, 20.0], [11.0, 50.0]], 1.0),
        ([[11.0, 20.0], [14.0, 50.0]], 2.0),
        ([[10.25, 20.0], [10.25, 50.0]], 1.5),
    ] {
        assert!(mesh_of(ends, width, 1.0).indices.len() > 6, "{ends:?} {width} needs rims");
    }
}

/// Paints the triangles that hold the point, in order, colours mixed between corners.
fn mesh_color(mesh: &mesh::Mesh, p: [f64; 2]) -> [f64; 3] {
    let mut seen = GROUND.map(f64::from);
    for triangle in mesh.indices.chunks_exact(3) {
        let corners = [0, 1, 2].map(|k| mesh.vertices[triangle[k] as usize]);
        let [a, b, c] = corners.map(|v| [f64::from(v.at[0]), f64::from(v.at[1])]);
        let cross =
            |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        let whole = cross(a, b, c);
        let part = [cross(p, b, c) / whole, cross(a, p, c) / whole, cross(a, b, p) / whole];
        if whole == 0.0 || part.iter().any(|&share| share < 0.0) {
            continue;
        }
        let mix = |channel: fn(Rgba) -> u8| {
            corners.iter().zip(part).map(|(v, share)| f64::from(channel(v.color)) * share).sum::<f64>()
        };
        let (ink, opacity) = ([mix(|c| c.0), mix(|c| c.1), mix(|c| c.2)], mix(|c| c.3) / 255.0);
        for (below, above) in seen.iter_mut().zip(ink) {
            *below += (above - *below) * opacity;
        }
    }
    seen
}

#[test]
fn painting_is_deterministic() {
    let level = level_of(vec![square(0.0, 0.0, 1.0), square(1.5, 0.0, 1.0)]);
    let draw = || {
        let mut world = world_of(&level);
        world.step_frame();
        let palette = palette();
        let view = Viewport::fit(p(300.0, 200.0), scene::bounds(&level, &world), 20.0);
        let scene = Scene::new(&level, &world, &palette, view);
        let options = OverlayOptions::suggest(&scene);
        let mut picture = Picture::default();
        draw_level(&scene, &mut picture);
        for overlay in ALL {
            overlay.draw(&scene, &options, &mut picture);
        }
        let png = blobsmith::picture::png::paint(&picture, &view, &palette).expect("size is sound");
        (svg::paint(&picture, &view, &palette), png)
    };
    assert!(draw() == draw());
}
