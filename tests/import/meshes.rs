//! Meshes of QuarkPhysics: values by hand, errors with their path, export and round trip.

use blobsmith::engine::World;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::checks::{self, Severity};
use blobsmith::level::format::FormatError;
use blobsmith::level::import::{ImportOptions, Imported, importer_for, qmesh};
use blobsmith::level::shapes::{BalloonShape, Gear, Rectangle, Ring};
use blobsmith::level::{Body, Node, Obstacle, ObstacleShape, Spring};
use std::collections::BTreeSet;
use std::path::Path;

fn read(text: &str) -> Result<Imported, FormatError> {
    (importer_for(Path::new("a.qmesh")).unwrap().import)(text.as_bytes(), &ImportOptions::default())
}

/// A square with its middle, turned by 90°, with a spring to itself, a repeated one and an editor's key.
const SQUARE: &str = r#"{"grid_size": 16, "meshes": [{"name": "square", "position": [320, -64], "rotation": 90, "particles": [
    {"position": [-32, -32], "radius": 0, "is_internal": false}, {"position": [32, -32], "radius": 0, "is_internal": false},
    {"position": [32, 32], "radius": 0, "is_internal": false}, {"position": [-32, 32], "radius": 0, "is_internal": false},
    {"position": [0, 0], "radius": 4, "is_internal": true, "enabled": false, "lazy": true}],
    "springs": [[0, 1], [1, 2], [2, 3], [3, 0], [0, 0], [1, 0]], "internal_springs": [[4, 0], [4, 1], [4, 2], [4, 3]],
    "polygon": [0, 1, 2, 3], "uv_maps": [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]], "angle_constraints": []}]}"#;

fn at(body: &Body, node: usize) -> DVec2 {
    body.nodes[node].position.into()
}

#[test]
fn mesh_becomes_a_body_with_y_up_and_32_pixels_per_unit() {
    let Imported { level, remarks, reports, .. } = read(SQUARE).unwrap();
    let body = &level.bodies[0];
    // A turn by 90° with y down maps (x, y) to (-y, x): (-32, -32) to (32, -32), moved to (352, -96), so to (11, 3).
    for (node, expected) in [(11.0, 3.0), (11.0, 1.0), (9.0, 1.0), (9.0, 3.0), (10.0, 2.0)].into_iter().enumerate() {
        assert!(at(body, node).distance(expected.into()) < 1e-12, "{node}: {}", at(body, node));
    }
    assert_eq!(body.hull, [[3, 2], [2, 1], [1, 0], [0, 3]]);
    assert_eq!(body.triangles, [[0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]]);
    let pins: Vec<bool> = body.nodes.iter().map(|node| node.pinned).collect();
    assert_eq!((body.name.as_str(), pins), ("square", vec![false, false, false, false, true]));
    assert_eq!(body.springs.len(), 8);
    for (index, spring) in body.springs.iter().enumerate() {
        let length = if index < 4 { 2.0 } else { 2f64.sqrt() };
        assert!((spring.rest_length - length).abs() < 1e-12);
        // A quarter of the critical damping of two masses of 1.
        assert!((spring.damping - 0.25 * 2.0 * (0.5 * spring.stiffness).sqrt()).abs() < 1e-12);
    }
    assert_eq!((body.gas, level.world.gravity, reports.len()), (0.0, [0.0, -0.00625], 1));
    let expected = [
        "meshes[0]: the radius of 1 particles",
        "meshes[0]: 1 lazy",
        "meshes[0]: springs from a particle to itself are left out (1)",
        "meshes[0]: repeated springs between the same particles are left out (1)",
        "meshes[0]: `angle_constraints`",
        "`grid_size`",
    ];
    for words in expected {
        assert!(remarks.iter().any(|remark| remark.starts_with(words)), "no {words} in {remarks:?}");
    }
    assert_eq!(remarks.len(), expected.len(), "{remarks:?}");
}

