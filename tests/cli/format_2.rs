//! Levels of format 2 on the command line: every command reads them, and wrong ones are refused with their place.

use super::support::{blobsmith, file, program};
use blobsmith::level::format;
use std::path::{Path, PathBuf};

fn everything() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archive/format-2/everything.ron")
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

const PART: &str = "(format: 2, bodies: [(id: \"wheel\", gas: 0, properties: {\"zeta\": 1, \"alpha\": {\"y\": 1, \"b\": -0.0}}, \
    nodes: [(position: (1, 0), velocity: (0, 1))])])";

#[test]
fn every_command_reads_a_level_with_every_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = |name: &str| folder.path().join(name).display().to_string();
    for line in [
        "run {} --frames 20 --quiet".to_owned(),
        "check {}".to_owned(),
        "check {} --run".to_owned(),
        "diagnose {} --frames 20".to_owned(),
        "explain {} --frame 5".to_owned(),
        "rules {} --frames 5".to_owned(),
        "watch {} energy.total --frames 5".to_owned(),
        format!("render {{}} --frame 5 --out {}", out("a.png")),
        format!("render {{}} --frame 5 --out {}", out("a.svg")),
        format!("plot {{}} --series energy.total --frames 5 --out {}", out("plot.svg")),
        format!("convert {{}} {}", out("a.json")),
        format!("export {{}} --out {}", out("game.json")),
    ] {
        let said = blobsmith(&line, &everything());
        assert!(matches!(said.code, Some(0 | 1)), "{line}: {:?} {}", said.code, said.err);
    }
    let [there, exported] =
        ["a.json", "game.json"].map(|name| format::load_level(&folder.path().join(name)).expect(name));
    assert_eq!(there, format::load_level(&everything()).expect("a level"), "conversion keeps every value");
    let hash = |path: &Path| {
        let said = blobsmith("run {} --frames 20 --format jsonl", path);
        said.text().lines().last().and_then(|line| line.split("\"hash\":").nth(1)).map(str::to_owned).expect("a hash")
    };
    assert_eq!(hash(&everything()), hash(&folder.path().join("game.json")), "export keeps the states");
    assert!(exported.editor.is_none() && exported.instances.is_empty());
}

#[test]
fn instances_that_cannot_be_replaced_are_refused_by_run_and_export_and_found_by_check() {
    let level = |fields: &str| format!("(format: 2,\n instances: [(source: \"part.ron\"), ({fields})])");
    let cases = [
        ("source: \"none.ron\"", "instances[1].source: ", "none.ron: cannot be read"),
        ("source: \"bad.ron\"", "instances[1].source: ", "bad.ron:2:17: bodies[0].gas: -1 is negative"),
        ("source: \"level.ron\"", "instances[1].source: ", "contains itself"),
        ("source: \"outer.ron\"", "instances[1].source: ", "outer.ron:1:34: instances[0].source: "),
        ("source: \"part.ron\", overrides: {\"bodies[0].gas\": -1}", "instances[1].overrides.", "-1 is negative"),
        ("source: \"part.ron\", overrides: {\"bodies[3].gas\": 1}", "instances[1].overrides.", "there is no body 3"),
        ("source: \"part.ron\", overrides: {\"bodies[0].gass\": 1}", "instances[1].overrides.", "did you mean `gas`?"),
    ];
    for (fields, place, reason) in cases {
        let folder = folder(&[
            ("part.ron", PART),
            ("bad.ron", "(format: 2,\n bodies: [(gas: -1)])"),
            ("outer.ron", "(format: 2, instances: [(source: \"none.ron\")])"),
            ("level.ron", &level(fields)),
        ]);
        let path = folder.path().join("level.ron");
        blobsmith("run {} --frames 1", &path).refused(&["level.ron:2:", place, reason]);
        let out = folder.path().join("out.json");
        blobsmith(&format!("export {{}} --out {}", out.display()), &path).refused(&[place, reason]);
        assert!(!out.exists());
        let check = blobsmith("check {}", &path);
        assert_eq!(check.code, Some(1), "{fields}: {}", check.err);
        assert!(check.text().contains("instances[1]: ") && check.text().contains(reason), "{}", check.text());
    }
}

#[test]
fn nested_instances_are_bounded_in_depth_and_number() {
    // 12 files, each with 40 copies of the next: 40^8 without a bound.
    let files: Vec<(String, String)> = (0..12)
        .map(|index| {
            let copy = format!("(source: \"{}.ron\"), ", index + 1);
            (format!("{index}.ron"), format!("(format: 2, instances: [{}])", copy.repeat(40)))
        })
        .collect();
    let names: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let deep = folder(&names);
    blobsmith("run {} --frames 1", &deep.path().join("0.ron")).refused(&["instances[0].source", "more than 8 deep"]);
    let end = folder(&[("0.ron", files[0].1.as_str()), ("1.ron", PART)]);
    let out = end.path().join("out.json");
    blobsmith(&format!("export {{}} --out {}", out.display()), &end.path().join("0.ron")).fine();
    assert_eq!(format::load_level(&out).expect("a level").bodies.len(), 40);
}

