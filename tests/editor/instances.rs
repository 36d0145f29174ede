//! Instances in the window: run, placed from the library, moved, overridden, made local, and following their sources.

use crate::files::until;
use crate::files_picked::{fill, save_as, wait_for};
use crate::window::{Window, square};
use blobsmith::debugger::diagnosis::{Diagnosed, Edit as RemedyEdit, Remedy};
use blobsmith::editor::actions::Source;
use blobsmith::editor::settings::DockTab;
use blobsmith::level::{Body, EditorExtra, Instance, Level, Place, PropertyValue, format, gallery};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::path::Path;
use std::sync::Arc;

fn instance(source: &str, position: [f64; 2]) -> Instance {
    Instance::at(source, position)
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

/// The line segments that are painted.
fn segments(window: &Window) -> Vec<[egui::Pos2; 2]> {
    fn add(shape: &egui::Shape, found: &mut Vec<[egui::Pos2; 2]>) {
        match shape {
            egui::Shape::LineSegment { points, .. } => found.push(*points),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    window.harness.output().shapes.iter().for_each(|shape| add(&shape.shape, &mut found));
    found
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
    until(&mut window, |window| window.app().files.library.folders[0].cards[0].picture.is_some());
    window.drag_only(from, to);
    let shown = segments(&window);
    window.drop_at(to);
    let placed = &document(&window).instances[0];
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|corner: [f64; 2]| {
        window.screen(DVec2::from(placed.position) + DVec2::from(corner))
    });
    for (index, corner) in corners.into_iter().enumerate() {
        let next = corners[(index + 1) % 4];
        let is_side = |ends: &[egui::Pos2; 2]| ends[0].distance(corner) < 0.1 && ends[1].distance(next) < 0.1;
        assert!(shown.iter().any(is_side), "side {index}: the outline is where the part is placed");
    }
    assert!(!segments(&window).iter().any(|ends| ends[0].distance(corners[0]) < 0.1 && ends[1].distance(corners[1]) < 0.1));
    assert_eq!(placed.source, "parts/gear.ron");
    assert!(DVec2::from(placed.position).distance(at) < 0.1, "{placed:?}");
    assert_eq!(window.app().selection, [Place::Instance(0)]);
    assert_eq!(window.app().document.undo_label(), Some("Place gear.ron"));
    assert_eq!(bodies_in_run(&window), 2);
    // A click places it in the middle of the view.
    window.press("Place parts/gear.ron");
    let center = window.app().canvas.camera.center;
    assert!(DVec2::from(document(&window).instances[1].position).distance(center) < 1e-9);
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
fn library_shows_other_folders_changes_and_broken_files() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = in_folder(folder.path(), &square());
    std::fs::write(folder.path().join("parts/bad.ron"), "(format: 2,\n bodies: [(gas: -1)])").unwrap();
    format::save(&square(), &other.path().join("wheel.ron")).unwrap();
    let settings = &mut window.app_mut().settings;
    (settings.shows_dock, settings.dock_tab) = (true, DockTab::Library);
    settings.own_browser = true;
    settings.library_folders = vec![other.path().join("gone")];
    wait_for(&mut window, "Add a folder…");
    window.press("Add a folder…");
    wait_for(&mut window, "Add folder");
    fill(&mut window, "Folder", &other.path().display().to_string());
    window.key(Modifiers::NONE, Key::Enter);
    wait_for(&mut window, "wheel.ron");
    window.press("Add folder");
    until(&mut window, |window| {
        let folders = &window.app().files.library.folders;
        folders.len() == 3 && folders[1].fault.is_some() && folders[2].cards.iter().any(|card| card.picture.is_some())
    });
    until(&mut window, |window| window.app().files.library.folders[0].cards.iter().any(|card| card.is_broken()));
    window.harness.run_steps(2);
    let fault = |window: &Window| window.app().files.library.folders[0].cards[0].fault.clone().unwrap_or_default();
    assert!(fault(&window).contains("-1 is negative"), "{}", fault(&window));
    window.press("Place wheel.ron");
    assert_eq!(bodies_in_run(&window), 2);
    let relative = document(&window).instances[0].source.clone();
    assert!(relative.starts_with("../") && relative.ends_with("/wheel.ron"), "{relative}");
    // A change in place, not by a new file in the folder.
    let counts =
        |window: &Window| window.app().files.library.folders[2].cards[0].picture.as_ref().map(|it| it.1.bodies);
    assert_eq!(counts(&window), Some(1));
    let mut double = square();
    double.bodies.push(double.bodies[0].clone());
    let text = format::write(&double, format::TextFormat::Ron);
    std::fs::write(other.path().join("wheel.ron"), text).unwrap();
    until(&mut window, |window| counts(window) == Some(2));
    let name = other.path().file_name().unwrap().to_string_lossy().into_owned();
    window.harness.get_by_label(&format!("Remove {name} from the library")).click_accesskit();
    until(&mut window, |window| window.app().files.library.folders.len() == 2);
}

/// “cart.ron” places “axle.ron”, which places “wheel.ron”; both are in a folder that the library does not list.
#[test]
fn library_preview_follows_a_nested_source() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &square());
    let deep = folder.path().join("parts/deep");
    std::fs::create_dir(&deep).unwrap();
    let of = |source: &str| Level { instances: vec![instance(source, [3.0, 0.0])], ..Level::default() };
    let wheel = deep.join("wheel.ron");
    format::save(&of("parts/deep/axle.ron"), &folder.path().join("cart.ron")).unwrap();
    format::save(&of("wheel.ron"), &deep.join("axle.ron")).unwrap();
    format::save(&square(), &wheel).unwrap();
    let settings = &mut window.app_mut().settings;
    (settings.shows_dock, settings.dock_tab) = (true, DockTab::Library);
    let cart = |window: &Window| {
        let cards = window.app().files.library.folders.iter().flat_map(|folder| &folder.cards);
        let mut carts = cards.filter(|card| card.name == "cart.ron");
        carts.next().map(|card| (card.picture.as_ref().map(|it| it.1.bodies), card.is_broken()))
    };
    until(&mut window, |window| cart(window) == Some((Some(1), false)));
    // Let the watch read the sources once.
    std::thread::sleep(std::time::Duration::from_millis(300));
    window.harness.run_steps(2);
    let mut double = square();
    double.bodies.push(double.bodies[0].clone());
    format::save(&double, &wheel).unwrap();
    until(&mut window, |window| cart(window) == Some((Some(2), false)));
    std::fs::write(&wheel, "(format: 2,\n bodies: [(gas: -1)])").unwrap();
    until(&mut window, |window| cart(window) == Some((None, true)));
    format::save(&square(), &wheel).unwrap();
    until(&mut window, |window| cart(window) == Some((Some(1), false)));
}

