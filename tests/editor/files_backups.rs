//! Backups of saved versions, and the bar that reports a recovery journal that cannot be written.

use crate::files::until;
use crate::window::{Window, square, with_ids};
use blobsmith::editor::actions::Source;
use blobsmith::editor::files::backups;
use blobsmith::editor::files::recovery::{Recovery, Timing};
use blobsmith::level::format;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::time::Duration;

/// Drags the corner of the square away and saves.
fn change_and_save(window: &mut Window) {
    let [x, y] = window.app().document.level().bodies[0].nodes[2].position;
    let (from, to) = (window.screen(DVec2::new(x, y)), window.screen(DVec2::new(x + 0.2, y)));
    window.drag(from, to);
    assert!(window.app().document.is_dirty());
    window.key(Modifiers::COMMAND, Key::S);
    assert!(!window.app().document.is_dirty());
}

#[test]
fn backup_is_restored_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let (file, root) = (folder.path().join("square.ron"), folder.path().join("backups"));
    format::save(&square(), &file).unwrap();
    let mut window = Window::open(&Source::File(file.clone()));
    window.app_mut().files.backups.root = Some(root.clone());
    change_and_save(&mut window);
    change_and_save(&mut window);
    assert_eq!(backups::list(&root, &file).len(), 2);
    let last = window.app().document.level().clone();
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(Event::Text("restore a backup".to_owned()));
    window.harness.run_steps(3);
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.harness.query_by_label("Restore backup 2").is_some());
    window.press("Restore backup 1");
    assert_eq!(
        **window.app().document.level(),
        with_ids(square()),
        "the first version is what was in the file at first"
    );
    assert!(window.app().document.is_dirty() && window.harness.query_by_label("Restore backup 2").is_none());
    window.press("Undo");
    assert_eq!(*window.app().document.level(), last);
}

#[test]
fn recovery_failure_is_shown_until_a_retry_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let blocker = folder.path().join("data");
    std::fs::write(&blocker, "a file where the folder should be").unwrap();
    let mut window = Window::with(square());
    let timing = Timing { delay: Duration::ZERO, retry: Duration::from_secs(3600) };
    let recovery = Recovery::start(&blocker.join("recovery"), &window.harness.ctx.clone(), timing);
    window.app_mut().files.recovery = Some(recovery);
    window.harness.run_steps(2);
    assert!(window.harness.query_by_label_contains("Unsaved work cannot be protected").is_some());
    assert!(window.harness.query_by_label_contains("next attempt in 3600 s").is_some());
    std::fs::remove_file(&blocker).unwrap();
    window.press("Try now");
    until(&mut window, |window| window.harness.query_by_label_contains("Unsaved work cannot be protected").is_none());
    assert!(window.app().files.recovery.as_ref().unwrap().write_failure().is_none());
}
