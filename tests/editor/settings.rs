//! The Settings window: its controls, export and import of settings, reset and undo.

use crate::files::until;
use crate::files_picked::{fill, wait_for};
use crate::tools_draw::has_notice;
use crate::window::{Window, square};
use blobsmith::editor::settings::{Settings, ThemeChoice};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::Path;

/// A menu item below *View > Settings*.
fn choose(window: &mut Window, item: &str) {
    window.press("View");
    window.press("Settings");
    window.press(item);
}

fn import(window: &mut Window, file: &Path) {
    choose(window, "Import settings…");
    wait_for(window, "File name");
    fill(window, "File name", &file.display().to_string());
    window.press("Import settings");
    until(window, |window| window.app().files.browser.is_none());
    window.harness.run_steps(3);
}

#[test]
fn settings_window_changes_what_menus_and_panels_show() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::Comma);
    window.press("Gallery at the start");
    window.press("Pick files inside the window");
    window.press("Legend on the canvas");
    window.type_into("Interface size", "125");
    window.press("Theme");
    window.press("Light");
    let settings = &window.app().settings;
    assert_eq!((settings.theme, settings.ui_scale), (ThemeChoice::Light, 1.25));
    assert!(!settings.starts_with_gallery && settings.own_browser && !settings.shows_legend);
    crate::window::assert_named(&window, "general settings");
    window.press("Keys");
    crate::window::assert_named(&window, "keys");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.harness.query_all_by_label("Search the keys to change").next().is_none());
}

#[test]
fn settings_travel_in_a_file_and_an_import_can_be_undone() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("mine.json");
    let mut window = Window::with(square());
    window.app_mut().settings.own_browser = true;
    window.app_mut().settings.threads = 1;
    window.key(Modifiers::NONE, Key::Num2);
    choose(&mut window, "Change keys…");
    window.press("F: Show the whole level");
    window.key(Modifiers::ALT, Key::Y);
    window.key(Modifiers::NONE, Key::Escape);
    choose(&mut window, "Export settings…");
    wait_for(&mut window, "Save file");
    fill(&mut window, "File name", &file.display().to_string());
    window.press("Save file");
    until(&mut window, |window| has_notice(window, "Exported mine.json"));
    let exported = window.app().settings.clone();
    // Another machine with its own files and a setting of its own.
    let there = Settings { own_browser: true, recent: vec!["there.ron".into()], ui_scale: 1.1, ..Settings::default() };
    let mut window = Window::new(square(), there.clone());
    import(&mut window, &file);
    let now = window.app().settings.clone();
    assert_eq!((now.threads, &now.keys, &now.overlays), (1, &exported.keys, &exported.overlays));
    assert_eq!((now.ui_scale, &now.recent), (exported.ui_scale, &there.recent));
    assert!(has_notice(&window, "settings imported"));
    // The imported key acts.
    window.key(Modifiers::NONE, Key::Escape);
    let fitted = window.app().canvas.camera.scale;
    window.key(Modifiers::COMMAND, Key::Plus);
    window.key(Modifiers::ALT, Key::Y);
    assert!((window.app().canvas.camera.scale / fitted - 1.0).abs() < 1e-9);
    window.key(Modifiers::COMMAND, Key::Comma);
    window.press("Undo: import of settings");
    let now = window.app().settings.clone();
    assert_eq!((now.threads, now.ui_scale, now.keys.len()), (there.threads, there.ui_scale, 0));
}

#[test]
fn faulty_settings_change_nothing_and_are_reported_with_their_place() {
    let place = tempfile::tempdir().unwrap();
    let mut window = Window::with(square());
    window.app_mut().settings.own_browser = true;
    let cases = [
        (
            "{\"format\": \"blobsmith-settings-1\",\n\"theme\": \"Light\", \"ui_scale\": \"big\"}",
            "ui_scale: invalid type",
        ),
        ("{\"format\": \"blobsmith-settings-1\",\n\"theme\": \"Light\"", "EOF while parsing an object at line 2"),
        ("{\"theme\": \"Light\"}", "it holds no settings"),
    ];
    for (index, (text, reason)) in cases.into_iter().enumerate() {
        let file = place.path().join(format!("faulty-{index}.json"));
        std::fs::write(&file, text).unwrap();
        let before = window.app().settings.clone();
        import(&mut window, &file);
        assert_eq!(window.app().settings, before, "{text}");
        assert!(has_notice(&window, &format!("faulty-{index}.json changed nothing")), "{text}");
        assert!(has_notice(&window, reason), "{text}");
    }
}

#[test]
fn reset_of_all_settings_keeps_recent_files_and_can_be_undone() {
    let changed = Settings { theme: ThemeChoice::Light, recent: vec!["there.ron".into()], ..Settings::default() };
    let mut window = Window::new(square(), changed.clone());
    choose(&mut window, "Reset all settings");
    assert_eq!(window.app().settings.theme, ThemeChoice::Dark);
    assert_eq!(window.app().settings.recent, changed.recent);
    window.press("Undo: reset of all settings");
    assert_eq!(window.app().settings, changed);
}
