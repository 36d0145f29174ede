//! What every shape promises, tested over all of them.
//!
//! Must never know: how a shape is made.

use super::*;
use crate::geometry::{DVec2, polygon};
use crate::level::{Motion, Role};
use std::collections::BTreeSet;
use std::f64::consts::FRAC_PI_2;

fn point(body: &Body, node: usize) -> DVec2 {
    DVec2::from_array(body.nodes[node].position)
}

fn doubled_hull_area(body: &Body) -> f64 {
    polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (point(body, a), point(body, b))), DVec2::ZERO)
}

/// Triangles tile the hull exactly: each is counter-clockwise, each side of one is either a hull edge or the side of
/// one neighbour that runs the other way, and the areas add up.
fn assert_tiles(what: &str, body: &Body) {
    let mut sides = BTreeSet::new();
    let mut area = 0.0;
    for &[a, b, c] in &body.triangles {
        let doubled = polygon::doubled_triangle_area(point(body, a), point(body, b), point(body, c));
        assert!(doubled > 0.0, "{what}: triangle {a} {b} {c} has area {doubled}");
        area += doubled;
        for side in [(a, b), (b, c), (c, a)] {
            assert!(sides.insert(side), "{what}: two triangles on the same side of {side:?}");
        }
    }
    let open: BTreeSet<(usize, usize)> = sides.iter().copied().filter(|&(a, b)| !sides.contains(&(b, a))).collect();
    let hull: BTreeSet<(usize, usize)> = body.hull.iter().map(|&[a, b]| (a, b)).collect();
    assert_eq!(hull.len(), body.hull.len(), "{what}: an edge is there twice");
    assert_eq!(open, hull, "{what}: the border of the triangles is not the hull");
    let hull_area = doubled_hull_area(body);
    assert!((area - hull_area).abs() <= 1e-12 * hull_area.abs(), "{what}: {area} against {hull_area}");
}

/// Hull edges form closed loops, one after the other, that cross nothing.
fn assert_loops(what: &str, body: &Body) {
    let mut start = None;
    for (i, &[a, b]) in body.hull.iter().enumerate() {
        let start_here = *start.get_or_insert(a);
        let next = body.hull.get(i + 1).map(|edge| edge[0]);
        if b == start_here {
            start = None;
        } else {
            assert_eq!(next, Some(b), "{what}: the loop breaks after edge {i}");
        }
    }
    assert_eq!(start, None, "{what}: the last loop is open");
    let ends = |&[a, b]: &[usize; 2]| (point(body, a), point(body, b));
    for (i, first) in body.hull.iter().enumerate() {
        for second in &body.hull[i + 1..] {
            let ((a, b), (c, d)) = (ends(first), ends(second));
            assert!(!polygon::segments_cross(a, b, c, d), "{what}: {first:?} crosses {second:?}");
        }
    }
}

fn assert_sound(what: &str, body: &Body) {
    assert_loops(what, body);
    assert_tiles(what, body);
    let mut seen = BTreeSet::new();
    for spring in &body.springs {
        assert!(seen.insert((spring.a.min(spring.b), spring.a.max(spring.b))), "{what}: a spring is there twice");
        let drawn = point(body, spring.a).distance(point(body, spring.b));
        assert!((spring.rest_length - drawn).abs() <= 1e-12 * drawn, "{what}: rest {} {drawn}", spring.rest_length);
    }
    let used: BTreeSet<usize> = body
        .springs
        .iter()
        .flat_map(|spring| [spring.a, spring.b])
        .chain(body.sticks.iter().flat_map(|stick| [stick.a, stick.b]))
        .chain(body.triangles.iter().flatten().copied())
        .collect();
    assert_eq!(used.len(), body.nodes.len(), "{what}: a node hangs on nothing");
}

#[test]
fn every_default_shape_is_sound() {
    for shape in ALL {
        assert_sound(shape.id, &(shape.make)());
    }
}

