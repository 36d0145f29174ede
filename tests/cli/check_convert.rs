//! `check`, `convert` and `schema`.

use super::support::{FALLING, TOUCHING, blobsmith, file, program};
use blobsmith::level::{format, ids};
use serde_json::Value;
use std::fs;

/// A square with its second triangle the wrong way round.
const FLIPPED: &str = r#"(format: 1, bodies: [(nodes: [(position: (0, 0)), (position: (1, 0)), (position: (1, 1)), (position: (0, 1))],
    springs: [(a: 0, b: 1), (a: 1, b: 2), (a: 2, b: 3), (a: 3, b: 0)],
    hull: [(0, 1), (1, 2), (2, 3), (3, 0)], triangles: [(0, 1, 2), (0, 3, 2)])])"#;

#[test]
fn check_returns_code_1_for_errors() {
    let (_folder, path) = file("a.ron", FLIPPED);
    let said = blobsmith("check {}", &path);
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""));
    let name = path.to_str().expect("UTF-8");
    assert!(said.text().lines().all(|line| line.starts_with(name) || line.starts_with("    ")), "{}", said.text());
    let line = said.text().lines().find(|line| line.contains("bodies[0].triangles[1]")).expect("the flipped triangle");
    assert!(line.contains(": error: "), "{line}");
    // Third line of the text, where the second triangle's bracket opens.
    assert!(line.starts_with(&format!("{name}:3:68: ")), "{line}");
}

#[test]
fn check_reports_in_json() {
    let (folder, path) = file("a.ron", FLIPPED);
    let good = folder.path().join("good.json");
    fs::write(&good, FALLING).expect("written");
    let said = blobsmith(&format!("check {{}} {} --format json", good.display()), &path);
    assert_eq!(said.code, Some(1));
    let reports: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!(reports.as_array().map(Vec::len), Some(2));
    assert_eq!(reports[0]["file"].as_str(), path.to_str());
    let findings = reports[0]["findings"].as_array().expect("a list");
    assert!(findings.iter().any(|finding| finding["severity"] == "error"
        && finding["places"][0] == "bodies[0].triangles[1]"
        && finding["message"].is_string()
        && finding["rule"].is_string()
        && finding["line"] == 3
        && finding["column"] == 68));
    assert!(reports[1]["refused"].is_null());
}

#[test]
fn check_continues_after_an_unreadable_file() {
    let (folder, path) = file("a.ron", "(format: 1");
    let good = folder.path().join("good.json");
    fs::write(&good, FALLING).expect("written");
    let said = blobsmith(&format!("check {{}} {}", good.display()), &path);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("truncated"), "{}", said.err);
    assert!(said.text().contains("good.json"), "{}", said.text());
}

#[test]
fn convert_to_json_and_back_gives_an_equal_level() {
    let (folder, path) = file("a.ron", TOUCHING);
    let at = |name: &str| folder.path().join(name);
    blobsmith(&format!("convert {{}} {}", at("b.json").display()), &path).fine();
    blobsmith(&format!("convert {{}} {}", at("c.ron").display()), &at("b.json")).fine();
    let mut level = format::load_level(&path).expect("loaded");
    ids::assign(&mut level);
    assert_eq!(format::load_level(&at("b.json")).expect("loaded"), level);
    assert_eq!(format::load_level(&at("c.ron")).expect("loaded"), level);
    // A file that was formatted once does not change when it is formatted again.
    let once = fs::read(at("c.ron")).expect("there");
    blobsmith("convert {} {}", &at("c.ron")).fine();
    assert_eq!(fs::read(at("c.ron")).expect("there"), once);
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).expect("there").flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.ron", "b.json", "c.ron"], "no temporary file remains");
}

#[test]
fn convert_refuses_other_endings() {
    let (_folder, path) = file("a.ron", TOUCHING);
    blobsmith("convert {} {}.txt", &path).refused(&[".ron or .json"]);
    blobsmith("convert {} {}.svg", &path).refused(&[".svg"]);
    blobsmith("convert {} {}.json --scale 2", &path).refused(&["not a drawing"]);
}

#[test]
fn convert_imports_a_drawing() {
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><text>hello</text>
        <rect id="box" x="5" y="5" width="8" height="4"/><rect id="floor" y="18" width="20" height="2"/></svg>"#;
    let (folder, path) = file("tower.svg", drawing);
    let out = folder.path().join("level.json");
    let said = blobsmith(&format!("convert {{}} {} --scale 0.5 --spacing 0.5", out.display()), &path);
    assert_eq!(said.code, Some(0), "{}", said.err);
    // What was chosen for the box, what for the level, and what was left out.
    assert_eq!(said.err.lines().count(), 3, "{}", said.err);
    assert!(said.err.contains("“box”: walls 2 thick") && said.err.contains("self-contact is on"), "{}", said.err);
    assert!(said.err.contains("text and images: 1 left out"), "{}", said.err);
    let level = format::load_level(&out).expect("a level");
    assert_eq!(level.name, "tower");
    let names: Vec<&str> = level.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["box", "floor"]);
    // The box is 4 x 2 level units: 12 / 0.5 edges.
    assert_eq!(level.bodies[0].hull.len(), 24);
    blobsmith("check {}", &out).fine();
}

