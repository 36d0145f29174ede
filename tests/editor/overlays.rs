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

/// The squares of level 04 after the first frame with a contact, with the verdict open.
fn window_at_contact() -> Window {
    let at = blobsmith::level::gallery::ALL.iter().position(|level| level.id == "04-squares-distance").unwrap();
    let mut window = Window::open(&blobsmith::editor::actions::Source::Gallery(at));
    window.key(Modifiers::NONE, Key::W);
    for _ in 0..100 {
        if window.app().features.verdict.shown.is_some() {
            break;
        }
        window.key(Modifiers::SHIFT, Key::ArrowRight);
    }
    assert!(window.app().features.verdict.shown.is_some());
    window
}

/// Depth of the shown contact on the screen.
fn depth_px(window: &Window) -> f64 {
    let contact = window.app().features.verdict.shown.as_ref().unwrap().contact().clone();
    let chosen = contact.candidates.iter().find(|row| Some(row.edge) == contact.chosen).unwrap();
    chosen.distance.unwrap() * window.app().canvas.camera.scale
}

#[test]
fn small_contact_has_an_inset_and_a_click_zooms_to_it() {
    let mut window = window_at_contact();
    assert!(depth_px(&window) < 8.0);
    let at = window.centre_of(Role::Button, "Inset of the contact");
    assert!(window.app().canvas.rect.unwrap().contains(at));
    let selected = window.app().selection.to_vec();
    window.click_at(at);
    assert!(depth_px(&window) >= 8.0, "{}", depth_px(&window));
    assert!(!is_shown(&window, "Inset of the contact"));
    assert_eq!(window.app().selection, selected, "the click is not one of the tool");
    // The whole level again, then by the key.
    window.key(Modifiers::NONE, Key::F);
    assert!(is_shown(&window, "Inset of the contact"));
    window.key(Modifiers::SHIFT, Key::Z);
    assert!(depth_px(&window) >= 8.0);
}

#[test]
fn zoom_to_contact_says_so_if_there_is_none() {
    let mut window = Window::with(square());
    let before = window.app().canvas.camera;
    window.key(Modifiers::SHIFT, Key::Z);
    assert_eq!(window.app().canvas.camera, before);
    assert!(is_shown(&window, "The last substep has no contact"));
}
