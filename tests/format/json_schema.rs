//! A small checker of JSON schemas (draft 2020-12), independent of the library that generates them. It knows the keywords
//! that occur in our schemas, and panics at any other, so that it cannot overlook one.

use serde_json::Value;

/// Keywords that do not restrict values.
const NOTES: [&str; 7] = ["$schema", "$defs", "title", "description", "default", "format", "writeOnly"];

/// Violations of a schema, each with its place. `root` contains the definitions.
pub fn violations(value: &Value, root: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(value, root, root, "", &mut found);
    found
}

fn check(value: &Value, schema: &Value, root: &Value, place: &str, found: &mut Vec<String>) {
    let schema = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return found.push(format!("{place}: is not allowed")),
        Value::Object(schema) => schema,
        other => panic!("{other} is no schema"),
    };
    for (keyword, rule) in schema {
        let is_kept = match keyword.as_str() {
            "$ref" => {
                let name = rule.as_str().and_then(|path| path.strip_prefix("#/$defs/")).expect("a definition");
                check(value, &root["$defs"][name], root, place, found);
                true
            }
            "type" => is_of(value, rule),
            "const" => value == rule,
            "enum" => rule.as_array().expect("a list").contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= number_of(rule)),
            "maximum" => value.as_f64().is_none_or(|number| number <= number_of(rule)),
            "exclusiveMinimum" => value.as_f64().is_none_or(|number| number > number_of(rule)),
            "minItems" => value.as_array().is_none_or(|items| items.len() as f64 >= number_of(rule)),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as f64 <= number_of(rule)),
            "pattern" => value.as_str().is_none_or(|text| matches(text, rule.as_str().expect("a pattern"))),
            "required" => value.as_object().is_none_or(|fields| {
                rule.as_array().expect("a list").iter().all(|name| fields.contains_key(name.as_str().expect("a name")))
            }),
            "anyOf" => alternatives(value, rule, root) > 0,
            "oneOf" => alternatives(value, rule, root) == 1,
            "allOf" => {
                rule.as_array().expect("a list").iter().for_each(|part| check(value, part, root, place, found));
                true
            }
            "properties" => {
                if let Some(fields) = value.as_object() {
                    for (name, field) in fields {
                        if let Some(schema) = rule.get(name) {
                            check(field, schema, root, &format!("{place}.{name}"), found);
                        }
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties");
                if let Some(fields) = value.as_object() {
                    for (name, field) in fields.iter().filter(|(name, _)| known.is_none_or(|k| k.get(name).is_none())) {
                        check(field, rule, root, &format!("{place}.{name}"), found);
                    }
                }
                true
            }
            "items" => {
                if let Some(items) = value.as_array() {
                    let first = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    for (index, item) in items.iter().enumerate().skip(first) {
                        check(item, rule, root, &format!("{place}[{index}]"), found);
                    }
                }
                true
            }
            "prefixItems" => {
                let schemas = rule.as_array().expect("a list");
                for (index, (item, schema)) in value.as_array().into_iter().flatten().zip(schemas).enumerate() {
                    check(item, schema, root, &format!("{place}[{index}]"), found);
                }
                true
            }
            "uniqueItems" => {
                let items = value.as_array().map_or(&[][..], |items| items);
                *rule != Value::Bool(true) || (1..items.len()).all(|index| !items[..index].contains(&items[index]))
            }
            note if NOTES.contains(&note) => true,
            other => panic!("the checker does not know the keyword `{other}`"),
        };
        if !is_kept {
            found.push(format!("{place}: {keyword} {rule}"));
        }
    }
}

fn number_of(rule: &Value) -> f64 {
    rule.as_f64().expect("a number")
}

/// Number of alternatives that the value satisfies.
fn alternatives(value: &Value, rule: &Value, root: &Value) -> usize {
    let is_kept = |schema: &&Value| {
        let mut found = Vec::new();
        check(value, schema, root, "", &mut found);
        found.is_empty()
    };
    rule.as_array().expect("a list").iter().filter(is_kept).count()
}

fn is_of(value: &Value, rule: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("`{other}` is no type"),
    };
    match rule {
        Value::Array(names) => names.iter().any(|name| is(name.as_str().expect("a name"))),
        name => is(name.as_str().expect("a name")),
    }
}

/// The patterns of our schemas, by hand.
fn matches(text: &str, pattern: &str) -> bool {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_id = |text: &str| {
        (1..=64).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
    };
    match pattern {
        "^[A-Za-z0-9_-]{1,64}$" => is_id(text),
        "^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64})*$" => text.split('/').all(is_id),
        "^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$" => {
            text.strip_prefix('#').is_some_and(|rest| [6, 8].contains(&rest.len()) && is_hex(rest))
        }
        other => panic!("the checker does not know the pattern {other}"),
    }
}

#[test]
fn schema_checker_reports_each_kind_of_violation() {
    use serde_json::json;
    let schema = json!({
        "$defs": {"Id": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64})*$"}},
        "type": "object", "required": ["id"], "additionalProperties": false,
        "properties": {
            "id": {"$ref": "#/$defs/Id"},
            "at": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
            "size": {"exclusiveMinimum": 0, "maximum": 9},
            "kind": {"oneOf": [{"const": "a"}, {"type": "object", "required": ["b"], "properties": {"b": {"minimum": 1}}}]}
        }
    });
    let good = json!({"id": "a/b-1", "at": [0, 1.5], "size": 9, "kind": {"b": 1}});
    assert_eq!(violations(&good, &schema), [""; 0]);
    let cases = [
        (json!({}), ": required [\"id\"]"),
        (json!({"id": "a b"}), ".id: pattern"),
        (json!({"id": "a", "other": 1}), ".other: is not allowed"),
        (json!({"id": "a", "at": [0]}), ".at: minItems 2"),
        (json!({"id": "a", "at": [0, "x"]}), ".at[1]: type"),
        (json!({"id": "a", "size": 0}), ".size: exclusiveMinimum"),
        (json!({"id": "a", "size": 10}), ".size: maximum"),
        (json!({"id": "a", "kind": "c"}), ".kind: oneOf"),
        (json!({"id": "a", "kind": {"b": 0}}), ".kind: oneOf"),
        (json!([]), ": type"),
    ];
    for (value, words) in cases {
        let found = violations(&value, &schema);
        assert!(found.len() == 1 && found[0].starts_with(words), "{value}: {found:?}");
    }
}
