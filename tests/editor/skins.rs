//! Images of bodies in the window: chosen, tinted, mapped, reloaded.

#[path = "reference.rs"]
mod reference;

use crate::files::until;
use crate::files_picked::{fill, save_as, wait_for};
use crate::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::document::Edit;
use blobsmith::editor::settings::drawing_size::DrawingSize;
use blobsmith::level::{Level, Place, Point, Skin, UvMap, format, gallery};
use egui_kittest::kittest::Queryable;
use std::path::Path;

/// Writes a PNG of one colour.
fn paint(path: &Path, [width, height]: [u32; 2], color: [u8; 4]) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&color.repeat((width * height) as usize)).unwrap();
}

fn skin(image: &str) -> Option<Skin> {
    Some(Skin { image: image.into(), uv: UvMap::Planar, tint: "#ffffffff".into(), layer: 0 })
}

/// A window with a level in a folder, its body selected.
fn in_folder(folder: &Path, level: &Level) -> Window {
    let file = folder.join("square.ron");
    format::save(level, &file).unwrap();
    let mut window = Window::open(&Source::File(file));
    window.app_mut().settings.own_browser = true;
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(3);
    window
}

fn level(window: &Window) -> &Level {
    window.app().document.level()
}

fn pixel(window: &Window, image: &str) -> Option<[u8; 4]> {
    let skins = window.app().files.images.skins();
    let skin = skin(image)?;
    skins.reason(image).is_none().then(|| skins.texture(&skin)).flatten().map(|texture| texture.pixel(0, 0))
}

fn pairs(window: &Window) -> Vec<Point> {
    level(window).bodies[0].texture_coordinates().unwrap_or_default()
}

/// A window with an unsaved square that shows an image of a folder and then moved, and the path of the image.
fn unsaved(folder: &Path) -> (Window, String) {
    let image = folder.join("blob.png");
    paint(&image, [4, 4], [250, 10, 10, 255]);
    let image = image.display().to_string();
    let mut window = Window::with(square());
    let shown = image.clone();
    for (label, by) in [("Choose an image", 0.0), ("Move", 1.0)] {
        let shown = shown.clone();
        let change = move |level: &mut Level| {
            level.bodies[0].skin = skin(&shown);
            level.bodies[0].nodes[0].velocity[0] += by;
            Ok(())
        };
        window.app_mut().document.apply(Edit::new(label, change)).unwrap();
    }
    window.harness.run_steps(2);
    (window, image)
}

#[test]
fn saving_is_no_step_of_undo_and_images_stay_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, image) = unsaved(folder.path());
    until(&mut window, |window| pixel(window, &image).is_some());
    let file = folder.path().join("first.ron");
    save_as(&mut window, &file);
    assert_eq!(window.app().document.undo_label(), Some("Move"));
    assert_eq!(level(&window).bodies[0].skin, skin("blob.png"));
    // The step before had the absolute path.
    window.key(egui::Modifiers::COMMAND, egui::Key::Z);
    assert_eq!(window.app().document.undo_label(), Some("Choose an image"));
    assert_eq!(level(&window).bodies[0].skin, skin("blob.png"));
    until(&mut window, |window| pixel(window, "blob.png") == Some([250, 10, 10, 255]));
    window.key(egui::Modifiers::COMMAND, egui::Key::S);
    until(&mut window, |window| !window.app().document.is_dirty());
    assert_eq!(format::load_level(&file).unwrap().bodies[0].skin, skin("blob.png"));
}

#[test]
fn copied_body_keeps_its_image_in_a_level_of_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = unsaved(folder.path());
    window.app_mut().selection = vec![Place::Body(0)].into();
    let of_unsaved = window.copied_after(egui::Event::Copy).unwrap();
    save_as(&mut window, &folder.path().join("first.ron"));
    window.harness.run_steps(3);
    window.app_mut().selection = vec![Place::Body(0)].into();
    let of_saved = window.copied_after(egui::Event::Copy).unwrap();
    assert!(!of_saved.contains(&folder.path().display().to_string()), "texts for other programs have no folder");
    let other = folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    let file = other.join("square.ron");
    format::save(&square(), &file).unwrap();
    window.drop_file(&file);
    until(&mut window, |window| window.app().document.path.as_deref() == Some(file.as_path()));
    for (text, body) in [(of_unsaved, 1), (of_saved, 2)] {
        window.harness.event(egui::Event::Paste(text));
        until(&mut window, |window| level(window).bodies.len() > body);
        assert_eq!(level(&window).bodies[body].skin, skin("../blob.png"));
    }
    until(&mut window, |window| pixel(window, "../blob.png") == Some([250, 10, 10, 255]));
}

