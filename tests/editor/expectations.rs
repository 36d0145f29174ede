//! The panel *Expectations*: adding, changing and removing, comparison with the run, and jumps to the moment.

use super::files::until;
use super::window::{Window, assert_named};
use blobsmith::debugger::diagnosis::Problem;
use blobsmith::debugger::expect::ExpectationVerdict;
use blobsmith::editor::features::problems::ProblemRow;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Body, Each, Expectation, Holds, Level, Node, format, gallery};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};

/// A mass that falls: after n frames its velocity is -0.02 n.
fn falling() -> Level {
    let body = Body { name: "stone".to_owned(), nodes: vec![Node::at([3.0, 4.0])], ..Body::default() };
    Level { bodies: vec![body], ..Level::default() }
}

fn window(level: Level, expect: &[(Holds, &str, u64)]) -> Window {
    let mut level = level;
    let of = |&(holds, condition, frames): &(Holds, &str, u64)| Expectation {
        holds,
        condition: condition.to_owned(),
        each: Each::Frame,
        frames,
    };
    level.editor.get_or_insert_default().expect = expect.iter().map(of).collect();
    let mut window = Window::new(level, Settings::showing([Tab::Expectations]));
    wait(&mut window);
    window
}

fn wait(window: &mut Window) {
    window.harness.run_steps(1);
    until(window, |window| window.app().features.expectations.progress().is_none());
    window.harness.run_steps(2);
}

fn all(window: &Window) -> Vec<Expectation> {
    window.app().document.level().editor.as_ref().map_or(Vec::new(), |extra| extra.expect.clone())
}

fn verdict(window: &Window, index: usize) -> Option<ExpectationVerdict> {
    window.app().features.expectations.verdict(&all(window)[index]).cloned()
}

fn has(window: &Window, name: &str) -> bool {
    window.harness.query_all_by_label(name).next().is_some()
}

#[test]
fn expectations_show_a_verdict_and_go_to_its_moment() {
    let claims = [
        (Holds::Never, "node(0, 0).vy < -0.05", 9),
        (Holds::Eventually, "node(0, 0).vy < -0.05", 9),
        (Holds::AtEnd, "frame == 4", 9),
        (Holds::Never, "nodes > 1", 9),
    ];
    let mut window = window(falling(), &claims);
    assert!(matches!(verdict(&window, 0), Some(ExpectationVerdict::Unmet { at: (3, 0), .. })));
    assert_eq!(verdict(&window, 1), Some(ExpectationVerdict::Met));
    assert!(matches!(verdict(&window, 3), Some(ExpectationVerdict::Unreadable(_))));
    for name in [
        "Verdict on expectation 1: true at frame 3",
        "Verdict on expectation 2: met",
        "Verdict on expectation 3: not true at frame 9",
        "Verdict on expectation 4: invalid condition",
    ] {
        assert!(has(&window, name), "{name}");
    }
    assert!(has(&window, "3 of 4 not met"));
    assert_named(&window, "expectations");
    window.press("Verdict on expectation 3: not true at frame 9");
    window.harness.run_steps(10);
    assert_eq!(window.app().run.moment(), (9, 0));
    window.press("Verdict on expectation 1: true at frame 3");
    window.harness.run_steps(10);
    assert_eq!(window.app().run.moment(), (3, 0));
    assert!(!window.app().document.is_dirty(), "looking changes nothing");
}

#[test]
fn expectations_are_added_changed_and_removed_with_undo() {
    let mut window = window(falling(), &[]);
    window.press("Empty expectation");
    assert_eq!((all(&window).len(), window.app().document.undo_label()), (1, Some("Add expectation")));
    // The new field has the focus.
    window.harness.event(egui::Event::Text("frame > 5".to_owned()));
    window.harness.run_steps(2);
    wait(&mut window);
    assert_eq!(all(&window)[0].condition, "frame > 5");
    assert!(has(&window, "Verdict on expectation 1: true at frame 6"));
    window.type_into("Expectation 1: frames", "4");
    wait(&mut window);
    assert_eq!((all(&window)[0].frames, verdict(&window, 0)), (4, Some(ExpectationVerdict::Met)));
    assert!(has(&window, "1 of 1 met"));
    window.press("Expectation 1: when");
    window.press("eventually");
    wait(&mut window);
    assert_eq!(all(&window)[0].holds, Holds::Eventually);
    assert!(has(&window, "Verdict on expectation 1: not true in 4 frames"));
    window.press("Expectation 1: how often");
    window.press("each substep");
    assert_eq!(all(&window)[0].each, Each::Substep);
    window.press("Remove expectation 1");
    assert!(all(&window).is_empty());
    let steps: Vec<_> = window.app().document.entries().map(str::to_owned).collect();
    assert_eq!(
        steps[1..],
        [
            "Add expectation",
            "Expectation 1",
            "Change the frames of an expectation",
            "Change the kind of an expectation",
            "Change when an expectation is evaluated",
            "Remove expectation"
        ]
    );
    for count in [1, 1, 1, 1, 1, 0] {
        window.press("Undo");
        assert_eq!(all(&window).len(), count);
    }
    assert!(!window.app().document.is_dirty());
}

