//! Meshes from outlines: areas, masses and counts by hand calculation, degenerate input, and the checks on the bodies.

use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::checks::{self, Severity};
use blobsmith::level::mesh::{Across, Along, DrawnOutline, Lattice, MeshError, MeshOptions, decor, soft};
use blobsmith::level::{Body, EdgeChoice, Level, Motion, Role, format};
use std::f64::consts::{PI, TAU};

fn loop_of(points: &[(f64, f64)]) -> Vec<DVec2> {
    points.iter().map(|&(x, y)| DVec2::new(x, y)).collect()
}

fn square(x: f64, y: f64, side: f64) -> Vec<DVec2> {
    loop_of(&[(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
}

fn circle(radius: f64, count: usize) -> Vec<DVec2> {
    (0..count).map(|i| radius * DVec2::from_angle(TAU * i as f64 / count as f64)).collect()
}

fn spaced(spacing: f64) -> MeshOptions {
    MeshOptions { spacing, ..MeshOptions::default() }
}

fn points(body: &Body) -> Vec<DVec2> {
    body.nodes.iter().map(|node| DVec2::from_array(node.position)).collect()
}

fn triangle_area(body: &Body) -> f64 {
    let at = points(body);
    body.triangles.iter().map(|&[a, b, c]| 0.5 * polygon::doubled_triangle_area(at[a], at[b], at[c])).sum()
}

fn hull_area(body: &Body) -> f64 {
    let at = points(body);
    0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at[a], at[b])), at[0])
}

/// Area of a regular polygon.
fn regular_area(radius: f64, count: usize) -> f64 {
    0.5 * count as f64 * (TAU / count as f64).sin() * radius * radius
}

/// Number of triangles of a mesh of `inner` nodes within a hull of `hull` edges, by Euler's formula; a hole adds two.
fn triangle_count(inner: usize, hull: usize, holes: usize) -> usize {
    2 * inner + hull + 2 * holes - 2
}

fn mass(body: &Body) -> f64 {
    body.nodes.iter().map(|node| if let Role::Mass(mass) = node.role { mass } else { 0.0 }).sum()
}

/// Valid, and the checks have neither errors nor warnings for it.
fn assert_sound(body: &Body) {
    let mut level = Level { bodies: vec![body.clone()], ..Level::default() };
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    level.world.substeps = 1024;
    format::validate(&level).unwrap();
    let findings: Vec<_> = checks::check(&level).into_iter().filter(|f| f.severity > Severity::Hint).collect();
    assert!(findings.is_empty(), "{findings:#?}");
    assert!((triangle_area(body) - hull_area(body)).abs() <= 1e-9 * hull_area(body));
}

#[test]
fn square_has_equal_edges_and_the_mass_of_its_area() {
    let body = soft(&DrawnOutline::of(square(1.0, 2.0, 4.0)), &spaced(0.5)).unwrap();
    assert_sound(&body);
    // Four sides of 4 / 0.5 edges. Inside, 1.7 or less from the middle: rows 0.433 apart, three of 7 and four of 6 nodes.
    let inner = 3 * 7 + 4 * 6;
    assert_eq!((body.hull.len(), body.nodes.len()), (32, 32 + inner));
    assert_eq!(body.triangles.len(), triangle_count(inner, 32, 0));
    // Each triangle has three sides; all but those of the hull are shared by two.
    let sides = body.springs.iter().filter(|spring| spring.stiffness == MeshOptions::default().stiffness).count();
    assert_eq!(sides, (3 * body.triangles.len() + 32) / 2);
    let at = points(&body);
    for &[a, b] in &body.hull {
        assert!((at[a].distance(at[b]) - 0.5).abs() < 1e-12);
    }
    for corner in square(1.0, 2.0, 4.0) {
        assert!(at.contains(&corner));
    }
    assert!((hull_area(&body) - 16.0).abs() < 1e-12);
    assert!((mass(&body) - 16.0).abs() < 1e-9);
    // The gas pushes with gas / area (000 §C.3: twice the force gas / 2 area per edge).
    assert!((body.gas - 0.1 * 16.0).abs() < 1e-9);
    for spring in &body.springs {
        assert_eq!(spring.rest_length, at[spring.a].distance(at[spring.b]));
    }
}

