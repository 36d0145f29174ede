//! Long work on files runs in the background: the window stays responsive, and the work can be cancelled.

use crate::files::until;
use crate::window::{Window, square, with_ids};
use blobsmith::editor::actions::Source;
use blobsmith::editor::app::App;
use blobsmith::editor::document::{Document, Edit};
use blobsmith::editor::files::Pending;
use blobsmith::editor::files::task::{Cancelled, FileTask, Finish, TaskHead, TaskKind};
use blobsmith::level::{Disc, Level, format};
use egui::{Event, Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};

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
    rename(&mut window, "renamed");
    window
}

fn rename(window: &mut Window, name: &'static str) {
    let edit = Edit::new("Rename", move |level| {
        level.name = name.to_owned();
        Ok(())
    });
    assert_eq!(window.app_mut().document.apply(edit), Ok(true));
}

/// Presses a key and draws exactly one frame. (Queued events get a frame each.)
fn press_once(window: &mut Window, modifiers: Modifiers, key: Key) {
    let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    let events = [Event::ModifiersChanged(modifiers), event, Event::ModifiersChanged(Modifiers::NONE)];
    window.harness.input_mut().events.extend(events);
    window.harness.run_steps(1);
}

fn is_idle(window: &mut Window) -> bool {
    window.app().files.task.is_none() && window.app().files.ending.is_none()
}

fn has_notice(window: &Window, text: &str) -> bool {
    window.app().notices.texts().any(|notice| notice.contains(text))
}

/// Puts work in front of the window that ends when the sender is used, with a notice that says whether it was cancelled.
fn blocked(window: &mut Window, kind: TaskKind) -> Sender<()> {
    let (release, released) = channel();
    let head = TaskHead { title: "Saving blocked.ron".to_owned(), note: "It waits for the test.", kind };
    let task = FileTask::start(head, move |cancelled: &Cancelled| -> Finish<App> {
        let _ = released.recv();
        let is_cancelled = cancelled.is_set();
        Box::new(move |app, _| app.notices.success(format!("ended, cancelled: {is_cancelled}")))
    });
    window.app_mut().files.task = Some(task);
    window.harness.run_steps(2);
    release
}

/// Asks the window to close, as its frame does.
fn close(window: &mut Window) {
    let viewports = &mut window.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
    window.harness.run_steps(1);
    let viewports = &mut window.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.clear();
}

fn has_sent(window: &Window, command: &ViewportCommand) -> bool {
    let output = &window.harness.output().viewport_output[&ViewportId::ROOT];
    output.commands.contains(command)
}

#[test]
fn large_level_is_saved_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    press_once(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.app().files.is_writing(), "the frame returns while the level is written");
    until(&mut window, is_idle);
    assert!(!window.app().document.is_dirty());
    assert_eq!(format::load_level(&file).unwrap(), **window.app().document.level());
    assert!(window.app().notices.texts().any(|text| text.contains("Saved large.ron")));
}

#[test]
fn cancelled_save_leaves_the_file_or_reports_that_it_was_complete() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    press_once(&mut window, Modifiers::COMMAND, Key::S);
    window.harness.key_press(Key::Escape);
    until(&mut window, is_idle);
    let is_cancelled = has_notice(&window, "cancelled; the file has not changed");
    assert_eq!(window.app().document.is_dirty(), is_cancelled);
    let name = format::load_level(&file).unwrap().name;
    assert_eq!(name, if is_cancelled { "large" } else { "renamed" });
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1, "no temporary file is left");
}

#[test]
fn action_after_a_save_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    window.key(Modifiers::COMMAND, Key::W);
    // The toolbar has a button of that name as well.
    window.harness.get_all_by_label("Save").last().unwrap().click_accesskit();
    window.harness.run_steps(3);
    until(&mut window, |window| is_idle(window) && window.app().document.level().name.is_empty());
    assert_eq!(window.app().document.level().name, "", "the level is closed");
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
        assert!(!format::save_unless(&large(), &file, &is_cancelled).unwrap(), "after {allowed} tests");
        assert_eq!(format::load_level(&file).unwrap(), square());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
    assert!(format::save_unless(&large(), &file, &|| false).unwrap());
    assert_eq!(format::load_level(&file).unwrap(), large());
}

#[test]
fn cancelled_write_frees_the_window_but_blocks_another_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("square.ron");
    format::save(&square(), &file).unwrap();
    let mut window = Window::open(&Source::File(file.clone()));
    rename(&mut window, "renamed");
    let release = blocked(&mut window, TaskKind::Write);
    assert!(window.harness.query_by_label("Saving blocked.ron").is_some());
    press_once(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.app().document.is_dirty(), "keys do not reach the window behind the dialog");
    window.press("Cancel");
    assert!(window.harness.query_by_label("Saving blocked.ron").is_none());
    assert!(!window.app().files.is_blocking() && window.app().files.ending.is_some());
    window.key(Modifiers::COMMAND, Key::S);
    assert!(has_notice(&window, "is still ending"));
    assert_eq!(format::load_level(&file).unwrap().name, "square");
    release.send(()).unwrap();
    until(&mut window, is_idle);
    assert!(has_notice(&window, "ended, cancelled: true"));
    window.key(Modifiers::COMMAND, Key::S);
    assert!(!window.app().document.is_dirty());
    assert_eq!(format::load_level(&file).unwrap().name, "renamed");
}

