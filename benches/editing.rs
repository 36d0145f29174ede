//! Cost of a window frame while editing 10,000 nodes and 30,000 springs with findings on: layout and tessellation,
//! without a screen.

mod measure;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::editor::app::{App, Opened};
use blobsmith::editor::settings::Settings;
use blobsmith::level::{Level, Place, Role};
use egui::{
    Context, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, TouchPhase, Vec2, pos2, vec2,
};
use measure::{cost, is_only_asked_to_start, median};
use scenes::{Stuff, lattice, level};
use std::sync::Arc;

/// Frames per row.
const PICTURES: usize = 120;

fn main() {
    if is_only_asked_to_start() {
        return;
    }
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let side = asked.iter().find_map(|argument| argument.parse::<usize>().ok());
    let words: Vec<String> = asked.into_iter().filter(|argument| argument.parse::<usize>().is_err()).collect();
    let side = side.map_or(100, |nodes| (nodes as f64).sqrt().round().max(10.0) as usize);
    let level = sheet(side);
    let (nodes, springs) = (level.bodies[0].nodes.len(), level.bodies[0].springs.len());
    println!(
        "{nodes} nodes, {springs} springs, {} triangles, 1280x720; CPU milliseconds a picture\n",
        level.bodies[0].triangles.len()
    );
    println!("| while | median layout | median tessellation | median both | 95 % | worst | in picture |");
    println!("| :-- | --: | --: | --: | --: | --: | --: |");
    let mut window = Window::new(level, words.join(" "));
    // Away from the centre, where the selection's pivot is.
    let node = 3 * side / 10 * side + 4 * side / 10;
    looking(&mut window);
    drags(&mut window, node);
    commands(&mut window);
    typing(&mut window);
    window.settle();
    println!("\nIdle: asks for the next picture after {:?}", window.asks_again());
}

fn looking(window: &mut Window) {
    window.settle();
    window.row("nothing happens, drawn all the same", |_| Vec::new());
    window.row("the pointer moves over the canvas", |i| vec![Event::PointerMoved(canvas_point(i))]);
    window.row("the view is moved", |i| {
        let delta = vec2(0.0, if i % 2 == 0 { 3.0 } else { -3.0 });
        vec![Event::PointerMoved(canvas_point(i)), wheel(delta)]
    });
    // Scrolling continues for some frames.
    window.settle();
    window.app.settings.toggle_overlay("strain");
    window.row("springs are coloured by strain", |_| Vec::new());
    window.app.settings.toggle_overlay("strain");
    window.settle();
}

fn drags(window: &mut Window, node: usize) {
    let count = window.nodes();
    let at = window.node_on_screen(node);
    if window.drag("a node is dragged, and snaps", at, Way::Near) {
        assert!(window.has_edited("Move node"), "the node was not moved");
    }
    let at = window.node_on_screen(node);
    if window.drag("a node is dragged freely", at, Way::Freely) {
        assert!(window.has_edited("Move node"), "the node was not moved");
    }
    let at = window.node_on_screen(node);
    window.app.settings.toggle_overlay("strain");
    window.settle();
    if window.drag("the same, with springs coloured by strain", at, Way::Freely) {
        assert!(window.has_edited("Move node"), "the node was not moved");
    }
    window.app.settings.toggle_overlay("strain");
    let at = window.node_on_screen(node);
    window.app.selection = window.all_nodes().into();
    if window.drag("all nodes are dragged freely", at, Way::Freely) {
        assert!(window.has_edited(&format!("Move {count}")), "the nodes were not moved");
    }
    window.app.selection = vec![Place::Body(0)].into();
    let at = window.node_on_screen(node);
    if window.drag("a body is dragged freely by its node", at, Way::Freely) {
        assert!(window.has_edited("Move"), "the body was not moved");
    }
    window.app.selection.clear();
    if window.drag("a box of nodes is drawn", pos2(120.0, 120.0), Way::Far) {
        assert!(window.app.selection.len() > count / 10, "the box took only {}", window.app.selection.len());
    }
    window.app.selection.clear();
    window.press(Key::S, Modifiers::NONE);
    let at = window.node_on_screen(node);
    window.drag("a spring is drawn from node to node", at, Way::Far);
    window.press(Key::V, Modifiers::NONE);
    window.app.selection.clear();
}

