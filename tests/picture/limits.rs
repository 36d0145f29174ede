//! Extreme input for pictures: numbers that are not finite or enormous, words with markup, extreme sizes.

use super::support::{RED, Raster, level_of, palette, square, viewport, world_of};
use super::svg_reader;
use blobsmith::level::{Body, Obstacle, ObstacleShape};
use blobsmith::picture::overlays::{ALL, OverlayOptions};
use blobsmith::picture::{
    Align, Item, LegendEntry, MarkShape, Picture, PictureError, Primitive, Scene, Stroke, Viewport, draw_level,
    flatten, mesh, png, svg,
};
use glam::DVec2;

const BAD: [f64; 7] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, f64::MAX, 1e18];

/// One of every kind of item, with a bad number in it.
fn items_with(bad: f64) -> Vec<Item> {
    let (good, odd) = (DVec2::new(1.0, 2.0), DVec2::new(bad, 1.0));
    let stroke = Stroke::new(RED, 2.0);
    let dashed = Stroke::dashed(RED, 2.0);
    let shape = MarkShape::Plus;
    vec![
        Item::Triangles { corners: vec![[good, odd, DVec2::ZERO]], fill: RED },
        Item::Polygon { rings: vec![vec![good, odd, DVec2::ZERO]], fill: RED },
        Item::Lines { segments: vec![[good, odd], [odd, odd]], stroke },
        Item::Lines { segments: vec![[good, odd]], stroke: dashed },
        Item::ColouredLines { segments: vec![([odd, good], RED)], width_px: 2.0 },
        Item::Dots { centers: vec![odd], radius_px: 3.0, fill: RED, outline: Some(stroke) },
        Item::Marks { centers: vec![odd], shape, radius_px: 3.0, fill: RED, outline: Some(dashed) },
        Item::Circles { circles: vec![(odd, 1.0), (odd, bad), (good, bad)], fill: Some(RED), outline: Some(stroke) },
        Item::Circles { circles: vec![(good, bad)], fill: None, outline: Some(dashed) },
        Item::Arrows { arrows: vec![[good, odd], [odd, good]], stroke },
        Item::Ticks { ticks: vec![(odd, good), (good, odd * 0.0)], length_px: 5.0, stroke },
        Item::Text {
            at: odd,
            offset_px: [0.0, 0.0],
            align: Align::Left,
            text: "x".to_owned(),
            size_px: 9.0,
            color: RED,
        },
        Item::Text {
            at: good,
            offset_px: [bad as f32, 0.0],
            align: Align::Left,
            text: "x".to_owned(),
            size_px: 9.0,
            color: RED,
        },
    ]
}

#[test]
fn items_with_invalid_numbers_are_omitted() {
    for bad in BAD {
        for item in items_with(bad) {
            let picture = Picture { items: vec![item], legend: Vec::new() };
            let list = flatten(&picture, &viewport(), &palette());
            for vertex in mesh::tessellate(&list, 1.0).vertices {
                assert!(vertex.at.iter().all(|c| c.abs() < 1e4), "{bad}: {vertex:?}");
            }
            svg_reader::read(&svg::paint(&picture, &viewport(), &palette()));
            Raster::of(&picture, &viewport());
        }
    }
}

#[test]
fn valid_items_are_drawn_beside_invalid_ones() {
    let good = Item::Dots { centers: vec![DVec2::ZERO], radius_px: 4.0, fill: RED, outline: None };
    let mixed = Item::Dots {
        centers: vec![DVec2::NAN, DVec2::ZERO, DVec2::INFINITY],
        radius_px: 4.0,
        fill: RED,
        outline: None,
    };
    assert_eq!(Raster::of_items(vec![good]).pixels, Raster::of_items(vec![mixed]).pixels);
}

#[test]
fn invalid_views_do_not_hang() {
    let picture = Picture { items: items_with(1.0), legend: Vec::new() };
    for bad in BAD.into_iter().chain([0.0, -1.0, 1e-300]) {
        for view in [
            Viewport { scale: bad, ..viewport() },
            Viewport { center: DVec2::new(bad, 0.0), ..viewport() },
            Viewport { size_px: DVec2::new(bad, 100.0), ..viewport() },
        ] {
            let level = level_of(vec![square(0.0, 0.0, 1.0)]);
            let (world, palette) = (world_of(&level), palette());
            let scene = Scene::new(&level, &world, &palette, view);
            let mut drawn = picture.clone();
            draw_level(&scene, &mut drawn);
            let options = OverlayOptions::suggest(&scene);
            for overlay in ALL {
                overlay.draw(&scene, &options, &mut drawn);
            }
            let _ = flatten(&drawn, &view, &palette);
            svg_reader::read(&svg::paint(&drawn, &view, &palette));
        }
    }
}

#[test]
fn blown_up_level_is_drawn() {
    let mut level = level_of(vec![square(0.0, 0.0, 1.0), square(3.0, 0.0, 1.0), Body::default()]);
    level.bodies[0].nodes[0].position = [1e300, -1e300];
    level.bodies[0].nodes[1].velocity = [1e308, 1e308];
    level.world.gravity = [0.0, -1e308];
    let shape = ObstacleShape::Line([0.0, 0.0], [1e300, 1e-300]);
    level.obstacles.push(Obstacle { name: String::new(), shape, restitution: 1.0 });
    let shape = ObstacleShape::Circle { center: [1e300, 0.0], radius: 1e300 };
    level.obstacles.push(Obstacle { name: String::new(), shape, restitution: 1.0 });
    let (mut world, palette) = (world_of(&level), palette());
    for _ in 0..3 {
        let view = Viewport { center: DVec2::new(3.5, 0.5), scale: 50.0, ..viewport() };
        let scene = Scene::new(&level, &world, &palette, view);
        let mut picture = Picture::default();
        draw_level(&scene, &mut picture);
        for overlay in ALL {
            overlay.draw(&scene, &OverlayOptions::suggest(&scene), &mut picture);
        }
        svg_reader::read(&svg::paint(&picture, &view, &palette));
        assert!(!Raster::of(&picture, &view).painted().is_empty());
        world.step_frame();
    }
}

