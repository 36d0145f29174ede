//! A level beside its twin.

use crate::window::{Window, square, with_ids};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::engine::World;
use blobsmith::level::{Level, Place, Placement, TwinSet};
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use serde_json::json;

fn hash_under(velocity_retention: f64, frames: u64) -> u64 {
    let level = square();
    let world = blobsmith::level::World { velocity_retention, ..level.world.clone() };
    let mut world = World::new(&Level { world, ..level }).unwrap();
    (0..frames).for_each(|_| world.step_frame());
    world.hash()
}

#[test]
fn twin_runs_in_step_beside_the_run() {
    let mut window = Window::with(square());
    for _ in 0..2 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    let whole = window.app().canvas.rect.unwrap();
    window.key(Modifiers::NONE, Key::T);
    assert_eq!(window.app().run.moment(), (2, 0), "the run itself is not touched");
    assert!(window.app().settings.is_shown(Tab::World));
    let pane = window.app().canvas.rect.unwrap();
    assert!((pane.width() * 2.0 - whole.width()).abs() < 1.0 && pane.height() == whole.height(), "{pane:?} {whole:?}");
    window.key(Modifiers::NONE, Key::ArrowRight);
    let twin = &window.app().features.twin.as_ref().unwrap().twin;
    assert_eq!(twin.run().moment(), (3, 0));
    assert_eq!(twin.run().world().hash(), hash_under(0.999, 3));
    assert_eq!(window.app().run.world().hash(), hash_under(1.0, 3));
    assert_eq!(twin.titles(), &["retention 1", "retention 0.999"]);
    let origin = window.app().features.twin.as_ref().unwrap().twin.origin().cloned().unwrap();
    assert_eq!(origin.moment, (0, 0));
    assert!(!origin.title.is_empty() && origin.phase > 0, "{origin:?}");
    window.press(&format!("Different since 0.0.{}, {}", origin.phase, origin.title));
    assert_eq!((window.app().run.moment(), window.app().run.phases_done()), ((0, 1), Some(origin.phase)));
    assert!(matches!(window.app().selection[..], [Place::Node(..)]), "the node that differs is selected");
    window.press("Undo");
    assert!(window.app().features.twin.is_none());
    assert_eq!(window.app().canvas.rect.unwrap().width(), whole.width());
}

#[test]
fn whole_level_includes_the_twin() {
    let mut level = square();
    let twin = blobsmith::level::Twin { gravity: Some([0.05, 0.0]), ..Default::default() };
    level.editor.get_or_insert_default().twin = Some(twin);
    let mut window = Window::with(level);
    (0..30).for_each(|_| window.app_mut().run.step_frame());
    super::files::until(&mut window, |window| window.app().features.twin.as_ref().is_some_and(|twin| !twin.is_behind));
    window.press("Show the whole level");
    window.harness.run_steps(3);
    let app = window.app();
    let pane = app.canvas.rect.unwrap();
    let seen = app.canvas.camera.seen(glam::DVec2::new(pane.width().into(), pane.height().into()));
    let twin = app.features.twin.as_ref().unwrap().twin.run().world();
    assert!((twin.position(0) - app.run.world().position(0)).length() > 5.0, "far apart");
    for world in [twin, app.run.world()] {
        assert!((0..4).all(|node| seen.contains(world.position(node))), "{seen:?}");
    }
}

#[test]
fn twin_settings_are_changed_one_by_one() {
    // Tall enough for all of the World tab: a field is typed into where it is shown.
    let mut window = Window::with(square());
    window.harness.set_size(vec2(1280.0, 1600.0));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::T);
    let twin = |window: &Window| window.app().document.level().editor.as_ref().unwrap().twin.clone().unwrap();
    assert_eq!(twin(&window).placement, Placement::Beside);
    window.press("Twin: Substeps differs");
    assert_eq!(twin(&window).substeps, Some(16));
    window.type_into("Twin: Substeps", "32");
    assert_eq!(twin(&window).substeps, Some(32));
    window.press("Twin: Retention differs");
    assert_eq!(twin(&window).velocity_retention, None);
    assert_eq!(window.app().features.twin.as_ref().unwrap().twin.titles(), &["substeps 16", "substeps 32"]);
    window.press("Twin: Substeps differs");
    assert!(window.app().features.twin.as_ref().unwrap().twin.is_same());
    window.press("Remove the twin");
    assert!(window.app().features.twin.is_none());
    window.harness.get_by_label("Compare with a twin");
}

#[test]
fn twin_half_selects_what_is_drawn_there() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::T);
    for _ in 0..5 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    let app = window.app();
    let at = app.features.twin.as_ref().unwrap().twin.run().world().position(2);
    let pos = window.screen(at) + vec2(app.canvas.rect.unwrap().width(), 0.0);
    window.click_at(pos);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    // Later than a double click: the part is inspected.
    window.harness.run_steps(30);
    window.click_at(pos);
    assert_eq!(window.app().selection, [Place::Node(0, 2)]);
}

