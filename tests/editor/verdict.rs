//! The panel *Verdict* and the list of forces: rows and edges highlight each other, and every number has an explanation.

use super::window::{Window, discs, square};
use blobsmith::editor::features::verdict::VerdictSubject;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::editor::settings::{Settings, VerdictView};
use blobsmith::level::{ContactMethod, Level, Place, format};
use egui::{Event, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use glam::DVec2;

/// A diamond whose left node is a tenth inside the right side of a square, into which it moves: edge 1 is nearest. Nothing
/// else touches.
fn touching() -> Level {
    let text = r#"(format: 1, world: (gravity: (0, 0)), bodies: [
        (name: "left", gas: 0, nodes: [(position: (0, 0)), (position: (1, 0)), (position: (1, 1)), (position: (0, 1))],
         springs: [(a: 0, b: 1), (a: 1, b: 2), (a: 2, b: 3), (a: 3, b: 0)],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)], triangles: [(0, 1, 2), (0, 2, 3)]),
        (name: "right", gas: 0, nodes: [
            (position: (0.9, 0.5), velocity: (-0.1, 0)), (position: (1.5, -0.2), velocity: (-0.1, 0)),
            (position: (2.1, 0.5), velocity: (-0.1, 0)), (position: (1.5, 1.2), velocity: (-0.1, 0))],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)], triangles: [(0, 1, 2), (0, 2, 3)])])"#;
    format::read(text, format::TextFormat::Ron).unwrap()
}

fn window(level: Level) -> Window {
    Window::new(level, Settings::showing([Tab::Verdict]))
}

fn says(window: &Window, words: &str) -> bool {
    let has = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        [node.label(), node.value()].into_iter().flatten().any(|text| text.contains(words))
    };
    window.harness.root().children_recursive().any(|node| has(&node))
}

/// Accessible names that begin so, from top to bottom.
fn names(window: &Window, start: &str) -> Vec<String> {
    let label = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().filter(|name| name.starts_with(start));
    let all = window.harness.root().children_recursive();
    let mut found: Vec<(f32, String)> =
        all.filter_map(|node| label(&node).map(|name| (node.rect().top(), name))).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn verdict_lists_edges_with_the_winner_first() {
    let mut window = window(touching());
    assert!(says(&window, "No contact yet"), "before the first substep it says what to do");
    window.press("Step one substep");
    let rows = names(&window, "Edge ");
    assert_eq!(rows.len(), 4, "{rows:?}");
    assert_eq!(rows[0], "Edge 1: chosen: nearest of the eligible edges");
    assert!(rows[3].starts_with("Edge 3: eligible, but"), "the farthest comes last: {rows:?}");
    assert!(says(&window, "1 crossing: odd: inside"));
    assert!(says(&window, "Distance: node left of the edge"));
    assert!(says(&window, "1 contact, substep to 0.1"));
    let shown = window.app().features.verdict.shown.as_ref().unwrap();
    assert_eq!(shown.subject, VerdictSubject { body: 1, node: 0, other: 0 });
    assert!(shown.is_found);
}

#[test]
fn verdict_row_and_edge_highlight_each_other() {
    let mut window = window(touching());
    window.press("Step one substep");
    for (edge, reason) in [(1, "Edge 1: chosen: nearest of the eligible edges"), (3, "Edge 3: eligible")] {
        let row = window.harness.get_all_by_label_contains(reason).next().unwrap().rect().center();
        window.harness.event(Event::PointerMoved(row));
        window.harness.run_steps(2);
        assert_eq!(window.app().canvas.lit, [Place::HullEdge(0, edge)]);
        assert_eq!(window.app().features.verdict.under, None, "the pointer is not on the canvas");
    }
    // On the lower edge of the square, then on its left one, then far away.
    for (at, edge) in [((0.5, 0.0), Some(0)), ((0.0, 0.4), Some(3)), ((-0.5, -0.5), None)] {
        window.hover(DVec2::new(at.0, at.1));
        assert_eq!(window.app().features.verdict.under, edge, "at {at:?}");
    }
}

#[test]
fn verdict_scrolls_to_the_row_of_the_edge_under_the_pointer() {
    let mut level = touching();
    // The square's sides are cut into ten each, so that its rows do not fit.
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let body = &mut level.bodies[0];
    body.nodes.clear();
    for side in 0..4 {
        let (a, b): ([f64; 2], [f64; 2]) = (corners[side], corners[(side + 1) % 4]);
        let at = |part: f64| [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
        body.nodes.extend((0..10).map(|i| blobsmith::level::Node::at(at(f64::from(i) / 10.0))));
    }
    body.hull = (0..40).map(|i| [i, (i + 1) % 40]).collect();
    body.springs.clear();
    body.triangles.clear();
    let mut window = window(level);
    window.press("Step one substep");
    // The sides' nodes are inside the diamond as well, and come first.
    window.press("Contact: right · 0 in left");
    let is_seen = |window: &Window| names(window, "Edge ").iter().any(|row| row.starts_with("Edge 34:"));
    assert!(!names(&window, "Edge ").is_empty() && !is_seen(&window), "the far side comes last, out of sight");
    window.hover(DVec2::new(0.0, 0.55));
    // It glides there.
    window.harness.run_steps(40);
    assert_eq!(window.app().features.verdict.under, Some(34));
    assert!(is_seen(&window), "{:?}", names(&window, "Edge "));
}

#[test]
fn verdict_response_shows_every_formula() {
    let mut window = window(touching());
    window.press("Step one substep");
    window.press("Verdict: Response");
    assert_eq!(window.app().settings.verdict_view, VerdictView::Response);
    // As by hand in tests/cli: e = 0.25, cross = 0.1, w = 1.5.
    for words in ["j = (1 + e)·cross(AB, Δv)/w", "= (1 + 0.25)·0.1/1.5 =", "0.0833333", "depth of M", "Repositioning"]
    {
        assert!(says(&window, words), "{words}");
    }
    window.press("Verdict: Edges");
    assert_eq!(names(&window, "Edge ").len(), 4);
}

#[test]
fn verdict_response_wraps_columns_in_place_of_words() {
    let mut window = window(touching());
    window.press("Step one substep");
    window.press("Verdict: Response");
    for width in [1600.0, 1280.0, 900.0] {
        window.harness.set_size(egui::vec2(width, 900.0));
        window.harness.run_steps(6);
        for words in ["Initial values", "Impulse", "Friction", "impulse = j·|AB|", "j = (1 + e)·cross(AB, Δv)/w"] {
            let rect = window.harness.get_by_label(words).rect();
            assert!(rect.height() < 20.0, "{words} at {width}: {rect:?}");
        }
    }
}

#[test]
fn verdict_of_a_node_without_a_contact_is_hypothetical() {
    let mut window = window(touching());
    window.click(DVec2::new(2.1, 0.5), Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Node(1, 2)]);
    assert!(says(&window, "No contact. If the node were found inside"));
    assert!(says(&window, "2 crossings: even: outside"));
    assert_eq!(names(&window, "Hypothetical: right · 2 against left").len(), 1);
    assert_eq!(names(&window, "Edge ").len(), 4);
    window.press("Verdict: Response");
    assert!(says(&window, "There is no contact, so there is no response."));
    // The node that is inside, by the list of all contacts.
    window.press("Step one substep");
    window.press("Contact: right · 0 in left");
    assert_eq!(window.app().selection, [Place::Node(1, 0)]);
    assert!(window.app().features.verdict.shown.as_ref().unwrap().is_found);
    // Pointing at an end of the edge that was hit shows the contact too.
    window.click(DVec2::new(1.0, 1.0), Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Node(0, 2)]);
    window.press("Node: hit by right · 0");
    assert_eq!(
        window.app().features.verdict.shown.as_ref().unwrap().subject,
        VerdictSubject { body: 1, node: 0, other: 0 }
    );
}

