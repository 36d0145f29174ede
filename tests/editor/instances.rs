//! Instances in the window: run, moved, overridden, made local, and following their sources.

#[path = "instances_diagnosis.rs"]
mod instances_diagnosis;
#[path = "library.rs"]
mod library;

use crate::files::until;
use crate::files_picked::save_as;
use crate::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::level::{EditorExtra, Instance, Level, Place, PropertyValue, format, gallery};
use egui::{Key, Modifiers};
use glam::DVec2;
use std::path::Path;
use std::sync::Arc;

pub fn instance(source: &str, position: [f64; 2]) -> Instance {
    Instance::at(source, position)
}

/// A window with a level in a folder whose subfolder `parts` has a square at the origin.
pub fn in_folder(folder: &Path, level: &Level) -> Window {
    std::fs::create_dir(folder.join("parts")).unwrap();
    format::save(&square(), &folder.join("parts/gear.ron")).unwrap();
    format::save(level, &folder.join("level.ron")).unwrap();
    Window::open(&Source::File(folder.join("level.ron")))
}

/// The square of the document, and an instance of it ten to the right.
pub fn level() -> Level {
    Level { instances: vec![instance("parts/gear.ron", [10.0, 0.0])], ..square() }
}

pub fn document(window: &Window) -> &Level {
    window.app().document.level()
}

pub fn bodies_in_run(window: &Window) -> usize {
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
fn instance_follows_its_source_and_reports_a_missing_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut two = level();
    two.instances.push(instance("parts/gone.ron", [20.0, 0.0]));
    let mut window = in_folder(folder.path(), &two);
    assert_eq!(bodies_in_run(&window), 2);
    assert!(window.app().document.placed().fault(1).unwrap().contains("gone.ron"));
    let found = |window: &Window| {
        let all = window.app().features.findings.list.iter();
        all.filter(|finding| finding.rule == "instance-source")
            .map(|finding| finding.places.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(found(&window), [[Place::Instance(1)]]);
    // Let the watch read the sources once.
    std::thread::sleep(std::time::Duration::from_millis(300));
    window.harness.run_steps(2);
    let mut double = square();
    double.bodies.push(double.bodies[0].clone());
    format::save(&double, &folder.path().join("parts/gear.ron")).unwrap();
    until(&mut window, |window| bodies_in_run(window) == 3);
    format::save(&square(), &folder.path().join("parts/gone.ron")).unwrap();
    until(&mut window, |window| bodies_in_run(window) == 4);
    assert!(window.app().document.placed().faults.is_empty() && found(&window).is_empty());
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

#[test]
fn gallery_level_with_instances_runs_and_is_saved_with_its_sources() {
    let index = gallery::ALL.iter().position(|level| level.id == "66-marble-run-from-parts").unwrap();
    let mut window = Window::open(&Source::Gallery(index));
    let own = document(&window).bodies.len();
    assert_eq!((own, bodies_in_run(&window)), (2, 12));
    assert!(window.app().document.placed().faults.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("parts/ball.ron");
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    std::fs::write(&kept, gallery::PARTS[0].1.replace("name: \"Ball\"", "name: \"My ball\"")).unwrap();
    let path = folder.path().join("run.ron");
    save_as(&mut window, &path);
    assert_eq!(bodies_in_run(&window), 12);
    for (name, text) in gallery::PARTS {
        let written = std::fs::read_to_string(folder.path().join(name)).unwrap();
        // An existing file stays.
        assert_eq!(written == *text, *name != "parts/ball.ron", "{name}");
    }
}

#[test]
fn instance_in_a_level_without_a_file_is_left_out_with_the_reason() {
    let lonely = Level { instances: vec![instance("parts/own.ron", [0.0, 0.0])], ..square() };
    let window = Window::open(&Source::Made(Arc::new(lonely)));
    assert_eq!(bodies_in_run(&window), 1);
    let fault = window.app().document.placed().fault(0).unwrap().to_owned();
    assert!(fault.contains("no file yet") && fault.contains("parts/own.ron"), "{fault}");
}

#[test]
fn instances_are_aligned_distributed_and_turned_as_other_parts() {
    let folder = tempfile::tempdir().unwrap();
    let mut three = level();
    three.instances.push(instance("parts/gear.ron", [13.0, 3.0]));
    three.instances.push(instance("parts/gear.ron", [18.0, 5.0]));
    let mut window = in_folder(folder.path(), &three);
    let places = [0, 1, 2].map(Place::Instance).to_vec();
    let at = |window: &Window| document(window).instances.iter().map(|one| one.position).collect::<Vec<_>>();
    let select = |window: &mut Window, places: Vec<Place>| {
        window.app_mut().selection = places.into();
        window.harness.run_steps(2);
    };
    select(&mut window, places.clone());
    window.key(Modifiers::ALT, Key::W);
    assert_eq!(at(&window), [[10.0, 5.0], [13.0, 5.0], [18.0, 5.0]], "tops");
    window.key(Modifiers::SHIFT | Modifiers::ALT, Key::H);
    assert_eq!(at(&window), [[10.0, 5.0], [14.0, 5.0], [18.0, 5.0]], "equal gaps");
    // The square of the document is 1 wide, as its instances are.
    select(&mut window, vec![Place::Body(0), Place::Instance(0)]);
    window.key(Modifiers::ALT, Key::A);
    assert_eq!(at(&window)[0], [0.0, 5.0], "left sides");
    // About the centre of the square, (14.5, 5.5): the origin goes to the lower right corner.
    select(&mut window, vec![Place::Instance(1)]);
    window.key(Modifiers::COMMAND, Key::OpenBracket);
    let turned = &document(&window).instances[1];
    assert_eq!((turned.position, turned.angle_deg), ([15.0, 5.0], 90.0));
    window.key(Modifiers::ALT, Key::ArrowUp);
    assert!(document(&window).instances[1].position[1] > 5.0);
}

#[test]
fn hidden_and_locked_instances_are_not_picked_and_hidden_ones_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let mut marked = level();
    let extra = marked.editor.get_or_insert_default();
    extra.hidden = std::iter::once(Place::Instance(0)).collect();
    let mut window = in_folder(folder.path(), &marked);
    let hidden = |window: &Window| [0, 1].map(|body| window.app().run.level().is_hidden(Place::Body(body)));
    assert_eq!(hidden(&window), [false, true]);
    window.click(DVec2::new(10.4, 0.6), Modifiers::NONE);
    assert!(window.app().selection.is_empty());
    let mut change = |change: fn(&mut EditorExtra)| {
        let mut edited = marked.clone();
        change(edited.editor.get_or_insert_default());
        format::save(&edited, &folder.path().join("level.ron")).unwrap();
        window = Window::open(&Source::File(folder.path().join("level.ron")));
        window.click(DVec2::new(10.4, 0.6), Modifiers::NONE);
        (hidden(&window), window.app().selection.to_vec())
    };
    // Only the instance is shown.
    let alone = change(|extra| {
        extra.hidden = Default::default();
        extra.solo = std::iter::once(Place::Instance(0)).collect();
    });
    assert_eq!(alone, ([true, false], vec![Place::Instance(0)]));
    let locked = change(|extra| {
        extra.hidden = Default::default();
        extra.locked = std::iter::once(Place::Instance(0)).collect();
    });
    assert_eq!(locked, ([false, false], vec![]));
}
