//! The browser in the window, and pictures of the canvas.

use crate::files::until;
use crate::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::app::App;
use blobsmith::editor::features::portrait::Portrait;
use blobsmith::editor::perform::portrait;
use blobsmith::geometry::DVec2;
use blobsmith::level::{Level, format};
use blobsmith::picture::{Palette, Picture, Scene, Theme, draw_level, png};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::{Path, PathBuf};

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// A window with `square.ron` in a folder that has more in it, that picks files by itself.
fn browsing(folder: &Path) -> Window {
    let file = folder.join("square.ron");
    format::save(&square(), &file).unwrap();
    format::save(&square(), &folder.join("other.json")).unwrap();
    std::fs::create_dir(folder.join("sub")).unwrap();
    for name in ["words.txt", ".hidden.ron", "broken.ron"] {
        std::fs::write(folder.join(name), "").unwrap();
    }
    let mut window = Window::open(&Source::File(file));
    window.app_mut().settings.own_browser = true;
    window
}

fn is_listed(window: &Window, name: &str) -> bool {
    window.harness.query_all_by_label(name).next().is_some()
}

pub fn wait_for(window: &mut Window, name: &str) {
    until(window, |window| is_listed(window, name));
    window.harness.run_steps(2);
}

fn folder(window: &Window) -> PathBuf {
    window.app().files.browser.as_ref().unwrap().folder.clone()
}

fn letters(window: &mut Window, text: &str) {
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(3);
}

/// Replaces what a text field holds.
pub fn fill(window: &mut Window, field: &str, text: &str) {
    let role = egui::accesskit::Role::TextInput;
    let is_it = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label == field);
    let at = window.harness.get_all_by_role(role).find(is_it).unwrap().rect().center();
    window.click_at(at);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    letters(window, text);
}

/// Saves the level under a path by the browser in the window.
pub fn save_as(window: &mut Window, path: &std::path::Path) {
    window.app_mut().settings.own_browser = true;
    window.key(Modifiers { shift: true, ..Modifiers::COMMAND }, Key::S);
    wait_for(window, "Save file");
    fill(window, "File name", &path.display().to_string());
    window.press("Save file");
    until(window, |window| window.app().document.path.as_deref() == Some(path));
}

#[test]
fn file_browser_finds_by_letters_and_opens_by_keys() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    window.key(Modifiers::COMMAND, Key::O);
    wait_for(&mut window, "other.json");
    assert!(is_listed(&window, "sub") && is_listed(&window, "square.ron"));
    assert!(!is_listed(&window, "words.txt") && !is_listed(&window, ".hidden.ron"));
    window.press("All files");
    window.press("Hidden files");
    assert!(is_listed(&window, "words.txt") && is_listed(&window, ".hidden.ron"));
    letters(&mut window, "ot");
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| window.app().document.path == Some(place.path().join("other.json")));
    assert!(window.app().files.browser.is_none());
}

#[test]
fn open_dialog_focuses_the_file_name_and_selects_what_begins_with_it() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    window.key(Modifiers::COMMAND, Key::O);
    wait_for(&mut window, "other.json");
    // Without a click: letters are typed into the field, and the file that begins with them opens.
    letters(&mut window, "ot");
    let is_it = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label == "File name");
    let fields = window.harness.get_all_by_role(egui::accesskit::Role::TextInput);
    let value = fields.filter(is_it).find_map(|node| node.accesskit_node().value());
    assert_eq!(value.as_deref(), Some("ot"));
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| window.app().document.path == Some(place.path().join("other.json")));
    // A folder is gone to, and the keys go on there; a name that nothing begins with is refused.
    let here = std::path::absolute(place.path()).unwrap();
    window.key(Modifiers::COMMAND, Key::O);
    wait_for(&mut window, "sub");
    letters(&mut window, "su");
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| folder(window) == here.join("sub"));
    window.key(Modifiers::NONE, Key::Backspace);
    until(&mut window, |window| folder(window) == here);
    wait_for(&mut window, "other.json");
    letters(&mut window, "nothing");
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| window.harness.query_all_by_label_contains("does not exist").next().is_some());
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().files.browser.is_none());
}

#[test]
fn save_dialog_focuses_the_file_name_and_selects_its_stem() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    window.key(CTRL_SHIFT, Key::S);
    wait_for(&mut window, "other.json");
    letters(&mut window, "another");
    window.key(Modifiers::NONE, Key::Enter);
    // `square.ron` became `another.ron`: the ending stayed.
    until(&mut window, |window| window.app().document.path == Some(place.path().join("another.ron")));
}

