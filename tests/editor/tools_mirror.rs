//! The live mirror, by real events: every tool acts on both sides, in one step of history.

use crate::tools::{drag, is_near};
use crate::tools_draw::{click, has_notice, level, loose, with_grid};
use crate::window::{Window, square};
use blobsmith::editor::mirror::Mirror;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::{Body, Level, Node, ObstacleShape, Place};
use egui::{Event, Key, Modifiers, Pos2, vec2};

fn mirrored(level: Level, x: f64) -> Window {
    let mut window = with_grid(level);
    window.key(Modifiers::NONE, Key::Y);
    assert_eq!(window.app().toolbox.mirror, Mirror { is_on: true, x });
    window
}

/// The unit square, and the same from x = 3 to 4.
fn squares() -> Level {
    let mut level = square();
    let mut other = level.bodies[0].clone().translated([3.0, 0.0]);
    other.name = "other".to_owned();
    level.bodies.push(other);
    level
}

fn span(body: &Body) -> [f64; 4] {
    let at = |axis: usize| body.nodes.iter().map(move |node| node.position[axis]);
    let least = |axis| at(axis).fold(f64::INFINITY, f64::min);
    let most = |axis| at(axis).fold(f64::NEG_INFINITY, f64::max);
    [least(0), most(0), least(1), most(1)]
}

fn assert_spans(window: &Window, expected: &[[f64; 4]]) {
    let mut spans: Vec<[f64; 4]> = level(window).bodies.iter().map(span).collect();
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    assert_eq!(spans.len(), expected.len(), "{spans:?}");
    for (found, wanted) in spans.iter().zip(expected) {
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6), "{spans:?}");
    }
}

#[test]
fn mirror_draws_every_kind_on_both_sides() {
    let mut window = mirrored(loose(), 0.0);
    window.key(Modifiers::SHIFT, Key::S);
    drag(&mut window, [-2.0, 0.0], [-1.0, 1.0], Modifiers::NONE);
    let sticks: Vec<_> = level(&window).bodies[0].sticks.iter().map(|stick| [stick.a, stick.b]).collect();
    assert_eq!(sticks, [[0, 5], [3, 4]]);
    window.key(Modifiers::NONE, Key::Q);
    click(&mut window, [2.0, 0.0]);
    let pinned: Vec<_> = level(&window).bodies[0].nodes.iter().map(|node| node.pinned).collect();
    assert_eq!(pinned, [true, false, false, true, false, false]);
    window.key(Modifiers::NONE, Key::E);
    for at in [[-2.0, 0.0], [-1.0, 1.0], [-1.0, -1.0], [-2.0, 0.0]] {
        click(&mut window, at);
    }
    let body = level(&window).bodies[0].clone();
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    let doubled = polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO);
    assert_eq!((body.hull.len(), doubled), (6, 4.0), "two triangles of area 1, the outside on the right of both");
    window.key(Modifiers::NONE, Key::D);
    drag(&mut window, [-1.5, 0.5], [-1.5, 0.75], Modifiers::NONE);
    let discs: Vec<_> = level(&window).discs.iter().map(|disc| (disc.position, disc.radius)).collect();
    assert_eq!(discs, [([-1.5, 0.5], 0.25), ([1.5, 0.5], 0.25)]);
    window.key(Modifiers::SHIFT, Key::O);
    drag(&mut window, [-1.75, -0.75], [-1.5, -0.5], Modifiers::NONE);
    window.press("Circles");
    drag(&mut window, [0.0, 0.25], [0.25, 0.25], Modifiers::NONE);
    let shapes: Vec<_> = level(&window).obstacles.iter().map(|obstacle| obstacle.shape).collect();
    assert_eq!(
        shapes,
        [
            ObstacleShape::Segment([-1.75, -0.75], [-1.5, -0.5]),
            ObstacleShape::Segment([1.5, -0.5], [1.75, -0.75]),
            ObstacleShape::Circle { center: [0.0, 0.25], radius: 0.25 },
        ],
        "the circle on the axis once"
    );
    for _ in 0..6 {
        window.press("Undo");
    }
    assert_eq!(level(&window), loose(), "a step each");
}

