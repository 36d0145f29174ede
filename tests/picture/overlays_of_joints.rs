//! Overlays of links, markers, sensors and ids: shapes and colours at calculated positions.

use super::support::{disc, level_of, palette, square, viewport, world_of};
use blobsmith::level::*;
use blobsmith::picture::joints::zigzag;
use blobsmith::picture::overlays::{ALL, OverlayOptions};
use blobsmith::picture::{Item, Layers, Picture, Rgba, Scene};
use glam::DVec2;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn link(a: LinkEnd, b: LinkEnd, kind: LinkKind) -> Link {
    Link { id: String::new(), a, b, kind, collide: true, tags: Vec::new(), properties: Properties::default() }
}

fn marker(name: &str, shape: MarkerShape) -> Marker {
    let (id, name) = (String::new(), name.to_owned());
    Marker { id, name, shape, tags: vec!["red".to_owned()], properties: Properties::default() }
}

/// The overlay after some frames.
fn draw(level: &Level, frames: usize, id: &str) -> Picture {
    let (mut world, palette) = (world_of(level), palette());
    (0..frames).for_each(|_| world.step_frame());
    let scene = Scene { layers: Layers::NONE, ..Scene::new(level, &world, &palette, viewport()) };
    let overlay = ALL.iter().find(|overlay| overlay.id == id).expect("an overlay");
    let mut picture = Picture::default();
    overlay.draw(&scene, &OverlayOptions::default(), &mut picture);
    picture
}

fn coloured(picture: &Picture) -> Vec<([DVec2; 2], Rgba)> {
    let lists = picture.items.iter().filter_map(|item| match item {
        Item::ColouredLines { segments, .. } => Some(segments.clone()),
        _ => None,
    });
    lists.flatten().collect()
}