#[test]
fn inner_nodes_keep_their_distance_and_follow_the_lattice() {
    // At most 3.7 from the middle, which is a node: 7 columns of 0.5 on either side. Of the hexagonal lattice 8 rows of 0.433
    // above and below; every other row is shifted by 0.25 and has one node less.
    for (lattice, count) in [(Lattice::Hexagonal, 9 * 15 + 8 * 14), (Lattice::Square, 15 * 15)] {
        let options = MeshOptions { lattice, ..spaced(0.5) };
        let body = soft(&DrawnOutline::of(square(0.0, 0.0, 8.0)), &options).unwrap();
        assert_sound(&body);
        let inner = points(&body).split_off(body.hull.len());
        assert_eq!(inner.len(), count);
        for (index, node) in inner.iter().enumerate() {
            let inside = 0.3 - 1e-12..=7.7 + 1e-12;
            assert!(inside.contains(&node.x) && inside.contains(&node.y), "{node}");
            let others = inner.iter().enumerate().filter(|&(other, _)| other != index);
            let nearest = others.map(|(_, other)| other.distance(*node)).fold(f64::MAX, f64::min);
            assert!((nearest - 0.5).abs() < 1e-12, "{node}: {nearest}");
        }
    }
}

#[test]
fn holes_are_cut_out_and_run_clockwise() {
    for reverse in [false, true] {
        let mut outline = DrawnOutline { outer: square(0.0, 0.0, 6.0), holes: vec![square(2.0, 2.0, 2.0)] };
        if reverse {
            outline.outer.reverse();
            outline.holes[0].reverse();
        }
        let body = soft(&outline, &spaced(0.5)).unwrap();
        assert_sound(&body);
        assert_eq!(body.hull.len(), 48 + 16);
        assert!(body.nodes.len() > 64);
        assert_eq!(body.triangles.len(), triangle_count(body.nodes.len() - 64, 64, 1));
        assert!((hull_area(&body) - 32.0).abs() < 1e-12);
        assert!((mass(&body) - 32.0).abs() < 1e-9);
        let at = points(&body);
        let hole = body.hull[48..].iter().map(|&[a, b]| (at[a], at[b]));
        assert!((0.5 * polygon::doubled_area_of_edges(hole, DVec2::ZERO) + 4.0).abs() < 1e-12);
    }
}

#[test]
fn circle_keeps_its_radius_and_area() {
    let body = soft(&DrawnOutline::of(circle(2.0, 400)), &spaced(0.6)).unwrap();
    assert_sound(&body);
    // The drawn polygon has 400 corners: its area is 4 pi to 4e-5.
    assert!((hull_area(&body) / (4.0 * PI) - 1.0).abs() < 1e-3, "{}", hull_area(&body));
    for node in &points(&body)[..body.hull.len()] {
        // An edge L that turns by θ lies Lθ/8 inside the circle in its middle and Lθ/12 outside at its ends, so that the
        // polygon has the circle's area: 0.6 * 0.3 / 12 = 0.015.
        assert!((1.995..=2.0155).contains(&node.length()), "{}", node.length());
    }
}

#[test]
fn sharp_corners_stay_and_every_node_has_a_minimum_mass() {
    let star: Vec<DVec2> =
        (0..10).map(|i| if i % 2 == 0 { 5.0 } else { 2.0 } * DVec2::from_angle(TAU * i as f64 / 10.0)).collect();
    let body = soft(&DrawnOutline::of(star.clone()), &spaced(0.5)).unwrap();
    assert_sound(&body);
    let at = points(&body);
    assert!(star.iter().all(|corner| at.contains(corner)));
    // Ten triangles with sides 5 and 2 and an angle of 36° between them.
    let area = 10.0 * 0.5 * 5.0 * 2.0 * (TAU / 10.0).sin();
    assert!((hull_area(&body) - area).abs() < 1e-9);
    assert!((mass(&body) - area).abs() < 1e-9);
    let mean = area / body.nodes.len() as f64;
    for node in &body.nodes {
        let Role::Mass(mass) = node.role else { panic!("a mass") };
        // Half the mean, less what bringing up the light ones takes from all: at most as much again, 1 / (1 + 1/2).
        assert!(mass >= mean / 3.0);
    }
}

#[test]
fn shear_springs_cross_inner_sides() {
    // One edge a side and no inner node: two triangles with one diagonal, and the brace is the other one.
    let options = MeshOptions { lattice: Lattice::None, shear: Across::All, shear_stiffness: 0.25, ..spaced(2.0) };
    let body = soft(&DrawnOutline::of(square(0.0, 0.0, 2.0)), &options).unwrap();
    assert_eq!((body.nodes.len(), body.triangles.len(), body.springs.len()), (4, 2, 6));
    let shear: Vec<_> = body.springs.iter().filter(|spring| spring.stiffness == 0.25 * options.stiffness).collect();
    assert_eq!(shear.len(), 1);
    assert!((shear[0].rest_length - 8.0f64.sqrt()).abs() < 1e-12);
    let thin = soft(&DrawnOutline::of(square(0.0, 0.0, 2.0)), &MeshOptions { shear: Across::Thin, ..options }).unwrap();
    assert_eq!(thin.springs, body.springs);
    let without =
        soft(&DrawnOutline::of(square(0.0, 0.0, 2.0)), &MeshOptions { shear: Across::None, ..options }).unwrap();
    assert_eq!(without.springs.len(), 5);
}