#[test]
fn cancelled_read_drops_its_result() {
    let mut window = Window::with(square());
    let release = blocked(&mut window, TaskKind::Read);
    window.press("Cancel");
    assert!(is_idle(&mut window) && has_notice(&window, "cancelled"));
    release.send(()).unwrap();
    window.harness.run_steps(3);
    assert!(!has_notice(&window, "ended"));
}

#[test]
fn window_closes_after_the_file_is_written() {
    let mut window = Window::with(square());
    let release = blocked(&mut window, TaskKind::Write);
    close(&mut window);
    assert!(has_sent(&window, &ViewportCommand::CancelClose));
    assert_eq!(window.app().files.after_saving, Some(Pending::Quit));
    release.send(()).unwrap();
    until(&mut window, |window| window.app().window.may_close);
    assert!(has_sent(&window, &ViewportCommand::Close));
    // A write that is cancelled does not close the window.
    let mut window = Window::with(square());
    let release = blocked(&mut window, TaskKind::Write);
    close(&mut window);
    window.press("Cancel");
    release.send(()).unwrap();
    until(&mut window, is_idle);
    assert!(!window.app().window.may_close && window.app().files.after_saving.is_none());
}

#[test]
fn closing_during_a_read_asks_about_unsaved_changes() {
    let mut window = Window::with(square());
    rename(&mut window, "renamed");
    let release = blocked(&mut window, TaskKind::Read);
    close(&mut window);
    assert!(window.app().files.guard == Some(Pending::Quit) && window.app().files.task.is_none());
    drop(release);
}

#[test]
fn edit_during_a_save_stays_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    press_once(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.app().files.is_writing());
    rename(&mut window, "renamed again");
    until(&mut window, is_idle);
    assert!(window.app().document.is_dirty());
    assert_eq!(format::load_level(&file).unwrap().name, "renamed");
    window.app_mut().document.undo();
    assert!(!window.app().document.is_dirty(), "undo returns to what was written");
}

#[test]
fn save_that_ends_late_does_not_affect_the_next_level() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    press_once(&mut window, Modifiers::COMMAND, Key::S);
    window.app_mut().document = Document::unsaved(square());
    until(&mut window, is_idle);
    assert!(window.app().document.is_dirty() && window.app().document.path.is_none());
    assert_eq!(format::load_level(&file).unwrap().name, "renamed");
}

#[test]
fn small_level_over_a_large_file_is_saved_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let (file, root) = (folder.path().join("large.ron"), folder.path().join("backups"));
    let mut window = changed(&file);
    window.app_mut().files.backups.root = Some(root.clone());
    let clear = Edit::new("Clear", |level| {
        level.discs.clear();
        Ok(())
    });
    assert_eq!(window.app_mut().document.apply(clear), Ok(true));
    press_once(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.app().files.is_writing());
    until(&mut window, is_idle);
    assert!(!window.app().document.is_dirty());
    let backup = blobsmith::editor::files::backups::list(&root, &file).remove(0);
    assert_eq!(format::load_level(&backup.file).unwrap(), large());
}

#[test]
fn large_backup_is_restored_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let (file, root) = (folder.path().join("large.ron"), folder.path().join("backups"));
    let mut window = changed(&file);
    window.app_mut().files.backups.root = Some(root.clone());
    window.key(Modifiers::COMMAND, Key::S);
    until(&mut window, is_idle);
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(Event::Text("restore a backup".to_owned()));
    window.harness.run_steps(3);
    window.key(Modifiers::NONE, Key::Enter);
    window.harness.get_by_label("Restore backup 1").click_accesskit();
    window.harness.run_steps(1);
    assert!(window.app().files.task.is_some(), "the frame returns while the backup is read");
    until(&mut window, is_idle);
    assert_eq!(**window.app().document.level(), with_ids(large()));
    assert!(window.app().document.is_dirty());
    window.press("Undo");
    assert_eq!(window.app().document.level().name, "renamed");
}

#[test]
fn large_foreign_change_is_reloaded_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let mut window = changed(&file);
    let theirs = Level { name: "theirs".to_owned(), notes: "changed elsewhere".to_owned(), ..large() };
    format::save(&theirs, &file).unwrap();
    press_once(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.app().files.conflict.is_some(), "saving asks first");
    window.harness.run_steps(2);
    window.harness.get_by_label("Reload theirs").click_accesskit();
    window.harness.run_steps(1);
    assert!(window.app().files.task.is_some(), "the frame returns while the file is read");
    until(&mut window, is_idle);
    assert_eq!(**window.app().document.level(), with_ids(theirs));
    assert!(!window.app().document.is_dirty());
}

#[test]
fn moment_of_a_large_run_becomes_a_level_in_the_background() {
    let mut window = Window::with(large());
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(Event::Text("level from this moment".to_owned()));
    window.harness.run_steps(3);
    press_once(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.app().files.task.is_some(), "the frame returns while the level is made");
    until(&mut window, is_idle);
    assert!(window.app().document.is_dirty());
    assert_eq!(window.app().document.level().discs.len(), 6000);
}

#[test]
fn export_for_a_game_is_in_the_menus_insert_and_file() {
    for way in [&["Insert"][..], &["File", "Export"]] {
        let mut window = Window::with(square());
        way.iter().for_each(|name| window.press(name));
        assert!(window.harness.query_by_label("Export for a game…").is_some(), "{way:?}");
    }
}
