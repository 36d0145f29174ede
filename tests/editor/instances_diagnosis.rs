//! Remedies of the diagnosis and twins for the parts of instances.

use crate::files::until;
use crate::instances::{document, in_folder, instance, level};
use crate::window::{Window, square};
use blobsmith::debugger::diagnosis::{Diagnosed, Edit as RemedyEdit, Remedy};
use blobsmith::editor::actions::Source;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Body, Instance, Level, Place, format};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// A stiff square with one substep per frame blows up; its body is not one of the document.
#[test]
fn diagnosis_shows_problems_of_instances_and_their_remedies() {
    let folder = tempfile::tempdir().unwrap();
    let mut ill = square();
    ill.bodies[0].springs.iter_mut().for_each(|spring| spring.stiffness = 50_000.0);
    ill.bodies[0].nodes[0].velocity = [0.1, 0.0];
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    format::save(&ill, &folder.path().join("parts/gear.ron")).unwrap();
    let path = folder.path().join("level.ron");
    format::save(&Level { bodies: Vec::new(), ..level() }, &path).unwrap();
    let mut window = Window::open(&Source::File(path));
    let settings = &mut window.app_mut().settings;
    settings.show(Tab::Problems);
    until(&mut window, |window| !window.app().features.diagnosis.found.problems.is_empty());
    window.harness.run_steps(3);
    until(&mut window, |window| window.app().features.diagnosis.progress().is_none());
    let (run, before) = (window.app().run.level().clone(), document(&window).clone());
    let problems = window.app().features.diagnosis.found.problems.clone();
    // A remedy that changes body 0, which the document does not have.
    let of_body = |ill: &Diagnosed| ill.remedies(&run).into_iter().find(|remedy| !remedy.fits(&before));
    let (ill, remedy) = problems.iter().find_map(|ill| Some((ill, of_body(ill)?))).expect("there is one");
    window.press(&format!("Problem: {}, {} times", ill.detector().title, ill.count));
    window.harness.run_steps(3);
    let name = format!("Try: {}", remedy.label);
    assert!(window.harness.query_all_by_label(&name).next().is_some(), "{name}");
    // The twin runs with it.
    window.press(&format!("Run beside: {}", remedy.label));
    window.harness.run_steps(3);
    let twin = window.app().features.twin.as_ref().expect("a twin").twin.run().level().clone();
    assert_eq!(twin.bodies, remedy.apply(&run).unwrap().bodies);
    window.press("Undo");
    window.harness.run_steps(3);
    // Applied to the document it is an override of the instance, and the run has the remedy's values.
    window.press(&format!("Apply: {}", remedy.label));
    window.harness.run_steps(5);
    let overrides = &document(&window).instances[0].overrides;
    assert!(overrides.iter().any(|(path, _)| path.starts_with("bodies[0].")), "{overrides:?}");
    assert_eq!(window.app().run.level().bodies[0], remedy.apply(&run).unwrap().bodies[0]);
    window.press("Undo");
    window.harness.run_steps(5);
    assert_eq!(*document(&window), before);
}

