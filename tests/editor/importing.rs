//! Imports in the window: size and handles of a drawing, meshes and scenes, export of a body.

use super::files::until;
use super::window::{Window, square};
use blobsmith::editor::actions::Command;
use blobsmith::editor::features::meshing::Maker;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::drawing_size::DrawingSize;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::geometry::{Aabb, DVec2};
use blobsmith::level::edit::folders;
use blobsmith::level::shapes::Ring;
use blobsmith::level::{Level, Place};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::path::PathBuf;

const BOX: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect x="20" y="30" width="40" height="20"/></svg>"#;

fn maker(window: &Window) -> &Maker {
    window.app().features.maker.as_ref().expect("the dialog is open")
}

fn size(window: &Window) -> DVec2 {
    maker(window).drawing_box().expect("a drawing").size()
}

/// A window into which the drawing was dropped.
fn with_box(level: Level, folder: &tempfile::TempDir) -> Window {
    let mut window = Window::with(level);
    window.app_mut().settings.drawing_size = DrawingSize::Height(10.0);
    drop_box(&mut window, folder);
    window
}

fn drop_box(window: &mut Window, folder: &tempfile::TempDir) {
    let file = written(folder, "box.svg", BOX);
    window.drop_file(&file);
    until(window, |window| window.app().features.maker.as_ref().is_some_and(|maker| !maker.is_behind()));
}

fn written(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    file
}

fn settle(window: &mut Window) {
    until(window, |window| !window.app().features.maker.as_ref().unwrap().is_behind());
    window.harness.run_steps(3);
}

#[track_caller]
fn assert_near(found: DVec2, expected: [f64; 2], by: f64) {
    assert!(found.distance(expected.into()) < by, "{found} instead of {expected:?}");
}

#[test]
fn drawing_starts_above_the_bodies_in_its_way() {
    let folder = tempfile::tempdir().unwrap();
    let (low, mut high) = (square(), square());
    let top = |level: &Level| level.bodies[0].nodes.iter().map(|node| node.position[1]).fold(f64::MIN, f64::max);
    // Out of the way of a drawing in the middle of the view, but not of one that has risen above the first square.
    let rise = top(&low) + 8.0;
    high.bodies[0].nodes.iter_mut().for_each(|node| node.position[1] += rise);
    let level = Level { bodies: [low.bodies, high.bodies].concat(), ..Level::default() };
    let window = with_box(level.clone(), &folder);
    let drawing = maker(&window).drawing_box().expect("a drawing");
    let expected = top(&square()) + rise + 0.05 * 10.0;
    assert!((drawing.min.y - expected).abs() < 1e-5, "{drawing:?} instead of {expected}");
}

#[test]
fn size_fields_resize_the_drawing_before_it_is_meshed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_box(square(), &folder);
    // Ten high, and 40 by 20 in the drawing.
    assert_near(size(&window), [20.0, 10.0], 1e-5);
    let corner = maker(&window).drawing_box().unwrap().min;
    window.type_into("Width", "4");
    settle(&mut window);
    assert_near(size(&window), [4.0, 2.0], 1e-5);
    assert_near(maker(&window).drawing_box().unwrap().min, corner.to_array(), 1e-9);
    window.press("Keep proportions");
    window.type_into("Height", "4");
    settle(&mut window);
    assert_near(size(&window), [4.0, 4.0], 1e-5);
    window.type_into("Corner at x", "3");
    window.type_into("Corner at y", "-2");
    settle(&mut window);
    window.key(Modifiers::NONE, Key::Enter);
    let level = window.app().document.level().clone();
    let body = level.bodies.last().unwrap();
    let bounds = Aabb::around(body.nodes.iter().map(|node| DVec2::from(node.position)));
    assert_near(bounds.min, [3.0, -2.0], 1e-5);
    assert_near(bounds.max, [7.0, 2.0], 1e-5);
    // The next drawing starts with this size.
    assert!(
        matches!(window.app().settings.drawing_size, DrawingSize::Both([w, h]) if (w - 4.0).abs() < 1e-5 && h == 4.0)
    );
    drop_box(&mut window, &folder);
    assert_near(size(&window), [4.0, 4.0], 1e-5);
    window.type_into("Scale", "0.25");
    settle(&mut window);
    assert_near(size(&window), [10.0, 5.0], 1e-5);
    window.press("Usual size");
    settle(&mut window);
    let usual = size(&window);
    assert!((usual.x - 2.0 * usual.y).abs() < 1e-5 && usual.y < 10.0, "{usual}");
}

