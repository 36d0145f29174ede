//! Dialogs of the Arrange menu: arrays, scattering, combined bodies, welding, with previews on the canvas.

use super::window::{Window, square};
use blobsmith::editor::features::arrange::ArrangeDialog;
use blobsmith::geometry::polygon;
use blobsmith::level::{Body, Level, Place};
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

fn level(window: &Window) -> &Level {
    window.app().document.level()
}

fn dialog(window: &Window) -> &ArrangeDialog {
    window.app().features.arranging.as_ref().expect("the dialog is open")
}

fn choose(window: &mut Window, submenu: &str, command: &str) {
    window.press("Arrange");
    window.press(submenu);
    window.press(command);
}

fn area(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO)
}

/// The square of area 1 and its copy, displaced.
fn two(by: [f64; 2]) -> Level {
    let mut level = square();
    let mut other = level.bodies[0].clone().translated(by);
    other.name = "other".to_owned();
    level.bodies.push(other);
    level
}

#[test]
fn linear_array_is_previewed_applied_and_undone_in_one_step() {
    let mut window = Window::with(square());
    let before = window.app().document.level().clone();
    window.key(Modifiers::COMMAND, Key::A);
    choose(&mut window, "Copies", "Linear array…");
    window.type_into("Count", "3");
    window.type_into("Spacing x", "2");
    window.type_into("Spacing y", "0.5");
    let ghost = &dialog(&window).preview.as_ref().expect("a preview").ghost;
    assert_eq!((ghost.bodies.len(), ghost.bodies[2].nodes[0].position), (3, [4.0, 1.0]));
    assert!(window.harness.query_by_label_contains("Result: 3 bodies, 12 nodes").is_some());
    assert!(std::sync::Arc::ptr_eq(&before, window.app().document.level()), "a preview changes nothing");
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.arranging.is_none());
    let names: Vec<&str> = level(&window).bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["square", "square 2", "square 3"]);
    assert_eq!(window.app().selection, [Place::Body(0), Place::Body(1), Place::Body(2)]);
    assert_eq!(window.app().document.undo_label(), Some("Linear array"));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(**window.app().document.level(), *before);
}

#[test]
fn array_handle_is_dragged_on_the_canvas() {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.is_on = false;
    window.key(Modifiers::COMMAND, Key::A);
    choose(&mut window, "Copies", "Circular array…");
    // Below the square of side 1, whose centre is at 0.5, 0.5.
    assert_eq!(dialog(&window).handles(), [("Centre", DVec2::new(0.5, -1.0))]);
    window.app_mut().canvas.camera.center = DVec2::new(0.0, -0.5);
    window.app_mut().canvas.camera.scale = 60.0;
    window.harness.run_steps(2);
    let (from, to) = (window.screen(DVec2::new(0.5, -1.0)), window.screen(DVec2::new(0.5, -2.5)));
    window.drag(from, to);
    let (_, at) = dialog(&window).handles()[0];
    assert!((at - DVec2::new(0.5, -2.5)).length() < 0.05, "{at}");
    assert_eq!(window.app().selection, [Place::Body(0)], "the tool does not see the drag");
    window.type_into("Count", "4");
    window.type_into("Centre y", "-2.5");
    window.type_into("Centre x", "0.5");
    window.press("Apply: Circular array");
    // The copy opposite to the first one is turned by half a circle: its lower left corner is at its upper right.
    let [x, y] = level(&window).bodies[2].nodes[0].position;
    assert!((x - 1.0).abs() < 1e-9 && (y + 5.0).abs() < 1e-9, "{x}, {y}");
}

#[test]
fn scatter_is_found_in_the_palette_and_repeats_with_its_seed() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    let scattered = |window: &mut Window| {
        window.key(Modifiers::COMMAND, Key::K);
        window.harness.event(egui::Event::Text("scatter".to_owned()));
        window.harness.run_steps(3);
        window.key(Modifiers::NONE, Key::Enter);
        window.type_into("Count", "6");
        window.type_into("Seed", "3");
        window.key(Modifiers::NONE, Key::Enter);
        let found = level(window).bodies.iter().map(|body| body.nodes[0].position).collect::<Vec<_>>();
        window.key(Modifiers::COMMAND, Key::Z);
        window.key(Modifiers::COMMAND, Key::A);
        found
    };
    let first = scattered(&mut window);
    assert_eq!(first.len(), 7);
    assert_eq!(first, scattered(&mut window));
}

