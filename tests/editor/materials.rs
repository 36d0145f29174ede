//! Colours and materials, in the inspector and in the Materials tab.

#[path = "outline.rs"]
mod outline;

use super::window::{Window, assert_named, square};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::edit::{colors, materials};
use blobsmith::level::{Level, Place};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// Three squares in a row, with ids as after loading.
fn three() -> Level {
    let mut level = square();
    for index in 1..3 {
        let mut body = level.bodies[0].clone();
        body.name = format!("square {index}");
        body.nodes.iter_mut().for_each(|node| node.position[0] += 3.0 * f64::from(index));
        level.bodies.push(body);
    }
    blobsmith::level::ids::assign(&mut level);
    level
}

fn with_tab() -> Window {
    Window::new(three(), Settings::showing([Tab::Materials]))
}

fn select(window: &mut Window, places: &[Place]) {
    window.app_mut().selection = places.to_vec().into();
    window.harness.run_steps(3);
}

fn level(window: &Window) -> Level {
    Level::clone(window.app().document.level())
}

/// Adds a ready material.
fn add(window: &mut Window, name: &str) {
    window.press("New material");
    window.press(name);
}

fn is_shown(window: &Window, text: &str) -> bool {
    window.harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn colour_row_paints_the_selected_bodies_in_one_step() {
    let mut window = with_tab();
    select(&mut window, &[Place::Body(0), Place::Body(2)]);
    window.press("Pink");
    let painted = level(&window);
    let colors: Vec<_> = (0..3).map(|body| colors::color_of(&painted, Place::Body(body)).map(str::to_owned)).collect();
    assert!(colors[0].is_some() && colors[0] == colors[2] && colors[1].is_none(), "{colors:?}");
    assert_eq!(window.app().document.undo_label(), Some("Colour of 2 parts"));
    window.press("Reset Colour");
    assert!(level(&window).editor.unwrap().body_colors.is_empty());
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(!window.app().document.is_dirty());
}

#[test]
fn ready_material_is_given_in_the_inspector() {
    let mut window = with_tab();
    select(&mut window, &[Place::Body(0), Place::Body(2)]);
    let before = level(&window);
    window.press("Material");
    window.press("Rubber");
    let changed = level(&window);
    assert_eq!(changed.editor.as_ref().unwrap().materials.len(), 1);
    let restitution: Vec<f64> = changed.bodies.iter().map(|body| body.restitution).collect();
    assert_eq!([restitution[0], restitution[2]], [0.9; 2]);
    assert_eq!(restitution[1], before.bodies[1].restitution);
    // One step; then the list has the material of the level only.
    assert_eq!(window.app().document.undo_label(), Some("Material: Rubber"));
    window.press("Material");
    assert_eq!(window.harness.query_all_by_label("Rubber").filter(|node| node.rect().width() > 60.0).count(), 1);
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(level(&window), before);
}

#[test]
fn material_change_reaches_all_its_bodies_in_one_step() {
    let mut window = with_tab();
    assert!(is_shown(&window, "A material is a set of numbers"));
    add(&mut window, "Jelly");
    select(&mut window, &[Place::Body(0), Place::Body(1)]);
    window.press("Assign Jelly");
    assert_named(&window, "materials");
    window.type_into("Friction of Jelly", "0.75");
    let frictions: Vec<f64> = level(&window).bodies.iter().map(|body| body.friction).collect();
    assert_eq!(frictions, [0.75, 0.75, 0.3]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(level(&window).bodies.iter().all(|body| body.friction == 0.3), "one step of the history");
    window.key(Modifiers::COMMAND, Key::Y);
    window.press("Bodies of Jelly");
    assert_eq!(window.app().selection, [Place::Body(0), Place::Body(1)]);
    window.press("Duplicate Jelly");
    window.press("Delete Jelly");
    let left = level(&window);
    let names: Vec<_> = materials::materials(&left).iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["Jelly 2"]);
    assert_eq!(left.bodies[0].friction, 0.75, "the bodies keep their numbers");
}

#[test]
fn body_edited_by_hand_differs_until_applied_again() {
    let mut window = with_tab();
    select(&mut window, &[Place::Body(0)]);
    window.press("New from the selected body");
    select(&mut window, &[Place::Body(1)]);
    window.press("Assign square");
    assert!(!is_shown(&window, "differs"));
    window.type_into("Restitution", "0.125");
    assert!(is_shown(&window, "differs: restitution"));
    window.press("Apply the material to the body again");
    assert_eq!(level(&window).bodies[1].restitution, 0.5);
    assert!(!is_shown(&window, "differs"));
    window.type_into("Restitution", "0.25");
    window.press("Update the material from the body");
    let restitutions: Vec<f64> = level(&window).bodies.iter().map(|body| body.restitution).collect();
    assert_eq!(restitutions, [0.25, 0.25, 0.5]);
    assert!(!is_shown(&window, "differs"));
}

#[test]
fn material_is_renamed_in_its_field() {
    let mut window = with_tab();
    add(&mut window, "Jelly");
    let field = window.harness.get_by_label("Name of Jelly").rect().center();
    window.click_at(field);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("Clay".to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(materials::materials(&level(&window))[0].name, "Clay");
    assert!(window.harness.query_by_label("Delete Clay").is_some());
}

#[test]
fn ready_materials_have_numbers_of_their_own_and_suit_the_gravity() {
    let mut heavy = three();
    heavy.world.gravity = [0.0, 4.0 * heavy.world.gravity[1]];
    for (level, factor) in [(three(), 1.0), (heavy, 4.0)] {
        let mut window = Window::new(level, Settings::showing([Tab::Materials]));
        for name in ["Jelly", "Wood", "Wood", "Rubber"] {
            add(&mut window, name);
        }
        let level = self::level(&window);
        let numbers: Vec<_> =
            materials::materials(&level).iter().map(|one| (one.name.as_str(), one.stiffness, one.gas)).collect();
        let soft = Some(6.0 * factor);
        let stiff = Some(20.0 * factor);
        let expected = [
            ("Jelly", soft, Some(0.0)),
            ("Wood", stiff, Some(0.0)),
            ("Wood 2", stiff, Some(0.0)),
            ("Rubber", Some(8.0 * factor), Some(0.0)),
        ];
        assert_eq!(numbers, expected);
        assert_eq!(window.app().document.undo_label(), Some("New material Rubber"));
    }
}

/// An ellipsis announces a dialog.
#[test]
fn menus_of_new_parts_have_no_ellipsis() {
    let mut window = Window::with(square());
    for (tab, name) in
        [(Tab::Materials, "New material"), (Tab::Breakpoints, "Add breakpoint"), (Tab::Expectations, "Add expectation")]
    {
        window.app_mut().settings.show(tab);
        window.harness.run_steps(4);
        window.press(name);
        assert!(egui::Popup::is_any_open(&window.harness.ctx), "{name} opens a menu");
        window.key(Modifiers::NONE, Key::Escape);
    }
}
