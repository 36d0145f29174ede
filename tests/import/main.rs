//! Drawings as levels: areas by hand, fill rules, transforms, conventions, runs on a floor, and garbage.
#![cfg(feature = "svg")]

mod hostile;
mod meshes;
mod odd;
mod placement;
mod report;
mod scenes;
mod sprites;
mod trace;

use blobsmith::engine::World;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::checks::{self, Severity};
use blobsmith::level::edit::folders;
use blobsmith::level::format::FormatError;
use blobsmith::level::import::{self, ImportOptions, Imported, Layers, importer_for};
use blobsmith::level::{Body, Level, Motion, ObstacleShape, Place, format};
use std::f64::consts::PI;
use std::path::Path;

fn import_with(content: &str, options: &ImportOptions) -> Result<Imported, FormatError> {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
            xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 100 100">{content}</svg>"#
    );
    (importer_for(Path::new("a/Drawing.SVG")).unwrap().import)(svg.as_bytes(), options)
}

/// One level unit per unit of the drawing, nodes four apart; a page of 100 x 100.
fn imported(content: &str) -> Imported {
    import_with(content, &ImportOptions { scale: Some(1.0), spacing: Some(4.0), ..ImportOptions::default() }).unwrap()
}

fn level(content: &str) -> Level {
    imported(content).level
}

fn refused(bytes: &[u8]) -> FormatError {
    (import::ALL[0].import)(bytes, &ImportOptions::default()).unwrap_err()
}

fn points(body: &Body) -> Vec<DVec2> {
    body.nodes.iter().map(|node| DVec2::from_array(node.position)).collect()
}

fn area(body: &Body) -> f64 {
    let at = points(body);
    0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at[a], at[b])), at[0])
}

fn has_node(body: &Body, x: f64, y: f64) -> bool {
    points(body).iter().any(|point| point.distance(DVec2::new(x, y)) < 1e-4)
}

fn assert_sound(level: &Level) {
    format::validate(level).unwrap();
    let findings: Vec<_> = checks::check(level).into_iter().filter(|f| f.severity > Severity::Hint).collect();
    assert!(findings.is_empty(), "{findings:#?}");
}

const FLOOR: &str = r#"<rect id="floor" x="-50" y="90" width="200" height="20"/>"#;

/// Drops what is drawn on a floor, after a scale that makes the page ten units high.
fn assert_survives(content: &str) {
    let options = ImportOptions { scale: Some(0.1), ..ImportOptions::default() };
    let level = import_with(&format!("{content}{FLOOR}"), &options).unwrap().level;
    assert_sound(&level);
    let mut world = World::new(&level).unwrap();
    for _ in 0..200 {
        world.step_frame();
    }
    assert_eq!(world.take_events(), Vec::new());
    let mut node = 0;
    for body in &level.bodies {
        for _ in &body.nodes {
            let place = world.position(node);
            assert!(place.is_finite());
            // The floor's top is at y = 1; nothing has sunk into it or flown away.
            assert!(body.motion == Motion::Fixed || (0.5..20.0).contains(&place.y), "{} at {place}", body.name);
            node += 1;
        }
    }
}

const SQUARE_WITH_HOLE: &str = r##"<path id="frame" fill="#ff8000" fill-rule="evenodd"
    d="M20 20 H60 V60 H20 Z M30 30 H50 V50 H30 Z"/>"##;
const PENTAGRAM: &str =
    r#"<polygon id="star" points="50,10 73.511,82.361 11.957,37.639 88.043,37.639 26.489,82.361"/>"#;
const CIRCLE: &str = r#"<circle id="ball" cx="50" cy="50" r="30"/>"#;

#[test]
fn import_keeps_a_hole_and_flips_y() {
    let level = level(SQUARE_WITH_HOLE);
    assert_sound(&level);
    let body = &level.bodies[0];
    assert_eq!((level.bodies.len(), body.name.as_str()), (1, "frame"));
    assert!((area(body) - (40.0 * 40.0 - 20.0 * 20.0)).abs() < 1e-6);
    // The page is 100 high: the drawing's (20, 20) at the upper left is the level's (20, 80).
    for (x, y) in [(20.0, 80.0), (60.0, 40.0), (30.0, 70.0), (50.0, 50.0)] {
        assert!(has_node(body, x, y), "({x}, {y})");
    }
    assert_eq!(level.editor.as_ref().unwrap().body_colors, ["#ff8000"]);
}

