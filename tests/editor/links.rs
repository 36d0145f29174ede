//! Links: drawn, selected, listed, edited; and collision filters in the inspector.

use super::tools::{drag, is_near};
use super::window::{Window, square};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{CollisionFilter, Disc, Level, LinkEnd, LinkKind, Obstacle, ObstacleShape, Place};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

/// Unit squares at x = 0 and x = 2, and a disc at (3, 2).
fn pair() -> Level {
    let mut level = square();
    let mut other = level.bodies[0].clone();
    other.nodes.iter_mut().for_each(|node| node.position[0] += 2.0);
    other.id.clear();
    level.bodies.push(other);
    level.discs.push(Disc { position: [3.0, 2.0], radius: 0.3, ..Disc::default() });
    level
}

fn links(window: &Window) -> Vec<([LinkEnd; 2], LinkKind)> {
    window.app().document.level().links.iter().map(|link| ([link.a, link.b], link.kind)).collect()
}

fn selecting(window: &mut Window, places: &[Place]) {
    window.app_mut().selection = places.to_vec().into();
    window.harness.run_steps(3);
}

fn is_shown(window: &Window, text: &str) -> bool {
    window.harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn spring_tool_draws_springs_within_a_body_and_links_between_others() {
    let mut window = Window::with(pair());
    window.app_mut().settings.tools.spring_stiffness = Some(0.75);
    window.key(Modifiers::NONE, Key::S);
    let springs = window.app().document.level().bodies[0].springs.len();
    // The other diagonal has a spring already.
    drag(&mut window, [1.0, 0.0], [0.0, 1.0], Modifiers::NONE);
    assert_eq!(window.app().document.level().bodies[0].springs.len(), springs + 1);
    assert!(links(&window).is_empty());
    drag(&mut window, [1.0, 1.0], [2.0, 1.0], Modifiers::NONE);
    let [(ends, LinkKind::Spring { rest_length, stiffness, .. })] = links(&window)[..] else { panic!("a spring") };
    assert_eq!((ends, rest_length, stiffness), ([LinkEnd::Node([0, 2]), LinkEnd::Node([1, 3])], 1.0, 0.75));
    assert_eq!(window.app().document.undo_label(), Some("Spring from node 2 to node 3"));
    assert_eq!(window.app().selection, [Place::Link(0)]);
    // To the disc, and with Ctrl to a fixed point.
    drag(&mut window, [3.0, 1.0], [3.1, 2.0], Modifiers::NONE);
    assert_eq!(links(&window)[1].0, [LinkEnd::Node([1, 2]), LinkEnd::Disc(0)]);
    drag(&mut window, [0.0, 1.0], [0.0, 2.0], Modifiers::NONE);
    assert_eq!(links(&window).len(), 2, "a drag to nothing draws nothing");
    drag(&mut window, [0.0, 1.0], [0.0, 2.0], Modifiers::COMMAND);
    let [LinkEnd::Node([0, 3]), LinkEnd::Point(point)] = links(&window)[2].0 else { panic!("{:?}", links(&window)[2]) };
    assert!(is_near(point, [0.0, 2.0]), "{point:?}");
}

#[test]
fn stick_tool_ends_links_at_fixed_points_by_option() {
    let mut window = Window::with(pair());
    window.key(Modifiers::SHIFT, Key::S);
    window.app_mut().settings.tools.fixes_ends = true;
    window.app_mut().settings.tools.links_collide = false;
    window.click([0.0, 1.0].into(), Modifiers::NONE);
    window.hover([0.0, 2.0].into());
    let hint = &window.app().canvas.hint;
    assert!(hint.contains("stick link from node 3 of length 1"), "{hint}");
    assert!(is_shown(&window, hint), "{hint}");
    window.click([0.0, 2.0].into(), Modifiers::NONE);
    let [([LinkEnd::Node([0, 3]), LinkEnd::Point(_)], LinkKind::Stick { length })] = links(&window)[..] else {
        panic!("{:?}", links(&window))
    };
    assert!((length - 1.0).abs() < 1e-9);
    assert!(!window.app().document.level().links[0].collide);
    assert!(window.app().document.level().bodies.iter().all(|body| body.sticks.is_empty()));
}

#[test]
fn pin_joint_tool_joins_what_meets_at_a_click() {
    let mut level = pair();
    // A disc over the upper right corner of the left square.
    level.discs[0].position = [1.0, 1.0];
    let mut window = Window::with(level);
    window.key(Modifiers::SHIFT, Key::Q);
    window.click([1.0, 1.0].into(), Modifiers::NONE);
    let [(mut ends, LinkKind::Pin)] = links(&window)[..] else { panic!("{:?}", links(&window)) };
    ends.sort_by_key(|end| matches!(end, LinkEnd::Disc(_)));
    assert_eq!(ends, [LinkEnd::Node([0, 2]), LinkEnd::Disc(0)]);
    // From body to body by a drag; the ends will meet when the level runs.
    drag(&mut window, [1.0, 0.0], [2.0, 0.0], Modifiers::NONE);
    assert_eq!(links(&window)[1], ([LinkEnd::Node([0, 1]), LinkEnd::Node([1, 0])], LinkKind::Pin));
    assert_eq!(window.app().document.undo_label(), Some("Pin joint from node 1 to node 0"));
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(links(&window).is_empty());
}

#[test]
fn link_is_selected_on_the_canvas_deleted_and_listed() {
    let mut window = Window::with(pair());
    window.key(Modifiers::NONE, Key::S);
    drag(&mut window, [1.0, 1.0], [2.0, 1.0], Modifiers::NONE);
    drag(&mut window, [1.0, 0.0], [2.0, 0.0], Modifiers::NONE);
    window.key(Modifiers::NONE, Key::V);
    selecting(&mut window, &[]);
    window.click([1.5, 1.0].into(), Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Link(0)]);
    window.key(Modifiers::NONE, Key::X);
    assert_eq!(window.app().selection, [Place::Link(1)], "the next of its kind");
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!(links(&window).len(), 1);
    // A copy of both bodies has the link too.
    selecting(&mut window, &[Place::Body(0), Place::Body(1)]);
    window.key(Modifiers::COMMAND, Key::D);
    assert_eq!(links(&window)[1].0, [LinkEnd::Node([2, 2]), LinkEnd::Node([3, 3])]);
    window.app_mut().settings.show(Tab::Outline);
    window.harness.run_steps(3);
    window.press("Open Links");
    window.press("link 1: square 2 to square 3");
    assert_eq!(window.app().selection, [Place::Link(1)]);
}

