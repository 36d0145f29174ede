//! Rulers, guide lines and physical units.

use super::window::{Window, square};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{GuideLines, Level, LevelUnits, Place};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

fn guides(window: &Window) -> GuideLines {
    window.app().document.level().editor.as_ref().map(|extra| extra.guide_lines.clone()).unwrap_or_default()
}

fn level(guide_lines: GuideLines, units: Option<LevelUnits>) -> Level {
    let mut level = square();
    let extra = level.editor.get_or_insert_default();
    (extra.guide_lines, extra.units) = (guide_lines, units);
    level
}

#[test]
fn guide_is_dragged_out_of_a_ruler_moved_and_dragged_back() {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.is_on = false;
    assert!(window.harness.query_by_label("Ruler above the canvas").is_none());
    window.key(Modifiers::ALT, Key::R);
    let ruler = |window: &Window, name: &str| window.harness.get_by_label(name).rect().center();
    let from = ruler(&window, "Ruler above the canvas");
    window.drag(from, window.screen(DVec2::new(0.0, 0.5)));
    let [y] = guides(&window).horizontal[..] else { panic!("one guide") };
    assert!((y - 0.5).abs() < 0.01, "{y}");
    let from = ruler(&window, "Ruler left of the canvas");
    window.drag(from, window.screen(DVec2::new(-0.5, 0.0)));
    let [x] = guides(&window).vertical[..] else { panic!("one guide") };
    assert!((x + 0.5).abs() < 0.01, "{x}");
    assert_eq!(window.app().document.undo_label(), Some("Add a guide"));
    // Beside the square, so that nothing else is under the pointer.
    let (from, to) = (window.screen(DVec2::new(-0.5, 0.9)), window.screen(DVec2::new(-0.25, 0.9)));
    window.drag(from, to);
    assert!((guides(&window).vertical[0] + 0.25).abs() < 0.02, "{:?}", guides(&window));
    assert_eq!(window.app().document.undo_label(), Some("Move a guide"));
    let (from, to) = (window.screen(DVec2::new(-0.25, 0.9)), ruler(&window, "Ruler left of the canvas"));
    window.drag(from, to);
    assert_eq!(guides(&window).vertical.len(), 0);
    for _ in 0..4 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(guides(&window), GuideLines::default());
    assert_eq!(window.app().document.level().bodies, square().bodies);
    assert!(window.app().selection.is_empty(), "the tool did not see the drags");
}

#[test]
fn drawn_points_snap_to_guides_and_their_crossings() {
    let lines = GuideLines { vertical: vec![1.43], horizontal: vec![0.57] };
    let mut window = Window::with(level(lines, None));
    window.app_mut().settings.tools.snap.toggle("grid");
    window.key(Modifiers::NONE, Key::D);
    let beside = egui::vec2(3.0, 3.0);
    // 3 points beside the lines; the rim is free.
    let (from, to) = (window.screen(DVec2::new(1.43, 0.57)) + beside, window.screen(DVec2::new(1.6, 0.7)));
    window.drag(from, to);
    assert_eq!(window.app().document.level().discs[0].position, [1.43, 0.57]);
    window.app_mut().settings.tools.snap.toggle("guides");
    let (from, to) = (window.screen(DVec2::new(1.43, 0.1)) + beside, window.screen(DVec2::new(1.5, 0.2)));
    window.drag(from, to);
    let free = window.screen(DVec2::from(window.app().document.level().discs[1].position));
    assert!(free.distance(from) < 0.5, "{free}");
}

#[test]
fn guides_are_numbers_in_the_world_tab_and_removed_by_a_command() {
    let settings = Settings::showing([Tab::World]);
    let mut window = Window::new(level(GuideLines { vertical: vec![1.0], horizontal: vec![] }, None), settings);
    window.type_into("Guide x 1", "+=0.5");
    assert_eq!(guides(&window).vertical, [1.5]);
    window.press("Add a horizontal guide");
    window.type_into("Guide y 1", "-2");
    assert_eq!(guides(&window).horizontal, [-2.0]);
    window.press("Remove Guide x 1");
    assert_eq!(guides(&window).vertical.len(), 0);
    window.press("View");
    window.press("Remove all guides");
    assert_eq!(guides(&window), GuideLines::default());
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(guides(&window).horizontal, [-2.0]);
}

#[test]
fn units_are_shown_and_accepted_by_the_fields() {
    let settings = Settings::showing([Tab::World]);
    let mut window = Window::new(square(), settings);
    window.press("Physical units");
    window.type_into("Length per level unit", "0.5");
    window.type_into("Frames per second", "50");
    let units = window.app().document.level().editor.as_ref().and_then(|extra| extra.units.clone());
    assert_eq!(units, Some(LevelUnits { length: "m".to_owned(), per_unit: 0.5, frames_per_second: 50.0 }));
    // A unit of level time is a frame, 1 / 50 s: a velocity of 1 is 0.5 * 50 m/s.
    assert!(window.harness.query_by_label_contains("A velocity of 1 is 25 m/s").is_some());
    window.key(Modifiers::COMMAND, Key::A);
    window.app_mut().selection = vec![Place::Node(0, 2)].into();
    window.app_mut().settings.show(Tab::Inspector);
    window.harness.run_steps(3);
    let node = |window: &Window| window.app().document.level().bodies[0].nodes[2].clone();
    window.type_into("Position x", "2 m");
    assert_eq!(node(&window).position[0], 4.0);
    window.type_into("Position x", "+=50 cm");
    assert_eq!(node(&window).position[0], 5.0);
    window.type_into("Position x", "3");
    assert_eq!(node(&window).position[0], 3.0);
    window.type_into("Velocity x", "50 m/s");
    assert_eq!(node(&window).velocity[0], 2.0);
    // The dialogs, too: a spacing of 1 m is 2 level units.
    window.press("Arrange");
    window.press("Copies");
    window.press("Linear array…");
    window.type_into("Spacing x", "1 m");
    window.press("Apply: Linear array");
    assert_eq!(window.app().document.level().bodies[1].nodes[0].position, [2.0, 0.0]);
    window.key(Modifiers::COMMAND, Key::Z);
    window.app_mut().selection = vec![Place::Node(0, 2)].into();
    window.harness.run_steps(3);
    // 3 and 1 level units are 1.5 m and 0.5 m.
    assert!(window.harness.query_all_by_label_contains("1.5, 0.5 m").next().is_some());
}
