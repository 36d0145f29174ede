//! Names, sizes and focus of every control: in each panel, menu and window.

use super::window::{Window, square, window_commands};
use blobsmith::editor::actions::{Command, Menu, Source};
use blobsmith::editor::settings::layout::{LayoutPreset, Layouts};
use blobsmith::editor::settings::tabs::{TABS, Tab};
use blobsmith::editor::settings::{Settings, ThemeChoice};
use blobsmith::editor::tools;
use blobsmith::level::Place;
use egui::accesskit::{Action, NodeId, Role};
use egui::{Event, Key, LayerId, Modifiers, Pos2, Rect, TouchDeviceId, TouchId, TouchPhase};
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::{BTreeMap, BTreeSet};

const NONE: Modifiers = Modifiers::NONE;
/// Least side of a target in points (WCAG 2.2, 2.5.8).
const LEAST: f32 = 24.0;
/// Exceptions of 2.5.8: marks and grips whose place is what they mean, and swatches beside a button that does the same.
const EXCEPTED: [&str; 11] =
    ["Timeline", "Bookmark", "Loop", "timeline", "Sky blue", "Orange", "Green", "Pink", "Yellow", "Blue", "Red"];
/// Borders, scroll bars and the ground of tab rows: what they do with a mouse, keys do without them.
const OF_MOUSE: [Role; 3] = [Role::ScrollBar, Role::Splitter, Role::Unknown];

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
    roles.contains(&role)
        || can_click && !OF_MOUSE.contains(&role) && !matches!(role, Role::Label | Role::Window | Role::ScrollView)
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

    fn look(&mut self, window: &mut Window, when: &str) {
        // The window of a finger.
        let (device_id, id, pos) = (TouchDeviceId(0), TouchId(0), Pos2::ZERO);
        window.harness.event(Event::Touch { device_id, id, phase: TouchPhase::Cancel, pos, force: None });
        window.harness.run_steps(3);
        let all = controls(window);
        assert!(all.len() > 5, "{when}: {} controls", all.len());
        let mut known = BTreeSet::new();
        for one in &all {
            if one.name.trim().is_empty() {
                self.add(format!("no name: {:?} of {}", one.role, one.rect.size()), when);
            }
            if one.role != Role::Cell
                && !known.insert((one.parent, format!("{:?}", one.role), one.name.clone()))
                && !one.name.is_empty()
            {
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
    let is_excepted = EXCEPTED.iter().any(|name| one.name.contains(name)) || one.role == Role::Slider;
    let is_scrolled = one.visible.size() != one.rect.size();
    let is_inline = one.role == Role::Link;
    one.rect.size().min_elem() < LEAST - 0.5 && !is_excepted && !is_scrolled && !is_inline && one.role != Role::Cell
}

/// A circle of the least size around the small control meets another control, or the circle of another small one.
fn crowds(one: &Control, other: &Control) -> bool {
    let radius = 0.5 * LEAST - 0.5;
    let (at, is_near) = (one.rect.center(), |rect: Rect, reach: f32, at| rect.distance_to_pos(at) < reach);
    one.layer == other.layer
        && !other.rect.contains_rect(one.rect)
        && !one.rect.contains_rect(other.rect)
        && (is_near(other.rect, radius, at) || is_small(other) && other.rect.center().distance(at) < 2.0 * radius)
}

/// The third level of the gallery with contacts, after some frames, with a node chosen.
fn running(settings: Settings) -> Window {
    let source = Source::Gallery(3);
    let opened = blobsmith::editor::app::read(&source).unwrap();
    let mut window = Window::new(opened.level, settings);
    for _ in 0..12 {
        window.harness.key_press(Key::ArrowRight);
        window.harness.run_steps(1);
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
        faults.look(&mut window, entry.title);
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
        faults.look(&mut window, preset.name());
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
        faults.look(&mut window, tool.id);
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
        faults.look(&mut window, menu.title());
    }
    faults.assert_none();
}

#[test]
fn controls_of_every_window_have_names_and_room() {
    let mut faults = Faults::default();
    for row in window_commands() {
        let mut window = running(Settings::default());
        let before = controls(&window).len();
        window.run_by_palette(row.name);
        if controls(&window).len() != before {
            faults.look(&mut window, row.name);
        }
    }
    faults.assert_none();
}

fn focused(window: &Window) -> Option<egui::Id> {
    window.harness.ctx.memory(|memory| memory.focused())
}

/// The region of the control that has the focus.
fn region_of_focus(window: &Window) -> &'static str {
    region_at_focus(window).expect("a region")
}

fn region_at_focus(window: &Window) -> Option<&'static str> {
    let id = focused(window).expect("a focus");
    let rect = window.harness.ctx.read_response(id).expect("a control").interact_rect;
    let regions = super::regions::regions(window);
    let inner = regions.iter().filter(|(name, _)| !["tabs", "side tabs"].contains(name));
    inner.clone().find(|(_, region)| region.contains(rect.center())).map(|(name, _)| *name)
}