#[test]
fn fill_rule_decides_what_is_a_hole() {
    let nested = |rule: &str, inner: &str| {
        area(&level(&format!(r#"<path fill-rule="{rule}" d="M20 20 H60 V60 H20 Z {inner}"/>"#)).bodies[0])
    };
    let (same_way, other_way) = ("M30 30 H50 V50 H30 Z", "M30 30 V50 H50 V30 Z");
    assert!((nested("nonzero", same_way) - 1600.0).abs() < 1e-6);
    assert!((nested("nonzero", other_way) - 1200.0).abs() < 1e-6);
    assert!((nested("evenodd", same_way) - 1200.0).abs() < 1e-6);
    // Two squares that overlap by 10 x 10 in one path are one body.
    assert!((nested("nonzero", "M50 50 H80 V80 H50 Z") - (1600.0 + 900.0 - 100.0)).abs() < 1e-6);
}

#[test]
fn fill_rule_of_a_star_in_one_stroke_is_followed() {
    // Circumradius R = 40: the ten-pointed outline has inner radius r = R cos 72° / cos 36°, and area 5 R r sin 36°;
    // the pentagon in its middle has area 5/2 r² sin 72°.
    let rad = |degrees: f64| degrees * PI / 180.0;
    let inner = 40.0 * rad(72.0).cos() / rad(36.0).cos();
    let outline = 5.0 * 40.0 * inner * rad(36.0).sin();
    let solid = level(PENTAGRAM);
    assert_sound(&solid);
    assert_eq!(solid.bodies.len(), 1);
    // The tips of 36° are blunted, by 0.4 % of the area at most; the corners are given to three decimals.
    let lost = 1.0 - area(&solid.bodies[0]) / outline;
    assert!((-1e-4..0.004).contains(&lost), "{lost}");
    let top = points(&solid.bodies[0]).iter().map(|point| point.y).fold(0.0, f64::max);
    assert!((85.0..90.0).contains(&top), "{top}");
    let pentagon = 2.5 * inner * inner * rad(72.0).sin();
    let hollow = level(&PENTAGRAM.replace("<polygon", r#"<polygon fill-rule="evenodd""#));
    assert_sound(&hollow);
    let sum: f64 = hollow.bodies.iter().map(area).sum();
    let lost = 1.0 - sum / (outline - pentagon);
    assert!((-1e-4..0.004).contains(&lost), "{lost}");
}

#[test]
fn sharp_tips_are_kept_on_request_with_a_warning() {
    let rad = |degrees: f64| degrees * PI / 180.0;
    let inner = 40.0 * rad(72.0).cos() / rad(36.0).cos();
    let outline = 5.0 * 40.0 * inner * rad(36.0).sin();
    let options = ImportOptions { scale: Some(1.0), spacing: Some(4.0), ..ImportOptions::default() };
    let kept = import_with(PENTAGRAM, &ImportOptions { keeps_tips: true, ..options }).unwrap();
    assert_sound(&kept.level);
    // The corners are given to three decimals.
    assert!((area(&kept.level.bodies[0]) / outline - 1.0).abs() < 1e-4);
    let top = points(&kept.level.bodies[0]).iter().map(|point| point.y).fold(0.0, f64::max);
    assert!((top - 90.0).abs() < 1e-2, "{top}");
    assert!(kept.remarks.iter().any(|text| text.contains("5 acute angles below 40°")), "{:?}", kept.remarks);
    let blunted = import_with(PENTAGRAM, &options).unwrap();
    assert!(
        blunted.choices.iter().any(|text| text.contains("5 acute angles below 40° blunted")),
        "{:?}",
        blunted.choices
    );
    assert!(blunted.remarks.iter().all(|text| !text.contains("tips")), "{:?}", blunted.remarks);
}

#[test]
fn parts_that_touch_in_a_point_are_one_body() {
    // A hole whose corners touch the outline, and a slit too narrow to be seen.
    for (d, area_drawn) in [
        ("M20 20 H60 V60 H20 Z M20 40 L40 20 L60 40 L40 50 Z", 1600.0 - 600.0),
        ("M20 20 H60 V60 H40.00001 V30 H40 V60 H20 Z", 1600.0),
    ] {
        let level = level(&format!(r#"<path fill-rule="evenodd" d="{d}"/>"#));
        assert_sound(&level);
        let sum: f64 = level.bodies.iter().map(area).sum();
        // Grown by at most a twentieth of the spacing of four, along outlines of less than 400.
        assert!((sum - area_drawn).abs() < 0.2 * 400.0, "{sum}");
    }
}

#[test]
fn circle_has_its_area_within_the_tolerance() {
    let level = level(CIRCLE);
    assert_sound(&level);
    // At least 60 pi / 4 = 47 edges, each corner at most 0.04 (a hundredth of a spacing) plus half that inside.
    let least = 0.5 * 47.0 * 900.0 * (2.0 * PI / 47.0).sin() - 60.0 * PI * 0.06;
    assert!((least..=900.0 * PI + 1.0).contains(&area(&level.bodies[0])), "{}", area(&level.bodies[0]));
}

#[test]
fn transforms_of_groups_and_references_apply() {
    let level = level(
        r##"<defs><rect id="unit" width="10" height="10"/></defs>
        <g transform="translate(20 20) scale(2 3)"><rect id="box" width="10" height="10"/></g>
        <g id="turned" transform="rotate(90 50 50)"><use xlink:href="#unit" x="70" y="20"/></g>
        <rect id="mirrored" transform="matrix(-1 0 0 1 100 0)" x="80" y="80" width="15" height="10"/>"##,
    );
    assert_sound(&level);
    let names: Vec<&str> = level.bodies.iter().map(|body| body.name.as_str()).collect();
    // What is used twice cannot keep its id; the group's stands in.
    assert_eq!(names, ["box", "turned", "mirrored"]);
    let areas: Vec<f64> = level.bodies.iter().map(|body| area(body).round()).collect();
    assert_eq!(areas, [600.0, 100.0, 150.0]);
    assert!(has_node(&level.bodies[0], 40.0, 50.0));
    // A quarter turn clockwise on the page around (50, 50) takes (70, 20) to (80, 70), in the level (80, 30).
    assert!(has_node(&level.bodies[1], 80.0, 30.0) && has_node(&level.bodies[1], 70.0, 20.0));
    assert!(has_node(&level.bodies[2], 20.0, 20.0) && has_node(&level.bodies[2], 5.0, 10.0));
}

#[test]
fn lines_become_obstacles_and_separate_parts_become_bodies() {
    let lines = level(
        r#"<line id="ramp" x1="0" y1="50" x2="40" y2="80" stroke="black"/>
        <path id="cup" d="M50 50 V80 H80 V50" fill="none" stroke="red"/>
        <rect id="pen" x="1" y="1" width="8" height="6" fill="none" stroke="red"/>"#,
    );
    assert!(lines.bodies.is_empty());
    assert_sound(&lines);
    let names: Vec<&str> = lines.obstacles.iter().map(|obstacle| obstacle.name.as_str()).collect();
    assert_eq!(names, ["ramp", "cup", "cup", "cup", "pen", "pen", "pen", "pen"]);
    assert_eq!(lines.obstacles[0].shape, ObstacleShape::Segment([0.0, 50.0], [40.0, 20.0]));
    // Each path of several segments is a folder.
    let names: Vec<&str> = folders::folders(&lines).iter().map(|folder| folder.name.as_str()).collect();
    assert_eq!(names, ["cup", "pen"]);
    assert_eq!(folders::parts_of(&lines, 0), [1, 2, 3].map(Place::Obstacle));
    let parts = level(r#"<path id="eyes" d="M10 10 h20 v20 h-20 Z M60 10 h20 v20 h-20 Z"/>"#);
    let names: Vec<&str> = parts.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["eyes 1", "eyes 2"]);
    assert_sound(&parts);
}

#[test]
fn names_of_shapes_make_decor_or_leave_them_out() {
    let drawing = imported(
        r#"<rect width="100" height="100" fill="white"/>
        <rect id="Floor-1" y="90" width="100" height="10"/>
        <g id="layer2" inkscape:label="fixed walls"><rect id="r7" width="5" height="80"/></g>
        <g inkscape:label="cloud" id="g8"><circle cx="50" cy="40" r="10"/></g>
        <rect id="p" x="70" y="60" width="10" height="10"><title>soft  box</title></rect>
        <rect id="background-hill" x="20" y="60" width="40" height="30"/>
        <rect visibility="hidden" width="9" height="9"/><rect display="none" width="9" height="9"/>
        <text x="10" y="10">hello</text>"#,
    );
    let found: Vec<(&str, bool)> =
        drawing.level.bodies.iter().map(|body| (body.name.as_str(), body.motion == Motion::Fixed)).collect();
    assert_eq!(found, [("Floor-1", true), ("r7", true), ("cloud", false), ("soft box", false)]);
    assert!(drawing.level.bodies[..2].iter().all(|body| body.springs.is_empty() && body.gas == 0.0));
    assert_eq!(drawing.remarks, ["text and images: 1 left out", "background shapes: 2 left out"]);
    assert_sound(&drawing.level);
}

#[test]
fn drawing_becomes_ten_units_high_by_default() {
    for (width, height, size) in [(3.0, 7.0, 10.0), (3e4, 7e4, 10.0), (80.0, 10.0, 5.0)] {
        let drawing = format!(r#"<rect x="5" y="5" width="{width}" height="{height}"/>"#);
        let level = import_with(&drawing, &ImportOptions::default()).unwrap().level;
        assert_sound(&level);
        let heights = points(&level.bodies[0]).into_iter().map(|point| point.y);
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
        assert!((high - low - size).abs() < 1e-4, "{}", high - low);
    }
    for scale in [1e-3, 1e3] {
        let options = ImportOptions { scale: Some(scale), ..ImportOptions::default() };
        let level = import_with(CIRCLE, &options).unwrap().level;
        assert!((area(&level.bodies[0]) / (900.0 * PI * scale * scale) - 1.0).abs() < 0.02);
    }
}

#[test]
fn imported_bodies_survive_a_fall_on_a_floor() {
    for shape in [SQUARE_WITH_HOLE, PENTAGRAM, CIRCLE] {
        assert_survives(shape);
    }
}

/// A square on another, and a ring around nothing else.
const LAYERED: &str = r##"<rect id="below" fill="#ff0000" x="10" y="10" width="40" height="40"/>
    <rect id="above" fill="#0000ff" x="30" y="30" width="40" height="40"/><circle cx="85" cy="15" r="10"/>"##;

#[test]
fn shapes_that_overlap_are_refused_joined_or_cut_apart() {
    let with = |layers| {
        let options = ImportOptions { scale: Some(1.0), spacing: Some(4.0), layers, ..ImportOptions::default() };
        import_with(LAYERED, &options)
    };
    let error = with(Layers::Refuse).unwrap_err();
    assert_eq!(error.place, "above");
    assert!(error.reason.contains("“above” overlaps “below”"), "{error}");
    let areas = |level: &Level| level.bodies.iter().map(area).collect::<Vec<_>>();
    let circle = 100.0 * PI;
    let joined = with(Layers::Silhouette).unwrap().level;
    assert_sound(&joined);
    let found = areas(&joined);
    assert_eq!(found.len(), 2);
    assert!((found[0] - (2.0 * 1600.0 - 400.0)).abs() < 1e-6 && (found[1] / circle - 1.0).abs() < 0.01, "{found:?}");
    let apart = with(Layers::Separate).unwrap().level;
    assert_sound(&apart);
    let found = areas(&apart);
    assert_eq!(apart.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["below", "above", ""]);
    // The lower square loses the shared 20 x 20 and a gap of 0.06 spacings along two sides of 20.
    assert!(
        (found[0] - (1600.0 - 400.0 - 2.0 * 20.0 * 0.24)).abs() < 1.0 && (found[1] - 1600.0).abs() < 1e-6,
        "{found:?}"
    );
}
