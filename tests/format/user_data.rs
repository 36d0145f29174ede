//! User data and unknown keys of the editor survive every way through the format, bit for bit; everything else unknown is
//! refused.

use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::properties::{MOST_NESTED, MOST_VALUES};
use blobsmith::level::{EditorExtra, Level, Properties, PropertyValue, ids};

const FORMS: [TextFormat; 2] = [TextFormat::Ron, TextFormat::Json];

/// Every kind of value, and the numbers at the limits of their kinds.
const VALUES: &str = r#"{"low": -9223372036854775808, "high": 9223372036854775807, "one": 1, "one point zero": 1.0,
    "huge": 1e300, "tiny": 5e-324, "minus zero": -0.0, "tenth": 0.1, "beyond 2^53": 9007199254740993,
    "": "", "text": "a \"quoted\" \\ text\nof two lines é", "yes": true, "no": false,
    "list": [1, 1.0, "1", [], {}, [[[]]]], "map": {"a": {"b": {"c": [{"d": -1}]}}, "type": "x", "Some": 1}}"#;

fn values() -> Properties {
    serde_json::from_str(VALUES).expect("values")
}

/// The same user data at every place that has some.
fn level() -> Level {
    let text = r#"{"format": 2, "properties": V, "world": {}, "bodies": [{"properties": V,
        "nodes": [{"position": [0, 0], "properties": V}]}], "discs": [{"position": [5, 0], "radius": 1, "properties": V}],
        "obstacles": [{"shape": {"Segment": [[0, -3], [9, -3]]}, "properties": V}],
        "links": [{"a": {"node": [0, 0]}, "b": {"disc": 0}, "kind": "Pin", "properties": V}],
        "markers": [{"shape": {"Point": [1, 1]}, "properties": V}],
        "instances": [{"source": "a.ron", "properties": V, "overrides": {"bodies[0].properties": V}}],
        "editor": {"palette": V, "groups": [V, null], "view": {"center": [0, 0], "height": 4}}}"#;
    format::read(&text.replace('V', VALUES), TextFormat::Json).unwrap_or_else(|error| panic!("{error}"))
}

/// Every copy of the user data in a level.
fn copies(level: &Level) -> Vec<Properties> {
    let map = |value: Option<&PropertyValue>| match value {
        Some(PropertyValue::Map(map)) => map.clone(),
        other => panic!("{other:?}"),
    };
    let other = &level.editor.as_ref().expect("editor data").other;
    let Some(PropertyValue::List(groups)) = other.get("groups") else { panic!("{other:?}") };
    assert_eq!(groups.get(1), Some(&PropertyValue::Null));
    vec![
        level.properties.clone(),
        level.bodies[0].properties.clone(),
        level.bodies[0].nodes[0].properties.clone(),
        level.discs[0].properties.clone(),
        level.obstacles[0].properties.clone(),
        level.links[0].properties.clone(),
        level.markers[0].properties.clone(),
        level.instances[0].properties.clone(),
        map(level.instances[0].overrides.get("bodies[0].properties")),
        map(other.get("palette")),
        map(groups.first()),
    ]
}

#[test]
fn user_data_keeps_every_bit_in_both_forms() {
    let values = values();
    assert_eq!(values.get("low"), Some(&PropertyValue::Integer(i64::MIN)));
    assert_eq!(values.get("beyond 2^53"), Some(&PropertyValue::Integer(9_007_199_254_740_993)));
    assert_eq!(values.get("minus zero"), Some(&PropertyValue::Number(-0.0)));
    assert_ne!(values.get("one"), values.get("one point zero"), "an integer is no number with a point");
    let level = level();
    for form in [FORMS, [TextFormat::Json, TextFormat::Ron]].concat() {
        let text = format::write(&level, form);
        let again = format::read(&text, form).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(format!("{again:?}"), format!("{level:?}"));
        let found = copies(&again);
        assert_eq!(found.len(), 11);
        // Equality of values is that of their bits; order counts as well.
        found.iter().for_each(|copy| assert_eq!(copy, &values));
        let names = |map: &Properties| map.iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
        found.iter().for_each(|copy| assert_eq!(names(copy), names(&values)));
    }
}

