//! `convert --convention`, and the remark without it.

use super::support::{FALLING, TOUCHING, blobsmith, file};
use blobsmith::level::import::convention;
use blobsmith::level::{Level, format, ids};

/// A triangle of a y-down program that counts AC ^ AB as positive: on the screen it stands on its base, counter-clockwise.
const OF_001: &str = r#"{"format": 1, "world": {"gravity": [0, 0.02]}, "bodies": [{
    "nodes": [{"position": [0, 4]}, {"position": [2, 4]}, {"position": [1, 2]}],
    "hull": [[0, 1], [1, 2], [2, 0]], "triangles": [[0, 1, 2]]}]}"#;

/// The level of a file with the ids that `convert` gives it.
fn level_of(path: &std::path::Path) -> Level {
    let mut level = format::load_level(path).unwrap();
    ids::assign(&mut level);
    level
}

#[test]
fn convert_without_convention_keeps_numbers_and_remarks_on_001() {
    let (folder, path) = file("old.json", OF_001);
    let out = folder.path().join("new.ron");
    let said = blobsmith(&format!("convert {{}} {}", out.display()), &path);
    assert_eq!((said.code, said.text()), (Some(0), ""));
    for words in
        ["old.json", "convention 001", "(0, 0.02) points to larger y", "outside on the left", "`--convention 001`"]
    {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    assert_eq!(format::load_level(&out).unwrap(), level_of(&path));
    // No remark if the convention is given, or if the level follows the present one.
    for line in ["convert {} {}.ron --convention 000", "convert {} {}.ron --convention 001"] {
        assert_eq!(blobsmith(line, &path).fine().err, "");
    }
    let (_folder, path) = file("plain.ron", TOUCHING);
    assert_eq!(blobsmith("convert {} {}.json", &path).fine().err, "");
}

#[test]
fn convert_flips_a_level_of_001_by_auto_or_by_name() {
    let (folder, path) = file("old.json", OF_001);
    let old = level_of(&path);
    for word in ["auto", "001"] {
        let out = folder.path().join(format!("{word}.json"));
        let said = blobsmith(&format!("convert {{}} {} --convention {word}", out.display()), &path);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert_eq!(said.err.contains("converted from convention 001"), word == "auto", "{}", said.err);
        let new = format::load_level(&out).unwrap();
        let places: Vec<_> = new.bodies[0].nodes.iter().map(|node| node.position).collect();
        assert_eq!(places, [[0.0, -4.0], [2.0, -4.0], [1.0, -2.0]]);
        assert_eq!(new.world.gravity, [0.0, -0.02]);
        assert_eq!((&new.bodies[0].hull, &new.bodies[0].triangles), (&old.bodies[0].hull, &old.bodies[0].triangles));
        // And back: the same file, value for value.
        let back = folder.path().join("back.json");
        blobsmith(&format!("convert {{}} {} --convention 001", back.display()), &out).fine();
        assert_eq!(format::load_level(&back).unwrap(), old);
    }
    let reversed = folder.path().join("reversed.json");
    blobsmith(&format!("convert {{}} {} --convention reversed", reversed.display()), &path).fine();
    let new = format::load_level(&reversed).unwrap();
    assert_eq!((&new.bodies[0].hull, &new.bodies[0].triangles), (&vec![[1, 0], [2, 1], [0, 2]], &vec![[0, 2, 1]]));
    assert_eq!(new.bodies[0].nodes, old.bodies[0].nodes);
}

#[test]
fn convert_auto_refuses_mixed_levels_and_keeps_ambiguous_ones() {
    // The second body is wound as in 000.
    let mixed = OF_001.replace(
        "]}]}",
        r#"]}, {"nodes": [{"position": [5, 4]}, {"position": [7, 4]}, {"position": [6, 2]}], "hull": [[1, 0], [2, 1], [0, 2]]}]}"#,
    );
    let (_folder, path) = file("mixed.json", mixed);
    blobsmith("convert {} {}.ron --convention auto", &path).refused(&[
        "ambiguous convention",
        "right in body 1",
        "left in body 0",
    ]);
    assert!(!path.with_extension("json.ron").exists());
    let still = FALLING.replacen('{', r#"{"world": {"gravity": [0, 0]}, "#, 1);
    let (_folder, path) = file("still.json", still);
    let said = blobsmith("convert {} {}.ron --convention auto", &path);
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("convention unknown"), "{}", said.err);
}

#[test]
fn convert_help_lists_every_convention() {
    let said = blobsmith("convert --help", std::path::Path::new("")).fine();
    for known in convention::ALL {
        assert!(said.text().contains(known.id) && said.text().contains(known.title), "{}", known.id);
    }
    let (_folder, path) = file("a.ron", TOUCHING);
    let said = blobsmith("convert {} {}.json --convention 002", &path);
    assert!(said.code == Some(2) && said.err.contains("auto, 000, 001, y-down, reversed"), "{}", said.err);
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="4"/></svg>"#;
    let (_folder, path) = file("a.svg", drawing);
    blobsmith("convert {} {}.ron --convention auto", &path).refused(&["does not apply to imports"]);
}

#[test]
fn check_reports_a_level_of_001_in_one_line() {
    let (_folder, path) = file("old.json", OF_001);
    let said = blobsmith("check {}", &path);
    assert_eq!(said.code, Some(1));
    assert!(
        said.text().contains("This looks like a level of a y-down program such as Mister Jelly"),
        "{}",
        said.text()
    );
    assert_eq!(said.text().matches(": error: ").count(), 1, "{}", said.text());
}
