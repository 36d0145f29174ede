//! The project folder, parts that are dragged to another document, and two documents side by side.

use crate::files::until;
use crate::window::{Window, assert_named, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Level, Place, format};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use glam::DVec2;
use std::path::{Path, PathBuf};

fn save(folder: &Path, file: &str, name: &str) -> PathBuf {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    format::save(&Level { name: name.to_owned(), ..square() }, &path).unwrap();
    path
}

/// A window with this project folder.
fn window(folder: &Path) -> Window {
    let settings = Settings { project_folder: Some(folder.to_owned()), ..Settings::showing([Tab::Project]) };
    Window::new(square(), settings)
}

/// Names of the drawn cards, in order.
fn cards(window: &Window) -> Vec<String> {
    let names = window.harness.root().children_recursive().filter_map(|node| node.accesskit_node().label());
    names
        .filter_map(|name| Some(name.strip_prefix("Open ")?.to_owned()))
        .filter(|name| name.ends_with(".ron"))
        .collect()
}

/// Two levels of files, the first one active.
fn two(folder: &Path) -> Window {
    let files = ["a", "b"].map(|name| save(folder, &format!("{name}.ron"), name));
    let mut window = Window::open(&Source::File(files[0].clone()));
    window.app_mut().settings.tools.snap.is_on = false;
    window.drop_file(&files[1]);
    window.press("Level tab: a");
    window
}

fn bodies(window: &Window) -> Vec<usize> {
    window.app().open_documents().map(|document| document.level().bodies.len()).collect()
}

#[test]
fn project_lists_folders_searches_and_opens_levels() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["b.ron", "A.ron", "worlds/1/cave.ron", "worlds/hill.ron"] {
        save(folder.path(), file, file);
    }
    std::fs::write(folder.path().join("notes.txt"), "no level").unwrap();
    let mut window = window(folder.path());
    let all = ["A.ron", "b.ron", "worlds/hill.ron", "worlds/1/cave.ron"];
    until(&mut window, |window| cards(window) == all);
    assert_named(&window, "project");
    until(&mut window, |window| window.app().files.project.levels[0].picture.is_some());
    window.press("Open worlds/1/cave.ron");
    assert_eq!(window.app().document.path, Some(folder.path().join("worlds/1/cave.ron")));
    // The search finds all words in any order.
    let at = window.centre_of(egui::accesskit::Role::TextInput, "Find a level of the project");
    window.click_at(at);
    window.harness.event(Event::Text("hill wor".to_owned()));
    window.harness.run_steps(4);
    assert_eq!(cards(&window), ["worlds/hill.ron"]);
}

#[test]
fn project_shows_why_a_file_is_no_level_and_follows_changes() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.ron");
    std::fs::write(&bad, "(format: 1, bodies: [").unwrap();
    let mut window = window(folder.path());
    let fault = |window: &Window| window.app().files.project.levels.first().and_then(|level| level.fault.clone());
    until(&mut window, |window| fault(window).is_some());
    assert!(fault(&window).unwrap().contains("1:22"), "{:?}", fault(&window));
    // Repaired, and another one beside it.
    save(folder.path(), "bad.ron", "good");
    save(folder.path(), "new.ron", "new");
    until(&mut window, |window| cards(window) == ["bad.ron", "new.ron"]);
    until(&mut window, |window| fault(window).is_none() && window.app().files.project.levels[0].picture.is_some());
    std::fs::remove_dir_all(folder.path()).unwrap();
    until(&mut window, |window| window.app().files.project.fault.is_some());
}

