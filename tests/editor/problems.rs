//! The panel *Problems* as one list: causes above their symptoms, what is harmless folded, the marks of the timeline as
//! the same rows.

use super::files::until;
use super::regions;
use super::window::{Window, square};
use blobsmith::debugger::diagnosis::{Detector, ProblemCounts};
use blobsmith::debugger::moment;
use blobsmith::editor::features::problems::ProblemRow;
use blobsmith::editor::features::timeline::marks::MarkKind;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::checks::{self, Finding, Severity};
use blobsmith::level::{Level, Place, format, gallery};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

/// Of “Harmless  2” and “Consequences and harmless  3”.
const FOLD: &str = "armless  ";

/// A window with the panel, with these frames visited and judged.
fn judged(level: Level, frames: u64) -> Window {
    let mut window = Window::new(level, Settings::showing([Tab::Problems]));
    judge(&mut window, frames);
    window
}

fn judge(window: &mut Window, frames: u64) {
    window.app_mut().features.diagnosis.frames = frames;
    (0..frames).for_each(|_| window.app_mut().run.step_frame());
    window.harness.run_steps(1);
    until(window, |window| window.app().features.diagnosis.progress().is_none());
    window.harness.run_steps(2);
}

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

/// Tops of the rows whose name begins with these words.
fn tops(window: &Window, words: &str) -> Vec<f32> {
    window.harness.query_all_by_label_contains(words).map(|node| node.rect().top()).collect()
}

/// Opens the folded rows.
pub fn open_fold(window: &mut Window) {
    window.harness.get_all_by_label_contains(FOLD).next().expect("a fold").click_accesskit();
    window.harness.run_steps(30);
}

#[test]
fn problems_has_a_row_for_every_kind_of_mark() {
    let mut window = judged(level("10-balloon-bare"), 60);
    open_fold(&mut window);
    let marked: Vec<MarkKind> =
        MarkKind::ALL.into_iter().filter(|&kind| !window.app().features.timeline.marks.of(kind).is_empty()).collect();
    assert!(marked.iter().filter(|kind| kind.problem().is_some()).count() >= 2, "{marked:?}");
    for kind in marked {
        let title = kind.title();
        let rows =
            ["Problem", "Consequence", "Harmless"].map(|what| tops(&window, &format!("{what}: {title}, ")).len());
        let others = match kind {
            MarkKind::Harmless => tops(&window, "Harmless: ").len(),
            _ => tops(&window, &format!("Marks of {title}, ")).len(),
        };
        assert!(rows.iter().sum::<usize>() + others > 0, "no row for the marks of {title}");
    }
}

#[test]
fn problems_list_symptoms_below_their_cause_and_fold_what_is_harmless() {
    let mut window = judged(level("10-balloon-bare"), 60);
    let found = window.app().features.diagnosis.found.clone();
    let cause = &found.causes[0];
    let top = tops(&window, &format!("Cause: {}", cause.title))[0];
    assert!(!cause.problems.is_empty());
    for problem in &cause.problems {
        let symptom = tops(&window, &format!("Problem: {}, ", Detector::of(*problem).title));
        assert_eq!(symptom.len(), 1, "one row for each problem");
        assert!(symptom[0] > top, "{} is below its cause", Detector::of(*problem).title);
    }
    let harmless = found.passing.first().expect("a finding without harm").detector().title;
    assert!(tops(&window, &format!("Harmless: {harmless}, ")).is_empty());
    open_fold(&mut window);
    assert_eq!(tops(&window, &format!("Harmless: {harmless}, ")).len(), 1);
}

#[test]
fn note_on_the_energy_leads_to_the_largest_rises() {
    let mut window = judged(level("10-balloon-bare"), 60);
    let largest = window.app().features.diagnosis.found.energy.largest.clone();
    let rise = largest.last().expect("a rise of the energy");
    open_fold(&mut window);
    let after = window.app().run.moment_after(rise.at);
    assert_ne!(window.app().run.moment(), after);
    let name = format!("Rise of the energy at {}", moment::write(after));
    window.harness.get_by_label(&name).click_accesskit();
    until(&mut window, |window| window.app().run.moment() == after);
    assert!(window.app().selection.contains(&Place::Body(rise.body.expect("a body"))), "{:?}", window.app().selection);
}

/// The tab, the panel and the status bar have the same number while the panel is open.
#[test]
fn problems_are_counted_alike_in_the_panel_and_the_status_bar() {
    let window = judged(level("10-balloon-bare"), 60);
    let features = &window.app().features;
    let counts = ProblemCounts::of(&features.findings.list, &features.diagnosis.found);
    assert!(counts.level > 0 && counts.run > 0 && counts.harmless > 0, "{counts}");
    assert!(window.harness.query_by_label(&counts.to_string()).is_some(), "{counts}");
    assert!(window.harness.query_by_label(&format!("Show {} problems", counts.all())).is_some(), "{counts}");
}