#[test]
fn drawing_starts_in_a_size_that_fits_the_view_and_tells_of_its_substeps() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with(Level::default());
    let app = window.app();
    let rect = app.canvas.rect.expect("a canvas");
    let seen = DVec2::new(rect.width().into(), rect.height().into()) / app.canvas.camera.scale;
    // The box is twice as wide as high; the size has two digits.
    let expected = (seen.y / 3.0).min(seen.x / 4.0).min(10.0);
    drop_box(&mut window, &folder);
    let (found, substeps) = (size(&window).y, maker(&window).preview.holding.substeps);
    // It is larger if its springs would need more than 128 substeps.
    let fits = (found / expected - 1.0).abs() < 0.05 || (found > expected && substeps >= 120);
    assert!(fits, "{found} instead of {expected}, with {substeps} substeps");
    let before = window.app().document.level().world.substeps;
    assert!(before < substeps && substeps <= 136, "{before} {substeps}");
    let said = format!("substeps {before} → {substeps}.");
    assert!(window.harness.query_all_by_label_contains(&said).next().is_some(), "{said}");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().document.level().world.substeps, substeps);
    // The next one fits its view too. In a view of less than two units it would need more than 128 substeps.
    assert_eq!(window.app().settings.drawing_size, DrawingSize::Natural);
    let mut near = Window::with(square());
    drop_box(&mut near, &folder);
    let substeps = maker(&near).preview.holding.substeps;
    assert!(size(&near).y > 2.0 && (120..=136).contains(&substeps), "{} {substeps}", size(&near));
}

/// The settings are shown before they change, and can stay as they are; Escape restores the view.
#[test]
fn drawing_can_keep_the_settings_of_the_level_and_escape_restores_the_view() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with(square());
    let view = |window: &Window| (window.app().canvas.camera.center, window.app().canvas.camera.scale);
    let before = view(&window);
    window.app_mut().settings.drawing_size = DrawingSize::Height(10.0);
    drop_box(&mut window, &folder);
    window.harness.run_steps(3);
    assert_ne!(view(&window), before, "the drawing is in view");
    window.key(Modifiers::NONE, Key::Escape);
    window.harness.run_steps(3);
    assert!(window.app().features.maker.is_none());
    let after = view(&window);
    assert!((after.0 - before.0).length() < 1e-9 && (after.1 / before.1 - 1.0).abs() < 1e-9, "{before:?} {after:?}");
    drop_box(&mut window, &folder);
    window.press("Keep the settings of the level");
    window.key(Modifiers::NONE, Key::Enter);
    let level = window.app().document.level();
    assert_eq!(level.bodies.len(), 2);
    assert_eq!(level.world, square().world);
}

const LINES: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path id="hill" d="M0 50 L20 60 L40 40 L90 70" fill="none" stroke="black"/></svg>"#;

#[test]
fn open_path_becomes_one_folder_of_obstacles() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, "hill.svg", LINES);
    let mut window = Window::with(square());
    window.drop_file(&file);
    until(&mut window, |window| window.app().features.maker.as_ref().is_some_and(|maker| !maker.is_behind()));
    window.key(Modifiers::NONE, Key::Enter);
    let level = window.app().document.level();
    assert_eq!(level.obstacles.len(), 3);
    let names: Vec<&str> = folders::folders(level).iter().map(|folder| folder.name.as_str()).collect();
    assert_eq!(names, ["hill"]);
    assert_eq!(folders::parts_of(level, 0), (0..3).map(Place::Obstacle).collect::<Vec<_>>());
}

/// A curve without an id has many segments; the outline shows one folder with the name of the file.
#[test]
fn curve_without_a_name_becomes_a_folder_named_after_the_drawing() {
    let folder = tempfile::tempdir().unwrap();
    let curve = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path d="M0 50 C 30 0 60 0 100 50" fill="none" stroke="black"/></svg>"#;
    let file = written(&folder, "valley.svg", curve);
    let mut window = Window::new(square(), Settings::showing([Tab::Outline]));
    window.drop_file(&file);
    until(&mut window, |window| window.app().features.maker.as_ref().is_some_and(|maker| !maker.is_behind()));
    window.key(Modifiers::NONE, Key::Enter);
    let level = window.app().document.level();
    let count = level.obstacles.len();
    assert!((5..=40).contains(&count), "a curve needs few segments: {count}");
    assert_eq!(folders::folders(level).iter().map(|folder| folder.name.as_str()).collect::<Vec<_>>(), ["valley"]);
    window.app_mut().selection.clear();
    window.press("Folder valley");
    assert_eq!(window.app().selection.len(), count, "the row of the folder selects all segments");
}

