//! Settings on disk. Writes are atomic and merge key by key, so several windows keep each other's changes. Each window
//! works on its own copy of eframe's memory (window sizes, open sections).

use super::settings::Settings;
use super::settings::merge::{KnownSettings, StoredSettings, parse, settings_of};
use crate::level::format::replace;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// File name of the settings.
const SETTINGS: &str = "settings.json";
/// File name of eframe's memory.
const MEMORY: &str = "app.ron";
/// Prefix and suffix of the copies of that memory; the process id stands between.
const COPY: (&str, &str) = ("window-", ".ron");
/// Age after which an unused copy is deleted.
const STALE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Location of the settings, and their last state known to this window.
pub struct SettingsFile {
    folder: PathBuf,
    known: KnownSettings,
}

impl SettingsFile {
    /// Opens or creates the folder; returns the stored settings, if any.
    ///
    /// # Errors
    /// The system's message if the folder cannot be created.
    pub fn start(folder: &Path) -> Result<(Self, Option<Settings>), String> {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        sweep(folder);
        let settings = read(&folder.join(SETTINGS)).map(settings_of);
        let known = KnownSettings::new(settings.as_ref());
        let kept = Self { folder: folder.to_owned(), known };
        // A missing memory file cannot be copied; eframe then starts with defaults.
        let _ = std::fs::copy(kept.folder.join(MEMORY), kept.memory());
        Ok((kept, settings))
    }

    /// This window's copy of eframe's memory.
    pub fn memory(&self) -> PathBuf {
        self.folder.join(format!("{}{}{}", COPY.0, std::process::id(), COPY.1))
    }

    /// Writes the settings changed in this window since the last save. Changes by other windows are kept.
    ///
    /// # Errors
    /// The system's message; the file is then unchanged.
    pub fn save(&mut self, settings: &Settings) -> Result<(), String> {
        if !self.known.differ_from(settings) {
            return Ok(());
        }
        let file = self.folder.join(SETTINGS);
        let all = self.known.merged(settings, read(&file).unwrap_or_default());
        let text = serde_json::to_string_pretty(&Value::Object(all)).map_err(|error| error.to_string())?;
        replace(&file, text.as_bytes())?;
        self.known.written(settings);
        Ok(())
    }

    /// Makes this window's copy of eframe's memory the default for new windows, if it is complete.
    pub fn publish(&self) {
        let Ok(text) = std::fs::read_to_string(self.memory()) else { return };
        let file = self.folder.join(MEMORY);
        let is_known = std::fs::read_to_string(&file).is_ok_and(|known| known == text);
        if !is_known && ron::from_str::<HashMap<String, String>>(&text).is_ok() {
            // A failure loses only panel sizes, so it is ignored.
            let _ = replace(&file, text.as_bytes());
        }
    }

    /// Called when a window closes.
    pub fn end(folder: &Path) {
        let kept = Self { folder: folder.to_owned(), known: KnownSettings::default() };
        kept.publish();
        let _ = std::fs::remove_file(kept.memory());
    }
}

/// Deletes abandoned copies.
fn sweep(folder: &Path) {
    let is_stale = |path: &Path| {
        let touched = std::fs::metadata(path).and_then(|about| about.modified());
        touched.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > STALE))
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_copy = name.to_str().is_some_and(|name| name.starts_with(COPY.0) && name.ends_with(COPY.1));
        if is_copy && is_stale(&entry.path()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn read(file: &Path) -> Option<StoredSettings> {
    parse(&std::fs::read_to_string(file).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::settings::{ShownPlot, ThemeChoice};

    fn begin(folder: &Path) -> (SettingsFile, Settings) {
        let (kept, settings) = SettingsFile::start(folder).expect("the folder is there");
        (kept, settings.unwrap_or_default())
    }

    #[test]
    fn settings_of_two_windows_are_merged() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut first, mut a) = begin(folder.path());
        let (mut second, mut b) = begin(folder.path());
        a.theme = ThemeChoice::Light;
        first.save(&a).expect("saved");
        b.ui_scale = 1.5;
        second.save(&b).expect("saved");
        // The first window's save must not revert the second window's change.
        a.plots_follow = false;
        first.save(&a).expect("saved");
        let (_, both) = begin(folder.path());
        assert_eq!((both.theme, both.ui_scale, both.plots_follow), (ThemeChoice::Light, 1.5, false));
        let left: Vec<_> = std::fs::read_dir(folder.path()).expect("listed").flatten().map(|e| e.file_name()).collect();
        assert_eq!(left, [SETTINGS], "nothing is left beside it");
    }

    #[test]
    fn invalid_setting_does_not_discard_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = r#"{"ui_scale": 1.25, "theme": "Purple", "of a later version": [1],
            "plots": [{"of": "volume-ratio"}], "hidden_series": ["volume-ratio.3"]}"#;
        std::fs::write(folder.path().join(SETTINGS), text).expect("written");
        let (mut kept, mut settings) = begin(folder.path());
        assert_eq!((settings.ui_scale, settings.theme), (1.25, ThemeChoice::Dark));
        assert_eq!(settings.plots, [ShownPlot::of("area-ratio")], "the present id of a former one");
        assert_eq!(settings.hidden_series, ["area-ratio.3"]);
        settings.ui_scale = 2.0;
        kept.save(&settings).expect("saved");
        let map = read(&folder.path().join(SETTINGS)).expect("whole");
        assert_eq!(map["ui_scale"], 2.0);
        assert_eq!(map["of a later version"], serde_json::json!([1]), "unknown keys are kept");
    }

    #[test]
    fn incomplete_memory_file_is_not_published() {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = r#"{"egui": "sizes"}"#;
        std::fs::write(folder.path().join(MEMORY), whole).expect("written");
        let (kept, _) = begin(folder.path());
        assert_eq!(std::fs::read_to_string(kept.memory()).expect("copied"), whole);
        std::fs::write(kept.memory(), r#"{"egui": "si"#).expect("written");
        kept.publish();
        assert_eq!(std::fs::read_to_string(folder.path().join(MEMORY)).expect("there"), whole);
        std::fs::write(kept.memory(), r#"{"egui": "others"}"#).expect("written");
        SettingsFile::end(folder.path());
        assert_eq!(std::fs::read_to_string(folder.path().join(MEMORY)).expect("there"), r#"{"egui": "others"}"#);
        assert!(!kept.memory().exists());
    }
}
