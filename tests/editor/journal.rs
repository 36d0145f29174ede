//! The journal in the window: pushes, settings from here on, branches, recordings, a moment as a level.

use crate::window::{Window, square};
use blobsmith::debugger::recording;
use blobsmith::editor::kept_runs::MOST;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::engine::World;
use blobsmith::level::Place;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

fn with_journal() -> Window {
    Window::new(square(), Settings::showing([Tab::Journal]))
}

fn steps(window: &mut Window, frames: u64) {
    (0..frames).for_each(|_| window.key(Modifiers::NONE, Key::ArrowRight));
}

fn write(window: &mut Window, field: &str, text: &str) {
    window.harness.get_by_label(field).focus();
    window.harness.run_steps(2);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(2);
}

#[test]
fn journal_lists_a_typed_push_and_removes_it() {
    let mut window = with_journal();
    steps(&mut window, 3);
    let at = window.app().run.world().position(2);
    window.click(at, Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Node(0, 2)]);
    window.type_into("Push x", "0.5");
    let before = window.app().run.world().velocity(2);
    window.press("Push the selection");
    assert_eq!(window.app().run.world().velocity(2) - before, DVec2::new(0.5, 0.0));
    assert!(!window.app().document.is_dirty());
    steps(&mut window, 3);
    let pushed = window.app().run.world().hash();
    window.press("Frame 3: nudge node 2 of square by (0.5, 0)");
    assert_eq!(window.app().run.moment(), (3, 0));
    window.press("To the last visited frame");
    window.press("Remove: nudge node 2 of square by (0.5, 0)");
    window.harness.run_steps(5);
    assert_eq!(window.app().run.moment(), (6, 0), "it goes on to where it was");
    let mut straight = World::new(&square()).unwrap();
    (0..6).for_each(|_| straight.step_frame());
    assert_eq!(window.app().run.world().hash(), straight.hash());
    // Undo is the return to the previous branch.
    window.press("Branch: branch 1");
    window.harness.run_steps(5);
    assert_eq!((window.app().run.moment(), window.app().run.world().hash()), ((6, 0), pushed));
}

#[test]
fn journal_setting_changes_the_run_and_refuses_an_invalid_value() {
    let mut window = with_journal();
    steps(&mut window, 2);
    write(&mut window, "Setting", "world.gravity[1]");
    write(&mut window, "Value", "0.25");
    window.press("Set from here on");
    assert_eq!(window.app().run.level().world.gravity, [0.0, 0.25]);
    assert_eq!(window.app().document.level().world.gravity, [0.0, -0.02]);
    window.harness.get_by_label("Frame 2: world.gravity[1] = 0.25");
    write(&mut window, "Value", "x");
    window.press("Set from here on");
    assert!(window.app().notices.texts().any(|text| text.contains("world.gravity[1]: expected a number")));
}

#[test]
fn world_panel_changes_the_run_in_live_mode_and_keeps_changes() {
    let mut window = Window::new(square(), Settings::showing([Tab::World]));
    steps(&mut window, 4);
    window.press("Settings change the run from here on");
    window.type_into("Gravity y", "0.5");
    assert_eq!(window.app().run.moment(), (4, 0), "the run does not start over");
    assert_eq!((window.app().run.live_changes().len(), window.app().document.is_dirty()), (1, false));
    window.harness.get_by_label("1 live change");
    // Once more at the same moment is the same change.
    window.type_into("Gravity y", "0.75");
    assert_eq!(window.app().run.live_changes().len(), 1);
    assert_eq!(window.app().run.level().world.gravity[1], 0.75);
    steps(&mut window, 2);
    window.press("Keep in level");
    window.harness.run_steps(5);
    let app = window.app();
    assert_eq!((app.document.level().world.gravity[1], app.document.undo_label()), (0.75, Some("Keep live changes")));
    assert_eq!((app.run.live_changes().len(), app.run.moment()), (0, (6, 0)));
    let mut straight = World::new(app.document.level()).unwrap();
    (0..6).for_each(|_| straight.step_frame());
    assert_eq!(app.run.world().hash(), straight.hash());
}

#[test]
fn live_changes_are_dropped_as_a_branch() {
    let mut window = Window::new(square(), Settings::showing([Tab::World]));
    steps(&mut window, 2);
    window.press("Settings change the run from here on");
    window.type_into("Retention", "0.5");
    steps(&mut window, 2);
    assert_eq!(window.app().run.level().world.velocity_retention, 0.5);
    window.press("Drop");
    window.harness.run_steps(5);
    assert_eq!(window.app().run.level().world.velocity_retention, 1.0);
    assert_eq!((window.app().run.moment(), window.app().run.branches().len()), ((4, 0), 2));
}

