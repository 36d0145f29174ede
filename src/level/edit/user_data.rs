//! Changes ids, labels, tags, properties and templates; each change covers all named parts.

use super::places::all_there;
use crate::level::user_data::UserDataMut;
use crate::level::{
    Level, Place, Properties, PropertyKind, PropertyTemplate, PropertyValue, TemplateProperty, format, ids,
};

/// Maximum length of a tag or of the name of a property, in characters.
const MOST_CHARACTERS: usize = 100;

/// Changes the user data of each part.
///
/// # Errors
/// If a part does not exist or its kind has no user data.
fn each(
    level: &mut Level,
    places: &[Place],
    mut change: impl FnMut(UserDataMut) -> Result<(), String>,
) -> Result<(), String> {
    all_there(level, places)?;
    let mut trial = level.clone();
    for &place in places {
        change(UserDataMut::of(&mut trial, place).ok_or_else(|| format!("{place} has no tags and properties"))?)?;
    }
    *level = trial;
    Ok(())
}

/// Sets the id of a part.
///
/// # Errors
/// If the part has no id, the id has other characters than `A-Z`, `a-z`, `0-9`, `_` and `-` or not 1 to 64 of them, or
/// another part has it.
pub fn set_id(level: &mut Level, place: Place, id: &str) -> Result<(), String> {
    if !ids::is_valid(id) {
        return Err("an id has 1 to 64 of the characters A-Z, a-z, 0-9, _ and -".to_owned());
    }
    let mut trial = level.clone();
    let own = UserDataMut::of(&mut trial, place).and_then(|data| data.id).ok_or(format!("{place} has no id"))?;
    id.clone_into(own);
    if let Some(other) = place_of_id(level, id).filter(|other| *other != place) {
        return Err(format!("{other} has the id “{id}” already"));
    }
    *level = trial;
    Ok(())
}

/// The first part with this id.
pub fn place_of_id(level: &Level, id: &str) -> Option<Place> {
    use crate::level::user_data::{UserData, places};
    places(level).find(|&place| UserData::of(level, place).and_then(|data| data.id) == Some(id))
}

/// Sets the label of a node; empty removes it.
///
/// # Errors
/// If there is no such node, or another node of the body has the label.
pub fn set_label(level: &mut Level, place: Place, label: &str) -> Result<(), String> {
    let label = label.trim();
    all_there(level, &[place])?;
    let Place::Node(body, index) = place else { return Err(format!("{place} is not a node")) };
    let nodes = &mut level.bodies[body].nodes;
    let twin = nodes.iter().enumerate().position(|(other, node)| other != index && node.label == label);
    if let Some(other) = twin.filter(|_| !label.is_empty()) {
        return Err(format!("node {other} of the body has the label “{label}” already"));
    }
    label.clone_into(&mut nodes[index].label);
    Ok(())
}

/// A name without spaces around it.
///
/// # Errors
/// If it is empty, longer than 100 characters, or contains control characters.
fn tidy<'a>(name: &'a str, what: &str) -> Result<&'a str, String> {
    let name = name.trim();
    if name.is_empty() {
        return Err(format!("the {what} is empty"));
    }
    if name.chars().count() > MOST_CHARACTERS || name.chars().any(char::is_control) {
        return Err(format!("the {what} has more than {MOST_CHARACTERS} characters, or control characters"));
    }
    Ok(name)
}

/// Adds a tag to parts without it.
///
/// # Errors
/// If the tag is empty or too long, or a part has no tags.
pub fn add_tag(level: &mut Level, places: &[Place], tag: &str) -> Result<(), String> {
    let tag = tidy(tag, "tag")?;
    each(level, places, |data| {
        if !data.tags.iter().any(|own| own == tag) {
            data.tags.push(tag.to_owned());
        }
        Ok(())
    })
}

/// Removes a tag from parts.
///
/// # Errors
/// If a part has no tags.
pub fn remove_tag(level: &mut Level, places: &[Place], tag: &str) -> Result<(), String> {
    each(level, places, |data| {
        data.tags.retain(|own| own != tag);
        Ok(())
    })
}

/// Sets a property of parts; parts without it get it at the end.
///
/// # Errors
/// If the name is empty or too long, the format refuses the value, or a part has no properties.
pub fn set_property(level: &mut Level, places: &[Place], name: &str, value: &PropertyValue) -> Result<(), String> {
    let name = tidy(name, "name of the property")?;
    sound(value)?;
    each(level, places, |data| {
        data.properties.insert(name, value.clone());
        Ok(())
    })
}

/// Adds a property of a kind, with [`PropertyKind::blank`], to parts without a property of this name.
///
/// # Errors
/// If the name is empty or too long, a part has no properties, or all parts have the property already.
pub fn add_property(level: &mut Level, places: &[Place], name: &str, kind: PropertyKind) -> Result<(), String> {
    let name = tidy(name, "name of the property")?;
    let mut added = 0;
    each(level, places, |data| {
        if data.properties.get(name).is_none() {
            data.properties.insert(name, kind.blank());
            added += 1;
        }
        Ok(())
    })?;
    if added == 0 { Err(format!("there is a property “{name}” already")) } else { Ok(()) }
}