#[test]
fn every_shape_passes_the_checks() {
    let mut wrong = Vec::new();
    for shape in ALL {
        let mut level = crate::level::Level { bodies: vec![(shape.make)()], ..Default::default() };
        let has_sticks = level.bodies.iter().any(|body| !body.sticks.is_empty());
        if has_sticks {
            level.world.integrator = crate::level::Integrator::Verlet;
        }
        let findings = crate::level::checks::check(&level);
        wrong.extend(findings.into_iter().map(|finding| (shape.id, finding)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn ids_are_unique_and_found() {
    let ids: BTreeSet<&str> = ALL.iter().map(|shape| shape.id).collect();
    assert_eq!(ids.len(), ALL.len());
    assert!(shape("gear").is_some_and(|shape| shape.title == "Gear"));
    assert!(shape("no such shape").is_none());
}

#[test]
fn other_parameters_are_sound_too() {
    let material = Material { masses: Masses::Density(2.0), ..Material::default() };
    let square = Balloon { sides: 4, barycentre: false, brace_span: 2, ..Balloon::default() };
    let cases = [
        ("plain lattice", Rectangle { shear: false, brace: true, material, ..Rectangle::default() }.body()),
        ("one cell", Rectangle { columns: 1, rows: 1, ..Rectangle::default() }.body()),
        ("balloon by fan", Balloon { barycentre: false, ..Balloon::default() }.body()),
        ("square by diagonals", square.body()),
        ("smallest balloon", Balloon { sides: 0, radius: -1.0, ..Balloon::default() }.body()),
        ("crate of many edges", CrateBox { edges_per_side: 4, ..CrateBox::default() }.body()),
        ("sharp star", Star { blunt: 0.0, tips: 7, ..Star::default() }.body()),
        ("big gear", Gear { teeth: 31, axle: true, ..Gear::default() }.body()),
        ("small gear", Gear { teeth: 4, ..Gear::default() }.body()),
        ("coarse disc", Disc { rings: 1, sectors: 3, ..Disc::default() }.body()),
        ("fine disc", Disc { rings: 6, sectors: 8, material, ..Disc::default() }.body()),
        ("double notch", Notch { underside: true, ..Notch::default() }.body()),
        ("deep notch", Notch { depth: 9.0, ..Notch::default() }.body()),
        ("narrow notch bar", Notch { width: 0.0, opening: 7.0, ..Notch::default() }.body()),
        ("ground of nonsense", Terrain { surface: vec![[1.0, f64::NAN], [2.0, 0.0]], ..Terrain::default() }.body()),
        ("thin letter", Concave { kind: ConcaveKind::C, thickness: 99, ..Concave::default() }.body()),
        ("arched bridge", Bridge { camber: 1.5, ..Bridge::default() }.body()),
    ];
    for (what, body) in &cases {
        assert_sound(what, body);
    }
}

#[test]
fn density_gives_area_times_density() {
    // 4 x 3 cells of 0.5: area 3, mass 6; a corner of one triangle has less than an inner node.
    let material = Material { masses: Masses::Density(2.0), ..Material::default() };
    let mass_of = |body: &Body| -> f64 {
        let mass = |node: &crate::level::Node| if let Role::Mass(mass) = node.role { mass } else { 0.0 };
        body.nodes.iter().map(mass).sum()
    };
    let rectangle = Rectangle { material, ..Rectangle::default() }.body();
    assert!((mass_of(&rectangle) - 6.0).abs() < 1e-12);
    // The barycentre has no mass; the outline carries all of it: a square of radius 1 has area 2.
    let square = Balloon { sides: 4, material, ..Balloon::default() }.body();
    assert!((mass_of(&square) - 4.0).abs() < 1e-12);
    assert_eq!(square.nodes[4].role, Role::Barycentre);
}

#[test]
fn a_barycentre_is_the_mean_of_the_masses() {
    let body = CrateBox { size: [4.0, 2.0], ..CrateBox::default() }.body().translated([3.0, 1.0]);
    let last = body.nodes.last().map(|node| (node.role, node.position));
    assert_eq!(last, Some((Role::Barycentre, [3.0, 1.0])));
}

#[test]
fn decor_is_fixed_and_without_forces() {
    for id in ["floor", "terrain", "notch", "container"] {
        let body = shape(id).map(|shape| (shape.make)()).unwrap_or_default();
        assert_eq!(body.motion, Motion::Fixed, "{id}");
        assert!(body.springs.is_empty() && body.gas == 0.0, "{id}");
    }
}

#[test]
fn transforms_keep_shapes_sound() {
    for shape in ALL {
        let body = (shape.make)();
        let area = doubled_hull_area(&body);
        let moved = body.clone().translated([3.0, -2.0]).rotated([1.0, 1.0], 0.7).mirrored(0.5);
        assert_sound(shape.id, &moved);
        assert!((doubled_hull_area(&moved) - area).abs() < 1e-9, "{}", shape.id);
        let grown = body.scaled([1.0, 0.0], 2.0);
        assert_sound(shape.id, &grown);
        assert!((doubled_hull_area(&grown) - 4.0 * area).abs() < 1e-9, "{}", shape.id);
    }
}

#[test]
fn motion_turns_with_the_body() {
    let body = Floor::default().body().driven(vec![[0.0, 0.0], [2.0, 0.0]], 10.0);
    let turned = body.rotated([0.0, 0.0], FRAC_PI_2);
    let Motion::Driven(path) = &turned.motion else { panic!("driven") };
    assert!((path.points[1][0]).abs() < 1e-15 && (path.points[1][1] - 2.0).abs() < 1e-15);

    // A point 1 right of the centre at 0.5 rad a frame, counter-clockwise: it moves up at 0.5.
    let spinning = Rope { from: [1.0, 0.0], to: [2.0, 0.0], links: 1, ..Rope::default() }
        .body()
        .spinning([0.0, 0.0], 0.5)
        .launched([0.25, 0.0]);
    assert_eq!(spinning.nodes[0].velocity, [0.25, 0.5]);
    assert_eq!(spinning.nodes[1].velocity, [0.25, 1.0]);
    assert_eq!(spinning.mirrored(0.0).nodes[1].velocity, [-0.25, 1.0]);
}

#[test]
fn the_notch_projects_on_no_edge_below_the_v() {
    let body = Notch { underside: true, ..Notch::default() }.body();
    let below = DVec2::new(0.01, -1.4);
    assert!(polygon::contains(body.hull.iter().map(|&[a, b]| (point(&body, a), point(&body, b))), below));
    for &[a, b] in &body.hull {
        let (a, b) = (point(&body, a), point(&body, b));
        let dot = (b - a).dot(below - a);
        let is_left = crate::geometry::cross(b - a, below - a) >= 0.0;
        assert!(!(is_left && (0.0..=(b - a).length_squared()).contains(&dot)), "{a} {b}");
    }
}