#[test]
fn branch_is_compared_swapped_renamed_and_deleted() {
    let mut window = with_journal();
    steps(&mut window, 8);
    (0..4).for_each(|_| window.key(Modifiers::NONE, Key::ArrowLeft));
    let at = window.app().run.world().position(2);
    window.click(at, Modifiers::COMMAND);
    window.type_into("Push y", "0.3");
    window.press("Push the selection");
    steps(&mut window, 2);
    let name = window.app().run.branch().name;
    assert_eq!(name, "branch 2, from frame 4: nudge node 2 of square by (0, 0.3)");
    window.press("Compare with branch 1");
    window.harness.run_steps(5);
    let twin = &window.app().features.twin.as_ref().unwrap().twin;
    assert_eq!((twin.titles(), twin.run().moment()), (&[name.clone(), "branch 1".to_owned()], (6, 0)));
    assert_eq!(twin.parting(), Some(5));
    window.press("Compare: Beside");
    window.press("Branch: branch 1");
    window.harness.run_steps(5);
    let twin = &window.app().features.twin.as_ref().unwrap().twin;
    assert_eq!(twin.titles(), &["branch 1".to_owned(), name.clone()]);
    window.press(&format!("Compare with {name}"));
    assert!(window.app().features.twin.is_none());
    window.press(&format!("Rename {name}"));
    write(&mut window, "Name of the branch", "thrown");
    window.key(Modifiers::NONE, Key::Enter);
    window.press("Delete thrown");
    assert_eq!(window.app().run.branches().len(), 1);
}

#[test]
fn hand_with_shift_pushes_on_release() {
    let mut window = with_journal();
    steps(&mut window, 2);
    window.key(Modifiers::NONE, Key::H);
    let at = window.app().run.world().position(2);
    let (from, to) = (window.screen(at), window.screen(at + DVec2::new(2.0, 1.0)));
    let before = window.app().run.world().velocity(2);
    window.harness.event(Event::ModifiersChanged(Modifiers::SHIFT));
    window.drag_only(from, to);
    assert!(window.app().canvas.hint.starts_with("Release to push by"), "{}", window.app().canvas.hint);
    assert!(window.app().run.hand().is_none());
    window.drop_at(to);
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.harness.run_steps(2);
    // The velocity that covers the drag in 20 frames.
    let change = window.app().run.world().velocity(2) - before;
    assert!((change - DVec2::new(0.1, 0.05)).length() < 2e-3, "{change}");
    assert_eq!(window.app().run.journal().entries().len(), 1);
}

#[test]
fn recording_opens_with_its_timeline_and_reports_a_difference() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_journal();
    steps(&mut window, 3);
    let at = window.app().run.world().position(2);
    window.click(at, Modifiers::COMMAND);
    window.type_into("Push x", "0.5");
    window.press("Push the selection");
    steps(&mut window, 5);
    let (hash, path) = (window.app().run.world().hash(), folder.path().join("a.run.ron"));
    let mut recorded = window.app().run.recording();
    recording::save(&recorded, &path).unwrap();
    let mut again = Window::with(square());
    again.drop_file(&path);
    assert_eq!((again.app().run.moment(), again.app().run.last_frame()), ((0, 0), 8));
    assert_eq!((again.app().document.path.as_ref(), again.app().document.is_dirty()), (None, false));
    assert!(again.harness.query_all_by_label("a.run.ron").next().is_some(), "the file is named");
    again.press("To the last visited frame");
    again.harness.run_steps(5);
    assert_eq!((again.app().run.moment(), again.app().run.world().hash()), ((8, 0), hash));
    assert_eq!(again.app().run.departure(), None);
    // The hashes for conditions with `differs`.
    let known = again.app().features.breakpoints.watcher.recorded.as_deref().unwrap();
    assert_eq!((known.len(), known[8]), (9, hash));
    recorded.branches[0].hashes[6].state ^= 1;
    recording::save(&recorded, &path).unwrap();
    again.drop_file(&path);
    again.press("To the last visited frame");
    again.harness.run_steps(5);
    again.harness.get_by_label("not as recorded from frame 6");
    std::fs::write(&path, "(recording: 1, level: (format: 1), branches: 3)").unwrap();
    again.drop_file(&path);
    assert!(again.app().notices.texts().any(|text| text.contains("a.run.ron:1:") && text.contains("branches")));
}

#[test]
fn moment_becomes_a_new_level() {
    let mut window = Window::with(square());
    steps(&mut window, 5);
    let velocity = window.app().run.world().velocity(0);
    let mut straight = World::new(&square()).unwrap();
    (0..9).for_each(|_| straight.step_frame());
    window.press("Run");
    window.press("New level from this moment");
    let app = window.app();
    assert_eq!((app.run.moment(), app.document.path.as_ref(), app.document.is_dirty()), ((0, 0), None, true));
    assert_eq!(DVec2::from(app.document.level().bodies[0].nodes[0].velocity), velocity);
    steps(&mut window, 4);
    assert_eq!(window.app().run.world().state().positions, straight.state().positions);
    // The level with unsaved changes stays open.
    let number = window.app().document.number();
    window.press("Run");
    window.press("New level from this moment");
    assert_ne!(window.app().document.number(), number);
    assert!(window.app().open_documents().any(|one| one.number() == number && one.is_dirty()));
}

