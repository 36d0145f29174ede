//! Phases within a substep, in the window.

use super::window::{Window, square};
use blobsmith::engine::World;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

#[test]
fn phase_keys_step_through_a_substep_and_into_the_next() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::ArrowRight);
    let app = window.app();
    assert_eq!((app.run.moment(), app.run.phases_done()), ((0, 1), Some(1)));
    assert!(app.settings.shows_phases, "they are listed from now on");
    let count = app.run.known_phases().len();
    assert!(count > 3);
    for done in 2..=count {
        window.key(Modifiers::COMMAND, Key::ArrowRight);
        assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((0, 1), Some(done)));
    }
    let mut straight = World::new(&square()).unwrap();
    straight.step_substep();
    let shown = window.app().run.world();
    assert!((0..4).all(|node| shown.position(node) == straight.position(node)), "after the last phase it is done");
    window.key(Modifiers::COMMAND, Key::ArrowRight);
    assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((0, 2), Some(1)));
    let shown = window.app().run.world();
    assert!((0..4).all(|node| shown.position(node) == straight.position(node)), "forces move nothing");
    window.key(Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((0, 1), None));
    window.key(Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(window.app().run.phases_done(), Some(count));
    // Frames and substeps leave the inside.
    window.key(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((0, 2), None));
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::COMMAND, Key::ArrowLeft);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((0, 0), None));
    assert_eq!(window.app().run.divergence(), None);
}

#[test]
fn phase_list_goes_to_a_phase_and_is_searched() {
    let mut window = Window::with(square());
    window.press("Phases of the substep");
    window.press("Step one substep");
    let names: Vec<_> = window.app().run.known_phases().iter().map(|seen| seen.phase.kind.title()).collect();
    let springs = names.iter().position(|name| *name == "springs").unwrap();
    window.press(&format!("Phase {}: springs", springs + 1));
    assert_eq!(window.app().run.phases_done(), Some(springs + 1));
    window.harness.get_by_label("Find a phase").focus();
    window.harness.run_steps(2);
    window.harness.event(Event::Text("integration".to_owned()));
    window.harness.run_steps(3);
    assert!(window.harness.query_by_label(&format!("Phase {}: springs", springs + 1)).is_none());
    let index = names.iter().position(|name| *name == "integration").unwrap();
    window.press(&format!("Phase {}: integration", index + 1));
    assert_eq!(window.app().run.phases_done(), Some(index + 1));
    window.press("To its end");
    assert_eq!(window.app().run.phases_done(), None);
    window.press("Close the phases");
    assert!(!window.app().settings.shows_phases);
}

#[test]
fn every_place_writes_the_moment_alike_and_the_toolbar_reads_it() {
    let mut window = Window::with(square());
    let type_moment = |window: &mut Window, text: &str| {
        window.key(Modifiers::NONE, Key::G);
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run_steps(1);
        window.harness.key_press(Key::Enter);
        window.harness.run_steps(20);
    };
    let field = |window: &Window| {
        let node = window
            .harness
            .get_all_by_label("Frame")
            .find(|node| node.accesskit_node().role() == Role::TextInput)
            .expect("the field");
        node.accesskit_node().value().unwrap_or_default()
    };
    type_moment(&mut window, "3.2");
    assert_eq!(window.app().run.moment(), (3, 2));
    assert_eq!(field(&window), "3.2");
    // Two phases of the substep that begins there.
    type_moment(&mut window, "3.2.2");
    assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((3, 3), Some(2)));
    assert_eq!(field(&window), "3.2.2");
    assert!(window.harness.get_all_by_label("3.2.2").next().is_some(), "the list of phases");
    let link = blobsmith::editor::perform::share::link(window.app());
    assert!(link.contains("&t=3.2.2"), "{}", &link[link.len() - 40..]);
}
