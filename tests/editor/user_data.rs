//! Ids, tags, properties and templates in the inspector, and the search for them.

use super::regions;
use super::window::{Window, assert_named, discs, square};
use crate::tools_draw::{has_notice, level};
use blobsmith::editor::actions::Source;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::user_data::{UserData, templates};
use blobsmith::level::{Level, Place, PropertyKind, PropertyValue, format};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// Replaces the text of a text field and presses Enter.
pub fn fill(window: &mut Window, field: &str, text: &str) {
    type_only(window, field, text);
    window.key(Modifiers::NONE, Key::Enter);
}

fn type_only(window: &mut Window, field: &str, text: &str) {
    window.enter_field(Role::TextInput, field);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(3);
}

/// Three discs and a square; the inspector shows these parts.
fn selecting(places: &[Place]) -> Window {
    let mut window = Window::with(Level { bodies: square().bodies, ..discs() });
    select(&mut window, places);
    window
}

fn select(window: &mut Window, places: &[Place]) {
    window.app_mut().selection = places.to_vec().into();
    window.harness.run_steps(3);
}

fn value(window: &Window, place: Place, name: &str) -> Option<PropertyValue> {
    let level = level(window);
    UserData::of(&level, place).and_then(|data| data.properties.get(name).cloned())
}

fn tags(window: &Window, place: Place) -> Vec<String> {
    UserData::of(&level(window), place).unwrap().tags.to_vec()
}

