//! Tools that draw into the level, driven by real events: every gesture is one step of history, and Escape undoes it.

#[path = "tools_path.rs"]
mod tools_path;

use crate::regions;
use crate::tools::{drag, is_near};
use crate::window::{Window, square};
use blobsmith::editor::mirror::Mirror;
use blobsmith::editor::tools;
use blobsmith::level::{Body, Level, Node, ObstacleShape, Place};
use egui::{Event, Id, Key, Modifiers};
use glam::DVec2;

/// A window whose grid has cells of a quarter.
pub fn with_grid(level: Level) -> Window {
    let mut window = Window::with(level);
    window.app_mut().settings.tools.snap.grid = 0.25;
    window
}

pub fn level(window: &Window) -> Level {
    Level::clone(window.app().document.level())
}

pub fn click(window: &mut Window, at: [f64; 2]) {
    window.click(at.into(), Modifiers::NONE);
}

fn type_point(window: &mut Window, text: &str) {
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Enter);
}

pub fn has_notice(window: &Window, words: &str) -> bool {
    window.app().notices.texts().any(|text| text.contains(words))
}

/// Six nodes around (0, 0), symmetric about x = 0, without anything between them.
pub fn loose() -> Level {
    let at = [[-2.0, 0.0], [-1.0, -1.0], [1.0, -1.0], [2.0, 0.0], [1.0, 1.0], [-1.0, 1.0]];
    let body = Body { name: "loose".to_owned(), nodes: at.into_iter().map(Node::at).collect(), ..Body::default() };
    Level { bodies: vec![body], ..Level::default() }
}

#[test]
fn node_tool_starts_and_extends_a_body() {
    let mut window = with_grid(Level::default());
    window.key(Modifiers::NONE, Key::A);
    click(&mut window, [0.0, 0.0]);
    click(&mut window, [1.0, 0.0]);
    window.click(DVec2::new(3.0, 1.0), Modifiers::SHIFT);
    let made = level(&window);
    assert_eq!(made.bodies.iter().map(|body| body.nodes.len()).collect::<Vec<_>>(), [2, 1], "Shift: a new body");
    assert!(is_near(made.bodies[0].nodes[1].position, [1.0, 0.0]));
    assert!(is_near(made.bodies[1].nodes[0].position, [3.0, 1.0]));
    assert_eq!(window.app().selection, [Place::Node(1, 0)]);
    click(&mut window, [0.0, 0.0]);
    assert_eq!(window.app().selection, [Place::Node(0, 0)], "a node that is there is taken");
    window.key(Modifiers::NONE, Key::Enter);
    type_point(&mut window, "0.125, 2.5");
    assert_eq!(level(&window).bodies[0].nodes[2].position, [0.125, 2.5]);
    for count in [3, 2, 1, 0] {
        window.press("Undo");
        assert_eq!(level(&window).bodies.iter().map(|body| body.nodes.len()).sum::<usize>(), count);
    }
    assert_eq!(level(&window), Level::default());
}

#[test]
fn node_tool_moves_nodes() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::A);
    drag(&mut window, [-2.0, 0.0], [-2.5, 0.5], Modifiers::NONE);
    assert!(is_near(level(&window).bodies[0].nodes[0].position, [-2.5, 0.5]));
    assert_eq!(level(&window).bodies[0].nodes.len(), 6);
    window.press("Undo");
    assert_eq!(level(&window), loose());
}

#[test]
fn spring_tool_links_by_drags_and_chains() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::S);
    drag(&mut window, [-2.0, 0.0], [-1.0, -1.0], Modifiers::NONE);
    for at in [[1.0, -1.0], [2.0, 0.0], [1.0, 1.0]] {
        click(&mut window, at);
    }
    window.key(Modifiers::NONE, Key::Escape);
    click(&mut window, [-1.0, 1.0]);
    window.key(Modifiers::NONE, Key::Escape);
    let springs: Vec<_> = level(&window).bodies[0].springs.iter().map(|s| [s.a, s.b]).collect();
    assert_eq!(springs, [[0, 1], [2, 3], [3, 4]], "Escape ends a chain");
    assert!((level(&window).bodies[0].springs[0].rest_length - 2_f64.sqrt()).abs() < 1e-12);
    drag(&mut window, [-1.0, -1.0], [-2.0, 0.0], Modifiers::NONE);
    assert!(has_notice(&window, "already"), "{:?}", window.app().notices.texts().collect::<Vec<_>>());
    assert_eq!(level(&window).bodies[0].springs.len(), 3);
    for _ in 0..3 {
        window.press("Undo");
    }
    assert_eq!(level(&window), loose(), "a step each");
}