#[test]
fn save_dialog_keeps_the_focus_on_the_name_after_a_click_on_a_folder() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    window.key(CTRL_SHIFT, Key::S);
    wait_for(&mut window, "sub");
    let at = window.harness.get_all_by_label("sub").next().unwrap().rect().center();
    for _ in 0..2 {
        window.click_at(at);
    }
    assert_eq!(folder(&window), std::path::absolute(place.path()).unwrap().join("sub"));
    letters(&mut window, "another");
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| window.app().document.path == Some(place.path().join("sub/another.ron")));
    window.key(CTRL_SHIFT, Key::S);
    window.harness.run_steps(3);
    window.press("Shortcut: Start folder");
    window.harness.run_steps(3);
    letters(&mut window, "third");
    assert!(window.harness.query_all_by_value("third.ron").next().is_some());
}

#[test]
fn first_file_dialog_opens_in_the_folder_where_the_program_was_started() {
    let mut window = Window::with(square());
    window.app_mut().settings.own_browser = true;
    window.key(Modifiers::COMMAND, Key::S);
    assert_eq!(folder(&window), std::env::current_dir().unwrap());
}

#[test]
fn gallery_search_finds_a_level_by_its_number() {
    let found = blobsmith::level::gallery::ALL.iter().filter(|level| level.matches("04"));
    assert!(found.map(|level| level.id).any(|id| id == "04-squares-distance"));
}

#[test]
fn file_browser_walks_types_and_creates_folders() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    let here = std::path::absolute(place.path()).unwrap();
    window.key(Modifiers::COMMAND, Key::O);
    wait_for(&mut window, "sub");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(folder(&window), here.join("sub"));
    window.key(Modifiers::NONE, Key::Backspace);
    assert_eq!(folder(&window), here);
    wait_for(&mut window, "sub");
    window.press("New folder");
    letters(&mut window, "made");
    window.press("Make folder");
    until(&mut window, |window| folder(window) == here.join("made"));
    assert!(here.join("made").is_dir());
    // What is typed is completed by Tab, and gone to by Enter; a folder that is not there says what to do.
    fill(&mut window, "Folder", &format!("{}/su", here.display()));
    until(&mut window, |window| window.harness.query_by_label("Tab: sub").is_some());
    window.key(Modifiers::NONE, Key::Tab);
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| folder(window) == here.join("sub"));
    fill(&mut window, "Folder", "/no/such/folder");
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| window.harness.query_all_by_label_contains("check the path").next().is_some());
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().files.browser.is_none());
}

#[test]
fn path_of_a_file_in_the_folder_field_chooses_that_file() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    let file = std::path::absolute(place.path()).unwrap().join("other.json");
    window.key(Modifiers::COMMAND, Key::O);
    wait_for(&mut window, "sub");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Enter);
    fill(&mut window, "Folder", &file.display().to_string());
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| folder(window) == file.parent().unwrap());
    wait_for(&mut window, "other.json");
    window.press("Open file");
    until(&mut window, |window| window.app().document.path.as_ref() == Some(&file));
}

#[test]
fn file_browser_asks_twice_before_it_overwrites() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    window.key(CTRL_SHIFT, Key::S);
    wait_for(&mut window, "other.json");
    fill(&mut window, "File name", "other.json");
    window.press("Save file");
    wait_for(&mut window, "Overwrite file");
    assert!(window.app().files.browser.is_some());
    window.press("Overwrite file");
    assert_eq!(window.app().document.path, Some(place.path().join("other.json")));
    window.key(CTRL_SHIFT, Key::S);
    wait_for(&mut window, "other.json");
    fill(&mut window, "File name", "new");
    window.press("Save file");
    until(&mut window, |window| {
        window.app().document.path == Some(place.path().join("new.json")) || place.path().join("new.ron").exists()
    });
}

#[test]
fn file_browser_and_export_controls_have_names() {
    use egui::accesskit::Role;
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    let unnamed = |window: &Window| {
        let controls = [Role::Button, Role::CheckBox, Role::ComboBox, Role::TextInput, Role::RadioButton];
        let nodes = window.harness.root().children_recursive();
        let nodes = nodes.filter(|node| controls.contains(&node.accesskit_node().role()));
        nodes.filter(|node| node.accesskit_node().label().unwrap_or_default().trim().is_empty()).count()
    };
    window.key(Modifiers::COMMAND, Key::O);
    wait_for(&mut window, "other.json");
    assert_eq!(unnamed(&window), 0);
    window.press("Cancel");
    window.key(CTRL_SHIFT, Key::E);
    assert_eq!(unnamed(&window), 0);
    window.key(Modifiers::NONE, Key::Escape);
    window.key(CTRL_SHIFT, Key::N);
    assert_eq!(unnamed(&window), 0);
}

fn decode(bytes: &[u8]) -> (png_reader::Info, Vec<u8>) {
    png_reader::read(bytes)
}

