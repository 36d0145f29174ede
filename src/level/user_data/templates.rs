//! Property templates: of the level, and of the project in a file beside the level.

use crate::level::{EditorExtra, Level, PropertyTemplate};
use serde::Deserialize;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Name of the project's file, in the folder of the level.
pub const FILE: &str = "blobsmith-templates.json";

/// Maximum size of the file, in bytes.
pub const MOST_BYTES: u64 = 256 << 10;

/// Maximum number of templates, and of properties in a template.
const MOST_ITEMS: usize = 500;

/// Contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TemplateFile {
    templates: Vec<PropertyTemplate>,
}

/// The path of the project's file for a level.
pub fn path_beside(level: &Path) -> PathBuf {
    level.with_file_name(FILE)
}

/// Reads the templates of a project; none if there is no file.
///
/// # Errors
/// A message with the file and the place of the error: not readable, too large, no valid JSON of this form, more than 500
/// items, or a name that is empty or occurs twice.
pub fn load(path: &Path) -> Result<Vec<PropertyTemplate>, String> {
    let named = |reason: String| format!("{}: {reason}", path.display());
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(named(format!("cannot be read: {error}"))),
    };
    let mut text = String::new();
    let mut limited = file.take(MOST_BYTES + 1);
    limited.read_to_string(&mut text).map_err(|error| named(format!("cannot be read: {error}")))?;
    parse(&text).map_err(named)
}

/// Parses the text of a project's file.
///
/// # Errors
/// As [`load`], without the file.
pub fn parse(text: &str) -> Result<Vec<PropertyTemplate>, String> {
    if text.len() as u64 > MOST_BYTES {
        return Err(format!("the file is larger than {} KiB", MOST_BYTES >> 10));
    }
    let text = text.trim_start_matches('\u{feff}');
    let file: TemplateFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
    check(&file.templates)?;
    Ok(file.templates)
}

/// Refuses too many items, and names that are empty or occur twice.
fn check(templates: &[PropertyTemplate]) -> Result<(), String> {
    names(templates.iter().map(|template| template.name.as_str()), "templates")?;
    for (index, template) in templates.iter().enumerate() {
        let list = format!("templates[{index}].properties");
        names(template.properties.iter().map(|property| property.name.as_str()), &list)?;
    }
    Ok(())
}

fn names<'a>(names: impl Iterator<Item = &'a str>, list: &str) -> Result<(), String> {
    let mut taken = std::collections::BTreeSet::new();
    for (index, name) in names.enumerate() {
        if index >= MOST_ITEMS {
            return Err(format!("{list}: more than {MOST_ITEMS} items"));
        }
        if name.trim().is_empty() {
            return Err(format!("{list}[{index}]: the name is missing"));
        }
        if !taken.insert(name) {
            return Err(format!("{list}[{index}]: “{name}” is used twice"));
        }
    }
    Ok(())
}

/// Templates stored in the level.
pub fn of_level(level: &Level) -> &[PropertyTemplate] {
    level.editor.as_ref().map_or(&[], |extra: &EditorExtra| &extra.templates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{PropertyKind, PropertyValue};

    #[test]
    fn project_templates_are_parsed_with_kinds_and_defaults() {
        let text = r#"{"templates": [{"name": "Enemy", "help": "Walks", "properties": [
            {"name": "hp", "kind": "Integer", "default": 3, "help": "Hit points"},
            {"name": "speed", "default": 2}, {"name": "drops", "kind": "List"}]}]}"#;
        let templates = parse(text).unwrap();
        let values: Vec<_> = templates[0].properties.iter().map(|property| property.value()).collect();
        assert_eq!(values, [PropertyValue::Integer(3), PropertyValue::Number(2.0), PropertyKind::List.blank()]);
        assert_eq!(templates[0].properties[0].help, "Hit points");
    }

    #[test]
    fn project_templates_with_errors_are_refused_with_the_place() {
        let reason = |text: &str| parse(text).unwrap_err();
        assert!(reason("{\n\"templates\": [3]}").contains("line 2"), "{}", reason("{\n\"templates\": [3]}"));
        let twice = r#"{"templates": [{"name": "a"}, {"name": "b", "properties": [{"name": "hp"}, {"name": "hp"}]}]}"#;
        assert_eq!(reason(twice), "templates[1].properties[1]: “hp” is used twice");
        assert_eq!(reason(r#"{"templates": [{"name": " "}]}"#), "templates[0]: the name is missing");
        let large = " ".repeat(MOST_BYTES as usize + 1);
        assert!(reason(&large).contains("256 KiB"));
        assert!(reason(r#"{"templates": [{"name": "a", "color": 1}]}"#).contains("color"));
    }
}
