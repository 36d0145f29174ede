//! The panel *Shrink*: choosing a failure, shrinking in the background, stopping, and opening the result as a test.

use super::files::until;
use super::window::{Window, assert_named};
use blobsmith::debugger::diagnosis::Detector;
use blobsmith::debugger::shrink::{Failure, ShrinkEffort, shrink};
use blobsmith::editor::document::Edit;
use blobsmith::editor::features::problems::ProblemRow;
use blobsmith::editor::features::shrink::ShrinkForm;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Body, Breakpoint, Each, Expectation, Holds, Level, Node, Spring, format, gallery};
use egui_kittest::kittest::{NodeT, Queryable};

const LONG: &str = "max(spring.length) > 1.5";

/// Eight nodes in a row joined by springs at their rest length, except the fourth, whose rest length is three times the
/// drawn one; and a body without effect on it.
fn row() -> Level {
    let spring =
        |a: usize| Spring { a, b: a + 1, rest_length: if a == 3 { 3.0 } else { 1.0 }, stiffness: 0.25, damping: 0.01 };
    let nodes = (0..8).map(|x| Node::at([f64::from(x), 0.0])).collect();
    let body = Body { name: "row".to_owned(), nodes, springs: (0..7).map(spring).collect(), ..Body::default() };
    let idle = Body { nodes: vec![Node::at([0.0, 50.0]), Node::at([1.0, 50.0])], ..Body::default() };
    Level { name: "row".to_owned(), bodies: vec![idle, body], ..Level::default() }
}

fn window(level: Level) -> Window {
    Window::new(level, Settings::showing([Tab::Shrink]))
}

fn choose(window: &mut Window, form: ShrinkForm) {
    // As the panel says it.
    window.app_mut().features.shrink.form = form;
    window.harness.run_steps(2);
}

fn long() -> ShrinkForm {
    ShrinkForm { condition: LONG.to_owned(), frames: 100, ..ShrinkForm::default() }
}

fn wait(window: &mut Window) {
    window.harness.run_steps(1);
    until(window, |window| !window.app().features.shrink.is_running());
    window.harness.run_steps(2);
}

#[test]
fn shrink_panel_opens_the_result_of_the_library_as_a_level() {
    let mut window = window(row());
    choose(&mut window, long());
    window.press("Start shrinking");
    wait(&mut window);
    let failure = Failure { condition: LONG.to_owned(), each: Each::Frame, frames: 100 };
    let found = shrink(&row(), &failure, ShrinkEffort::default(), &mut |_| true).unwrap();
    assert_eq!((found.after.nodes, found.after.springs), (2, 1));
    for name in ["bodies: 1 of 2", "nodes: 2 of 10", "springs: 1 of 7"] {
        assert!(window.harness.query_all_by_label(name).next().is_some(), "{name}");
    }
    assert_named(&window, "shrink");
    assert_eq!(**window.app().document.level(), row(), "the level stays as it is");
    window.press("Open the smallest level");
    let level = window.app().document.level().clone();
    assert_eq!(*level, found.as_test("row", Holds::Never));
    let extra = level.editor.clone().unwrap();
    let claim = Expectation { holds: Holds::Never, condition: LONG.to_owned(), ..extra.expect[0].clone() };
    assert_eq!(extra.expect, [claim]);
    assert!(window.app().document.is_dirty() && window.app().document.path.is_none());
    // As a test it fails while the bug exists.
    window.press("Run");
    window.press("Investigate");
    window.press("Check expectations");
    until(&mut window, |window| window.app().features.expectations.count(&level)[..2] != [0, 0]);
    assert_eq!(window.app().features.expectations.count(&level), [0, 1, 1]);
}

#[test]
fn shrink_panel_opens_its_level_beside_unsaved_changes() {
    let mut window = window(row());
    choose(&mut window, ShrinkForm { holds: Holds::Eventually, ..long() });
    let rename = Edit::new("Rename", |level: &mut Level| {
        level.name = "mine".to_owned();
        Ok(())
    });
    window.app_mut().document.apply(rename).unwrap();
    window.press("Start shrinking");
    wait(&mut window);
    window.press("Open the smallest level");
    let names: Vec<_> = window.app().open_documents().map(|document| document.level().name.clone()).collect();
    assert_eq!(names, ["mine", "mine, shrunk"]);
    let level = window.app().document.level();
    assert_eq!(level.name, "mine, shrunk");
    assert_eq!(level.editor.as_ref().unwrap().expect[0].holds, Holds::Eventually);
}

#[test]
fn shrink_panel_keeps_the_smallest_level_when_stopped() {
    // So long a run that it is stopped in the first one.
    let mut window = window(row());
    choose(&mut window, ShrinkForm { condition: "frame > 90000".to_owned(), frames: 100_000, ..ShrinkForm::default() });
    window.press("Start shrinking");
    assert!(window.app().features.shrink.is_running());
    assert!(window.harness.query_by_label("Start shrinking").is_none());
    window.press("Stop shrinking");
    wait(&mut window);
    let task = window.app().features.shrink.task.as_ref().unwrap();
    match &task.found {
        Some(Err(reason)) => assert!(reason.contains("Stopped"), "{reason}"),
        // The run ended before the press.
        Some(Ok(shrunk)) => assert!(!shrunk.is_complete),
        None => panic!("nothing is known"),
    }
    // A condition that never becomes true is reported as such.
    choose(
        &mut window,
        ShrinkForm { condition: "max(spring.length) > 9".to_owned(), frames: 9, ..ShrinkForm::default() },
    );
    window.press("Start shrinking");
    wait(&mut window);
    let task = window.app().features.shrink.task.as_ref().unwrap();
    let reason = task.found.as_ref().unwrap().as_ref().err().unwrap();
    assert_eq!(reason, "Not true in 9 frames: max(spring.length) > 9");
    assert!(window.harness.query_all_by_label(reason).next().is_some());
}