#[test]
fn user_data_in_ron_may_be_written_with_ron_names() {
    let text = "(format: 2, properties: {\"a\": -0.0, \"b\": [true, -9223372036854775808], \"c\": {\"d\": \"e\"}},
        editor: Some({\"tool\": {\"grid\": 0.5}, \"watches\": [\"energy.total\"]}))";
    let level = format::read(text, TextFormat::Ron).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level.properties.get("a"), Some(&PropertyValue::Number(-0.0)));
    let extra = level.editor.as_ref().expect("editor data");
    assert_eq!(extra.watches, ["energy.total"]);
    assert!(extra.other.get("tool").is_some());
    let again = format::read(&format::write(&level, TextFormat::Ron), TextFormat::Ron).expect("written");
    assert_eq!(again, level);
}

#[test]
fn numbers_that_are_not_finite_are_refused_with_their_place() {
    for (text, place) in [
        ("(format: 2, properties: {\"a\": [1, NaN]})", "properties.a[1]"),
        ("(format: 2, properties: {\"a\": {\"b\": inf}})", "properties.a.b"),
        (
            "(format: 2, bodies: [(nodes: [(position: (0, 0), properties: {\"a\": -inf})])])",
            "bodies[0].nodes[0].properties.a",
        ),
        ("(format: 2, editor: Some({\"tool\": {\"grid\": NaN}}))", "editor.tool.grid"),
        (
            "(format: 2, instances: [(source: \"a\", overrides: {\"bodies[0].gas\": inf})])",
            "instances[0].overrides.bodies[0].gas",
        ),
        ("(format: 2, properties: {\"a\": ()})", "properties.a"),
    ] {
        let error = format::read(text, TextFormat::Ron).expect_err(text);
        assert_eq!(error.place, place, "{error}");
        assert!(error.position.is_some(), "{error}");
    }
    let error = format::read(r#"{"format": 2, "properties": {"a": 9223372036854775808}}"#, TextFormat::Json);
    let error = error.expect_err("too large");
    assert!(error.place == "properties.a" && error.reason.contains("at most 64 bits"), "{error}");
    let error = format::read(r#"{"format": 2, "properties": {"a": null}}"#, TextFormat::Json).expect_err("null");
    assert!(error.place == "properties.a" && error.reason.contains("null"), "{error}");
}

#[test]
fn nesting_and_number_of_values_are_bounded() {
    let nested = |depth: usize| {
        let mut value = PropertyValue::Bool(true);
        (0..depth).for_each(|_| value = PropertyValue::List(vec![value.clone()]));
        [("a".to_owned(), value)].into_iter().collect::<Properties>()
    };
    let many = |count: usize| {
        let list = vec![PropertyValue::Integer(0); count];
        [("a".to_owned(), PropertyValue::List(list))].into_iter().collect::<Properties>()
    };
    let verdict = |properties: Properties| {
        format::validate(&Level { properties: properties.clone(), ..Level::default() })
            .map_err(|error| error.reason)?;
        let editor = Some(EditorExtra { other: properties, ..EditorExtra::default() });
        format::validate(&Level { editor, ..Level::default() }).map_err(|error| error.reason)
    };
    assert_eq!(verdict(nested(MOST_NESTED)), Ok(()));
    assert!(verdict(nested(MOST_NESTED + 1)).is_err_and(|reason| reason.contains("nested too deeply")));
    // The list itself is a value.
    assert_eq!(verdict(many(MOST_VALUES - 1)), Ok(()));
    assert!(verdict(many(MOST_VALUES)).is_err_and(|reason| reason.contains("100001 values are too many")));
    // What the limits admit can be written and read.
    let level = Level { properties: nested(MOST_NESTED), ..Level::default() };
    for form in FORMS {
        assert_eq!(format::read(&format::write(&level, form), form).as_ref(), Ok(&level));
        // Far deeper than the limit: refused by the parser, not by the stack.
        let deep = if form == TextFormat::Json {
            ("{\"format\": 2, \"properties\": {\"a\": ", "}}")
        } else {
            ("(format: 2, properties: {\"a\": ", "})")
        };
        let text = format!("{}{}{}{}", deep.0, "[".repeat(100_000), "]".repeat(100_000), deep.1);
        assert!(format::read(&text, form).is_err());
    }
}

#[test]
fn hundred_thousand_names_are_read_in_linear_time() {
    let names: Vec<String> = (0..MOST_VALUES).map(|index| format!("\"k{index}\": {index}")).collect();
    let text = format!("{{\"format\": 2, \"properties\": {{{0}}}, \"editor\": {{{0}}}}}", names.join(", "));
    let start = std::time::Instant::now();
    let level = format::read(&text, TextFormat::Json).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(level.properties.len(), MOST_VALUES);
    // A search for each name among all others would take minutes in a test build.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn unknown_keys_elsewhere_and_repeated_keys_are_refused() {
    for (text, place) in [
        (r#"{"format": 2, "propertys": {}}"#, "propertys"),
        (r#"{"format": 2, "bodies": [{"tag": []}]}"#, "bodies[0].tag"),
        (r#"{"format": 2, "bodies": [{"skin": {"image": "a", "scale": 1}}]}"#, "bodies[0].skin.scale"),
        (r#"{"format": 2, "links": [{"a": {"disc": 0}, "b": {"disc": 0}, "kind": "Pin", "k": 1}]}"#, "links[0].k"),
        (r#"{"format": 2, "markers": [{"shape": {"Point": [0, 0]}, "color": 1}]}"#, "markers[0].color"),
        (r#"{"format": 2, "instances": [{"source": "a", "scale": 2}]}"#, "instances[0].scale"),
        (
            r#"{"format": 2, "discs": [{"position": [0, 0], "radius": 1, "collision": {"group": 1}}]}"#,
            "discs[0].collision.group",
        ),
        (r#"{"format": 2, "world": {"pixels": 1}}"#, "world.pixels"),
        (r#"{"format": 2, "properties": {"a": 1, "a": 2}}"#, "properties"),
        (r#"{"format": 2, "editor": {"a": 1, "a": 2}}"#, "editor"),
        (r#"{"format": 2, "editor": {"watches": [], "watches": []}}"#, "editor"),
    ] {
        let error = format::read(text, TextFormat::Json).expect_err(text);
        assert!(error.place.starts_with(place), "{text}: {error}");
    }
}

#[test]
fn format_1_refuses_each_field_of_format_2_and_upgrades_the_rest() {
    for (field, place) in [
        (r#""tags": ["a"]"#, "tags"),
        (r#""properties": {"a": 1}"#, "properties"),
        (r#""world": {"pixels_per_unit": 64}"#, "world.pixels_per_unit"),
        (r#""bodies": [{"nodes": [{"position": [0, 0], "label": "a"}]}]"#, "bodies[0].nodes[0].label"),
        (r#""bodies": [{"collision": {"mask": 2}}]"#, "bodies[0].collision"),
        (r#""bodies": [{"skin": {"image": "a.png"}}]"#, "bodies[0].skin"),
        (r#""discs": [{"position": [0, 0], "radius": 1, "tags": ["a"]}]"#, "discs[0].tags"),
        (
            r#""obstacles": [{"shape": {"Segment": [[0, 0], [1, 0]]}, "properties": {"a": 1}}]"#,
            "obstacles[0].properties",
        ),
        (r#""links": [{"a": {"point": [0, 0]}, "b": {"point": [1, 0]}, "kind": "Pin"}]"#, "links[0]"),
        (r#""markers": [{"shape": {"Point": [0, 0]}}]"#, "markers[0]"),
        (r#""instances": [{"source": "a.ron"}]"#, "instances[0]"),
    ] {
        let newest = format::read(&format!("{{\"format\": 2, {field}}}"), TextFormat::Json).expect(field);
        let refused = format::downgrade(newest).expect_err(field);
        assert_eq!(refused.place, place, "{refused}");
        let error = format::read(&format!("{{\"format\": 1, {field}}}"), TextFormat::Json).expect_err(field);
        assert_eq!(error.place, place, "{error}");
        assert!(error.reason.contains("format 1 has no"), "{error}");
    }
    let mut level = format::read(r#"{"format": 1, "bodies": [{}], "editor": {"tool": 1}}"#, TextFormat::Json).unwrap();
    assert_eq!(level.format, 2);
    ids::assign(&mut level);
    let old = format::downgrade(level.clone()).expect("nothing of format 2 but an id");
    assert!(old.format == 1 && old.bodies[0].id.is_empty() && old.editor == level.editor);
    let mut again = format::read(&format::write(&old, TextFormat::Ron), TextFormat::Ron).expect("format 1");
    ids::assign(&mut again);
    assert_eq!(again, level);
}
