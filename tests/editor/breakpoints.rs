//! Breakpoints and watches in the window.

use crate::window::{Window, square};
use blobsmith::debugger::breakpoints::{PRESETS, Value};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::engine::World;
use blobsmith::level::{Breakpoint, Each, EditorExtra, Level, Place, Then};
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};

fn with(breakpoints: Vec<Breakpoint>, watches: &[&str]) -> Window {
    let watches = watches.iter().map(|&text| text.to_owned()).collect();
    let extra = EditorExtra { breakpoints, watches, ..EditorExtra::default() };
    let level = Level { editor: Some(extra), ..square() };
    Window::new(level, Settings::showing([Tab::Breakpoints]))
}

fn extra(window: &Window) -> EditorExtra {
    window.app().document.level().editor.clone().unwrap_or_default()
}

fn type_in(window: &mut Window, name: &str, text: &str) {
    let field = window.harness.get_all_by_role(egui::accesskit::Role::TextInput);
    let field = field.into_iter().find(|node| node.accesskit_node().label().is_some_and(|label| label == name));
    field.unwrap_or_else(|| panic!("no {name}")).focus();
    window.harness.run_steps(2);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(5);
}

/// The square falls: its speed after n frames, from a world that only steps.
fn first_frame_faster_than(speed: f64) -> u64 {
    let mut world = World::new(&square()).unwrap();
    while (0..4).all(|node| world.velocity(node).length() <= speed) {
        world.step_frame();
    }
    world.state().frame
}

#[test]
fn breakpoint_stops_playback_when_it_becomes_true() {
    let mut window = with(vec![Breakpoint::new("max(node.speed) > 0.3", Each::Frame)], &[]);
    let expected = first_frame_faster_than(0.3);
    window.press("Play");
    window.harness.run_steps(120);
    let app = window.app();
    assert_eq!(app.run.moment(), (expected, 0));
    assert!(!app.playback.is_playing);
    assert!(app.notices.texts().any(|text| text.contains(&format!("Stopped at frame {expected}"))));
    assert!(matches!(app.selection[..], [Place::Node(0, _)]), "the node that it is about is selected");
    let marks: Vec<_> = app.features.breakpoints.marks().iter().map(|mark| (mark.moment, mark.kind)).collect();
    assert_eq!(marks, [((expected, 0), Then::Stop)]);
    // It goes on from there, since it is true already.
    window.press("Play");
    window.harness.run_steps(10);
    assert!(window.app().run.frame() > expected);
}

#[test]
fn breakpoint_stops_a_step_within_the_frame() {
    let mut window = with(vec![Breakpoint::new("substep == 5", Each::Substep)], &[]);
    window.press("Step one frame");
    assert_eq!(window.app().run.moment(), (0, 5));
    window.press("Step one frame");
    assert_eq!(window.app().run.moment(), (1, 0));
}

#[test]
fn breakpoint_hit_by_a_step_offers_its_part_and_keeps_the_selection() {
    let mut window = with(vec![Breakpoint::new("max(node.speed) > 0.3", Each::Frame)], &[]);
    window.app_mut().selection = vec![Place::Body(0)].into();
    let expected = first_frame_faster_than(0.3);
    (0..expected).for_each(|_| window.press("Step one frame"));
    assert_eq!(window.app().run.moment(), (expected, 0));
    assert!(window.app().notices.texts().any(|text| text.contains(&format!("Stopped at frame {expected}"))));
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.press("Select the part");
    assert!(matches!(window.app().selection[..], [Place::Node(0, _)]), "{:?}", window.app().selection);
}

/// A new breakpoint stops in the substep in which its condition becomes true, not at the start of the next frame.
#[test]
fn new_breakpoint_stops_in_the_substep() {
    let mut window = with(vec![], &[]);
    window.press("Add breakpoint");
    window.press("A node is faster than 1");
    assert_eq!(extra(&window).breakpoints, [Breakpoint::new("max(node.speed) > 1", Each::Substep)]);
    window.press("Remove breakpoint 1");
    window.press("Empty breakpoint");
    type_in(&mut window, "Condition 1", "substep == 5");
    window.press("Play");
    window.harness.run_steps(10);
    assert_eq!(window.app().run.moment(), (0, 5));
}

#[test]
fn breakpoint_that_marks_does_not_stop() {
    let mark = Breakpoint { then: Then::Mark, ..Breakpoint::new("frame == 2", Each::Frame) };
    let mut window = with(vec![mark], &[]);
    window.press("Play");
    window.harness.run_steps(20);
    assert!(window.app().run.frame() > 2 && window.app().playback.is_playing);
    window.press("Pause");
    window.press("Breakpoint 1: hits");
    assert_eq!(window.app().run.moment(), (2, 0));
    window.press("Clear hits");
    assert!(window.app().features.breakpoints.marks().is_empty());
}

