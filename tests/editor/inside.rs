//! Bodies as wholes and their parts: clicks and drags outside and inside of an entered body.

use super::regions;
use super::tools::{drag, is_near};
use super::window::{Window, discs, square};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Body, Level, Node, Place, Spring};
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

/// Nodes along a side of the dense body.
const SIDE: usize = 33;
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

/// A square of two by two about (x, 0), so dense that a node or a spring is within reach of every point.
fn dense(name: &str, x: f64) -> Body {
    let at = |i: usize| [x - 1.0 + 2.0 * (i % SIDE) as f64 / 32.0, -1.0 + 2.0 * (i / SIDE) as f64 / 32.0];
    let spring = |a: usize, b: usize| Spring { a, b, rest_length: 0.0625, stiffness: 0.2, damping: 0.02 };
    let across = (0..SIDE * SIDE).filter(|i| i % SIDE + 1 < SIDE).map(|i| spring(i, i + 1));
    let up = (0..SIDE * (SIDE - 1)).map(|i| spring(i, i + SIDE));
    let last = SIDE - 1;
    let rim = |k: usize| match k / last {
        0 => k,
        1 => SIDE * (k - last) + last,
        2 => SIDE * last + (3 * last - k),
        _ => SIDE * (4 * last - k),
    };
    Body {
        name: name.to_owned(),
        nodes: (0..SIDE * SIDE).map(|i| Node::at(at(i))).collect(),
        springs: across.chain(up).collect(),
        hull: (0..4 * last).map(|k| [rim(k), rim((k + 1) % (4 * last))]).collect(),
        ..Body::default()
    }
}

fn two() -> Window {
    let level =
        Level { name: "two".into(), bodies: vec![dense("left", -2.0), dense("right", 2.0)], ..Level::default() };
    let mut window = Window::with(level);
    window.app_mut().settings.tools.snap.is_on = false;
    window
}

fn middle(window: &Window, body: usize) -> DVec2 {
    let nodes = &window.app().document.level().bodies[body].nodes;
    nodes.iter().map(|node| DVec2::from(node.position)).sum::<DVec2>() / nodes.len() as f64
}

/// Whether every node of a body lies where it did, moved by the same way.
fn moved_as_a_whole(window: &Window, before: &Level, body: usize) -> DVec2 {
    let now = &window.app().document.level().bodies[body].nodes;
    let by = DVec2::from(now[0].position) - DVec2::from(before.bodies[body].nodes[0].position);
    for (now, before) in now.iter().zip(&before.bodies[body].nodes) {
        let own = DVec2::from(now.position) - DVec2::from(before.position);
        assert!((own - by).length() < 1e-9, "torn: {own} beside {by}");
    }
    by
}

/// Longer than a double click.
fn wait(window: &mut Window) {
    window.harness.run_steps(30);
}

fn enter(window: &mut Window, at: DVec2) {
    wait(window);
    window.click(at, NONE);
    window.click(at, NONE);
    wait(window);
}

#[test]
fn body_moves_as_a_whole_by_a_drag_from_anywhere_inside_it() {
    let mut window = two();
    let before = window.app().document.level().clone();
    // On nodes, on springs, between them, and on the rim; unselected and selected.
    for from in [[-2.0, 0.0], [-1.97, 0.0], [-1.97, 0.03], [-1.0, 0.0], [-2.6, 0.71]] {
        for is_selected in [false, true] {
            window.app_mut().selection = if is_selected { vec![Place::Body(0)].into() } else { Vec::new().into() };
            window.harness.run_steps(2);
            drag(&mut window, from, [from[0] + 0.5, from[1] + 0.25], NONE);
            let by = moved_as_a_whole(&window, &before, 0);
            assert!((by - DVec2::new(0.5, 0.25)).length() < 0.02, "{by} from {from:?}");
            assert_eq!(window.app().selection, [Place::Body(0)]);
            assert_eq!(window.app().document.undo_label(), Some(format!("Move {}", before.body_title(0)).as_str()));
            window.key(CTRL, Key::Z);
        }
    }
    assert_eq!(window.app().document.level(), &before);
}

