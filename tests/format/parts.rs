//! Every rule of format 2, broken once: place in the document, line and column, reason. In the texts `¶` marks the spot.

use super::refusals::{json, ron};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{EditorExtra, Level, PropertyValue};

/// Refused in JSON; the text is the inside of a level with a body of two masses and a barycentre, and a disc.
fn level(inside: &str, place: &str, reason: &str) {
    json(
        &format!(
            r#"{{"format": 2,
 "bodies": [{{"nodes": [{{"position": [0, 0]}}, {{"position": [1, 0]}}, {{"position": [0, 1], "role": "Barycentre"}}]}}],
 "discs": [{{"position": [3, 0], "radius": 1}}],
 {inside}}}"#
        ),
        place,
        reason,
    );
}

fn link(a: &str, b: &str, kind: &str, place: &str, reason: &str) {
    level(&format!(r#""links": [{{"a": {a}, "b": {b}, "kind": {kind}}}]"#), &format!("links[0].{place}"), reason);
}

const POINT: &str = r#"{"point": [0, 0]}"#;

#[test]
fn ids_are_refused_unless_short_plain_and_unique() {
    let rule = "1 to 64 of the characters";
    for wrong in ["a b", "ü", "a.b", "x//y", &"a".repeat(65)] {
        level(&format!(r#""markers": [{{"shape": {{"Point": [0, 0]}}, "id": ¶"{wrong}"}}]"#), "markers[0].id", rule);
    }
    let twice = r#""obstacles": [{"id": "a", "shape": {"Segment": [[0, 0], [1, 0]]}}],
        "links": [{"id": ¶"a", "a": {"disc": 0}, "b": {"point": [0, 0]}, "kind": "Pin"}]"#;
    level(twice, "links[0].id", "`a` is used twice");
    ron(
        "(format: 2, bodies: [(id: \"a\")], instances: [(id: ¶\"a\", source: \"b.ron\")])",
        "instances[0].id",
        "used twice",
    );
    // A slash separates the ids of instance and part.
    level(
        r#""markers": [{"shape": {"Point": [0, 0]}, "id": "x/y"}, {"shape": {"Point": [0, 0]}, "id": ¶"x/y"}]"#,
        "markers[1].id",
        "used twice",
    );
    ron("(format: 2, instances: [(id: ¶\"a/b\", source: \"b.ron\")])", "instances[0].id", rule);
}

#[test]
fn labels_are_refused_if_two_nodes_of_a_body_have_one() {
    let text = "(format: 2, bodies: [(nodes: [(position: (0, 0), label: \"hand\")]), (nodes: [(position: (0, 0), label: \"hand\"), \
        (position: (1, 0), label: ¶\"hand\")])])";
    ron(text, "bodies[1].nodes[1].label", "another node of the body has the label `hand`");
}

#[test]
fn skins_are_refused_with_wrong_pairs_colours_and_words() {
    let skin = |fields: &str, place: &str, reason: &str| {
        let text =
            format!("(format: 2, bodies: [(nodes: [(position: (0, 0))], skin: Some((image: \"a.png\", {fields})))])");
        ron(&text, &format!("bodies[0].skin.{place}"), reason);
    };
    skin("uv: ¶[]", "uv", "0 pairs for 1 nodes");
    skin("uv: [(0, ¶inf)]", "uv[0][1]", "not a finite number");
    skin("uv: ¶\"planar\"", "uv", "did you mean `Planar`?");
    for tint in ["red", "#fff", "#12345g", "112233"] {
        skin(&format!("tint: ¶\"{tint}\""), "tint", "write `#rrggbbaa`");
    }
    let layer =
        |value: &str| format!(r#"{{"format": 2, "bodies": [{{"skin": {{"image": "a.png", "layer": {value}}}}}]}}"#);
    json(&layer("¶1.5"), "bodies[0].skin.layer", "expected a whole number, -2147483648 to 2147483647, found");
}

#[test]
fn filters_have_32_bits_and_sensors_an_inside() {
    let bits = "expected a whole number, 0 to 4294967295, found";
    for value in ["-1", "4294967296", "1.0", "\"all\""] {
        let text = format!(r#"{{"format": 2, "bodies": [{{"collision": {{"mask": ¶{value}}}}}]}}"#);
        json(&text, "bodies[0].collision.mask", bits);
    }
    for shape in ["Segment((0, 0), (1, 0))", "Line((0, 0), (1, 0))"] {
        let text = format!("(format: 2, obstacles: [(shape: {shape}, collision: (sensor: ¶true))])");
        ron(&text, "obstacles[0].collision.sensor", "only a circle can be a sensor");
    }
}

#[test]
fn links_are_refused_with_missing_ends_and_wrong_numbers() {
    let disc = r#"{"disc": 0}"#;
    link(r#"{"node": ¶[1, 0]}"#, disc, "\"Pin\"", "a.node", "there is no body 1");
    link(r#"{"node": ¶[0, 3]}"#, disc, "\"Pin\"", "a.node", "there is no node 3");
    link(r#"{"node": ¶[0, 2]}"#, disc, "\"Pin\"", "a.node", "barycentre");
    link(POINT, r#"{"disc": ¶1}"#, "\"Pin\"", "b.disc", "there is no disc 1");
    link(POINT, r#"¶{"Disc": 0}"#, "\"Pin\"", "b", "did you mean `disc`?");
    link(POINT, r#"{"disc": ¶0, "point": [0, 0]}"#, "\"Pin\"", "b", "a second key");
    link(POINT, r#"{"point": ¶[0]}"#, "\"Pin\"", "b.point", "expected a list of 2 numbers, found 1 element");
    link(POINT, disc, r#"{"Stick": {"length": ¶0}}"#, "kind.Stick.length", "must be greater than 0");
    link(POINT, disc, r#"{"Stick": ¶{}}"#, "kind.Stick", "`length` is missing");
    link(POINT, disc, r#"{"Pin": ¶{}}"#, "kind.Pin", "expected only the name");
    link(POINT, disc, r#"¶"Spring""#, "kind.Spring", "expected a name with a value, found only a name");
    for field in ["rest_length", "stiffness", "damping"] {
        let spring = r#"{"Spring": {"rest_length": 1, "stiffness": 1, "damping": 1}}"#;
        let spring = spring.replace(&format!("\"{field}\": 1"), &format!("\"{field}\": ¶-1"));
        link(POINT, disc, &spring, &format!("kind.Spring.{field}"), "negative");
    }
    ron("(format: 2, links: [(a: point((0, ¶NaN)), b: point((0, 0)), kind: Pin)])", "links[0].a.point[1]", "finite");
    ron("(format: 2, links: [¶(a: point((0, 0)), kind: Pin)])", "links[0]", "`b` is missing");
}

#[test]
fn markers_and_scales_are_refused_with_wrong_numbers() {
    ron("(format: 2, markers: [(shape: Polygon([(0, 0), (¶inf, 0)]))])", "markers[0].shape.Polygon[1][0]", "finite");
    ron("(format: 2, markers: [(shape: Rect((0, 0), (1, ¶NaN)))])", "markers[0].shape.Rect[1][1]", "finite");
    level(r#""markers": [{"shape": {"Rect": ¶[[0, 0]]}}]"#, "markers[0].shape.Rect", "expected a list of 2 points");
    level(r#""markers": [¶{"name": "goal"}]"#, "markers[0]", "`shape` is missing");
    for scale in ["0", "-32"] {
        let text = format!("(format: 2, world: (pixels_per_unit: ¶{scale}))");
        ron(&text, "world.pixels_per_unit", "must be greater than 0");
    }
}

#[test]
fn instances_are_refused_with_absolute_sources_and_broken_paths() {
    let instance = |fields: &str, place: &str, reason: &str| {
        ron(&format!("(format: 2, instances: [({fields})])"), &format!("instances[0].{place}"), reason);
    };
    instance("source: ¶\"\"", "source", "is missing");
    for source in ["/etc/level.ron", "C:/level.ron", "parts\\\\gear.ron"] {
        instance(&format!("source: ¶\"{source}\""), "source", "must be relative");
    }
    instance("source: \"a.ron\", angle_deg: ¶inf", "angle_deg", "finite");
    let broken = "overrides: ¶{\"bodies[\": 1}";
    instance(&format!("source: \"a.ron\", {broken}"), "overrides.bodies[", "a `[` is not closed");
}

#[test]
fn format_1_names_the_field_that_it_does_not_have() {
    for (field, inside) in [
        ("links", "links: [(a: point((0, 0)), b: point((1, 0)), kind: Pin)]"),
        ("markers", "markers: [(shape: Point((0, 0)))]"),
        ("instances", "instances: [(source: \"a.ron\")]"),
        ("label", "bodies: [(nodes: [(position: (0, 0), label: \"a\")])]"),
        ("tags", "tags: [\"a\"]"),
    ] {
        let text = format!("(format: 1, {inside})");
        let error = format::read(&text, TextFormat::Ron).expect_err(&text);
        assert!(error.reason.contains(&format!("format 1 has no `{field}`")), "{error}");
        assert!(error.position.is_some_and(|(line, column)| line == 1 && column > 1), "{error}");
    }
}

#[test]
fn empty_editor_data_beside_properties_is_read_again() {
    let properties = [("hp".to_owned(), PropertyValue::Integer(3))].into_iter().collect();
    let level = Level { properties, editor: Some(EditorExtra::default()), ..Level::default() };
    for form in [TextFormat::Ron, TextFormat::Json] {
        assert_eq!(format::read(&format::write(&level, form), form).expect("a level"), level);
    }
}
