//! Several open documents: tabs, what belongs to each, closing, saving and quitting, recovery.

use crate::files::until;
use crate::window::{Window, assert_named, discs, square};
use blobsmith::editor::actions::{Action, Source};
use blobsmith::editor::document::Edit;
use blobsmith::editor::files::Pending;
use blobsmith::editor::files::recovery::{self, RecoveredJournals, Recovery, Timing};
use blobsmith::editor::perform;
use blobsmith::editor::settings::Settings;
use blobsmith::level::{Level, Place, format};
use egui::{Event, Key, Modifiers, PointerButton, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Titles of the tabs, from left to right.
fn titles(window: &Window) -> Vec<String> {
    window.app().open_documents().map(|document| document.title()).collect()
}

fn rename(window: &mut Window, name: &str) {
    let name = name.to_owned();
    let edit = Edit::new("Rename", move |level: &mut Level| {
        level.name = name;
        Ok(())
    });
    assert_eq!(window.app_mut().document.apply(edit), Ok(true));
    window.harness.run_steps(2);
}

/// Files of levels with these names, in a folder.
fn saved(folder: &Path, names: &[&str]) -> Vec<PathBuf> {
    let save = |name: &&str| {
        let path = folder.join(format!("{name}.ron"));
        format::save(&Level { name: (*name).to_owned(), ..square() }, &path).unwrap();
        path
    };
    names.iter().map(save).collect()
}

/// A window with these levels of files, the last one active.
fn open(folder: &Path, names: &[&str]) -> (Window, Vec<PathBuf>) {
    let files = saved(folder, names);
    let mut window = Window::open(&Source::File(files[0].clone()));
    for file in &files[1..] {
        window.drop_file(file);
    }
    (window, files)
}

fn close_window(window: &mut Window) -> bool {
    let viewports = &mut window.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
    window.harness.run_steps(1);
    let viewports = &mut window.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.clear();
    let output = &window.harness.output().viewport_output[&ViewportId::ROOT];
    !output.commands.contains(&ViewportCommand::CancelClose)
}

fn click_with(window: &mut Window, name: &str, button: PointerButton) {
    let pos = window.harness.get_by_label(name).rect().center();
    window.harness.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        window.harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
        window.harness.run_steps(1);
    }
    window.harness.run_steps(3);
}

#[test]
fn files_open_in_tabs_and_an_open_file_gets_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, files) = open(folder.path(), &["a", "b", "c"]);
    assert_eq!(
        (titles(&window), window.app().document.title()),
        (["a", "b", "c"].map(String::from).to_vec(), "c".into())
    );
    window.drop_file(&files[0]);
    assert_eq!((titles(&window).len(), window.app().document.title().as_str()), (3, "a"));
    // A new level stands after the active one.
    window.key(Modifiers::COMMAND, Key::N);
    assert_eq!(titles(&window), ["a", "untitled", "b", "c"]);
    // An untouched level without a file gives way.
    window.drop_file(&saved(folder.path(), &["d"])[0]);
    assert_eq!(titles(&window), ["a", "d", "b", "c"]);
    assert_named(&window, "tabs");
}

#[test]
fn tabs_are_switched_by_click_and_by_keys() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open(folder.path(), &["a", "b", "c"]);
    let title = |window: &Window| window.app().document.title();
    click_with(&mut window, "Level tab: a", PointerButton::Primary);
    assert_eq!(title(&window), "a");
    window.key(Modifiers::ALT, Key::PageDown);
    assert_eq!(title(&window), "b");
    window.key(Modifiers::COMMAND, Key::Tab);
    assert_eq!(title(&window), "c");
    window.key(Modifiers::ALT, Key::PageDown);
    assert_eq!(title(&window), "a", "around the end");
    window.key(Modifiers { shift: true, ..Modifiers::COMMAND }, Key::Tab);
    assert_eq!(title(&window), "c");
    assert_eq!(titles(&window), ["a", "b", "c"], "the order stays");
}

#[test]
fn each_document_keeps_its_history_run_selection_camera_and_breakpoints() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open(folder.path(), &["a", "b"]);
    window.press("Step one frame");
    window.press("Step one frame");
    rename(&mut window, "b changed");
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.key(Modifiers::COMMAND, Key::Plus);
    let (camera, hash) = (window.app().canvas.camera, window.app().run.world().hash());
    window.app_mut().features.breakpoints.report = Some((0, "found".to_owned()));
    window.press("Level tab: a");
    let app = window.app();
    assert_eq!((app.run.frame(), app.document.undo_label(), app.selection.len()), (0, None, 0));
    assert!(app.features.breakpoints.report.is_none() && app.canvas.camera.scale != camera.scale);
    window.press("Step one frame");
    window.press("Level tab: b changed, unsaved");
    let app = window.app();
    assert_eq!((app.run.frame(), app.run.world().hash()), (2, hash));
    assert_eq!((app.document.undo_label(), &app.selection[..]), (Some("Rename"), &[Place::Body(0)][..]));
    assert_eq!((app.canvas.camera.center, app.canvas.camera.scale), (camera.center, camera.scale));
    assert_eq!(app.features.breakpoints.report.as_ref().unwrap().1, "found");
    window.press("Undo");
    assert_eq!(titles(&window), ["a", "b"]);
    window.press("Level tab: a");
    assert_eq!(window.app().run.frame(), 1);
}

