//! The table of parts and frames in the window.

use super::window::{Window, square};
use blobsmith::editor::features::parts_table::PartSort;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::Place;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// The falling square after 40 frames, node 2 pushed upwards in frame 10.
fn open() -> Window {
    let mut window = Window::with(square());
    let run = &mut window.app_mut().run;
    (0..10).for_each(|_| run.step_frame());
    run.nudge(Place::Node(0, 2), [0.0, 0.8]).unwrap();
    (0..30).for_each(|_| run.step_frame());
    window.key(Modifiers::ALT, Key::T);
    window.harness.run_steps(60);
    window
}

fn rows(window: &Window) -> Vec<usize> {
    window.app().features.parts_table.rows().to_vec()
}

#[test]
fn parts_table_shows_all_nodes_and_a_value_goes_to_its_frame() {
    let mut window = open();
    assert!(window.app().settings.is_shown(Tab::PartsTable));
    let table = window.app().features.parts_table.table();
    assert_eq!((table.frames(), table.places().len()), (41, 4));
    assert_eq!(rows(&window), [0, 1, 2, 3]);
    let greatest = table.extremes(2).unwrap().greatest;
    assert!(greatest.1 > 0, "it rests at frame 0");
    window.press("node 2 of square at 38");
    window.harness.run_steps(10);
    assert_eq!(window.app().run.moment(), (38, 0));
    assert_eq!(&window.app().selection[..], [Place::Node(0, 2)]);
    window.press("greatest of node 2 of square");
    window.harness.run_steps(10);
    assert_eq!(window.app().run.frame(), greatest.1);
}

#[test]
fn parts_table_is_sorted_by_a_frame_and_filtered_by_words_and_selection() {
    let mut window = open();
    let value = |window: &Window, part: usize| window.app().features.parts_table.table().value(part, 40).unwrap();
    window.press("Sort the table by 40");
    assert_eq!(window.app().features.parts_table.choice.sort, PartSort::Frame(40));
    let sorted = rows(&window);
    assert!(sorted.is_sorted_by(|&a, &b| value(&window, a) >= value(&window, b)), "{sorted:?}");
    window.press("Sort the table by 40");
    let sorted = rows(&window);
    assert!(sorted.is_sorted_by(|&a, &b| value(&window, a) <= value(&window, b)));
    window.press("Sort the table by Part");
    window.harness.get_by_label("Find parts").focus();
    window.harness.run_steps(2);
    window.harness.event(Event::Text("node 3".to_owned()));
    window.harness.run_steps(5);
    assert_eq!(rows(&window), [3]);
    window.app_mut().features.parts_table.choice.filter.clear();
    window.app_mut().selection = vec![Place::Node(0, 1)].into();
    window.press("Selection only");
    window.harness.run_steps(3);
    assert_eq!(rows(&window), [1]);
}

#[test]
fn parts_table_takes_an_expression_and_shows_its_error() {
    let mut window = open();
    window.app_mut().features.parts_table.choice.text = "2 * body.area".to_owned();
    window.harness.run_steps(60);
    let table = window.app().features.parts_table.table();
    assert_eq!((table.places(), table.frames()), (&[Place::Body(0)][..], 41));
    assert!((table.value(0, 0).unwrap() - 2.0).abs() < 1e-12, "twice the unit square");
    window.app_mut().features.parts_table.choice.text = "energy.total".to_owned();
    window.harness.run_steps(5);
    assert!(window.app().features.parts_table.error().is_some());
    window.press("Quantity of the table");
    window.press("nodes");
    window.press("Position y");
    window.harness.run_steps(60);
    assert_eq!(window.app().features.parts_table.choice.text, "node.y");
    assert_eq!(window.app().features.parts_table.table().value(2, 0), Some(1.0));
}

#[test]
fn parts_table_is_copied_as_csv() {
    let mut window = open();
    let copied = window.copied_by("Copy as CSV").expect("something is copied");
    assert_eq!(copied.lines().count(), 5);
    assert_eq!(copied.lines().next().unwrap().split(',').count(), 42);
    assert!(copied.contains("\nnode 1 of square,0.0,"), "{copied}");
}