#[test]
fn brace_springs_skip_one_node_of_a_line() {
    // 3 x 3 nodes one apart: the hull is straight at the middles of its four sides, and two lines go through the middle.
    let options = MeshOptions { lattice: Lattice::Square, shear: Across::None, brace_stiffness: 0.125, ..spaced(1.0) };
    let braces = |brace: Along| -> Vec<(DVec2, f64)> {
        let body = soft(&DrawnOutline::of(square(0.0, 0.0, 2.0)), &MeshOptions { brace, ..options }).unwrap();
        assert_eq!(body.nodes.len(), 9);
        let at = points(&body);
        let springs = body.springs.iter().filter(|spring| spring.stiffness == 0.125 * options.stiffness);
        springs.map(|spring| ((at[spring.a] + at[spring.b]) * 0.5, spring.rest_length)).collect()
    };
    assert_eq!(braces(Along::None), []);
    let hull = braces(Along::Hull);
    assert_eq!(hull.len(), 4);
    for middle in loop_of(&[(1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0)]) {
        assert!(hull.contains(&(middle, 2.0)), "{middle}");
    }
    let all = braces(Along::All);
    let through = all.iter().filter(|&&(middle, length)| middle == DVec2::ONE && length == 2.0);
    assert_eq!(through.count(), 2);
    assert!(hull.iter().all(|brace| all.contains(brace)));
}

#[test]
fn spring_damping_is_the_given_share_of_the_critical_one() {
    let options = MeshOptions { shear: Across::None, damping: 0.25, density: 2.0, stiffness: 8.0, ..spaced(0.5) };
    let body = soft(&DrawnOutline::of(square(0.0, 0.0, 4.0)), &options).unwrap();
    // The mesh of the first test: 77 nodes and 120 triangles, so (360 + 32) / 2 sides.
    assert_eq!(body.springs.len(), 196);
    // Critical damping of two masses m on a spring k: 2 sqrt(k m / 2), with the mean mass.
    let mean = 2.0 * 16.0 / body.nodes.len() as f64;
    let expected = 0.25 * 2.0 * (8.0 * mean / 2.0).sqrt();
    assert!(body.springs.iter().all(|spring| (spring.damping - expected).abs() < 1e-12));
}

#[test]
fn repeated_points_straight_runs_and_spikes_are_removed() {
    let nasty = loop_of(&[
        (0.0, 0.0),
        (0.0, 0.0),
        (1.0, 0.0),
        (2.0, 1e-9),
        (4.0, 0.0),
        (9.0, 0.0),
        (4.0, 0.0),
        (4.0, 4.0),
        (4.0, 4.0),
        (2.0, 4.0),
        (2.0, 7.0),
        (2.0, 4.0),
        (0.0, 4.0),
        (0.0, -5.0),
    ]);
    let body = soft(&DrawnOutline::of(nasty), &spaced(0.5)).unwrap();
    assert_sound(&body);
    assert_eq!(body.hull.len(), 32);
    assert!((hull_area(&body) - 16.0).abs() < 1e-6);
}

#[test]
fn thin_shapes_get_shorter_edges() {
    let ring = DrawnOutline { outer: circle(2.0, 300), holes: vec![circle(1.99, 300)] };
    let body = soft(&ring, &spaced(0.6)).unwrap();
    assert_sound(&body);
    // In the middle of an edge of 0.6 the arc is 0.6² / (8 * 2) = 0.02 away, twice the width of the ring.
    let area = regular_area(2.0, 300) - regular_area(1.99, 300);
    // The area is within the error that the mesh may have.
    assert!((hull_area(&body) / area - 1.0).abs() <= 0.007, "{} for {area}", hull_area(&body));
    let at = points(&body);
    let longest = body.hull.iter().map(|&[a, b]| at[a].distance(at[b])).fold(0.0, f64::max);
    assert!(longest < 0.3, "{longest}");
    let strip =
        soft(&DrawnOutline::of(loop_of(&[(0.0, 0.0), (30.0, 0.0), (30.0, 0.01), (0.0, 0.01)])), &spaced(0.6)).unwrap();
    assert_sound(&strip);
    assert!((hull_area(&strip) - 0.3).abs() < 1e-9);
}

#[test]
fn outlines_of_any_size_get_the_same_mesh() {
    let nodes = |size: f64| {
        let outline = DrawnOutline::of(square(size, -size, 4.0 * size));
        let body = soft(&outline, &spaced(0.5 * size)).unwrap();
        assert!((hull_area(&body) / (16.0 * size * size) - 1.0).abs() < 1e-9);
        body.nodes.len()
    };
    // Powers of two, so that no rounding moves a lattice point across the margin.
    assert_eq!([-60, -10, 0, 10, 60].map(|power| nodes(2f64.powi(power))), [77; 5]);
}

