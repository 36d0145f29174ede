//! Names, sizes and focus of every control: in each panel, menu and window.

use super::window::{Window, square};
use blobsmith::editor::actions::{Command, Menu, Source};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::layout::LayoutPreset;
use blobsmith::editor::settings::tabs::TABS;
use blobsmith::editor::tools;
use egui::accesskit::{Action, NodeId, Role};
use egui::{Key, LayerId, Modifiers, Rect};
use egui_kittest::kittest::NodeT;
use std::collections::{BTreeMap, BTreeSet};

const NONE: Modifiers = Modifiers::NONE;
/// Least side of a target in points (WCAG 2.2, 2.5.8).
const LEAST: f32 = 24.0;
/// Controls whose place is what they mean: marks and grips on a scale (the exception “essential”).
const ON_SCALES: [&str; 4] = ["Timeline", "Slider", "Bookmark", "Loop"];

/// A control as assistive programs see it.
#[derive(Clone, Debug)]
struct Control {
    role: Role,
    name: String,
    parent: Option<NodeId>,
    layer: LayerId,
    rect: Rect,
    visible: Rect,
    is_enabled: bool,
}

fn is_control(role: Role, can_click: bool) -> bool {
    use Role::{Button, CheckBox, ColorWell, ComboBox, Link, MenuItem, RadioButton, Slider, SpinButton, TextInput};
    let roles = [Button, CheckBox, ColorWell, ComboBox, Link, MenuItem, RadioButton, Slider, SpinButton, TextInput];
    roles.contains(&role) || can_click && !matches!(role, Role::Label | Role::Window | Role::ScrollView)
}

fn controls(window: &Window) -> Vec<Control> {
    let widgets: BTreeMap<_, _> = window.harness.ctx.viewport(|state| {
        let all = state.prev_pass.widgets.layers().flat_map(|(_, rects)| rects);
        all.map(|widget| (widget.id.accesskit_id(), *widget)).collect()
    });
    let all = window.harness.root().children_recursive();
    let found = all.filter_map(|node| {
        let node = node.accesskit_node();
        let widget = widgets.get(&node.locate().0)?;
        let can_click = node.data().supports_action(Action::Click) && widget.sense.senses_click();
        let is_text = matches!(node.role(), Role::TextInput | Role::MultilineTextInput);
        let own = node.label().or_else(|| node.placeholder().map(str::to_owned).filter(|_| is_text));
        is_control(node.role(), can_click).then(|| Control {
            role: node.role(),
            name: own.unwrap_or_default(),
            parent: node.parent().map(|parent| parent.locate().0),
            layer: widget.layer_id,
            rect: widget.rect,
            visible: widget.interact_rect,
            is_enabled: widget.enabled,
        })
    });
    found.collect()
}

/// Faults of all controls of the window, each with the place where it was found first.
#[derive(Default)]
struct Faults(BTreeMap<String, String>);

impl Faults {
    fn add(&mut self, fault: String, when: &str) {
        self.0.entry(fault).or_insert_with(|| when.to_owned());
    }

    fn look(&mut self, window: &Window, when: &str) {
        let all = controls(window);
        assert!(all.len() > 10, "{when}: {} controls", all.len());
        let mut known = BTreeSet::new();
        for one in &all {
            if one.name.trim().is_empty() {
                self.add(format!("no name: {:?} of {}", one.role, one.rect.size()), when);
            }
            // A list may have rows of one name, such as two bodies; they have no icons or fields.
            if !known.insert((one.parent, format!("{:?}", one.role), one.name.clone())) && !one.name.is_empty() {
                self.add(format!("twice in one group: {:?} “{}”", one.role, one.name), when);
            }
        }
        let seen: Vec<&Control> = all.iter().filter(|one| one.is_enabled && one.visible.is_positive()).collect();
        for (at, one) in seen.iter().enumerate() {
            let others = seen.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| *other);
            if is_small(one) && others.into_iter().any(|other| crowds(one, other)) {
                self.add(format!("small: {:?} “{}” {}", one.role, one.name, one.rect.size()), when);
            }
        }
    }

    fn assert_none(self) {
        let lines: Vec<String> = self.0.iter().map(|(fault, when)| format!("{fault}  [{when}]")).collect();
        assert!(lines.is_empty(), "{} faults:\n{}", lines.len(), lines.join("\n"));
    }
}

