//! Settings as one JSON file, to take them to another machine.
//!
//! The file names its format and lists settings by key, as the file of the program does. On import a setting in the file
//! replaces the present one, and all others stay. What records the use of this machine, such as recent files, is neither
//! exported nor imported. A fault changes nothing and is reported with its place.

use super::merge::{StoredSettings, map_of};
use super::{LARGEST, MOST_MIB, SMALLEST, Settings};
use crate::editor::keys;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Key and value that identify the file.
const FORMAT: (&str, &str) = ("format", "blobsmith-settings-1");
/// Settings that record the use of this machine.
const HISTORY: [&str; 9] = [
    "recent",
    "views",
    "open_files",
    "active_file",
    "project_folder",
    "import_folder",
    "palette_recent",
    "offers_tour",
    "tour_step",
];

/// The text of the file.
pub fn written(settings: &Settings) -> String {
    let mut map = Map::from_iter([(FORMAT.0.to_owned(), Value::from(FORMAT.1))]);
    map.extend(map_of(settings).into_iter().filter(|(key, _)| !HISTORY.contains(&key.as_str())));
    let mut text = serde_json::to_string_pretty(&Value::Object(map)).unwrap_or_default();
    text.push('\n');
    text
}

/// Settings with the history of other ones.
pub fn with_history(settings: Settings, of: &Settings) -> Settings {
    Settings {
        recent: of.recent.clone(),
        views: of.views.clone(),
        open_files: of.open_files.clone(),
        active_file: of.active_file.clone(),
        project_folder: of.project_folder.clone(),
        import_folder: of.import_folder.clone(),
        palette_recent: of.palette_recent.clone(),
        offers_tour: of.offers_tour,
        tour_step: of.tour_step,
        ..settings
    }
}

/// The present settings with those of a file, and what was done.
///
/// # Errors
/// What is wrong with the file, with its place.
pub fn merged(present: &Settings, text: &str) -> Result<(Settings, String), String> {
    let file: StoredSettings = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match file.get(FORMAT.0) {
        Some(format) if format == FORMAT.1 => {}
        Some(format) => return Err(format!("{}: {format}, but settings have {:?}", FORMAT.0, FORMAT.1)),
        None => {
            return Err(format!("it has no {:?}: {:?} at its top level, so it holds no settings", FORMAT.0, FORMAT.1));
        }
    }
    let known = map_of(present);
    let (mut map, mut count, mut unknown) = (known.clone(), 0, Vec::new());
    for (key, value) in file.into_iter().filter(|(key, _)| key != FORMAT.0) {
        if !known.contains_key(&key) {
            unknown.push(key);
        } else if !HISTORY.contains(&key.as_str()) {
            let single = Map::from_iter([(key.clone(), value.clone())]);
            let read = serde_json::from_value::<Settings>(Value::Object(single));
            check(&key, &read.map_err(|error| placed(text, &key, &error.to_string()))?)
                .map_err(|reason| placed(text, &key, &reason))?;
            map.insert(key, value);
            count += 1;
        }
    }
    let settings = serde_json::from_value(Value::Object(map)).map_err(|error| error.to_string())?;
    let mut said = if count == 1 { "1 setting imported".to_owned() } else { format!("{count} settings imported") };
    if !unknown.is_empty() {
        said += &format!(". Skipped, because this version does not have them: {}", unknown.join(", "));
    }
    Ok((settings, said))
}

/// A fault of one setting with its line.
fn placed(text: &str, key: &str, reason: &str) -> String {
    let quoted = format!("\"{key}\"");
    let lines = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with(&quoted));
    // Nested keys can have the same name; the one at the top is indented least.
    let line = lines.min_by_key(|(_, line)| line.len() - line.trim_start().len()).map(|(line, _)| line);
    line.map_or_else(|| format!("{key}: {reason}"), |line| format!("line {}, {key}: {reason}", line + 1))
}