#[test]
fn skin_is_chosen_in_the_browser_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("art")).unwrap();
    paint(&folder.path().join("art/blob.png"), [4, 4], [250, 10, 10, 255]);
    let mut window = in_folder(folder.path(), &square());
    window.press("Choose image…");
    for name in ["art", "blob.png"] {
        wait_for(&mut window, name);
        window.key(egui::Modifiers::NONE, egui::Key::ArrowDown);
        window.key(egui::Modifiers::NONE, egui::Key::Enter);
    }
    until(&mut window, |window| level(window).bodies[0].skin.is_some());
    assert_eq!(level(&window).bodies[0].skin, skin("art/blob.png"));
    assert_eq!(window.app().document.undo_label(), Some("Choose an image"));
    until(&mut window, |window| pixel(window, "art/blob.png") == Some([250, 10, 10, 255]));
    window.harness.run_steps(2);
    assert_eq!(window.app().canvas.cache.skin_triangles(), 2);
    window.press("Remove image");
    assert_eq!(level(&window).bodies[0].skin, None);
    assert_eq!(window.app().canvas.cache.skin_triangles(), 0);
}

#[test]
fn skin_is_read_again_when_its_file_changes_and_missing_files_are_findings() {
    let folder = tempfile::tempdir().unwrap();
    let mut painted = square();
    painted.bodies[0].skin = skin("blob.png");
    let mut window = in_folder(folder.path(), &painted);
    let findings = |window: &Window| {
        let list = &window.app().features.findings.list;
        list.iter()
            .filter(|finding| finding.rule == "skin-image")
            .map(|finding| finding.message.clone())
            .collect::<Vec<_>>()
    };
    until(&mut window, |window| !findings(window).is_empty());
    assert!(findings(&window)[0].contains("blob.png"), "{:?}", findings(&window));
    // The checkerboard stands for it.
    window.harness.run_steps(2);
    assert_eq!(window.app().canvas.cache.skin_triangles(), 2);
    paint(&folder.path().join("blob.png"), [2, 2], [1, 2, 3, 255]);
    until(&mut window, |window| pixel(window, "blob.png") == Some([1, 2, 3, 255]));
    assert!(findings(&window).is_empty());
    paint(&folder.path().join("blob.png"), [3, 2], [9, 9, 9, 255]);
    until(&mut window, |window| pixel(window, "blob.png") == Some([9, 9, 9, 255]));
}

#[test]
fn skin_of_an_unsaved_level_gets_a_relative_path_when_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    paint(&folder.path().join("blob.png"), [2, 2], [1, 2, 3, 255]);
    let mut painted = square();
    painted.bodies[0].skin = skin(&folder.path().join("blob.png").to_string_lossy());
    let mut window = Window::with(painted);
    let image = level(&window).bodies[0].skin.clone().unwrap().image;
    until(&mut window, |window| pixel(window, &image) == Some([1, 2, 3, 255]));
    window.app_mut().document.path = None;
    window.app_mut().settings.own_browser = true;
    window.key(egui::Modifiers::COMMAND, egui::Key::S);
    until(&mut window, |window| window.app().files.browser.is_some());
    let file = folder.path().join("levels.ron");
    fill(&mut window, "File name", &file.to_string_lossy());
    window.press("Save file");
    until(&mut window, |window| window.app().document.path.is_some() && !window.app().document.is_dirty());
    assert_eq!(level(&window).bodies[0].skin, skin("blob.png"));
    assert_eq!(format::load_level(&file).unwrap().bodies[0].skin, skin("blob.png"));
    until(&mut window, |window| pixel(window, "blob.png") == Some([1, 2, 3, 255]));
}

/// Position in the window of a point of the image's map.
fn on_map(window: &Window, [u, v]: Point) -> egui::Pos2 {
    let map = window.harness.get_by_label("Map of the image").rect();
    // The image is square; it fits the height with a margin of 15 % on each side.
    let side = map.height() / 1.3;
    map.center() + egui::vec2(u as f32 - 0.5, v as f32 - 0.5) * side
}

#[test]
fn uv_editor_moves_nodes_and_scales_the_map_in_one_step_each() {
    let folder = tempfile::tempdir().unwrap();
    paint(&folder.path().join("blob.png"), [4, 4], [250, 10, 10, 255]);
    let mut painted = square();
    painted.bodies[0].skin = skin("blob.png");
    let mut window = in_folder(folder.path(), &painted);
    until(&mut window, |window| window.harness.query_by_label("Map of the image").is_some());
    window.harness.run_steps(2);
    window.harness.get_by_label("Map of the image").scroll_to_me();
    window.harness.run_steps(4);
    let steps = |window: &Window| window.app().document.entries().count();
    let before = steps(&window);
    // Node 2 is the upper right corner of the square.
    let (from, to) = (on_map(&window, [1.0, 0.0]), on_map(&window, [0.75, 0.25]));
    window.drag(from, to);
    let moved = pairs(&window);
    assert!((moved[2][0] - 0.75).abs() < 0.02 && (moved[2][1] - 0.25).abs() < 0.02, "{moved:?}");
    assert_eq!([moved[0], moved[1], moved[3]], [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]);
    assert_eq!(steps(&window), before + 1);
    assert_eq!(window.app().document.undo_label(), Some("Move node 2 in the image"));
    // The inside moves all.
    let (from, to) = (on_map(&window, [0.3, 0.6]), on_map(&window, [0.4, 0.6]));
    window.drag(from, to);
    assert!((pairs(&window)[0][0] - 0.1).abs() < 0.02, "{:?}", pairs(&window));
    assert_eq!(steps(&window), before + 2);
    window.key(egui::Modifiers::COMMAND, egui::Key::Z);
    assert_eq!(pairs(&window), moved);
    // The corner of the frame at the lower right scales about the upper left one.
    let corner = on_map(&window, [1.0, 1.0]) + egui::vec2(10.0, 10.0);
    let to = on_map(&window, [0.5, 0.5]) + egui::vec2(10.0, 10.0);
    window.drag(corner, to);
    let halved = pairs(&window);
    assert!((halved[1][0] - 0.5).abs() < 0.02 && (halved[1][1] - 0.5).abs() < 0.02, "{halved:?}");
    assert!((halved[2][0] - 0.5 * moved[2][0]).abs() < 0.02 && halved[3] == [0.0, 0.0], "{halved:?}");
    window.press("Fit");
    let fitted = pairs(&window);
    assert!((fitted[1][0] - 1.0).abs() < 1e-12 && (fitted[1][1] - 1.0).abs() < 1e-12, "{fitted:?}");
    window.press("Planar");
    assert_eq!(level(&window).bodies[0].skin, skin("blob.png"));
}

