//! `format-2/everything.ron` uses every field of the format.

use super::{archive, assert_snapshot, flat, hashes};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Level, ids};
use serde_json::Value;
use std::collections::BTreeSet;

fn everything() -> Level {
    format::load_level(&archive("format-2/everything.ron")).unwrap_or_else(|error| panic!("{error}"))
}

/// Fields of objects in the schema, as `Body.gas`; for the root and for variants with a path.
#[derive(Default)]
struct Fields {
    known: BTreeSet<String>,
    used: BTreeSet<String>,
}

impl Fields {
    /// Adds all fields below a schema.
    fn declare(&mut self, schema: &Value, root: &Value, owner: &str) {
        if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
            let name = path.strip_prefix("#/$defs/").expect("a definition");
            if name != owner && self.known.insert(format!("{name} (type)")) {
                self.declare(&root["$defs"][name], root, name);
            }
        }
        for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let own = format!("{owner}.{name}");
            self.known.insert(own.clone());
            self.declare(field, root, &own);
        }
        for list in ["anyOf", "oneOf", "allOf", "prefixItems"] {
            for part in schema.get(list).and_then(Value::as_array).into_iter().flatten() {
                self.declare(part, root, owner);
            }
        }
        if let Some(items) = schema.get("items") {
            self.declare(items, root, owner);
        }
    }

    /// Marks the fields that a value uses.
    fn mark(&mut self, value: &Value, schema: &Value, root: &Value, owner: &str) {
        if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
            let name = path.strip_prefix("#/$defs/").expect("a definition");
            self.used.insert(format!("{name} (type)"));
            if name != "PropertyValue" {
                self.mark(value, &root["$defs"][name], root, name);
            }
        }
        for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if let Some(inner) = value.get(name).filter(|inner| !inner.is_null()) {
                let own = format!("{owner}.{name}");
                self.used.insert(own.clone());
                self.mark(inner, field, root, &own);
            }
        }
        for list in ["anyOf", "oneOf", "allOf"] {
            for part in schema.get(list).and_then(Value::as_array).into_iter().flatten() {
                if super::json_schema::violations(value, &with_definitions(part, root)).is_empty() {
                    self.mark(value, part, root, owner);
                }
            }
        }
        for item in value.as_array().into_iter().flatten() {
            if let Some(items) = schema.get("items") {
                self.mark(item, items, root, owner);
            }
        }
    }
}

/// A part of a schema as a schema of its own.
fn with_definitions(part: &Value, root: &Value) -> Value {
    let mut part = part.clone();
    part["$defs"] = root["$defs"].clone();
    part
}

#[test]
fn everything_uses_every_field_of_the_schema() {
    let schema: Value = serde_json::from_str(&format::schema()).expect("JSON");
    let level = serde_json::to_value(everything()).expect("JSON");
    let mut fields = Fields::default();
    fields.declare(&schema, &schema, "Level");
    fields.mark(&level, &schema, &schema, "Level");
    assert!(fields.known.len() > 140, "{} fields", fields.known.len());
    let unused: Vec<&String> = fields.known.difference(&fields.used).collect();
    assert!(unused.is_empty(), "fields that everything.ron does not use: {unused:?}");
}

#[test]
fn everything_survives_both_forms_and_has_its_own_ids() {
    let level = everything();
    for form in [TextFormat::Ron, TextFormat::Json] {
        let again = format::read(&format::write(&level, form), form).expect("written");
        assert_eq!(format!("{again:?}"), format!("{level:?}"));
    }
    assert!(ids::all(&level).all(|id| !id.is_empty()), "every part has an id");
    let mut assigned = level.clone();
    ids::assign(&mut assigned);
    assert_eq!(assigned, level, "ids of the file are kept");
    let editor = level.editor.as_ref().expect("editor data");
    assert!(editor.other.get("another_tool").is_some(), "unknown keys are kept");
}

#[test]
fn everything_cannot_be_written_as_format_1() {
    let error = format::downgrade(everything()).expect_err("it uses format 2");
    assert_eq!(error.place, "tags", "the first field, in the order of the format, that format 1 does not have");
}

#[test]
fn everything_runs_with_the_stored_hashes() {
    let flat = flat(&archive("format-2/everything.ron"));
    assert!(flat.bodies.iter().any(|body| body.id == "gear-1/wheel"), "parts of the instance are there");
    assert_snapshot("format-2/everything", &hashes(&flat));
}
