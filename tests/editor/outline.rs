//! Folders, order, solo and names in the outline, by real drags and keys.

use crate::window::{Window, assert_named, discs, square};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::edit::folders;
use blobsmith::level::{Level, Place};
use egui::{Event, Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;

/// Three squares and three discs.
fn window() -> Window {
    let mut level = discs();
    for name in ["a", "b", "c"] {
        let mut body = square().bodies[0].clone();
        body.name = name.to_owned();
        body.nodes.iter_mut().for_each(|node| node.position[1] += 4.0 * (level.bodies.len() as f64 - 1.0));
        level.bodies.push(body);
    }
    Window::new(level, Settings::showing([Tab::Outline]))
}

fn level(window: &Window) -> Level {
    Level::clone(window.app().document.level())
}

fn names(window: &Window) -> String {
    window.app().document.level().bodies.iter().map(|body| body.name.as_str()).collect()
}

fn row(window: &Window, name: &str) -> Pos2 {
    window.harness.get_all_by_label(name).next().unwrap_or_else(|| panic!("no {name}")).rect().center()
}

fn drag_row(window: &mut Window, from: &str, to: &str) {
    let (from, to) = (row(window, from), row(window, to));
    window.drag(from, to);
}

fn select(window: &mut Window, places: &[Place]) {
    window.app_mut().selection = places.to_vec().into();
    window.harness.run_steps(3);
}

#[test]
fn selection_is_put_into_a_folder_by_key_and_named() {
    let mut window = window();
    window.app_mut().settings.show(Tab::World);
    window.key(Modifiers::COMMAND, Key::G);
    assert!(folders::folders(&level(&window)).is_empty(), "nothing is selected");
    select(&mut window, &[Place::Node(1, 0), Place::Disc(2)]);
    window.key(Modifiers::COMMAND, Key::G);
    window.harness.run_steps(3);
    assert_eq!(folders::parts_of(&level(&window), 0), [Place::Body(1), Place::Disc(2)]);
    window.harness.event(Event::Text("Pair".to_owned()));
    window.harness.run_steps(1);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(folders::folders(&level(&window))[0].name, "Pair");
}

#[test]
fn folder_is_filled_by_drag_and_hides_its_parts() {
    let mut window = window();
    select(&mut window, &[Place::Body(1)]);
    window.press("New folder");
    assert_eq!(folders::parts_of(&level(&window), 0), [Place::Body(1)]);
    // Its name is selected and typed over.
    window.harness.event(Event::Text("Walls".to_owned()));
    window.harness.run_steps(1);
    window.key(Modifiers::NONE, Key::Enter);
    drag_row(&mut window, "disc 0", "Folder Walls");
    assert_eq!(folders::parts_of(&level(&window), 0), [Place::Body(1), Place::Disc(0)]);
    assert_named(&window, "outline with a folder");
    window.press("Hide Walls");
    let hidden = level(&window);
    assert!(hidden.is_hidden(Place::Body(1)) && hidden.is_hidden(Place::Disc(0)) && !hidden.is_hidden(Place::Body(0)));
    // A row outside takes the disc out again; discs and bodies have separate orders.
    drag_row(&mut window, "disc 0", "disc 2");
    assert_eq!(folders::parts_of(&level(&window), 0), [Place::Body(1)]);
    for _ in 0..5 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert!(!window.app().document.is_dirty());
    assert!(folders::folders(&level(&window)).is_empty());
}

#[test]
fn dragged_row_changes_the_order_of_bodies() {
    let mut window = window();
    drag_row(&mut window, "a", "c");
    assert_eq!(names(&window), "bca");
    assert_eq!(window.app().selection, [Place::Body(2)]);
    drag_row(&mut window, "a", "b");
    assert_eq!(names(&window), "abc");
    // Several selected rows move together.
    select(&mut window, &[Place::Body(0), Place::Body(1)]);
    drag_row(&mut window, "a", "c");
    assert_eq!(names(&window), "cab");
    assert_eq!(window.app().selection, [Place::Body(1), Place::Body(2)]);
}

#[test]
fn solo_shows_one_part_and_show_everything_ends_it() {
    let mut window = window();
    window.press("Solo b");
    let solo = level(&window);
    let shown: Vec<Place> = folders::everything(&solo).filter(|&place| !solo.is_hidden(place)).collect();
    assert_eq!(shown, [Place::Body(1)]);
    window.press("Show everything");
    assert!(folders::everything(&level(&window)).all(|place| !level(&window).is_hidden(place)));
    assert_eq!(window.app().run.level().bodies.len(), 3, "hidden parts simulate");
}

#[test]
fn several_parts_are_renamed_by_a_pattern() {
    let mut window = window();
    select(&mut window, &[Place::Body(0), Place::Body(2), Place::Disc(1)]);
    window.key(Modifiers::NONE, Key::F2);
    window.harness.run_steps(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("toy ##".to_owned()));
    window.harness.run_steps(2);
    assert!(window.harness.query_by_label("a → toy 01").is_some(), "a preview");
    window.key(Modifiers::NONE, Key::Enter);
    let renamed = level(&window);
    assert_eq!(names(&window), "toy 01btoy 02");
    assert_eq!(renamed.discs[1].name, "toy 03");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&window), "abc", "one step of the history");
}

#[test]
fn arrow_keys_walk_the_rows_and_move_parts() {
    let mut window = window();
    let at = row(&window, "a");
    window.click_at(at);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    // A click leaves the arrow keys to the canvas; the keyboard focus gives them to the row.
    window.harness.get_all_by_label("a").next().unwrap().focus();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::ArrowDown);
    assert_eq!(window.app().selection, [Place::Body(1)]);
    window.key(Modifiers::NONE, Key::ArrowDown);
    assert_eq!(window.app().selection, [Place::Body(2)]);
    window.key(Modifiers { shift: true, ..Modifiers::COMMAND }, Key::ArrowUp);
    assert_eq!(names(&window), "acb");
    window.key(Modifiers { shift: true, ..Modifiers::COMMAND }, Key::ArrowUp);
    assert_eq!(names(&window), "cab");
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert!(window.harness.query_all_by_label_contains("Nodes of body").next().is_some(), "the row is open");
}
