//! Bodies drawn node by node keep their size: what the tools choose for their springs and gas.

use blobsmith::engine::World;
use blobsmith::level::edit::add;
use blobsmith::level::{Bounds, Level};
use std::f64::consts::TAU;

/// Frames until a body that lies on the floor has come to rest.
const FRAMES: usize = 400;

/// A polygon with springs along its sides and across, a hull and a fan of triangles, one unit above a floor.
fn drawn(corners: usize, radius: f64, gravity: f64, frame_time: f64) -> Level {
    let mut level = Level::default();
    (level.world.gravity, level.world.frame_time) = ([0.0, -gravity], frame_time);
    level.world.bounds = Some(Bounds { min: [-100.0, 0.0], max: [100.0, 200.0], restitution: 0.0 });
    for i in 0..corners {
        let angle = (i as f64 + 0.5) / corners as f64 * TAU;
        let at = [radius * angle.sin(), radius * (1.0 - angle.cos()) + 0.01];
        add::node(&mut level, (i > 0).then_some(0), at).unwrap();
    }
    for i in 0..corners {
        add::spring(&mut level, 0, [i, (i + 1) % corners], None).unwrap();
    }
    for i in 0..corners / 2 {
        add::spring(&mut level, 0, [i, i + corners / 2], None).unwrap();
    }
    add::hull_loop(&mut level, 0, &(0..corners).collect::<Vec<_>>()).unwrap();
    for i in 1..corners - 1 {
        add::triangle(&mut level, 0, [0, i, i + 1]).unwrap();
    }
    level
}

#[test]
fn drawn_bodies_keep_their_area_within_a_fifth() {
    for (gravity, frame_time) in [(0.02, 1.0), (9.81, 1.0 / 60.0)] {
        for corners in [4, 8] {
            for radius in [0.5, 1.0, 2.0, 4.0] {
                let mut world = World::new(&drawn(corners, radius, gravity, frame_time)).unwrap();
                let before = world.doubled_area(0);
                for _ in 0..FRAMES {
                    world.step_frame();
                }
                let ratio = world.doubled_area(0) / before;
                let case = format!("{corners} corners, radius {radius}, gravity {gravity}: {ratio}");
                assert!((0.8..1.2).contains(&ratio), "{case}");
            }
        }
    }
}

#[test]
fn first_hull_of_a_body_limits_its_gas_to_what_its_springs_hold() {
    // Two diagonals of 0.5 and four sides of 0.25·√2, of stiffness 6: Σkd² = 6·(2·0.25 + 4·0.125) = 6. In balance at 1.05:
    // gas = 0.5·6·(1.05² - 1.05) = 0.1575.
    let level = drawn(4, 0.25, 0.02, 1.0);
    assert!((level.bodies[0].gas - 0.1575).abs() < 1e-12, "{}", level.bodies[0].gas);
    // Of radius 1, springs hold 2.52, and a width of √2 bears six times the weight 0.08 with 1.36.
    let large = drawn(4, 1.0, 0.02, 1.0);
    assert_eq!(large.bodies[0].gas, 2.0, "the gas of the format");
    let mut again = level.clone();
    again.bodies[0].gas = 1.0;
    add::hull_loop(&mut again, 0, &[0, 1, 2, 3]).unwrap();
    assert_eq!(again.bodies[0].gas, 1.0, "a body with a hull keeps its gas");
}
