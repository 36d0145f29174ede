//! JSON schemas, generated from the types that read and write levels.

use crate::level::{FORMAT, Level};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The schema of the level file as pretty JSON text, ending with a line break.
pub fn schema() -> String {
    pretty(schemars::schema_for!(Level).to_value())
}

/// The schema of a *runtime level*, which `export` writes: without instances and editor data, with an id on every part, and
/// with every field that the writer does not omit among the required ones.
pub fn runtime_schema() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Level>().to_value();
    schema["title"] = "Runtime level".into();
    schema["description"] =
        "A level for games, as `blobsmith export` writes it: instances are replaced by their parts.".into();
    if let Some(fields) = schema["properties"].as_object_mut() {
        ["editor", "instances"].iter().for_each(|name| drop(fields.remove(*name)));
        fields.insert("format".into(), json!({ "const": FORMAT, "description": "Version of the file format." }));
    }
    for part in ["Body", "Disc", "Obstacle", "Link", "Marker"] {
        require(&mut schema["$defs"][part], "id");
    }
    drop_unused(&mut schema);
    pretty(schema)
}

fn require(part: &mut Value, name: &str) {
    if let Some(required) = part.get_mut("required").and_then(Value::as_array_mut) {
        if !required.iter().any(|known| known == name) {
            required.insert(0, name.into());
        }
    } else {
        part["required"] = json!([name]);
    }
}

/// Removes definitions that nothing refers to.
fn drop_unused(schema: &mut Value) {
    let mut used = BTreeSet::new();
    let mut open: Vec<Value> = vec![schema["properties"].clone()];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                let name = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
                if let Some(name) = name.filter(|name| used.insert((*name).to_owned())) {
                    open.push(schema["$defs"][name].clone());
                }
                open.extend(fields.into_iter().map(|(_, value)| value));
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    if let Some(definitions) = schema["$defs"].as_object_mut() {
        definitions.retain(|name, _| used.contains(name));
    }
}

fn pretty(schema: Value) -> String {
    let mut text = format!("{schema:#}");
    text.push('\n');
    text
}
