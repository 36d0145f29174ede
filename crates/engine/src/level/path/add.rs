//! Room for values that a part lacks: user data and the skin of a body have no fixed shape.

use super::{PathStep, absent, join};
use crate::level::format::FormatError;
use serde_json::{Value, json};

/// Adds an empty item where the steps lead to a property, the tag after the last one, or the image of a skin that the part
/// lacks; changes nothing elsewhere.
///
/// # Errors
/// If the steps lead to another field of a skin that the part lacks.
pub(super) fn make_room(part: &mut Value, steps: &[PathStep], place: &str) -> Result<(), FormatError> {
    let [PathStep::Key(key), rest @ ..] = steps else { return Ok(()) };
    let Some(inner) = part.get_mut(key) else { return Ok(()) };
    match (key.as_str(), rest) {
        ("tags" | "properties", _) => extend(inner, rest),
        ("skin", [PathStep::Key(field), ..]) if inner.is_null() => {
            if field != "image" {
                let reason = format_args!("none here: set `skin.image` before `skin.{field}`");
                return Err(absent(join(place, key), reason));
            }
            *inner = json!({ "image": "" });
        }
        _ => {}
    }
    Ok(())
}

/// Adds the last step's entry of a map, or its item after the last one of a list.
fn extend(value: &mut Value, steps: &[PathStep]) {
    match (value, steps) {
        (Value::Object(fields), [PathStep::Key(key)]) => drop(fields.entry(key.as_str()).or_insert(Value::Null)),
        (Value::Array(items), [PathStep::Index(index)]) if *index == items.len() => items.push(Value::Null),
        (Value::Object(fields), [PathStep::Key(key), rest @ ..]) => {
            fields.get_mut(key).into_iter().for_each(|inner| extend(inner, rest));
        }
        (Value::Array(items), [PathStep::Index(index), rest @ ..]) => {
            items.get_mut(*index).into_iter().for_each(|inner| extend(inner, rest));
        }
        _ => {}
    }
}