#[test]
fn level_edit_keeps_the_journal() {
    let mut window = Window::new(square(), Settings::showing([Tab::World, Tab::Journal]));
    steps(&mut window, 2);
    let at = window.app().run.world().position(2);
    window.click(at, Modifiers::COMMAND);
    window.type_into("Push x", "0.5");
    window.press("Push the selection");
    steps(&mut window, 2);
    window.type_into("Gravity y", "-0.1");
    window.harness.run_steps(5);
    let app = window.app();
    assert_eq!((app.run.moment(), app.run.journal().entries().len()), ((4, 0), 1));
    let mut straight = World::new(app.document.level()).unwrap();
    (0..2).for_each(|_| straight.step_frame());
    straight.nudge(Place::Node(0, 2), DVec2::new(0.5, 0.0)).unwrap();
    (0..2).for_each(|_| straight.step_frame());
    assert_eq!(app.run.world().hash(), straight.hash());
}

#[test]
fn runs_before_many_edits_are_kept_and_a_removed_one_is_reported() {
    let mut window = Window::new(square(), Settings::showing([Tab::World, Tab::Journal]));
    steps(&mut window, 3);
    let mut before = Vec::new();
    for edit in 1..=MOST + 1 {
        let app = window.app();
        before.push((app.run.moment(), app.run.world().hash(), app.document.level().world.gravity[1]));
        window.type_into("Gravity y", &format!("-0.{edit:02}"));
        window.harness.run_steps(5);
        let is_reported = window.app().notices.texts().any(|text| text.contains("the oldest was removed"));
        assert_eq!(is_reported, edit > MOST, "edit {edit}");
        steps(&mut window, 1);
    }
    assert_eq!(window.app().earlier.list(&window.app().document).len(), MOST);
    for state in before.into_iter().skip(1).rev() {
        window.press("Undo");
        window.harness.run_steps(5);
        let app = window.app();
        assert_eq!((app.run.moment(), app.run.world().hash(), app.document.level().world.gravity[1]), state);
    }
}

#[test]
fn number_dragged_at_a_later_frame_is_one_edit_with_undo() {
    let mut window = Window::new(square(), Settings::showing([Tab::World]));
    steps(&mut window, 4);
    window.key(Modifiers::SHIFT, Key::ArrowRight);
    let state = |window: &Window| {
        let app = window.app();
        (app.run.moment(), app.run.world().hash(), app.document.level().clone())
    };
    let before = state(&window);
    assert_eq!(before.0, (4, 1));
    let field = window.harness.get_by_label("Gravity y").rect().center();
    window.drag(field, field + egui::vec2(60.0, 0.0));
    window.harness.run_steps(5);
    let app = window.app();
    assert_ne!(app.document.level().world.gravity, before.2.world.gravity);
    assert_eq!(app.run.frame(), 4);
    assert_eq!(app.earlier.list(&app.document).len(), 1, "one gesture keeps one run");
    assert!(app.notices.texts().any(|text| text.contains("kept up to frame 4")));
    window.press("Undo");
    window.harness.run_steps(5);
    assert_eq!(state(&window), before);
}

#[test]
fn level_edit_keeps_the_run_and_undo_restores_its_frame() {
    let mut window = Window::new(square(), Settings::showing([Tab::World, Tab::Journal]));
    steps(&mut window, 6);
    let before = (window.app().run.moment(), window.app().run.world().hash(), window.app().document.level().clone());
    window.type_into("Gravity y", "-0.1");
    window.harness.run_steps(5);
    let app = window.app();
    assert!(app.notices.texts().any(|text| text.contains("kept up to frame 6")), "it is said");
    assert_eq!(app.run.moment(), (6, 0));
    assert_ne!(app.run.world().hash(), before.1);
    let list = app.earlier.list(&app.document);
    assert_eq!((list.len(), list[0].step, list[0].last_frame), (1, 0, 6));
    steps(&mut window, 3);
    let after = (window.app().run.moment(), window.app().run.world().hash(), window.app().document.level().clone());
    assert_eq!(after.0, (9, 0));
    let state = |window: &Window| {
        let app = window.app();
        (app.run.moment(), app.run.world().hash(), app.document.level().clone())
    };
    window.press("Undo");
    window.harness.run_steps(5);
    assert_eq!(state(&window), before, "level and frame");
    let kept = window.app().earlier.list(&window.app().document);
    assert_eq!((kept.len(), kept[0].name()), (1, list[0].name().replace("before", "after")), "no edit followed");
    window.press("Redo");
    window.harness.run_steps(5);
    assert_eq!(state(&window), after);
    // The list in the journal has the same effect.
    window.press(&format!("Run before \u{201c}{}\u{201d}", list[0].edit));
    window.harness.run_steps(5);
    assert_eq!(state(&window), before);
    window.press("Back to frame 0");
    window.type_into("Gravity y", "-0.2");
    window.harness.run_steps(5);
    let app = window.app();
    assert_eq!(app.run.start_level().world.gravity[1], -0.2);
    // The undone edit left the history, and its run of 9 frames with it; the run before this edit is kept.
    let list = app.earlier.list(&app.document);
    assert_eq!(list.iter().map(|kept| (kept.step, kept.last_frame)).collect::<Vec<_>>(), [(0, 6)]);
    assert!(
        app.notices.texts().any(|text| text.contains("the run that was kept with them")),
        "the removal is reported"
    );
}
