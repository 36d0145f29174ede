//! Links to a moment: copied, pasted, opened by the dialog, with level, inputs, selection and overlays.

use super::files::until;
use super::window::{Window, square};
use blobsmith::level::format;
use blobsmith::level::{Level, Place};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// A window at 30.5.2 after a nudge in frame 10, with a selected node and an overlay.
fn elsewhere() -> Window {
    let mut window = Window::with(square());
    let run = &mut window.app_mut().run;
    (0..10).for_each(|_| run.step_frame());
    run.nudge(Place::Node(0, 2), [0.3, 0.4]).unwrap();
    while run.moment() < (30, 6) {
        run.step_substep();
    }
    run.look_inside(2);
    window.app_mut().selection = vec![Place::Node(0, 2)].into();
    window.app_mut().settings.overlays = vec!["velocities".to_owned()];
    window.harness.run_steps(3);
    window
}

fn copy(window: &mut Window) -> String {
    let (key, modifiers) = (Key::L, Modifiers::ALT);
    let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    window.copied_after(event).expect("a link is copied")
}

fn is_the_same_moment(a: &Window, b: &Window) {
    assert_eq!(b.app().run.moment(), a.app().run.moment());
    assert_eq!(b.app().run.phases_done(), a.app().run.phases_done());
    assert_eq!(b.app().run.world().hash(), a.app().run.world().hash(), "with its inputs");
    assert_eq!(b.app().selection[..], a.app().selection[..]);
    assert_eq!(b.app().settings.overlays, a.app().settings.overlays);
}

#[test]
fn link_to_a_moment_is_pasted_into_another_window() {
    let mut first = elsewhere();
    let link = copy(&mut first);
    assert!(link.starts_with("blobsmith://#run=") && link.contains("&t=30.5.2&"), "{link}");
    let mut second = Window::with(Level::default());
    second.harness.event(Event::Paste(link));
    second.harness.run_steps(60);
    is_the_same_moment(&first, &second);
}

#[test]
fn link_dialog_opens_a_link_and_refuses_other_text() {
    let mut first = elsewhere();
    let link = copy(&mut first);
    let mut second = Window::with(Level::default());
    second.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    second.harness.event(Event::Text("no link".to_owned()));
    second.harness.run_steps(3);
    assert!(second.harness.query_by_label("This is not a link to a level or a moment.").is_some());
    second.app_mut().features.open_link.text = link;
    second.harness.run_steps(3);
    second.press("Open the link");
    second.harness.run_steps(60);
    is_the_same_moment(&first, &second);
    assert!(!second.app().features.open_link.is_asking);
}

#[test]
fn link_without_inputs_has_the_level_and_one_without_a_level_goes_to_its_moment() {
    let mut window = Window::with(square());
    (0..5).for_each(|_| window.app_mut().run.step_frame());
    let link = copy(&mut window);
    assert!(link.starts_with("blobsmith://#z="), "{link}");
    window
        .harness
        .event(Event::Paste("blobsmith://#t=3.2&select=bodies[0].nodes[1]&show=velocities,unknown".to_owned()));
    window.harness.run_steps(20);
    assert_eq!(window.app().run.moment(), (3, 2));
    assert_eq!(&window.app().selection[..], [Place::Node(0, 1)]);
    assert_eq!(window.app().settings.overlays, ["velocities"], "unknown overlays are left out");
}

#[test]
fn link_to_a_file_opens_it_and_damaged_links_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a level.ron");
    format::save(&square(), &path).unwrap();
    let mut window = Window::with(Level::default());
    let escaped = path.display().to_string().replace(' ', "%20");
    window.harness.event(Event::Paste(format!("blobsmith://#file={escaped}&t=2")));
    window.harness.run_steps(30);
    assert_eq!(window.app().document.path.as_deref(), Some(path.as_path()));
    assert_eq!(window.app().run.moment(), (2, 0));
    for wrong in ["blobsmith://#z=@@@", "blobsmith://#run=abcd", "blobsmith://#t=x", "blobsmith://#file=/no/such.ron"] {
        window.harness.event(Event::Paste(wrong.to_owned()));
        window.harness.run_steps(10);
        assert_eq!(window.app().document.path.as_deref(), Some(path.as_path()), "{wrong}");
    }
    assert!(window.app().notices.texts().any(|text| text.contains("damaged")));
    assert!(window.app().notices.texts().any(|text| text.contains("such.ron")));
}

#[test]
fn link_to_a_part_out_of_view_moves_the_view_there() {
    let mut window = Window::with(square());
    let in_view = |window: &Window| {
        let canvas = &window.app().canvas;
        canvas.rect.unwrap().contains(window.screen(window.app().run.world().position(1)))
    };
    let follow = |window: &mut Window, link: &str| {
        window.harness.event(Event::Paste(link.to_owned()));
        until(window, |window| window.app().playback.target().is_none());
        window.harness.run_steps(20);
    };
    follow(&mut window, "blobsmith://#t=300&select=bodies[0].nodes[1]");
    assert_eq!(window.app().run.frame(), 300);
    assert!(window.app().run.world().position(1).y < -20.0);
    assert!(in_view(&window));
    // A part that is partly in view does not move it.
    let before = window.app().canvas.camera.center;
    follow(&mut window, "blobsmith://#t=300&select=bodies[0]");
    assert_eq!(window.app().canvas.camera.center, before);
    // Without a selection, the level comes into view.
    follow(&mut window, "blobsmith://#t=0");
    assert!(in_view(&window), "at the start");
}
