//! The panel *Problems*: findings and problems of a level; remedies are tried, run beside and applied.

use super::files::until;
use super::problems::open_fold;
use super::window::{Window, square, with_ids};
use blobsmith::debugger::diagnosis::{Detector, Problem, diagnose};
use blobsmith::editor::features::problems::ProblemRow;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{EdgeChoice, Level, format, gallery};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

/// A window with the panel, after the diagnosis.
fn window(level: Level, frames: u64) -> Window {
    let mut window = Window::new(level, Settings::showing([Tab::Problems]));
    window.app_mut().features.diagnosis.frames = frames;
    wait(&mut window);
    window
}

fn shown(window: &Window) -> Option<ProblemRow> {
    let features = &window.app().features;
    features.problems.shown(&features.diagnosis, &features.findings.list)
}

fn wait(window: &mut Window) {
    window.harness.run_steps(1);
    until(window, |window| {
        let diagnosis = &window.app().features.diagnosis;
        diagnosis.progress().is_none() && diagnosis.trials.iter().all(|trial| trial.outcome.is_some())
    });
    window.harness.run_steps(2);
}

#[test]
fn diagnosis_lists_the_findings_of_the_library() {
    let ill = level("04-squares-distance");
    let window = window(ill.clone(), 30);
    let expected = diagnose(&ill, 30, |_| true).unwrap();
    assert_eq!(*window.app().features.diagnosis.found, expected);
    let count = expected.count(Problem::WrongEdge);
    assert!(count > 0);
    let name = format!("Problem: {}, {count} times", Detector::of(Problem::WrongEdge).title);
    assert!(window.harness.get_all_by_label(&name).next().is_some(), "{name}");
}

#[test]
fn diagnosis_finding_jumps_to_its_moment_and_selects_its_place() {
    let mut window = window(level("04-squares-distance"), 30);
    // The whole level is in view, so the view stays.
    window.press("Show the whole level");
    window.harness.run_steps(3);
    let camera = |window: &Window| window.app().canvas.camera.center;
    let before = camera(&window);
    // The cause is shown at first, with the earliest of what it leads to: the contact in the substep from 1.9 to 1.10.
    window.press("First finding");
    window.harness.run_steps(30);
    assert_eq!(window.app().run.moment(), (1, 10));
    assert_eq!(camera(&window), before);
    // Out of view, the part is brought into it.
    window.app_mut().canvas.camera.center += DVec2::new(1e3, 0.0);
    window.press("First finding");
    window.harness.run_steps(3);
    assert!((camera(&window) - before).length() < 10.0, "{}", camera(&window));
    let problem = window.app().features.diagnosis.found.problems[0].clone();
    window.app_mut().features.problems.chosen = Some(ProblemRow::Problem(problem.problem));
    window.harness.run_steps(3);
    let first = problem.first;
    window.press("First finding");
    window.harness.run_steps(30);
    let substeps = window.app().document.level().world.substeps;
    let after = if first.substep + 1 == substeps { (first.frame + 1, 0) } else { (first.frame, first.substep + 1) };
    assert_eq!(window.app().run.moment(), after);
    assert!(window.app().selection.contains(&first.place));
}

#[test]
fn sweep_is_suggested_against_the_problem_of_the_run() {
    let mut window = window(level("04-squares-distance"), 30);
    let gravest = window.app().features.diagnosis.found.problems[0].detector().id;
    window.app_mut().settings.show(Tab::Sweep);
    window.harness.run_steps(3);
    // A run that diverged is no success.
    let expected = format!("problem(\"{gravest}\") + count(not finite(node.speed))");
    assert_eq!(window.app().features.sweep.form.measure, expected);
}

#[test]
fn diagnosis_remedy_is_tried_run_beside_and_applied() {
    let mut window = window(level("04-squares-distance"), 30);
    let before = window.app().document.level().clone();
    let problem = window.app().features.diagnosis.found.of(Problem::WrongEdge).unwrap().clone();
    let remedy = problem.remedies(&before).remove(0);
    // The gravest problem is shown first, and this is another.
    let title = Detector::of(Problem::WrongEdge).title;
    window.press(&format!("Problem: {title}, {} times", problem.count));
    let reason = format!("{} Cost: ", remedy.why);
    assert!(window.harness.query_all_by_label_contains(&reason).next().is_some(), "{reason}");
    window.press(&format!("Try: {}", remedy.label));
    wait(&mut window);
    let reported = format!("{} {} → ", title.to_lowercase(), problem.count);
    assert!(window.harness.get_all_by_label_contains(&reported).next().is_some(), "{reported}");
    assert_eq!(**window.app().document.level(), *before, "trying changes nothing");
    window.press(&format!("Run beside: {}", remedy.label));
    assert!(window.app().features.twin.is_some());
    window.press("Undo");
    assert!(window.app().features.twin.is_none());
    window.press(&format!("Apply: {}", remedy.label));
    assert_eq!(**window.app().document.level(), remedy.apply(&with_ids(Level::clone(&before))).unwrap());
    let expected = format!("Applied: {}. Undo reverts it", remedy.label);
    assert!(window.app().notices.texts().any(|text| text == expected));
    window.press("Undo");
    assert_eq!(**window.app().document.level(), *before);
    assert_eq!(before.world.contact.edge_choice, EdgeChoice::Distance);
    // With the remedy applied, a twin that shows it would be the same as the level.
    wait(&mut window);
    window.press(&format!("Run beside: {}", remedy.label));
    assert!(window.app().features.twin.is_some());
    window.press(&format!("Apply: {}", remedy.label));
    assert!(window.app().features.twin.is_none());
}