#[test]
fn spring_tool_says_that_a_drag_to_nothing_makes_no_spring() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::S);
    drag(&mut window, [-2.0, 0.0], [0.0, 0.1], Modifiers::NONE);
    assert!(level(&window).bodies[0].springs.is_empty());
    assert!(has_notice(&window, "No spring made: release on a node or disc"));
    click(&mut window, [0.0, 0.3]);
    assert!(has_notice(&window, "Nothing here: a spring joins nodes or discs"));
}

#[test]
fn spring_tool_links_neighbours_in_one_step() {
    let mut window = with_grid(loose());
    window.key(Modifiers::COMMAND, Key::A);
    window.key(Modifiers::NONE, Key::S);
    window.type_into("Radius of neighbours", "1.9");
    window.type_into("Stiffness of new springs", "0.7");
    window.press("Connect nodes within");
    // √2 between the tips and the corners, 2 between the corners: only the four slanted ones are near enough.
    let springs = &level(&window).bodies[0].springs;
    assert_eq!(springs.len(), 4);
    assert!(springs.iter().all(|s| s.stiffness == 0.7 && (s.rest_length - 2_f64.sqrt()).abs() < 1e-12));
    window.press("Undo");
    assert_eq!(level(&window), loose());
}

#[test]
fn hull_tool_reverses_a_clockwise_loop() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::E);
    let clockwise = [[-2.0, 0.0], [-1.0, 1.0], [1.0, 1.0], [2.0, 0.0], [1.0, -1.0], [-1.0, -1.0]];
    for at in clockwise {
        click(&mut window, at);
    }
    assert!(level(&window).bodies[0].hull.is_empty(), "not before it is closed");
    click(&mut window, clockwise[0]);
    assert!(has_notice(&window, "Reversed to"));
    let hull = &level(&window).bodies[0].hull;
    assert_eq!(hull.len(), 6);
    for [a, b] in [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]] {
        assert!(hull.contains(&[a, b]), "{a} to {b}, counter-clockwise");
    }
    window.press("Undo");
    // The same by Enter, without turning; Backspace takes one back that was wrong.
    for at in [[-2.0, 0.0], [-1.0, -1.0], [1.0, 1.0]] {
        click(&mut window, at);
    }
    window.key(Modifiers::NONE, Key::Backspace);
    click(&mut window, [1.0, -1.0]);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(level(&window).bodies[0].hull, [[0, 1], [1, 2], [2, 0]]);
    window.press("Undo");
    // Traced round the selected nodes: without springs the convex hull, which is all of them.
    window.key(Modifiers::COMMAND, Key::A);
    window.press("Trace around the selected nodes");
    assert_eq!(level(&window).bodies[0].hull.len(), 6);
    window.press("Undo");
    click(&mut window, [-2.0, 0.0]);
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(level(&window), loose());
    // A drag over no node is answered once.
    drag(&mut window, [0.0, 0.2], [0.4, 0.3], Modifiers::NONE);
    assert_eq!(window.app().notices.warnings().filter(|text| text.contains("No node here")).count(), 1);
}

#[test]
fn triangle_tool_makes_counter_clockwise_triangles() {
    let mut window = with_grid(loose());
    window.key(Modifiers::SHIFT, Key::T);
    for at in [[-2.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]] {
        click(&mut window, at);
    }
    let [triangle] = level(&window).bodies[0].triangles[..] else { panic!("one") };
    assert!([[0, 1, 5], [1, 5, 0], [5, 0, 1]].contains(&triangle), "{triangle:?}");
    assert!(has_notice(&window, "counter-clockwise"));
    click(&mut window, [1.0, 1.0]);
    window.key(Modifiers::NONE, Key::Backspace);
    click(&mut window, [2.0, 0.0]);
    window.key(Modifiers::NONE, Key::Escape);
    window.press("Undo");
    assert_eq!(level(&window), loose());
}

