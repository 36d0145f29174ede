//! Settings that several windows share: each window writes only what it has changed.

use super::Settings;
use serde_json::{Map, Value};

/// Stored settings, key by key.
pub type StoredSettings = Map<String, Value>;

/// The settings as this window last read or wrote them.
#[derive(Default)]
pub struct KnownSettings(StoredSettings);

impl KnownSettings {
    /// What this window knows at its start; `None`: nothing is stored.
    pub fn new(settings: Option<&Settings>) -> Self {
        Self(map_of(settings.unwrap_or(&Settings::at_first())))
    }

    /// True if this window has changed a setting.
    pub fn differ_from(&self, settings: &Settings) -> bool {
        map_of(settings) != self.0
    }

    /// Adds the changes of this window to what is stored now.
    pub fn merged(&self, settings: &Settings, mut stored: StoredSettings) -> StoredSettings {
        for (key, value) in map_of(settings) {
            if !stored.contains_key(&key) || self.0.get(&key) != Some(&value) {
                stored.insert(key, value);
            }
        }
        stored
    }

    /// Called after the settings were written.
    pub fn written(&mut self, settings: &Settings) {
        self.0 = map_of(settings);
    }
}

pub(super) fn map_of(settings: &Settings) -> StoredSettings {
    match serde_json::to_value(settings) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Reads stored settings; `None` if the text is not an object.
pub fn parse(text: &str) -> Option<StoredSettings> {
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Some(map),
        _ => None,
    }
}

/// Settings from what is stored. Invalid values, such as those of another version, are skipped one by one.
pub fn settings_of(map: StoredSettings) -> Settings {
    if let Ok(settings) = serde_json::from_value(Value::Object(map.clone())) {
        return settings;
    }
    let mut sound = Map::new();
    for (key, value) in map {
        let single_key = Map::from_iter([(key.clone(), value.clone())]);
        if serde_json::from_value::<Settings>(Value::Object(single_key)).is_ok() {
            sound.insert(key, value);
        }
    }
    serde_json::from_value(Value::Object(sound)).unwrap_or_default()
}
