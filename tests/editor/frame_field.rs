//! The field of the present moment in the toolbar, and moments that edits return to.

use crate::regions;
use crate::time::{hash_at, type_frame, window_at};
use crate::window::{Window, square};
use blobsmith::editor::document::Edit;
use blobsmith::editor::features::timeline::moments;
use blobsmith::editor::perform::edit_level;
use blobsmith::level::Level;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

#[test]
fn frame_field_goes_to_any_frame() {
    let mut window = window_at(30);
    type_frame(&mut window, "12.5");
    assert_eq!(window.app().run.moment(), (12, 5));
    assert_eq!(window.app().run.world().hash(), hash_at(&square(), 12, 5));
    assert!(window.harness.query_all_by_label_contains("of 16").next().is_none(), "it reads as a number of frames");
    type_frame(&mut window, "7.16");
    assert_eq!(window.app().run.moment(), (12, 5), "a frame has 16 substeps");
    assert!(window.app().notices.texts().any(|text| text.contains("0 to 15")));
    type_frame(&mut window, "soon");
    assert_eq!(window.app().run.moment(), (12, 5));
    // Escape leaves the field as it was.
    window.key(Modifiers::NONE, Key::G);
    window.harness.event(Event::Text("3".to_owned()));
    window.harness.run_steps(1);
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.app().run.moment(), (12, 5));
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.app().run.moment(), (13, 0), "keys are commands again");
}

#[test]
fn frame_field_is_as_wide_as_its_moment() {
    let mut window = window_at(30);
    let width = |window: &Window| window.harness.get_by_role_and_label(Role::TextInput, "Frame").rect().width();
    let least = width(&window);
    type_frame(&mut window, "12.5");
    assert_eq!(width(&window), least, "short moments share a width, so that the toolbar is at rest");
    type_frame(&mut window, "12345.15");
    let last = window.app_mut().run.phases().len();
    window.app_mut().run.look_inside(last);
    window.harness.run_steps(3);
    let words = regions::words(&window);
    let moment = moments::displayed(&window.app().run);
    assert!(moment.len() >= 10, "{moment}");
    let drawn = words.iter().find(|drawn| drawn.name == format!("“{moment}”")).expect("the moment is drawn");
    assert!(!drawn.is_cut(), "{moment}: {:?} of {:?}", drawn.visible, drawn.rect);
}

#[test]
fn edit_within_a_frame_returns_to_its_substep() {
    let mut window = window_at(30);
    type_frame(&mut window, "12.5");
    let mut edited = Level::clone(window.app().document.level());
    edited.world.gravity = [0.0, -2.0];
    edit_level(
        window.app_mut(),
        Edit::new("Gravity", |level| {
            level.world.gravity = [0.0, -2.0];
            Ok(())
        }),
    );
    window.harness.run_steps(20);
    assert_eq!(window.app().run.moment(), (12, 5));
    assert_eq!(window.app().run.world().hash(), hash_at(&edited, 12, 5));
    window.key(Modifiers::COMMAND, Key::Z);
    window.harness.run_steps(20);
    assert_eq!(window.app().run.moment(), (12, 5));
    // Also to the phase of the substep.
    window.app_mut().run.look_inside(2);
    edit_level(
        window.app_mut(),
        Edit::new("Gravity", |level| {
            level.world.gravity = [0.0, -3.0];
            Ok(())
        }),
    );
    window.harness.run_steps(20);
    assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((12, 5), Some(2)));
    // The sixth substep of 16 is not that of 8.
    edit_level(
        window.app_mut(),
        Edit::new("Substeps", |level| {
            level.world.substeps = 8;
            Ok(())
        }),
    );
    window.harness.run_steps(20);
    assert_eq!(window.app().run.moment(), (12, 0));
}