#[test]
fn mirror_moves_and_deletes_on_both_sides() {
    let mut window = mirrored(squares(), 2.0);
    window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.key(Modifiers::ALT, Key::ArrowRight);
    assert_spans(&window, &[[0.25, 1.25, 0.0, 1.0], [2.75, 3.75, 0.0, 1.0]]);
    window.press("Undo");
    drag(&mut window, [0.5, 0.25], [0.0, 0.5], Modifiers::NONE);
    assert_spans(&window, &[[-0.5, 0.5, 0.25, 1.25], [3.5, 4.5, 0.25, 1.25]]);
    window.press("Undo");
    window.type_into("Middle of the selection x", "0");
    assert_spans(&window, &[[-0.5, 0.5, 0.0, 1.0], [3.5, 4.5, 0.0, 1.0]]);
    window.press("Undo");
    window.key(Modifiers::NONE, Key::Delete);
    assert_spans(&window, &[]);
    window.press("Undo");
    assert_eq!(level(&window), squares(), "a step each");
    // Typed into the inspector.
    window.click(DVec2::ZERO, Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Node(0, 0)]);
    window.type_into("Position x", "-0.5");
    let at = |window: &Window, body: usize, node: usize| level(window).bodies[body].nodes[node].position;
    assert_eq!((at(&window, 0, 0), at(&window, 1, 1)), ([-0.5, 0.0], [4.5, 0.0]));
    window.press("Undo");
    assert_eq!(level(&window), squares(), "a step each");
    // Both selected: the one that is taken hold of leads.
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::COMMAND, Key::A);
    drag(&mut window, [3.5, 0.25], [3.75, 0.25], Modifiers::NONE);
    assert_spans(&window, &[[-0.25, 0.75, 0.0, 1.0], [3.25, 4.25, 0.0, 1.0]]);
    window.press("Undo");
    assert_eq!(level(&window), squares());
}

#[test]
fn mirror_keeps_a_body_across_the_axis_on_it() {
    let mut window = mirrored(square(), 0.5);
    window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    let [from, to] = [[0.5, 0.25], [1.0, 0.5]].map(|at: [f64; 2]| window.screen(at.into()));
    window.drag_only(from, to);
    assert!(window.app().canvas.hint.contains("along its axis"), "{}", window.app().canvas.hint);
    window.drop_at(to);
    assert_spans(&window, &[[0.0, 1.0, 0.25, 1.25]]);
    window.press("Undo");
    // The right handle takes the left side along.
    let handle = |window: &Window, x: f64| window.screen(DVec2::new(x, 0.5)) + vec2(13.0, 0.0);
    let (from, to) = (handle(&window, 1.0), handle(&window, 1.5));
    window.drag(from, to);
    assert_spans(&window, &[[-0.5, 1.5, 0.0, 1.0]]);
    window.press("Undo");
    window.type_into("Turn the selection by", "90");
    assert!(has_notice(&window, "cannot be rotated"));
    assert_eq!(level(&window), square());
}

fn with_keys(window: &mut Window, from: Pos2, to: Pos2, modifiers: Modifiers) {
    window.harness.event(Event::ModifiersChanged(modifiers));
    window.drag(from, to);
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.harness.run_steps(1);
}

#[test]
fn mirror_handles_scale_and_rotate_the_image() {
    let mut window = mirrored(squares(), 2.0);
    window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    let corner = |window: &Window, x: f64, y: f64| window.screen(DVec2::new(x, y)) + vec2(13.0, -13.0);
    let (from, to) = (corner(&window, 1.0, 1.0), corner(&window, 1.5, 2.0));
    window.drag(from, to);
    assert_spans(&window, &[[0.0, 1.5, 0.0, 2.0], [2.5, 4.0, 0.0, 2.0]]);
    assert_eq!(level(&window).bodies[1].springs[0].rest_length, 1.5, "a whole body, with its springs");
    window.press("Undo");
    assert_eq!(level(&window), squares(), "one gesture is one step");
    let up = window.screen(DVec2::new(0.5, 1.0)) - vec2(0.0, 39.0);
    let middle = window.screen(DVec2::new(0.5, 0.5));
    let right = middle + vec2(middle.y - up.y, 3.0);
    with_keys(&mut window, up, right, Modifiers::COMMAND);
    // A quarter to the right, and the image a quarter to the left: lower left to upper left, and to lower right.
    let made = level(&window);
    assert!(is_near(made.bodies[0].nodes[0].position, [0.0, 1.0]), "{:?}", made.bodies[0].nodes[0]);
    assert!(is_near(made.bodies[1].nodes[0].position, [4.0, 0.0]), "{:?}", made.bodies[1].nodes[0]);
    window.press("Undo");
    assert_eq!(level(&window), squares());
}

#[test]
fn mirror_knife_cuts_on_both_sides() {
    let mut window = mirrored(squares(), 2.0);
    window.key(Modifiers::NONE, Key::C);
    drag(&mut window, [0.5, 1.1], [0.5, -0.1], Modifiers::ALT);
    let (low, high) = (0.0, 1.0);
    assert_spans(
        &window,
        &[[0.0, 0.5, low, high], [0.5, 1.0, low, high], [3.0, 3.5, low, high], [3.5, 4.0, low, high]],
    );
    assert_eq!(window.app().selection.len(), 4);
    window.press("Undo");
    assert_eq!(level(&window), squares(), "one step of history");
    // Said before, and after: a slanted cut leaves acute corners.
    let [from, to] = [[0.25, 1.1], [0.75, -0.1]].map(|at: [f64; 2]| window.screen(at.into()));
    window.drag_only(from, to);
    assert!(window.app().canvas.hint.contains("along its image"), "{}", window.app().canvas.hint);
    window.drop_at(to);
    assert_eq!(level(&window).bodies.len(), 4);
    assert!(has_notice(&window, "acute angle"), "{:?}", window.app().notices.texts().collect::<Vec<_>>());
}