#[test]
fn mesh_without_uv_maps_is_filled_with_triangles() {
    let bare = SQUARE.replace("\"uv_maps\": [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],", "");
    let body = &read(&bare).unwrap().level.bodies[0];
    let doubled = |&[a, b, c]: &[usize; 3]| polygon::doubled_triangle_area(at(body, a), at(body, b), at(body, c));
    assert!((body.triangles.iter().map(doubled).sum::<f64>() - 8.0).abs() < 1e-12);
}

#[test]
fn mesh_without_polygon_has_no_hull_and_says_so() {
    let rope = r#"{"meshes": [{"particles": [{"position": [0, 0]}, {"position": [32, 0]}, {}], "springs": [[0, 1], [1, 2]]}]}"#;
    let Imported { level, remarks, .. } = read(rope).unwrap();
    assert!(level.bodies[0].hull.is_empty() && level.bodies[0].springs[0].stiffness == 4.0);
    assert!(remarks.len() == 1 && remarks[0].contains("no polygon"), "{remarks:?}");
}

#[test]
fn mesh_survives_a_fall_of_two_units() {
    let mut level = read(&SQUARE.replace("\"enabled\": false", "\"enabled\": true")).unwrap().level;
    let floor = ObstacleShape::Line([0.0, -1.0], [1.0, 0.0]);
    level.obstacles.push(Obstacle { shape: floor, restitution: 0.5, ..Obstacle::default() });
    let findings = checks::check(&level);
    assert!(findings.iter().all(|finding| finding.severity < Severity::Warning), "{findings:#?}");
    let mut world = World::new(&level).unwrap();
    for _ in 0..300 {
        world.step_frame();
        let [a, b, c] = [3, 2, 1].map(|node| world.position(node));
        let part = polygon::doubled_triangle_area(a, b, c) / 4.0;
        assert!((0.6..1.4).contains(&part), "half the square has {part} of its area");
    }
    assert!((0..5).all(|node| (-1.1..3.1).contains(&world.position(node).y)));
}

