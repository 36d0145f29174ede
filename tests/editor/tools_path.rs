//! The path tool: drawing, moving, inserting and deleting points, handles, easing.

use crate::tools::{drag, is_near};
use crate::tools_draw::{click, has_notice};
use crate::window::{Window, square};
use blobsmith::editor::mirror::Mirror;
use blobsmith::level::edit::curves;
use blobsmith::level::{Curve, Easing, EditorExtra, Level, Place, Point, View};
use egui::{Key, Modifiers};

const BODY: Place = Place::Body(0);

/// The square with its barycentre at (0.5, 0.5), selected, with the path tool and a grid of a quarter.
fn window() -> Window {
    let mut level = square();
    // Points up to (4, 4) are on the canvas.
    let view = Some(View { center: [1.5, 1.5], height: 8.0 });
    level.editor = Some(EditorExtra { view, ..EditorExtra::default() });
    let mut window = Window::with(level);
    window.app_mut().settings.tools.snap.grid = 0.25;
    window.app_mut().selection = vec![BODY].into();
    window.harness.run_steps(2);
    window.key(Modifiers::SHIFT, Key::D);
    assert_eq!(window.app().toolbox.entry.id, "path");
    window
}

fn level(window: &Window) -> Level {
    Level::clone(window.app().document.level())
}

fn curve(window: &Window) -> Curve {
    curves::curve_of(&level(window), BODY).expect("a driven body")
}

fn points(window: &Window) -> Vec<Point> {
    curves::path_of(&level(window), BODY).expect("a driven body").points.clone()
}

#[test]
fn path_tool_draws_moves_inserts_and_deletes_points() {
    let mut window = window();
    click(&mut window, [2.5, 0.5]);
    assert_eq!(points(&window).len(), 2);
    assert!(is_near(points(&window)[1], [2.0, 0.0]));
    click(&mut window, [2.5, 2.5]);
    assert!(is_near(points(&window)[2], [2.0, 2.0]));
    assert_eq!(curves::path_of(&level(&window), BODY).unwrap().period, 180.0, "60 per point");
    drag(&mut window, [2.5, 2.5], [1.5, 2.0], Modifiers::NONE);
    assert!(is_near(points(&window)[2], [1.0, 1.5]), "{:?}", points(&window));
    // In the middle of the first section.
    click(&mut window, [1.5, 0.5]);
    assert_eq!(points(&window).len(), 4);
    assert!(is_near(points(&window)[1], [1.0, 0.0]), "{:?}", points(&window));
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!(points(&window).len(), 3, "Delete removes the chosen point, not the body");
    assert_eq!(level(&window).bodies.len(), 1);
    for left in [4, 3, 3, 2] {
        window.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(points(&window).len(), left);
    }
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(curves::path_of(&level(&window), BODY).is_none() && !window.app().document.is_dirty());
}

#[test]
fn path_tool_bends_the_path_and_keeps_the_curve() {
    let mut window = window();
    click(&mut window, [2.5, 0.5]);
    drag(&mut window, [2.5, 0.5], [2.5, 1.5], Modifiers::SHIFT);
    let bent = curve(&window);
    assert!(is_near(bent.knots[1].after, [0.0, 1.0]) && is_near(bent.knots[1].before, [0.0, -1.0]), "{bent:?}");
    assert_eq!(points(&window).len(), 2 * curves::SMOOTH_STEPS as usize);
    // At t = 1/2, a section from (0, 0) over (0, 0) and (2, -1) to (2, 0) is at (1, -3/8).
    assert!(is_near(points(&window)[curves::SMOOTH_STEPS as usize / 2], [1.0, -0.375]), "{:?}", points(&window));
    // The handle alone.
    drag(&mut window, [2.5, 1.5], [3.5, 0.5], Modifiers::ALT);
    let turned = curve(&window);
    assert!(is_near(turned.knots[1].after, [1.0, 0.0]) && is_near(turned.knots[1].before, [0.0, -1.0]), "{turned:?}");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(curve(&window), bent, "a drag is one step");
}

