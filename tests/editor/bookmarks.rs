//! Notes and tags of bookmarks, and their search.

use super::time::{type_frame, window_at};
use super::window::Window;
use blobsmith::editor::actions::{Action, Command};
use blobsmith::editor::perform::perform;
use blobsmith::editor::regions;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

#[test]
fn bookmarks_have_notes_and_tags_and_are_found_by_them() {
    let mut window = window_at(30);
    window.key(Modifiers::NONE, Key::M);
    type_frame(&mut window, "10");
    window.key(Modifiers::NONE, Key::M);
    window.press("Bookmarks");
    window.press("Describe Bookmark 2");
    for (field, text) in [("Note of the bookmark", "Spring 3 breaks"), ("Tags of the bookmark", "bug, #left")] {
        window.harness.get_by_label(field).focus();
        window.harness.run_steps(2);
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run_steps(3);
    }
    window.press("Keep");
    let kept = window.app().document.level().editor.clone().unwrap().bookmarks;
    assert_eq!((kept[0].name.as_str(), kept[0].note.as_str()), ("Bookmark 2", "Spring 3 breaks"));
    assert_eq!(kept[0].tags, ["bug", "left"]);
    assert_eq!(window.app().document.undo_label(), Some("Describe bookmark Bookmark 2"));
    window.press("Bookmarks");
    for (words, found) in [("#bug", [true, false]), ("breaks", [true, false]), ("mark 1", [false, true])] {
        window.harness.get_by_label("Find bookmarks").focus();
        window.harness.run_steps(2);
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.harness.event(Event::Text(words.to_owned()));
        window.harness.run_steps(4);
        let is_listed = |name: &str| window.harness.query_by_label(name).is_some();
        assert_eq!([is_listed("Go to Bookmark 2"), is_listed("Go to Bookmark 1")], found, "{words}");
    }
    window.press("Undo");
    assert_eq!(window.app().document.level().editor.clone().unwrap().bookmarks[0].note, "");
}

#[test]
fn new_bookmark_is_announced_and_its_window_is_above_the_timeline() {
    let mut window = window_at(30);
    window.key(Modifiers::NONE, Key::M);
    assert!(window.app().notices.texts().any(|text| text == "Bookmark at frame 30. Press M again to add a note"));
    window.key(Modifiers::NONE, Key::M);
    window.harness.run_steps(5);
    let name = window.harness.get_by_label("Name of the bookmark").rect();
    let keep = window.harness.get_by_label("Keep").rect();
    let timeline = regions::all(&window.harness.ctx).into_iter().find(|(name, _)| *name == "timeline").unwrap().1;
    assert!(keep.bottom() < timeline.top(), "{keep:?} {timeline:?}");
    assert!(name.left() > timeline.left(), "beside the toolbox: {name:?}");
}

fn run(window: &mut Window, command: Command) {
    let ctx = window.harness.ctx.clone();
    perform(window.app_mut(), &ctx, Action::Command(command));
    window.harness.run_steps(3);
}

#[test]
fn bookmark_within_a_substep_keeps_its_phase() {
    let mut window = window_at(30);
    type_frame(&mut window, "12.5.2");
    assert_eq!(window.app().run.phases_done(), Some(2));
    window.key(Modifiers::NONE, Key::M);
    let said = "Bookmark at frame 12.5.2. Press M again to add a note";
    assert!(window.app().notices.texts().any(|text| text == said));
    let bookmark = window.app().document.level().editor.as_ref().unwrap().bookmarks[0].clone();
    assert_eq!((bookmark.frame, bookmark.substep, bookmark.phase), (12, 5, 2));
    let inside = |window: &Window| (window.app().run.moment(), window.app().run.phases_done());
    // From both sides, by key and by click; from inside the substep it is neither next nor previous.
    for (start, command) in [("3", Command::NextBookmark), ("25", Command::PreviousBookmark)] {
        type_frame(&mut window, start);
        assert_eq!(window.app().run.phases_done(), None);
        run(&mut window, command);
        assert_eq!(inside(&window), ((12, 6), Some(2)), "{command:?}");
        run(&mut window, command);
        assert_eq!(inside(&window), ((12, 6), Some(2)), "no other bookmark");
    }
    type_frame(&mut window, "3");
    window.press("Bookmarks");
    window.press("Go to Bookmark 1");
    assert_eq!(inside(&window), ((12, 6), Some(2)));
}
