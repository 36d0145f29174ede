//! Fingers on the canvas: one acts, two move the view.

use crate::window::{Window, square};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, Vec2};
use glam::DVec2;

fn touch(finger: u64, phase: TouchPhase, at: Pos2) -> Event {
    Event::Touch { device_id: TouchDeviceId(0), id: TouchId(finger), phase, pos: at, force: None }
}

fn button(at: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// Sends events as a browser's page does: the first finger is the pointer, too.
fn send(window: &mut Window, events: impl IntoIterator<Item = Event>) {
    events.into_iter().for_each(|event| window.harness.event(event));
    window.harness.run_steps(1);
}

/// Pinches with two fingers around a point; the distance of the fingers grows by `factor`.
fn pinch(window: &mut Window, around: DVec2, factor: f32) {
    let centre = window.screen(around);
    let ends = |width: f32| [centre - Vec2::new(width, 0.0), centre + Vec2::new(width, 0.0)];
    let [first, second] = ends(30.0);
    send(window, [Event::PointerMoved(first), button(first, true), touch(1, TouchPhase::Start, first)]);
    send(window, [touch(2, TouchPhase::Start, second)]);
    for step in 1..=10 {
        let [first, second] = ends(30.0 * (1.0 + (factor - 1.0) * step as f32 / 10.0));
        let moves = [touch(1, TouchPhase::Move, first), touch(2, TouchPhase::Move, second)];
        send(window, [Event::PointerMoved(first)].into_iter().chain(moves));
    }
    let [first, second] = ends(30.0 * factor);
    send(window, [touch(2, TouchPhase::End, second)]);
    send(window, [button(first, false), Event::PointerGone, touch(1, TouchPhase::End, first)]);
    window.harness.run_steps(2);
}

#[test]
fn pinch_zooms_and_no_tool_acts() {
    for tool in blobsmith::editor::tools::ALL {
        let mut window = Window::with(square());
        window.app_mut().toolbox.take(tool.id, &mut Vec::new());
        let before = window.app().canvas.camera.scale;
        pinch(&mut window, DVec2::new(0.5, 0.25), 2.0);
        let after = window.app().canvas.camera.scale;
        assert!((after / before - 2.0).abs() < 0.2, "{}: {}", tool.id, after / before);
        assert!(window.app().document.undo_label().is_none(), "{}: the level has changed", tool.id);
        assert_eq!(window.app().selection, [], "{}", tool.id);
        assert!(window.app().run.hand().is_none(), "{}", tool.id);
    }
}

/// A node that the first finger has moved returns to its place.
#[test]
fn second_finger_takes_back_the_drag_of_the_first() {
    let mut window = Window::with(square());
    for _ in 0..2 {
        window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    }
    let old = window.app().document.level().clone();
    let [start, end] = [window.screen(DVec2::ONE), window.screen(DVec2::new(1.6, 1.4))];
    send(&mut window, [Event::PointerMoved(start), button(start, true), touch(1, TouchPhase::Start, start)]);
    for part in 1..=5 {
        let at = start + (end - start) * (part as f32 / 5.0);
        send(&mut window, [Event::PointerMoved(at), touch(1, TouchPhase::Move, at)]);
    }
    assert_ne!(window.app().document.level().bodies, old.bodies, "the finger moves the node");
    send(&mut window, [touch(2, TouchPhase::Start, start)]);
    send(&mut window, [Event::PointerMoved(start), touch(1, TouchPhase::Move, start)]);
    send(&mut window, [touch(2, TouchPhase::End, start)]);
    send(&mut window, [button(start, false), Event::PointerGone, touch(1, TouchPhase::End, start)]);
    assert_eq!(window.app().document.level().bodies, old.bodies);
    assert!(window.app().document.undo_label().is_none());
    window.key(Modifiers::NONE, Key::Escape);
}