fn commands(window: &mut Window) {
    if window.wants("undo and redo are held down") {
        let node = window.nodes() / 3;
        for turn in 0..3 {
            let at = window.node_on_screen(node + turn);
            window.dragged(at, Way::Freely);
            window.settle();
        }
    }
    window.row("undo and redo are held down", |i| {
        let modifiers = if i / 3 % 2 == 0 { Modifiers::COMMAND } else { Modifiers::COMMAND | Modifiers::SHIFT };
        vec![key(Key::Z, modifiers)]
    });
    window.row("all is selected, and nothing", |i| {
        vec![if i % 2 == 0 { key(Key::A, Modifiers::COMMAND) } else { key(Key::Escape, Modifiers::NONE) }]
    });
    window.app.selection = window.all_nodes().into();
    window.row("all nodes are selected", |_| Vec::new());
    window.app.selection.clear();
}

/// Types a value for all nodes: one character per frame, then Enter.
fn typing(window: &mut Window) {
    window.app.selection = window.all_nodes().into();
    if window.wants("a mass is typed for all nodes") {
        let field = window.place_of("Mass");
        let (mut turn, mut costs) = (0, Vec::new());
        while costs.len() < PICTURES {
            turn += 1;
            window.click(field);
            let text = format!("{turn}.5");
            for letter in text.chars() {
                costs.push(window.picture(vec![Event::Text(letter.to_string())]));
            }
            costs.push(window.picture(vec![key(Key::Enter, Modifiers::NONE)]));
            let mass = window.app.document.level().bodies[0].nodes[7].role;
            assert_eq!(mass, Role::Mass(f64::from(turn) + 0.5), "the typed value was not applied");
        }
        report("a mass is typed for all nodes", &costs);
    }
    window.app.selection.clear();
}

/// A square of nodes, 100 per side by default, with one diagonal in every cell and a second one in some: three springs
/// per node.
fn sheet(side: usize) -> Level {
    let cells = side - 1;
    let mut body = lattice([0.0, 0.0], 0.1, cells, cells, Stuff::default());
    let is_other_diagonal = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]) * (b[1] - a[1]) < -1e-9;
    let mut spare = (3 * side * side).saturating_sub(2 * cells * side + cells * cells);
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

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

fn button(at: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// Kind of a drag.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Ever farther.
    Far,
    /// Back and forth a little; with snapping, not every frame moves the node.
    Near,
    /// Likewise, with the key that suspends snapping: every frame is an edit.
    Freely,
}

/// The window without a screen.
struct Window {
    ctx: Context,
    app: App,
    time: f64,
    repaint: std::time::Duration,
    /// Runs only rows whose name contains this.
    words: String,
    /// The accessibility tree, if it was requested.
    tree: Option<egui::accesskit::TreeUpdate>,
}

impl Window {
    fn new(level: Level, words: String) -> Self {
        let ctx = Context::default();
        let app = App::new(&ctx, Opened { level, path: None }, Settings::default(), None).expect("a sound level");
        Self { ctx, app, time: 0.0, repaint: std::time::Duration::ZERO, words, tree: None }
    }

    fn wants(&self, what: &str) -> bool {
        what.contains(&self.words)
    }

    fn nodes(&self) -> usize {
        self.app.document.level().bodies[0].nodes.len()
    }

    fn all_nodes(&self) -> Vec<Place> {
        (0..self.nodes()).map(|node| Place::Node(0, node)).collect()
    }