fn is_shown(window: &Window, text: &str) -> bool {
    window.harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn inspector_sets_a_valid_id_and_refuses_others() {
    let mut window = selecting(&[Place::Disc(0)]);
    fill(&mut window, "Id", "ball");
    assert_eq!(level(&window).discs[0].id, "ball");
    fill(&mut window, "Id", "red ball");
    assert!(has_notice(&window, "64 of the characters"));
    assert_eq!(level(&window).discs[0].id, "ball");
    select(&mut window, &[Place::Disc(1)]);
    fill(&mut window, "Id", "ball");
    assert!(has_notice(&window, "has the id “ball” already"));
    select(&mut window, &[Place::Node(0, 2)]);
    fill(&mut window, "Label", "hand");
    assert_eq!(level(&window).bodies[0].nodes[2].label, "hand");
    assert_named(&window, "user data");
}

#[test]
fn inspector_tags_several_parts_in_one_step() {
    let both = [Place::Disc(0), Place::Body(0)];
    let mut window = selecting(&[Place::Disc(0)]);
    fill(&mut window, "New tag", "enemy");
    select(&mut window, &both);
    assert!(!is_shown(&window, "Add the tag boss"));
    window.press("Tag enemy");
    assert_eq!(both.map(|place| tags(&window, place)), [["enemy"], ["enemy"]], "a tag of some is added to all");
    fill(&mut window, "New tag", "boss");
    assert_eq!(both.map(|place| tags(&window, place)), [["enemy", "boss"], ["enemy", "boss"]]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(both.map(|place| tags(&window, place)), [["enemy"], ["enemy"]]);
    window.press("Remove the tag enemy");
    assert!(both.iter().all(|&place| tags(&window, place).is_empty()));
    window.key(Modifiers::COMMAND, Key::Z);
    // Suggested from the level.
    select(&mut window, &[Place::Disc(2)]);
    window.press("Add the tag enemy");
    assert_eq!(tags(&window, Place::Disc(2)), ["enemy"]);
}

#[test]
fn value_of_a_new_property_has_the_focus() {
    let mut window = selecting(&[Place::Disc(0)]);
    fill(&mut window, "New property", "hp");
    window.harness.run_steps(3);
    window.harness.event(Event::Text("7".to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(value(&window, Place::Disc(0), "hp"), Some(PropertyValue::Number(7.0)));
}

#[test]
fn inspector_edits_typed_properties_of_several_parts() {
    let all = [Place::Disc(0), Place::Disc(1), Place::Body(0)];
    let mut window = selecting(&all[..2]);
    fill(&mut window, "New property", "hp");
    assert_eq!(value(&window, all[0], "hp"), Some(PropertyValue::Number(0.0)));
    window.type_into("hp", "2.5");
    select(&mut window, &all[..1]);
    window.type_into("hp", "4");
    // A change of several values by a formula changes each, in one step.
    select(&mut window, &all);
    assert!(is_shown(&window, "on 2 of 3"));
    window.type_into("hp", "*2");
    let number = |value: f64| Some(PropertyValue::Number(value));
    assert_eq!(all.map(|place| value(&window, place, "hp")), [number(8.0), number(5.0), number(8.0)]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(all.map(|place| value(&window, place, "hp")), [number(4.0), number(2.5), None]);
    select(&mut window, &all[..2]);
    fill(&mut window, "Name of hp", "health");
    assert_eq!((value(&window, all[1], "health"), value(&window, all[1], "hp")), (number(2.5), None));
    window.press("Remove health");
    assert_eq!(value(&window, all[0], "health"), None);
}

#[test]
fn inspector_changes_the_kind_of_a_property() {
    let mut window = selecting(&[Place::Disc(0)]);
    fill(&mut window, "New property", "lives");
    window.type_into("lives", "2.6");
    window.press("Kind of lives");
    window.press("Integer");
    assert_eq!(value(&window, Place::Disc(0), "lives"), Some(PropertyValue::Integer(3)));
    window.press("Kind of lives");
    window.press("Boolean");
    window.press("lives");
    assert_eq!(value(&window, Place::Disc(0), "lives"), Some(PropertyValue::Bool(false)));
}

#[test]
fn inspector_keeps_invalid_json_and_shows_the_place_of_the_error() {
    let mut level = discs();
    level.discs[0].properties.insert("drops", PropertyKind::List.blank());
    let mut window = Window::with(level);
    select(&mut window, &[Place::Disc(0)]);
    fill(&mut window, "drops", "[1, 2,, 3]");
    assert!(is_shown(&window, "line 1 column 7"));
    assert_eq!(value(&window, Place::Disc(0), "drops"), Some(PropertyValue::List(Vec::new())));
    fill(&mut window, "drops", "[1, \"gem\"]");
    assert!(!is_shown(&window, "column"));
    let expected = vec![PropertyValue::Integer(1), PropertyValue::Text("gem".into())];
    assert_eq!(value(&window, Place::Disc(0), "drops"), Some(PropertyValue::List(expected)));
}

#[test]
fn property_edit_does_not_restart_the_run() {
    let mut window = selecting(&[Place::Disc(0)]);
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.app().run.frame(), 2);
    fill(&mut window, "New property", "hp");
    assert!(value(&window, Place::Disc(0), "hp").is_some());
    assert_eq!((window.app().run.frame(), window.app().run.last_frame()), (2, 2));
    assert!(!has_notice(&window, "kept up to frame"));
}

#[test]
fn template_is_made_of_a_part_and_added_to_others() {
    let mut window = selecting(&[Place::Disc(0)]);
    fill(&mut window, "New property", "hp");
    window.type_into("hp", "7");
    fill(&mut window, "New template", "Enemy");
    assert_eq!(templates::of_level(&level(&window))[0].name, "Enemy");
    select(&mut window, &[Place::Disc(1), Place::Body(0)]);
    window.press("Add from template");
    window.press("Enemy");
    for place in [Place::Disc(1), Place::Body(0)] {
        assert_eq!(value(&window, place, "hp"), Some(PropertyValue::Number(7.0)));
    }
    // Without a selection the level's templates are shown.
    select(&mut window, &[]);
    window.press("Enemy");
    fill(&mut window, "Help of the template", "Walks");
    assert_eq!(templates::of_level(&level(&window))[0].help, "Walks");
    window.press("Remove the template Enemy");
    assert!(templates::of_level(&level(&window)).is_empty());
}

#[test]
fn project_templates_are_read_beside_the_level_and_errors_are_reported() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("discs.ron");
    format::save(&discs(), &file).unwrap();
    let text =
        r#"{"templates": [{"name": "Coin", "properties": [{"name": "worth", "kind": "Integer", "default": 5}]}]}"#;
    std::fs::write(place.path().join(templates::FILE), text).unwrap();
    let mut window = Window::open(&Source::File(file.clone()));
    select(&mut window, &[Place::Disc(0)]);
    window.press("Add from template");
    window.press("Coin");
    assert_eq!(value(&window, Place::Disc(0), "worth"), Some(PropertyValue::Integer(5)));
    std::fs::write(place.path().join(templates::FILE), "{\n\"templates\": [1]}").unwrap();
    let window = Window::open(&Source::File(file));
    assert!(has_notice(&window, "line 2") && has_notice(&window, templates::FILE));
    assert!(window.app().features.templates.list.is_empty());
}

#[test]
fn outline_search_finds_and_selects_by_tag_and_property() {
    let mut level = Level { bodies: square().bodies, ..discs() };
    level.discs[1].tags.push("enemy".into());
    level.bodies[0].nodes[2].tags.push("enemy".into());
    level.discs[2].properties.insert("hp", PropertyValue::Integer(5));
    let mut window = Window::with(level);
    window.key(Modifiers::COMMAND, Key::F);
    assert!(window.app().settings.is_shown(Tab::Outline));
    window.harness.event(Event::Text("tag:enemy".into()));
    window.harness.run_steps(3);
    assert!(is_shown(&window, "disc 1") && is_shown(&window, "node 2") && !is_shown(&window, "Hide disc 2"));
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().selection, [Place::Node(0, 2), Place::Disc(1)]);
    type_only(&mut window, "Search the outline", "hp>4");
    window.press("Select what the search finds");
    assert_eq!(window.app().selection, [Place::Disc(2)]);
    fill(&mut window, "Search the outline", "hp>5");
    assert!(has_notice(&window, "No part matches hp>5"));
    assert_eq!(window.app().selection, [Place::Disc(2)]);
}

#[test]
fn palette_selects_by_tag_and_by_query() {
    let mut level = discs();
    level.discs[1].tags.push("enemy".into());
    level.discs[2].properties.insert("hp", PropertyValue::Integer(5));
    let mut window = Window::with(level);
    for (words, found) in [("enemy", Place::Disc(1)), ("hp>4", Place::Disc(2))] {
        window.key(Modifiers::COMMAND, Key::K);
        window.harness.event(Event::Text(words.into()));
        window.harness.run_steps(3);
        window.key(Modifiers::NONE, Key::Enter);
        assert_eq!(window.app().selection, [found], "{words}");
    }
}

#[test]
fn rows_of_properties_fit_the_panel_of_the_first_start() {
    let mut window = selecting(&[Place::Disc(0)]);
    fill(&mut window, "New property", "hp");
    fill(&mut window, "New property", "name");
    let side = regions::region(&window, "side");
    for name in ["Kind of hp", "Remove hp", "Remove name", "Kind of the new property"] {
        let rect = window.harness.get_by_label(name).rect();
        assert!(
            side.x_range().contains(rect.left()) && side.x_range().contains(rect.right()),
            "{name}: {rect:?} in {side:?}"
        );
    }
}
