//! The Event log in the window.

use super::window::{Window, square};
use blobsmith::debugger::diagnosis::{Detector, Problem};
use blobsmith::debugger::event_log::{LoggedEvent, LoggedKind};
use blobsmith::editor::actions::Source;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::engine::EventKind;
use blobsmith::level::{Level, Obstacle, ObstacleShape, Place, gallery};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

fn open() -> Window {
    let shape = ObstacleShape::Segment([-9.0, -1.0], [9.0, -1.0]);
    let floor = Obstacle { name: "floor 1".to_owned(), shape, restitution: 0.5, ..Obstacle::default() };
    let mut window = Window::with(Level { obstacles: vec![floor], ..square() });
    (0..80).for_each(|_| window.app_mut().run.step_frame());
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    window.harness.run_steps(80);
    window
}

fn count(window: &Window) -> usize {
    window.app().features.event_log.found().rows().len()
}

#[test]
fn event_log_lists_the_run_and_a_row_goes_to_its_moment() {
    let mut window = open();
    assert!(window.app().settings.is_shown(Tab::EventLog));
    let log = window.app().features.event_log.log();
    assert_eq!(log.frames_known(), 80);
    let first = log.events()[0];
    assert_eq!(first.kind, LoggedKind::Obstacle);
    let at = first.visible_at(&window.app().run);
    let Place::Node(0, node) = first.part else { panic!("{first:?}") };
    let text = blobsmith::debugger::moment::write(at);
    window.press(&format!("{text}: obstacle hit of node {node} of square with floor 1"));
    window.harness.run_steps(10);
    assert_eq!(window.app().run.moment(), at);
    assert_eq!(&window.app().selection[..], [Place::Node(0, node), Place::Obstacle(0)]);
}

#[test]
fn event_log_is_filtered_by_words_kind_and_selection_and_sorted_by_a_title() {
    let mut window = open();
    let all = count(&window);
    assert!(all > 4, "{all}");
    window.harness.get_by_label("Find events").focus();
    window.harness.run_steps(2);
    window.harness.event(Event::Text("node 0 floor".to_owned()));
    window.harness.run_steps(5);
    let of = |window: &Window, node: usize| {
        let events = window.app().features.event_log.log().events();
        events.iter().filter(|event| event.part == Place::Node(0, node)).count()
    };
    let [first, second] = [0, 1].map(|node| of(&window, node));
    assert_eq!(count(&window), first);
    assert!(first > 0 && first < all && second > 0 && second < all);
    // The text of a cell finds that cell only. Each row has all these words, since that of the floor contains “1”.
    window.app_mut().features.event_log.query.text = "node 1 of square".to_owned();
    window.harness.run_steps(5);
    assert_eq!(count(&window), second);
    window.app_mut().features.event_log.query.text.clear();
    window.app_mut().selection = vec![Place::Node(0, 0)].into();
    window.press("Selection only");
    window.harness.run_steps(3);
    let log = window.app().features.event_log.log().events();
    assert_eq!(count(&window), log.iter().filter(|event| event.part == Place::Node(0, 0)).count());
    window.press("Selection only");
    window.press("Sort by Impulse");
    window.harness.run_steps(3);
    let ui = &window.app().features.event_log;
    let sizes: Vec<f64> = ui.found().rows().iter().map(|&row| ui.log().events()[row as usize].impulse).collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
    window.press("Sort by Impulse");
    window.harness.run_steps(3);
    let ui = &window.app().features.event_log;
    let sizes: Vec<f64> = ui.found().rows().iter().map(|&row| ui.log().events()[row as usize].impulse).collect();
    assert!(sizes.is_sorted());
    window.press("Kinds of events");
    window.press("obstacle hit");
    window.harness.run_steps(3);
    assert_eq!(count(&window), 0);
    // The menu stays open after each choice.
    window.app_mut().selection = vec![Place::Body(0)].into();
    for (choice, is_any) in [("All", true), ("None", false), ("Only obstacle hit", true), ("Only impact", false)] {
        window.press(choice);
        window.harness.run_steps(3);
        assert_eq!(count(&window) > 0, is_any, "{choice}");
    }
    assert_eq!(window.app().selection, [Place::Body(0)], "no click went through the menu");
}

#[test]
fn event_log_is_copied_as_csv() {
    let mut window = open();
    let lines = count(&window) + 1;
    let copied = window.copied_by("Copy as CSV").expect("something is copied");
    assert_eq!(copied.lines().count(), lines);
    assert!(copied.contains(",obstacle hit,node"), "{copied}");
}

#[test]
fn impulses_of_the_log_and_of_the_substep_are_the_same() {
    let index = gallery::ALL.iter().position(|level| level.name == "Two squares: Distance").unwrap();
    let mut window = Window::open(&Source::Gallery(index));
    (0..4).for_each(|_| window.app_mut().run.step_frame());
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    window.harness.run_steps(80);
    let events = window.app().features.event_log.log().events().to_vec();
    let is_large = |event: &&LoggedEvent| event.kind == LoggedKind::Contact && event.impulse.abs() > 1e-3;
    let contact = events.iter().find(is_large).expect("a contact");
    let at = contact.visible_at(&window.app().run);
    blobsmith::editor::perform::time::go(window.app_mut(), at);
    window.app_mut().settings.show(Tab::Substep);
    window.harness.run_steps(5);
    window.press("Substep: Contacts");
    window.harness.run_steps(5);
    for title in ["Impulse [m·l/t]", "Friction [m·l/t]", "Distance [l]", "Move [l]"] {
        assert!(window.harness.query_by_label(title).is_some(), "the title with its unit: {title}");
    }
    let labels = window.harness.query_all_by_label_contains(".");
    let texts = labels.filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()));
    let numbers: Vec<f64> = texts.filter_map(|text| text.parse().ok()).collect();
    // The table rounds; without the mass the number would be twice as large.
    let is_listed = |number: f64| numbers.iter().any(|found| (found / number - 1.0).abs() < 0.01);
    assert!(is_listed(contact.impulse), "{} in {numbers:?}", contact.impulse);
}

#[test]
fn event_log_has_the_terms_of_the_problems_and_a_link_to_them() {
    for (kind, problem) in [(EventKind::Collapsed, Problem::Collapse), (EventKind::NoEdge, Problem::NoEdge)] {
        assert_eq!(kind.title(), Detector::of(problem).title.to_lowercase());
    }
    let mut window = open();
    window.app_mut().features.event_log.query.text = "no such part".to_owned();
    window.harness.run_steps(5);
    assert_eq!(count(&window), 0);
    window.press("Findings are in Problems");
    assert!(window.app().settings.is_shown(Tab::Problems));
}