/// Other RON and JSON files are counted. A damaged level stays a card with its fault, and a file that becomes a level is
/// listed.
#[test]
fn project_counts_files_that_are_no_levels_and_shows_damaged_levels() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "a.ron", "a");
    let others = [
        ("package.json", r#"{"name": "game", "version": "1.0.0"}"#),
        ("tiles/atlas.json", r#"[{"x": 1}]"#),
        ("settings.ron", "(volume: 0.5)"),
    ];
    for (file, text) in others {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    std::fs::write(folder.path().join("broken.ron"), "(format: 1, bodies: [").unwrap();
    let mut window = window(folder.path());
    until(&mut window, |window| cards(window) == ["a.ron", "broken.ron"]);
    until(&mut window, |window| window.harness.query_by_label("3 other files").is_some());
    assert_eq!(window.app().files.project.levels.len(), 2);
    until(&mut window, |window| window.app().files.project.levels[1].fault.is_some());
    save(folder.path(), "settings.ron", "now a level");
    until(&mut window, |window| cards(window) == ["a.ron", "broken.ron", "settings.ron"]);
    assert!(window.harness.query_by_label("2 other files").is_some());
}

#[test]
fn project_paints_previews_of_visible_levels_only() {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..300 {
        save(folder.path(), &format!("{index:03}.ron"), "many");
    }
    let mut window = window(folder.path());
    until(&mut window, |window| window.app().files.project.levels.len() == 300);
    window.harness.run_steps(4);
    let visible = window.app().files.project.visible.len();
    assert!((1..100).contains(&visible), "{visible}");
    let painted =
        |window: &Window| window.app().files.project.levels.iter().filter(|one| one.picture.is_some()).count();
    until(&mut window, |window| painted(window) == visible);
    assert!(cards(&window).len() <= visible);
}

#[test]
fn project_folder_is_that_of_the_open_level_until_one_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let file = save(folder.path(), "a.ron", "a");
    let mut window = Window::new(square(), Settings::showing([Tab::Project]));
    assert!(window.harness.query_by_label_contains("Choose the folder with your levels").is_some());
    window.drop_file(&file);
    until(&mut window, |window| cards(window) == ["a.ron"]);
    assert_eq!(window.app().settings.project_folder, None);
}

#[test]
fn parts_dragged_to_a_tab_are_dropped_in_its_level() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = two(folder.path());
    let before: Vec<Level> = window.app().open_documents().map(|one| Level::clone(one.level())).collect();
    let from = window.screen(DVec2::new(0.5, 0.4));
    let tab = window.harness.get_by_label("Level tab: b").rect().center();
    window.drag_only(from, tab);
    assert_eq!(window.app().document.title(), "a", "a tab opens after a moment only");
    // Half a second at 60 frames a second.
    window.harness.run_steps(40);
    assert_eq!(window.app().document.title(), "b");
    let at = DVec2::new(1.5, 0.5);
    let to = window.screen(at);
    window.harness.event(Event::PointerMoved(to));
    window.harness.run_steps(2);
    assert!(window.app().canvas.hint.starts_with("Release to insert the parts"), "{}", window.app().canvas.hint);
    window.drop_at(to);
    assert_eq!(bodies(&window), [1, 2]);
    let app = window.app();
    assert_eq!(
        (app.document.undo_label(), &app.selection[..]),
        (Some("Insert from another level"), &[Place::Body(1)][..])
    );
    // The centre of the square is at the pointer, so its corners are half a unit away.
    let corners = app.document.level().bodies[1].nodes.iter().map(|node| DVec2::from(node.position) - at);
    for (corner, expected) in corners.zip([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) {
        assert!(corner.distance(DVec2::from(expected)) < 0.05, "{corner}");
    }
    window.press("Undo");
    let after: Vec<Level> = window.app().open_documents().map(|one| Level::clone(one.level())).collect();
    assert_eq!(after, before, "one step, and the first level keeps its parts in place");
    assert_eq!(window.app().open_documents().next().unwrap().undo_label(), None);
}

#[test]
fn parts_released_on_a_tab_are_inserted_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = two(folder.path());
    let from = window.screen(DVec2::new(0.5, 0.4));
    let tab = window.harness.get_by_label("Level tab: b").rect().center();
    window.drag(from, tab);
    assert_eq!((bodies(&window), window.app().document.title().as_str()), (vec![1, 2], "b"));
    let first = window.app().open_documents().next().unwrap();
    assert_eq!((first.level().bodies[0].nodes[0].position, first.is_dirty()), ([0.0, 0.0], false));
}

#[test]
fn parts_are_copied_and_pasted_between_documents() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = two(folder.path());
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(1);
    let text = window.copied_after(Event::Copy).expect("a copy");
    window.press("Level tab: b");
    window.harness.event(Event::Paste(text));
    window.harness.run_steps(3);
    assert_eq!(bodies(&window), [1, 2]);
}

#[test]
fn level_beside_keeps_its_view_and_a_press_makes_it_active() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = two(folder.path());
    let whole = window.app().canvas.rect.unwrap();
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(Event::Text("two open levels".to_owned()));
    window.harness.run_steps(3);
    window.key(Modifiers::NONE, Key::Enter);
    let own = window.app().canvas.rect.unwrap();
    assert!((own.width() / whole.width() - 0.5).abs() < 0.02 && own.left() == whole.left(), "{own:?} of {whole:?}");
    let beside = window.harness.get_by_label("Level beside: b").rect();
    assert!(own.right() <= beside.left() && (beside.width() - own.width()).abs() < 2.0);
    let camera = window.app().canvas.camera;
    // The wheel zooms the other one.
    let scale = |window: &Window| window.app().documents.others().next().unwrap().canvas.camera.scale;
    let before = scale(&window);
    window.harness.event(Event::PointerMoved(beside.center()));
    window.harness.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 100.0),
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    window.harness.run_steps(20);
    assert!(scale(&window) > before * 1.1 && window.app().canvas.camera == camera);
    let zoomed = scale(&window);
    window.click_at(beside.center());
    let app = window.app();
    assert_eq!((app.document.title().as_str(), app.canvas.camera.scale), ("b", zoomed));
    assert!((app.canvas.rect.unwrap().left() - beside.left()).abs() < 2.0, "the levels keep their sides");
    assert!(window.harness.query_by_label("Level beside: a").is_some());
    // Another tab takes the place of the active one.
    window.key(Modifiers::COMMAND, Key::N);
    assert!(window.harness.query_by_label("Level beside: a").is_some());
    window.press("Close a");
    assert!(window.harness.query_by_label("Level beside: a").is_none());
    assert_eq!(window.app().canvas.rect.unwrap().width(), whole.width());
}

#[test]
fn parts_are_dragged_to_the_level_beside() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = two(folder.path());
    let number = window.app().documents.others().next().unwrap().document.number();
    window.app_mut().documents.pair = Some([window.app().document.number(), number]);
    window.harness.run_steps(3);
    let from = window.screen(DVec2::new(0.5, 0.4));
    let to = window.harness.get_by_label("Level beside: b").rect().center();
    window.drag(from, to);
    assert_eq!((bodies(&window), window.app().document.title().as_str()), (vec![1, 2], "b"));
    let center = |body: usize| {
        let nodes = &window.app().document.level().bodies[body].nodes;
        nodes.iter().map(|node| DVec2::from(node.position)).sum::<DVec2>() / 4.0
    };
    assert!(window.screen(center(1)).distance(to) < 3.0, "it is at the pointer");
}