#[test]
fn svg_text_is_escaped() {
    let text = "a<b & \"c\" > 'd' ]]> \u{0} \u{1b}[31m \n ü €";
    let words = Item::Text {
        at: DVec2::ZERO,
        offset_px: [0.0; 2],
        align: Align::Left,
        text: text.to_owned(),
        size_px: 12.0,
        color: RED,
    };
    let legend = vec![LegendEntry::new(RED, "</text><script>")];
    let picture = Picture { items: vec![words], legend };
    let drawing = svg_reader::read(&svg::paint(&picture, &viewport(), &palette()));
    assert_eq!(drawing.texts[0], "a&lt;b &amp; &quot;c&quot; &gt; 'd' ]]&gt; \u{fffd} \u{fffd}[31m   ü €");
    assert!(drawing.texts.iter().any(|t| t == "&lt;/text&gt;&lt;script&gt;"));
    Raster::of(&picture, &viewport());
}

#[test]
fn text_with_missing_glyphs_is_drawn() {
    let text = "日本 \u{1F600} \u{10FFFF} \u{202E}x".to_owned();
    let words =
        Item::Text { at: DVec2::ZERO, offset_px: [0.0; 2], align: Align::Center, text, size_px: 12.0, color: RED };
    assert!(!Raster::of_items(vec![words]).painted().is_empty());
}

#[test]
fn png_sizes_out_of_range_are_refused() {
    let picture = Picture::default();
    for (x, y) in
        [(0.0, 10.0), (10.0, -5.0), (f64::NAN, 10.0), (20_000.0, 10.0), (16_000.0, 16_000.0), (f64::INFINITY, 1.0)]
    {
        let view = Viewport { size_px: DVec2::new(x, y), ..viewport() };
        let error = png::paint(&picture, &view, &palette()).expect_err("refused");
        assert!(matches!(error, PictureError::Size(..)));
        assert!(error.to_string().contains("1 to 16384 pixels"), "{error}");
    }
    let view = Viewport { size_px: DVec2::new(1.0, 1.0), ..viewport() };
    let file = png::paint(&picture, &view, &palette()).expect("one pixel is a picture");
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
}

#[test]
fn legend_that_does_not_fit_says_how_much_is_missing() {
    let legend = (0..100).map(|i| LegendEntry::new(RED, format!("row {i}"))).collect();
    let picture = Picture { items: Vec::new(), legend };
    let drawing = svg_reader::read(&svg::paint(&picture, &viewport(), &palette()));
    let last = drawing.texts.last().expect("rows");
    assert_eq!(last, &format!("… {} more", 100 - (drawing.texts.len() - 1)));
}

#[test]
fn flatten_keeps_10000_elements_in_one_primitive() {
    let points: Vec<DVec2> =
        (0..10_000).map(|i| DVec2::new(f64::from(i % 100) * 0.1, f64::from(i / 100) * 0.1)).collect();
    let segments = points.iter().map(|&p| [p, p + DVec2::splat(0.1)]).collect();
    let dots = Item::Dots { centers: points, radius_px: 1.0, fill: RED, outline: None };
    let lines = Item::Lines { segments, stroke: Stroke::new(RED, 1.0) };
    let view = Viewport { center: DVec2::splat(5.0), scale: 15.0, ..viewport() };
    let list = flatten(&Picture { items: vec![dots, lines], legend: Vec::new() }, &view, &palette());
    let counts: Vec<usize> = list
        .iter()
        .map(|primitive| match primitive {
            Primitive::Circles { circles, .. } => circles.len(),
            Primitive::Lines { segments, .. } => segments.len(),
            _ => 0,
        })
        .collect();
    assert_eq!(counts, [10_000, 10_000]);
}

#[test]
fn legend_is_placed_in_the_emptiest_corner() {
    let legend = vec![LegendEntry::new(RED, "red")];
    let dots = |x: f64, y: f64| {
        let centers = (0..20).map(|i| DVec2::new(x + 0.05 * f64::from(i), y)).collect();
        Item::Dots { centers, radius_px: 2.0, fill: RED, outline: None }
    };
    let corner = |items: Vec<Item>| {
        let picture = Picture { items, legend: legend.clone() };
        let drawn = flatten(&picture, &viewport(), &palette());
        let legend = blobsmith::picture::legend::layout(&picture, &viewport(), &palette(), &drawn);
        let Some(Primitive::Text { at, .. }) = legend.last() else { panic!("{legend:?}") };
        (at[0] > 100.0, at[1] > 100.0)
    };
    assert_eq!(corner(vec![]), (false, false));
    assert_eq!(corner(vec![dots(-8.0, 7.5)]), (true, false));
    assert_eq!(corner(vec![dots(-8.0, 7.5), dots(7.0, 7.5)]), (true, true));
}
