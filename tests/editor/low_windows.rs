//! Small windows: no two controls of the bars lie over each other, nothing lies outside, menus scroll, and the canvas
//! keeps its height.

use super::window::{Window, square};
use blobsmith::editor::actions::Menu;
use blobsmith::editor::canvas;
use blobsmith::editor::settings::{DockTab, Settings, ThemeChoice};
use blobsmith::editor::tools;
use blobsmith::level::Place;
use egui::accesskit::Role;
use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, Rect, TouchPhase, Vec2, pos2, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

/// Logical sizes: the default one, 960x640 at 100 %, 1600x1000 at 200 %, 1280x720 at 180 %.
const SIZES: [Vec2; 4] = [vec2(1280.0, 720.0), vec2(960.0, 640.0), vec2(800.0, 500.0), vec2(711.0, 400.0)];
/// Height of the row over the canvas.
const TOOL_ROW: f32 = 34.0;
/// Width that every item of a menu exceeds.
const ITEM: f32 = 100.0;

fn sized(size: Vec2) -> Window {
    let mut window = Window::new(square(), Settings::default());
    window.harness.set_size(size);
    window.harness.run_steps(6);
    window
}

/// Whether the middle of a control is within every panel that holds it; what a panel has scrolled out of sight is not.
fn is_in_sight(node: &Node<'_>) -> bool {
    let center = node.rect().center();
    let panels = std::iter::successors(node.parent(), NodeT::parent);
    let has_bounds = |holder: &Node<'_>| holder.accesskit_node().bounding_box().is_some();
    let mut panels = panels.filter(|holder| holder.accesskit_node().role() == Role::Pane && has_bounds(holder));
    panels.all(|panel| panel.rect().contains(center))
}

/// Controls and words in sight, with what they are called.
fn controls(window: &Window) -> Vec<(String, Rect)> {
    let roles = [
        Role::Button,
        Role::CheckBox,
        Role::ComboBox,
        Role::Slider,
        Role::SpinButton,
        Role::TextInput,
        Role::Label,
        Role::RadioButton,
    ];
    let all = window.harness.root().children_recursive();
    let shown = all.filter(|node| roles.contains(&node.accesskit_node().role()) && is_in_sight(node));
    shown
        .map(|node| {
            let found = node.accesskit_node();
            let name = found.label().or_else(|| found.value()).unwrap_or_default();
            (format!("{:?} {name}", found.role()), node.rect())
        })
        .collect()
}

fn rect_of(window: &Window, name: &str) -> Rect {
    window.harness.get_all_by_label(name).next().unwrap_or_else(|| panic!("no {name}")).rect()
}

/// The bars: what each is called, and where its controls have their middles.
fn bars(window: &Window) -> Vec<(&'static str, Rect)> {
    let canvas = window.app().canvas.rect.unwrap();
    let screen = window.harness.ctx.content_rect();
    let across = |rect: Rect| Rect::from_x_y_ranges(screen.x_range(), rect.y_range());
    let timeline = rect_of(window, "Timeline");
    let below_toolbar = rect_of(window, "Play").bottom() + 8.0;
    let mut bars = vec![
        ("menu", across(rect_of(window, "File"))),
        ("toolbar", across(rect_of(window, "Play"))),
        ("tool row", Rect::from_min_max(canvas.left_top() - vec2(0.0, TOOL_ROW), canvas.right_top())),
        ("timeline", Rect::from_min_max(canvas.left_bottom(), pos2(canvas.right(), timeline.top()))),
        ("toolbox", Rect::from_min_max(pos2(0.0, below_toolbar), pos2(canvas.left(), screen.bottom() - 30.0))),
        ("status", Rect::from_min_max(pos2(0.0, screen.bottom() - 26.0), screen.max)),
    ];
    if window.app().settings.shows_dock {
        // Between the timeline and the line below the tabs.
        let top = timeline.bottom() + 8.0;
        bars.push(("dock", Rect::from_min_max(pos2(canvas.left(), top), pos2(canvas.right(), top + 28.0))));
    }
    bars
}

fn assert_in_order(window: &Window, when: &str) {
    let screen = window.harness.ctx.content_rect().expand(0.5);
    let controls = controls(window);
    for (bar, area) in bars(window) {
        // What panels have scrolled out of sight lies below them too: the status bar has one line.
        let is_on_line = |rect: &Rect| {
            let offset = rect.center().y - (screen.bottom() - 21.0);
            bar != "status" || (rect.height() <= 14.0 && offset.abs() <= 3.0)
        };
        let is_own = |rect: &Rect| area.contains(rect.center()) && is_on_line(rect);
        let own: Vec<_> = controls
            .iter()
            .filter(|(name, rect)| is_own(rect) && (bar != "toolbox" || name.starts_with("Button")))
            .collect();
        assert!(!own.is_empty(), "{when}: no controls in the {bar}");
        for (i, (a, rect_a)) in own.iter().enumerate() {
            assert!(screen.contains_rect(*rect_a), "{when}: {a} of the {bar} is outside: {rect_a}");
            for (b, rect_b) in &own[..i] {
                let shared = rect_a.intersect(*rect_b);
                let is_apart = shared.width() <= 0.6 || shared.height() <= 0.6;
                assert!(is_apart, "{when}: {a} {rect_a} and {b} {rect_b} of the {bar} overlap");
            }
        }
    }
    let canvas = window.app().canvas.rect.unwrap();
    assert!(canvas.height() >= canvas::LEAST.y - TOOL_ROW - 0.5, "{when}: the canvas is {} high", canvas.height());
    assert!(canvas.width() >= canvas::LEAST.x - 0.5, "{when}: the canvas is {} wide", canvas.width());
}

