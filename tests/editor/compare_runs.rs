//! The comparison with the run of another file, in the window.

use super::files::until;
use super::files_picked::{fill, wait_for};
use super::window::{Window, square};
use blobsmith::debugger::{Run, recording};
use blobsmith::level::{Level, Place};
use egui_kittest::kittest::Queryable;
use std::path::Path;
use std::sync::Arc;

/// Saves a run of 30 frames of the level, pushed in frame 10 if wanted.
fn record(level: Level, is_pushed: bool, path: &Path) {
    let mut run = Run::new(Arc::new(level)).unwrap();
    (0..10).for_each(|_| run.step_frame());
    if is_pushed {
        run.nudge(Place::Node(0, 2), [0.5, 0.0]).unwrap();
    }
    (0..20).for_each(|_| run.step_frame());
    recording::save(&run.recording(), path).unwrap();
}

/// Compares the open run with a file, by the menu and the built-in browser.
fn compare(window: &mut Window, path: &Path) {
    window.app_mut().settings.own_browser = true;
    window.press("Run");
    window.press("Investigate");
    window.press("Compare with another run…");
    wait_for(window, "Open file");
    fill(window, "File name", &path.display().to_string());
    window.press("Open file");
    until(window, |window| {
        window.app().features.compare_runs.compared.as_ref().is_some_and(|compared| compared.found.is_some())
    });
    window.harness.run_steps(3);
}

#[test]
fn comparison_shows_the_first_difference_and_goes_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pushed.run.ron");
    let mut window = Window::with(square());
    let level = Level::clone(window.app().run.start_level());
    record(level, true, &path);
    (0..30).for_each(|_| window.app_mut().run.step_frame());
    compare(&mut window, &path);
    let found = window.app().features.compare_runs.compared.as_ref().unwrap().found.clone().unwrap();
    let state = found.state.unwrap();
    assert_eq!((state.moment, state.title.as_str()), ((10, 0), "input"));
    assert!((state.part.unwrap().velocity - 0.5).abs() < 1e-12);
    assert!(window.harness.query_by_label("pushed.run.ron").is_some());
    window.press("10");
    window.harness.run_steps(10);
    assert_eq!(window.app().run.moment(), (10, 0));
    assert_eq!(&window.app().selection[..], [Place::Node(0, 2)]);
}

#[test]
fn comparison_of_equal_runs_says_so_and_a_bad_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bad) = (folder.path().join("same.run.json"), folder.path().join("bad.run.ron"));
    let mut window = Window::with(square());
    record(Level::clone(window.app().run.start_level()), false, &path);
    compare(&mut window, &path);
    let text = "Equal: all states of 30 frames have the same bits.";
    assert!(window.harness.query_by_label(text).is_some());
    std::fs::write(&bad, "(recording: 1").unwrap();
    window.press("Compare again…");
    wait_for(&mut window, "Open file");
    fill(&mut window, "File name", &bad.display().to_string());
    window.press("Open file");
    until(&mut window, |window| window.app().notices.texts().any(|text| text.contains("bad.run.ron")));
}