/// A stiff square with one substep per frame blows up; its body is not one of the document.
#[test]
fn clinic_shows_illnesses_of_instances_and_their_remedies() {
    let folder = tempfile::tempdir().unwrap();
    let mut ill = square();
    ill.bodies[0].springs.iter_mut().for_each(|spring| spring.stiffness = 50_000.0);
    ill.bodies[0].nodes[0].velocity = [0.1, 0.0];
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    format::save(&ill, &folder.path().join("parts/gear.ron")).unwrap();
    let path = folder.path().join("level.ron");
    format::save(&Level { bodies: Vec::new(), ..level() }, &path).unwrap();
    let mut window = Window::open(&Source::File(path));
    let settings = &mut window.app_mut().settings;
    (settings.shows_dock, settings.dock_tab) = (true, DockTab::Clinic);
    until(&mut window, |window| !window.app().features.clinic.found.illnesses.is_empty());
    window.harness.run_steps(3);
    until(&mut window, |window| window.app().features.clinic.progress().is_none());
    let (run, document) = (window.app().run.level().clone(), document(&window).clone());
    let illnesses = window.app().features.clinic.found.illnesses.clone();
    // A remedy that changes body 0, which the document does not have.
    let of_body = |ill: &Diagnosed| ill.remedies(&run).into_iter().find(|remedy| !remedy.fits(&document));
    let (ill, remedy) = illnesses.iter().find_map(|ill| Some((ill, of_body(ill)?))).expect("there is one");
    window.press(&format!("Illness: {}, {} times", ill.detector().title, ill.count));
    window.harness.run_steps(3);
    let name = format!("Try: {}", remedy.label);
    assert!(window.harness.query_all_by_label(&name).next().is_some(), "{name}");
    // The twin runs with it.
    window.press(&format!("Run beside: {}", remedy.label));
    window.harness.run_steps(3);
    let twin = window.app().features.twin.as_ref().expect("a twin").twin.run().level().clone();
    assert_eq!(twin.bodies, remedy.apply(&run).unwrap().bodies);
    window.press("Undo");
    window.harness.run_steps(3);
    // Applied to the document it is an override of the instance, and the run has the remedy's values.
    window.press(&format!("Apply: {}", remedy.label));
    window.harness.run_steps(5);
    let overrides = &self::document(&window).instances[0].overrides;
    assert!(overrides.iter().any(|(path, _)| path.starts_with("bodies[0].")), "{overrides:?}");
    assert_eq!(window.app().run.level().bodies[0], remedy.apply(&run).unwrap().bodies[0]);
    window.press("Undo");
    window.harness.run_steps(5);
    assert_eq!(*self::document(&window), document);
}