#[test]
fn decor_keeps_corners_only() {
    let outline = DrawnOutline::of(loop_of(&[(0.0, 0.0), (5.0, 0.0), (20.0, 0.0), (20.0, 1.0), (0.0, 1.0)]));
    let body = decor(&outline, &spaced(0.5)).unwrap();
    assert_sound(&body);
    assert_eq!(body.motion, Motion::Fixed);
    assert_eq!((body.nodes.len(), body.triangles.len(), body.springs.len(), body.gas), (4, 2, 0, 0.0));
    assert_eq!(hull_area(&body), 20.0);
}

#[test]
fn invalid_outlines_are_refused_with_a_reason() {
    let refuse = |outline: DrawnOutline, options: &MeshOptions| soft(&outline, options).unwrap_err();
    let plain = spaced(0.5);
    let bow_tie = loop_of(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
    assert_eq!(refuse(DrawnOutline::of(bow_tie), &plain), MeshError::SelfIntersection([1.0, 1.0]));
    let touching = loop_of(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)]);
    assert!(matches!(refuse(DrawnOutline::of(touching), &plain), MeshError::SelfIntersection(_)));
    let crossing = DrawnOutline { outer: square(0.0, 0.0, 4.0), holes: vec![square(3.0, 1.0, 2.0)] };
    assert!(matches!(refuse(crossing, &plain), MeshError::SelfIntersection(_)));
    let outside = DrawnOutline { outer: square(0.0, 0.0, 4.0), holes: vec![square(5.0, 1.0, 2.0)] };
    assert_eq!(refuse(outside, &plain), MeshError::HoleOutside(0));
    assert_eq!(refuse(DrawnOutline::default(), &plain), MeshError::TooFewPoints);
    assert_eq!(refuse(DrawnOutline::of(loop_of(&[(1.0, 1.0); 5])), &plain), MeshError::TooFewPoints);
    let line = loop_of(&[(0.0, 0.0), (3.0, 1.0), (6.0, 2.0)]);
    assert_eq!(refuse(DrawnOutline::of(line), &plain), MeshError::NoArea);
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let outline = DrawnOutline::of(loop_of(&[(0.0, 0.0), (bad, 0.0), (1.0, 1.0)]));
        assert_eq!(refuse(outline, &plain), MeshError::OutOfRange);
    }
    let far = DrawnOutline::of(square(1e12, 0.0, 1.0));
    assert_eq!(refuse(far, &plain), MeshError::OutOfRange);
    for spacing in [1e-300, 1e-9, 0.01] {
        let most = MeshError::TooManyNodes { most: 20_000 };
        assert_eq!(refuse(DrawnOutline::of(square(0.0, 0.0, 4.0)), &spaced(spacing)), most);
    }
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(refuse(DrawnOutline::of(square(0.0, 0.0, 4.0)), &spaced(spacing)), MeshError::Option(_)));
    }
}

#[test]
fn random_star_shaped_outlines_give_sound_bodies() {
    let mut seed = 12345u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as f64 / (1u64 << 31) as f64
    };
    for round in 0..60 {
        let count = 3 + round % 40;
        let angles: Vec<f64> = (0..count).map(|i| (i as f64 + 0.9 * random()) * TAU / count as f64).collect();
        let outer: Vec<DVec2> =
            angles.into_iter().map(|angle| (1.0 + 6.0 * random()) * DVec2::from_angle(angle)).collect();
        let area = 0.5 * polygon::doubled_area(&outer).abs();
        match soft(&DrawnOutline::of(outer), &spaced(0.7)) {
            Ok(body) => {
                assert_sound(&body);
                assert!((hull_area(&body) / area - 1.0).abs() < 0.05, "round {round}");
            }
            // Three corners on one side of the centre may cross.
            Err(error) => assert!(count < 5, "round {round}: {error}"),
        }
    }
}

#[test]
fn meshing_is_deterministic() {
    let outline = DrawnOutline { outer: circle(3.0, 97), holes: vec![circle(1.0, 41)] };
    let body = soft(&outline, &spaced(0.4)).unwrap();
    assert_sound(&body);
    let area = regular_area(3.0, 97) - regular_area(1.0, 41);
    assert!((hull_area(&body) / area - 1.0).abs() <= 0.007, "{} for {area}", hull_area(&body));
    let hull = body.hull.len();
    assert_eq!(body.triangles.len(), triangle_count(body.nodes.len() - hull, hull, 1));
    assert_eq!(soft(&outline, &spaced(0.4)), Ok(body));
}
