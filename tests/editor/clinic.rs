//! The panel *Problems*: findings and illnesses of a level; remedies are tried, run beside and applied.

use super::files::until;
use super::problems::open_fold;
use super::window::{Window, square, with_ids};
use blobsmith::debugger::diagnosis::{Detector, Illness, diagnose};
use blobsmith::editor::features::problems::Problem;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{EdgeChoice, Level, format, gallery};
use egui_kittest::kittest::Queryable;

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

/// A window with the panel, after the diagnosis.
fn window(level: Level, frames: u64) -> Window {
    let mut window = Window::new(level, Settings::showing([Tab::Problems]));
    window.app_mut().features.clinic.frames = frames;
    wait(&mut window);
    window
}

fn shown(window: &Window) -> Option<Problem> {
    let features = &window.app().features;
    features.problems.shown(&features.clinic, &features.findings.list)
}

fn wait(window: &mut Window) {
    window.harness.run_steps(1);
    until(window, |window| {
        let clinic = &window.app().features.clinic;
        clinic.progress().is_none() && clinic.trials.iter().all(|trial| trial.outcome.is_some())
    });
    window.harness.run_steps(2);
}

#[test]
fn clinic_lists_the_findings_of_the_library() {
    let ill = level("04-squares-distance");
    let window = window(ill.clone(), 30);
    let expected = diagnose(&ill, 30, |_| true).unwrap();
    assert_eq!(*window.app().features.clinic.found, expected);
    let count = expected.count(Illness::WrongEdge);
    assert!(count > 0);
    let name = format!("Problem: {}, {count} times", Detector::of(Illness::WrongEdge).title);
    assert!(window.harness.get_all_by_label(&name).next().is_some(), "{name}");
}

#[test]
fn clinic_finding_jumps_to_its_moment_and_selects_its_place() {
    let mut window = window(level("04-squares-distance"), 30);
    // The cause is shown at first, with the earliest of what it leads to: the contact in the substep from 1.9 to 1.10.
    window.press("First finding");
    window.harness.run_steps(30);
    assert_eq!(window.app().run.moment(), (1, 10));
    let illness = window.app().features.clinic.found.illnesses[0].clone();
    window.app_mut().features.problems.chosen = Some(Problem::Illness(illness.illness));
    window.harness.run_steps(3);
    let first = illness.first;
    window.press("First finding");
    window.harness.run_steps(30);
    let substeps = window.app().document.level().world.substeps;
    let after = if first.substep + 1 == substeps { (first.frame + 1, 0) } else { (first.frame, first.substep + 1) };
    assert_eq!(window.app().run.moment(), after);
    assert!(window.app().selection.contains(&first.place));
}

#[test]
fn sweep_is_suggested_against_the_illness_of_the_run() {
    let mut window = window(level("04-squares-distance"), 30);
    let gravest = window.app().features.clinic.found.illnesses[0].detector().id;
    window.app_mut().settings.show(Tab::Sweep);
    window.harness.run_steps(3);
    assert_eq!(window.app().features.sweep.form.measure, format!("illness(\"{gravest}\")"));
}

#[test]
fn clinic_remedy_is_tried_run_beside_and_applied() {
    let mut window = window(level("04-squares-distance"), 30);
    let before = window.app().document.level().clone();
    let illness = window.app().features.clinic.found.of(Illness::WrongEdge).unwrap().clone();
    let remedy = illness.remedies(&before).remove(0);
    // The gravest illness is shown first, and this is another.
    let title = Detector::of(Illness::WrongEdge).title;
    window.press(&format!("Problem: {title}, {} times", illness.count));
    let reason = format!("{} Cost: ", remedy.why);
    assert!(window.harness.query_all_by_label_contains(&reason).next().is_some(), "{reason}");
    window.press(&format!("Try: {}", remedy.label));
    wait(&mut window);
    let reported = format!("{} {} → ", title.to_lowercase(), illness.count);
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
}

/// In level 52 triangles turn over only in the body that blew up before.
#[test]
fn clinic_cause_counts_consequences_and_leads_to_their_row() {
    let mut window = window(level("52-too-much-gas"), 120);
    let found = window.app().features.clinic.found.clone();
    let count = found.count(Illness::Flip);
    assert!(found.of(Illness::Flip).is_none() && count > 0);
    open_fold(&mut window);
    window.harness.get_by_label("Consequences of more severe problems of the same body:");
    window.press(&format!("Cause: {}", found.causes[0].title));
    window.press(&format!("{} × {count}", Detector::of(Illness::Flip).title));
    assert_eq!(shown(&window), Some(Problem::Consequence(Illness::Flip)));
}