/// Instances of a square whose corners 1 and 2 are swapped, so that its hull crosses itself.
#[test]
fn clinic_makes_an_instance_local_for_a_remedy_that_changes_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let mut ill = square();
    let corners = [ill.bodies[0].nodes[1].position, ill.bodies[0].nodes[2].position];
    (ill.bodies[0].nodes[2].position, ill.bodies[0].nodes[1].position) = (corners[0], corners[1]);
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    format::save(&ill, &folder.path().join("parts/gear.ron")).unwrap();
    let path = folder.path().join("level.ron");
    let turned = Instance { angle_deg: 90.0, ..instance("parts/gear.ron", [20.0, 0.0]) };
    let two = Level { instances: vec![instance("parts/gear.ron", [10.0, 0.0]), turned], ..square() };
    format::save(&two, &path).unwrap();
    let mut window = Window::open(&Source::File(path));
    let settings = &mut window.app_mut().settings;
    (settings.shows_dock, settings.dock_tab) = (true, DockTab::Clinic);
    until(&mut window, |window| !window.app().features.clinic.found.illnesses.is_empty());
    window.harness.run_steps(3);
    until(&mut window, |window| window.app().features.clinic.progress().is_none());
    let (run, before) = (window.app().run.level().clone(), document(&window).clone());
    // The bow tie of the turned one, body 2 of the run.
    let causes = window.app().features.clinic.found.causes.clone();
    let cause = causes.iter().find(|cause| cause.id == "bow-tie-hull" && cause.place.body() == Some(2));
    let cause = cause.unwrap_or_else(|| panic!("{causes:?}"));
    let changes_parts = |remedy: &&Remedy| remedy.edits == [RemedyEdit::Untangle(2)];
    let remedy = cause.remedies.iter().find(changes_parts).unwrap_or_else(|| panic!("{:?}", cause.remedies)).clone();
    let name = format!("Cause: {}", cause.title);
    let of_body = causes.iter().filter(|other| other.title == cause.title).position(|other| other == cause).unwrap();
    let label = window.harness.query_all_by_label(&name).nth(of_body).unwrap();
    label.click_accesskit();
    window.harness.run_steps(4);
    window.press(&format!("Make local and apply: {}", remedy.label));
    window.harness.run_steps(5);
    let after = document(&window).clone();
    assert_eq!((after.bodies.len(), after.instances.len()), (2, 1), "only the turned one is local");
    assert_eq!(after.instances[0].position, [10.0, 0.0]);
    // The changed body is now the document's second; the run before with the remedy had it third.
    let expected = remedy.apply(&run).unwrap();
    let id = after.bodies[1].id.clone();
    assert_eq!(after.bodies[1], Body { id, ..expected.bodies[2].clone() });
    assert_ne!(after.bodies[1].hull, run.bodies[2].hull);
    let label = window.app().document.undo_label().map(str::to_owned);
    assert_eq!(label, Some(format!("Make local and apply: {}", remedy.label)));
    window.press("Undo");
    window.harness.run_steps(5);
    assert_eq!(*document(&window), before);
}

/// Body 1 of the run is the instance's. With a second body of the document it is body 2.
#[test]
fn twin_changes_a_body_of_an_instance_and_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &level());
    window.harness.set_size(egui::vec2(1280.0, 1600.0));
    window.app_mut().selection = vec![Place::Instance(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::T);
    window.press("Twin: Integrator differs");
    window.press("Twin: add a parameter");
    window.press("bodies[1].gas");
    window.type_into("Twin: parameter 1", "0.05");
    let gases = |window: &Window| {
        let of = |level: &Level| level.bodies.iter().map(|body| body.gas).collect::<Vec<f64>>();
        let twin = window.app().features.twin.as_ref().unwrap();
        (of(window.app().run.level()), of(twin.twin.run().level()))
    };
    let path = |window: &Window| document(window).editor.as_ref().unwrap().twin.as_ref().unwrap().set[0].path.clone();
    assert_eq!(gases(&window), (vec![0.01; 2], vec![0.01, 0.05]));
    assert!(window.harness.query_all_by_label_contains("there is no body").next().is_none());
    let twin_findings =
        |window: &Window| window.app().features.findings.list.iter().filter(|it| it.rule == "twin-parameter").count();
    assert_eq!(twin_findings(&window), 0);
    // A body more, and undone.
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::COMMAND, Key::D);
    assert_eq!(document(&window).bodies.len(), 2);
    assert_eq!((path(&window), gases(&window)), ("bodies[2].gas".to_owned(), (vec![0.01; 3], vec![0.01, 0.01, 0.05])));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!((path(&window), gases(&window)), ("bodies[1].gas".to_owned(), (vec![0.01; 2], vec![0.01, 0.05])));
    // Without a body of its own.
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!((path(&window), gases(&window)), ("bodies[0].gas".to_owned(), (vec![0.01], vec![0.05])));
    assert_eq!(twin_findings(&window), 0);
    // The instance is deleted with what the twin changes of it.
    window.app_mut().selection = vec![Place::Instance(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Delete);
    assert!(document(&window).editor.as_ref().unwrap().twin.as_ref().unwrap().set.is_empty());
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
