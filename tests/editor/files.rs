//! Files in the window: start levels, recent files, dropped files.

use crate::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::files::recents::Fate;
use blobsmith::editor::files::thumbs::{Of, Seen};
use blobsmith::editor::settings::Settings;
use blobsmith::level::{Level, format, gallery};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// Draws frames until a condition holds that depends on another thread, which has the processor meanwhile.
pub fn until(window: &mut Window, mut is_so: impl FnMut(&mut Window) -> bool) {
    for _ in 0..20_000 {
        if is_so(window) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.harness.run_steps(1);
    }
    panic!("it never became so");
}

fn type_words(window: &mut Window, text: &str) {
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(3);
}

fn said(window: &Window, words: &str) -> bool {
    window.app().notices.texts().any(|text| text.contains(words))
}

#[test]
fn gallery_lists_searches_and_opens_levels_by_keys() {
    let mut window = Window::with(square());
    window.key(CTRL_SHIFT, Key::N);
    assert!(window.app().files.start.is_open);
    for level in gallery::ALL {
        assert!(window.harness.query_all_by_label(level.name).next().is_some(), "{}", level.name);
    }
    type_words(&mut window, "cradle");
    assert_eq!(window.harness.query_all_by_label("Newton's cradle").count(), 1);
    assert!(window.harness.query_by_label("First blob").is_none());
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().document.level().name, "Newton's cradle");
    assert!(!window.app().files.start.is_open && window.app().document.path.is_none());
}

#[test]
fn gallery_arrows_choose_cards_and_letters_search() {
    let mut window = Window::with(square());
    window.key(CTRL_SHIFT, Key::N);
    // Down is the first card, right the second.
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    type_words(&mut window, "b");
    assert_eq!(window.app().files.start.words, "b");
    assert_eq!(window.app().run.moment(), (0, 0), "arrows do not step here");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().files.start.is_open && window.app().files.start.words.is_empty());
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.app().files.start.is_open);
    assert_eq!(window.app().document.level().name, "square");
    window.key(CTRL_SHIFT, Key::N);
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(**window.app().document.level(), gallery::with_floor());
}

#[test]
fn gallery_pictures_load_and_the_idle_window_rests() {
    let mut window = Window::with(square());
    window.key(CTRL_SHIFT, Key::N);
    let ctx = window.harness.ctx.clone();
    let theme = blobsmith::picture::Theme::Dark;
    until(&mut window, |window| {
        let thumbs = &mut window.app_mut().files.thumbs;
        matches!(thumbs.get(&ctx, &Of::Gallery(0), None, theme), Seen::Here(_, facts) if facts.bodies == 5)
    });
    until(&mut window, |window| window.harness.try_run().is_ok());
}

#[test]
fn gallery_opens_beside_unsaved_changes() {
    let mut window = Window::with(square());
    let at = |x, y| glam::DVec2::new(x, y);
    let (from, to) = (window.screen(at(1.0, 1.0)), window.screen(at(1.5, 1.25)));
    window.drag(from, to);
    let changed = window.app().document.level().clone();
    window.key(CTRL_SHIFT, Key::N);
    window.press("Empty level");
    assert!(window.app().document.level().bodies.is_empty() && !window.app().files.start.is_open);
    window.press("Level tab: square, unsaved");
    assert_eq!(*window.app().document.level(), changed);
}

#[test]
fn recent_files_that_are_missing_can_be_removed() {
    let folder = tempfile::tempdir().unwrap();
    let [here, gone] = ["here.ron", "gone.ron"].map(|name| folder.path().join(name));
    blobsmith::level::format::save(&square(), &here).unwrap();
    let settings = Settings { recent: vec![here.clone(), gone.clone()], ..Settings::default() };
    let mut window = Window::new(square(), settings);
    window.key(CTRL_SHIFT, Key::N);
    until(&mut window, |window| window.app().files.recents.is_gone(&gone));
    let fate = window.app().files.recents.fate(&here).cloned();
    let bytes = std::fs::metadata(&here).unwrap().len();
    assert!(matches!(fate, Some(Fate::There { bytes: found, .. }) if found == bytes), "{fate:?}");
    window.press("Remove 1 missing file");
    assert_eq!(window.app().settings.recent, std::slice::from_ref(&here));
    window.press("here.ron");
    assert_eq!(window.app().document.path, Some(here));
}

#[test]
fn dropped_file_opens_or_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dropped.json");
    format::save(&square(), &file).unwrap();
    let mut window = Window::open(&Source::New);
    window.drop_file(folder.path());
    assert!(said(&window, "is a folder"));
    let picture = folder.path().join("picture.gif");
    std::fs::write(&picture, "").unwrap();
    window.drop_file(&picture);
    assert!(said(&window, "picture.gif was not opened"));
    let other = folder.path().join("other.ron");
    format::save(&square(), &other).unwrap();
    window.drop_files(&[&file, &other]);
    let open: Vec<_> = window.app().open_documents().map(|document| document.path.clone().unwrap()).collect();
    assert_eq!(open, [file, other]);
}

#[test]
fn large_file_is_read_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.ron");
    let level = Level { name: "Large".to_owned(), notes: "x".repeat(300 << 10), ..square() };
    format::save(&level, &file).unwrap();
    let mut window = Window::open(&Source::New);
    window.drop_file(&file);
    until(&mut window, |window| window.app().document.title() == "Large");
    assert!(window.app().files.task.is_none());
}

/// Errors stay without input, and for 20 seconds of mouse or keys.
#[test]
fn error_leaves_after_it_was_in_view_in_use() {
    let mut window = Window::with(square());
    window.app_mut().notices.error("the disk is full");
    let is_shown = |window: &Window| window.app().notices.texts().next().is_some();
    window.harness.run_steps(2000);
    assert!(is_shown(&window));
    let mut steps = 0;
    while is_shown(&window) && steps < 10_000 {
        steps += 1;
        window.harness.event(egui::Event::PointerMoved(egui::pos2(400.0 + (steps % 50) as f32, 300.0)));
        window.harness.run_steps(1);
    }
    assert!((20 * 4..=20 * 60 + 2).contains(&steps), "{steps}");
    window.app_mut().notices.error("the disk is full");
    window.harness.run_steps(1);
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!is_shown(&window));
}