fn draw_polygon(window: &mut Window, corners: &[[f64; 2]]) {
    window.key(Modifiers::NONE, Key::U);
    for &at in corners.iter().chain(&corners[..1]) {
        click(window, at);
    }
    assert!(window.app().features.maker.is_some(), "{:?}", window.app().notices.texts().collect::<Vec<_>>());
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.maker.is_none(), "Enter inserts, though the tool would type a point with it");
}

#[test]
fn mirror_polygon_becomes_two_bodies_or_one() {
    let mut window = mirrored(loose(), 0.0);
    window.key(Modifiers::NONE, Key::U);
    window.hover(DVec2::new(-1.5, 0.5));
    assert!(window.app().canvas.hint.contains("both halves"), "{}", window.app().canvas.hint);
    draw_polygon(&mut window, &[[-1.75, -0.5], [-0.75, -0.5], [-0.75, 0.5]]);
    assert_spans(&window, &[[-2.0, 2.0, -1.0, 1.0], [-1.75, -0.75, -0.5, 0.5], [0.75, 1.75, -0.5, 0.5]]);
    let made = level(&window);
    assert_eq!(made.bodies[1].nodes.len(), made.bodies[2].nodes.len());
    window.press("Undo");
    assert_eq!(level(&window), loose(), "one step of history");
    // With a side on the axis: one body, and nodes on the axis that are no hull.
    draw_polygon(&mut window, &[[-1.75, -0.5], [0.0, -0.5], [0.0, 0.5]]);
    assert_spans(&window, &[[-2.0, 2.0, -1.0, 1.0], [-1.75, 1.75, -0.5, 0.5]]);
    let body = level(&window).bodies[1].clone();
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    let area = 0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO);
    assert!((area - 1.75).abs() < 1e-9, "two triangles 1.75 wide and 1 high: {area}");
    let tiled: f64 = body.triangles.iter().map(|&[a, b, c]| polygon::doubled_triangle_area(at(a), at(b), at(c))).sum();
    assert!((0.5 * tiled - area).abs() < 1e-9);
    assert!(body.hull.iter().all(|&[a, b]| at(a).x != 0.0 || at(b).x != 0.0));
    window.press("Undo");
    // Across the axis: the side of the first corner, with its image.
    draw_polygon(&mut window, &[[-1.75, -0.5], [0.5, -0.5], [0.5, 0.5], [-1.75, 0.5]]);
    assert_spans(&window, &[[-2.0, 2.0, -1.0, 1.0], [-1.75, 1.75, -0.5, 0.5]]);
}

#[test]
fn mirror_copy_lies_on_the_grid_with_its_image() {
    let mut window = with_grid(square());
    window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    window.key(Modifiers::COMMAND, Key::D);
    let at = level(&window).bodies[1].nodes[0].position;
    // The original is 1 wide.
    assert!(at[0] > 1.0 && at[1] == 0.0 && at.iter().all(|c| (c / 0.25).fract() == 0.0), "{at:?}");
    let mut window = mirrored(squares(), 2.0);
    window.click(DVec2::new(0.5, 0.25), Modifiers::NONE);
    window.key(Modifiers::COMMAND, Key::D);
    let made = level(&window);
    assert_eq!(made.bodies.len(), 4);
    let (own, image) = (span(&made.bodies[2]), span(&made.bodies[3]));
    assert!((own[0] + image[1] - 4.0).abs() < 1e-9 && own[2] == image[2], "{own:?} {image:?}");
    window.press("Undo");
    assert_eq!(level(&window), squares());
}

#[test]
fn mirror_mesh_menu_changes_both_sides() {
    let body = |x: f64| {
        let nodes = [[x - 1.0, 0.0], [x + 1.0, 0.0], [x + 1.0, 2.0], [x - 1.0, 2.0]].map(Node::at).to_vec();
        Body { nodes, hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]], ..Body::default() }
    };
    let mut window = Window::with(Level { bodies: vec![body(-3.0), body(3.0), body(20.0)], ..Level::default() });
    window.app_mut().toolbox.mirror = blobsmith::editor::mirror::Mirror { is_on: true, x: 0.0 };
    window.app_mut().selection = vec![Place::Body(0)].into();
    let ctx = window.harness.ctx.clone();
    let command = blobsmith::editor::actions::Command::BalloonFan;
    blobsmith::editor::perform::meshing::command(window.app_mut(), &ctx, command);
    let counts = |window: &Window| {
        window.app().document.level().bodies.iter().map(|body| body.triangles.len()).collect::<Vec<_>>()
    };
    assert_eq!(counts(&window), [4, 4, 0]);
    window.app_mut().document.undo();
    window.app_mut().toolbox.mirror.is_on = false;
    window.app_mut().selection = vec![Place::Body(0)].into();
    blobsmith::editor::perform::meshing::command(window.app_mut(), &ctx, command);
    assert_eq!(counts(&window), [4, 0, 0]);
}
