//! Shapes with their default parameters, dropped on the default floor.

use blobsmith::engine::World;
use blobsmith::geometry::polygon::{doubled_triangle_area, segments_cross};
use blobsmith::level::shapes::{self, ShapeGenerator};
use blobsmith::level::{Body, Level, Motion};

/// Distance by which the shapes fall.
const FALL: f64 = 3.0;
/// Frames of the run: the fall takes 18, the rest are bounces.
const FRAMES: usize = 300;

fn shape(id: &str) -> &'static ShapeGenerator {
    shapes::ALL.iter().find(|shape| shape.id == id).expect("a shape")
}

fn heights(body: &Body) -> impl Iterator<Item = f64> + '_ {
    body.nodes.iter().map(|node| node.position[1])
}

#[test]
fn shapes_with_defaults_land_without_a_flipped_triangle() {
    let floor = shape("floor").body();
    let top = heights(&floor).fold(f64::NEG_INFINITY, f64::max);
    let mut dropped = 0;
    for shape in shapes::ALL {
        let body = shape.body();
        if body.motion != Motion::Dynamic || body.triangles.is_empty() || shape.id == "sensor" {
            continue;
        }
        let lowest = heights(&body).fold(f64::INFINITY, f64::min);
        let body = body.translated([0.0, top + FALL - lowest]);
        let triangles = body.triangles.clone();
        let mut world = World::new(&Level { bodies: vec![body, floor.clone()], ..Level::default() }).expect("it runs");
        for substep in 0..FRAMES * 16 {
            world.step_substep();
            for (index, corners) in triangles.iter().enumerate() {
                let [a, b, c] = corners.map(|node| world.position(node));
                assert!(doubled_triangle_area(a, b, c) > 0.0, "{}: triangle {index} at {substep}", shape.id);
            }
        }
        dropped += 1;
    }
    assert!(dropped > 8, "{dropped}");
}

/// The upper leg of a C has no support of its own, and must not fall onto the lower one.
#[test]
fn c_shape_with_defaults_lands_without_crossing_itself() {
    let floor = shape("floor").body();
    let top = heights(&floor).fold(f64::NEG_INFINITY, f64::max);
    let body = shape("c").body();
    let lowest = heights(&body).fold(f64::INFINITY, f64::min);
    let body = body.translated([0.0, top + FALL - lowest]);
    let hull = body.hull.clone();
    let mut world = World::new(&Level { bodies: vec![body, floor], ..Level::default() }).expect("it runs");
    for frame in 0..FRAMES {
        world.step_frame();
        for (index, [a, b]) in hull.iter().enumerate() {
            for [c, d] in &hull[..index] {
                let is_apart = ![c, d].into_iter().any(|end| end == a || end == b);
                let [a, b, c, d] = [a, b, c, d].map(|node| world.position(*node));
                assert!(
                    !(is_apart && segments_cross(a, b, c, d)),
                    "edge {index} crosses another in frame {frame}: {a} {b} {c} {d}"
                );
            }
        }
    }
}