/// The first edit gives the parts ids, which no simulation depends on.
#[test]
fn marks_stay_when_the_first_edit_adds_ids() {
    let breakpoints = ["frame == 2", "body(\"body-0\").x > 0 or frame >= 0"]
        .map(|text| Breakpoint { then: Then::Mark, ..Breakpoint::new(text, Each::Frame) });
    let mut window = with(breakpoints.to_vec(), &[]);
    let level = window.app().document.level();
    assert!(level.bodies[0].id.is_empty());
    for _ in 0..4 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    let marks =
        |window: &Window| window.app().features.breakpoints.marks().iter().map(|mark| mark.moment).collect::<Vec<_>>();
    assert_eq!(marks(&window), [(2, 0)]);
    window.press("Breakpoint 2 is on");
    assert!(!extra(&window).breakpoints[1].enabled);
    assert_eq!(window.app().document.level().bodies[0].id, "body-0");
    assert_eq!(window.app().run.frame(), 4);
    assert_eq!(marks(&window), [(2, 0)]);
    let stops = window.app().features.breakpoints.watcher.stops();
    assert_eq!(stops[0].hits, 1);
    assert!(stops[1].row.expression().is_ok(), "the id is known now");
    // A change of the simulation clears them.
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.key(Modifiers::NONE, Key::Delete);
    assert!(window.app().document.level().bodies.is_empty());
    assert!(marks(&window).is_empty());
}

#[test]
fn breakpoint_search_goes_to_the_first_and_next_moment() {
    let mut window =
        with(vec![Breakpoint { enabled: false, ..Breakpoint::new("frame == 3 or frame > 8", Each::Frame) }], &[]);
    for _ in 0..12 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    assert_eq!(window.app().run.frame(), 12, "it is off");
    window.press("Breakpoint 1: run back to the first time");
    window.harness.run_steps(5);
    assert_eq!(window.app().run.moment(), (3, 0));
    assert!(window.app().notices.texts().any(|text| text.starts_with("First true at frame 3")));
    window.press("Breakpoint 1: run on until it is true");
    window.harness.run_steps(5);
    assert_eq!(window.app().run.moment(), (9, 0));
}

#[test]
fn breakpoint_results_of_a_changed_future_are_dropped() {
    let mut window = with(vec![Breakpoint::new("max(node.speed) > 0.3", Each::Frame)], &[]);
    let expected = first_frame_faster_than(0.3);
    window.press("Play");
    window.harness.run_steps(120);
    window.press("Breakpoint 1: run back to the first time");
    window.harness.run_steps(5);
    let breakpoints = |window: &Window| {
        let breakpoints = &window.app().features.breakpoints;
        (breakpoints.marks().len(), breakpoints.watcher.stops()[0].hits, breakpoints.report.is_some())
    };
    assert_eq!(breakpoints(&window), (1, 1, true));
    for _ in 2..expected {
        window.key(Modifiers::NONE, Key::ArrowLeft);
    }
    window.app_mut().run.set("world.gravity[1]", &serde_json::json!(0.0)).unwrap();
    window.harness.run_steps(5);
    assert_eq!(breakpoints(&window), (0, 0, false), "at {:?}", window.app().run.moment());
    window.press("Play");
    window.harness.run_steps(60);
    assert!(window.app().run.frame() > expected, "without gravity it never gets faster");
    assert_eq!(breakpoints(&window).0, 0);
}

#[test]
fn breakpoint_search_can_be_cancelled() {
    let mut window = with(vec![Breakpoint::new("frame < 0", Each::Substep)], &[]);
    window.press("Breakpoint 1: run on until it is true");
    assert!(window.app().features.breakpoints.is_active());
    window.press("Cancel search");
    assert!(!window.app().features.breakpoints.is_active());
    let frame = window.app().run.frame();
    window.harness.run_steps(5);
    assert_eq!(window.app().run.frame(), frame);
}

#[test]
fn new_row_gets_the_focus() {
    let mut window = with(vec![], &[]);
    for (button, text) in [("Empty breakpoint", "frame > 2"), ("Add watch", "frame"), ("Empty breakpoint", "time > 9")]
    {
        window.press(button);
        window.harness.run_steps(3);
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run_steps(3);
    }
    let extra = extra(&window);
    let conditions: Vec<_> = extra.breakpoints.iter().map(|breakpoint| breakpoint.condition.as_str()).collect();
    assert_eq!(conditions, ["frame > 2", "time > 9"]);
    assert_eq!(extra.watches, ["frame"]);
}

