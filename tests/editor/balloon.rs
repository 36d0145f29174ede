//! The balloon doctor: three ways to make triangles side by side, the barycentre in one step, and the comparison run.

use super::files::until;
use super::window::{Window, square};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Body, Level, Node, Place, gallery};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

fn open(level: Level) -> Window {
    Window::new(level, Settings::showing([Tab::Balloon]))
}

fn balloon() -> Level {
    format::read(gallery::level("10-balloon-bare").unwrap().text, TextFormat::Ron).unwrap()
}

fn says(window: &Window, words: &str) -> bool {
    window.harness.query_all_by_label_contains(words).next().is_some()
}

/// Draws frames until the comparison has ended.
fn wait(window: &mut Window) {
    window.harness.run_steps(1);
    until(window, |window| {
        window.app().features.balloon.proof().is_none_or(|proof| proof.is_ok_and(|proof| proof.is_done()))
    });
}

#[test]
fn balloon_panel_reports_and_fixes_flipped_triangles() {
    let mut window = open(balloon());
    let body = window.app().features.balloon.shown().expect("the balloon is chosen by itself").report.body;
    assert_eq!(window.app().document.level().bodies[body].name, "balloon");
    assert!(says(&window, "Nothing is wrong at this moment"));
    assert!(!says(&window, "Worst frames"), "no frame has a fault yet");
    for _ in 0..9 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    assert!(says(&window, "As they are: 2 of 22 flipped, spill "));
    assert!(says(&window, "Barycentre fan: 0 of 24 flipped, spill 0, unpainted 0"));
    assert!(says(&window, "Retriangulated: 0 of 22 flipped, spill 0, unpainted 0"));
    assert!(says(&window, "2 triangles are flipped"));
    assert!(says(&window, "insert the barycentre"));
    assert!(says(&window, "Over time, flipped: maximum 2 at frame 9"), "measured along the run");
    assert!(says(&window, "Over time, hidden edges: always 0"));
    window.key(Modifiers::NONE, Key::Home);
    assert!(says(&window, "Nothing is wrong at this moment"));
    window.press("flipped 2 at frame 9");
    assert_eq!(window.app().run.moment(), (9, 0));
    window.press("Triangles from the barycentre");
    let level = window.app().document.level().clone();
    assert_eq!((level.bodies[body].nodes.len(), level.bodies[body].triangles.len()), (25, 24));
    assert_eq!(window.app().document.undo_label(), Some("Triangles from the barycentre"));
    for _ in 0..9 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    assert!(says(&window, "As they are: 0 of 24 flipped, spill 0, unpainted 0"));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().document.level().bodies[body].nodes.len(), 24);
}

#[test]
fn balloon_proof_runs_in_slices_and_ends_with_the_hashes() {
    let mut level = square();
    level.world.substeps = 1;
    let mut window = open(level);
    window.press("Prove it");
    wait(&mut window);
    let proof = window.app().features.balloon.proof().expect("asked").expect("possible");
    let [without, with] = proof.hashes();
    assert_eq!((without, proof.difference(), proof.progress()), (with, None, (600, 600)));
    assert!(says(&window, &format!("600 frames, hash {without:016x} = {with:016x}")));
    // The result does not hold for another level.
    window.press("Triangles from the barycentre");
    window.harness.run_steps(2);
    assert!(window.app().features.balloon.proof().is_none());
    // The other way round: without the fan that is there.
    window.press("Prove it");
    wait(&mut window);
    assert_eq!(window.app().features.balloon.proof().unwrap().unwrap().hashes(), [without, with]);
}

#[test]
fn balloon_panel_retriangulates_a_hull_without_a_fan() {
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [3.0, 3.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    let hull = (0..8).map(|index| [index, (index + 1) % 8]).collect();
    let triangles = (1..7).map(|node| [0, node, node + 1]).collect();
    let name = "staple".to_owned();
    let body = Body { name, nodes: corners.map(Node::at).to_vec(), hull, triangles, ..Body::default() };
    let mut window = open(Level { bodies: vec![square().bodies.remove(0), body], ..Level::default() });
    let patient = |window: &Window| window.app().features.balloon.shown().map(|shown| shown.report.body);
    assert_eq!(patient(&window), Some(0), "the first with gas");
    window.app_mut().selection = vec![Place::Node(1, 0)].into();
    window.harness.run_steps(2);
    assert_eq!(patient(&window), Some(1), "it follows the selection");
    assert!(says(&window, "Even a fan from the barycentre fails here"));
    window.press("Prove it");
    window.harness.run_steps(2);
    assert!(says(&window, "There is nothing to prove: its hull is not star-shaped"));
    window.press("Use these triangles");
    assert_eq!(window.app().document.undo_label(), Some("Retriangulate"));
    window.harness.run_steps(2);
    assert!(says(&window, "As they are: 0 of 6 flipped, spill 0, unpainted 0"));
    assert!(window.harness.query_by_label("Use these triangles").is_none(), "it has them");
    window.press("Show on the canvas");
    assert!(window.app().settings.is_overlay_on("balloon"));
}
