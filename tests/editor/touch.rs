//! Fingers on the canvas: one acts, two move the view.

use crate::window::{Window, square};
use blobsmith::level::Place;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, Vec2};
use egui_kittest::kittest::Queryable;
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

/// A touch at a point that lasts for some UI frames, then leaves.
fn hold(window: &mut Window, at: Pos2, frames: usize) {
    send(window, [Event::PointerMoved(at), button(at, true), touch(1, TouchPhase::Start, at)]);
    window.harness.run_steps(frames);
    send(window, [touch(1, TouchPhase::End, at), button(at, false), Event::PointerGone]);
    window.harness.run_steps(2);
}

/// A touch that begins and ends within one UI frame, as on a slow device.
fn tap_within_a_frame(window: &mut Window, at: Pos2) {
    let ends = [button(at, false), Event::PointerGone, touch(1, TouchPhase::End, at)];
    // Events that the harness queues get a UI frame each.
    let input = window.harness.input_mut();
    input.events.extend([button(at, true), touch(1, TouchPhase::Start, at)].into_iter().chain(ends));
    window.harness.run_steps(3);
}

#[test]
fn tap_within_a_frame_acts_on_the_canvas_and_on_buttons() {
    let mut window = Window::with(square());
    window.app_mut().toolbox.take("node", &mut Vec::new());
    let at = window.screen(DVec2::new(0.5, 0.25));
    tap_within_a_frame(&mut window, at);
    assert_eq!(window.app().document.undo_label(), Some("Node in “square”"));
    let play = window.harness.get_by_label("Play").rect().center();
    tap_within_a_frame(&mut window, play);
    assert!(window.app().playback.is_active());
}

/// The first UI frame after the fingers have left already contains the tap.
#[test]
fn tap_right_after_a_pinch_acts() {
    let mut window = Window::with(square());
    window.app_mut().toolbox.take("node", &mut Vec::new());
    let [first, second] = [DVec2::new(0.5, 0.25), DVec2::new(0.75, 0.25)].map(|at| window.screen(at));
    send(&mut window, [button(first, true), touch(1, TouchPhase::Start, first)]);
    send(&mut window, [touch(2, TouchPhase::Start, second)]);
    send(&mut window, [touch(2, TouchPhase::End, second)]);
    send(&mut window, [button(first, false), Event::PointerGone, touch(1, TouchPhase::End, first)]);
    tap_within_a_frame(&mut window, first);
    assert_eq!(window.app().document.undo_label(), Some("Node in “square”"));
}

/// A second and a half, longer than a long press.
const LONG: usize = 90;

#[test]
fn long_press_opens_the_menu_of_the_part_under_the_finger() {
    let mut window = Window::with(square());
    let at = window.screen(DVec2::new(0.5, 0.25));
    hold(&mut window, at, LONG);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    assert!(window.harness.query_all_by_label_contains("Duplicate").next().is_some(), "the menu is open");
}

#[test]
fn long_press_shows_a_tooltip_and_does_not_press_the_button() {
    let mut window = Window::with(square());
    let at = window.centre_of(Role::Button, "Play");
    send(&mut window, [Event::PointerMoved(at), button(at, true), touch(1, TouchPhase::Start, at)]);
    window.harness.run_steps(LONG);
    let tip = window.harness.query_all_by_label_contains("Play / pause").next();
    assert!(tip.is_some() || window.harness.query_all_by_label_contains("Space").next().is_some(), "no tooltip");
    send(&mut window, [touch(1, TouchPhase::End, at), button(at, false), Event::PointerGone]);
    window.harness.run_steps(2);
    assert!(!window.app().playback.is_playing);
}

#[test]
fn finger_reaches_nodes_that_a_mouse_misses() {
    // 16 points beside the node: more than a mouse reaches (14), less than a finger (14 times 2.2).
    for (is_finger, expected) in [(false, 0), (true, 1)] {
        let mut window = Window::with(square());
        window.key(Modifiers::NONE, Key::S);
        for corner in [DVec2::X, DVec2::Y] {
            let outwards = (corner - DVec2::splat(0.5)).as_vec2() * 2.0;
            let at = window.screen(corner) + Vec2::new(outwards.x, -outwards.y).normalized() * 16.0;
            let touches = [touch(1, TouchPhase::Start, at), touch(1, TouchPhase::End, at)];
            let mut events = vec![Event::PointerMoved(at), button(at, true)];
            events.extend(is_finger.then_some(touches[0].clone()));
            send(&mut window, events);
            let mut events = vec![button(at, false)];
            events.extend(is_finger.then_some(touches[1].clone()));
            send(&mut window, events);
            window.harness.run_steps(40);
        }
        let springs = window.app().document.level().bodies[0].springs.len();
        assert_eq!(springs - 5, expected, "finger: {is_finger}");
    }
}

/// A pen reports its pressure; it draws as a finger without pressure does.
#[test]
fn pressure_of_a_pen_changes_nothing() {
    let mut levels = Vec::new();
    for force in [None, Some(0.01), Some(0.9)] {
        let mut window = Window::with(square());
        window.key(Modifiers::NONE, Key::A);
        let at = window.screen(DVec2::new(2.0, 1.0));
        let pen = |phase| Event::Touch { device_id: TouchDeviceId(1), id: TouchId(7), phase, pos: at, force };
        send(&mut window, [Event::PointerMoved(at), button(at, true), pen(TouchPhase::Start)]);
        send(&mut window, [pen(TouchPhase::End), button(at, false), Event::PointerGone]);
        window.harness.run_steps(2);
        let count: usize = window.app().document.level().bodies.iter().map(|body| body.nodes.len()).sum();
        assert_eq!(count, 5, "{force:?}");
        levels.push(window.app().document.level().clone());
    }
    assert!(levels.windows(2).all(|pair| pair[0].bodies == pair[1].bodies));
}

#[test]
fn two_fingers_pan_without_a_zoom() {
    let mut window = Window::with(square());
    let (scale, center) = (window.app().canvas.camera.scale, window.app().canvas.camera.center);
    let at = window.screen(DVec2::new(0.5, 0.25));
    let ends = |by: f32| [-40.0, 40.0].map(|side| at + Vec2::new(side + by, 0.0));
    let [first, second] = ends(0.0);
    send(&mut window, [Event::PointerMoved(first), button(first, true), touch(1, TouchPhase::Start, first)]);
    send(&mut window, [touch(2, TouchPhase::Start, second)]);
    for step in 1..=10 {
        let [first, second] = ends(10.0 * step as f32);
        let moves = [touch(1, TouchPhase::Move, first), touch(2, TouchPhase::Move, second)];
        send(&mut window, [Event::PointerMoved(first)].into_iter().chain(moves));
    }
    let [first, second] = ends(100.0);
    send(&mut window, [touch(2, TouchPhase::End, second)]);
    send(&mut window, [button(first, false), Event::PointerGone, touch(1, TouchPhase::End, first)]);
    let moved = (center - window.app().canvas.camera.center) * scale;
    assert!((window.app().canvas.camera.scale / scale - 1.0).abs() < 0.01);
    assert!((moved.x - 100.0).abs() < 12.0 && moved.y.abs() < 1.0, "{moved}");
    assert!(window.app().document.undo_label().is_none());
}
