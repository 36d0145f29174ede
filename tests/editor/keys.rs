//! Keys: which belong to a text field, keys of overlays, keys that the user assigns.

use crate::window::{Window, square};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable;

/// A key press with the text that it types.
fn typed(key: Key) -> [Event; 3] {
    let press = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    [press(true), Event::Text(key.name().to_lowercase()), press(false)]
}

fn click(pos: Pos2) -> [Event; 3] {
    let button =
        |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    [Event::PointerMoved(pos), button(true), button(false)]
}

/// Passes all events to one UI frame, as a slow machine does.
fn at_once(window: &mut Window, events: impl IntoIterator<Item = Event>) {
    window.harness.input_mut().events.extend(events);
    window.harness.run_steps(1);
}

#[test]
fn keys_typed_right_after_a_field_is_opened_do_nothing_else() {
    let letters = [Key::Num1, Key::Num2, Key::K, Key::X, Key::Delete];
    let all = || letters.into_iter().flat_map(typed);
    let check = |window: &Window, when: &str| {
        assert_eq!(window.app().settings.overlays, [""; 0], "{when}");
        assert!(!window.app().playback.is_playing, "{when}");
        assert_eq!(window.app().document.level().bodies.len(), 1, "{when}");
    };
    // A number field becomes a text field one UI frame after the click.
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    let at = window.centre_of(Role::SpinButton, "Gas");
    at_once(&mut window, [Event::PointerMoved(at)]);
    at_once(&mut window, click(at));
    at_once(&mut window, all());
    window.harness.run_steps(2);
    check(&window, "after a click");
    // Click and keys in the same UI frame.
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    let at = window.centre_of(Role::SpinButton, "Gas");
    at_once(&mut window, [Event::PointerMoved(at)]);
    at_once(&mut window, click(at).into_iter().chain(all()));
    window.harness.run_steps(2);
    check(&window, "with the click");
    // The field of a name is drawn one UI frame after its command.
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    at_once(&mut window, typed(Key::F2).into_iter().filter(|event| matches!(event, Event::Key { .. })));
    at_once(&mut window, all());
    window.harness.run_steps(2);
    check(&window, "after F2");
    // Digits and Enter, which ends typing.
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    let at = window.centre_of(Role::SpinButton, "Gas");
    window.click_at(at);
    at_once(&mut window, all().chain(typed(Key::Enter).into_iter().filter(|event| matches!(event, Event::Key { .. }))));
    window.harness.run_steps(2);
    check(&window, "before Enter");
}

/// Presses a key that the dialog for keys reads.
fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key(modifiers, key);
}

fn is_shown(window: &Window, text: &str) -> bool {
    window.harness.query_all_by_label(text).next().is_some()
}

#[test]
fn nine_overlays_have_a_digit() {
    let mut window = Window::with(square());
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    for key in digits {
        window.key(Modifiers::NONE, key);
    }
    let expected =
        ["force-total", "velocities", "normals", "contacts", "verdict", "impulses", "strain", "trails", "node-ids"];
    assert_eq!(window.app().settings.overlays, expected);
    window.key(Modifiers::NONE, Key::Num3);
    assert!(!window.app().settings.is_overlay_on("normals"));
}

#[test]
fn command_gets_another_key_and_every_list_shows_it() {
    let mut window = Window::with(square());
    window.press("View");
    window.press("Settings");
    window.press("Change keys…");
    window.press("F: Show the whole level");
    assert!(is_shown(&window, "Key for Show the whole level"));
    // The window passes on the key Alt, too.
    press(&mut window, Modifiers::ALT, Key::AltLeft);
    press(&mut window, Modifiers::ALT, Key::Y);
    assert_eq!(window.app().settings.keys["command fit"], ["Alt+Y"]);
    assert!(is_shown(&window, "Alt+Y: Show the whole level"));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.app().features.settings.is_open);
    // The view moves away; the new key shows the whole level again, the old one does nothing.
    let fitted = window.app().canvas.camera.scale;
    window.key(Modifiers::COMMAND, Key::Plus);
    let scale = window.app().canvas.camera.scale;
    assert!(scale > fitted);
    window.key(Modifiers::NONE, Key::F);
    assert_eq!(window.app().canvas.camera.scale, scale);
    window.key(Modifiers::ALT, Key::Y);
    assert!((window.app().canvas.camera.scale / fitted - 1.0).abs() < 1e-9);
    // The list shows the key in force.
    window.key(Modifiers::SHIFT, Key::F1);
    assert!(is_shown(&window, "Alt+Y"));
    assert!(!is_shown(&window, "F"));
    window.key(Modifiers::NONE, Key::Escape);
    // So does the palette.
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(Event::Text("whole level".to_owned()));
    window.harness.run_steps(3);
    assert!(is_shown(&window, "Alt+Y"));
}

#[test]
fn key_of_another_function_is_taken_over_only_on_request() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::Comma);
    window.press("Keys");
    window.press("Add a key: Show the whole level");
    press(&mut window, Modifiers::NONE, Key::K);
    assert!(is_shown(&window, "K is the key of Play / pause."));
    assert!(window.app().settings.keys.is_empty(), "nothing has changed yet");
    window.press("Cancel");
    assert!(window.app().settings.keys.is_empty());
    window.press("Add a key: Show the whole level");
    press(&mut window, Modifiers::NONE, Key::K);
    window.press("Take it over");
    assert!(is_shown(&window, "K: Show the whole level") && !is_shown(&window, "K: Play / pause"));
    assert!(is_shown(&window, "F: Show the whole level"), "a function can have several keys");
    // A reset of one function, and of all, with undo.
    window.press("Reset the keys: Play / pause");
    window.press("Reset the keys: Show the whole level");
    assert!(window.app().settings.keys.is_empty());
    window.press("Add a key: Show the whole level");
    press(&mut window, Modifiers::NONE, Key::Num4);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(is_shown(&window, "4: Show the whole level") && !is_shown(&window, "4: Chosen edges"));
    let changed = window.app().settings.keys.clone();
    window.press("Reset all keys");
    assert!(window.app().settings.keys.is_empty() && is_shown(&window, "4: Chosen edges"));
    window.press("Undo: reset of all keys");
    assert_eq!(window.app().settings.keys, changed);
}

#[test]
fn keys_with_a_fixed_function_are_refused() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::Comma);
    window.press("Keys");
    window.press("F: Show the whole level");
    press(&mut window, Modifiers::NONE, Key::Tab);
    assert!(is_shown(&window, "Tab moves between the controls."));
    window.harness.event(Event::Copy);
    window.harness.run_steps(2);
    assert!(is_shown(&window, "The system's clipboard uses these keys."));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!is_shown(&window, "Key for Show the whole level"));
    assert!(window.app().features.settings.is_open && window.app().settings.keys.is_empty());
    // Keys can be removed.
    window.press("F: Show the whole level");
    window.press("Remove F");
    assert_eq!(window.app().settings.keys["command fit"], [""; 0]);
}
