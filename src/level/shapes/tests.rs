//! Invariants of every shape.

use super::*;
use crate::geometry::{DVec2, polygon};
use crate::level::parameter::Kind;
use crate::level::{Motion, Role};
use std::collections::BTreeSet;
use std::f64::consts::FRAC_PI_2;

fn point(body: &Body, node: usize) -> DVec2 {
    DVec2::from_array(body.nodes[node].position)
}

fn doubled_hull_area(body: &Body) -> f64 {
    polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (point(body, a), point(body, b))), DVec2::ZERO)
}

/// Asserts that triangles tile the hull exactly: each is counter-clockwise, each side is either a hull edge or shared with
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

/// Asserts that hull edges form closed loops, one after the other, without crossings.
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
fn default_shapes_are_sound() {
    for shape in ALL {
        assert_sound(shape.id, &shape.body());
    }
}

#[test]
fn shapes_pass_the_checks() {
    let mut wrong = Vec::new();
    for shape in ALL {
        let mut level = crate::level::Level { bodies: vec![shape.body()], ..Default::default() };
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
fn shape_ids_are_unique_and_found() {
    let ids: BTreeSet<&str> = ALL.iter().map(|shape| shape.id).collect();
    assert_eq!(ids.len(), ALL.len());
    assert!(shape("gear").is_some_and(|shape| shape.title == "Gear"));
    assert!(shape("no such shape").is_none());
}

#[test]
fn shapes_with_other_parameters_are_sound() {
    let material = Material { masses: MassDistribution::Density(2.0), ..Material::default() };
    let square = BalloonShape { sides: 4, barycentre: false, brace_span: 2, ..BalloonShape::default() };
    let cases = [
        ("plain lattice", Rectangle { shear: false, brace: true, material, ..Rectangle::default() }.body()),
        ("one cell", Rectangle { columns: 1, rows: 1, ..Rectangle::default() }.body()),
        ("balloon by fan", BalloonShape { barycentre: false, ..BalloonShape::default() }.body()),
        ("square by diagonals", square.body()),
        ("smallest balloon", BalloonShape { sides: 0, radius: -1.0, ..BalloonShape::default() }.body()),
        ("crate of many edges", CrateBox { edges_per_side: 4, ..CrateBox::default() }.body()),
        ("sharp star", Star { blunt: 0.0, tips: 7, ..Star::default() }.body()),
        ("big gear", Gear { teeth: 31, axle: true, ..Gear::default() }.body()),
        ("small gear", Gear { teeth: 4, ..Gear::default() }.body()),
        ("coarse disc", DiscShape { rings: 1, sectors: 3, ..DiscShape::default() }.body()),
        ("fine disc", DiscShape { rings: 6, sectors: 8, material, ..DiscShape::default() }.body()),
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
fn density_gives_mass_of_area_times_density() {
    // 4 x 3 cells of 0.5: area 3, mass 6; a corner of one triangle has less than an inner node.
    let material = Material { masses: MassDistribution::Density(2.0), ..Material::default() };
    let mass_of = |body: &Body| -> f64 {
        let mass = |node: &crate::level::Node| if let Role::Mass(mass) = node.role { mass } else { 0.0 };
        body.nodes.iter().map(mass).sum()
    };
    let rectangle = Rectangle { material, ..Rectangle::default() }.body();
    assert!((mass_of(&rectangle) - 6.0).abs() < 1e-12);
    // The barycentre has no mass; the outline carries all of it: a square of radius 1 has area 2.
    let square = BalloonShape { sides: 4, material, ..BalloonShape::default() }.body();
    assert!((mass_of(&square) - 4.0).abs() < 1e-12);
    assert_eq!(square.nodes[4].role, Role::Barycentre);
}

#[test]
fn barycentre_is_the_mean_of_the_masses() {
    let body = CrateBox { size: [4.0, 2.0], ..CrateBox::default() }.body().translated([3.0, 1.0]);
    let last = body.nodes.last().map(|node| (node.role, node.position));
    assert_eq!(last, Some((Role::Barycentre, [3.0, 1.0])));
}

#[test]
fn decor_is_fixed_and_has_no_springs() {
    for id in ["floor", "terrain", "notch", "container", "sensor"] {
        let body = shape(id).map(|shape| shape.body()).unwrap_or_default();
        assert_eq!(body.motion, Motion::Fixed, "{id}");
        assert!(body.springs.is_empty() && body.gas == 0.0, "{id}");
        assert_eq!(body.collision.sensor, id == "sensor", "{id}");
    }
}

#[test]
fn transforms_keep_shapes_sound() {
    for shape in ALL {
        let body = shape.body();
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
fn rotation_turns_velocities() {
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
fn notch_has_no_projection_below_the_v() {
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

#[test]
fn parameters_are_described_and_defaults_change_nothing() {
    for shape in ALL {
        let parameters = shape.parameters();
        let ids: BTreeSet<&str> = parameters.iter().map(|parameter| parameter.id).collect();
        assert_eq!(ids.len(), parameters.len(), "{}", shape.id);
        for parameter in &parameters {
            let what = format!("{} {}", shape.id, parameter.id);
            assert!(parameter.admits(parameter.default), "{what}: {}", parameter.default);
            assert!(!parameter.name.is_empty() && !parameter.explanation.is_empty(), "{what}");
            assert_eq!(parameter.read(&parameter.write(parameter.default)), Ok(parameter.default), "{what}");
            if let Some((id, _)) = parameter.needs {
                assert!(ids.contains(id), "{what} needs {id}");
            }
        }
        let defaults: Values = parameters.iter().map(|p| (p.id.to_owned(), p.default)).collect();
        assert_eq!(shape.make(&defaults).as_ref(), Ok(&shape.body()), "{}", shape.id);
    }
}

#[test]
fn parameters_have_an_effect() {
    for shape in ALL {
        let parameters = shape.parameters();
        for parameter in &parameters {
            // A full turn, or spokes beyond the rim, would change nothing.
            let tried = extremes(parameter).into_iter().chain([
                parameter.default + 1.0,
                parameter.default + 2.0,
                parameter.default * 0.5,
            ]);
            let changes = tried.filter(|&value| parameter.admits(value)).any(|value| {
                // A square of side 2 has the same mass either way.
                let base = if shape.id == "crate" { vec![("width".to_owned(), 3.0)] } else { Vec::new() };
                let values = base.iter().cloned().chain([(parameter.id.to_owned(), value)]).collect();
                let base = shape.make(&base.into_iter().collect());
                shape.make(&values).is_ok_and(|body| Ok(body) != base)
            });
            assert!(changes, "{} {}", shape.id, parameter.id);
        }
    }
}

fn extremes(parameter: &Parameter) -> Vec<f64> {
    match parameter.kind {
        Kind::Number(min, max) | Kind::Whole(min, max) => vec![min, max],
        Kind::Switch => vec![0.0, 1.0],
        Kind::Choice(rows) => (0..rows.len()).map(|index| index as f64).collect(),
    }
}

/// Asserts that the body is valid, or refused for its size.
fn assert_valid(what: &str, shape: &ShapeGenerator, values: &Values) {
    match shape.make(values) {
        Ok(body) => {
            assert!(body.nodes.len() <= MOST_NODES, "{what}");
            let level = crate::level::Level { bodies: vec![body], ..Default::default() };
            if let Err(error) = crate::level::format::validate(&level) {
                panic!("{what}: {error}");
            }
        }
        Err(ParameterError::TooManyNodes(..)) => {}
        Err(error) => panic!("{what}: {error}"),
    }
}

#[test]
fn extreme_parameters_give_valid_bodies() {
    for shape in ALL {
        let parameters = shape.parameters();
        for parameter in &parameters {
            for value in extremes(parameter) {
                let what = format!("{} {} {value}", shape.id, parameter.id);
                assert_valid(&what, shape, &Values::from([(parameter.id.to_owned(), value)]));
            }
        }
        // All parameters at an end of their range, in every combination of a counter's bits.
        for mixture in 0..64_usize {
            let end = |i: usize, p: &Parameter| {
                let ends = extremes(p);
                // Counts stay low: their upper ends were tested one by one.
                let is_count = matches!(p.kind, Kind::Whole(..));
                let bit = (mixture >> (i % 6)) & 1;
                if is_count { ends[0] + bit as f64 } else { ends[bit.min(ends.len() - 1)] }
            };
            let values: Values = parameters.iter().enumerate().map(|(i, p)| (p.id.to_owned(), end(i, p))).collect();
            assert_valid(&format!("{} {values:?}", shape.id), shape, &values);
        }
    }
}

#[test]
fn parameters_have_their_documented_meaning() {
    let make = |id: &str, values: &[(&str, f64)]| {
        let values = values.iter().map(|&(id, value)| (id.to_owned(), value)).collect();
        shape(id).map(|shape| shape.make(&values)).unwrap_or_else(|| panic!("no {id}"))
    };
    // 3 x 2 cells of 1 x 0.5: 4 x 3 nodes, area 3, mass 2 per area.
    let values =
        [("columns", 3.0), ("rows", 2.0), ("cell-width", 1.0), ("cell-height", 0.5), ("masses", 1.0), ("mass", 2.0)];
    let block = make("rectangle", &values).unwrap_or_default();
    assert_eq!((block.nodes.len(), block.hull.len(), block.triangles.len()), (12, 10, 12));
    assert!((doubled_hull_area(&block) - 6.0).abs() < 1e-12);
    let mass = |node: &crate::level::Node| if let Role::Mass(mass) = node.role { mass } else { 0.0 };
    assert!((block.nodes.iter().map(mass).sum::<f64>() - 6.0).abs() < 1e-12);
    // Straight down, twice as long, of sticks.
    let rope = make("rope", &[("length", 6.0), ("direction", -90.0), ("kind", 1.0)]).unwrap_or_default();
    assert_eq!((rope.springs.len(), rope.sticks.len()), (0, 12));
    assert!(point(&rope, 12).distance(DVec2::new(0.0, -6.0)) < 1e-12);
    let error = |id: &str, values: &[(&str, f64)]| make(id, values).map(drop).map_err(|error| error.to_string());
    assert_eq!(
        error("gear", &[("teeth", 3.0)]),
        Err("Teeth cannot be 3: it must be a whole number from 4 to 120".into())
    );
    assert_eq!(
        error("rectangle", &[("columns", 500.0), ("rows", 500.0)]),
        Err("the body would have 251001 nodes; the limit is 20000: use fewer or larger parts".into())
    );
}