/// Why a setting is out of its range.
fn check(key: &str, settings: &Settings) -> Result<(), String> {
    match key {
        "ui_scale" => within(settings.ui_scale, SMALLEST, LARGEST),
        "keyframes_mib" => within(settings.keyframes_mib, 1, MOST_MIB),
        "threads" => within(settings.threads, 0, 1024),
        "force_zoom" => within(settings.force_zoom, 0.05, 20.0),
        "velocity_zoom" => within(settings.velocity_zoom, 0.05, 20.0),
        "acceleration_zoom" => within(settings.acceleration_zoom, 0.05, 20.0),
        "arrow_limit_px" => within(settings.arrow_limit_px, 20.0, 400.0),
        "keys" => check_keys(&settings.keys),
        _ => Ok(()),
    }
}

fn within<T: PartialOrd + Display>(value: T, least: T, most: T) -> Result<(), String> {
    let is_within = value >= least && value <= most;
    is_within.then_some(()).ok_or_else(|| format!("{value} is not between {least} and {most}"))
}

fn check_keys(changes: &keys::KeyChanges) -> Result<(), String> {
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    for (id, list) in changes {
        for text in list {
            let keys = keys::parse(text).ok_or_else(|| format!("{id}: “{text}” names no key"))?;
            if let Some(reason) = keys::fixed(keys) {
                return Err(format!("{id}: “{text}” cannot be assigned. {reason}"));
            }
            if let Some(other) = owners.insert(keys::text(&keys), id).filter(|other| other != id) {
                return Err(format!("“{text}” is assigned to both {other} and {id}"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::settings::ThemeChoice;
    use std::path::PathBuf;

    fn file(settings: &str) -> String {
        format!("{{\n  \"format\": \"blobsmith-settings-1\",\n  {settings}\n}}\n")
    }

    fn changed() -> Settings {
        let keys = keys::KeyChanges::from([("command fit".to_owned(), vec!["Shift+Z".to_owned()])]);
        let recent = vec![PathBuf::from("here.ron")];
        Settings { theme: ThemeChoice::Light, ui_scale: 1.5, threads: 3, keys, recent, ..Settings::default() }
    }

    #[test]
    fn exported_settings_are_imported_elsewhere_without_the_history() {
        let text = written(&changed());
        assert!(!text.contains("here.ron"));
        let there = Settings { recent: vec![PathBuf::from("there.ron")], ..Settings::default() };
        let (settings, _) = merged(&there, &text).expect("a sound file");
        assert_eq!(settings, Settings { recent: there.recent, ..changed() });
    }

    #[test]
    fn settings_that_the_file_does_not_name_stay() {
        let (settings, said) = merged(&changed(), &file(r#""ui_scale": 2.0, "of a later version": 1"#)).expect("sound");
        assert_eq!(settings, Settings { ui_scale: 2.0, ..changed() });
        assert_eq!(said, "1 setting imported. Skipped, because this version does not have them: of a later version");
    }

    #[test]
    fn faulty_files_are_refused_with_their_place() {
        let cases = [
            ("{\n\"format\": ", "EOF while parsing a value at line 2 column 10"),
            ("[1]", "invalid type: sequence, expected a map at line 1 column 0"),
            (
                "{\"name\": \"a level\"}",
                "it has no \"format\": \"blobsmith-settings-1\" at its top level, so it holds no settings",
            ),
            (&file(r#""theme": "Purple""#), "line 3, theme: unknown variant `Purple`, expected `Dark` or `Light`"),
            (&file(r#""ui_scale": 1e9"#), "line 3, ui_scale: 1000000000 is not between 0.6 and 3"),
            (&file(r#""keys": {"command fit": ["Ctrl+Foo"]}"#), "line 3, keys: command fit: “Ctrl+Foo” names no key"),
            (
                &file(r#""keys": {"command fit": ["Q"], "tool pen": ["Q"]}"#),
                "line 3, keys: “Q” is assigned to both command fit and tool pen",
            ),
            (
                &file(r#""keys": {"command fit": ["Escape"]}"#),
                "line 3, keys: command fit: “Escape” cannot be assigned. Esc closes windows and leaves bodies",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(merged(&changed(), text).expect_err(text), expected);
        }
    }
}