#[test]
fn dialog_returns_to_frame_0_where_its_preview_is() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    for _ in 0..3 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    assert_eq!(window.app().run.frame(), 3);
    choose(&mut window, "Copies", "Linear array…");
    assert_eq!(window.app().run.moment(), (0, 0));
}

#[test]
fn escape_leaves_the_dialog_and_keeps_the_selection() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    choose(&mut window, "Copies", "Scatter copies…");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().features.arranging.is_none() && !window.app().document.is_dirty());
    assert_eq!(window.app().selection, [Place::Body(0)]);
}

#[test]
fn bodies_are_united_subtracted_and_intersected() {
    for (command, verb, expected) in [
        ("Unite bodies…", "Unite bodies", 1.75),
        ("Subtract bodies…", "Subtract bodies", 0.75),
        ("Intersect bodies…", "Intersect bodies", 0.25),
    ] {
        // Two unit squares share a quarter.
        let mut window = Window::with(two([0.5, 0.5]));
        window.key(Modifiers::COMMAND, Key::A);
        choose(&mut window, "Combine", command);
        window.type_into("Spacing", "0.25");
        let ghost = dialog(&window).preview.as_ref().expect("a preview").ghost.clone();
        assert!((area(&ghost.bodies[0]) - expected).abs() < 1e-9, "{command}");
        window.press(&format!("Apply: {verb}"));
        assert_eq!(level(&window).bodies.len(), 1);
        let body = &level(&window).bodies[0];
        assert!((area(body) - expected).abs() < 1e-9 && body.name == "square", "{command}");
        window.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(level(&window).bodies.len(), 2);
    }
}

#[test]
fn combination_without_overlap_shows_the_reason_and_follows_the_selection() {
    let mut window = Window::with(two([3.0, 0.0]));
    window.key(Modifiers::COMMAND, Key::A);
    choose(&mut window, "Combine", "Subtract bodies…");
    assert!(window.harness.query_by_label_contains("The other bodies do not overlap the first one").is_some());
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.arranging.is_some() && level(&window).bodies.len() == 2);
    window.click(DVec2::new(3.6, 0.5), Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Body(1)]);
    assert!(window.harness.query_by_label_contains("Select at least two bodies").is_some());
}

#[test]
fn nodes_are_welded_and_bodies_merged_and_separated() {
    let mut window = Window::with(two([1.02, 0.0]));
    window.key(Modifiers::COMMAND, Key::A);
    choose(&mut window, "Combine", "Merge bodies into one");
    assert_eq!((level(&window).bodies.len(), level(&window).bodies[0].nodes.len()), (1, 8));
    choose(&mut window, "Combine", "Separate unconnected parts");
    assert_eq!(level(&window).bodies.len(), 2);
    window.key(Modifiers::COMMAND, Key::A);
    choose(&mut window, "Combine", "Weld nodes by distance…");
    window.type_into("Distance", "0.05");
    window.key(Modifiers::NONE, Key::Enter);
    // Two pairs of nodes became one each.
    assert_eq!((level(&window).bodies.len(), level(&window).bodies[0].nodes.len()), (1, 6));
    assert_eq!(window.app().document.undo_label(), Some("Weld nodes by distance"));
}

#[test]
fn context_menu_has_the_operations() {
    let mut window = Window::with(two([3.0, 0.0]));
    window.key(Modifiers::COMMAND, Key::A);
    let at = window.screen(DVec2::new(0.5, 0.5));
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(2);
    for pressed in [true, false] {
        let button = PointerButton::Secondary;
        window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        window.harness.run_steps(2);
    }
    window.press("Combine");
    window.press("Merge bodies into one");
    assert_eq!(level(&window).bodies.len(), 1);
}
