//! Instances in the window: run, placed from the library, moved, overridden, made local, and following their sources.

use crate::files::until;
use crate::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::settings::DockTab;
use blobsmith::level::{Instance, Level, Place, Properties, PropertyValue, format};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::path::Path;

fn instance(source: &str, position: [f64; 2]) -> Instance {
    Instance {
        id: String::new(),
        source: source.to_owned(),
        position,
        angle_deg: 0.0,
        mirror: false,
        overrides: Properties::default(),
        tags: Vec::new(),
        properties: Properties::default(),
    }
}

/// A window with a level in a folder whose subfolder `parts` has a square at the origin.
fn in_folder(folder: &Path, level: &Level) -> Window {
    std::fs::create_dir(folder.join("parts")).unwrap();
    format::save(&square(), &folder.join("parts/gear.ron")).unwrap();
    format::save(level, &folder.join("level.ron")).unwrap();
    Window::open(&Source::File(folder.join("level.ron")))
}

/// The square of the document, and an instance of it ten to the right.
fn level() -> Level {
    Level { instances: vec![instance("parts/gear.ron", [10.0, 0.0])], ..square() }
}

fn document(window: &Window) -> &Level {
    window.app().document.level()
}

fn bodies_in_run(window: &Window) -> usize {
    window.app().run.level().bodies.len()
}

/// Positions of all nodes at the present moment.
fn positions(window: &Window) -> Vec<DVec2> {
    let world = window.app().run.world();
    (0..world.layout().node_count).map(|node| world.position(node)).collect()
}

#[test]
fn instance_runs_after_the_parts_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &level());
    assert_eq!((document(&window).bodies.len(), bodies_in_run(&window)), (1, 2));
    assert_eq!(positions(&window)[4], DVec2::new(10.0, 0.0));
    // An edit of the document keeps it.
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!((document(&window).bodies.len(), bodies_in_run(&window)), (0, 1));
    assert_eq!(positions(&window)[0], DVec2::new(10.0, 0.0));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(bodies_in_run(&window), 2);
}

#[test]
fn instance_is_selected_moved_and_deleted_on_the_canvas() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &level());
    window.click(DVec2::new(10.4, 0.6), Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Instance(0)]);
    let (from, to) = (window.screen(DVec2::new(10.4, 0.6)), window.screen(DVec2::new(12.4, 3.6)));
    window.drag(from, to);
    let [x, y] = document(&window).instances[0].position;
    // It may snap to the grid.
    assert!((x - 12.0).abs() < 0.5 && (y - 3.0).abs() < 0.5, "{x} {y}");
    assert_eq!(positions(&window)[4], DVec2::new(x, y));
    assert_eq!(window.app().document.undo_label(), Some("Move instance 0"));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(document(&window).instances[0].position, [10.0, 0.0]);
    window.key(Modifiers::NONE, Key::Delete);
    assert!(document(&window).instances.is_empty());
    assert_eq!(bodies_in_run(&window), 1);
}

#[test]
fn library_lists_the_folder_and_places_what_is_dragged() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &square());
    let settings = &mut window.app_mut().settings;
    (settings.shows_dock, settings.dock_tab) = (true, DockTab::Library);
    until(&mut window, |window| window.harness.query_by_label("Place parts/gear.ron").is_some());
    window.harness.run_steps(2);
    assert!(window.harness.query_by_label("Place level.ron").is_none(), "a level does not contain itself");
    let from = window.harness.get_by_label("Place parts/gear.ron").rect().center();
    let at = DVec2::new(2.0, 0.5);
    let to = window.screen(at);
    window.drag(from, to);
    let placed = &document(&window).instances[0];
    assert_eq!(placed.source, "parts/gear.ron");
    assert!(DVec2::from(placed.position).distance(at) < 0.1, "{placed:?}");
    assert_eq!(window.app().selection, [Place::Instance(0)]);
    assert_eq!(window.app().document.undo_label(), Some("Place gear.ron"));
    assert_eq!(bodies_in_run(&window), 2);
    // A click places it in the middle of the view.
    window.press("Place parts/gear.ron");
    let center = window.app().canvas.camera.center;
    assert!(DVec2::from(document(&window).instances[1].position).distance(center) < 1e-9);
    until(&mut window, |window| window.app().files.library.folders[0].cards[0].picture.is_some());
}

#[test]
fn instance_follows_its_source_and_reports_a_missing_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut two = level();
    two.instances.push(instance("parts/gone.ron", [20.0, 0.0]));
    let mut window = in_folder(folder.path(), &two);
    assert_eq!(bodies_in_run(&window), 2);
    assert!(window.app().document.placed().fault(1).unwrap().contains("gone.ron"));
    // Let the watch read the sources once.
    std::thread::sleep(std::time::Duration::from_millis(300));
    window.harness.run_steps(2);
    let mut double = square();
    double.bodies.push(double.bodies[0].clone());
    format::save(&double, &folder.path().join("parts/gear.ron")).unwrap();
    until(&mut window, |window| bodies_in_run(window) == 3);
    format::save(&square(), &folder.path().join("parts/gone.ron")).unwrap();
    until(&mut window, |window| bodies_in_run(window) == 4);
    assert!(window.app().document.placed().faults.is_empty());
}

#[test]
fn instance_made_local_keeps_the_positions() {
    let folder = tempfile::tempdir().unwrap();
    let mut turned = level();
    (turned.instances[0].angle_deg, turned.instances[0].mirror) = (30.0, true);
    let mut window = in_folder(folder.path(), &turned);
    let before = positions(&window);
    window.app_mut().selection = vec![Place::Instance(0)].into();
    window.harness.run_steps(3);
    window.press("Make local");
    assert!(document(&window).instances.is_empty());
    assert_eq!((document(&window).bodies.len(), positions(&window)), (2, before));
    assert_eq!(window.app().selection, [Place::Body(1)]);
}

#[test]
fn override_of_an_instance_is_shown_and_reverted() {
    let folder = tempfile::tempdir().unwrap();
    let mut changed = level();
    changed.instances[0].overrides.insert("bodies[0].gas", PropertyValue::Number(0.5));
    let mut window = in_folder(folder.path(), &changed);
    let gas = |window: &Window| window.app().run.level().bodies[1].gas;
    assert_eq!(gas(&window), 0.5);
    window.app_mut().selection = vec![Place::Instance(0)].into();
    window.harness.run_steps(3);
    window.type_into("bodies[0].gas", "2");
    assert_eq!(gas(&window), 2.0);
    window.press("Revert bodies[0].gas");
    assert_eq!(gas(&window), 0.01);
    assert!(document(&window).instances[0].overrides.is_empty());
}