fn texts(picture: &Picture) -> Vec<&str> {
    let texts = picture.items.iter().filter_map(|item| match item {
        Item::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn has_fill(picture: &Picture) -> bool {
    picture.items.iter().any(|item| match item {
        Item::Polygon { .. } => true,
        Item::Circles { fill, .. } => fill.is_some(),
        _ => false,
    })
}

/// From (0, 0) to (8, 0), 80 pixels; rest length 6 gives 10 strokes of 6 pixels.
#[test]
fn zigzag_has_a_stroke_per_six_pixels_of_rest_length() {
    let level = level_of(Vec::new());
    let (world, palette) = (world_of(&level), palette());
    let scene = Scene::new(&level, &world, &palette, viewport());
    let segments = zigzag(&scene, [p(0.0, 0.0), p(8.0, 0.0)], 6.0);
    // Ten peaks, and a straight piece with two ends on either side.
    assert_eq!(segments.len(), 13);
    assert_eq!((segments[0][0], segments[12][1]), (p(0.0, 0.0), p(8.0, 0.0)));
    assert!(segments.windows(2).all(|pair| pair[0][1] == pair[1][0]), "{segments:?}");
    let peaks: Vec<f64> = segments[1..11].iter().map(|segment| segment[1].y).collect();
    assert!(
        peaks.iter().enumerate().all(|(i, y)| (y - if i % 2 == 0 { 0.4 } else { -0.4 }).abs() < 1e-12),
        "{peaks:?}"
    );
    assert_eq!(zigzag(&scene, [p(0.0, 0.0), p(1.0, 0.0)], 6.0), [[p(0.0, 0.0), p(1.0, 0.0)]], "too short");
}

#[test]
fn link_overlay_colours_springs_and_sticks_by_strain() {
    let mut level = level_of(vec![square(-8.0, -8.0, 2.0)]);
    level.discs.push(disc([4.0, 0.0], [0.0, 0.0], 0.5));
    let spring = |rest_length: f64| LinkKind::Spring { rest_length, stiffness: 1.0, damping: 0.0 };
    // Strain 8/4 - 1 = 1, the end of the range; -1/9; and a stick of its length.
    level.links = vec![
        link(LinkEnd::Point([-4.0, 0.0]), LinkEnd::Disc(0), spring(4.0)),
        link(LinkEnd::Node([0, 1]), LinkEnd::Point([2.0, -8.0]), spring(9.0)),
        link(LinkEnd::Point([-4.0, 6.0]), LinkEnd::Point([4.0, 6.0]), LinkKind::Stick { length: 8.0 }),
    ];
    let picture = draw(&level, 0, "links");
    let (found, palette) = (coloured(&picture), palette());
    let rest = palette.background.mix(palette.text, 0.42);
    let of = |y: f64| {
        found.iter().filter(|(ends, _)| (ends[0].y - y).abs() < 1.0).map(|(_, color)| *color).collect::<Vec<_>>()
    };
    assert!(of(0.0).iter().all(|color| *color == palette.warm) && of(0.0).len() > 4);
    assert!(
        of(-8.0).iter().all(|color| *color == rest.mix(palette.cold, 1.0 / 12.0)),
        "one twelfth of the way to blue"
    );
    assert_eq!(of(6.0), [rest]);
    assert!(picture.legend.iter().any(|row| row.text.contains("stretched by 100 % or more")));
}

#[test]
fn link_overlay_draws_pins_as_rings_and_their_gap() {
    let mut level = level_of(vec![square(-2.0, -2.0, 2.0)]);
    level.links = vec![link(LinkEnd::Node([0, 2]), LinkEnd::Point([0.0, 4.0]), LinkKind::Pin)];
    let picture = draw(&level, 0, "links");
    let ring = picture.items.iter().find_map(|item| match item {
        Item::Dots { centers, fill, outline, .. } => Some((centers.clone(), fill.3, outline.is_some())),
        _ => None,
    });
    assert_eq!(ring, Some((vec![p(0.0, 2.0)], 0, true)));
    let gap = picture.items.iter().find_map(|item| match item {
        Item::Lines { segments, stroke } => Some((segments.clone(), stroke.dashed)),
        _ => None,
    });
    assert_eq!(gap, Some((vec![[p(0.0, 0.0), p(0.0, 4.0)]], true)));
}

#[test]
fn marker_overlay_fills_an_area_while_a_disc_is_inside() {
    let mut level = level_of(Vec::new());
    level.world.gravity = [0.0; 2];
    level.discs.push(disc([-6.0, 0.0], [4.0, 0.0], 0.5));
    level.markers = vec![
        marker("goal", MarkerShape::Rect([-3.0, -1.0], [-1.0, 1.0])),
        marker("camera", MarkerShape::Path(vec![[0.0, 5.0], [4.0, 5.0], [4.0, 8.0]])),
        marker("start", MarkerShape::Point([7.0, 7.0])),
    ];
    // A frame lasts one time unit: the disc is at -6, -2 and 2.
    let pictures = [0, 1, 2].map(|frames| draw(&level, frames, "markers"));
    assert_eq!(pictures.each_ref().map(has_fill), [false, true, false]);
    assert_eq!(texts(&pictures[0]), ["goal", "camera", "start"]);
    let arrows = pictures[0].items.iter().find_map(|item| match item {
        Item::Arrows { arrows, .. } => Some(arrows.clone()),
        _ => None,
    });
    assert_eq!(arrows, Some(vec![[p(4.0, 5.0), p(4.0, 8.0)]]), "the end of the path");
}

#[test]
fn sensor_overlay_counts_what_is_inside() {
    let mut level = level_of(Vec::new());
    level.world.gravity = [0.0; 2];
    level.discs = vec![disc([-6.0, 0.0], [4.0, 0.0], 0.5), disc([-2.0, 0.0], [0.0, 0.0], 1.0)];
    level.discs[1].motion = Motion::Fixed;
    level.discs[1].collision.sensor = true;
    let pictures = [0, 1, 2].map(|frames| draw(&level, frames, "sensors"));
    assert_eq!(pictures.each_ref().map(has_fill), [false, true, false]);
    assert_eq!(pictures.each_ref().map(texts), [["0 inside"], ["1 inside"], ["0 inside"]]);
    assert!(matches!(&pictures[0].items[0], Item::Circles { outline: Some(stroke), .. } if stroke.dashed));
}

#[test]
fn id_overlay_writes_ids_and_tags() {
    let mut level = level_of(vec![square(-8.0, -8.0, 2.0)]);
    level.bodies[0].id = "body-0".to_owned();
    level.bodies[0].tags = vec!["enemy".to_owned(), "soft".to_owned()];
    level.links = vec![link(LinkEnd::Point([0.0, 0.0]), LinkEnd::Point([4.0, 0.0]), LinkKind::Pin)];
    level.markers =
        vec![marker("goal", MarkerShape::Point([0.0, 8.0])), marker("far", MarkerShape::Point([0.0, 80.0]))];
    (level.links[0].id, level.markers[0].id, level.markers[1].id) = ("rope".into(), "m".into(), "n".into());
    let picture = draw(&level, 0, "ids");
    assert_eq!(texts(&picture), ["body-0 #enemy #soft", "rope", "m #red"], "the last marker is out of view");
    let at = |item: &Item| if let Item::Text { at, .. } = item { Some(*at) } else { None };
    assert_eq!(picture.items.iter().filter_map(at).collect::<Vec<_>>(), [p(-7.0, -7.0), p(2.0, 0.0), p(0.0, 8.0)]);
}

#[test]
fn bounds_hold_markers_and_fixed_points_of_links() {
    let mut level = level_of(vec![square(0.0, 0.0, 1.0)]);
    level.links = vec![link(LinkEnd::Node([0, 0]), LinkEnd::Point([-5.0, 0.0]), LinkKind::Stick { length: 5.0 })];
    level.markers = vec![marker("goal", MarkerShape::Rect([2.0, 3.0], [7.0, 9.0]))];
    let bounds = blobsmith::picture::scene::bounds(&level, &world_of(&level));
    assert_eq!((bounds.min, bounds.max), (p(-5.0, 0.0), p(7.0, 9.0)));
}