#[test]
fn handles_resize_the_drawing_and_keep_the_opposite_corner() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_box(Level::default(), &folder);
    let before = maker(&window).drawing_box().unwrap();
    // A handle lies outside of the box, by eight points in x and y.
    let beside = egui::vec2(8.0, -8.0);
    let from = window.screen(before.max) + beside;
    let to = window.screen(before.min + before.size() * 0.5) + beside;
    window.drag(from, to);
    settle(&mut window);
    let after = maker(&window).drawing_box().unwrap();
    assert_near(after.size(), [10.0, 5.0], 0.1);
    assert_near(after.min, before.min.to_array(), 1e-6);
    window.press("Keep proportions");
    // The middle of the left side, to the left by half the width.
    let side = |bounds: &Aabb| DVec2::new(bounds.min.x, bounds.center().y);
    let beside = egui::vec2(-8.0, 0.0);
    let from = window.screen(side(&after)) + beside;
    let to = window.screen(side(&after) - DVec2::new(5.0, 0.0)) + beside;
    window.drag(from, to);
    settle(&mut window);
    let wide = maker(&window).drawing_box().unwrap();
    assert_near(wide.size(), [15.0, 5.0], 0.1);
    assert_near(wide.max, after.max.to_array(), 1e-6);
    assert!(window.app().document.level().bodies.is_empty());
}

const SCENE: &str = "#1.0\nfrce 0 1 64 0\nstck 1\nmass 1 0 32 0 0 -1 1\nmass 2 64 32 0 0 1 1\nmass 3 32 0 0 0 1 1\nspng 1 1 2 5 0.5 64\n";

#[test]
fn dropped_scene_is_inserted_in_one_step_with_its_world() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, "two.xsp", SCENE);
    let mut window = Window::with(Level::default());
    window.drop_file(&file);
    until(&mut window, |window| !window.app().document.level().bodies.is_empty());
    let level = window.app().document.level().clone();
    assert_eq!((level.bodies.len(), level.discs.len(), level.world.gravity), (1, 1, [0.0, -2.0]));
    assert_eq!(level.bodies[0].nodes[1].position, [2.0, 1.0]);
    assert_eq!(window.app().selection, [Place::Body(0), Place::Disc(0)]);
    assert_eq!(window.app().document.undo_label(), Some("Import two.xsp"));
    assert!(window.app().notices.texts().any(|text| text.starts_with("line 3: `stck 1` is left out")));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(**window.app().document.level(), Level::default());
    // A level with parts keeps its world.
    let mut window = Window::with(square());
    let gravity = window.app().document.level().world.gravity;
    window.drop_file(&file);
    until(&mut window, |window| window.app().document.level().bodies.len() == 2);
    assert_eq!(window.app().document.level().world.gravity, gravity);
}

#[test]
fn selected_body_is_exported_and_dropped_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with(square());
    window.app_mut().settings.own_browser = true;
    window.app_mut().settings.recent = vec![folder.path().join("level.ron")];
    let ctx = window.harness.ctx.clone();
    let export = blobsmith::editor::actions::Action::Command(Command::ExportMesh);
    blobsmith::editor::perform::perform(window.app_mut(), &ctx, export);
    window.harness.run_steps(6);
    window.press("Save file");
    until(&mut window, |window| window.app().notices.texts().any(|text| text.starts_with("Exported ")));
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    assert_eq!(file.extension().unwrap(), "qmesh");
    let nodes = window.app().document.level().bodies[0].nodes.len();
    window.drop_file(&file);
    until(&mut window, |window| window.app().document.level().bodies.len() == 2);
    assert_eq!(window.app().document.level().bodies[1].nodes.len(), nodes);
}

#[test]
fn body_with_a_hole_is_not_exported() {
    let mut window = Window::with(Level { bodies: vec![Ring::default().body()], ..Level::default() });
    let ctx = window.harness.ctx.clone();
    let export = blobsmith::editor::actions::Action::Command(Command::ExportMesh);
    blobsmith::editor::perform::perform(window.app_mut(), &ctx, export);
    assert!(window.app().notices.texts().any(|text| text.contains("2 loops")));
}
