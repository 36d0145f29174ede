//! A window for tests: a harness around the app, and ways to press, type and drag.

use blobsmith::editor::actions::{Command, CommandRow, Menu, Source};
use blobsmith::editor::app::{App, Opened, read};
use blobsmith::editor::settings::Settings;
use blobsmith::level::{Body, Level, Node as Mass, Spring, ids};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Ui, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use glam::DVec2;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Every command that opens a window: those with dots in their name, and a few others.
pub fn window_commands() -> impl Iterator<Item = &'static CommandRow> {
    let others = [Command::Guide, Command::Shortcuts, Command::Tour, Command::About, Command::LastChange];
    let rows = Menu::ALL.iter().flat_map(|menu| menu.rows());
    let opens = move |row: &&CommandRow| row.name.ends_with('…') || others.contains(&row.command);
    rows.filter(opens).filter(|row| row.command != Command::Palette)
}

/// The level with the ids that its parts get on load.
pub fn with_ids(mut level: Level) -> Level {
    ids::assign(&mut level);
    level
}

/// A square of springs that falls.
pub fn square() -> Level {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let spring = |a, b, rest_length| Spring { a, b, rest_length, stiffness: 0.2, damping: 0.02 };
    let body = Body {
        name: "square".to_owned(),
        nodes: corners.into_iter().map(Mass::at).collect(),
        springs: vec![
            spring(0, 1, 1.0),
            spring(1, 2, 1.0),
            spring(2, 3, 1.0),
            spring(3, 0, 1.0),
            spring(0, 2, 2_f64.sqrt()),
        ],
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        gas: 0.01,
        ..Body::default()
    };
    Level { name: "square".to_owned(), bodies: vec![body], ..Level::default() }
}

/// Three discs of radius 1 in a row, three apart: a free one at the origin, a fixed one, a driven one.
pub fn discs() -> Level {
    let text = r#"{"format": 1, "name": "discs", "world": {"gravity": [0, 0]}, "discs": [
        {"position": [0, 0], "radius": 1}, {"position": [3, 0], "radius": 1, "motion": "Fixed"},
        {"position": [6, 0], "radius": 1, "motion": {"Driven": {"points": [[0, 0], [0.1, 0]], "period": 100}}}]}"#;
    blobsmith::level::format::read(text, blobsmith::level::format::TextFormat::Json).unwrap()
}

/// The app, made when there is a context for it.
pub struct Late {
    opened: Option<(Opened, Settings)>,
    app: Option<App>,
}

/// A file that is dropped.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// The window.
pub struct Window {
    pub harness: Harness<'static, Late>,
}

fn draw(ui: &mut Ui, late: &mut Late) {
    if let Some((opened, settings)) = late.opened.take() {
        late.app = Some(App::new(ui.ctx(), opened, settings, None).unwrap());
    }
    if let Some(app) = &mut late.app {
        app.draw(ui);
    }
}

impl Window {
    pub fn with(level: Level) -> Self {
        Self::new(level, Settings::default())
    }

    pub fn new(level: Level, settings: Settings) -> Self {
        Self::start(Opened { level, path: None }, settings)
    }

    pub fn open(source: &Source) -> Self {
        Self::start(read(source).unwrap(), Settings::default())
    }

    /// A window of a size in points on a screen of a scale.
    pub fn scaled(level: Level, settings: Settings, size: Vec2, scale: f32) -> Self {
        Self::begin(Opened { level, path: None }, settings, size, scale)
    }

    fn start(opened: Opened, settings: Settings) -> Self {
        Self::begin(opened, settings, vec2(1280.0, 800.0), 1.0)
    }

    fn begin(opened: Opened, settings: Settings, size: Vec2, scale: f32) -> Self {
        let late = Late { opened: Some((opened, settings)), app: None };
        let builder = Harness::builder().with_size(size).with_pixels_per_point(scale);
        let builder = builder.with_step_dt(1.0 / 60.0).with_max_steps(60);
        let builder = builder.with_context_setup(blobsmith::editor::theme::install);
        let mut harness = builder.build_ui_state(draw, late);
        harness.run_steps(4);
        Self { harness }
    }

    pub fn app(&self) -> &App {
        self.harness.state().app.as_ref().unwrap()
    }

    pub fn app_mut(&mut self) -> &mut App {
        self.harness.state_mut().app.as_mut().unwrap()
    }

    /// Presses the control of this name. Its label in a form may have the same name.
    pub fn press(&mut self, name: &str) {
        let is_label = |node: &Node<'_>| node.accesskit_node().role() == Role::Label;
        let found = self.harness.get_all_by_label(name).min_by_key(is_label);
        found.unwrap_or_else(|| panic!("no {name}")).click_accesskit();
        self.harness.run_steps(3);
    }

