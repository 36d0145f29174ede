//! Overlays of sticks, obstacles, diagonals and discs have the positions of the trace.

use super::support::{GROUND, Raster, disc, level_of, obstacle, palette, square, viewport, world_of};
use blobsmith::engine::Trace;
use blobsmith::engine::trace::{DiagonalTrace, DiscEvent, DiscImpact, DiscPath, ObstacleHit};
use blobsmith::level::{Body, Level, Node, ObstacleShape, Stick};
use blobsmith::picture::overlays::{ALL, OverlayOptions};
use blobsmith::picture::{Item, Layers, Picture, Rgba, Scene};
use glam::DVec2;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn draw(level: &Level, trace: &Trace, id: &str) -> Picture {
    let (world, palette) = (world_of(level), palette());
    let scene = Scene { layers: Layers::NONE, trace: Some(trace), ..Scene::new(level, &world, &palette, viewport()) };
    let overlay = ALL.iter().find(|overlay| overlay.id == id).expect("an overlay");
    let mut picture = Picture::default();
    overlay.draw(&scene, &OverlayOptions::suggest(&scene), &mut picture);
    picture
}

fn words(picture: &Picture) -> Vec<&str> {
    let texts = picture.items.iter().filter_map(|item| match item {
        Item::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn arrows(picture: &Picture) -> Vec<[DVec2; 2]> {
    let lists = picture.items.iter().filter_map(|item| match item {
        Item::Arrows { arrows, .. } => Some(arrows.clone()),
        _ => None,
    });
    lists.flatten().collect()
}

/// The first disc flies from (-8, 0) to the second at rest at (4, 0); radii 2: they touch at (2, 0), the first's centre
/// at the origin. It goes back to (-4, 0), the second on to (8, 0).
fn impact() -> (Level, Trace) {
    let mut level = level_of(Vec::new());
    level.discs = vec![disc([-8.0, 0.0], [16.0, 0.0], 2.0), disc([4.0, 0.0], [0.0, 0.0], 2.0)];
    let event = DiscEvent {
        order: 1,
        kind: DiscImpact::Disc,
        disc: 0,
        other: 1,
        time: 0.5,
        part: 0.5,
        position: DVec2::ZERO,
        other_position: Some(p(4.0, 0.0)),
        point: p(2.0, 0.0),
        normal: p(-1.0, 0.0),
        restitution: 1.0,
        mass: Some(1.0),
        other_mass: Some(3.0),
        velocity_before: p(16.0, 0.0),
        velocity_after: p(-8.0, 0.0),
        other_velocity_before: DVec2::ZERO,
        other_velocity_after: p(8.0, 0.0),
        hull: None,
    };
    let disc_paths = [[-8.0, -4.0], [4.0, 8.0]].map(|[a, b]| DiscPath { start: p(a, 0.0), end: p(b, 0.0) }).to_vec();
    (level, Trace { substep_time: 1.0, disc_events: vec![event], disc_paths, ..Trace::default() })
}

#[test]
fn impact_overlay_draws_discs_and_paths_at_the_impact() {
    let (level, trace) = impact();
    let picture = draw(&level, &trace, "impacts");
    let lines = picture.items.iter().filter_map(|item| match item {
        Item::Lines { segments, .. } => Some(segments.clone()),
        _ => None,
    });
    let first = [[p(-8.0, 0.0), p(0.0, 0.0)], [p(0.0, 0.0), p(-4.0, 0.0)]];
    let second = [[p(4.0, 0.0), p(4.0, 0.0)], [p(4.0, 0.0), p(8.0, 0.0)]];
    assert_eq!(lines.collect::<Vec<_>>().concat(), [first, second].concat());
    let circles = picture.items.iter().find_map(|item| match item {
        Item::Circles { circles, .. } => Some(circles.clone()),
        _ => None,
    });
    assert_eq!(circles.expect("two discs"), [(p(0.0, 0.0), 2.0), (p(4.0, 0.0), 2.0)]);
    assert_eq!(words(&picture), ["#1 t 0.5"]);
    let normal = arrows(&picture)[0];
    assert_eq!(normal[0], p(2.0, 0.0));
    assert!(normal[1].x < 1.0 && normal[1].y == 0.0, "towards the first: {normal:?}");
    // The point of contact, world (2, 0), is column 120 of row 100.
    let mut bare = picture;
    bare.legend.clear();
    let raster = Raster::of(&bare, &viewport());
    let contact = palette().contact;
    assert_eq!(raster.at(120, 100), [contact.0, contact.1, contact.2]);
    assert_ne!(raster.at(30, 100), GROUND, "the way in");
    assert_eq!(raster.at(100, 60), GROUND);
}

#[test]
fn obstacle_hit_overlay_draws_path_correction_and_reflection() {
    // From (0, 2) to (0, -2) through y = 0 with e = 0.5: H = (0, 2), and x = -2 + 1.5 · 2 = 1.
    let mut level = level_of(Vec::new());
    level.obstacles.push(obstacle(ObstacleShape::Segment([-5.0, 0.0], [5.0, 0.0])));
    let hit = ObstacleHit {
        body: 0,
        node: 0,
        obstacle: 0,
        pass: 1,
        old: p(0.0, 2.0),
        new: p(0.0, -2.0),
        to_surface: p(0.0, 2.0),
        point: p(0.0, 0.0),
        corrected: p(0.0, 1.0),
        normal: p(0.0, 1.0),
        side: 2.0,
        restitution: 0.5,
        velocity_before: p(0.0, -4.0),
        velocity_after: p(0.0, 2.0),
    };
    // Aslant: half of the height is gone at half of the way.
    let slanted =
        ObstacleHit { old: p(2.0, 2.0), new: p(6.0, -2.0), point: p(6.0, 0.0), corrected: p(6.0, 1.0), ..hit };
    let trace = Trace { obstacle_hits: vec![hit, slanted], ..Trace::default() };
    let found = arrows(&draw(&level, &trace, "obstacle-hits"));
    assert_eq!(found[..2], [[p(0.0, -2.0), p(0.0, 0.0)], [p(6.0, -2.0), p(6.0, 0.0)]], "H");
    assert_eq!(found[2..4], [[p(0.0, 0.0), p(0.0, 1.0)], [p(4.0, 0.0), p(6.0, 1.0)]], "mirrored");
    assert_eq!(found[4][0], p(0.0, 0.0));
    assert!(found[4][1].y > 1.0, "the normal: {found:?}");
}

fn rod(lengths: [f64; 2]) -> (Vec<([DVec2; 2], Rgba)>, Picture) {
    let nodes = [[-5.0, 0.0], [0.0, 0.0], [5.0, 0.0]].map(Node::at).to_vec();
    let sticks = (0..2).map(|i| Stick { a: i, b: i + 1, length: lengths[i], hidden: i == 1 }).collect();
    let picture = draw(&level_of(vec![Body { nodes, sticks, ..Body::default() }]), &Trace::default(), "stick-error");
    let segments = picture.items.iter().find_map(|item| match item {
        Item::ColouredLines { segments, .. } => Some(segments.clone()),
        _ => None,
    });
    (segments.expect("two sticks"), picture)
}

#[test]
fn stick_overlay_colours_wrong_lengths() {
    // Both are 5 long. One wants 5, the other, a hidden one, 4: a quarter too long, in a range of a half.
    let (segments, picture) = rod([5.0, 4.0]);
    let palette = palette();
    let grey = palette.background.mix(palette.text, 0.42);
    assert_eq!(segments[0], ([p(-5.0, 0.0), p(0.0, 0.0)], grey));
    assert_eq!(segments[1], ([p(0.0, 0.0), p(5.0, 0.0)], grey.mix(palette.forces[0], 0.5)));
    assert_eq!(words(&picture), ["+25 %"]);
    assert_eq!(picture.legend[0].text, "stick too long by 50 % or more");
    // Wanting 10 it is half too short.
    let (segments, picture) = rod([10.0, 5.0]);
    assert_eq!(segments[0].1, palette.forces[1]);
    assert_eq!(words(&picture), ["-50 %"]);
    // At their own lengths, sticks are not coloured.
    assert!(words(&rod([5.0, 5.0]).1).is_empty());
}

#[test]
fn diagonal_overlay_draws_crossing_and_three_moves() {
    let row = DiagonalTrace {
        body: 0,
        node: 0,
        other: 1,
        edge: 0,
        center: p(0.0, 5.0),
        point: p(0.0, -5.0),
        a_position: p(4.0, -2.0),
        b_position: p(-4.0, -2.0),
        t1: 0.7,
        t2: 0.5,
        depth: p(0.0, 2.4),
        move_node: p(0.0, 1.2),
        move_a: p(0.0, -0.6),
        move_b: p(0.0, -0.6),
    };
    let picture = draw(&level_of(Vec::new()), &Trace { diagonals: vec![row], ..Trace::default() }, "diagonals");
    let expected = [[p(0.0, -5.0), p(0.0, -3.8)], [p(4.0, -2.0), p(4.0, -2.6)], [p(-4.0, -2.0), p(-4.0, -2.6)]];
    assert_eq!(arrows(&picture), expected);
    let mut bare = picture;
    bare.legend.clear();
    let raster = Raster::of(&bare, &viewport());
    let edge = palette().contact;
    assert_eq!(raster.at(100, 120), [edge.0, edge.1, edge.2], "the crossing at (0, -2)");
    assert_ne!(raster.at(70, 120), GROUND, "the edge");
    assert_eq!(raster.at(70, 100), GROUND);
}

/// Labels of equal contacts: one at its place, one on the other side of the node, and none that covers another text.
#[test]
fn labels_of_contacts_do_not_cover_each_other_or_other_texts() {
    let level = level_of(vec![square(-4.0, -4.0, 8.0)]);
    let (world, palette) = (world_of(&level), palette());
    let mut trace = super::overlays::by_hand();
    trace.contacts = vec![trace.contacts[0].clone(); 3];
    let scene = Scene { layers: Layers::NONE, trace: Some(&trace), ..Scene::new(&level, &world, &palette, viewport()) };
    let overlay = ALL.iter().find(|overlay| overlay.id == "contacts").unwrap();
    let drawn_over = |texts: &[Item]| {
        let mut picture = Picture { items: texts.to_vec(), ..Picture::default() };
        overlay.draw(&scene, &OverlayOptions::suggest(&scene), &mut picture);
        picture.items.drain(..texts.len());
        picture.items.retain(|item| matches!(item, Item::Text { .. }));
        picture.items
    };
    let offset = |item: &Item| match item {
        Item::Text { offset_px, .. } => *offset_px,
        _ => unreachable!("texts only"),
    };
    let labels = drawn_over(&[]);
    assert_eq!(labels.len(), 2, "{labels:?}");
    assert_eq!(offset(&labels[1]), offset(&labels[0]).map(|offset| -offset));
    assert_eq!(drawn_over(&labels[..1]), labels[1..]);
    assert_eq!(drawn_over(&labels), []);
}