#[test]
fn inspector_edits_one_link_and_several() {
    let mut level = pair();
    for (a, b) in [([0, 2], [1, 3]), ([0, 1], [1, 0])] {
        let ends = [LinkEnd::Node(a), LinkEnd::Node(b)];
        let kind = LinkKind::Spring { rest_length: 3.0, stiffness: 0.5, damping: 0.125 };
        blobsmith::level::edit::links::add_link(&mut level, ends, kind, true).unwrap();
    }
    level.links[1].kind = LinkKind::Spring { rest_length: 3.0, stiffness: 0.25, damping: 0.125 };
    let mut window = Window::with(level);
    selecting(&mut window, &[Place::Link(0), Place::Link(1)]);
    assert!(is_shown(&window, "2 links"));
    window.type_into("Stiffness", "*2");
    let stiffness = |window: &Window| {
        let of = |kind| match kind {
            LinkKind::Spring { stiffness, .. } => stiffness,
            _ => f64::NAN,
        };
        links(window).into_iter().map(|(_, kind)| of(kind)).collect::<Vec<_>>()
    };
    assert_eq!(stiffness(&window), [1.0, 0.5]);
    assert_eq!(window.app().document.undo_label(), Some("Stiffness of 2 links"));
    window.press("Collide");
    assert!(window.app().document.level().links.iter().all(|link| !link.collide));
    // One of them: its ends, and its length as drawn.
    selecting(&mut window, &[Place::Link(1)]);
    window.press("Lengths as drawn");
    let LinkKind::Spring { rest_length, .. } = links(&window)[1].1 else { panic!("a spring") };
    assert_eq!(rest_length, 1.0);
    window.press("node 0 of square (1)");
    assert_eq!(window.app().selection, [Place::Node(1, 0)]);
}

#[test]
fn inspector_sets_categories_and_sensors_of_several_bodies() {
    let mut level = pair();
    level.bodies[1].collision = CollisionFilter { category: 1, mask: !2, sensor: false };
    let mut window = Window::with(level);
    selecting(&mut window, &[Place::Body(0), Place::Body(1)]);
    let filter = |window: &Window, body: usize| window.app().document.level().bodies[body].collision;
    // The mask of one of them excludes the second category; the box is mixed, and a click ticks it for both.
    window.press("Collides with 2");
    assert_eq!([filter(&window, 0).mask, filter(&window, 1).mask], [u32::MAX; 2]);
    window.press("Is in 1");
    assert_eq!([filter(&window, 0).category, filter(&window, 1).category], [0; 2]);
    window.press("Show all categories");
    window.press("Is in 32");
    assert_eq!(filter(&window, 1).category, 1 << 31);
    window.press("Sensor");
    assert!(filter(&window, 0).sensor && filter(&window, 1).sensor);
    assert_eq!(window.app().document.undo_label(), Some("Sensor of 2 bodies"));
}

#[test]
fn category_name_is_stored_with_the_level_and_labels_its_boxes() {
    let mut level = pair();
    level.discs[0].collision.category = 2;
    let mut window = Window::with(level);
    selecting(&mut window, &[Place::Disc(0)]);
    let field = window.harness.get_by_label("Name of category 2").rect().center();
    window.click_at(field);
    window.harness.event(Event::Text("player".to_owned()));
    window.harness.run_steps(3);
    let level = window.app().document.level();
    assert_eq!(
        level.editor.as_ref().map(|extra| extra.categories.clone()),
        Some(vec![String::new(), "player".to_owned()])
    );
    window.press("Is in player");
    assert_eq!(window.app().document.level().discs[0].collision.category, 0);
}

#[test]
fn segment_cannot_become_a_sensor() {
    let mut level = pair();
    let shapes =
        [ObstacleShape::Segment([0.0, 3.0], [1.0, 3.0]), ObstacleShape::Circle { center: [0.0, 4.0], radius: 0.5 }];
    let named =
        |(index, shape): (usize, ObstacleShape)| Obstacle { name: format!("o{index}"), shape, ..Obstacle::default() };
    level.obstacles = shapes.into_iter().enumerate().map(named).collect();
    let mut window = Window::with(level);
    let open = |window: &mut Window, places: &[Place]| {
        selecting(window, places);
        if !is_shown(window, "Sensor") {
            window.press("Collision");
            window.harness.run_steps(20);
        }
    };
    open(&mut window, &[Place::Obstacle(0)]);
    let is_disabled = |window: &Window| {
        let mut boxes = window.harness.get_all_by_label("Sensor").map(|node| node.accesskit_node().is_disabled());
        boxes.next_back()
    };
    assert_eq!(is_disabled(&window), Some(true));
    open(&mut window, &[Place::Obstacle(1)]);
    window.press("Sensor");
    assert!(window.app().document.level().obstacles[1].collision.sensor);
}