    /// Runs steps until the window asks for no further one at once, at most so many.
    pub fn settle(&mut self, most: usize) {
        for _ in 0..most {
            self.harness.step();
            let next = self.harness.output().viewport_output.values().map(|output| output.repaint_delay).min();
            if next.is_none_or(|delay| !delay.is_zero()) {
                return;
            }
        }
    }

    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(3);
    }

    /// Runs an entry of the command palette.
    pub fn run_by_palette(&mut self, name: &str) {
        self.key(Modifiers::COMMAND, Key::K);
        self.harness.event(Event::Text(name.trim_end_matches('…').to_owned()));
        self.harness.run_steps(2);
        self.key(Modifiers::NONE, Key::Enter);
        self.harness.run_steps(4);
    }

    /// Where a world point is on the screen.
    pub fn screen(&self, point: DVec2) -> Pos2 {
        let canvas = &self.app().canvas;
        let rect = canvas.rect.unwrap();
        let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        let pixel = canvas.camera.viewport(size).screen_from_world(point);
        rect.min + vec2(pixel.x as f32, pixel.y as f32)
    }

    /// Presses the main button at one point and moves to another in a few steps.
    pub fn drag_only(&mut self, from: Pos2, to: Pos2) {
        self.harness.event(Event::PointerMoved(from));
        self.harness.run_steps(2);
        self.button(from, true);
        for part in 1..=4 {
            self.harness.event(Event::PointerMoved(from.lerp(to, part as f32 / 4.0)));
            self.harness.run_steps(1);
        }
        self.harness.run_steps(1);
    }

    pub fn drop_at(&mut self, at: Pos2) {
        self.button(at, false);
        self.harness.run_steps(3);
    }

    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.drag_only(from, to);
        self.drop_at(to);
    }

    fn button(&mut self, pos: Pos2, pressed: bool) {
        self.harness.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        self.harness.run_steps(1);
    }

    /// Moves the pointer there.
    pub fn hover(&mut self, point: DVec2) {
        let at = self.screen(point);
        self.harness.event(Event::PointerMoved(at));
        self.harness.run_steps(2);
    }

    /// Clicks there with the main button, keys held.
    pub fn click(&mut self, point: DVec2, modifiers: Modifiers) {
        self.hover(point);
        let pos = self.screen(point);
        self.harness.event(Event::ModifiersChanged(modifiers));
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
            self.harness.run_steps(1);
        }
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.harness.run_steps(2);
    }

    /// Clicks at a point of the screen with the main button.
    pub fn click_at(&mut self, pos: Pos2) {
        self.harness.event(Event::PointerMoved(pos));
        self.harness.run_steps(2);
        self.button(pos, true);
        self.button(pos, false);
        self.harness.run_steps(2);
    }

    /// Text that an event puts into the clipboard.
    pub fn copied_after(&mut self, event: Event) -> Option<String> {
        self.harness.event(event);
        self.copied()
    }

    /// Text that a press puts into the clipboard.
    pub fn copied_by(&mut self, name: &str) -> Option<String> {
        self.harness.get_by_label(name).click_accesskit();
        self.copied()
    }

    fn copied(&mut self) -> Option<String> {
        (0..3).find_map(|_| {
            self.harness.run_steps(1);
            self.harness.output().platform_output.commands.iter().find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        })
    }

    /// Drops a file on the window.
    pub fn drop_file(&mut self, path: &Path) {
        self.drop_files(&[path]);
    }

    /// Drops files on the window, all at once.
    pub fn drop_files(&mut self, paths: &[&Path]) {
        for path in paths {
            self.harness.input_mut().dropped_files.push(Arc::new(Dropped((*path).to_owned())));
        }
        self.harness.run_steps(3);
    }

    /// Scrolls the field of this kind and name into view and clicks it.
    pub fn enter_field(&mut self, role: Role, name: &str) {
        self.field(role, name, |node| node.scroll_to_me());
        // The offset follows some frames later.
        self.harness.run_steps(4);
        let at = self.field(role, name, |_| ());
        self.click_at(at);
    }

    /// The centre of the control of this kind and name.
    pub fn centre_of(&self, role: Role, name: &str) -> Pos2 {
        self.field(role, name, |_| ())
    }

    /// Passes the field of this kind and name to `act` and returns its centre.
    fn field(&self, role: Role, name: &str, act: impl FnOnce(&Node<'_>)) -> Pos2 {
        let is_it = |node: &Node<'_>| node.accesskit_node().label().is_some_and(|label| label == name);
        let found = self.harness.get_all_by_role(role).find(is_it).unwrap_or_else(|| panic!("no {name}"));
        act(&found);
        found.rect().center()
    }

    /// Types a number into the field of this name.
    pub fn type_into(&mut self, name: &str, text: &str) {
        self.enter_field(Role::SpinButton, name);
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run_steps(1);
        self.harness.key_press(Key::Enter);
        self.harness.run_steps(3);
    }
}

/// Every control has a name for screen readers.
pub fn assert_named(window: &Window, when: &str) {
    let controls = [Role::Button, Role::CheckBox, Role::ComboBox, Role::Slider, Role::SpinButton, Role::TextInput];
    let is_control = |node: &Node<'_>| controls.contains(&node.accesskit_node().role());
    let unnamed = window.harness.root().children_recursive().filter(is_control).filter(|node| {
        let name = node.accesskit_node().label().unwrap_or_default();
        name.trim().is_empty()
    });
    assert_eq!(unnamed.count(), 0, "{when}");
}