/// Instances of a square whose corners 1 and 2 are swapped, so that its hull crosses itself.
#[test]
fn diagnosis_makes_an_instance_local_for_a_remedy_that_changes_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let mut ill = square();
    let corners = [ill.bodies[0].nodes[1].position, ill.bodies[0].nodes[2].position];
    (ill.bodies[0].nodes[2].position, ill.bodies[0].nodes[1].position) = (corners[0], corners[1]);
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    format::save(&ill, &folder.path().join("parts/gear.ron")).unwrap();
    let path = folder.path().join("level.ron");
    let turned = Instance { angle_deg: 90.0, ..instance("parts/gear.ron", [20.0, 0.0]) };
    let two = Level { instances: vec![instance("parts/gear.ron", [10.0, 0.0]), turned], ..square() };
    format::save(&two, &path).unwrap();
    let mut window = Window::open(&Source::File(path));
    let settings = &mut window.app_mut().settings;
    settings.show(Tab::Problems);
    until(&mut window, |window| !window.app().features.diagnosis.found.problems.is_empty());
    window.harness.run_steps(3);
    until(&mut window, |window| window.app().features.diagnosis.progress().is_none());
    let (run, before) = (window.app().run.level().clone(), document(&window).clone());
    // The bow tie of the turned one, body 2 of the run.
    let causes = window.app().features.diagnosis.found.causes.clone();
    let cause = causes.iter().find(|cause| cause.id == "bow-tie-hull" && cause.place.body() == Some(2));
    let cause = cause.unwrap_or_else(|| panic!("{causes:?}"));
    let changes_parts = |remedy: &&Remedy| remedy.edits == [RemedyEdit::Untangle(2)];
    let remedy = cause.remedies.iter().find(changes_parts).unwrap_or_else(|| panic!("{:?}", cause.remedies)).clone();
    let name = format!("Cause: {}", cause.title);
    let of_body = causes.iter().filter(|other| other.title == cause.title).position(|other| other == cause).unwrap();
    let label = window.harness.query_all_by_label(&name).nth(of_body).unwrap();
    label.click_accesskit();
    window.harness.run_steps(4);
    window.press(&format!("Make local and apply: {}", remedy.label));
    window.harness.run_steps(5);
    let after = document(&window).clone();
    assert_eq!((after.bodies.len(), after.instances.len()), (2, 1), "only the turned one is local");
    assert_eq!(after.instances[0].position, [10.0, 0.0]);
    // The changed body is now the document's second; the run before with the remedy had it third.
    let expected = remedy.apply(&run).unwrap();
    let id = after.bodies[1].id.clone();
    assert_eq!(after.bodies[1], Body { id, ..expected.bodies[2].clone() });
    assert_ne!(after.bodies[1].hull, run.bodies[2].hull);
    let label = window.app().document.undo_label().map(str::to_owned);
    assert_eq!(label, Some(format!("Make local and apply: {}", remedy.label)));
    window.press("Undo");
    window.harness.run_steps(5);
    assert_eq!(*document(&window), before);
}

/// Body 1 of the run is the instance's. With a second body of the document it is body 2.
#[test]
fn twin_changes_a_body_of_an_instance_and_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = in_folder(folder.path(), &level());
    window.harness.set_size(egui::vec2(1280.0, 1600.0));
    window.app_mut().selection = vec![Place::Instance(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::T);
    window.press("Twin: Retention differs");
    window.press("Twin: add a parameter");
    window.press("bodies[1].gas");
    window.type_into("Twin: parameter 1", "0.05");
    let gases = |window: &Window| {
        let of = |level: &Level| level.bodies.iter().map(|body| body.gas).collect::<Vec<f64>>();
        let twin = window.app().features.twin.as_ref().unwrap();
        (of(window.app().run.level()), of(twin.twin.run().level()))
    };
    let path = |window: &Window| document(window).editor.as_ref().unwrap().twin.as_ref().unwrap().set[0].path.clone();
    assert_eq!(gases(&window), (vec![0.01; 2], vec![0.01, 0.05]));
    assert!(window.harness.query_all_by_label_contains("there is no body").next().is_none());
    let twin_findings =
        |window: &Window| window.app().features.findings.list.iter().filter(|it| it.rule == "twin-parameter").count();
    assert_eq!(twin_findings(&window), 0);
    // A body more, and undone.
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::COMMAND, Key::D);
    assert_eq!(document(&window).bodies.len(), 2);
    assert_eq!((path(&window), gases(&window)), ("bodies[2].gas".to_owned(), (vec![0.01; 3], vec![0.01, 0.01, 0.05])));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!((path(&window), gases(&window)), ("bodies[1].gas".to_owned(), (vec![0.01; 2], vec![0.01, 0.05])));
    // Without a body of its own.
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!((path(&window), gases(&window)), ("bodies[0].gas".to_owned(), (vec![0.01], vec![0.05])));
    assert_eq!(twin_findings(&window), 0);
    // The instance is deleted with what the twin changes of it.
    window.app_mut().selection = vec![Place::Instance(0)].into();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Delete);
    assert!(document(&window).editor.as_ref().unwrap().twin.as_ref().unwrap().set.is_empty());
}
