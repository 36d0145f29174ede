//! The map between world and pixels, round numbers, and the parts that a view must show.

use super::support::{level_of, palette, square, viewport, world_of};
use blobsmith::geometry::Aabb;
use blobsmith::level::{Disc, Level, Obstacle, ObstacleShape};
use blobsmith::picture::{Item, Layers, Picture, Scene, Viewport, draw_level, ruler, scene};
use glam::DVec2;

fn p(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

#[test]
fn fit_leaves_the_margin_on_the_tight_side() {
    // 16 x 4 units into 340 x 220 pixels with a margin of 10: 320/16 = 20 is tighter than 200/4 = 50.
    let view = Viewport::fit(p(340.0, 220.0), Aabb { min: p(-6.0, 1.0), max: p(10.0, 5.0) }, 10.0);
    assert_eq!(view.scale, 20.0);
    assert_eq!(view.screen_from_world(p(-6.0, 3.0)), p(10.0, 110.0));
    assert_eq!(view.screen_from_world(p(10.0, 5.0)), p(330.0, 70.0));
    assert_eq!(view.world_from_screen(p(330.0, 70.0)), p(10.0, 5.0));
}

#[test]
fn fit_of_nothing_and_of_one_point_has_a_finite_scale() {
    let view = Viewport::fit(p(100.0, 100.0), Aabb::EMPTY, 10.0);
    assert_eq!((view.center, view.scale), (DVec2::ZERO, 8.0));
    let view = Viewport::fit(p(100.0, 100.0), Aabb { min: p(3.0, 4.0), max: p(3.0, 4.0) }, 10.0);
    assert_eq!(view.screen_from_world(p(3.0, 4.0)), p(50.0, 50.0));
    assert!(view.scale > 0.0 && view.scale.is_finite());
}

#[test]
fn bounds_include_every_kind_of_part() {
    let mut level = level_of(vec![square(0.0, 0.0, 1.0)]);
    let world = world_of(&level);
    assert_eq!(scene::bounds(&level, &world), Aabb { min: p(0.0, 0.0), max: p(1.0, 1.0) });
    let disc = Disc {
        name: String::new(),
        position: [5.0, 0.0],
        velocity: [0.0; 2],
        radius: 2.0,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Default::default(),
        ..Disc::default()
    };
    level.discs.push(disc);
    let shape = ObstacleShape::Segment([-3.0, 0.5], [0.0, 6.0]);
    level.obstacles.push(Obstacle { name: String::new(), shape, restitution: 1.0, ..Obstacle::default() });
    let world = world_of(&level);
    assert_eq!(scene::bounds(&level, &world), Aabb { min: p(-3.0, -2.0), max: p(7.0, 6.0) });
}

#[test]
fn bounds_ignore_a_single_distant_node() {
    let mut level = level_of(vec![square(0.0, 0.0, 1.0), square(4.0, 0.0, 1.0)]);
    level.bodies[1].nodes[2].position = [1e200, 1e250];
    let bounds = scene::bounds(&level, &world_of(&level));
    assert_eq!(bounds, Aabb { min: p(0.0, 0.0), max: p(5.0, 1.0) });
}

#[test]
fn ruler_rounds_to_one_two_or_five() {
    for (raw, up, down) in [(1.0, 1.0, 1.0), (1.1, 2.0, 1.0), (0.03, 0.05, 0.02), (6.0, 10.0, 5.0), (7e-9, 1e-8, 5e-9)]
    {
        assert_eq!(ruler::round_up(raw), Some(up), "{raw}");
        assert_eq!(ruler::round_down(raw), Some(down), "{raw}");
    }
    for nonsense in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(ruler::round_up(nonsense), None);
        assert_eq!(ruler::round_down(nonsense), None);
    }
}

#[test]
fn write_multiple_has_the_decimals_of_the_step() {
    for (value, step, text) in [
        (1000.1, 0.1, "1000.1"),
        (-0.30000000000000004, 0.1, "-0.3"),
        (0.25, 0.05, "0.25"),
        (-0.0, 0.5, "0"),
        (1500.0, 500.0, "1500"),
        (3e-12, 1e-12, "3e-12"),
    ] {
        assert_eq!(ruler::write_multiple(value, step), text);
    }
}

#[test]
fn ruler_writes_four_significant_digits() {
    for (value, text) in [
        (0.0, "0"),
        (1.0, "1"),
        (-2.5, "-2.5"),
        (0.123456, "0.1235"),
        (1234.56, "1235"),
        (0.00012, "0.00012"),
        (1.5e-7, "1.5e-7"),
        (2e9, "2e9"),
        (f64::NAN, "not finite"),
    ] {
        assert_eq!(ruler::write(value), text);
    }
}

/// A curve of walls shorter than the distance of hatch strokes has as many strokes as one wall of its length.
#[test]
fn hatching_continues_along_short_walls() {
    let wall = |a: f64, b: f64| Obstacle { shape: ObstacleShape::Segment([a, 0.0], [b, 0.0]), ..Obstacle::default() };
    let strokes = |obstacles: Vec<Obstacle>| {
        let level = Level { obstacles, ..Level::default() };
        let (world, palette) = (world_of(&level), palette());
        let mut picture = Picture::default();
        let mut scene = Scene::new(&level, &world, &palette, viewport());
        scene.layers = Layers::NONE.with("obstacles", true);
        draw_level(&scene, &mut picture);
        let count = |item: &Item| if let Item::Ticks { ticks, .. } = item { ticks.len() } else { 0 };
        picture.items.iter().map(count).sum::<usize>()
    };
    let short = (0..80).map(|index| wall(-4.0 + 0.1 * f64::from(index), -4.0 + 0.1 * f64::from(index + 1)));
    let (whole, short) = (strokes(vec![wall(-4.0, 4.0)]), strokes(short.collect()));
    assert!(whole > 5 && whole.abs_diff(short) <= 1, "{whole} {short}");
}