/// Segments and frames that are painted in both colours of the ring.
fn rings(window: &Window) -> usize {
    let colors = [egui::Color32::WHITE, egui::Color32::from_rgb(0, 60, 150)];
    let shapes = window.harness.output().shapes.iter();
    let strokes: Vec<_> = shapes
        .filter_map(|clipped| match &clipped.shape {
            egui::Shape::Rect(rect) => Some(rect.stroke.color),
            _ => None,
        })
        .collect();
    colors.iter().map(|color| strokes.iter().filter(|stroke| *stroke == color).count()).min().unwrap()
}

#[test]
fn f6_visits_every_area_and_shift_f6_goes_back() {
    let mut window = Window::with(square());
    let mut seen = Vec::new();
    for _ in 0..12 {
        window.key(NONE, Key::F6);
        seen.push(region_of_focus(&window));
    }
    assert_eq!(seen[0], "canvas");
    for area in ["menu", "toolbar", "toolbox", "tool row", "timeline", "side", "dock"] {
        assert!(seen.contains(&area), "{area} is not among {seen:?}");
    }
    window.key(Modifiers::SHIFT, Key::F6);
    assert_eq!(region_of_focus(&window), seen[10]);
    // From a text field, too.
    window.enter_field(Role::TextInput, "Name");
    window.key(NONE, Key::F6);
    assert!(!window.harness.ctx.text_edit_focused());
    // Esc leads back to the window's own keys.
    window.key(NONE, Key::Escape);
    window.key(NONE, Key::Escape);
    assert_eq!(focused(&window), None);
}

#[test]
fn tab_moves_the_focus_unless_the_mouse_is_over_the_canvas() {
    let mut window = Window::with(square());
    window.key(NONE, Key::Tab);
    let first = focused(&window);
    assert!(first.is_some());
    window.key(NONE, Key::Tab);
    assert_ne!(focused(&window), first);
    window.key(Modifiers::SHIFT, Key::Tab);
    assert_eq!(focused(&window), first);
    assert!(!window.app().window.is_canvas_alone);
    window.key(NONE, Key::Escape);
    // From the crosshair, which is a pointer over the canvas as well, Tab moves on.
    window.key(NONE, Key::F6);
    window.key(NONE, Key::Tab);
    assert!(!window.app().window.is_canvas_alone);
    window.key(NONE, Key::Escape);
    window.hover(glam::DVec2::new(0.5, 0.5));
    window.key(NONE, Key::Tab);
    assert!(window.app().window.is_canvas_alone);
}

/// Tab goes through menu, toolbars, canvas and panels, and reaches the status bar at the bottom last.
#[test]
fn tab_visits_the_bars_from_top_to_bottom() {
    // Gas without triangles is a finding, which has a button in the status bar.
    let mut level = square();
    level.bodies[0].triangles.clear();
    let mut window = Window::with(level);
    window.harness.run_steps(120);
    let (mut seen, mut first) = (Vec::new(), None);
    for _ in 0..400 {
        window.key(NONE, Key::Tab);
        let now = focused(&window);
        if now == first {
            break;
        }
        first = first.or(now);
        // Borders between panels belong to no region.
        if let Some(region) = region_at_focus(&window).filter(|region| seen.last() != Some(region)) {
            seen.push(region);
        }
    }
    assert_eq!((&seen[..3], seen.last()), (&["menu", "toolbar", "toolbox"][..], Some(&"status")), "{seen:?}");
}