#[test]
fn path_tool_sets_the_easing_and_refuses_to_delete_the_last_point() {
    let mut window = window();
    click(&mut window, [2.5, 0.5]);
    window.press("Easing of the sections");
    window.press("Ease in and out");
    let eased = curve(&window);
    assert_eq!((eased.easing, eased.steps), (Easing::InOut, curves::SMOOTH_STEPS));
    window.type_into("Period of the path", "90");
    assert_eq!(curves::path_of(&level(&window), BODY).unwrap().period, 90.0);
    click(&mut window, [2.5, 0.5]);
    window.key(Modifiers::NONE, Key::Backspace);
    assert_eq!(curve(&window).knots.len(), 1);
    click(&mut window, [0.5, 0.5]);
    window.key(Modifiers::NONE, Key::Backspace);
    assert_eq!(curve(&window).knots.len(), 1);
    assert!(has_notice(&window, "at least one point"));
}

#[test]
fn path_tool_chooses_a_part_and_escape_undoes_a_drag() {
    let mut window = window();
    window.app_mut().selection.clear();
    window.harness.run_steps(2);
    click(&mut window, [0.5, 0.25]);
    assert_eq!(window.app().selection, [BODY]);
    assert!(!window.app().document.is_dirty());
    click(&mut window, [2.5, 0.5]);
    let before = points(&window);
    let (from, to) = (window.screen([2.5, 0.5].into()), window.screen([2.5, 2.5].into()));
    window.drag_only(from, to);
    assert_ne!(points(&window), before);
    window.key(Modifiers::NONE, Key::Escape);
    window.drop_at(to);
    assert_eq!(points(&window), before);
}

/// Two squares, from 0 to 1 and from 3 to 4, mirrored at x = 2.
#[test]
fn path_tool_edits_the_path_of_the_image_with_the_mirror_on() {
    let mut window = window();
    let mut two = level(&window);
    two.bodies.push(two.bodies[0].clone().translated([3.0, 0.0]));
    window = Window::with(two);
    window.app_mut().settings.tools.snap.grid = 0.25;
    window.app_mut().selection = vec![BODY].into();
    window.app_mut().toolbox.mirror = Mirror { is_on: true, x: 2.0 };
    window.harness.run_steps(2);
    window.key(Modifiers::SHIFT, Key::D);
    let assert_mirrored = |window: &Window, count: usize| {
        let level = level(window);
        let [own, image] = [BODY, Place::Body(1)].map(|place| curves::curve_of(&level, place).expect("driven"));
        assert_eq!((own.knots.len(), own.easing, own.steps), (count, image.easing, image.steps));
        for (own, image) in own.knots.iter().zip(&image.knots) {
            for (own, image) in [(own.at, image.at), (own.before, image.before), (own.after, image.after)] {
                assert_eq!([-own[0], own[1]], image);
            }
        }
        let periods = [BODY, Place::Body(1)].map(|place| curves::path_of(&level, place).expect("driven").period);
        assert_eq!(periods[0], periods[1]);
    };
    click(&mut window, [1.0, 2.5]);
    assert!(is_near(points(&window)[1], [0.5, 2.0]));
    assert_mirrored(&window, 2);
    drag(&mut window, [1.0, 2.5], [1.5, 3.0], Modifiers::SHIFT);
    assert!(is_near(curve(&window).knots[1].after, [0.5, 0.5]), "{:?}", curve(&window));
    assert_mirrored(&window, 2);
    drag(&mut window, [1.0, 2.5], [1.5, 2.0], Modifiers::NONE);
    assert!(is_near(curve(&window).knots[1].at, [1.0, 1.5]), "{:?}", curve(&window));
    assert_mirrored(&window, 2);
    click(&mut window, [0.0, 2.5]);
    assert_mirrored(&window, 3);
    window.key(Modifiers::NONE, Key::Delete);
    assert_mirrored(&window, 2);
    window.press("Easing of the sections");
    window.press("Ease in and out");
    assert_mirrored(&window, 2);
    for _ in 0..6 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    let level = level(&window);
    assert!([BODY, Place::Body(1)].iter().all(|&place| curves::path_of(&level, place).is_none()), "one step for both");
}