/// The `png` crate under another name than the painter's.
mod png_reader {
    pub struct Info {
        pub size: (u32, u32),
        pub has_alpha: bool,
    }
    pub fn read(bytes: &[u8]) -> (Info, Vec<u8>) {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let has_alpha = info.color_type == ::png::ColorType::Rgba;
        (Info { size: (info.width, info.height), has_alpha }, pixels)
    }
}

/// Bytes of a picture of the canvas.
fn picture_of(app: &App, is_svg: bool) -> Vec<u8> {
    portrait::painter(app, is_svg).unwrap()().unwrap()
}

#[test]
fn exported_picture_equals_the_painters_at_every_size() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::ArrowRight);
    let plain = Portrait { has_overlays: false, has_legend: false, zoom: 1, ..Portrait::default() };
    window.app_mut().settings.portrait = plain;
    let app = window.app();
    let rect = app.canvas.rect.unwrap();
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height())).round();
    let palette = Palette::of(Theme::Dark);
    let viewport = app.canvas.camera.viewport(size);
    let mut picture = Picture::default();
    let layers = app.settings.layers();
    draw_level(&Scene { layers, ..Scene::new(app.run.level(), app.run.world(), &palette, viewport) }, &mut picture);
    assert!(picture_of(app, false) == png::paint(&picture, &viewport, &palette).unwrap());
    for zoom in [1, 2, 4] {
        for is_transparent in [false, true] {
            window.app_mut().settings.portrait = Portrait { zoom, is_transparent, ..plain };
            let (info, pixels) = decode(&picture_of(window.app(), false));
            let expected = (size.x as u32 * zoom, size.y as u32 * zoom);
            assert_eq!((info.size, info.has_alpha), (expected, is_transparent));
            assert_eq!(portrait::measure(window.app()), Ok(expected));
            if is_transparent {
                let alphas: Vec<u8> = pixels.chunks_exact(4).map(|pixel| pixel[3]).collect();
                assert!(alphas.contains(&0) && alphas.contains(&255));
            }
            let drawing = String::from_utf8(picture_of(window.app(), true)).unwrap();
            let sized = format!("width=\"{}\" height=\"{}\"", expected.0, expected.1);
            assert!(drawing.contains(&sized) && drawing.contains(&format!("viewBox=\"0 0 {} {}\"", size.x, size.y)));
            assert_eq!(drawing.contains("<rect"), !is_transparent);
        }
    }
}

#[test]
fn export_dialog_writes_the_picture() {
    let place = tempfile::tempdir().unwrap();
    let mut window = browsing(place.path());
    window.key(CTRL_SHIFT, Key::E);
    window.press("The whole level");
    window.press("Drawing (SVG)");
    window.press("Export picture…");
    wait_for(&mut window, "Save file");
    window.press("Save file");
    let file = place.path().join("square-0.svg");
    until(&mut window, |window| window.app().notices.texts().any(|text| text == "Exported square-0.svg"));
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
}

#[test]
fn file_browser_stays_open_at_a_click_beside_it_and_selects_the_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = browsing(folder.path());
    window.key(CTRL_SHIFT, Key::S);
    wait_for(&mut window, "other.json");
    window.click_at(egui::pos2(3.0, 3.0));
    window.harness.run_steps(3);
    assert!(window.app().files.browser.is_some(), "only Cancel and Escape close it");
    window.key(Modifiers::NONE, Key::Escape);
    window.harness.run_steps(3);
    assert!(window.app().files.browser.is_none());
    window.key(CTRL_SHIFT, Key::S);
    wait_for(&mut window, "other.json");
    // What is typed replaces the name, not its ending.
    letters(&mut window, "again");
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| window.app().files.browser.is_none());
    until(&mut window, |window| window.app().document.path.as_deref() == Some(&folder.path().join("again.ron")));
}

/// Playback waits behind the dialog and goes on after it.
#[test]
fn save_dialog_pauses_the_run_and_names_the_level() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with(Level { name: String::new(), ..square() });
    window.app_mut().settings.own_browser = true;
    window.key(Modifiers::NONE, Key::Space);
    window.harness.run_steps(5);
    window.press("Save");
    wait_for(&mut window, "Save file");
    let frame = window.app().run.frame();
    window.harness.run_steps(10);
    assert_eq!(window.app().run.frame(), frame);
    let path = folder.path().join("bouncing.ron");
    fill(&mut window, "File name", &path.display().to_string());
    window.press("Save file");
    until(&mut window, |window| path.exists() && window.app().run.frame() > frame);
    assert_eq!(window.app().document.level().name, "bouncing");
    assert_eq!(format::load_level(&path).unwrap().name, "bouncing");
    assert!(!window.app().document.is_dirty());
}
