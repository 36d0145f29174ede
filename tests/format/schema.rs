//! The JSON schema agrees with the reader.

use blobsmith::level::format::{self, MOST_PASSES};
use serde_json::{Map, Value};

fn schema() -> Value {
    serde_json::from_str(&format::schema()).expect("JSON")
}

/// Every object below `value`, with the path to it.
fn objects<'a>(path: &str, value: &'a Value, found: &mut Vec<(String, &'a Map<String, Value>)>) {
    match value {
        Value::Object(fields) => {
            found.push((path.to_owned(), fields));
            fields.iter().for_each(|(key, value)| objects(&format!("{path}/{key}"), value, found));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| objects(&format!("{path}/{index}"), value, found));
        }
        _ => {}
    }
}

/// Bounds in descriptions are also given as schema keywords.
#[test]
fn schema_contains_the_documented_limits() {
    let schema = schema();
    let mut found = Vec::new();
    objects("", &schema, &mut found);
    let mut limits = 0;
    for (path, fields) in &found {
        let number = matches!(fields.get("type").and_then(Value::as_str), Some("number" | "integer"));
        let Some(words) = fields.get("description").and_then(Value::as_str).filter(|_| number) else { continue };
        let bound = |name: &str| fields.get(name).and_then(Value::as_f64);
        if words.contains("0..=1") {
            assert_eq!((bound("minimum"), bound("maximum")), (Some(0.0), Some(1.0)), "{path}");
        } else if words.contains(">= 0") {
            assert_eq!(bound("minimum"), Some(0.0), "{path}");
        } else if words.contains("> 0") {
            assert_eq!(bound("exclusiveMinimum"), Some(0.0), "{path}");
        } else {
            continue;
        }
        limits += 1;
    }
    assert!(limits >= 18, "only {limits} limits found");
}

#[test]
fn schema_limits_of_versions_and_counts_are_those_of_the_reader() {
    let schema = schema();
    assert_eq!(schema["properties"]["format"]["maximum"], blobsmith::level::FORMAT);
    let world = &schema["$defs"]["World"]["properties"];
    assert_eq!(world["substeps"]["minimum"], 1);
    assert_eq!(world["substeps"]["maximum"], MOST_PASSES);
    assert_eq!(world["stick_iterations"]["maximum"], MOST_PASSES);
}

#[test]
fn schema_is_closed_except_for_the_editor_key() {
    let schema = schema();
    let mut found = Vec::new();
    objects("", &schema, &mut found);
    for (path, fields) in found.iter().filter(|(_, fields)| fields.get("properties").is_some_and(Value::is_object)) {
        let open = fields.get("additionalProperties") != Some(&Value::Bool(false));
        let open_ones = ["/EditorExtra", "/View", "/Twin", "/TwinSet", "/Breakpoint", "/Bookmark", "/Expectation"];
        let of_editor = open_ones.iter().any(|end| path.ends_with(end));
        let variant = path.contains("/oneOf/");
        assert!(!open || of_editor || variant, "{path} accepts fields that the reader refuses");
    }
}