#[test]
fn shrink_panel_reports_errors_before_the_run() {
    let mut window = window(row());
    let is_off = |window: &Window| window.harness.get_by_label("Start shrinking").accesskit_node().is_disabled();
    assert!(is_off(&window), "no failure is chosen");
    choose(&mut window, ShrinkForm { condition: "flippd > 0".to_owned(), ..ShrinkForm::default() });
    assert!(is_off(&window));
    assert!(window.harness.query_all_by_label_contains("flippd").next().is_some());
    choose(&mut window, long());
    assert!(!is_off(&window));
}

#[test]
fn shrink_panel_offers_breakpoints_and_expectations() {
    let mut level = row();
    let extra = level.editor.get_or_insert_default();
    extra.breakpoints = vec![Breakpoint::new("node(0, 0).vy < -1", Each::Substep)];
    let claim =
        |holds, condition: &str| Expectation { holds, condition: condition.to_owned(), each: Each::Frame, frames: 50 };
    extra.expect = vec![claim(Holds::Never, "frame > 80"), claim(Holds::Never, LONG), claim(Holds::Eventually, LONG)];
    let mut window = Window::new(level, Settings::showing([Tab::Expectations]));
    window.harness.run_steps(1);
    until(&mut window, |window| window.app().features.expectations.progress().is_none());
    // By the command: what fails is proposed.
    window.press("Run");
    window.press("Investigate");
    window.press("Shrink to the smallest level that fails…");
    assert!(window.app().settings.is_shown(Tab::Shrink));
    let form = window.app().features.shrink.form.clone();
    assert_eq!((form.condition.as_str(), form.frames, form.holds), (LONG, 50, Holds::Never));
    window.press("Choose what goes wrong");
    window.press(&format!("eventually {LONG}"));
    assert_eq!(window.app().features.shrink.form.holds, Holds::Eventually);
    window.press("Choose what goes wrong");
    window.press("node(0, 0).vy < -1");
    let form = window.app().features.shrink.form.clone();
    assert_eq!((form.condition.as_str(), form.each, form.holds), ("node(0, 0).vy < -1", Each::Substep, Holds::Never));
    // What was chosen is kept when the panel is shown again.
    let kept = form;
    window.press("Run");
    window.press("Investigate");
    window.press("Shrink to the smallest level that fails…");
    assert_eq!(window.app().features.shrink.form, kept);
}

#[test]
fn shrink_form_starts_from_the_first_or_the_chosen_problem() {
    let text = gallery::level("10-balloon-bare").unwrap().text;
    let level = format::read(text, format::TextFormat::Ron).unwrap();
    let mut window = Window::new(level, Settings::showing([Tab::Shrink]));
    window.app_mut().features.diagnosis.frames = 60;
    (0..60).for_each(|_| window.app_mut().run.step_frame());
    until(&mut window, |window| !window.app().features.shrink.form.condition.is_empty());
    until(&mut window, |window| window.app().features.diagnosis.found.problems.len() > 1);
    window.harness.run_steps(3);
    let of = |detector: &Detector| format!("problem(\"{}\") > 0", detector.id);
    let form = |window: &Window| window.app().features.shrink.form.condition.clone();
    let found = window.app().features.diagnosis.found.clone();
    assert_eq!(form(&window), of(found.problems[0].detector()));
    let other = &found.problems[1];
    window.app_mut().features.problems.chosen = Some(ProblemRow::Problem(other.problem));
    window.harness.run_steps(3);
    assert_eq!(form(&window), of(other.detector()), "the chosen problem");
    choose(&mut window, long());
    window.harness.run_steps(3);
    assert_eq!(form(&window), LONG, "what the user typed stays");
}

#[test]
fn shrink_panel_fits_its_default_size() {
    let mut window = window(super::window::square());
    choose(&mut window, ShrinkForm { condition: "frame > 2".to_owned(), frames: 9, ..ShrinkForm::default() });
    window.press("Start shrinking");
    wait(&mut window);
    // Down to the status bar, the lowest row of text.
    let end = window.harness.get_all_by_label_contains("contacts").map(|node| node.rect().top()).fold(0.0, f32::max);
    let bottom = |row: &str| {
        let rows = window.harness.get_all_by_label_contains(row);
        rows.map(|node| node.rect().bottom()).fold(0.0, f32::max)
    };
    let bottoms = ["bodies: ", "nodes: ", "springs: ", "hull edges: ", "triangles: "].map(bottom);
    assert!(bottoms.is_sorted() && bottoms.iter().all(|&bottom| bottom < end), "{bottoms:?} {end}");
}