#[test]
fn findings_of_a_rule_share_a_row_of_the_problems() {
    let mut level = square();
    level.bodies[0].triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    let mut window = judged(level, 1);
    let findings = window.app().features.findings.list.clone();
    let rule = findings[0].rule;
    let own: Vec<_> = findings.iter().filter(|finding| finding.rule == rule).collect();
    let title = blobsmith::level::checks::rule(rule).unwrap().title;
    window.press(&format!("Finding: {title}, {} times", own.len()));
    for finding in own {
        assert!(window.harness.get_all_by_label(&finding.message).next().is_some(), "{}", finding.message);
    }
}

#[test]
fn mark_of_a_problem_on_its_button_goes_there() {
    let mut window = judged(level("04-squares-distance"), 60);
    let problem = window.app().features.diagnosis.found.problems[0].problem;
    window.app_mut().features.problems.chosen = Some(ProblemRow::Problem(problem));
    window.harness.run_steps(3);
    let kind = MarkKind::Found(problem);
    let moment = window.app().features.timeline.marks.of(kind)[0].moment;
    let written = blobsmith::editor::features::timeline::moments::written(moment);
    window.press(&format!("{} at {written}", kind.title()));
    window.harness.run_steps(60);
    assert_eq!(window.app().run.moment(), moment);
}

#[test]
fn search_hides_the_findings_without_its_words() {
    let body = |index: usize| {
        let mut body = square().bodies.remove(0);
        body.name = format!("body number {index}");
        body.nodes.iter_mut().for_each(|node| node.position[0] += 3.0 * index as f64);
        body.triangles[0].swap(1, 2);
        body
    };
    let level = Level { bodies: (0..7).map(body).collect(), ..Level::default() };
    let mut window = judged(level, 1);
    let list = window.app().features.findings.list.clone();
    let own: Vec<_> = list.iter().filter(|finding| finding.rule == list[0].rule).collect();
    assert_eq!(own.len(), 7);
    let is_listed =
        |window: &Window, index: usize| window.harness.query_all_by_label(&own[index].message).next().is_some();
    assert!(is_listed(&window, 0) && own[5].message.contains("number 5"));
    let field = window.harness.get_by_label("Search the findings").rect().center();
    window.click_at(field);
    window.harness.event(egui::Event::Text("number 5".to_owned()));
    window.harness.run_steps(3);
    assert!(is_listed(&window, 5) && !is_listed(&window, 0));
    window.harness.event(egui::Event::Text("no such words".to_owned()));
    window.harness.run_steps(3);
    assert!(window.harness.query_all_by_label_contains("No finding has the words").next().is_some());
}

#[test]
fn problems_show_the_known_cause_until_another_row_is_chosen() {
    let mut window = judged(level("04-squares-distance"), 40);
    let features = |window: &Window, checks: &[Finding]| {
        let features = &window.app().features;
        features.problems.shown(&features.diagnosis, checks)
    };
    let found = window.app().features.diagnosis.found.clone();
    assert!(found.causes[0].is_known);
    let cause = Some(ProblemRow::Cause(found.causes[0].id, found.causes[0].place));
    assert_eq!(features(&window, &[]), cause);
    assert_eq!(tops(&window, "entered “waiting” by edge 3").len(), 1, "the cause describes the first finding once");
    let mut bare = level("01-first-blob");
    bare.bodies[1].triangles.clear();
    let mut findings = checks::check(&bare);
    findings.iter_mut().for_each(|finding| finding.severity = Severity::Warning);
    assert_eq!(features(&window, &findings), cause, "what makes the run fail precedes warnings about the level");
    findings[0].severity = Severity::Error;
    assert_eq!(features(&window, &findings), Some(ProblemRow::Check(findings[0].rule)), "errors come first");
    let problem = ProblemRow::Problem(found.problems[0].problem);
    window.app_mut().features.problems.chosen = Some(problem);
    assert_eq!(features(&window, &[]), Some(problem));
    // Gas without triangles is a defect of the level. In so few frames no problem comes of it.
    let window = judged(bare, 2);
    assert!(window.app().features.diagnosis.found.problems.is_empty());
    match features(&window, &[]) {
        Some(ProblemRow::Cause(id, _)) => assert_eq!(id, "gas-without-triangles"),
        other => panic!("not the cause: {other:?}"),
    }
    let list = window.app().features.findings.list.clone();
    assert_eq!(features(&window, &list), Some(ProblemRow::Check(list[0].rule)));
}