#[test]
fn small_body_moves_by_a_drag_between_its_handles() {
    let mut window = two();
    // 2 units of the level on 24 points of the screen.
    window.app_mut().canvas.camera.scale = 12.0;
    window.app_mut().canvas.camera.is_fitted = false;
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(2);
    let width = window.screen(DVec2::new(-1.0, 0.0)).x - window.screen(DVec2::new(-3.0, 0.0)).x;
    assert!((width - 24.0).abs() < 0.1, "{width}");
    let before = window.app().document.level().clone();
    // The middle, where the pivot is painted, and all four corners.
    for from in [[-2.0, 0.0], [-2.9, -0.9], [-1.1, -0.9], [-1.1, 0.9], [-2.9, 0.9]] {
        drag(&mut window, from, [from[0] + 4.0, from[1] + 2.0], NONE);
        let by = moved_as_a_whole(&window, &before, 0);
        assert!((by - DVec2::new(4.0, 2.0)).length() < 0.1, "{by} from {from:?}");
        window.key(CTRL, Key::Z);
    }
}

#[test]
fn body_picked_in_the_outline_moves_also_where_another_one_lies_over_it() {
    let level = Level { bodies: vec![dense("lower", 0.0), dense("upper", 0.5)], ..Level::default() };
    let mut window = Window::new(level, Settings::showing([Tab::Outline]));
    window.app_mut().settings.tools.snap.is_on = false;
    let before = window.app().document.level().clone();
    window.press("lower");
    assert_eq!(window.app().selection, [Place::Body(0)]);
    drag(&mut window, [0.3, 0.1], [0.8, 0.1], NONE);
    assert!((moved_as_a_whole(&window, &before, 0).x - 0.5).abs() < 0.02);
    assert_eq!(moved_as_a_whole(&window, &before, 1), DVec2::ZERO);
}

#[test]
fn second_click_inspects_a_node_without_letting_drags_move_it() {
    let mut window = two();
    let before = window.app().document.level().clone();
    let at = DVec2::new(-2.0, 0.0);
    window.click(at, NONE);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.hover(at);
    assert!(window.app().canvas.hint.contains("click to inspect it"), "{}", window.app().canvas.hint);
    wait(&mut window);
    window.click(at, NONE);
    let node = SIDE * (SIDE / 2) + SIDE / 2;
    assert_eq!(window.app().selection, [Place::Node(0, node)]);
    assert!(window.app().canvas.entered.is_none());
    drag(&mut window, at.into(), [-1.5, 0.0], NONE);
    assert!((moved_as_a_whole(&window, &before, 0).x - 0.5).abs() < 0.02);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    // One level up at a time.
    wait(&mut window);
    window.click(DVec2::new(-1.5, 0.0), NONE);
    assert_eq!(window.app().selection, [Place::Node(0, node)]);
    window.key(NONE, Key::Escape);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.key(NONE, Key::Escape);
    assert_eq!(window.app().selection, []);
}

#[test]
fn double_click_enters_a_body_whose_parts_are_then_picked_and_moved() {
    let mut window = two();
    enter(&mut window, DVec2::new(-2.0, 0.0));
    let node = SIDE * (SIDE / 2) + SIDE / 2;
    assert_eq!(window.app().selection, [Place::Node(0, node)]);
    for name in ["Path: Level", "Path: left"] {
        assert!(window.harness.query_by_label(name).is_some(), "{name}");
    }
    assert!(window.harness.query_all_by_label(&format!("node {node}")).next().is_some());
    // Single clicks pick single parts, a drag moves them.
    window.click(DVec2::new(-1.0, 1.0), NONE);
    assert_eq!(window.app().selection, [Place::Node(0, SIDE * SIDE - 1)]);
    drag(&mut window, [-1.0, 1.0], [-0.75, 1.25], NONE);
    let moved = window.app().document.level().bodies[0].nodes[SIDE * SIDE - 1].position;
    assert!(DVec2::from(moved).distance(DVec2::new(-0.75, 1.25)) < 0.02, "{moved:?}");
    assert_eq!(window.app().document.undo_label(), Some(format!("Move node {}", SIDE * SIDE - 1).as_str()));
    window.key(CTRL, Key::Z);
    // A box selects nodes; what is selected is nudged.
    drag(&mut window, [-3.2, -1.2], [-2.97, -0.97], NONE);
    assert_eq!(window.app().selection, [Place::Node(0, 0)]);
    window.key(Modifiers::ALT, Key::ArrowLeft);
    assert!(window.app().document.level().bodies[0].nodes[0].position[0] < -3.0);
    assert!(is_near(window.app().document.level().bodies[0].nodes[1].position, [-2.9375, -1.0]));
    window.key(CTRL, Key::Z);
    window.key(CTRL, Key::A);
    assert_eq!(window.app().selection.len(), SIDE * SIDE, "all that is in the body");
    // Escape leaves it; its body is selected.
    window.key(NONE, Key::Escape);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    assert!(window.app().canvas.entered.is_none());
    assert!(window.harness.query_by_label("Path: Level").is_none());
}