#[test]
fn bars_have_room_in_small_windows() {
    for size in SIZES {
        let mut window = sized(size);
        assert_in_order(&window, &format!("{size}"));
        window.app_mut().selection = vec![Place::Body(0)].into();
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{size}, a body selected"));
        window.press("Live mirror");
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{size}, in the mirror"));
        window.app_mut().settings.shows_side = false;
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{size}, without the side panel"));
        window.app_mut().settings.shows_dock = false;
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{size}, without the bottom panel"));
    }
}

#[test]
fn bars_have_room_with_every_tool_and_every_tab() {
    for size in SIZES {
        let mut window = sized(size);
        for tool in tools::ALL {
            let mut out = Vec::new();
            window.app_mut().toolbox.take(tool.id, &mut out);
            window.harness.run_steps(4);
            assert_in_order(&window, &format!("{size}, tool {}", tool.title));
        }
        for tab in DockTab::ALL {
            window.app_mut().settings.dock_tab = tab;
            window.harness.run_steps(4);
            assert_in_order(&window, &format!("{size}, tab {tab:?}"));
        }
    }
}

#[test]
fn bars_have_room_while_the_run_has_a_loop_and_bookmarks() {
    for size in SIZES {
        let mut window = sized(size);
        for key in [egui::Key::I, egui::Key::ArrowRight, egui::Key::ArrowRight, egui::Key::O, egui::Key::M] {
            window.key(Modifiers::NONE, key);
        }
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{size}, with a loop"));
    }
}

#[test]
fn menus_fit_the_default_window_and_scroll_in_lower_ones() {
    for size in SIZES {
        for menu in Menu::ALL {
            let mut window = sized(size);
            window.press(menu.title());
            window.harness.run_steps(4);
            let last = menu.rows().last().unwrap();
            let name = last.within.unwrap_or(last.name);
            let is_inside = |window: &Window| {
                let screen = window.harness.ctx.content_rect();
                // Items are wide; the bars have icons of the same names.
                let mut items = window.harness.get_all_by_label(name).filter(|node| node.rect().width() > ITEM);
                items.any(|node| screen.contains_rect(node.rect()))
            };
            if size == SIZES[0] {
                assert!(is_inside(&window), "{}: {name} is cut off in the default window", menu.title());
                continue;
            }
            let first = menu.rows()[0].within.unwrap_or(menu.rows()[0].name);
            let at = window.harness.get_all_by_label(first).map(|node| node.rect()).find(|rect| rect.width() > ITEM);
            let at = at.unwrap_or_else(|| panic!("{size}: no {first}")).center();
            window.harness.event(Event::PointerMoved(at));
            window.harness.run_steps(1);
            window.harness.event(Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, -2000.0),
                source: MouseWheelSource::Wheel,
                phase: TouchPhase::Move,
                modifiers: Modifiers::NONE,
            });
            window.harness.run_steps(30);
            assert!(is_inside(&window), "{size}, {}: {name} is out of reach", menu.title());
        }
    }
}

#[test]
fn controls_without_room_are_in_a_menu() {
    let mut window = sized(SIZES[3]);
    assert_eq!(window.app().settings.theme, ThemeChoice::Dark);
    assert!(window.harness.query_all_by_label("Light / dark").next().is_none(), "the bar has no room for it");
    window.press("More: Toolbar");
    window.press("Light / dark");
    assert_eq!(window.app().settings.theme, ThemeChoice::Light);
    window.harness.key_press(egui::Key::Escape);
    window.harness.run_steps(4);
    // The last tool, and the last tab.
    window.press("More: Tools");
    window.press("Pan");
    assert_eq!(window.app().toolbox.entry.id, "pan");
    window.harness.run_steps(4);
    assert!(window.harness.query_all_by_label("Pan").next().is_some(), "the tool in hand has a place");
    // Fields of what is selected.
    window.key(Modifiers::NONE, egui::Key::V);
    window.app_mut().selection = vec![Place::Body(0)].into();
    window.harness.run_steps(4);
    window.press("More: Select and move");
    window.harness.run_steps(4);
    let field = rect_of(&window, "Middle of the selection x");
    assert!(window.harness.ctx.content_rect().contains_rect(field), "{field}");
}

#[test]
fn tabs_without_room_are_in_a_menu() {
    let mut window = sized(egui::vec2(711.0, 560.0));
    window.press("More: Bottom panel");
    window.press("Shrink");
    assert_eq!(window.app().settings.dock_tab, DockTab::Shrink);
}