#[test]
fn stick_disc_and_obstacle_tools_add_their_parts() {
    let mut window = with_grid(loose());
    window.key(Modifiers::SHIFT, Key::S);
    window.press("Hidden support");
    drag(&mut window, [-1.0, -1.0], [1.0, -1.0], Modifiers::NONE);
    let stick = level(&window).bodies[0].sticks[0];
    assert_eq!((stick.a, stick.b, stick.hidden), (1, 2, true));
    assert!((stick.length - 2.0).abs() < 1e-12);
    window.key(Modifiers::NONE, Key::D);
    drag(&mut window, [0.0, 0.0], [0.5, 0.0], Modifiers::NONE);
    let disc = level(&window).discs[0].clone();
    assert!(is_near(disc.position, [0.0, 0.0]) && (disc.radius - 0.5).abs() < 1e-12);
    click(&mut window, [0.0, 1.0]);
    type_point(&mut window, "0.25<90");
    assert!((level(&window).discs[1].radius - 0.25).abs() < 1e-12);
    window.press("Particles");
    click(&mut window, [0.0, -0.5]);
    assert_eq!(level(&window).discs[2].radius, 0.0);
    window.key(Modifiers::SHIFT, Key::O);
    for at in [[-2.0, -1.0], [0.0, -1.25], [2.0, -1.0]] {
        click(&mut window, at);
    }
    window.key(Modifiers::NONE, Key::Escape);
    let shapes: Vec<_> = level(&window).obstacles.iter().map(|obstacle| obstacle.shape).collect();
    assert_eq!(shapes.len(), 2, "one wall after the other");
    assert!(matches!(shapes[1], ObstacleShape::Segment(a, b) if is_near(a, [0.0, -1.25]) && is_near(b, [2.0, -1.0])));
    window.press("Circles");
    drag(&mut window, [0.0, 0.0], [0.0, 0.5], Modifiers::NONE);
    let last = level(&window).obstacles[2].shape;
    assert!(matches!(last, ObstacleShape::Circle { radius, .. } if (radius - 0.5).abs() < 1e-12));
    window.press("Lines without end");
    drag(&mut window, [-2.0, 1.0], [2.0, 1.0], Modifiers::NONE);
    let last = level(&window).obstacles[3].shape;
    assert!(matches!(last, ObstacleShape::Line(_, [x, y]) if x > 0.0 && y.abs() < 1e-12));
    for _ in 0..8 {
        window.press("Undo");
    }
    assert_eq!(level(&window), loose(), "a step each");
}

#[test]
fn pin_tool_pins_by_clicks_and_by_dragging_over_nodes() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::Q);
    click(&mut window, [2.0, 0.0]);
    assert!(level(&window).bodies[0].nodes[3].pinned);
    click(&mut window, [2.0, 0.0]);
    assert!(!level(&window).bodies[0].nodes[3].pinned);
    let [a, b, c] = [[-1.0, 1.0], [0.0, 1.0], [1.0, 1.0]].map(|at: [f64; 2]| window.screen(at.into()));
    window.drag_only(a, b);
    for part in [0.5, 1.0] {
        window.harness.event(Event::PointerMoved(b.lerp(c, part)));
        window.harness.run_steps(1);
    }
    window.drop_at(c);
    let pinned: Vec<_> = level(&window).bodies[0].nodes.iter().map(|node| node.pinned).collect();
    assert_eq!(pinned, [false, false, false, false, true, true]);
    window.press("Undo");
    assert!(level(&window).bodies[0].nodes.iter().all(|node| !node.pinned), "one gesture is one step");
}