#[test]
fn text_that_is_being_typed_stays_in_its_document() {
    let folder = tempfile::tempdir().unwrap();
    let files = saved(folder.path(), &["a", "b"]);
    let settings = Settings::showing([blobsmith::editor::settings::tabs::Tab::World]);
    let mut window = Window::new(Level { name: "first".to_owned(), ..square() }, settings);
    window.drop_file(&files[0]);
    window.drop_file(&files[1]);
    window.enter_field(egui::accesskit::Role::SpinButton, "Substeps");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("8".to_owned()));
    window.harness.run_steps(1);
    window.key(Modifiers::COMMAND, Key::Tab);
    let substeps: Vec<_> = window.app().open_documents().map(|one| one.level().world.substeps).collect();
    assert_eq!((titles(&window), substeps), (["a", "b"].map(String::from).to_vec(), vec![16, 8]));
    assert_eq!(window.app().document.title(), "a");
}

#[test]
fn closed_tab_asks_about_its_changes_only() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, files) = open(folder.path(), &["a", "b", "c"]);
    rename(&mut window, "c changed");
    // A clean one closes at once.
    click_with(&mut window, "Level tab: b", PointerButton::Middle);
    assert_eq!(titles(&window), ["a", "c changed"]);
    window.press("Level tab: a");
    window.press("Close c changed");
    assert_eq!(window.app().document.title(), "c changed", "the question shows its level");
    window.press("Cancel");
    assert_eq!(titles(&window), ["a", "c changed"]);
    window.key(Modifiers::COMMAND, Key::W);
    // The toolbar has a button of that name as well.
    window.harness.get_all_by_label("Save").last().unwrap().click_accesskit();
    window.harness.run_steps(3);
    assert_eq!(titles(&window), ["a"]);
    assert_eq!(format::load_level(&files[2]).unwrap().name, "c changed");
    // The last one leaves an empty level.
    window.key(Modifiers::COMMAND, Key::W);
    assert_eq!(titles(&window), ["untitled"]);
    assert!(window.app().document.level().bodies.is_empty() && window.app().files.guard.is_none());
}

#[test]
fn quit_asks_once_for_all_unsaved_documents_and_saves_them() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, files) = open(folder.path(), &["a", "b", "c"]);
    rename(&mut window, "c changed");
    window.press("Level tab: a");
    rename(&mut window, "a changed");
    window.press("Level tab: b");
    assert!(!close_window(&mut window));
    assert_eq!(window.app().files.guard, Some(Pending::Quit));
    window.harness.run_steps(2);
    for line in ["• a changed", "• c changed"] {
        assert!(window.harness.query_by_label(line).is_some(), "{line}");
    }
    window.press("Save all");
    assert!(window.app().files.guard.is_none() && window.app().window.may_close);
    let names = files.iter().map(|file| format::load_level(file).unwrap().name);
    assert_eq!(names.collect::<Vec<_>>(), ["a changed", "b", "c changed"]);
}

#[test]
fn background_tab_that_was_changed_on_disk_is_not_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, files) = open(folder.path(), &["a", "b"]);
    let theirs = Level { name: "theirs".to_owned(), ..square() };
    format::save(&theirs, &files[0]).unwrap();
    window.press("Level tab: a");
    rename(&mut window, "mine");
    window.key(Modifiers::COMMAND, Key::S);
    assert!(window.app().files.conflict.is_some());
    assert_eq!(format::load_level(&files[0]).unwrap().name, "theirs");
}

#[test]
fn recovery_keeps_the_changes_of_every_open_document() {
    let (folder, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (mut window, files) = open(folder.path(), &["a", "b", "c"]);
    let timing = Timing { delay: Duration::ZERO, retry: recovery::RETRY };
    let started = Recovery::start(kept.path(), &window.harness.ctx, timing);
    window.app_mut().files.recovery = Some(started);
    rename(&mut window, "c changed");
    window.press("Level tab: a");
    rename(&mut window, "a changed");
    let journals = |path: &Path| {
        let names = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        names.filter(|path| path.extension().is_some_and(|ending| ending == "journal")).count()
    };
    until(&mut window, |_| journals(kept.path()) == 2);
    // One is saved: its journal goes, that of the other stays.
    window.key(Modifiers::COMMAND, Key::S);
    until(&mut window, |_| journals(kept.path()) == 1);
    rename(&mut window, "a changed again");
    until(&mut window, |_| journals(kept.path()) == 2);
    // The window crashes.
    drop(window.app_mut().files.recovery.take());
    let mut found: Vec<_> = recovery::look(kept.path())
        .into_iter()
        .map(|found| if let RecoveredJournals::Work(left) = found { *left } else { panic!("damaged") })
        .collect();
    found.sort_by(|a, b| a.head.name.cmp(&b.head.name));
    let names: Vec<_> = found.iter().map(|left| (left.level.name.as_str(), left.head.path.clone().unwrap())).collect();
    assert_eq!(names, [("a changed again", files[0].clone()), ("c changed", files[2].clone())]);
}

#[test]
fn diagnosis_of_a_background_tab_stays_in_its_tab() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open(folder.path(), &["a"]);
    until(&mut window, |window| !window.app().features.findings.inspection.is_behind());
    let of_a = window.app().features.findings.list.clone();
    let mut broken = discs();
    broken.name = "many".to_owned();
    broken.discs[0].radius = 5.0;
    let file = folder.path().join("many.ron");
    format::save(&broken, &file).unwrap();
    window.drop_file(&file);
    until(&mut window, |window| !window.app().features.findings.inspection.is_behind());
    let of_many = window.app().features.findings.list.clone();
    assert!(!of_many.is_empty() && of_many != of_a, "the discs overlap");
    window.press("Level tab: a");
    until(&mut window, |window| !window.app().features.findings.inspection.is_behind());
    assert_eq!(window.app().features.findings.list, of_a);
    window.press("Level tab: many");
    assert_eq!(window.app().features.findings.list, of_many);
}

