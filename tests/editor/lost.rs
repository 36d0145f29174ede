//! Bodies that have left the level, messages beside their button, and free places for new parts.

use super::window::{Window, square};
use blobsmith::level::edit;
use blobsmith::level::{Level, Obstacle, ObstacleShape, Place};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// A square that lies on a floor, and one beside the floor that falls fast.
fn one_falls() -> Level {
    let shape = ObstacleShape::Segment([-4.0, -0.1], [4.0, -0.1]);
    let mut level = Level { obstacles: vec![Obstacle { shape, ..Obstacle::default() }], ..square() };
    let mut other = level.bodies[0].clone();
    other.name = "other".to_owned();
    for node in &mut other.nodes {
        node.position[0] += 6.0;
        node.velocity = [0.0, -100.0];
    }
    level.bodies.push(other);
    level
}

#[test]
fn view_of_the_whole_level_leaves_out_a_body_that_has_left_it() {
    let mut window = Window::with(one_falls());
    let text = "1 body far outside the level: show";
    assert!(window.harness.query_by_label(text).is_none());
    (0..600).for_each(|_| window.app_mut().run.step_frame());
    window.key(Modifiers::NONE, Key::F);
    window.harness.run_steps(3);
    let height = |window: &Window| {
        let canvas = &window.app().canvas;
        f64::from(canvas.rect.unwrap().height()) / canvas.camera.scale
    };
    let at = window.app().run.world().position(4);
    assert!(at.y < -60.0, "{at}");
    assert!(height(&window) < 40.0, "{}", height(&window));
    window.press(text);
    window.harness.run_steps(3);
    assert_eq!(window.app().selection, [Place::Body(1)]);
    assert!((window.app().canvas.camera.center - window.app().run.world().position(4)).length() < 5.0);
    assert!(window.harness.query_by_label(text).is_none(), "it is in view");
}

#[test]
fn run_that_diverges_says_since_when() {
    let mut level = square();
    level.bodies[0].springs.iter_mut().for_each(|spring| spring.stiffness = 1e6);
    let mut window = Window::with(level);
    let said = |window: &Window| {
        let words = super::regions::words(window).into_iter().map(|drawn| drawn.name);
        words.filter(|name| name.contains("Blew up")).collect::<Vec<_>>()
    };
    window.harness.run_steps(2);
    assert_eq!(said(&window), Vec::<String>::new());
    (0..30).for_each(|_| window.app_mut().run.step_frame());
    window.harness.run_steps(3);
    let frame = (1..=30).find(|&frame| !window.app().run.samples()[frame].energy.total.is_finite()).unwrap();
    assert_eq!(said(&window), [format!("“Blew up: infinite since frame {frame}”")]);
}

#[test]
fn duplicate_stands_beside_its_original() {
    let mut window = Window::with(one_falls());
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.key(Modifiers::COMMAND, Key::D);
    assert_eq!(window.app().selection, [Place::Body(2)]);
    let level = window.app().document.level();
    let extent = |index| edit::extent(level, Place::Body(index)).unwrap();
    assert!(!extent(2).overlaps(&extent(0)) && !extent(2).overlaps(&extent(1)));
    assert!((extent(2).center() - extent(0).center()).length() < 2.5, "{:?}", extent(2));
}

#[test]
fn floor_is_inserted_below_the_bodies() {
    let mut window = Window::with(square());
    for expected in [1, 2] {
        window.press("Insert");
        window.press("Floor…");
        window.harness.run_steps(5);
        window.key(Modifiers::NONE, Key::Enter);
        window.harness.run_steps(10);
        let level = window.app().document.level();
        assert_eq!(level.bodies.len(), 1 + expected);
        let extent = |index| edit::extent(level, Place::Body(index)).unwrap();
        let (floor, above) = (extent(expected), extent(expected - 1));
        assert!(floor.max.y < above.min.y, "{floor:?} {above:?}");
        assert!((floor.center().x - 0.5).abs() < 0.5, "{floor:?}");
    }
}

#[test]
fn moment_of_a_link_shows_the_button_and_no_message_covers_it() {
    let mut first = Window::with(one_falls());
    (0..600).for_each(|_| first.app_mut().run.step_frame());
    let event =
        egui::Event::Key { key: Key::L, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::ALT };
    let link = first.copied_after(event).expect("a link is copied");
    let mut window = Window::with(Level::default());
    window.harness.event(egui::Event::Paste(link));
    super::files::until(&mut window, |window| window.app().run.frame() == 600);
    window.harness.run_steps(3);
    let button = window.harness.get_by_label("1 body far outside the level: show").rect();
    window.app_mut().notices.warning("A message");
    window.harness.run_steps(3);
    let message = window.harness.get_by_label("A message").rect();
    let canvas = window.app().canvas.rect.unwrap();
    assert!(!message.intersects(button) && canvas.contains_rect(message), "{message:?} {button:?} {canvas:?}");
}

#[test]
fn success_message_ends_with_the_next_command_and_a_warning_does_not() {
    let mut window = Window::with(square());
    window.app_mut().notices.success("4 copies");
    window.app_mut().notices.warning("Something was lost");
    window.harness.run_steps(3);
    let texts = |window: &Window| window.app().notices.texts().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(texts(&window), ["4 copies", "Something was lost"]);
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(texts(&window), ["Something was lost"]);
}