#[test]
fn mirror_draws_both_sides_in_one_step() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::Y);
    assert_eq!(window.app().toolbox.mirror, Mirror { is_on: true, x: 0.0 });
    window.key(Modifiers::NONE, Key::S);
    drag(&mut window, [-2.0, 0.0], [-1.0, 1.0], Modifiers::NONE);
    let springs: Vec<_> = level(&window).bodies[0].springs.iter().map(|s| [s.a, s.b]).collect();
    assert_eq!(springs, [[0, 5], [3, 4]]);
    drag(&mut window, [-1.0, 1.0], [1.0, 1.0], Modifiers::NONE);
    assert_eq!(level(&window).bodies[0].springs.len(), 3, "its own image");
    window.key(Modifiers::SHIFT, Key::T);
    for at in [[-2.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]] {
        click(&mut window, at);
    }
    assert_eq!(level(&window).bodies[0].triangles.len(), 2);
    window.key(Modifiers::NONE, Key::A);
    click(&mut window, [-1.5, 1.25]);
    click(&mut window, [0.0, 0.5]);
    let nodes = level(&window).bodies[0].nodes.clone();
    assert_eq!(nodes.len(), 9, "two, and one on the axis");
    assert!(is_near(nodes[7].position, [1.5, 1.25]) && is_near(nodes[8].position, [0.0, 0.5]));
    for _ in 0..5 {
        window.press("Undo");
    }
    assert_eq!(level(&window), loose());
}

#[test]
fn drawing_click_at_a_later_frame_goes_to_frame_0_first() {
    let mut window = with_grid(square());
    window.press("Step one frame");
    window.key(Modifiers::NONE, Key::A);
    click(&mut window, [0.5, 1.1]);
    assert_eq!(window.app().run.moment(), (0, 0));
    assert_eq!(level(&window), square());
    assert!(has_notice(&window, "frame 0"));
    click(&mut window, [0.5, 1.1]);
    assert_eq!(level(&window).bodies.iter().map(|body| body.nodes.len()).sum::<usize>(), 5);
}

#[test]
fn tools_show_a_hint_and_cancel_without_a_step() {
    for tool in tools::ALL {
        let mut window = with_grid(loose());
        window.key(tool.keys.modifiers, tool.keys.logical_key);
        assert_eq!(window.app().toolbox.entry.id, tool.id);
        assert!(!window.app().canvas.hint.is_empty(), "{}", tool.id);
        window.hover(DVec2::new(-1.0, -1.0));
        assert!(!window.app().canvas.hint.is_empty(), "{}", tool.id);
        let (from, to) = (window.screen(DVec2::new(-1.0, -1.0)), window.screen(DVec2::new(-0.8, -0.6)));
        window.drag_only(from, to);
        assert!(!window.app().canvas.hint.is_empty(), "{}", tool.id);
        window.key(Modifiers::NONE, Key::Escape);
        if window.app().toolbox.tool.claims(tools::Press::Escape) {
            window.key(Modifiers::NONE, Key::Escape);
        }
        assert_eq!(level(&window), loose(), "{}", tool.id);
        assert!(window.app().document.undo_label().is_none(), "{}", tool.id);
    }
}

#[test]
fn polygon_tool_opens_the_mesh_dialog() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::U);
    for at in [[-2.0, -0.5], [2.0, -0.5], [0.0, 0.75]] {
        click(&mut window, at);
    }
    assert!(window.app().features.maker.is_none(), "not before it is closed");
    click(&mut window, [-2.0, -0.5]);
    assert_eq!(
        window.app().features.maker.as_ref().map(|maker| maker.title()).as_deref(),
        Some("Body from an outline")
    );
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().features.maker.is_none());
    // The corners are not lost by a key press.
    assert!(has_notice(&window, "The outline is open again"));
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.maker.is_some());
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::NONE, Key::Escape);
    click(&mut window, [-2.0, -0.5]);
    window.key(Modifiers::NONE, Key::Enter);
    assert!(has_notice(&window, "three corners"));
}