/// Sets a property of each part to the result of `change`, which gets the present value, if any.
///
/// # Errors
/// If the format refuses a value, or a part has no properties.
pub fn map_property(
    level: &mut Level,
    places: &[Place],
    name: &str,
    change: impl Fn(Option<&PropertyValue>) -> PropertyValue,
) -> Result<(), String> {
    each(level, places, |data| {
        let value = change(data.properties.get(name));
        sound(&value)?;
        data.properties.insert(name, value);
        Ok(())
    })
}

/// Refuses null, numbers that are not finite, and values that are nested too deeply, with the place in the value.
fn sound(value: &PropertyValue) -> Result<(), String> {
    let properties: Properties = [("value".to_owned(), value.clone())].into_iter().collect();
    let level = Level { properties, ..Level::default() };
    format::validate(&level).map_err(|error| match error.place.strip_prefix("properties.value") {
        Some("") | None => error.reason,
        Some(place) => format!("{}: {}", place.trim_start_matches('.'), error.reason),
    })
}

/// Parses a list or map that an author has typed as JSON.
///
/// # Errors
/// With line and column, or the place in the value: no valid JSON, another kind of value, null, too deeply nested.
pub fn parse_json(text: &str, kind: PropertyKind) -> Result<PropertyValue, String> {
    let value: PropertyValue = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value.kind() != Some(kind) {
        let (noun, form) = if kind == PropertyKind::List { ("list", "[1, 2]") } else { ("map", "{\"a\": 1}") };
        return Err(format!("this is not a {noun}; write {form}"));
    }
    sound(&value)?;
    Ok(value)
}

/// The JSON text of a value, as [`parse_json`] reads it.
pub fn json(value: &PropertyValue) -> String {
    // Unlike a `serde_json::Value`, this keeps the order of maps.
    serde_json::to_string(value).unwrap_or_default()
}

/// Renames a property of the parts that have it; it keeps its value and position.
///
/// # Errors
/// If the new name is empty or too long, or a part has another property of this name.
pub fn rename_property(level: &mut Level, places: &[Place], name: &str, new: &str) -> Result<(), String> {
    let new = tidy(new, "name of the property")?;
    each(level, places, |data| {
        if new != name && data.properties.get(name).is_some() && data.properties.get(new).is_some() {
            return Err(format!("there is a property “{new}” already"));
        }
        data.properties.rename(name, new);
        Ok(())
    })
}

/// Removes a property of parts.
///
/// # Errors
/// If a part has no properties.
pub fn remove_property(level: &mut Level, places: &[Place], name: &str) -> Result<(), String> {
    each(level, places, |data| {
        data.properties.remove(name);
        Ok(())
    })
}

/// Converts a property of the parts that have it; see [`PropertyKind::convert`].
///
/// # Errors
/// If a part has no properties.
pub fn convert_property(level: &mut Level, places: &[Place], name: &str, kind: PropertyKind) -> Result<(), String> {
    each(level, places, |data| {
        if let Some(value) = data.properties.get(name).map(|value| kind.convert(value)) {
            data.properties.insert(name, value);
        }
        Ok(())
    })
}

/// Adds the properties of a template that a part does not have yet.
///
/// # Errors
/// If the format refuses a default, or a part has no properties.
pub fn add_template(level: &mut Level, places: &[Place], template: &PropertyTemplate) -> Result<(), String> {
    for property in &template.properties {
        sound(&property.value()).map_err(|reason| format!("{}: {reason}", property.name))?;
    }
    each(level, places, |data| {
        for property in &template.properties {
            if data.properties.get(&property.name).is_none() {
                data.properties.insert(property.name.clone(), property.value());
            }
        }
        Ok(())
    })
}

/// Stores a template in the level; one of the same name is replaced.
///
/// # Errors
/// If its name is empty or too long.
pub fn put_template(level: &mut Level, template: PropertyTemplate) -> Result<(), String> {
    let name = tidy(&template.name, "name of the template")?.to_owned();
    let templates = &mut level.editor.get_or_insert_default().templates;
    let template = PropertyTemplate { name, ..template };
    match templates.iter_mut().find(|own| own.name == template.name) {
        Some(own) => *own = template,
        None => templates.push(template),
    }
    Ok(())
}

/// Removes a template from the level.
pub fn remove_template(level: &mut Level, name: &str) {
    if let Some(extra) = &mut level.editor {
        extra.templates.retain(|template| template.name != name);
    }
}

/// A template with the properties of a part as defaults.
pub fn template_of(name: &str, properties: &Properties) -> PropertyTemplate {
    let property = |(name, value): (&str, &PropertyValue)| {
        let (name, kind) = (name.to_owned(), value.kind()?);
        Some(TemplateProperty { name, kind, default: value.clone(), help: String::new() })
    };
    let properties = properties.iter().filter_map(property).collect();
    PropertyTemplate { name: name.to_owned(), help: String::new(), properties }
}