/// The squares first touch in the substep from 1.9 to 1.10.
#[test]
fn status_bar_counts_the_contacts_of_the_frame_so_far() {
    let mut window = Window::new(level("04-squares-distance"), Settings::default());
    let mut contacts = |substep: u32| {
        window.app_mut().run.approach((1, substep), || true);
        window.harness.run_steps(2);
        let count = window.app().run.counts_in_frame().contacts;
        let text = format!("{count} contact{} from 1 to 1.{substep}", if count == 1 { "" } else { "s" });
        assert!(window.harness.query_all_by_label(&text).next().is_some(), "{text} at 1.{substep}");
        count
    };
    assert_eq!(contacts(9), 0);
    let first = contacts(10);
    assert!(first > 0);
    assert!(contacts(11) >= first, "they add up within the frame");
    assert_eq!(contacts(9), 0, "backwards too");
}

/// Gravity in a level of a program whose y axis points down.
#[test]
fn fix_all_previews_what_it_changes_in_the_world() {
    let sample = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/samples/mister-jelly-001.json");
    let mut window = Window::open(&blobsmith::editor::actions::Source::File(sample));
    window.app_mut().settings.show(Tab::Problems);
    window.harness.run_steps(3);
    let before = window.app().document.level().world.clone();
    let mut fixed = Level::clone(window.app().document.level());
    let done = blobsmith::level::checks::fix_all(&mut fixed);
    assert!(!done.is_empty() && fixed.world != before);
    let lines: Vec<String> = blobsmith::level::checks::world_changes(&before, &fixed.world)
        .iter()
        .map(|change| format!("World: {change}"))
        .collect();
    assert!(!lines.is_empty());
    // The button moves while the diagnosis, in the background, finds problems.
    super::files::until(&mut window, |window| {
        let at = window.harness.get_by_label("Fix all").rect().center();
        window.harness.event(egui::Event::PointerMoved(at));
        window.harness.run_steps(60);
        lines.iter().all(|line| window.harness.query_all_by_label(line).next().is_some())
    });
    assert_eq!(window.app().document.level().world, before, "it is a preview");
}

#[test]
fn findings_of_a_body_in_the_making_wait_until_the_tool_is_put_down() {
    let mut window = Window::with(Level::default());
    window.key(Modifiers::NONE, Key::A);
    for at in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]] {
        window.click(at.into(), Modifiers::NONE);
    }
    assert_eq!(window.app().document.level().bodies[0].nodes.len(), 3);
    assert!(window.app().features.findings.list.is_empty(), "{:?}", window.app().features.findings.list);
    window.key(Modifiers::NONE, Key::V);
    assert!(!window.app().toolbox.entry.draws);
    let expected = blobsmith::level::checks::check(window.app().document.level());
    assert!(!expected.is_empty());
    assert_eq!(*window.app().features.findings.list, expected);
    // A body that the tool has not changed keeps its findings.
    window.key(Modifiers::NONE, Key::A);
    assert_eq!(*window.app().features.findings.list, expected);
}

#[test]
fn background_work_in_the_status_bar_shows_stops_and_continues_the_diagnosis() {
    let mut window = Window::new(level("16-pile-of-100"), Settings::showing([Tab::Problems]));
    window.app_mut().features.diagnosis.frames = 100_000;
    // Work that ends within half a second is not shown.
    for _ in 0..2_000 {
        window.harness.run_steps(1);
        if window.app().features.diagnosis.progress().is_some_and(|part| part > 0.0)
            && window.harness.query_by_label("Background work").is_some()
        {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.press("Background work");
    let bars = window.harness.query_all_by_role(Role::ProgressIndicator);
    let texts: Vec<String> = bars.filter_map(|bar| bar.accesskit_node().label()).collect();
    assert!(texts.iter().any(|text| text.starts_with("Diagnosis ") && text.ends_with(" %")), "{texts:?}");
    window.press("Stop: Diagnosis");
    let progress = |window: &mut Window| {
        // Longer than a slice of the job.
        std::thread::sleep(std::time::Duration::from_millis(300));
        window.harness.run_steps(3);
        window.app().features.diagnosis.progress().expect("the diagnosis is not complete")
    };
    let stopped = progress(&mut window);
    assert_eq!(progress(&mut window), stopped);
    window.press("Continue: Diagnosis");
    // The job has the lowest priority, beside tests with a higher one.
    let continued = (0..2_000).any(|_| progress(&mut window) > stopped);
    assert!(continued, "the diagnosis stays at {stopped}");
}

#[test]
fn remedies_are_in_view_in_a_low_window() {
    let mut window =
        Window::scaled(level("10-balloon-bare"), Settings::showing([Tab::Problems]), vec2(960.0, 640.0), 1.0);
    judge(&mut window, 60);
    let cause = window.app().features.diagnosis.found.causes[0].clone();
    window.app_mut().features.problems.chosen = Some(ProblemRow::Cause(cause.id, cause.place));
    window.harness.run_steps(4);
    let name = format!("Try: {}", cause.remedies[0].label);
    let card = window.harness.get_all_by_label(&name).next().expect("a card").rect();
    let dock = regions::region(&window, "dock");
    assert!(dock.contains_rect(card), "{card} in {dock}");
}