fn is_small(one: &Control) -> bool {
    let is_on_scale = ON_SCALES.iter().any(|name| one.name.contains(name)) || one.role == Role::Slider;
    let is_scrolled = one.visible.size() != one.rect.size();
    let is_inline = one.role == Role::Link;
    one.rect.size().min_elem() < LEAST - 0.5 && !is_on_scale && !is_scrolled && !is_inline
}

/// A circle of the least size around the small control meets another control, or the circle of another small one.
fn crowds(one: &Control, other: &Control) -> bool {
    let radius = 0.5 * LEAST - 0.5;
    let (at, is_near) = (one.rect.center(), |rect: Rect, reach: f32, at| rect.distance_to_pos(at) < reach);
    one.layer == other.layer
        && !other.rect.contains_rect(one.rect)
        && !one.rect.contains_rect(other.rect)
        && (is_near(other.rect, radius, at)
            || is_small(other) && other.rect.center().distance(at) < 2.0 * radius)
}

/// The third level of the gallery with contacts, after some frames, with a node chosen.
fn running(settings: Settings) -> Window {
    let source = Source::Gallery(3);
    let opened = blobsmith::editor::app::read(&source).unwrap();
    let mut window = Window::new(opened.level, settings);
    for _ in 0..12 {
        window.key(NONE, Key::ArrowRight);
    }
    window.key(NONE, Key::X);
    window.harness.run_steps(4);
    window
}

#[test]
fn controls_of_every_panel_have_names_and_room() {
    let mut faults = Faults::default();
    for entry in &TABS {
        let mut window = running(Settings::showing([entry.tab]));
        window.harness.run_steps(6);
        faults.look(&window, entry.title);
    }
    faults.assert_none();
}

#[test]
fn controls_of_every_layout_have_names_and_room() {
    let mut faults = Faults::default();
    for preset in [LayoutPreset::Design, LayoutPreset::Debug, LayoutPreset::Compare] {
        let mut window = running(Settings::default());
        window.app_mut().settings.layouts.choose(preset.name());
        window.app_mut().settings.shows_phases = true;
        window.app_mut().settings.shows_rulers = true;
        window.harness.run_steps(6);
        faults.look(&window, preset.name());
    }
    faults.assert_none();
}

#[test]
fn options_of_every_tool_have_names_and_room() {
    let mut faults = Faults::default();
    let mut window = Window::with(square());
    for tool in tools::ALL {
        window.app_mut().toolbox.take(tool.id, &mut Vec::new());
        window.harness.run_steps(3);
        faults.look(&window, tool.id);
    }
    faults.assert_none();
}

#[test]
fn entries_of_every_menu_have_names_and_room() {
    let mut faults = Faults::default();
    for menu in Menu::ALL {
        let mut window = Window::with(square());
        window.press(menu.title());
        window.harness.run_steps(3);
        faults.look(&window, menu.title());
    }
    faults.assert_none();
}

/// Runs every command, so every window that a command opens is looked at.
#[test]
fn controls_of_every_window_have_names_and_room() {
    let mut faults = Faults::default();
    let closing = [Command::Quit, Command::New, Command::Revert];
    for &command in Command::ALL.iter().filter(|command| !closing.contains(command)) {
        let mut window = running(Settings::default());
        let row = Menu::ALL.iter().flat_map(|menu| menu.rows()).find(|row| row.command == command);
        let before = controls(&window).len();
        let Some(row) = row else { continue };
        window.key(Modifiers::COMMAND, Key::K);
        window.harness.event(egui::Event::Text(row.name.trim_end_matches('…').to_owned()));
        window.harness.run_steps(2);
        window.key(NONE, Key::Enter);
        window.harness.run_steps(4);
        if controls(&window).len() != before {
            faults.look(&window, row.name);
        }
    }
    faults.assert_none();
}