#[test]
fn mesh_dialog_stands_beside_the_outline_within_the_canvas() {
    for side in [-1.0, 1.0] {
        let mut window = with_grid(loose());
        window.key(Modifiers::NONE, Key::U);
        for at in [[side, -0.5], [1.5 * side, -0.5], [1.25 * side, 0.75], [side, -0.5]] {
            click(&mut window, at);
        }
        assert!(window.app().features.maker.is_some());
        window.harness.run_steps(3);
        let dialog =
            window.harness.ctx.memory(|memory| memory.area_rect(Id::unique("maker of an outline"))).expect("a dialog");
        let canvas = regions::region(&window, "canvas");
        assert!(canvas.contains_rect(dialog), "{dialog:?} in {canvas:?}");
        let outline = window.screen(DVec2::new(1.25 * side, 0.0));
        assert!(!dialog.contains(outline) && (dialog.center().x < canvas.center().x) == (side > 0.0), "{dialog:?}");
    }
}

/// Both halves of the figure of eight have the same area, with opposite signs.
#[test]
fn polygon_that_crosses_itself_keeps_its_corners() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::U);
    for at in [[-0.5, -0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, 0.5]] {
        click(&mut window, at);
    }
    window.key(Modifiers::NONE, Key::Enter);
    assert!(has_notice(&window, "The outline encloses no area"));
    assert!(window.app().features.maker.is_none());
    window.key(Modifiers::NONE, Key::Backspace);
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.maker.is_some(), "the triangle of the first three corners");
}

#[test]
fn polygon_tool_draws_freehand_by_a_drag_in_both_modes() {
    let mut window = with_grid(loose());
    window.key(Modifiers::NONE, Key::U);
    // A straight drag sets a corner at each end, and clicks go on from there.
    drag(&mut window, [-2.0, -0.5], [2.0, -0.5], Modifiers::NONE);
    assert!(window.app().canvas.hint.contains("2 of at least 3 corners"), "{}", window.app().canvas.hint);
    click(&mut window, [0.0, 0.75]);
    click(&mut window, [-2.0, -0.5]);
    assert!(window.app().features.maker.is_some());
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(level(&window).bodies[1].name, "polygon");
    draw_freehand(&mut window);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(level(&window).bodies[2].name, "polygon 2");
    for _ in 0..2 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    window.press("Freehand");
    draw_freehand(&mut window);
}

/// Draws around a rectangle with the button held; the dialog opens.
fn draw_freehand(window: &mut Window) {
    let corners = [[-1.5, -0.75], [1.5, -0.75], [1.5, 0.75], [-1.5, 0.75]].map(|at: [f64; 2]| window.screen(at.into()));
    window.drag_only(corners[0], corners[1]);
    for corner in &corners[2..] {
        window.harness.event(Event::PointerMoved(*corner));
        window.harness.run_steps(1);
    }
    assert!(window.app().canvas.hint.contains("4 corners"), "{}", window.app().canvas.hint);
    let before = level(window);
    window.drop_at(corners[3]);
    assert!(window.app().features.maker.is_some());
    assert_eq!(level(window), before, "nothing before it is taken over");
}

#[test]
fn knife_tool_cuts_in_one_step() {
    let mut window = with_grid(square());
    window.key(Modifiers::NONE, Key::C);
    drag(&mut window, [0.5, 1.1], [0.5, -0.1], Modifiers::ALT);
    assert_eq!(level(&window).bodies.len(), 2, "{:?}", window.app().notices.texts().collect::<Vec<_>>());
    assert_eq!(window.app().selection.len(), 2);
    window.press("Undo");
    assert_eq!(level(&window), square());
    click(&mut window, [0.5, 1.1]);
    window.key(Modifiers::NONE, Key::Escape);
    click(&mut window, [0.5, -0.1]);
    assert_eq!(level(&window), square(), "Escape forgets where it began");
}

#[test]
fn tool_that_refuses_warns() {
    let mut window = with_grid(loose());
    let hull = tools::ALL.iter().find(|tool| tool.id == "hull").unwrap();
    window.key(hull.keys.modifiers, hull.keys.logical_key);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().notices.warnings().count(), 1, "nothing is selected that a hull could go around");
    assert!(window.app().document.undo_label().is_none());
}
