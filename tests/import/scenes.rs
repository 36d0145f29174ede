//! XSpringies scenes: values by hand, physics against the formulas of the original, errors with line and column.

use blobsmith::engine::World;
use blobsmith::geometry::DVec2;
use blobsmith::level::format::FormatError;
use blobsmith::level::import::{ImportOptions, Imported, importer_for};
use blobsmith::level::{Motion, ObstacleShape, Role};
use std::path::Path;

fn read_with(text: &str, options: &ImportOptions) -> Result<Imported, FormatError> {
    (importer_for(Path::new("a.xsp")).unwrap().import)(text.as_bytes(), options)
}

fn read(text: &str) -> Imported {
    read_with(text, &ImportOptions::default()).unwrap()
}

/// A fixed and a free mass on a spring, and a single mass.
const SCENE: &str = "#1.0\nfrce 0 1 64 0\nfrce 2 1 10 2\nvisc 0.5\nstck 0.25\nstep 0.0025\nwall 0 0 0 1\n\
    mass 1 64 320 32 0 -2 0.8\nmass 2 96 320 0 -64 0.5 0.8\nmass 7 320 64 0 0 3 0.5\nspng 1 1 2 12 0.7 48\nspng 4 2 2 1 1 1\n";

#[test]
fn scene_has_the_values_of_its_lines_in_units_of_32_pixels() {
    let Imported { level, remarks, .. } = read(SCENE);
    let body = &level.bodies[0];
    assert_eq!((level.bodies.len(), level.discs.len(), level.obstacles.len()), (1, 1, 1));
    let [fixed, free] = &body.nodes[..] else { panic!("{:?}", body.nodes) };
    assert_eq!(
        (fixed.position, fixed.velocity, fixed.pinned, fixed.role),
        ([2.0, 10.0], [0.0, 0.0], true, Role::Mass(2.0))
    );
    assert_eq!(
        (free.position, free.velocity, free.pinned, free.role),
        ([3.0, 10.0], [0.0, -2.0], false, Role::Mass(0.5))
    );
    let spring = body.springs[0];
    assert_eq!((spring.a, spring.b, spring.rest_length, spring.stiffness, spring.damping), (0, 1, 1.5, 12.0, 0.7));
    assert_eq!((body.restitution, body.gas, body.hull.len()), (0.8, 0.0, 0));
    let disc = &level.discs[0];
    assert_eq!((disc.position, disc.radius, disc.mass, disc.restitution), ([10.0, 2.0], 0.0, 3.0, 0.5));
    assert_eq!((disc.motion.clone(), disc.name.as_str()), (Motion::Dynamic, "mass 7"));
    assert_eq!(level.obstacles[0].shape, ObstacleShape::Line([0.0, 0.0], [1.0, 0.0]));
    // 64 pixels per time² down. A frame of 0.05 in steps of 0.0025 has 20 substeps; viscosity acts on each.
    assert_eq!((level.world.gravity, level.world.frame_time), ([0.0, -2.0], 0.05));
    assert!(level.world.substeps >= 20);
    let h = 0.05 / f64::from(level.world.substeps);
    assert!((level.world.velocity_retention - 1.0 / (1.0 + 0.5 * h)).abs() < 1e-15);
    for (line, words) in [(3, "attraction"), (5, "not sticky"), (12, "itself")] {
        let start = format!("line {line}: ");
        assert!(remarks.iter().any(|text| text.starts_with(&start) && text.contains(words)), "{line}: {remarks:?}");
    }
    assert_eq!(remarks.len(), 3, "{remarks:?}");
}

#[test]
fn gravity_turns_counter_clockwise_from_down() {
    for (degrees, expected) in [("0", [0.0, -2.0]), ("90", [2.0, 0.0]), ("-90", [-2.0, 0.0]), ("180", [0.0, 2.0])] {
        let level = read(&format!("#1.0\nfrce 0 1 64 {degrees}\nmass 1 0 0 0 0 1 1\n")).level;
        assert_eq!(level.world.gravity, expected, "{degrees}");
    }
    let level = read("#1.0\nfrce 0 1 64 30\nmass 1 0 0 0 0 1 1\n").level;
    assert!(DVec2::from(level.world.gravity).distance(DVec2::new(1.0, -3f64.sqrt())) < 1e-12);
    assert_eq!(read("#1.0\nfrce 0 0 64 30\nmass 1 0 0 0 0 1 1\n").level.world.gravity, [0.0, 0.0]);
}

