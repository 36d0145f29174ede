//! Large levels are saved in the background: the window stays responsive, and a save can be cancelled.

use crate::files::until;
use crate::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::document::Edit;
use blobsmith::level::{Disc, Level, format};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::Path;

/// A level whose file is about 600 KiB.
fn large() -> Level {
    let disc = |index: u32| Disc { position: [f64::from(index % 100), f64::from(index / 100)], ..square_disc() };
    Level { name: "large".to_owned(), discs: (0..6000).map(disc).collect(), ..Level::default() }
}

fn square_disc() -> Disc {
    let text = r#"{"format": 1, "discs": [{"position": [0, 0], "radius": 0.25}]}"#;
    format::read(text, format::TextFormat::Json).unwrap().discs.remove(0)
}

/// The large level, opened from a file, with another name since.
fn changed(file: &Path) -> Window {
    format::save(&large(), file).unwrap();
    let mut window = Window::open(&Source::File(file.to_owned()));
    let rename = Edit::new("Rename", |level| {
        level.name = "renamed".to_owned();
        Ok(())
    });
    assert_eq!(window.app_mut().document.apply(rename), Ok(true));
    window
}

#[test]
fn large_level_is_saved_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    window.key(Modifiers::COMMAND, Key::S);
    until(&mut window, |window| window.app().files.saving.is_none());
    assert!(!window.app().document.is_dirty());
    assert_eq!(format::load_level(&file).unwrap(), **window.app().document.level());
    assert!(window.app().notices.texts().any(|text| text.contains("Saved large.ron")));
}

#[test]
fn cancelled_save_leaves_the_file_or_reports_that_it_was_complete() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run_steps(1);
    window.harness.key_press(Key::Escape);
    until(&mut window, |window| window.app().files.saving.is_none());
    let is_cancelled = window.app().notices.texts().any(|text| text.contains("Saving was cancelled"));
    assert_eq!(window.app().document.is_dirty(), is_cancelled);
    let name = format::load_level(&file).unwrap().name;
    assert_eq!(name, if is_cancelled { "large" } else { "renamed" });
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1, "no temporary file is left");
}

#[test]
fn work_that_follows_a_save_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    window.key(Modifiers::COMMAND, Key::N);
    // The toolbar has a button of that name as well.
    window.harness.get_all_by_label("Save").last().unwrap().click_accesskit();
    window.harness.run_steps(3);
    until(&mut window, |window| window.app().files.saving.is_none());
    assert_eq!(window.app().document.level().name, "", "the new level is open");
    assert_eq!(format::load_level(&file).unwrap().name, "renamed");
    assert!(window.harness.query_by_label("Saving large.ron").is_none());
}

#[test]
fn save_unless_writes_nothing_once_it_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("level.ron");
    format::save(&square(), &file).unwrap();
    for allowed in 0..2 {
        let calls = std::cell::Cell::new(0);
        let is_cancelled = || calls.replace(calls.get() + 1) >= allowed;
        assert_eq!(format::save_unless(&large(), &file, &is_cancelled).unwrap(), false, "after {allowed} tests");
        assert_eq!(format::load_level(&file).unwrap(), square());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
    assert!(format::save_unless(&large(), &file, &|| false).unwrap());
    assert_eq!(format::load_level(&file).unwrap(), large());
}
