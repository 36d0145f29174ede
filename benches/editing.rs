//! What a picture of the window costs while one edits: 10,000 nodes and 30,000 springs with findings on; layout and
//! tessellation together, without a screen.
//!
//! Must never know: how anything is drawn or done.

mod measure;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::editor::app::{App, Opened};
use blobsmith::editor::settings::Settings;
use blobsmith::level::{Level, Place};
use egui::{
    Context, Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, TouchPhase, Vec2, pos2, vec2,
};
use measure::{cost, is_only_asked_to_start, median};
use scenes::{Stuff, lattice, level};

/// Pictures of each kind.
const PICTURES: usize = 120;

fn main() {
    if is_only_asked_to_start() {
        return;
    }
    let level = sheet();
    let (nodes, springs) = (level.bodies[0].nodes.len(), level.bodies[0].springs.len());
    println!(
        "{nodes} nodes, {springs} springs, {} triangles, 1280x720; CPU milliseconds a picture\n",
        level.bodies[0].triangles.len()
    );
    println!("| while | median layout | median tessellation | median both | 95 % | worst |");
    println!("| :-- | --: | --: | --: | --: | --: |");
    let mut window = Window::new(level);
    window.settle();
    window.row("nothing happens, drawn all the same", |_| Vec::new());
    window.row("the pointer moves over the canvas", |i| vec![Event::PointerMoved(canvas_point(i))]);
    window.row("the view is moved", |i| {
        let delta = vec2(0.0, if i % 2 == 0 { 3.0 } else { -3.0 });
        vec![Event::PointerMoved(canvas_point(i)), wheel(delta)]
    });
    // Away from the middle, where the pivot of the selection is.
    let node = window.node_on_screen(30 * 100 + 40);
    window.drag("a node is dragged", node, false);
    assert!(window.has_edited("Move node"), "the node was not moved");
    let all: Vec<Place> = (0..nodes).map(|node| Place::Node(0, node)).collect();
    window.app.selection = all.into();
    window.drag("all nodes are dragged", node, false);
    assert!(window.has_edited("Move 10000"), "the nodes were not moved");
    window.app.selection.clear();
    window.drag("a box of nodes is drawn", pos2(120.0, 120.0), true);
    assert!(window.app.selection.len() > 1000, "the box took only {}", window.app.selection.len());
    window.settle();
    println!("\nIdle: asks for the next picture after {:?}", window.asks_again());
}

/// 100 x 100 nodes, one diagonal in every cell and a second one in some.
fn sheet() -> Level {
    let mut body = lattice([0.0, 0.0], 0.1, 99, 99, Stuff::default());
    let is_other_diagonal = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]) * (b[1] - a[1]) < -1e-9;
    let mut spare = 30_000 - (2 * 99 * 100 + 99 * 99);
    let nodes = &body.nodes;
    body.springs.retain(|spring| {
        let is_kept = !is_other_diagonal(nodes[spring.a].position, nodes[spring.b].position) || spare > 0;
        if is_kept && is_other_diagonal(nodes[spring.a].position, nodes[spring.b].position) {
            spare -= 1;
        }
        is_kept
    });
    level(vec![body])
}

fn canvas_point(i: usize) -> Pos2 {
    pos2(200.0 + (i % 60) as f32 * 8.0, 150.0 + (i % 37) as f32 * 6.0)
}

fn wheel(delta: Vec2) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta,
        modifiers: Modifiers::NONE,
        phase: TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    }
}

fn button(at: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// The window without a screen.
struct Window {
    ctx: Context,
    app: App,
    time: f64,
    repaint: std::time::Duration,
}

impl Window {
    fn new(level: Level) -> Self {
        let ctx = Context::default();
        let app = App::new(&ctx, Opened { level, path: None }, Settings::default(), None).expect("a sound level");
        Self { ctx, app, time: 0.0, repaint: std::time::Duration::ZERO }
    }

    /// One picture: milliseconds of layout, and of tessellation.
    fn picture(&mut self, events: Vec<Event>) -> [f64; 2] {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0)));
        let mut input =
            Some(RawInput { screen_rect, time: Some(self.time), events, focused: true, ..RawInput::default() });
        let mut output = None;
        let layout = cost(&mut || {
            output = Some(self.ctx.run_ui(input.take().unwrap_or_default(), |ui| self.app.draw(ui)));
        });
        let mut output = output.expect("it ran");
        output.textures_delta.clear();
        self.repaint = output.viewport_output.values().map(|viewport| viewport.repaint_delay).min().unwrap_or_default();
        let mut shapes = Some(output.shapes);
        let tessellation = cost(&mut || {
            let meshes = self.ctx.tessellate(shapes.take().unwrap_or_default(), output.pixels_per_point);
            assert!(!meshes.is_empty());
        });
        [layout, tessellation]
    }

    fn settle(&mut self) {
        for _ in 0..200 {
            self.picture(Vec::new());
        }
    }

    fn row(&mut self, what: &str, events: impl Fn(usize) -> Vec<Event>) {
        let mut costs = Vec::new();
        for i in 0..PICTURES {
            costs.push(self.picture(events(i)));
        }
        report(what, &costs);
    }

    /// Presses at a point, moves about, and lets go.
    fn drag(&mut self, what: &str, from: Pos2, is_long: bool) {
        self.picture(vec![Event::PointerMoved(from)]);
        self.picture(vec![button(from, true)]);
        let mut costs = Vec::new();
        for i in 0..PICTURES {
            let by = if is_long {
                vec2(4.0, 3.0) * i as f32
            } else {
                vec2(3.0 * (i as f32 * 0.3).sin(), 3.0 * (i as f32 * 0.2).cos())
            };
            costs.push(self.picture(vec![Event::PointerMoved(from + by + vec2(8.0, 0.0))]));
        }
        report(what, &costs);
        self.picture(vec![button(from, false)]);
        self.settle();
    }

    /// Where a node of the first body is drawn.
    fn node_on_screen(&self, node: usize) -> Pos2 {
        let rect = self.app.canvas.rect.expect("the canvas was drawn");
        let at = self.app.document.level().bodies[0].nodes[node].position;
        let size = glam::DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        let at = self.app.canvas.camera.viewport(size).screen_from_world(at.into());
        rect.min + vec2(at.x as f32, at.y as f32)
    }

    /// Whether the last step of the history is called so; each drag is one.
    fn has_edited(&self, label: &str) -> bool {
        let undo = self.app.document.undo_label();
        undo.is_some_and(|undo| undo.starts_with(label))
    }

    /// When the window wants to be drawn again.
    fn asks_again(&mut self) -> std::time::Duration {
        self.picture(Vec::new());
        self.repaint
    }
}

fn report(what: &str, costs: &[[f64; 2]]) {
    let part = |part: usize| median(costs.iter().map(|cost| cost[part]).collect());
    let mut both: Vec<f64> = costs.iter().map(|[layout, tessellation]| layout + tessellation).collect();
    both.sort_by(f64::total_cmp);
    println!(
        "| {what} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
        part(0),
        part(1),
        both[both.len() / 2],
        both[both.len() * 95 / 100],
        both[both.len() - 1]
    );
}
