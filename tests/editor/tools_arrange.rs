//! Handles, fields and the Arrange menu: positions after real events.

use crate::tools::{is_near, position};
use crate::window::{Window, discs, square};
use blobsmith::level::Place;
use egui::{Event, Key, Modifiers, Pos2, vec2};
use glam::DVec2;

/// The square selected as a whole, on a grid of quarters.
fn selected() -> Window {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.grid = 0.25;
    window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window
}

/// How far a handle is from the corner that it moves.
const ROOM: f32 = 13.0;

fn drag(window: &mut Window, from: Pos2, to: Pos2, modifiers: Modifiers) {
    window.harness.event(Event::ModifiersChanged(modifiers));
    window.drag(from, to);
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.harness.run_steps(1);
}

#[test]
fn corner_handle_scales_nodes_and_springs() {
    let mut window = selected();
    let handle = |window: &Window, x: f64, y: f64| window.screen(DVec2::new(x, y)) + vec2(ROOM, -ROOM);
    let (from, to) = (handle(&window, 1.0, 1.0), handle(&window, 1.5, 2.0));
    drag(&mut window, from, to, Modifiers::NONE);
    assert!(is_near(position(&window, 0), [0.0, 0.0]), "the other corner stays");
    assert!(is_near(position(&window, 2), [1.5, 2.0]), "{:?}", position(&window, 2));
    let springs = window.app().document.level().bodies[0].springs.clone();
    assert!((springs[0].rest_length - 1.5).abs() < 1e-9 && (springs[1].rest_length - 2.0).abs() < 1e-9);
    window.press("Undo");
    assert_eq!(**window.app().document.level(), square(), "one gesture is one step");
    drag(&mut window, from, to, Modifiers::COMMAND);
    assert!(is_near(position(&window, 2), [2.0, 2.0]), "with its proportions: {:?}", position(&window, 2));
    window.press("Undo");
    // About the pivot, which is in the middle.
    drag(&mut window, from, to, Modifiers::SHIFT);
    assert!(is_near(position(&window, 0), [-0.5, -1.0]), "{:?}", position(&window, 0));
    window.press("Undo");
    window.drag_only(from, to);
    window.key(Modifiers::NONE, Key::Escape);
    window.drop_at(to);
    assert_eq!(**window.app().document.level(), square());
    assert!(window.app().document.undo_label().is_none());
}

#[test]
fn upper_handle_rotates_about_a_movable_pivot() {
    let mut window = selected();
    let up = window.screen(DVec2::new(0.5, 1.0)) - vec2(0.0, ROOM + 26.0);
    let middle = window.screen(DVec2::new(0.5, 0.5));
    let right = middle + vec2(middle.y - up.y, 3.0);
    drag(&mut window, up, right, Modifiers::COMMAND);
    // A quarter to the right: the lower left corner comes to the upper left.
    assert!(is_near(position(&window, 0), [0.0, 1.0]), "{:?}", position(&window, 0));
    assert_eq!(window.app().document.undo_label(), Some("Turn"));
    window.press("Undo");
    let corner = window.screen(DVec2::ZERO);
    drag(&mut window, middle, corner, Modifiers::SHIFT);
    let half_turn = corner - (up - corner);
    drag(&mut window, up, half_turn, Modifiers::COMMAND);
    assert!(is_near(position(&window, 0), [0.0, 0.0]));
    assert!(is_near(position(&window, 2), [-1.0, -1.0]), "{:?}", position(&window, 2));
}

#[test]
fn transform_fields_set_place_size_and_angle() {
    let mut window = selected();
    window.type_into("Middle of the selection x", "3");
    assert!(is_near(position(&window, 0), [2.5, 0.0]), "{:?}", position(&window, 0));
    window.type_into("Width of the selection", "2");
    assert!(is_near(position(&window, 1), [4.0, 0.0]), "{:?}", position(&window, 1));
    window.type_into("Turn the selection by", "90");
    assert!(is_near(position(&window, 0), [3.5, -0.5]), "{:?}", position(&window, 0));
    for _ in 0..3 {
        window.press("Undo");
    }
    assert_eq!(**window.app().document.level(), square());
}

#[test]
fn keys_nudge_rotate_and_mirror() {
    let mut window = selected();
    window.key(Modifiers::ALT, Key::ArrowRight);
    window.key(Modifiers::ALT | Modifiers::SHIFT, Key::ArrowUp);
    assert!(is_near(position(&window, 0), [0.25, 2.5]), "{:?}", position(&window, 0));
    assert_eq!(window.app().run.moment(), (0, 0), "the arrows alone are time's");
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.press("Undo");
    assert_eq!(**window.app().document.level(), square(), "nudges in a row are one step");
    window.key(Modifiers::COMMAND, Key::OpenBracket);
    assert!(is_near(position(&window, 0), [1.0, 0.0]), "a quarter to the left");
    window.press("Undo");
    window.key(Modifiers::SHIFT, Key::H);
    assert!(is_near(position(&window, 0), [1.0, 0.0]));
    assert_eq!(window.app().toolbox.entry.id, "select", "Shift+H is not H");
    let hull = window.app().document.level().bodies[0].hull[0];
    assert_eq!(hull, [1, 0], "the outside is still on the right");
}

#[test]
fn align_command_aligns_discs() {
    let mut window = Window::with(discs());
    window.key(Modifiers::COMMAND, Key::A);
    window.key(Modifiers::ALT, Key::A);
    let x: Vec<f64> = window.app().document.level().discs.iter().map(|disc| disc.position[0]).collect();
    assert!(x.iter().all(|x| x.abs() < 1e-12), "{x:?}");
    assert_eq!(window.app().document.undo_label(), Some("Align: Left sides"));
}

#[test]
fn node_tool_on_an_edge_splits_every_link_there() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::A);
    window.click(DVec2::new(0.5, 0.0), Modifiers::NONE);
    let body = &window.app().document.level().bodies[0];
    assert_eq!((body.nodes.len(), body.springs.len(), body.hull.len(), body.triangles.len()), (5, 6, 5, 3));
    assert!(is_near(body.nodes[4].position, [0.5, 0.0]));
    window.press("Undo");
    assert_eq!(**window.app().document.level(), square());
    // The same in the mirror: both sides at once.
    window.key(Modifiers::NONE, Key::Y);
    window.click(DVec2::new(1.0, 0.5), Modifiers::NONE);
    let body = &window.app().document.level().bodies[0];
    assert_eq!((body.nodes.len(), body.hull.len()), (6, 6));
    assert!(is_near(body.nodes[5].position, [0.0, 0.5]));
    window.press("Undo");
    window.key(Modifiers::NONE, Key::V);
    window.click(DVec2::new(1.0, 1.0), Modifiers::COMMAND);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!(window.app().document.level().bodies[0].nodes.len(), 2, "deleted on both sides");
}
