//! The JSON schema agrees with the reader.

use super::json_schema::violations;
use super::random::Random;
use blobsmith::level::fields::world::MOST_PASSES;
use blobsmith::level::format;
use blobsmith::level::{Body, EditorExtra, Level, ids};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

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
    // A field with the name `properties` is no list of fields.
    found.retain(|(path, fields)| {
        !path.ends_with("/properties") && fields.get("properties").is_some_and(Value::is_object)
    });
    for (path, fields) in &found {
        let open = fields.get("additionalProperties") != Some(&Value::Bool(false));
        let open_ones = ["/EditorExtra", "/View", "/Twin", "/TwinSet", "/Breakpoint", "/Bookmark", "/Expectation"];
        let groups = ["/BodyMaterial", "/Folder", "/Curve", "/Knot", "/ReferenceImage", "/GuideLines", "/LevelUnits"];
        let of_editor = open_ones.iter().chain(&groups).any(|end| path.ends_with(end));
        // A field of the name `properties` is no list of fields.
        let variant = path.contains("/oneOf/") || path.ends_with("/properties");
        assert!(!open || of_editor || variant, "{path} accepts fields that the reader refuses");
    }
}

/// Every field of every object in the schema, with the path to it.
fn fields(schema: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    objects("", schema, &mut found);
    let of_object = |(path, object): &(String, &Map<String, Value>)| {
        let properties = object.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let path = path.clone();
        properties.into_iter().map(move |(name, field)| (format!("{path}.{name}"), field)).collect::<Vec<_>>()
    };
    // A field with the name `properties` is no list of fields.
    found.iter().filter(|(path, _)| !path.ends_with("/properties")).flat_map(of_object).collect()
}

#[test]
fn schema_describes_every_field() {
    for schema in [schema(), runtime_schema()] {
        let fields = fields(&schema);
        assert!(fields.len() > 100, "{} fields", fields.len());
        for (path, field) in fields {
            // The variants of an enumeration are described as a whole.
            let is_variant = path.contains("/oneOf/")
                && path.rsplit('.').next().is_some_and(|name| {
                    name.starts_with(char::is_uppercase) || ["node", "disc", "point"].contains(&name)
                });
            assert!(is_variant || field.get("description").is_some(), "{path} has no description: {field}");
        }
    }
}

fn runtime_schema() -> Value {
    serde_json::from_str(&format::runtime_schema()).expect("JSON")
}

#[test]
fn schema_accepts_random_levels_and_refuses_unknown_fields() {
    let (schema, mut random) = (schema(), Random::new(31));
    for _ in 0..100 {
        let mut level = serde_json::to_value(random.level()).expect("JSON");
        assert_eq!(violations(&level, &schema), [""; 0], "{level}");
        level["wrold"] = 1.into();
        assert_eq!(violations(&level, &schema), [".wrold: is not allowed"]);
    }
}

#[test]
fn runtime_schema_requires_ids_and_refuses_editor_data_and_instances() {
    let schema = runtime_schema();
    assert!(schema["properties"].get("editor").is_none() && schema["properties"].get("instances").is_none());
    let definitions = schema["$defs"].as_object().expect("definitions");
    for gone in ["EditorExtra", "Twin", "Breakpoint", "Instance"] {
        assert!(!definitions.contains_key(gone), "{gone}");
    }
    let mut level = Level { bodies: vec![Body::default()], ..Level::default() };
    let violations = |level: &Level| violations(&serde_json::to_value(level).expect("JSON"), &schema);
    assert_eq!(violations(&level).len(), 1, "the body has no id: {:?}", violations(&level));
    ids::assign(&mut level);
    assert_eq!(violations(&level), [""; 0]);
    level.editor = Some(EditorExtra::default());
    assert_eq!(violations(&level), [".editor: is not allowed"]);
}

/// The published schemas are those that the program prints; `BLESS=1` writes them anew.
#[test]
fn published_schemas_are_current() {
    for (name, text) in [("level", format::schema()), ("runtime", format::runtime_schema())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schema/{name}.schema.json"));
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("created");
            fs::write(&path, &text).expect("written");
        }
        let published = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(published == text, "{} is not current: BLESS=1 cargo test --test format schemas", path.display());
    }
}
