//! The last substep in the bottom panel: rows and ticks highlight, select and name the two parts; plots of counts.

use crate::window::{Window, square};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::editor::settings::{Settings, SubstepTab};
use blobsmith::level::{Disc, Level, Motion, Node, Obstacle, ObstacleShape, Place};
use egui::{Event, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};

fn disc(position: [f64; 2], velocity: [f64; 2]) -> Disc {
    let (radius, mass, restitution, friction, motion) = (1.0, 1.0, 1.0, 0.0, Motion::Dynamic);
    Disc { name: String::new(), position, velocity, radius, mass, restitution, friction, motion, ..Disc::default() }
}

/// One substep a frame, without gravity, with this panel open.
fn window(mut level: Level) -> Window {
    level.world.gravity = [0.0, 0.0];
    level.world.substeps = 1;
    Window::new(level, Settings::showing([Tab::Substep]))
}

/// The first reaches the second at a quarter of the substep, that one the third at three quarters.
fn three_discs() -> Level {
    let mut discs = vec![disc([0.0, 0.0], [4.0, 0.0]), disc([3.0, 0.0], [0.0; 2]), disc([7.0, 0.0], [0.0; 2])];
    discs[0].name = "cue".to_owned();
    Level { discs, ..Level::default() }
}

fn says(window: &Window, words: &str) -> bool {
    let has = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        [node.label(), node.value()].into_iter().flatten().any(|text| text.contains(words))
    };
    window.harness.root().children_recursive().any(|node| has(&node))
}

/// Where on the strip a part of the substep is.
fn on_strip(window: &Window, part: f32) -> Pos2 {
    let rect = window.harness.get_by_label("Impacts over the time of the substep").rect();
    let (left, right) = (rect.left() + 18.0, rect.right() - 84.0);
    Pos2::new(left + (right - left) * part, rect.center().y)
}

#[test]
fn impact_rows_select_both_discs() {
    let mut window = window(three_discs());
    assert!(says(&window, "No substep yet. Step"), "before the first substep it says what to do");
    window.press("Step one frame");
    window.press("Impact 1: cue meets disc 1");
    assert_eq!(window.app().selection, [Place::Disc(0), Place::Disc(1)]);
    window.press("Impact 2: disc 1 meets disc 2");
    assert_eq!(window.app().selection, [Place::Disc(1), Place::Disc(2)]);
}

#[test]
fn impact_ticks_lie_at_the_time_of_the_impact() {
    let mut window = window(three_discs());
    window.press("Step one frame");
    for (part, expected) in
        [(0.25, vec![Place::Disc(0), Place::Disc(1)]), (0.5, vec![]), (0.75, vec![Place::Disc(1), Place::Disc(2)])]
    {
        let at = on_strip(&window, part);
        window.harness.event(Event::PointerMoved(at));
        window.harness.run_steps(2);
        assert_eq!(window.app().canvas.lit, expected, "at {part}");
    }
    let at = on_strip(&window, 0.75);
    window.click_at(at);
    assert_eq!(window.app().selection, [Place::Disc(1), Place::Disc(2)]);
}

#[test]
fn substep_sections_say_what_is_missing() {
    let mut window = window(square());
    window.press("Step one frame");
    for (section, words) in [
        ("Substep: Discs", "This level has no discs"),
        ("Substep: Sticks", "This level has no sticks"),
        ("Substep: Sensors", "This level has no sensors"),
        ("Substep: Obstacles", "neither obstacles nor bounds"),
        ("Substep: Decor by force", "Decor pushes by impulse in this level"),
        ("Substep: Contacts", "No contacts between bodies in the last substep"),
    ] {
        window.press(section);
        assert!(says(&window, words), "{section}");
    }
    assert_eq!(window.app().settings.substep_tab, Some(SubstepTab::Contacts));
}

#[test]
fn obstacle_hit_is_a_row() {
    let mut level = square();
    level.bodies[0].nodes = vec![Node { velocity: [0.0, -1.0], ..Node::at([0.0, 0.5]) }];
    level.bodies[0].springs.clear();
    level.bodies[0].hull.clear();
    level.bodies[0].triangles.clear();
    let shape = ObstacleShape::Line([0.0, 0.0], [1.0, 0.0]);
    level.obstacles.push(Obstacle { name: "floor".to_owned(), shape, restitution: 1.0, ..Obstacle::default() });
    let mut window = window(level);
    window.press("Step one frame");
    window.press("square · 0 hits floor");
    assert_eq!(window.app().selection, [Place::Node(0, 0), Place::Obstacle(0)]);
}

#[test]
fn impact_rows_are_made_only_in_view() {
    let pair = |i: usize| {
        let y = 3.0 * i as f64;
        [disc([0.0, y], [2.0, 0.0]), disc([3.0, y], [0.0; 2])]
    };
    let mut window = window(Level { discs: (0..1000).flat_map(pair).collect(), ..Level::default() });
    window.press("Step one frame");
    assert_eq!(window.app().features.substep.trace.as_ref().map(|trace| trace.disc_events.len()), Some(1000));
    let is_row = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().label().is_some_and(|label| label.starts_with("Impact ") && label.contains("meets"))
    };
    let rows = window.harness.root().children_recursive().filter(is_row).count();
    assert!((1..60).contains(&rows), "{rows} rows");
}

/// A disc flies at 4 per substep past the border of a sensor disc of radius 1.5.
#[test]
fn sensor_event_is_a_row() {
    let mut sensor = disc([4.0, 0.0], [0.0; 2]);
    (sensor.name, sensor.radius, sensor.motion) = ("gate".to_owned(), 1.5, Motion::Fixed);
    sensor.collision.sensor = true;
    let level = Level { discs: vec![disc([0.0, 0.0], [4.0, 0.0]), sensor], ..Level::default() };
    let mut window = window(level);
    window.press("Step one frame");
    window.press("Substep: Sensors");
    window.press("disc 0 entered gate");
    assert_eq!(window.app().selection, [Place::Disc(0), Place::Disc(1)]);
    window.press("Step one frame");
    assert!(says(&window, "disc 0 left gate"));
}