#[test]
fn condition_field_completes_and_is_undone() {
    let mut window = with(vec![], &[]);
    window.press("Empty breakpoint");
    assert_eq!(extra(&window).breakpoints, [Breakpoint::new("", Each::Substep)]);
    type_in(&mut window, "Condition 1", "max(node.spe");
    window.harness.get_by_label("Insert speed");
    window.key(Modifiers::NONE, Key::Tab);
    assert_eq!(extra(&window).breakpoints[0].condition, "max(node.speed");
    window.harness.event(Event::Text(") > 2".to_owned()));
    window.harness.run_steps(3);
    assert_eq!(extra(&window).breakpoints[0].condition, "max(node.speed) > 2");
    let stop = &window.app().features.breakpoints.watcher.stops()[0];
    assert!(stop.row.expression().is_ok());
    assert_eq!(stop.row.value(), Some(Value::Truth(false)));
    assert!(window.app().document.is_dirty());
    window.harness.key_press(Key::Escape);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(3);
    window.press("Remove breakpoint 1");
    assert_eq!(extra(&window).breakpoints, []);
    window.press("Undo");
    assert_eq!(extra(&window).breakpoints[0].condition, "max(node.speed) > 2");
}

#[test]
fn completion_by_mouse_inserts_one_entry_per_press() {
    let mut window = with(vec![], &[]);
    window.press("Empty breakpoint");
    type_in(&mut window, "Condition 1", "max(nod");
    window.harness.run_steps(8);
    let at = window.harness.get_by_label("Insert node.").rect().center();
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(2);
    // The list of quantities opens below the pointer while the button is down.
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        window.harness.run_steps(6);
        assert_eq!(extra(&window).breakpoints[0].condition, "max(node.", "pressed: {pressed}");
    }
    window.harness.event(Event::Text("spee".to_owned()));
    window.harness.run_steps(3);
    window.harness.get_by_label("Insert speed");
    assert_eq!(extra(&window).breakpoints[0].condition, "max(node.spee", "the field has the focus");
}

#[test]
fn condition_error_is_shown_below_the_field() {
    let window = with(vec![Breakpoint::new("body(\"squar\").area < 1", Each::Frame)], &[]);
    let reported = "there is no body \"squar\"; did you mean \"square\"?";
    window.harness.get_by_label(reported);
}

#[test]
fn breakpoint_presets_refer_to_the_selection() {
    let mut window = with(vec![], &[]);
    window.click(glam::DVec2::new(1.0, 1.0), Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Node(0, 2)]);
    for preset in PRESETS.iter().filter(|preset| ["edge-changes", "area-below"].contains(&preset.id)) {
        window.press("Add breakpoint");
        window.press(preset.title);
    }
    let conditions: Vec<String> = extra(&window).breakpoints.into_iter().map(|row| row.condition).collect();
    assert_eq!(conditions, ["body(\"square\").area_ratio < 80%", "changed(edge(\"square\", 2))"]);
}

#[test]
fn watches_show_their_values() {
    let mut window = with(vec![], &["frame", "change(node(\"square\", 2).vy)"]);
    for _ in 0..3 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    let value = |window: &Window, index: usize| window.app().features.breakpoints.watcher.watches()[index].value();
    assert_eq!(value(&window, 0), Some(Value::Number(3.0)));
    let mut world = World::new(&square()).unwrap();
    world.step_frame();
    world.step_frame();
    let before = world.velocity(2).y;
    world.step_frame();
    assert_eq!(value(&window, 1), Some(Value::Number(world.velocity(2).y - before)));
    window.press("Add watch");
    assert_eq!(extra(&window).watches.len(), 3);
    window.press("Remove watch 1");
    assert_eq!(extra(&window).watches[0], "change(node(\"square\", 2).vy)");
}

#[test]
fn idle_window_with_breakpoints_does_not_repaint() {
    let mut window = with(vec![Breakpoint::new("frame == 3", Each::Substep)], &["contacts"]);
    assert!(window.harness.try_run().is_ok());
}

/// Every control of the tab has a name of its own.
#[test]
fn breakpoint_controls_have_names() {
    let rows = vec![Breakpoint::new("frame == 3", Each::Substep), Breakpoint::new("", Each::Frame)];
    let window = with(rows, &["contacts", "nonsense"]);
    for role in [
        egui::accesskit::Role::Button,
        egui::accesskit::Role::CheckBox,
        egui::accesskit::Role::ComboBox,
        egui::accesskit::Role::SpinButton,
        egui::accesskit::Role::TextInput,
    ] {
        for node in window.harness.get_all_by_role(role) {
            assert!(
                node.accesskit_node().label().is_some_and(|label| !label.trim().is_empty()),
                "{role:?} without a name"
            );
        }
    }
}