/// Writes a picture of 40 x 40 pixels: opaque in the 24 x 24 pixels in the middle, with opacity 100 in a border of four around
/// them.
fn sprite(path: &Path) {
    let is_within = |x: usize, y: usize, rim: usize| (rim..40 - rim).contains(&x) && (rim..40 - rim).contains(&y);
    let pixel = |i: usize| {
        let (x, y) = (i % 40, i / 40);
        let opacity = if is_within(x, y, 8) { 255 } else { u8::from(is_within(x, y, 4)) * 100 };
        [20, 120, 220, opacity]
    };
    let pixels: Vec<u8> = (0..1600).flat_map(pixel).collect();
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), 40, 40);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
}

#[test]
fn dropped_picture_is_traced_at_the_threshold_and_inserted_with_its_skin() {
    let folder = tempfile::tempdir().unwrap();
    sprite(&folder.path().join("sprite.png"));
    let mut window = in_folder(folder.path(), &square());
    window.app_mut().settings.drawing_size = DrawingSize::Height(10.0);
    window.drop_file(&folder.path().join("sprite.png"));
    let height = |window: &Window| {
        let maker = window.app().features.maker.as_ref();
        maker.filter(|maker| maker.preview.facts.bodies == 1).map(|maker| maker.preview.bounds.size().y)
    };
    until(&mut window, |window| height(window).is_some());
    // At a half the border lies 0.32 pixels outside of the 24, which become ten units.
    let first = height(&window).unwrap();
    assert!((first - 10.0).abs() < 0.1, "{first}");
    window.type_into("Threshold", "0.2");
    // At 0.2 it lies 0.01 pixels inside of the 32: 32 / 24.64 times ten.
    until(&mut window, |window| height(window).is_some_and(|height| height > 12.0));
    let second = height(&window).unwrap();
    assert!((second - 12.98).abs() < 0.15, "{second}");
    window.key(egui::Modifiers::NONE, egui::Key::Enter);
    let body = &level(&window).bodies[1];
    let Some(Skin { image, uv: UvMap::PerNode(pairs), .. }) = &body.skin else { panic!("{:?}", body.skin) };
    assert_eq!((image.as_str(), pairs.len()), ("sprite.png", body.nodes.len()));
    assert!(!body.springs.is_empty() && !body.triangles.is_empty());
    // The 32 pixels begin 4 from the left: u from 0.1 to 0.9.
    let (least, most) = pairs.iter().fold((f64::MAX, f64::MIN), |(a, b), pair| (a.min(pair[0]), b.max(pair[0])));
    assert!((least - 0.1).abs() < 0.01 && (most - 0.9).abs() < 0.01, "{least} {most}");
    until(&mut window, |window| pixel(window, "sprite.png").is_some());
    window.harness.run_steps(2);
    assert_eq!(window.app().canvas.cache.skin_triangles(), level(&window).bodies[1].triangles.len());
    window.key(egui::Modifiers::COMMAND, egui::Key::Z);
    assert_eq!(level(&window).bodies.len(), 1);
}

#[test]
fn gallery_level_with_skins_is_saved_with_its_image() {
    let index = gallery::ALL.iter().position(|level| level.id == "67-sprites").unwrap();
    let mut window = Window::open(&Source::Gallery(index));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    save_as(&mut window, &path);
    assert!(window.app().notices.texts().any(|text| text == "Wrote art/sprites.png beside it"));
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/art/sprites.png");
    assert_eq!(std::fs::read(folder.path().join("art/sprites.png")).unwrap(), std::fs::read(original).unwrap());
    // The saved level needs nothing else.
    assert!(
        level(&window).bodies.iter().filter_map(|body| body.skin.as_ref()).all(|skin| skin.image == "art/sprites.png")
    );
    assert_eq!(window.app().features.findings.list.len(), 0);
}
