//! The rows of the panel *Problems* and the marks of the timeline: one diagnosis makes both, in every layout that shows one
//! of them.

use super::files::until;
use super::problems::open_fold;
use super::window::{Window, square};
use blobsmith::debugger::Moment;
use blobsmith::debugger::diagnosis::{Detector, Problem};
use blobsmith::editor::features::timeline::marks::MarkKind;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::layout::{LayoutPreset, Layouts};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Level, Place, format, gallery};
use egui::PointerButton;
use egui_kittest::kittest::{NodeT, Queryable};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

/// Draws until the diagnosis is finished.
fn wait(window: &mut Window) {
    window.harness.run_steps(1);
    until(window, |window| {
        let diagnosis = &window.app().features.diagnosis;
        diagnosis.progress().is_none() && diagnosis.found.frames > 0
    });
    window.harness.run_steps(2);
}

/// First moment and number of findings of each problem, with and without harm.
type Counts = BTreeMap<(Problem, bool), (Moment, u64)>;

/// By the rows of the panel.
fn rows(window: &Window) -> Counts {
    let (app, mut counts) = (window.app(), Counts::new());
    let found = &app.features.diagnosis.found;
    let harmful = found.problems.iter().chain(&found.consequences).map(|row| (row, false));
    for (row, is_harmless) in harmful.chain(found.passing.iter().map(|row| (row, true))) {
        let first = app.run.moment_after((row.first.frame, row.first.substep));
        let (known, count) = counts.entry((row.problem, is_harmless)).or_insert((first, 0));
        (*known, *count) = ((*known).min(first), *count + row.count);
    }
    counts
}

/// By the marks of the timeline.
fn marks(window: &Window) -> Counts {
    let (marks, mut counts) = (&window.app().features.timeline.marks, Counts::new());
    for kind in MarkKind::DETECTED.into_iter().chain([MarkKind::Harmless]) {
        for mark in marks.of(kind) {
            let key = (marks.findings()[mark.index].problem, kind == MarkKind::Harmless);
            counts.entry(key).or_insert((mark.moment, 0)).1 += mark.count as u64;
        }
    }
    counts
}

#[track_caller]
fn assert_one_to_one(window: &Window, when: &str) {
    assert_eq!(rows(window), marks(window), "{when}");
}

#[test]
fn problems_and_marks_are_the_same_rows_after_changes_and_branches() {
    // Problems of all three lists: with harm, as consequences and without harm.
    let levels = [
        ("04-squares-distance", 40, 1, "world.gravity", json!([0.0, -3.0])),
        ("10-balloon-bare", 60, 30, "bodies[1].gas", json!(900.0)),
        ("16-pile-of-100", 16, 8, "bodies[40].gas", json!(3000.0)),
        ("52-too-much-gas", 40, 20, "world.gravity", json!([0.0, -3.0])),
        ("55-ringing", 70, 35, "world.substeps", json!(64)),
    ];
    let mut changes = 0;
    for (id, frames, changed, path, value) in levels {
        let mut window = Window::new(level(id), Settings::showing([Tab::Problems]));
        window.app_mut().features.diagnosis.frames = frames + 8;
        (0..frames).for_each(|_| window.app_mut().run.step_frame());
        wait(&mut window);
        assert_one_to_one(&window, id);
        assert!(!rows(&window).is_empty(), "{id} is sick");
        let before = rows(&window);
        // A live change within the run begins a branch.
        window.app_mut().run.seek(changed);
        window.app_mut().run.set(path, &value).unwrap();
        let first = window.app().run.branches()[0].id;
        wait(&mut window);
        assert_one_to_one(&window, &format!("{id}, changed"));
        changes += usize::from(rows(&window) != before);
        (0..frames).for_each(|_| window.app_mut().run.step_frame());
        wait(&mut window);
        assert_one_to_one(&window, &format!("{id}, played on"));
        assert!(window.app_mut().run.switch_branch(first), "{id}");
        wait(&mut window);
        assert_eq!(rows(&window), before, "{id}: the first branch has its rows again");
        assert_one_to_one(&window, &format!("{id}, first branch"));
    }
    assert!(changes >= 3, "{changes} of the changes matter");
}

#[test]
fn problems_draw_a_row_for_each_kind_of_mark_and_no_other() {
    let mut window = Window::new(level("10-balloon-bare"), Settings::showing([Tab::Problems]));
    window.app_mut().features.diagnosis.frames = 60;
    (0..60).for_each(|_| window.app_mut().run.step_frame());
    wait(&mut window);
    open_fold(&mut window);
    let rows: Vec<Problem> = MarkKind::ALL.into_iter().filter_map(MarkKind::problem).collect();
    let rows = rows.into_iter().filter(|problem| {
        let title = Detector::of(*problem).title;
        let kinds = ["Problem", "Consequence", "Harmless"].map(|what| format!("{what}: {title}, "));
        kinds.iter().any(|name| window.harness.query_all_by_label_contains(name).next().is_some())
    });
    let mut rows: Vec<Problem> = rows.collect();
    rows.sort();
    let marked: BTreeSet<Problem> = marks(&window).into_keys().map(|(problem, _)| problem).collect();
    assert_eq!(rows, Vec::from_iter(marked));
}