#[test]
fn parts_that_would_share_an_id_are_refused_at_the_instance() {
    let level = "(format: 2, bodies: [(id: \"gear/wheel\")],\n instances: [(id: \"other\", source: \"part.ron\"), (id: \"gear\", source: \"part.ron\")])";
    let folder = folder(&[("part.ron", PART), ("level.ron", level)]);
    let path = folder.path().join("level.ron");
    blobsmith("run {} --frames 1", &path).refused(&[
        "level.ron:2:",
        "instances[1].id",
        "two parts would have the id `gear/wheel`",
    ]);
}

#[test]
fn overrides_keep_the_order_and_bits_of_properties() {
    let level = "(format: 2, instances: [(id: \"i\", source: \"part.ron\", angle_deg: 90, overrides: {\"bodies[0].gas\": 2, \
        \"bodies[0].properties.alpha.y\": 7, \"bodies[0].collision.mask\": 4, \"bodies[0].tags\": [\"x\"]})])";
    let folder = folder(&[("part.ron", PART), ("level.ron", level)]);
    let out = folder.path().join("out.json");
    blobsmith(&format!("export {{}} --out {}", out.display()), &folder.path().join("level.ron")).fine();
    let text = std::fs::read_to_string(&out).expect("exported");
    assert!(text.contains(r#""properties": {"zeta": 1, "alpha": {"y": 7, "b": -0.0}}"#), "{text}");
    let body = format::load_level(&out).expect("a level").bodies.remove(0);
    assert_eq!((body.id.as_str(), body.gas, body.collision.mask), ("i/wheel", 2.0, 4));
    assert_eq!(
        (body.nodes[0].position, body.nodes[0].velocity, body.tags),
        ([0.0, 1.0], [-1.0, 0.0], vec!["x".to_owned()])
    );
}

/// The wheel is at x = 1 in the part, so at 11 in the level, and moves up.
#[test]
fn check_run_tests_expectations_about_parts_of_instances() {
    let level = |source: &str, condition: &str| {
        format!(
            "(format: 2, instances: [(id: \"i\", source: \"{source}\", position: (10, 0), overrides: {{\"bodies[0].name\": \"wheel\"}})], \
                editor: Some((expect: [(holds: AtEnd, condition: \"{condition}\", each: Frame, frames: 2)])))"
        )
    };
    let folder = folder(&[
        ("part.ron", PART),
        ("met.ron", &level("part.ron", "body(\\\"wheel\\\").left > 10.9")),
        ("unmet.ron", &level("part.ron", "body(\\\"wheel\\\").left > 11.1")),
        ("broken.ron", &level("none.ron", "body(\\\"wheel\\\").left > 10.9")),
    ]);
    let check = |name: &str| blobsmith("check --run {}", &folder.path().join(name));
    assert_eq!((check("met.ron").code, check("unmet.ron").code), (Some(0), Some(1)));
    assert!(check("unmet.ron").text().contains("unmet: editor.expect[0]"), "{}", check("unmet.ron").text());
    // The finding is not lost.
    let broken = check("broken.ron");
    assert!(broken.code == Some(1) && broken.text().contains("none.ron: cannot be read"), "{}", broken.text());
}

#[test]
fn convert_to_format_1_names_the_file_and_place_of_the_first_newer_value() {
    let (folder, path) = file("new.ron", "(format: 2,\n bodies: [(nodes: [\n  (position: (0, 0), label: \"hand\")])])");
    let out = folder.path().join("old.ron");
    let said = program(["convert", path.to_str().unwrap(), out.to_str().unwrap(), "--format-version", "1"]).output();
    let said: super::support::Said = said.expect("the program starts").into();
    said.refused(&["new.ron:3:29: bodies[0].nodes[0].label: format 1 cannot express this value"]);
    assert!(!out.exists());
}

#[test]
fn check_reports_markers_that_contain_nothing_and_overrides_without_effect() {
    let level = "(format: 2, markers: [(name: \"a\", shape: Polygon([])), (name: \"b\", shape: Rect((1, 0), (0, 1)))],\n \
        instances: [(source: \"part.ron\", overrides: {\"world.substeps\": 3})])";
    let folder = folder(&[("part.ron", PART), ("level.ron", level)]);
    let said = blobsmith("check {}", &folder.path().join("level.ron"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    for words in
        ["polygon with 0 corners", "markers[1]", "first corner is not the lower left", "overrides “world.substeps”"]
    {
        assert!(said.text().contains(words), "no {words}: {}", said.text());
    }
}