#[test]
fn keys_and_commands_of_panels_bring_them_back_when_only_the_canvas_is_shown() {
    let is_shown = |window: &Window, name| super::regions::regions(window).iter().any(|(known, _)| *known == name);
    let settings = || Settings { layouts: Layouts::starting_with(LayoutPreset::Debug), ..Settings::default() };
    for (name, was_hidden) in [("dock", false), ("dock", true), ("side", false), ("side", true)] {
        let key = if name == "dock" { Key::B } else { Key::N };
        let mut window = Window::new(square(), settings());
        if was_hidden {
            window.key(NONE, key);
        }
        assert_eq!(is_shown(&window, name), !was_hidden, "{name}");
        window.app_mut().window.is_canvas_alone = true;
        window.harness.run_steps(2);
        assert!(!is_shown(&window, name) && !is_shown(&window, "menu"), "{name}");
        window.key(NONE, key);
        assert!(is_shown(&window, name) && is_shown(&window, "menu"), "{name}, {was_hidden}");
        assert!(!window.app().window.is_canvas_alone);
    }
    let mut window = Window::new(square(), settings());
    window.app_mut().window.is_canvas_alone = true;
    window.run_by_palette("History");
    assert!(is_shown(&window, "menu") && window.app().settings.layout().is_shown(Tab::History));
}

#[test]
fn ring_is_around_every_focused_control_of_keys_and_none_of_the_mouse() {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        let mut window = Window::new(square(), Settings { theme, ..Settings::default() });
        assert_eq!(rings(&window), 0);
        for _ in 0..60 {
            window.key(NONE, Key::Tab);
            assert!(focused(&window).is_some());
            let is_canvas = window.app().canvas.pointer.at.is_some();
            assert!(is_canvas || rings(&window) == 1, "{theme:?}: {} rings", rings(&window));
        }
        window.hover(glam::DVec2::new(3.0, 3.0));
        assert_eq!(rings(&window), 0, "{theme:?}: the mouse needs no ring");
    }
}

#[test]
fn every_command_is_in_the_palette() {
    let window = Window::with(square());
    let entries = blobsmith::editor::features::palette::entries(&window.harness.ctx, &window.app().view(), "select");
    let titles: BTreeSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    let rows = Menu::ALL.iter().flat_map(|menu| menu.rows());
    let missing: Vec<&str> = rows
        .filter(|row| row.command != Command::Palette)
        .map(|row| row.id)
        .filter(|id| !titles.contains(format!("command {id}").as_str()))
        .collect();
    assert_eq!(missing, [""; 0]);
    for tool in tools::ALL {
        assert!(titles.contains(format!("tool {}", tool.id).as_str()), "{}", tool.id);
    }
    for entry in &TABS {
        assert!(titles.contains(format!("place {}", entry.place[0]).as_str()), "{}", entry.title);
    }
}

/// The text that begins so in the status bar.
fn fact(window: &Window, part: &str) -> String {
    let words = super::regions::words(window);
    words.into_iter().map(|word| word.name).find(|name| name.contains(part)).unwrap_or_default()
}

#[test]
fn status_bar_says_of_which_time_its_contacts_are() {
    let mut window = running(Settings { shows_phases: true, ..Settings::default() });
    assert!(fact(&window, "contact").ends_with("from 11 to 12”"), "{}", fact(&window, "contact"));
    window.key(Modifiers::SHIFT, Key::ArrowRight);
    assert!(fact(&window, "contact").ends_with("from 12 to 12.1”"), "{}", fact(&window, "contact"));
    let count = window.app().run.known_phases().len();
    assert!(count > 1);
    window.app_mut().run.look_inside(1);
    window.harness.run_steps(2);
    assert!(fact(&window, "contact").ends_with("from 12 to 12.0.1”"), "{}", fact(&window, "contact"));
}

#[test]
fn second_floating_window_opens_beside_the_first() {
    let mut window = running(Settings::default());
    let corner = |window: &Window, id: &str| {
        window.harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique(id))).expect("a window").right_top()
    };
    window.app_mut().selection = vec![Place::Node(0, 0)].into();
    window.key(Modifiers::SHIFT, Key::W);
    window.harness.run_steps(4);
    let app = window.app_mut();
    let other = blobsmith::debugger::Run::new(app.document.level().clone()).unwrap();
    app.features.compare_runs.start("another".to_owned(), &app.run, &other);
    window.harness.run_steps(4);
    let (first, second) = (corner(&window, "changes"), corner(&window, "compare runs"));
    assert!((second - first - egui::vec2(-32.0, 32.0)).length() < 2.0, "{first} and {second}");
}

#[test]
fn tooltip_gives_way_to_a_window_that_a_key_opens() {
    let mut window = Window::with(square());
    let is_shown = |window: &Window| window.harness.query_all_by_label("Snap targets and grid size").next().is_some();
    let at = window.centre_of(Role::Button, "What snaps");
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(60);
    assert!(is_shown(&window));
    window.key(NONE, Key::F1);
    assert!(window.app().features.guide.is_open);
    assert!(!is_shown(&window));
}
