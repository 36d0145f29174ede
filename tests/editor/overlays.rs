//! The list of overlays: groups, search, keys; the menu; the inset.

use crate::window::{Window, square};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

fn is_shown(window: &Window, text: &str) -> bool {
    window.harness.query_all_by_label(text).next().is_some()
}

#[test]
fn menu_of_overlays_stays_open_and_is_searched() {
    let mut window = Window::with(square());
    window.press("Overlays");
    for title in ["Velocities", "Net force"] {
        let at = window.centre_of(Role::CheckBox, title);
        window.click_at(at);
    }
    assert_eq!(window.app().settings.overlays, ["velocities", "force-total"]);
    assert!(is_shown(&window, "Contacts") && is_shown(&window, "Springs, sticks and links"), "the groups");
    // Digits switch overlays while the menu is open, but not while its search field has the focus.
    window.key(Modifiers::NONE, Key::Num2);
    assert_eq!(window.app().settings.overlays, ["force-total"]);
    let field = window.centre_of(Role::TextInput, "Search the overlays");
    window.click_at(field);
    window.harness.key_press(Key::Num2);
    window.harness.event(Event::Text("hinders".to_owned()));
    window.harness.run_steps(2);
    assert_eq!(window.app().settings.overlays, ["force-total"]);
    assert!(is_shown(&window, "No overlay matches"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("parity".to_owned()));
    window.harness.run_steps(3);
    // Found by its name, and by what it explains.
    assert!(is_shown(&window, "Parity ray") && is_shown(&window, "Verdict trace") && !is_shown(&window, "Boxes"));
    window.press("All off");
    assert_eq!(window.app().settings.overlays, [""; 0]);
}

#[test]
fn overlay_gets_a_key_in_its_row() {
    let mut window = Window::with(square());
    window.press("Overlays");
    window.press("Key of Boxes");
    window.key(Modifiers::NONE, Key::Num4);
    assert!(is_shown(&window, "4 is the key of Chosen edges."));
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().settings.keys["overlay boxes"], ["4"]);
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::NONE, Key::Num4);
    assert_eq!(window.app().settings.overlays, ["boxes"]);
}