#[test]
fn verdict_explains_why_there_is_none() {
    let mut alone = window(square());
    alone.click(DVec2::new(0.0, 0.0), Modifiers::COMMAND);
    assert!(says(&alone, "no other body with a hull"));
    let mut level = touching();
    level.world.contact.method = ContactMethod::Diagonals;
    let mut diagonals = window(level);
    diagonals.press("Step one substep");
    assert!(says(&diagonals, "contact by diagonals, which tests diagonals"));
}

#[test]
fn force_list_adds_up_and_highlights_its_parts() {
    let mut level = square();
    // Spring 0 is half as long as it wants: 0.2·(1 - 2) pushes node 0 by -0.2 along x.
    level.bodies[0].springs[0].rest_length = 2.0;
    level.bodies[0].gas = 0.0;
    let mut window = Window::with(level);
    window.click(DVec2::new(0.0, 0.0), Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Node(0, 0)]);
    let rows = names(&window, "Spring ");
    assert!(rows.iter().any(|row| row == "Spring 0 to node 1: -0.2000, 0"), "{rows:?}");
    assert_eq!(rows.len(), 3, "springs 0, 3 and the diagonal");
    assert_eq!(names(&window, "Weight: ").len(), 1);
    // Weight (0, -0.02) and the spring.
    assert_eq!(names(&window, "Net force: "), ["Net force: -0.2000, -0.02000"]);
    let at = window.harness.get_by_label("Spring 0 to node 1: -0.2000, 0").rect().center();
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(2);
    assert_eq!(window.app().canvas.lit, [Place::Spring(0, 0)]);
    window.press("Forces by step");
    assert!(window.app().settings.forces_by_file);
    window.press("Forces by size");
    assert!(!window.app().settings.forces_by_file);
}

#[test]
fn force_list_exists_for_discs() {
    let mut level = discs();
    level.world.gravity = [0.0, -0.5];
    let mut window = Window::with(level);
    window.click(DVec2::new(0.3, 0.0), Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Disc(0)]);
    assert_eq!(names(&window, "Net force: ").len(), 1);
    window.click(DVec2::new(3.2, 0.0), Modifiers::NONE);
    assert!(says(&window, "No forces: its motion does not depend on forces."));
}

#[test]
fn arrow_options_change_scale_and_limit() {
    let mut window = Window::new(square(), Settings::showing([Tab::Show]));
    window.press("Gravity");
    window.press("Arrows: Logarithmic");
    assert!(window.app().settings.arrows_logarithmic);
    assert!(says(&window, "log: 16 px per factor of ten"), "the legend says the scale");
    assert!(!says(&window, "at most 120 px"));
    window.press("Cut long arrows");
    assert!(window.app().settings.cuts_arrows);
    assert!(says(&window, "at most 120 px"));
    window.press("Arrows: Linear");
    assert!(!window.app().settings.arrows_logarithmic);
}

#[test]
fn w_key_opens_the_verdict() {
    let mut window = Window::with(touching());
    window.key(Modifiers::NONE, egui::Key::W);
    assert!(window.app().settings.is_shown(Tab::Verdict));
    assert!(says(&window, "No contact yet"));
    window.key(Modifiers::NONE, egui::Key::B);
    window.press("Step one substep");
    window.click(DVec2::new(2.1, 0.5), Modifiers::COMMAND);
    window.key(Modifiers::NONE, egui::Key::W);
    assert!(window.app().settings.is_shown(Tab::Verdict));
    assert!(says(&window, "No contact. If the node were found inside"));
}
