//! The reference image behind the level: chosen, moved, scaled, hidden, removed; a missing file is a finding.

use crate::files::until;
use crate::files_picked::wait_for;
use crate::window::{Window, square};
use blobsmith::editor::actions::{Action, Command, Source};
use blobsmith::editor::tools;
use blobsmith::level::{Level, Place, ReferenceImage, format};
use egui::{Key, Modifiers};
use glam::DVec2;
use std::path::Path;

/// Writes a grey PNG, twice as wide as high.
fn paint(path: &Path) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), 40, 20);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[128; 800]).unwrap();
}

/// The square with a reference image from (-2, -1) to (2, 1).
fn with_reference() -> Level {
    let mut level = square();
    let reference = ReferenceImage { image: "sketch.png".to_owned(), width: 4.0, ..ReferenceImage::default() };
    level.editor.get_or_insert_default().reference = Some(reference);
    level
}

/// A window with a level beside `sketch.png`.
fn in_folder(folder: &Path, level: &Level) -> Window {
    let file = folder.join("square.ron");
    format::save(level, &file).unwrap();
    let mut window = Window::open(&Source::File(file));
    window.app_mut().settings.own_browser = true;
    window.harness.run_steps(3);
    window
}

fn reference(window: &Window) -> Option<&ReferenceImage> {
    window.app().document.level().editor.as_ref()?.reference.as_ref()
}

fn perform(window: &mut Window, command: Command) {
    let ctx = window.harness.ctx.clone();
    blobsmith::editor::perform::perform(window.app_mut(), &ctx, Action::Command(command));
    window.harness.run_steps(3);
}

fn is_read(window: &Window) -> bool {
    let skins = window.app().files.images.skins();
    skins.is_known("sketch.png") && skins.reason("sketch.png").is_none()
}

#[test]
fn reference_is_chosen_hidden_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    paint(&folder.path().join("sketch.png"));
    let mut window = in_folder(folder.path(), &square());
    perform(&mut window, Command::ReferenceImage);
    wait_for(&mut window, "sketch.png");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| reference(window).is_some());
    let chosen = reference(&window).unwrap().clone();
    assert_eq!((chosen.image.as_str(), chosen.visible, chosen.locked), ("sketch.png", true, false));
    assert_eq!(DVec2::from(chosen.center), window.app().canvas.camera.center);
    until(&mut window, |window| is_read(window));
    perform(&mut window, Command::ToggleReference);
    assert!(!reference(&window).unwrap().visible);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(reference(&window), Some(&chosen));
    window.press("Remove reference image");
    assert_eq!(reference(&window), None);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(reference(&window), Some(&chosen));
}

#[test]
fn reference_handles_move_and_scale_in_one_step_each() {
    let folder = tempfile::tempdir().unwrap();
    paint(&folder.path().join("sketch.png"));
    let mut window = in_folder(folder.path(), &with_reference());
    until(&mut window, |window| is_read(window));
    (0..8).for_each(|_| perform(&mut window, Command::ZoomOut));
    let steps = |window: &Window| window.app().document.entries().count();
    let before = steps(&window);
    // The image is twice as wide as high, so its upper right corner is (2, 1). Half the size about (-2, -1).
    let [corner, half] = [[2.0, 1.0], [0.0, 0.0]].map(|at| window.screen(DVec2::from(at)));
    window.drag(corner, half);
    let scaled = reference(&window).unwrap();
    assert!((scaled.width - 2.0).abs() < 0.05, "{scaled:?}");
    assert!(DVec2::from(scaled.center).distance(DVec2::new(-1.0, -0.5)) < 0.03, "{scaled:?}");
    let [middle, away] =
        [DVec2::from(scaled.center), DVec2::from(scaled.center) + DVec2::new(0.5, 0.25)].map(|at| window.screen(at));
    window.drag(middle, away);
    let moved = reference(&window).unwrap();
    assert!(DVec2::from(moved.center).distance(DVec2::new(-0.5, -0.25)) < 0.05, "{moved:?}");
    assert_eq!(steps(&window), before + 2);
    assert_eq!(window.app().document.undo_label(), Some("Move the reference image"));
    assert!(window.app().selection.is_empty());
    // Locked, or with a tool that draws, it has no handles.
    let place = moved.clone();
    let middle = window.screen(DVec2::from(place.center));
    let ctx = window.harness.ctx.clone();
    window.app_mut().document.apply(lock(true)).unwrap();
    window.harness.run_steps(2);
    window.drag(middle, away + egui::vec2(30.0, 0.0));
    assert_eq!(reference(&window), Some(&ReferenceImage { locked: true, ..place.clone() }));
    window.app_mut().document.apply(lock(false)).unwrap();
    let tool = tools::ALL.iter().find(|tool| tool.id == "pan").unwrap();
    blobsmith::editor::perform::perform(window.app_mut(), &ctx, Action::Tool(tool.id));
    window.harness.run_steps(2);
    window.drag(middle, away);
    assert_eq!(reference(&window), Some(&place));
}

/// An edit that locks or unlocks the image.
fn lock(locked: bool) -> blobsmith::editor::document::Edit {
    blobsmith::editor::document::Edit::new("Lock", move |level| {
        level.editor.as_mut().and_then(|extra| extra.reference.as_mut()).unwrap().locked = locked;
        Ok(())
    })
}

#[test]
fn reference_does_not_change_the_run_and_a_missing_file_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &with_reference());
    let findings = |window: &Window| {
        let list = window.app().features.findings.list.iter().filter(|finding| finding.rule == "reference-image");
        list.map(|finding| (finding.places.clone(), finding.message.clone())).collect::<Vec<_>>()
    };
    until(&mut window, |window| !findings(window).is_empty());
    let (places, message) = findings(&window).remove(0);
    assert_eq!(places, [Place::Level]);
    assert!(message.starts_with("The reference image “sketch.png” cannot be read: "), "{message}");
    window.press("Step one frame");
    let (frame, hash) = (window.app().run.frame(), window.app().run.world().hash());
    perform(&mut window, Command::ToggleReference);
    assert!(!reference(&window).unwrap().visible);
    assert_eq!((window.app().run.frame(), window.app().run.world().hash()), (frame, hash));
    paint(&folder.path().join("sketch.png"));
    until(&mut window, |window| is_read(window));
    assert_eq!(findings(&window), []);
}