    /// Runs one frame; milliseconds of layout and of tessellation.
    fn picture(&mut self, events: Vec<Event>) -> [f64; 2] {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0)));
        let mut input =
            Some(RawInput { screen_rect, time: Some(self.time), events, focused: true, ..RawInput::default() });
        let mut output = None;
        let layout = cost(&mut || {
            output = Some(self.ctx.run_ui(input.take().unwrap_or_default(), |ui| self.app.draw(ui)));
        });
        let mut output = output.expect("the frame ran");
        self.tree = output.platform_output.accesskit_update.take();
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
        if !self.wants(what) {
            return;
        }
        let costs: Vec<_> = (0..PICTURES).map(|i| self.picture(events(i))).collect();
        report(what, &costs);
    }

    /// A row with a drag from a point; true if the row is selected.
    fn drag(&mut self, what: &str, from: Pos2, way: Way) -> bool {
        let is_wanted = self.wants(what);
        if is_wanted {
            let costs = self.dragged(from, way);
            report(what, &costs);
            self.settle();
        }
        is_wanted
    }

    fn dragged(&mut self, from: Pos2, way: Way) -> Vec<[f64; 2]> {
        self.picture(vec![Event::PointerMoved(from)]);
        self.picture(vec![button(from, true)]);
        // The pointer moves before the key goes down; in the other order it would drag a copy.
        self.picture(vec![Event::PointerMoved(from + vec2(8.0, 0.0))]);
        let held = if way == Way::Freely { Modifiers::ALT } else { Modifiers::NONE };
        self.picture(vec![Event::ModifiersChanged(held)]);
        let mut costs = Vec::new();
        let mut edits = 0;
        for i in 0..PICTURES {
            let by = match way {
                Way::Far => vec2(4.0, 3.0) * i as f32,
                _ => vec2(3.0 * (i as f32 * 1.3).sin(), 3.0 * (i as f32 * 1.1).cos()),
            };
            let before = self.app.document.level().clone();
            costs.push(self.picture(vec![Event::PointerMoved(from + by + vec2(8.0, 0.0))]));
            edits += usize::from(!Arc::ptr_eq(&before, self.app.document.level()));
        }
        assert!(way != Way::Freely || edits + 3 >= PICTURES, "only {edits} pictures had an edit");
        self.picture(vec![Event::ModifiersChanged(Modifiers::NONE)]);
        self.picture(vec![button(from, false)]);
        costs
    }

    fn click(&mut self, at: Pos2) {
        self.picture(vec![Event::PointerMoved(at)]);
        self.picture(vec![button(at, true)]);
        self.picture(vec![button(at, false)]);
        self.picture(Vec::new());
    }

    fn press(&mut self, which: Key, modifiers: Modifiers) {
        self.picture(vec![key(which, modifiers)]);
        self.picture(Vec::new());
    }

    /// Centre of a control, by its accessible name.
    fn place_of(&mut self, name: &str) -> Pos2 {
        self.ctx.enable_accesskit();
        self.picture(Vec::new());
        self.picture(Vec::new());
        self.ctx.disable_accesskit();
        let tree = self.tree.take().expect("it was asked for");
        let (_, node) = tree.nodes.iter().find(|(_, node)| node.label() == Some(name)).expect("a control of that name");
        let bounds = node.bounds().expect("it has a place");
        pos2((bounds.x0 + bounds.x1) as f32 * 0.5, (bounds.y0 + bounds.y1) as f32 * 0.5)
    }

    /// Screen position of a node of the first body.
    fn node_on_screen(&self, node: usize) -> Pos2 {
        let rect = self.app.canvas.rect.expect("the canvas was drawn");
        let at = self.app.document.level().bodies[0].nodes[node].position;
        let size = glam::DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        let at = self.app.canvas.camera.viewport(size).screen_from_world(at.into());
        rect.min + vec2(at.x as f32, at.y as f32)
    }

    /// True if the last step of the history has this label; each drag is one step.
    fn has_edited(&self, label: &str) -> bool {
        let undo = self.app.document.undo_label();
        undo.is_some_and(|undo| undo.starts_with(label))
    }

    /// Delay until the window requests its next frame.
    fn asks_again(&mut self) -> std::time::Duration {
        self.picture(Vec::new());
        self.repaint
    }
}

fn report(what: &str, costs: &[[f64; 2]]) {
    let part = |part: usize| median(costs.iter().map(|cost| cost[part]).collect());
    let mut both: Vec<(f64, usize)> =
        costs.iter().map(|[layout, tessellation]| layout + tessellation).zip(1..).collect();
    both.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (worst, picture) = both[both.len() - 1];
    if std::env::args().any(|argument| argument == "--each") {
        let each: Vec<_> =
            costs.iter().map(|[layout, tessellation]| format!("{layout:.1}+{tessellation:.1}")).collect();
        eprintln!("{what}: {}", each.join(" "));
    }
    println!(
        "| {what} | {:.2} | {:.2} | {:.2} | {:.2} | {worst:.2} | {picture} |",
        part(0),
        part(1),
        both[both.len() / 2].0,
        both[both.len() * 95 / 100].0,
    );
}