#[test]
fn expectations_are_judged_again_after_a_physical_change_only() {
    let mut window = window(falling(), &[(Holds::Never, "node(0, 0).vy < -0.05", 9)]);
    let edit = |change: fn(&mut Level)| {
        blobsmith::editor::document::Edit::new("Change", move |level: &mut Level| {
            change(level);
            Ok(())
        })
    };
    window.app_mut().document.apply(edit(|level| level.name = "other".to_owned())).unwrap();
    window.harness.run_steps(1);
    assert!(verdict(&window, 0).is_some() && window.app().features.expectations.progress().is_none());
    window.app_mut().document.apply(edit(|level| level.world.gravity = [0.0, -0.001])).unwrap();
    wait(&mut window);
    assert_eq!(verdict(&window, 0), Some(ExpectationVerdict::Met));
}

#[test]
fn expectation_presets_are_not_added_twice() {
    let mut window = window(falling(), &[]);
    for count in [1, 1] {
        window.press("Add expectation");
        window.press("A number is no longer finite");
        assert_eq!(all(&window).len(), count);
    }
    assert_eq!((all(&window)[0].holds, all(&window)[0].condition.as_str()), (Holds::Never, "not_finite > 0"));
}

fn squares() -> Level {
    format::read(gallery::level("04-squares-distance").unwrap().text, format::TextFormat::Ron).unwrap()
}

#[test]
fn problem_becomes_an_expectation() {
    let level = Level { editor: None, ..squares() };
    let mut window = Window::new(level, Settings::showing([Tab::Problems]));
    window.app_mut().features.diagnosis.frames = 20;
    for _ in 0..20_000 {
        window.harness.run_steps(1);
        if window.app().features.diagnosis.progress().is_none() {
            break;
        }
    }
    window.harness.run_steps(2);
    let shown = window.app().features.diagnosis.found.problems[0].clone();
    window.app_mut().features.problems.chosen = Some(ProblemRow::Problem(shown.problem));
    window.harness.run_steps(2);
    window.press("Expect that this never happens");
    let condition = format!("problem(\"{}\") > 0", shown.detector().id);
    let claim = Expectation { holds: Holds::Never, condition, each: Each::Substep, frames: 20 };
    assert_eq!(all(&window), [claim]);
    assert_eq!(window.app().document.undo_label(), Some("Add expectation"));
    // Found by the same detector at the end of the same substep.
    window.press("Run");
    window.press("Investigate");
    window.press("Check expectations");
    assert!(window.app().settings.is_shown(Tab::Expectations));
    wait(&mut window);
    let Some(ExpectationVerdict::Unmet { at, .. }) = verdict(&window, 0) else { panic!("{:?}", verdict(&window, 0)) };
    let substeps = window.app().document.level().world.substeps;
    let first = shown.first;
    let after = if first.substep + 1 == substeps { (first.frame + 1, 0) } else { (first.frame, first.substep + 1) };
    assert_eq!(at, after);
    assert!(window.app().features.diagnosis.found.count(Problem::WrongEdge) > 0);
}

#[test]
fn contact_becomes_an_expectation() {
    let level = Level { editor: None, ..squares() };
    let mut window = Window::new(level, Settings::showing([Tab::Verdict]));
    for _ in 0..60 {
        window.press("Step one substep");
        if window.app().features.verdict.shown.is_some() {
            break;
        }
    }
    let subject = window.app().features.verdict.shown.as_ref().expect("a contact").subject;
    window.press("Expect of this contact…");
    window.press("A node is pushed out of the wrong edge");
    let name = window.app().document.level().bodies[subject.body].name.clone();
    assert_eq!(all(&window)[0].condition, format!("node(\"{name}\", {}).wrong_edge", subject.node));
    assert_eq!(all(&window)[0].each, Each::Substep);
}

#[test]
fn unmet_expectation_opens_shrink() {
    let mut window =
        window(falling(), &[(Holds::Always, "node(0, 0).vy >= -0.05", 9), (Holds::Never, "frame > 90", 9)]);
    let button = |name: &str, window: &Window| {
        let mut all = window.harness.get_all_by_label(name);
        all.find(|node| node.accesskit_node().role() == Role::Button).unwrap().accesskit_node().is_disabled()
    };
    assert!(button("Shrink by expectation 2", &window), "it is met");
    window.press("Shrink by expectation 1");
    assert!(window.app().settings.is_shown(Tab::Shrink));
    let form = &window.app().features.shrink.form;
    assert_eq!((form.condition.as_str(), form.frames), ("not (node(0, 0).vy >= -0.05)", 9));
    assert_eq!((form.holds, form.each), (Holds::Never, Each::Frame));
}

#[test]
fn row_without_a_condition_is_not_counted() {
    let window = window(falling(), &[(Holds::Never, "node(0, 0).vy > 1", 9), (Holds::Never, "", 9)]);
    assert_eq!(window.app().features.expectations.count(window.app().document.level()), [1, 0, 1]);
    assert!(has(&window, "1 of 1 met"));
}