#[test]
fn marks_without_harm_say_so_at_the_pointer() {
    let mut window = Window::new(level("10-balloon-bare"), Settings::showing([Tab::Problems]));
    window.app_mut().features.diagnosis.frames = 60;
    (0..60).for_each(|_| window.app_mut().run.step_frame());
    wait(&mut window);
    let app = window.app();
    let (marks, [from, to]) = (&app.features.timeline.marks, app.features.timeline.span(&app.run));
    let (frame, substep) = marks.of(MarkKind::Harmless).first().expect("a mark without harm").moment;
    let track = window.harness.get_by_label("Timeline").rect().shrink2(egui::vec2(8.0, 3.0));
    let part = (frame as f64 + f64::from(substep) / f64::from(app.run.substeps_in(frame)) - from) / (to - from);
    let at = egui::pos2(track.left() + part as f32 * track.width(), track.bottom());
    window.harness.event(egui::Event::PointerMoved(at));
    window.harness.run_steps(60);
    assert!(window.harness.query_all_by_label_contains("; harmless").next().is_some());
}

#[test]
fn marks_after_a_changed_input_are_dropped_at_once() {
    let mut window = Window::new(level("10-balloon-bare"), Settings::showing([Tab::Problems]));
    window.app_mut().features.diagnosis.frames = 60;
    (0..60).for_each(|_| window.app_mut().run.step_frame());
    wait(&mut window);
    let last = |window: &Window| {
        let marks = &window.app().features.timeline.marks;
        MarkKind::DETECTED.into_iter().filter_map(|kind| Some(marks.of(kind).last()?.until)).max().unwrap()
    };
    assert!(last(&window) > (20, 0));
    window.app_mut().run.seek(20);
    window.app_mut().run.nudge(Place::Body(1), [0.001, 0.0]).unwrap();
    // While it plays, the diagnosis waits.
    window.app_mut().playback.is_playing = true;
    window.harness.run_steps(1);
    assert!(last(&window) <= (20, 0), "{:?}", last(&window));
    window.app_mut().playback.is_playing = false;
    wait(&mut window);
    assert_one_to_one(&window, "after the pause");
}

/// *Plots* is in front of *Problems*, whose badge is visible.
#[test]
fn diagnosis_runs_behind_another_tab_and_its_progress_is_in_the_status_bar() {
    let settings = Settings::default();
    assert!(settings.is_shown(Tab::Plots) && !settings.is_shown(Tab::Problems));
    let mut window = Window::new(level("10-balloon-bare"), settings.clone());
    wait(&mut window);
    let count = window.app().features.diagnosis.found.problems.len();
    assert!(count > 0);
    assert_one_to_one(&window, "behind another tab");
    // The same as with the panel in front.
    let mut shown = Window::new(level("10-balloon-bare"), Settings::showing([Tab::Problems]));
    wait(&mut shown);
    assert_eq!(shown.app().features.diagnosis.found, window.app().features.diagnosis.found);
    let mut window = Window::new(level("16-pile-of-100"), settings);
    window.app_mut().features.diagnosis.frames = 100_000;
    for _ in 0..2_000 {
        window.harness.run_steps(1);
        if window.harness.query_by_label("Background work").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.press("Background work");
    assert!(window.harness.query_by_label("Stop: Diagnosis").is_some());
}

#[test]
fn link_to_problems_stands_beside_background_work_that_changes_its_width() {
    let settings = Settings { layouts: Layouts::starting_with(LayoutPreset::Design), ..Settings::default() };
    let mut window = Window::new(level("10-balloon-bare"), settings);
    window.app_mut().features.diagnosis.frames = 100_000;
    window.key(egui::Modifiers::NONE, egui::Key::ArrowRight);
    let link = |window: &Window| {
        let links = window.harness.query_all_by_role(egui::accesskit::Role::Link);
        let mut links = links.filter(|link| link.accesskit_node().label().is_some_and(|name| name.contains("problem")));
        links.next().map(|link| link.rect())
    };
    let work = |window: &Window| window.harness.query_by_label("Background work").map(|work| work.rect());
    for _ in 0..2_000 {
        window.harness.run_steps(1);
        if let (Some(link), Some(work)) = (link(&window), work(&window)) {
            assert!(link.left() > work.right(), "{link:?} {work:?}");
            // Large enough for a finger.
            assert!(work.height() >= 24.0, "{work:?}");
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("no work with problems");
}

#[test]
fn drawing_in_design_starts_no_diagnosis_before_the_run_is_played() {
    let settings = Settings { layouts: Layouts::starting_with(LayoutPreset::Design), ..Settings::default() };
    let mut window = Window::new(level("10-balloon-bare"), settings);
    window.harness.run_steps(20);
    let is_off = |window: &Window| {
        let diagnosis = &window.app().features.diagnosis;
        diagnosis.progress().is_none() && diagnosis.found.frames == 0
    };
    assert!(is_off(&window));
    let corner = window.app().document.level().bodies[0].nodes[0].position.into();
    window.click(corner, egui::Modifiers::NONE);
    window.harness.run_steps(10);
    assert!(is_off(&window));
    // A visited frame has marks.
    window.key(egui::Modifiers::NONE, egui::Key::ArrowRight);
    wait(&mut window);
    assert_one_to_one(&window, "in Design");
}

#[test]
fn diagnosis_starts_when_the_mouse_button_is_released() {
    let mut window = Window::new(square(), Settings::showing([Tab::Problems]));
    wait(&mut window);
    let pos = window.app().canvas.rect.unwrap().center();
    let button = |pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    window.harness.event(egui::Event::PointerMoved(pos));
    window.harness.event(button(true));
    window.harness.run_steps(1);
    window.app_mut().features.diagnosis.first = 3;
    window.harness.run_steps(5);
    assert_eq!(window.app().features.diagnosis.found.frames, 0);
    assert!(window.app().features.timeline.marks.findings().is_empty());
    window.harness.event(button(false));
    wait(&mut window);
    assert_eq!(window.app().features.diagnosis.judged().start, 3);
}