#[test]
fn path_to_a_part_stands_on_one_line() {
    let mut window = two();
    enter(&mut window, DVec2::new(-2.0, 0.0));
    let canvas = regions::region(&window, "canvas");
    let node = format!("“node {}”", SIDE * (SIDE / 2) + SIDE / 2);
    let words = regions::words(&window).into_iter().filter(|drawn| canvas.contains_rect(drawn.rect));
    let path: Vec<_> =
        words.filter(|drawn| ["“Level”", "“>”", "“left”", &node].contains(&drawn.name.as_str())).collect();
    assert_eq!(path.len(), 5, "{path:?}");
    assert!(path.iter().all(|drawn| (drawn.middle - path[0].middle).abs() <= 1.0), "{path:?}");
}

#[test]
fn status_bar_shows_the_hint_of_the_last_action() {
    let mut window = two();
    let is_shown = |window: &mut Window| {
        // No picture beyond those that the program requests.
        window.harness.run();
        let status = regions::region(window, "status");
        let mut words = regions::words(window).into_iter().filter(|drawn| status.contains_rect(drawn.rect));
        let hint = format!("“{}", window.app().canvas.hint);
        assert!(words.any(|drawn| hint.starts_with(drawn.name.trim_end_matches(['”', '…']))), "{hint}");
    };
    is_shown(&mut window);
    let (inside, outside) = (window.screen(DVec2::new(-2.0, 0.0)), window.screen(DVec2::new(0.0, 0.0)));
    window.harness.event(Event::PointerMoved(inside));
    is_shown(&mut window);
    let title = window.app().document.level().body_title(0);
    assert!(window.app().canvas.hint.starts_with(&format!("{title}: ")), "{}", window.app().canvas.hint);
    for pressed in [true, false] {
        let button = PointerButton::Primary;
        window.harness.event(Event::PointerButton { pos: inside, button, pressed, modifiers: NONE });
    }
    is_shown(&mut window);
    window.harness.event(Event::PointerMoved(outside));
    is_shown(&mut window);
}

#[test]
fn click_or_drag_outside_leaves_the_entered_body() {
    let mut window = two();
    let before = window.app().document.level().clone();
    enter(&mut window, DVec2::new(-2.0, 0.0));
    window.click(DVec2::new(0.0, 0.0), NONE);
    assert!(window.app().canvas.entered.is_none());
    assert_eq!(window.app().selection, []);
    enter(&mut window, DVec2::new(-2.0, 0.0));
    window.click(DVec2::new(2.0, 0.0), NONE);
    assert!(window.app().canvas.entered.is_none());
    assert_eq!(window.app().selection, [Place::Body(1)]);
    enter(&mut window, DVec2::new(-2.0, 0.0));
    drag(&mut window, [2.0, 0.0], [2.5, 0.0], NONE);
    assert!(window.app().canvas.entered.is_none());
    assert!((moved_as_a_whole(&window, &before, 1).x - 0.5).abs() < 0.02);
    // By the path.
    enter(&mut window, DVec2::new(-2.0, 0.0));
    window.press("Path: left");
    assert_eq!(window.app().selection, [Place::Body(0)]);
    enter(&mut window, DVec2::new(-2.0, 0.0));
    window.press("Path: Level");
    assert_eq!(window.app().selection, []);
    assert!(window.app().canvas.entered.is_none());
}

