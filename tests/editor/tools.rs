//! Tools, driven by real events on the canvas.

use crate::window::{Window, square, with_ids};
use blobsmith::editor::mirror::Mirror;
use blobsmith::level::Place;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

/// Drags from one world point to another, keys held.
pub fn drag(window: &mut Window, from: [f64; 2], to: [f64; 2], modifiers: Modifiers) {
    window.harness.event(Event::ModifiersChanged(modifiers));
    let (from, to) = (window.screen(from.into()), window.screen(to.into()));
    window.drag(from, to);
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.harness.run_steps(1);
}

pub fn position(window: &Window, node: usize) -> [f64; 2] {
    window.app().document.level().bodies[0].nodes[node].position
}

pub fn is_near(a: [f64; 2], b: [f64; 2]) -> bool {
    DVec2::from(a).distance(b.into()) < 1e-9
}

fn nodes(list: &[usize]) -> Vec<Place> {
    list.iter().map(|&node| Place::Node(0, node)).collect()
}

/// Goes inside the square by a double click.
pub fn enter(window: &mut Window) {
    for _ in 0..2 {
        window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    }
    assert!(window.app().canvas.entered.is_some());
}

#[test]
fn box_takes_whole_bodies_from_outside() {
    let mut window = Window::with(square());
    drag(&mut window, [0.8, -0.1], [1.2, 1.1], Modifiers::NONE);
    assert_eq!(window.app().selection, [], "half of the body is not all of it");
    drag(&mut window, [-0.2, -0.1], [1.2, 1.1], Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    // Across the right side only, where no node is: inside there is nothing, touched is the body.
    window.key(Modifiers::NONE, Key::Escape);
    drag(&mut window, [1.05, 0.2], [1.2, 0.3], Modifiers::NONE);
    assert_eq!(window.app().selection, [], "beside it");
    drag(&mut window, [1.1, 0.2], [0.9, 0.3], Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    assert!(window.app().document.undo_label().is_none(), "nothing was changed");
}

#[test]
fn box_takes_nodes_inside_a_body() {
    let mut window = Window::with(square());
    enter(&mut window);
    drag(&mut window, [0.8, -0.1], [1.2, 1.1], Modifiers::NONE);
    assert_eq!(window.app().selection, nodes(&[1, 2]));
    drag(&mut window, [-0.2, -0.1], [0.2, 0.2], Modifiers::SHIFT);
    assert_eq!(window.app().selection, nodes(&[1, 2, 0]), "Shift adds");
    drag(&mut window, [0.8, -0.1], [1.2, 0.2], Modifiers::COMMAND);
    assert_eq!(window.app().selection, nodes(&[2, 0]), "Ctrl takes away");
    drag(&mut window, [-0.2, -0.1], [1.2, 1.1], Modifiers::NONE);
    assert_eq!(window.app().selection, nodes(&[0, 1, 2, 3]));
    drag(&mut window, [0.3, 0.2], [0.2, 0.3], Modifiers::NONE);
    assert_eq!(window.app().selection, [], "a drag within the body draws a box, too");
    assert!(window.app().canvas.entered.is_some() && window.app().document.undo_label().is_none());
}

#[test]
fn lasso_takes_nodes_within() {
    let mut window = Window::with(square());
    enter(&mut window);
    window.press("Select by a lasso");
    let corners = [[-0.1, 1.1], [0.5, 0.6], [1.1, 1.1]].map(|at| window.screen(at.into()));
    window.drag_only(corners[0], corners[1]);
    window.harness.event(Event::PointerMoved(corners[2]));
    window.harness.run_steps(1);
    window.drop_at(corners[2]);
    assert_eq!(window.app().selection, [], "the corners at (0, 1) and (1, 1) are above the line");
    let corners = [[-0.2, 0.7], [-0.2, 1.1], [1.2, 1.1], [1.2, 0.7]].map(|at| window.screen(at.into()));
    window.drag_only(corners[0], corners[1]);
    for corner in &corners[2..] {
        window.harness.event(Event::PointerMoved(*corner));
        window.harness.run_steps(1);
    }
    window.drop_at(corners[3]);
    assert_eq!(window.app().selection, nodes(&[2, 3]));
}

#[test]
fn ctrl_clicks_cycle_through_parts_under_the_pointer() {
    let mut window = Window::with(square());
    let mut seen = Vec::new();
    for _ in 0..6 {
        window.click(DVec2::new(1.0, 0.0), Modifiers::COMMAND);
        let [place] = window.app().selection[..] else { panic!("one at a time") };
        seen.push(place);
    }
    let all =
        [Place::Node(0, 1), Place::Spring(0, 0), Place::Spring(0, 1), Place::HullEdge(0, 0), Place::HullEdge(0, 1)];
    assert_eq!(seen[0], Place::Node(0, 1));
    assert!(all.iter().all(|place| seen[..5].contains(place)), "{seen:?}");
    assert!(seen[5] == seen[0] || seen[5] == Place::Body(0));
    window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.key(Modifiers::NONE, Key::X);
    assert_eq!(window.app().selection, [Place::Body(0)], "there is only one");
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Minus);
    assert_eq!(window.app().selection, nodes(&[0, 1, 2, 3]), "a whole body has no rim");
}

#[test]
fn move_snaps_to_the_grid_unless_alt_is_held() {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.grid = 0.25;
    enter(&mut window);
    drag(&mut window, [1.0, 1.0], [1.48, 1.29], Modifiers::NONE);
    assert!(is_near(position(&window, 2), [1.5, 1.25]), "{:?}", position(&window, 2));
    window.press("Undo");
    assert!(is_near(position(&window, 2), [1.0, 1.0]));
    drag(&mut window, [1.0, 1.0], [1.48, 1.29], Modifiers::COMMAND);
    assert!(is_near(position(&window, 2), [1.5, 1.0]), "along one axis");
    window.press("Undo");
    window.key(Modifiers::SHIFT, Key::G);
    drag(&mut window, [1.0, 1.0], [1.48, 1.29], Modifiers::NONE);
    assert!(DVec2::from(position(&window, 2)).distance(DVec2::new(1.48, 1.29)) < 0.01);
    assert!(!is_near(position(&window, 2), [1.5, 1.25]), "it is off");
}

#[test]
fn escape_cancels_a_move_without_a_step() {
    let mut window = Window::with(square());
    enter(&mut window);
    let (from, to) = (window.screen(DVec2::new(1.0, 1.0)), window.screen(DVec2::new(1.5, 1.25)));
    window.drag_only(from, to);
    assert!(!is_near(position(&window, 2), [1.0, 1.0]));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(is_near(position(&window, 2), [1.0, 1.0]));
    window.drop_at(to);
    assert_eq!(**window.app().document.level(), square());
    assert!(window.app().document.undo_label().is_none() && window.app().document.redo_label().is_none());
    assert_eq!(window.app().selection, nodes(&[2]), "the first Escape was the movement's");
}

#[test]
fn mirror_moves_the_image_in_one_step() {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.grid = 0.25;
    enter(&mut window);
    window.key(Modifiers::NONE, Key::Y);
    assert_eq!(window.app().toolbox.mirror, Mirror { is_on: true, x: 0.5 }, "in the middle of the body");
    drag(&mut window, [1.0, 1.0], [1.25, 0.75], Modifiers::NONE);
    assert!(is_near(position(&window, 2), [1.25, 0.75]));
    assert!(is_near(position(&window, 3), [-0.25, 0.75]));
    window.press("Undo");
    assert_eq!(**window.app().document.level(), square());
    // The axis is dragged by its grip at the upper edge.
    let top = window.app().canvas.rect.unwrap().top() + 8.0;
    let [from, to] = [0.5, 1.0].map(|x| egui::pos2(window.screen(DVec2::new(x, 0.0)).x, top));
    window.drag(from, to);
    assert_eq!(window.app().toolbox.mirror.x, 1.0);
    assert_eq!(window.app().selection, nodes(&[2]), "the tool heard nothing of it");
    window.type_into("Axis of the mirror", "0.5");
    assert_eq!(window.app().toolbox.mirror.x, 0.5);
}

#[test]
fn measure_tool_shows_length_direction_and_area() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::Z);
    drag(&mut window, [0.0, 0.0], [1.0, 1.0], Modifiers::NONE);
    assert!(window.harness.query_by_label_contains("1.414   x 1.000   y 1.000   45.000°").is_some());
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.harness.query_by_label_contains("1.414").is_none());
    for at in [DVec2::ZERO, DVec2::X] {
        window.click(at, Modifiers::NONE);
    }
    // The third is typed: one up from the second.
    window.harness.event(Event::Text("@0,1".to_owned()));
    window.harness.run_steps(2);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(2);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(2);
    assert!(window.harness.query_by_label_contains("total 2.000   area within 0.5000").is_some());
    assert_eq!(window.app().run.moment(), (0, 0));
    assert!(window.app().document.undo_label().is_none());
}

#[test]
fn alt_drag_moves_a_copy() {
    let mut window = Window::with(square());
    // The first edit gives the level its ids.
    let before = with_ids(square()).bodies[0].clone();
    drag(&mut window, [0.3, 0.6], [3.3, 0.6], Modifiers::ALT);
    let level = window.app().document.level().clone();
    assert_eq!((level.bodies.len(), &level.bodies[0]), (2, &before), "the original stays");
    assert_eq!(level.bodies[1].id, "body-7", "an id of the same colour");
    for (node, copy) in before.nodes.iter().zip(&level.bodies[1].nodes) {
        let by = DVec2::from(copy.position) - DVec2::from(node.position);
        assert!(by.distance(DVec2::new(3.0, 0.0)) < 0.1, "{by}");
    }
    assert_eq!(window.app().selection, [Place::Body(1)]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().document.level().bodies.len(), 1, "one step of the history");
}
