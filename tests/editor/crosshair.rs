//! Everything on the canvas by keyboard: no test of this file sends an event of a mouse.

use crate::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::tools;
use blobsmith::level::{Level, Place};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

const NONE: Modifiers = Modifiers::NONE;

/// A window whose canvas has the focus, with a grid of 0.5.
fn on_canvas(level: Level) -> Window {
    let mut settings = Settings::default();
    settings.tools.snap.grid = 0.5;
    let mut window = Window::new(level, settings);
    window.key(NONE, Key::F6);
    assert!(window.app().canvas.pointer.at.is_some(), "F6 leads to the canvas");
    window
}

fn at(window: &Window) -> DVec2 {
    window.app().canvas.pointer.at.expect("a crosshair")
}

/// Moves the crosshair to a grid point by arrow keys.
fn go(window: &mut Window, to: [f64; 2]) {
    let to = DVec2::from(to);
    for _ in 0..200 {
        let by = to - at(window);
        let key = match by {
            _ if by.x > 0.05 => Key::ArrowRight,
            _ if by.x < -0.05 => Key::ArrowLeft,
            _ if by.y > 0.05 => Key::ArrowUp,
            _ if by.y < -0.05 => Key::ArrowDown,
            _ => return,
        };
        window.key(NONE, key);
    }
    panic!("the crosshair is at {}, not at {to}", at(window));
}

/// Moves there and clicks with Space.
fn click(window: &mut Window, to: [f64; 2]) {
    go(window, to);
    window.key(NONE, Key::Space);
    // Longer than a double click.
    window.harness.run_steps(30);
}

fn type_text(window: &mut Window, text: &str) {
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(2);
}

#[test]
fn blob_is_drawn_played_and_saved_by_keys_alone() {
    let mut window = on_canvas(Level::default());
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    window.key(NONE, Key::A);
    corners.into_iter().for_each(|corner| click(&mut window, corner));
    let body = window.app().document.level().bodies[0].clone();
    assert_eq!(body.nodes.iter().map(|node| node.position).collect::<Vec<_>>(), corners);
    window.key(NONE, Key::Escape);
    window.key(NONE, Key::S);
    for [a, b] in [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]] {
        click(&mut window, corners[a]);
        click(&mut window, corners[b]);
        window.key(NONE, Key::Escape);
    }
    window.key(NONE, Key::E);
    corners.into_iter().for_each(|corner| click(&mut window, corner));
    window.key(NONE, Key::Enter);
    window.key(Modifiers::SHIFT, Key::T);
    for corner in [0, 1, 2, 0, 2, 3] {
        click(&mut window, corners[corner]);
    }
    let body = window.app().document.level().bodies[0].clone();
    let springs: Vec<_> = body.springs.iter().map(|spring| [spring.a, spring.b]).collect();
    assert_eq!(springs, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]);
    assert_eq!(body.hull.len(), 4);
    assert_eq!(body.triangles, [[0, 1, 2], [0, 2, 3]]);
    window.key(NONE, Key::K);
    window.harness.run_steps(10);
    window.key(NONE, Key::K);
    assert!(window.app().run.frame() > 3);
    // Saved by the window's own file browser.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.ron");
    window.key(Modifiers::COMMAND, Key::S);
    window.harness.run_steps(4);
    window.key(Modifiers::COMMAND, Key::A);
    type_text(&mut window, &file.display().to_string());
    window.key(NONE, Key::Enter);
    for _ in 0..100 {
        window.harness.run_steps(2);
        if file.exists() && !window.app().document.is_dirty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        blobsmith::level::format::read(&text, blobsmith::level::format::TextFormat::Ron).unwrap().bodies[0].hull.len(),
        4
    );
}

#[test]
fn insert_holds_the_button_while_arrows_drag() {
    let mut window = on_canvas(square());
    // Two clicks enter the body; a node is then moved by a drag.
    go(&mut window, [0.5, 0.5]);
    window.key(NONE, Key::Space);
    window.key(NONE, Key::Space);
    window.harness.run_steps(30);
    go(&mut window, [1.0, 1.0]);
    window.key(NONE, Key::Insert);
    go(&mut window, [1.5, 1.5]);
    window.key(NONE, Key::Insert);
    assert_eq!(window.app().document.level().bodies[0].nodes[2].position, [1.5, 1.5]);
    assert_eq!(window.app().document.undo_label(), Some("Move node 2"));
    // A lasso: from an empty point around all nodes.
    window.key(NONE, Key::Escape);
    window.key(NONE, Key::Escape);
    go(&mut window, [-0.5, -0.5]);
    window.key(NONE, Key::Insert);
    go(&mut window, [2.0, 2.0]);
    window.key(NONE, Key::Insert);
    assert_eq!(window.app().selection, [Place::Body(0)]);
}

