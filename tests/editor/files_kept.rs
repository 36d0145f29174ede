//! Recovery after a crash, and files changed by another program.

use crate::files::until;
use crate::window::{Window, square, with_ids};
use blobsmith::editor::actions::Source;
use blobsmith::editor::document::{Document, Edit};
use blobsmith::editor::files::disk::FileChange;
use blobsmith::editor::files::recovery::{self, JournalHeader, Left, RecoveredJournals, Recovery, Timing};
use blobsmith::level::{Level, format};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|file| file.extension().is_some_and(|extension| extension == ending)).collect()
}

fn wait(mut is_so: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it never became so");
}

fn renamed(path: Option<PathBuf>) -> Document {
    let mut document = Document::new(square(), path);
    let rename = |level: &mut Level| {
        level.name = "changed".to_owned();
        level.bodies[0].nodes[0].position = [-1.0, 0.1];
        Ok(())
    };
    document.apply(Edit::new("Change", rename)).unwrap();
    document
}

fn timing(delay: Duration) -> Timing {
    Timing { delay, retry: Duration::from_millis(50) }
}

fn start(folder: &Path, delay: Duration) -> Recovery {
    let recovery = Recovery::start(folder, &egui::Context::default(), timing(delay));
    assert_eq!(recovery.write_failure(), None);
    recovery
}

/// The recovery entries of windows that ended.
fn work(folder: &Path) -> Vec<Left> {
    let works = recovery::look(folder).into_iter();
    works.map(|found| if let RecoveredJournals::Work(left) = found { *left } else { panic!("damaged") }).collect()
}

/// A folder in which a window has crashed with a change.
fn crashed(path: Option<PathBuf>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut recovery = start(folder.path(), Duration::from_secs(3600));
    recovery.keep(&renamed(path));
    // On a panic the pending change is written.
    drop(recovery);
    wait(|| !files(folder.path(), "journal").is_empty());
    // The thread of the window writes the journal first, and releases its lock when it ends.
    wait(|| files(folder.path(), "lock").iter().all(|lock| File::open(lock).unwrap().try_lock().is_ok()));
    folder
}

#[test]
fn recovery_offers_the_work_of_closed_windows_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = start(folder.path(), Duration::ZERO);
    let mut second = start(folder.path(), Duration::ZERO);
    let document = renamed(None);
    first.keep(&document);
    second.keep(&renamed(Some(PathBuf::from("/nowhere/square.ron"))));
    wait(|| files(folder.path(), "journal").len() == 2);
    assert!(recovery::look(folder.path()).is_empty(), "both windows live");
    drop(first);
    let mut left = Vec::new();
    wait(|| {
        left = work(folder.path());
        !left.is_empty()
    });
    assert_eq!((left.len(), &*left[0].level, left[0].head.path.as_ref()), (1, &**document.level(), None));
    assert_eq!(left[0].head.name, "changed");
    assert_eq!(left[0].difference, "never saved: 1 body, 4 nodes");
    // An entry is held by one window only.
    assert!(recovery::look(folder.path()).is_empty());
    left.into_iter().for_each(Left::discard);
    assert_eq!(files(folder.path(), "journal").len(), 1);
    second.end();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a clean end leaves nothing");
}

#[test]
fn recovery_drops_saved_and_undone_work() {
    let folder = tempfile::tempdir().unwrap();
    let mut recovery = start(folder.path(), Duration::ZERO);
    let mut document = renamed(None);
    recovery.keep(&document);
    wait(|| files(folder.path(), "journal").len() == 1);
    document.undo();
    recovery.keep(&document);
    wait(|| files(folder.path(), "journal").is_empty());
    document.redo();
    recovery.keep(&document);
    wait(|| files(folder.path(), "journal").len() == 1);
    let level = document.level().clone();
    document.mark_saved(&level, None);
    recovery.keep(&document);
    wait(|| files(folder.path(), "journal").is_empty());
    recovery.end();
}

#[test]
fn recovery_does_not_offer_saved_work() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("square.ron");
    let folder = crashed(Some(file.clone()));
    format::save(renamed(None).level(), &file).unwrap();
    // A process that another test starts at this moment has the lock until it runs its program.
    wait(|| {
        assert!(recovery::look(folder.path()).is_empty());
        std::fs::read_dir(folder.path()).unwrap().count() == 0
    });
}

#[test]
fn recovery_reports_damaged_journals_and_sets_them_aside() {
    let whole = recovery::write(&JournalHeader { name: "n".to_owned(), path: None, time: 1 }, &square());
    assert_eq!(recovery::read(&whole).map(|journal| journal.level), Ok(square()));
    for (length, words) in [
        (0, "does not begin"),
        (12, "does not begin"),
        (21, "first line"),
        (30, "first line"),
        (whole.len() / 2, "level"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("1-0.journal"), &whole[..length]).unwrap();
        let found = recovery::look(folder.path());
        let [RecoveredJournals::Damaged { file, reason }] = &found[..] else { panic!("{length}") };
        assert!(reason.contains(words), "{length}: {reason}");
        assert_eq!(files(folder.path(), "damaged"), std::slice::from_ref(file));
        assert!(recovery::look(folder.path()).is_empty());
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("1-0.journal"), [0xff, 0xfe, 0]).unwrap();
    assert!(
        matches!(&recovery::look(folder.path())[..], [RecoveredJournals::Damaged { reason, .. }] if reason == "it is not text")
    );
}