#[test]
fn ctrl_click_acts_on_a_part_directly() {
    let mut window = two();
    drag(&mut window, [-1.0, 1.0], [-0.75, 1.25], CTRL);
    let moved = window.app().document.level().bodies[0].nodes[SIDE * SIDE - 1].position;
    assert!(DVec2::from(moved).distance(DVec2::new(-0.75, 1.25)) < 0.02, "freely, not along one axis: {moved:?}");
    assert_eq!(window.app().selection, [Place::Node(0, SIDE * SIDE - 1)]);
    assert!(window.app().canvas.entered.is_some());
    window.key(CTRL, Key::Z);
    window.click(DVec2::new(1.0, -1.0), CTRL);
    assert_eq!(window.app().selection, [Place::Node(1, 0)], "also in another body");
}

#[test]
fn links_move_by_their_ends_inside_a_body() {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.is_on = false;
    for _ in 0..2 {
        window.click(DVec2::new(0.5, 0.25), NONE);
    }
    drag(&mut window, [0.5, 0.0], [0.5, -0.5], NONE);
    let at = |node: usize| DVec2::from(window.app().document.level().bodies[0].nodes[node].position);
    for (node, expected) in [(0, [0.0, -0.5]), (1, [1.0, -0.5]), (2, [1.0, 1.0]), (3, [0.0, 1.0])] {
        assert!(at(node).distance(expected.into()) < 0.01, "node {node} at {}", at(node));
    }
}

#[test]
fn box_selects_whole_bodies_and_discs_outside() {
    let mut window = two();
    drag(&mut window, [-3.2, -1.2], [0.0, 1.2], NONE);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    drag(&mut window, [-3.2, -1.2], [2.0, 1.2], NONE);
    assert_eq!(window.app().selection, [Place::Body(0)], "half of the right one is in it");
    drag(&mut window, [2.0, 1.25], [-2.0, 1.1], NONE);
    assert_eq!(window.app().selection, [], "above both");
    drag(&mut window, [3.2, 1.2], [2.5, 0.5], NONE);
    assert_eq!(window.app().selection, [Place::Body(1)], "to the left also what it touches");
    let mut window = Window::with(discs());
    for _ in 0..2 {
        window.click(DVec2::new(0.0, 0.0), NONE);
    }
    assert_eq!(window.app().selection, [Place::Disc(0)]);
    assert!(window.app().canvas.entered.is_none());
}

#[test]
fn several_bodies_move_together() {
    let mut window = two();
    let before = window.app().document.level().clone();
    window.click(DVec2::new(-2.0, 0.0), NONE);
    window.click(DVec2::new(2.0, 0.0), Modifiers::SHIFT);
    assert_eq!(window.app().selection, [Place::Body(0), Place::Body(1)]);
    drag(&mut window, [2.0, 0.0], [2.0, 1.0], NONE);
    for body in 0..2 {
        assert!((moved_as_a_whole(&window, &before, body).y - 1.0).abs() < 0.02);
    }
    assert!((middle(&window, 0) - DVec2::new(-2.0, 1.0)).length() < 0.02);
}

#[test]
fn part_picked_in_the_outline_can_be_dragged() {
    let mut window = Window::new(square(), Settings::showing([Tab::Outline]));
    window.app_mut().settings.tools.snap.is_on = false;
    window.press("Open square");
    window.press("Open Nodes of body 0");
    window.press("node 2");
    assert_eq!(window.app().selection, [Place::Node(0, 2)]);
    drag(&mut window, [1.0, 1.0], [1.25, 1.25], NONE);
    let moved = window.app().document.level().bodies[0].nodes[2].position;
    assert!(DVec2::from(moved).distance(DVec2::new(1.25, 1.25)) < 0.01, "{moved:?}");
}

#[test]
fn right_click_selects_the_body_and_within_it_the_part() {
    let mut window = two();
    let right = |window: &mut Window, at: DVec2| {
        window.hover(at);
        let pos = window.screen(at);
        for pressed in [true, false] {
            let button = PointerButton::Secondary;
            window.harness.event(Event::PointerButton { pos, button, pressed, modifiers: NONE });
            window.harness.run_steps(1);
        }
        window.harness.run_steps(2);
        window.harness.key_press(Key::Escape);
        window.harness.run_steps(2);
    };
    right(&mut window, DVec2::new(-2.0, 0.0));
    assert_eq!(window.app().selection, [Place::Body(0)]);
    enter(&mut window, DVec2::new(-2.0, 0.0));
    right(&mut window, DVec2::new(-1.0, 1.0));
    assert_eq!(window.app().selection, [Place::Node(0, SIDE * SIDE - 1)]);
}