#[test]
fn tabs_are_moved_by_dragging_and_listed_in_a_menu() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open(folder.path(), &["a", "b", "c"]);
    let at = |window: &Window, name: &str| window.harness.get_by_label(name).rect().center();
    let (from, to) = (at(&window, "Level tab: c"), at(&window, "Level tab: a"));
    window.drag(from, to);
    assert_eq!(titles(&window), ["c", "a", "b"]);
    window.press("More: Open levels");
    window.press("b");
    assert_eq!(window.app().document.title(), "b");
}

#[test]
fn new_levels_without_a_name_are_numbered() {
    let mut window = Window::with(Level::default());
    for _ in 0..2 {
        // An untouched level gives way to the next one.
        let edit = Edit::new("Notes", |level: &mut Level| {
            level.notes = "changed".to_owned();
            Ok(())
        });
        assert_eq!(window.app_mut().document.apply(edit), Ok(true));
        window.key(Modifiers::COMMAND, Key::N);
    }
    assert_eq!(titles(&window), ["untitled", "untitled 2", "untitled 3"]);
    assert_eq!(window.app().document.title(), "untitled 3");
    // A number that is free again is taken again.
    window.key(Modifiers::ALT, Key::PageUp);
    window.key(Modifiers::ALT, Key::PageUp);
    rename(&mut window, "mine");
    window.key(Modifiers::COMMAND, Key::N);
    assert_eq!(titles(&window), ["mine", "untitled", "untitled 2", "untitled 3"]);
}

#[test]
fn one_document_has_no_row_of_tabs() {
    let mut window = Window::with(square());
    let before = window.app().canvas.rect.unwrap();
    rename(&mut window, "mine");
    window.key(Modifiers::COMMAND, Key::N);
    let with_tabs = window.app().canvas.rect.unwrap();
    assert!((20.0..=32.0).contains(&(with_tabs.top() - before.top())), "{with_tabs:?} {before:?}");
    assert_eq!(with_tabs.bottom(), before.bottom());
    window.press("Close untitled");
    assert_eq!(window.app().canvas.rect, Some(before));
    let corner = window.screen(DVec2::new(1.0, 1.0));
    assert!(before.contains(corner), "the view of the level is still there");
}

/// The first steps need an empty level, which does not take the place of one that was chosen.
#[test]
fn first_steps_leave_a_chosen_level_open() {
    let mut window = Window::open(&Source::Gallery(0));
    let ctx = window.harness.ctx.clone();
    perform::perform(window.app_mut(), &ctx, Action::Open(Source::Gallery(1)));
    window.harness.run_steps(4);
    let chosen = titles(&window);
    assert_eq!(chosen.len(), 1);
    window.app_mut().features.tour.is_offered = true;
    window.harness.run_steps(2);
    window.press("Show me");
    let open = titles(&window);
    assert_eq!((open.len(), &open[0]), (2, &chosen[0]));
    assert!(window.app().document.level().bodies.is_empty() && window.app().features.tour.is_open);
    // An empty level gives way, and so does the level with which a window begins.
    for level in [Level::default(), square()] {
        let mut window = Window::with(level);
        window.app_mut().features.tour.is_offered = true;
        window.harness.run_steps(2);
        window.press("Show me");
        assert_eq!(titles(&window).len(), 1);
        assert!(window.app().features.tour.is_open);
    }
}

#[test]
fn opened_level_has_the_tool_that_selects_in_hand() {
    let mut window = Window::with(square());
    let open = |window: &mut Window, source: Source| {
        window.key(Modifiers::NONE, Key::A);
        assert_eq!(window.app().toolbox.entry.id, "node");
        let ctx = window.harness.ctx.clone();
        perform::perform(window.app_mut(), &ctx, Action::Open(source));
        window.harness.run_steps(4);
        window.app().toolbox.entry.id
    };
    assert_eq!(open(&mut window, Source::Gallery(0)), "select");
    assert_eq!(open(&mut window, Source::New), "node", "an empty level is for drawing");
}