fn attach(window: &mut Window, folder: &Path) {
    let ctx = window.harness.ctx.clone();
    let recovery = Recovery::start(folder, &ctx, timing(Duration::ZERO));
    assert_eq!(recovery.write_failure(), None);
    window.app_mut().files.recovery = Some(recovery);
    until(window, |window| !window.app().files.recovery.as_ref().unwrap().found.is_empty());
    window.harness.run_steps(3);
}

#[test]
fn restored_work_is_unsaved_and_replaces_its_old_journal() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("square.ron");
    format::save(&square(), &file).unwrap();
    let folder = crashed(Some(file.clone()));
    let old = files(folder.path(), "journal");
    let mut window = Window::open(&Source::New);
    attach(&mut window, folder.path());
    window.press("Show: changed");
    assert!(window.harness.query_by_label("the same parts, other values, compared with the file").is_some());
    window.press("Restore: changed");
    assert_eq!(window.app().document.level(), renamed(None).level());
    assert!(window.app().document.is_dirty());
    assert_eq!(window.app().document.path, Some(file.clone()));
    assert!(window.harness.query_by_label("Restore: changed").is_none());
    until(&mut window, |_| !old[0].exists() && files(folder.path(), "journal").len() == 1);
    window.key(Modifiers::COMMAND, Key::S);
    assert_eq!(format::load_level(&file).as_ref(), Ok(&**renamed(None).level()));
    until(&mut window, |_| files(folder.path(), "journal").is_empty());
}

#[test]
fn recovery_can_be_postponed_or_discarded() {
    let folder = crashed(None);
    let mut window = Window::open(&Source::New);
    attach(&mut window, folder.path());
    window.press("Later");
    assert!(window.harness.query_by_label("Restore: changed").is_none());
    assert_eq!(files(folder.path(), "journal").len(), 1);
    drop(window);
    let mut window = Window::open(&Source::New);
    attach(&mut window, folder.path());
    window.press("Discard: changed");
    assert_eq!(files(folder.path(), "journal").len(), 1, "once is not enough");
    window.press("Discard for good: changed");
    assert!(files(folder.path(), "journal").is_empty());
    assert!(window.harness.query_by_label("Restore: changed").is_none());
}

fn other() -> Level {
    Level { name: "theirs".to_owned(), ..square() }
}

fn opened(folder: &Path) -> (Window, PathBuf) {
    let file = folder.join("square.ron");
    format::save(&square(), &file).unwrap();
    (Window::open(&Source::File(file.clone())), file)
}

fn pull(window: &mut Window) {
    let (from, to) = (window.screen(DVec2::new(1.0, 1.0)), window.screen(DVec2::new(1.5, 1.25)));
    window.drag(from, to);
    assert!(window.app().document.is_dirty());
}

#[test]
fn file_changed_by_another_program_is_reloaded_with_undo() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, file) = opened(folder.path());
    until(&mut window, |window| window.harness.try_run().is_ok());
    pull(&mut window);
    let mine = window.app().document.level().clone();
    format::save(&other(), &file).unwrap();
    until(&mut window, |window| window.app().files.disk.news() == Some(FileChange::Changed));
    window.harness.run_steps(2);
    window.press("Reload");
    assert_eq!(**window.app().document.level(), with_ids(other()));
    assert!(!window.app().document.is_dirty() && window.app().files.disk.news().is_none());
    window.press("Undo");
    assert_eq!(*window.app().document.level(), mine);
    assert!(window.app().document.is_dirty());
}

#[test]
fn save_over_a_foreign_change_asks_first() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, file) = opened(folder.path());
    pull(&mut window);
    format::save(&other(), &file).unwrap();
    window.key(Modifiers::COMMAND, Key::S);
    assert_eq!(format::load_level(&file), Ok(other()));
    window.press("Cancel");
    assert!(window.app().document.is_dirty());
    window.key(Modifiers::COMMAND, Key::S);
    window.press("Overwrite");
    assert_eq!(format::load_level(&file).as_ref(), Ok(&**window.app().document.level()));
    assert!(!window.app().document.is_dirty());
    // The window does not report its own saving.
    pull(&mut window);
    window.key(Modifiers::COMMAND, Key::S);
    assert!(!window.app().document.is_dirty() && window.app().files.conflict.is_none());
}

#[test]
fn missing_file_is_reported_and_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, file) = opened(folder.path());
    std::fs::remove_file(&file).unwrap();
    until(&mut window, |window| window.app().files.disk.news() == Some(FileChange::Gone));
    window.harness.run_steps(2);
    window.press("Save again");
    assert_eq!(format::load_level(&file), Ok(square()));
    until(&mut window, |window| window.app().files.disk.news().is_none());
}

#[test]
fn camera_of_a_file_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, file) = opened(folder.path());
    window.key(Modifiers::COMMAND, Key::Plus);
    window.key(Modifiers::COMMAND, Key::Plus);
    let camera = window.app().canvas.camera;
    window.key(Modifiers::COMMAND, Key::N);
    assert_ne!(window.app().canvas.camera, camera);
    window.drop_file(&file);
    let again = window.app().canvas.camera;
    assert!((again.scale / camera.scale - 1.0).abs() < 1e-6 && again.center.distance(camera.center) < 1e-6);
    assert!(!window.app().document.is_dirty(), "looking changes no file");
    // The default view, all of the level, is not stored.
    window.key(Modifiers::NONE, Key::F);
    window.key(Modifiers::COMMAND, Key::N);
    assert!(window.app().settings.views.is_empty());
}
