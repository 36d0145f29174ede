//! The library: levels of folders, their previews, and how they are placed.

use crate::files::until;
use crate::files_picked::{fill, wait_for};
use crate::instances::{bodies_in_run, document, in_folder, instance};
use crate::window::{Window, square};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Level, Place, format};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

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
    settings.show(Tab::Library);
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
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
        .map(|corner: [f64; 2]| window.screen(DVec2::from(placed.position) + DVec2::from(corner)));
    for (index, corner) in corners.into_iter().enumerate() {
        let next = corners[(index + 1) % 4];
        let is_side = |ends: &[egui::Pos2; 2]| ends[0].distance(corner) < 0.1 && ends[1].distance(next) < 0.1;
        assert!(shown.iter().any(is_side), "side {index}: the outline is where the part is placed");
    }
    assert!(
        !segments(&window).iter().any(|ends| ends[0].distance(corners[0]) < 0.1 && ends[1].distance(corners[1]) < 0.1)
    );
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
fn library_part_over_the_canvas_has_a_hint_until_it_is_released() {
    let hint = "Release to place the level as an instance; Alt: without snapping";
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &square());
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(egui::Event::Text("library".to_owned()));
    window.harness.run_steps(3);
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| window.harness.query_by_label("Place parts/gear.ron").is_some());
    window.harness.run_steps(2);
    let from = window.harness.get_by_label("Place parts/gear.ron").rect().center();
    let to = window.screen(DVec2::new(2.0, 0.5));
    assert_ne!(window.app().canvas.hint, hint);
    window.drag_only(from, to);
    window.harness.run_steps(2);
    assert_eq!(window.app().canvas.hint, hint);
    assert!(window.harness.query_all_by_label(hint).next().is_some(), "the status bar shows it");
    window.drop_at(to);
    assert_ne!(window.app().canvas.hint, hint);
    assert_eq!(document(&window).instances.len(), 1);
}

#[test]
fn library_shows_other_folders_changes_and_broken_files() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = in_folder(folder.path(), &square());
    std::fs::write(folder.path().join("parts/bad.ron"), "(format: 2,\n bodies: [(gas: -1)])").unwrap();
    format::save(&square(), &other.path().join("wheel.ron")).unwrap();
    let settings = &mut window.app_mut().settings;
    settings.show(Tab::Library);
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
    settings.show(Tab::Library);
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