/// In level 52 triangles flip only in the body that blew up before.
#[test]
fn diagnosis_cause_counts_consequences_and_leads_to_their_row() {
    let mut window = window(level("52-too-much-gas"), 120);
    let found = window.app().features.diagnosis.found.clone();
    let count = found.count(Problem::Flip);
    assert!(found.of(Problem::Flip).is_none() && count > 0);
    open_fold(&mut window);
    window.harness.get_by_label("Consequences of more severe problems of the same body:");
    window.press(&format!("Cause: {}", found.causes[0].title));
    window.press(&format!("{} × {count}", Detector::of(Problem::Flip).title));
    assert_eq!(shown(&window), Some(ProblemRow::Consequence(Problem::Flip)));
}

#[test]
fn diagnosis_says_that_a_cause_is_not_known() {
    let mut window = window(level("46-sticking-contact"), 40);
    let cause = window.app().features.diagnosis.found.causes[0].clone();
    window.press(&format!("Cause not known: {}", cause.title));
    let text = format!("First seen: {}", cause.text);
    assert!(window.harness.get_all_by_label_contains(&text).next().is_some());
}

#[test]
fn healthy_level_has_no_problem_in_the_diagnosis() {
    let window = window(square(), 20);
    assert!(window.app().features.diagnosis.found.is_healthy());
    assert!(window.harness.get_all_by_label_contains("No problem found in this level").next().is_some());
}

#[test]
fn diagnosis_diagnoses_the_present_run_with_its_inputs() {
    let mut window = Window::new(level("01-first-blob"), Settings::showing([Tab::Problems]));
    window.app_mut().features.diagnosis.frames = 60;
    (0..36).for_each(|_| window.key(egui::Modifiers::NONE, egui::Key::ArrowRight));
    wait(&mut window);
    assert!(window.app().features.diagnosis.found.is_healthy());
    window.app_mut().run.set("bodies[1].gas", &serde_json::json!(3000.0)).unwrap();
    wait(&mut window);
    let found = window.app().features.diagnosis.found.of(Problem::BlowUp).expect("the body blows up").clone();
    assert!(found.first.frame >= 36);
    let cause = "after the input at frame 36: bodies[1].gas = 3000";
    assert!(window.harness.get_all_by_label_contains(cause).next().is_some());
    window.app_mut().features.problems.chosen = Some(ProblemRow::Problem(Problem::BlowUp));
    window.harness.run_steps(3);
    window.press("Try without the input");
    wait(&mut window);
    assert!(window.harness.get_all_by_label_contains(&format!("{} → 0", found.count)).next().is_some());
}

#[test]
fn diagnosis_shows_a_cause_with_its_remedies_and_tries_pairs() {
    let mut window = window(level("04-squares-distance"), 30);
    let cause = window.app().features.diagnosis.found.causes[0].clone();
    window.press(&format!("Cause: {}", cause.title));
    assert_eq!(shown(&window), Some(ProblemRow::Cause(cause.id, cause.place)));
    assert!(window.harness.get_all_by_label_contains(&cause.text).next().is_some());
    let untried = |window: &Window| window.harness.query_all_by_label_contains("Not tried. ").count();
    assert_eq!(untried(&window), cause.remedies.len(), "no card promises what no run has shown");
    window.press("Try all remedies");
    wait(&mut window);
    assert_eq!(untried(&window), 0);
    assert!(window.app().features.diagnosis.trials.len() >= cause.remedies.len());
    // The remedies that fix it come first.
    let top = |window: &Window, text: &str| {
        let tops = window.harness.query_all_by_label_contains(text).map(|node| node.rect().top());
        tops.collect::<Vec<f32>>()
    };
    let (fixed, worse) = (top(&window, "Fixed: "), top(&window, "No better: "));
    assert!(!fixed.is_empty());
    assert!(fixed.iter().all(|fixed| worse.iter().all(|worse| fixed < worse)), "{fixed:?} {worse:?}");
    // A problem that is chosen takes the place of the cause.
    let problem = window.app().features.diagnosis.found.of(Problem::WrongEdge).unwrap().clone();
    window.press(&format!("Problem: {}, {} times", problem.detector().title, problem.count));
    assert_eq!(shown(&window), Some(ProblemRow::Problem(Problem::WrongEdge)));
}

/// The window and the command line judge the same frames of a level, so that they find the same problems.
#[test]
fn diagnosis_judges_as_many_frames_as_the_command_line() {
    let window = Window::new(square(), Settings::showing([Tab::Problems]));
    assert_eq!(window.app().features.diagnosis.frames, blobsmith::debugger::diagnosis::JUDGED_FRAMES);
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_blobsmith")).args(["diagnose", "--help"]).output();
    let help = String::from_utf8(program.expect("the program starts").stdout).expect("a text");
    let words = format!("[default: {};", blobsmith::debugger::diagnosis::JUDGED_FRAMES);
    assert!(help.contains(&words), "{help}");
}