#[test]
fn clinic_says_that_a_cause_is_not_known() {
    let mut window = window(level("46-sticking-contact"), 40);
    let cause = window.app().features.clinic.found.causes[0].clone();
    window.press(&format!("Cause not known: {}", cause.title));
    let text = format!("First seen: {}", cause.text);
    assert!(window.harness.get_all_by_label_contains(&text).next().is_some());
}

#[test]
fn healthy_level_has_no_illness_in_the_clinic() {
    let window = window(square(), 20);
    assert!(window.app().features.clinic.found.is_healthy());
    assert!(window.harness.get_all_by_label_contains("No problem found in this level").next().is_some());
}

#[test]
fn clinic_diagnoses_the_present_run_with_its_inputs() {
    let mut window = Window::new(level("01-first-blob"), Settings::showing([Tab::Problems]));
    window.app_mut().features.clinic.frames = 60;
    (0..36).for_each(|_| window.key(egui::Modifiers::NONE, egui::Key::ArrowRight));
    wait(&mut window);
    assert!(window.app().features.clinic.found.is_healthy());
    window.app_mut().run.set("bodies[1].gas", &serde_json::json!(3000.0)).unwrap();
    wait(&mut window);
    let found = window.app().features.clinic.found.of(Illness::BlowUp).expect("the body blows up").clone();
    assert!(found.first.frame >= 36);
    let cause = "after the input at frame 36: bodies[1].gas = 3000";
    assert!(window.harness.get_all_by_label_contains(cause).next().is_some());
    window.app_mut().features.problems.chosen = Some(Problem::Illness(Illness::BlowUp));
    window.harness.run_steps(3);
    window.press("Try without the input");
    wait(&mut window);
    assert!(window.harness.get_all_by_label_contains(&format!("{} → 0", found.count)).next().is_some());
}

#[test]
fn clinic_shows_a_cause_with_its_remedies_and_tries_pairs() {
    let mut window = window(level("04-squares-distance"), 30);
    let cause = window.app().features.clinic.found.causes[0].clone();
    window.press(&format!("Cause: {}", cause.title));
    assert_eq!(shown(&window), Some(Problem::Cause(cause.id, cause.place)));
    assert!(window.harness.get_all_by_label_contains(&cause.text).next().is_some());
    let untried = |window: &Window| window.harness.query_all_by_label_contains("Not tried. ").count();
    assert_eq!(untried(&window), cause.remedies.len(), "no card promises what no run has shown");
    window.press("Try all remedies");
    wait(&mut window);
    assert_eq!(untried(&window), 0);
    assert!(window.app().features.clinic.trials.len() >= cause.remedies.len());
    // The remedies that fix it come first.
    let top = |window: &Window, text: &str| {
        let tops = window.harness.query_all_by_label_contains(text).map(|node| node.rect().top());
        tops.collect::<Vec<f32>>()
    };
    let (fixed, worse) = (top(&window, "Fixed: "), top(&window, "No better: "));
    assert!(!fixed.is_empty());
    assert!(fixed.iter().all(|fixed| worse.iter().all(|worse| fixed < worse)), "{fixed:?} {worse:?}");
    // An illness that is chosen takes the place of the cause.
    let illness = window.app().features.clinic.found.of(Illness::WrongEdge).unwrap().clone();
    window.press(&format!("Problem: {}, {} times", illness.detector().title, illness.count));
    assert_eq!(shown(&window), Some(Problem::Illness(Illness::WrongEdge)));
}

/// The window and the command line judge the same frames of a level, so that they find the same problems.
#[test]
fn clinic_judges_as_many_frames_as_the_command_line() {
    let window = Window::new(square(), Settings::showing([Tab::Problems]));
    assert_eq!(window.app().features.clinic.frames, blobsmith::debugger::diagnosis::JUDGED_FRAMES);
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_blobsmith")).args(["diagnose", "--help"]).output();
    let help = String::from_utf8(program.expect("the program starts").stdout).expect("a text");
    let words = format!("[default: {};", blobsmith::debugger::diagnosis::JUDGED_FRAMES);
    assert!(help.contains(&words), "{help}");
}