#[test]
fn alt_with_insert_draws_a_lasso() {
    let mut window = on_canvas(square());
    // An entered body, so that nodes are chosen; the lasso leaves out the node at (1, 1).
    go(&mut window, [0.5, 0.5]);
    window.key(NONE, Key::Space);
    window.key(NONE, Key::Space);
    window.harness.run_steps(30);
    go(&mut window, [-0.5, -0.5]);
    window.key(Modifiers::ALT, Key::Insert);
    for corner in [[1.5, -0.5], [1.5, 0.5], [0.5, 0.5], [0.5, 1.5], [-0.5, 1.5]] {
        go(&mut window, corner);
    }
    window.key(NONE, Key::Insert);
    assert_eq!(window.app().selection, [0, 1, 3].map(|node| Place::Node(0, node)));
}

#[test]
fn shift_and_ctrl_act_as_with_a_click() {
    let mut window = on_canvas(square());
    go(&mut window, [0.5, 0.5]);
    window.key(NONE, Key::Space);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.harness.run_steps(30);
    go(&mut window, [1.0, 1.0]);
    window.key(Modifiers::COMMAND, Key::Space);
    assert_eq!(window.app().selection, [Place::Node(0, 2)], "Ctrl takes a part of a body");
    assert_eq!(window.app().run.frame(), 0, "Space and arrows do not move the time");
}

#[test]
fn shift_f10_opens_the_menu_of_the_part_at_the_crosshair() {
    let mut window = on_canvas(square());
    go(&mut window, [0.5, 0.5]);
    window.key(Modifiers::SHIFT, Key::F10);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    assert!(window.harness.query_all_by_label_contains("Duplicate").next().is_some());
    window.key(NONE, Key::Escape);
}

#[test]
fn escape_ends_what_is_begun_then_the_selection_then_the_crosshair() {
    let mut window = on_canvas(square());
    window.key(NONE, Key::S);
    click(&mut window, [0.0, 0.0]);
    window.key(NONE, Key::Escape);
    assert!(at(&window).is_finite(), "the spring is given up, the crosshair stays");
    window.key(NONE, Key::V);
    go(&mut window, [0.5, 0.5]);
    window.key(NONE, Key::Space);
    window.key(NONE, Key::Escape);
    assert_eq!(window.app().selection, []);
    window.key(NONE, Key::Escape);
    window.harness.run_steps(3);
    assert!(window.app().canvas.pointer.at.is_none(), "the crosshair has left");
    window.key(NONE, Key::ArrowRight);
    assert_eq!(window.app().run.frame(), 1, "arrows move the time again");
}

#[test]
fn view_follows_the_crosshair_at_the_border() {
    let mut window = on_canvas(square());
    let before = window.app().canvas.camera.center;
    for _ in 0..40 {
        window.key(Modifiers::SHIFT, Key::ArrowRight);
    }
    let after = window.app().canvas.camera.center;
    assert!(after.x > before.x + 1.0 && (after.y - before.y).abs() < 1e-9, "{before} to {after}");
    assert!(window.app().canvas.rect.unwrap().contains(window.screen(at(&window))));
}

#[test]
fn every_tool_that_draws_reacts_to_the_crosshair() {
    for tool in tools::ALL.iter().filter(|tool| tool.draws) {
        let mut window = on_canvas(square());
        // Paths belong to the selected body.
        window.app_mut().selection = vec![Place::Body(0)].into();
        window.app_mut().toolbox.take(tool.id, &mut Vec::new());
        go(&mut window, [0.0, 0.0]);
        let hint = window.app().canvas.hint.clone();
        window.key(NONE, Key::Insert);
        go(&mut window, [1.0, 1.0]);
        let is_changed = window.app().canvas.hint != hint;
        window.key(NONE, Key::Insert);
        click(&mut window, [1.5, 1.5]);
        let is_edited =
            window.app().document.undo_label().is_some() || window.app().toolbox.tool.claims(tools::Press::Escape);
        assert!(is_changed || is_edited, "{}: nothing happens", tool.id);
    }
}

#[test]
fn crosshair_is_a_command_of_the_palette() {
    let mut window = Window::open(&Source::Gallery(0));
    window.key(Modifiers::COMMAND, Key::K);
    type_text(&mut window, "crosshair on the canvas");
    window.key(NONE, Key::Enter);
    window.key(NONE, Key::ArrowUp);
    assert!(window.app().canvas.pointer.at.is_some());
}