#[test]
fn twin_at_infinity_is_neither_marked_nor_picked() {
    let mut level = square();
    level.world.gravity = [0.0, 0.0];
    let stiff = TwinSet { path: "bodies[0].springs[*].stiffness".to_owned(), value: json!(400) };
    level.editor.get_or_insert_default().twin = Some(blobsmith::level::Twin { set: vec![stiff], ..Default::default() });
    let mut window = Window::with(level);
    let pane = window.app().canvas.rect.unwrap();
    let other = pane.translate(vec2(pane.width(), 0.0));
    // A hovered body is outlined with this width.
    let marks_in_twin = |window: &Window| -> Vec<[egui::Pos2; 2]> {
        let lines = window.harness.output().shapes.iter().filter_map(|clipped| match clipped.shape {
            egui::Shape::LineSegment { points, stroke } if clipped.clip_rect.left() > pane.center().x => {
                Some((points, stroke.width))
            }
            _ => None,
        });
        lines.filter(|&(_, width)| width == 1.5).map(|(points, _)| points).collect()
    };
    let farthest = |window: &Window| {
        let twin = window.app().features.twin.as_ref().unwrap().twin.run().world();
        let lengths = (0..4).map(|node| twin.position(node).length());
        lengths.map(|length| if length.is_nan() { f64::INFINITY } else { length }).fold(0.0, f64::max)
    };
    let mut was_marked = false;
    for _ in 0..60 {
        window.key(Modifiers::SHIFT, Key::ArrowRight);
        let world = window.app().run.world();
        window.hover((world.position(0) + world.position(1)) * 0.5);
        assert_eq!(window.app().canvas.pointer.over, Some(Place::Spring(0, 0)), "the level itself is whole");
        let marks = marks_in_twin(&window);
        was_marked |= !marks.is_empty();
        let is_near = marks.iter().flatten().all(|end| other.expand(101.0).contains(*end));
        assert!(is_near, "{marks:?} are drawn far beyond {other}");
        if farthest(&window) >= 1e12 {
            assert!(marks.is_empty(), "{marks:?}");
            window.harness.event(egui::Event::PointerMoved(other.center()));
            window.harness.run_steps(2);
            assert_eq!(window.app().canvas.pointer.over, None);
            break;
        }
    }
    assert!(farthest(&window) >= 1e12 && was_marked, "{}", farthest(&window));
}

#[test]
fn legend_of_a_plot_has_a_column_for_the_twin() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::T);
    window.harness.run_steps(3);
    let painted = |text: &str| super::regions::words(&window).iter().any(|drawn| drawn.name == format!("“{text}”"));
    assert!(painted("B, dashed"), "also with short names of series");
}

#[test]
fn twin_sets_any_parameter_by_its_path() {
    // Tall enough for all of the World tab.
    let mut window = Window::with(square());
    window.harness.set_size(vec2(1280.0, 1600.0));
    window.harness.run_steps(2);
    // What is selected comes first among the parameters.
    window.click(DVec2::new(1.0, 1.0), Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Node(0, 2)]);
    window.key(Modifiers::NONE, Key::T);
    let sets = |window: &Window| {
        let extra = window.app().document.level().editor.clone().unwrap();
        extra.twin.unwrap().set.into_iter().map(|set| (set.path, set.value)).collect::<Vec<_>>()
    };
    window.press("Twin: Retention differs");
    window.press("Twin: add a parameter");
    window.harness.get_by_label("Find a parameter");
    window.press("bodies[0].gas");
    assert_eq!(sets(&window), [("bodies[0].gas".to_owned(), json!(0.01))]);
    window.type_into("Twin: parameter 1", "0.05");
    assert_eq!(sets(&window), [("bodies[0].gas".to_owned(), json!(0.05))]);
    (0..3).for_each(|_| window.key(Modifiers::NONE, Key::ArrowRight));
    let mut level = square();
    level.bodies[0].gas = 0.05;
    let mut world = World::new(&level).unwrap();
    (0..3).for_each(|_| world.step_frame());
    let twin = &window.app().features.twin.as_ref().unwrap().twin;
    assert_eq!(twin.run().world().hash(), world.hash());
    assert_eq!(twin.titles(), &["bodies[0].gas 0.01", "bodies[0].gas 0.05"]);
    // A path that leads nowhere is reported at its row, and nothing is lost.
    let field = window.harness.get_by_label("Twin: parameter 1 path").rect().center();
    window.click_at(field);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(egui::Event::Text("bodies[4].gas".to_owned()));
    window.harness.run_steps(1);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(sets(&window), [("bodies[4].gas".to_owned(), json!(0.05))]);
    assert!(window.app().features.twin.as_ref().unwrap().twin.is_same());
    assert!(window.harness.query_all_by_label_contains("there is no body 4").next().is_some());
    window.press("Twin: parameter 1 remove");
    assert_eq!(sets(&window), []);
    window.press("Undo");
    assert_eq!(sets(&window).len(), 1);
}

#[test]
fn twin_reports_a_difference_within_the_first_frame() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::T);
    window.press("Step one substep");
    window.press("Step one substep");
    window.harness.run_steps(5);
    assert_eq!(window.app().run.moment(), (0, 2));
    assert!(window.harness.query_by_label("Bit-identical so far").is_none());
    assert!(window.harness.query_all_by_label_contains("Different since 0.0.").next().is_some());
}

#[test]
fn twin_that_is_opened_and_closed_leaves_the_level_unchanged() {
    let mut window = Window::with(with_ids(square()));
    let app = window.app_mut();
    let level = app.document.level().clone();
    app.document.mark_saved(&level.clone(), None);
    window.key(Modifiers::NONE, Key::T);
    assert!(window.app().document.is_dirty(), "the twin is a part of the level");
    window.press("Twin: Retention differs");
    window.key(Modifiers::NONE, Key::T);
    assert!(window.app().features.twin.is_none());
    assert_eq!(*window.app().document.level(), level);
    assert!(!window.app().document.is_dirty());
    window.press("Undo");
    assert!(window.app().document.is_dirty());
}
