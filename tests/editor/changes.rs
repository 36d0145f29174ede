//! Who changed a number, in the window: by button, menu, key and command.

use super::window::{Window, square};
use blobsmith::debugger::changes::{NumberAxis, NumberKind};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Level, Obstacle, ObstacleShape, Place};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// The falling square over a floor at y = -1.
fn above_a_floor() -> Level {
    let shape = ObstacleShape::Segment([-9.0, -1.0], [9.0, -1.0]);
    Level { obstacles: vec![Obstacle { shape, restitution: 0.5, ..Obstacle::default() }], ..square() }
}

/// A window that has run until the square has hit the floor, and the first moment after a hit of node 0.
fn after_the_hit() -> (Window, (u64, u32)) {
    let mut window = Window::with(above_a_floor());
    window.app_mut().selection = vec![Place::Node(0, 0)].into();
    let run = &mut window.app_mut().run;
    let mut first = None;
    while run.frame() < 60 {
        run.step_substep();
        let has_hit = run.trace().is_some_and(|trace| trace.obstacle_hits.iter().any(|hit| hit.node == 0));
        if has_hit && first.is_none() {
            first = Some(run.moment_before(run.moment()).unwrap());
        }
    }
    window.harness.run_steps(3);
    (window, first.expect("node 0 hits the floor"))
}

#[test]
fn button_at_a_velocity_goes_back_to_the_phase_that_changed_it() {
    let (mut window, _) = after_the_hit();
    let asked_at = window.app().run.moment();
    window.press("Who last changed the velocity?");
    window.harness.run_steps(10);
    let app = window.app();
    let found = app.features.changes.answer.clone().unwrap().found.unwrap();
    assert_eq!(app.run.moment(), found.at.0);
    assert_eq!(app.run.phases_done(), found.at.1, "the state after the phase is displayed");
    assert!(app.run.moment() <= asked_at);
    assert_eq!(&app.selection[..], [Place::Node(0, 0)]);
    assert!(window.harness.query_by_label("Who changed this?").is_some(), "the window with the answer is open");
    // The same question again goes on to the change before.
    window.press("Last change");
    window.harness.run_steps(10);
    let before = window.app().features.changes.answer.clone().unwrap().found.unwrap();
    assert!(before.at < found.at, "{before:?}");
}

/// The answer belongs to the number under the heading.
#[test]
fn answer_is_hidden_while_another_node_is_selected() {
    let (mut window, _) = after_the_hit();
    window.press("Who last changed the velocity?");
    window.harness.run_steps(10);
    let count = |window: &Window| window.harness.query_all_by_label_contains("velocity of node 0 of square: ").count();
    assert_eq!(count(&window), 1);
    window.app_mut().selection = vec![Place::Node(0, 1)].into();
    window.harness.run_steps(3);
    assert!(window.app().features.changes.is_open);
    assert_eq!(count(&window), 0, "that was the answer for another node");
    window.app_mut().selection = vec![Place::Node(0, 0)].into();
    window.harness.run_steps(3);
    assert_eq!(count(&window), 1);
}

#[test]
fn skipping_motion_finds_the_obstacle_over_frames() {
    let (mut window, first) = after_the_hit();
    window.key(Modifiers::SHIFT, Key::W);
    window.harness.run_steps(5);
    window.press("Skip motion");
    // Back to the first hit, one after the other.
    let mut moments = Vec::new();
    for _ in 0..500 {
        window.press("Last change");
        window.harness.run_steps(3);
        let Some(found) = window.app().features.changes.answer.clone().unwrap().found else { break };
        assert_eq!(found.title, "obstacle");
        assert!(found.places.contains(&Place::Obstacle(0)) && found.cause.contains("hit obstacle 0"), "{found:?}");
        moments.push(found.shown.0);
    }
    assert_eq!(moments.last(), Some(&first));
    assert!(moments.is_sorted_by(|a, b| a >= b));
    // From the start, the next change is that hit again.
    window.key(Modifiers::NONE, Key::Home);
    window.key(Modifiers::SHIFT, Key::E);
    window.harness.run_steps(30);
    assert_eq!(window.app().features.changes.answer.clone().unwrap().found.unwrap().shown.0, first);
    assert_eq!(window.app().run.moment_before(window.app().run.moment()), Some(first));
}

#[test]
fn menu_of_a_number_asks_about_one_coordinate() {
    let (mut window, _) = after_the_hit();
    window.harness.get_by_label("Who last changed the net force?").click_secondary();
    window.harness.run_steps(3);
    window.press("Who last changed the net force y?");
    window.harness.run_steps(10);
    let number = window.app().features.changes.answer.clone().unwrap().number;
    assert_eq!((number.kind, number.axis), (NumberKind::Force, NumberAxis::Y));
    window.press("x");
    window.harness.run_steps(10);
    let number = window.app().features.changes.answer.clone().unwrap().number;
    assert_eq!((number.kind, number.axis), (NumberKind::Force, NumberAxis::X));
}

#[test]
fn answer_without_a_change_names_the_start() {
    let mut window = Window::with(square());
    window.app_mut().selection = vec![Place::Node(0, 0)].into();
    window.harness.run_steps(3);
    window.key(Modifiers::SHIFT, Key::W);
    window.harness.run_steps(5);
    assert_eq!(window.app().features.changes.answer.clone().unwrap().found, None);
    let text = "velocity of node 0 of square: no change from the start up to 0";
    assert!(window.harness.query_by_label(text).is_some());
    // Without a node there is nothing to ask about.
    window.app_mut().selection.clear();
    window.key(Modifiers::SHIFT, Key::W);
    assert!(window.app().settings.is_shown(Tab::Plots));
}

#[test]
fn escape_closes_the_answer_and_keeps_the_selection() {
    let mut window = Window::with(square());
    window.app_mut().selection = vec![Place::Node(0, 0)].into();
    window.harness.run_steps(3);
    window.key(Modifiers::SHIFT, Key::W);
    assert!(window.app().features.changes.is_open);
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.app().features.changes.is_open);
    assert_eq!(window.app().selection, [Place::Node(0, 0)]);
}

/// Beside a twin the canvas has two panes: the answer is in that of the level, and never over the node that it is about.
#[test]
fn answer_covers_neither_the_node_nor_the_twin() {
    let mut window = Window::with(square());
    window.app_mut().selection = vec![Place::Node(0, 0)].into();
    window.harness.run_steps(3);
    for is_beside_twin in [false, true] {
        if is_beside_twin {
            window.key(Modifiers::NONE, Key::T);
        }
        let pane = window.app().canvas.rect.unwrap();
        for part in [[0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]] {
            let shift = pane.min + pane.size() * egui::vec2(part[0], part[1]) - window.screen([0.0, 0.0].into());
            let camera = &mut window.app_mut().canvas.camera;
            camera.hold(None, pane);
            camera.center -= glam::DVec2::new(f64::from(shift.x), -f64::from(shift.y)) / camera.scale;
            window.harness.run_steps(2);
            window.key(Modifiers::SHIFT, Key::W);
            window.harness.run_steps(6);
            let id = egui::Id::unique(if is_beside_twin { "changes beside a twin" } else { "changes" });
            let answer = window.harness.ctx.memory(|memory| memory.area_rect(id)).expect("the window is open");
            let node = window.screen([0.0, 0.0].into());
            assert!(pane.contains(node) && !answer.contains(node), "{part:?}: {node:?} under {answer:?}");
            assert!(pane.contains_rect(answer), "{part:?}: {answer:?} is not in {pane:?}");
            window.key(Modifiers::NONE, Key::Escape);
        }
    }
}