#[test]
fn mass_on_a_spring_swings_as_the_formula_says() {
    // x(t) = rest + (x0 - rest) cos(ωt) with ω = √(12 / 0.5), along the line of the spring.
    let level = read("#1.0\nstep 0.0002\nmass 1 0 320 0 0 -1 1\nmass 2 64 320 0 0 0.5 1\nspng 1 1 2 12 0 48\n").level;
    let mut world = World::new(&level).unwrap();
    for frame in 1..=60 {
        world.step_frame();
        let time = 0.05 * f64::from(frame);
        let expected = 1.5 + 0.5 * (24f64.sqrt() * time).cos();
        let found = world.position(1);
        assert!((found.x - expected).abs() < 0.01 && found.y == 10.0, "{frame}: {found} instead of {expected}");
    }
}

#[test]
fn viscosity_brakes_a_falling_mass_as_the_formula_says() {
    // v(t) = -g/c (1 - e^(-ct)) with g = 2 and c = 0.5; the wall is far below.
    let level = read("#1.0\nfrce 0 1 64 0\nvisc 0.5\nstep 0.001\nmass 1 0 64000 0 0 1 1\nwall 0 0 0 1\n").level;
    let mut world = World::new(&level).unwrap();
    (0..40).for_each(|_| world.step_frame());
    let expected = -4.0 * (1.0 - (-1f64).exp());
    let before = world.disc_position(0).y;
    world.step_frame();
    let speed = (world.disc_position(0).y - before) / 0.05;
    // The speed of the frame after t = 2 is that at t = 2.025.
    let later = -4.0 * (1.0 - (-0.5f64 * 2.025).exp());
    assert!((speed - later).abs() < 0.005 && speed < expected, "{speed} instead of {later}");
}

#[test]
fn mass_bounces_from_the_bottom_wall_with_its_elasticity() {
    // Dropped from 4 units with elasticity 0.5, it rises to a quarter of the height: 1.
    let text = "#1.0\nfrce 0 1 64 0\nstep 0.0005\nwall 0 0 0 1\nmass 1 0 128 0 0 1 0.5\nmass 2 32 128 0 0 1 0.5\nspng 1 1 2 1 0 32\n\
        mass 3 320 128 0 0 1 0.5\n";
    let level = read(text).level;
    let mut world = World::new(&level).unwrap();
    let (mut fell, mut highest) = (false, [0f64; 2]);
    for _ in 0..100 {
        world.step_frame();
        let heights = [world.position(0).y, world.disc_position(0).y];
        assert!(heights.iter().all(|&y| y > -0.02), "{heights:?}");
        fell |= heights[0] < 0.2;
        if fell {
            (0..2).for_each(|index| highest[index] = highest[index].max(heights[index]));
        }
    }
    assert!(highest.iter().all(|&y| (y - 1.0).abs() < 0.05), "{highest:?}");
}

#[test]
fn walls_at_the_top_and_right_are_those_of_the_first_window() {
    let Imported { level, remarks, .. } = read("#1.0\nwall 1 1 1 1\nmass 1 960 0 0 0 1 1\n");
    let lines = level.obstacles.iter().map(|wall| match wall.shape {
        ObstacleShape::Line(point, along) => (point, along),
        _ => panic!("{wall:?}"),
    });
    let points: Vec<_> = lines.collect();
    // 640 by 548 pixels, but wide enough for the mass at 960.
    let expected = [
        ([0.0, 0.0], [1.0, 0.0]),
        ([30.0, 0.0], [0.0, 1.0]),
        ([30.0, 17.125], [-1.0, 0.0]),
        ([0.0, 17.125], [0.0, -1.0]),
    ];
    assert_eq!(points, expected);
    assert!(remarks.len() == 1 && remarks[0].contains("960 x 548"), "{remarks:?}");
}