#[test]
fn mesh_errors_have_the_path_of_the_value() {
    let mesh = |inner: &str| {
        format!(r#"{{"meshes": [{{"particles": [{{"position": [0, 0]}}, {{"position": [9, 9]}}], {inner}}}]}}"#)
    };
    let cases = [
        ("[]".to_owned(), "", "object"),
        ("{}".to_owned(), "meshes", "missing"),
        (r#"{"meshes": []}"#.to_owned(), "meshes", "no particles"),
        (mesh(r#""springs": [[0, 1], [0, 2]]"#), "meshes[0].springs[1][1]", "0 to 1"),
        (mesh(r#""springs": [[0, 1, 1]]"#), "meshes[0].springs[0]", "two particles"),
        (mesh(r#""springs": [[0, 1.5]]"#), "meshes[0].springs[0][1]", "index"),
        (mesh(r#""polygon": [0, -1]"#), "meshes[0].polygon[1]", "index"),
        (mesh(r#""uv_maps": 7"#), "meshes[0].uv_maps", "list"),
        (mesh(r#""rotation": "left""#), "meshes[0].rotation", "number"),
        (mesh(r#""position": [1]"#), "meshes[0].position", "two numbers"),
        (
            r#"{"meshes": [{"particles": [{"enabled": 1}]}]}"#.to_owned(),
            "meshes[0].particles[0].enabled",
            "true or false",
        ),
    ];
    for (text, place, words) in cases {
        let error = read(&text).unwrap_err();
        assert_eq!(error.place, place, "{text}: {error}");
        assert!(error.reason.contains(words), "{text}: {error}");
    }
    let broken = read("{\"meshes\":\n  [}").unwrap_err();
    assert_eq!(broken.position, Some((2, 4)), "{broken}");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(read(&deep).unwrap_err().reason.contains("recursion"));
}

fn pairs(body: &Body) -> BTreeSet<[usize; 2]> {
    body.springs.iter().map(|spring| [spring.a.min(spring.b), spring.a.max(spring.b)]).collect()
}

fn triangles(body: &Body) -> BTreeSet<[usize; 3]> {
    let from_least = |&[a, b, c]: &[usize; 3]| [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap();
    body.triangles.iter().map(from_least).collect()
}

#[test]
fn written_mesh_is_read_as_the_same_body() {
    let mut gear = Gear::default().body();
    gear.nodes[3].pinned = true;
    for body in [Rectangle::default().body(), gear] {
        let written = qmesh::write(&body, 32.0).unwrap();
        let again = &read(&written.text).unwrap().level.bodies[0];
        let shift = at(again, 0) - at(&body, 0);
        assert_eq!(again.nodes.len(), body.nodes.len());
        for node in 0..body.nodes.len() {
            assert!(at(again, node).distance(at(&body, node) + shift) < 1e-12);
            assert_eq!(again.nodes[node].pinned, body.nodes[node].pinned);
        }
        assert_eq!((pairs(again), triangles(again)), (pairs(&body), triangles(&body)));
        let edges = |body: &Body| body.hull.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(edges(again), edges(&body));
        for (spring, other) in again.springs.iter().zip(&qmesh_order(&body)) {
            assert!((spring.rest_length - other).abs() < 1e-12);
        }
        // A second round changes nothing but the last bits of the coordinates.
        let [first, second] = [written, qmesh::write(again, 32.0).unwrap()].map(|written| read(&written.text).unwrap());
        let [first, second] = [&first.level.bodies[0], &second.level.bodies[0]];
        assert!((0..body.nodes.len()).all(|node| at(first, node).distance(at(second, node)) < 1e-12));
        assert_eq!((&first.hull, &first.triangles), (&second.hull, &second.triangles));
    }
}

/// Rest lengths as written: springs on the hull first.
fn qmesh_order(body: &Body) -> Vec<f64> {
    let hull: BTreeSet<[usize; 2]> = body.hull.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    let is_outer = |spring: &&Spring| hull.contains(&[spring.a.min(spring.b), spring.a.max(spring.b)]);
    let (outer, inner): (Vec<&Spring>, Vec<&Spring>) = body.springs.iter().partition(is_outer);
    outer.into_iter().chain(inner).map(|spring| spring.rest_length).collect()
}

#[test]
fn written_mesh_has_pixels_y_down_and_a_clockwise_polygon() {
    let corners = [[4.0, 1.0], [6.0, 1.0], [6.0, 2.0], [4.0, 2.0]];
    let body = Body {
        name: "plate".to_owned(),
        nodes: corners.map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        gas: 3.0,
        ..Body::default()
    };
    let written = qmesh::write(&body, 10.0).unwrap();
    let json: serde_json::Value = serde_json::from_str(&written.text).unwrap();
    let mesh = &json["meshes"][0];
    let places: Vec<_> = (0..4).map(|index| mesh["particles"][index]["position"].clone()).collect();
    // The centre is (5, 1.5): 2 by 1 units are 20 by 10 pixels. Lower left on the screen is (-10, 5).
    let expected = [[-10.0, 5.0], [10.0, 5.0], [10.0, -5.0], [-10.0, -5.0]];
    assert_eq!(serde_json::json!(places), serde_json::json!(expected));
    let polygon: Vec<usize> = serde_json::from_value(mesh["polygon"].clone()).unwrap();
    let screen: Vec<DVec2> = polygon.iter().map(|&corner| expected[corner].into()).collect();
    // With y down a positive area is clockwise on the screen.
    assert_eq!(polygon::doubled_area(&screen), 400.0);
    let lost = |word: &str| written.losses.iter().any(|loss| loss.contains(word));
    assert!(lost("gas") && lost("position") && !lost("masses") && !lost("sticks"), "{:?}", written.losses);
}

#[test]
fn bodies_that_do_not_fit_are_refused_with_the_reason() {
    let mut stretched = Rectangle::default().body();
    stretched.springs[0].rest_length *= 1.5;
    let mut open = Rectangle::default().body();
    open.hull.pop();
    let cases = [
        (Ring::default().body(), "2 loops"),
        (BalloonShape::default().body(), "barycentre"),
        (stretched, "not at rest"),
        (open, "open"),
        (Body::default(), "no nodes"),
    ];
    for (body, words) in cases {
        let reason = qmesh::write(&body, 32.0).unwrap_err();
        assert!(reason.contains(words), "{reason}");
    }
}