#[test]
fn convert_reports_bodies_by_their_names_in_the_level() {
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
        viewBox="0 0 100 100"><rect id="a" inkscape:label="blob" width="10" height="10"/>
        <rect id="b" inkscape:label="blob" x="20" width="10" height="10"/><rect x="40" width="10" height="10"/></svg>"#;
    let (folder, path) = file("ball.svg", drawing);
    let out = folder.path().join("level.json");
    let said = blobsmith(&format!("convert {{}} {} --json", out.display()), &path).fine();
    let report: Value = serde_json::from_str(said.text()).expect("JSON");
    let level: Value = serde_json::from_str(&std::fs::read_to_string(&out).expect("a level")).expect("JSON");
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|body| body["name"].as_str().expect("a name").trim_matches(['“', '”']).to_owned()).collect()
    };
    assert_eq!(names(&report["bodies"]), ["blob", "blob 2", "ball"]);
    assert_eq!(names(&report["bodies"]), names(&level["bodies"]));
    let said = blobsmith(&format!("convert {{}} {}", out.display()), &path);
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("“blob 2”: walls"), "{}", said.err);
}

#[test]
fn convert_reports_a_drawing_as_json() {
    // Legs of 10 with 30° between them: 0.625² / 4 is cut off at the tip of 25 (see the tests of the import).
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text>hello</text>
        <path id="shard" d="M50 10 L52.588190 19.659258 H47.411810 Z"/><rect id="floor" y="80" width="90" height="2"/></svg>"#;
    let (folder, path) = file("shard.svg", drawing);
    let out = folder.path().join("level.ron");
    let line = format!("convert {{}} {} --scale 1 --spacing 0.625", out.display());
    let said = blobsmith(&format!("{line} --json"), &path).fine();
    let report: Value = serde_json::from_str(said.text()).expect("JSON");
    let [shard] = &report["bodies"].as_array().expect("bodies")[..] else { panic!("{report}") };
    assert_eq!(shard["name"], "“shard”");
    let number = |name: &str| shard["area"][name].as_f64().expect("a number");
    let lost = 0.625 * 0.625 * 0.25;
    for (name, expected) in [("drawn", 25.0), ("made", 25.0 - lost), ("lost_at_tips", lost), ("lost_by_mesh", 0.0)] {
        assert!((number(name) - expected).abs() < 1e-4, "{name}: {report}");
    }
    assert_eq!((&report["fixed_bodies"], &report["self_contact"]), (&Value::from(1), &Value::from(true)));
    assert_eq!(report["remarks"], serde_json::json!(["text and images: 1 left out"]));
    assert!(blobsmith(&line, &path).err.contains("(0.39 % lost at blunted angles)"));
    // A level has no such report.
    blobsmith("convert {} {}.json --json", &out).refused(&["not a drawing"]);
}

#[test]
fn convert_names_the_options_for_shapes_that_overlap() {
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
        <rect id="a" width="8" height="8"/><rect id="b" x="4" y="4" width="8" height="8"/></svg>"#;
    let (_folder, path) = file("two.svg", drawing);
    blobsmith("convert {} {}.ron", &path).refused(&["“b” overlaps “a”", "--layers silhouette", "--layers separate"]);
    for choice in ["silhouette", "separate"] {
        assert_eq!(blobsmith(&format!("convert {{}} {{}}.ron --layers {choice}"), &path).code, Some(0));
    }
}

#[test]
fn convert_refuses_bad_drawings_and_keeps_the_old_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("old.ron");
    std::fs::write(&out, TOUCHING).expect("written");
    let ring = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle id="ring" r="4"/></svg>"#;
    for (content, options, words) in [
        ("<svg><g></svg>", "", &["bad.svg:1:"][..]),
        ("hello", "", &["not an SVG drawing"]),
        (ring, "--spacing 0.00001", &["ring", "larger spacing"]),
        (ring, "--scale=-1", &["scale", "above 0"]),
        (ring, "--stiffness 0", &["stiffness", "above 0"]),
    ] {
        let (_folder, path) = file("bad.svg", content);
        blobsmith(&format!("convert {{}} {} {options}", out.display()), &path).refused(words);
        assert_eq!(std::fs::read_to_string(&out).expect("kept"), TOUCHING);
    }
}

#[test]
fn schema_describes_the_document() {
    let said = super::support::Said::from(program(["schema"]).output().expect("the program starts")).fine();
    let schema: Value = serde_json::from_str(said.text()).expect("JSON");
    assert!(schema["$schema"].as_str().is_some_and(|address| address.contains("json-schema.org")));
    assert_eq!(schema["required"], serde_json::json!(["format"]));
    for field in ["format", "name", "notes", "world", "bodies", "discs", "obstacles", "editor"] {
        assert!(schema["properties"][field].is_object(), "{field}");
    }
    assert_eq!(schema["additionalProperties"], false);
}