#[test]
fn masses_without_common_springs_become_bodies_of_their_own() {
    let text = "#1.0\nspng 1 1 2 1 0 1\nspng 2 3 4 1 0 1\nmass 3 0 0 0 0 1 0.5\nmass 1 0 0 0 0 1 0.25\nmass 2 1 0 0 0 1 0.75\nmass 4 1 0 0 0 -1 0.1\n";
    let Imported { level, remarks, .. } = read(text);
    let sizes: Vec<_> =
        level.bodies.iter().map(|body| (body.nodes.len(), body.springs.len(), body.restitution)).collect();
    // The first body has one moving mass; the elasticities of the second are averaged.
    assert_eq!(sizes, [(2, 1, 0.5), (2, 1, 0.5)]);
    assert!(remarks.len() == 1 && remarks[0].contains("0.25 to 0.75"), "{remarks:?}");
}

#[test]
fn scene_can_be_stretched_and_placed() {
    let options =
        ImportOptions { width: Some(2.0), height: Some(8.0), at: Some([5.0, -1.0]), ..ImportOptions::default() };
    let text = "#1.0\nfrce 0 1 64 0\nmass 1 0 0 0 0 1 1\nmass 2 10 20 10 20 1 1\nmass 3 10 0 0 0 1 1\nspng 1 1 3 1 0 5\nspng 2 2 3 1 0 30\n";
    let level = read_with(text, &options).unwrap().level;
    let body = &level.bodies[0];
    // Factors 0.2 and 0.4.
    assert_eq!(body.nodes[1].position, [7.0, 7.0]);
    assert_eq!(body.nodes[1].velocity, [2.0, 8.0]);
    let lengths: Vec<f64> = body.springs.iter().map(|spring| spring.rest_length).collect();
    assert!((lengths[0] - 1.0).abs() < 1e-12 && (lengths[1] - 12.0).abs() < 1e-12, "{lengths:?}");
    assert!((level.world.gravity[1] + 25.6).abs() < 1e-12);
}

#[test]
fn scene_errors_have_line_and_column() {
    let cases = [
        ("", None, "empty"),
        ("mass 1 0 0 0 0 1 1\n", Some((1, 1)), "#1.0"),
        ("#1.0\n", None, "no masses"),
        ("#1.0\nmass 1 0 x 0 0 1 1\n", Some((2, 10)), "y position must be a number, not `x`"),
        ("#1.0\nmass 1 0 0 0\n", Some((2, 13)), "y velocity is missing"),
        ("#1.0\nmass 1 0 0 0 0 0 1\n", Some((2, 16)), "must not be 0"),
        ("#1.0\nmass 1 0 0 0 0 1 -1\n", Some((2, 18)), "elasticity must not be negative"),
        ("#1.0\nmass 1.5 0 0 0 0 1 1\n", Some((2, 6)), "whole number"),
        ("#1.0\nmass 1 0 0 0 0 1 1\nmass 1 1 0 0 0 1 1\n", Some((3, 6)), "two masses 1"),
        ("#1.0\nmass 1 0 0 0 0 1 1\nspng 1 1 9 1 1 1\n", Some((3, 10)), "no mass 9"),
        ("#1.0\nmass 1 0 0 0 0 1 1\nspng 1 1 1 -2 1 1\n", Some((3, 12)), "spring constant must not be negative"),
        ("#1.0\nvisc nan\nmass 1 0 0 0 0 1 1\n", Some((2, 6)), "viscosity must be a number"),
    ];
    for (text, position, words) in cases {
        let error = read_with(text, &ImportOptions::default()).unwrap_err();
        assert_eq!(error.position, position, "{text:?}: {error}");
        assert!(error.reason.contains(words), "{text:?}: {error}");
    }
}

#[test]
fn scene_remarks_are_bounded() {
    let mut text = "#1.0\nmass 1 0 0 0 0 1 1\n".to_owned();
    (0..500).for_each(|_| text += "abcd 1\n");
    let remarks = read(&text).remarks;
    assert_eq!(remarks.len(), 21);
    assert!(remarks[0].starts_with("line 3: `abcd 1` is left out") && remarks[20].contains("480 more"), "{remarks:?}");
}
