//! Small windows: no two controls of the bars lie over each other, nothing lies outside, menus scroll, and the canvas
//! keeps its height.

use super::regions;
use super::window::{Window, square};
use blobsmith::editor::actions::Menu;
use blobsmith::editor::canvas;
use blobsmith::editor::screen;
use blobsmith::editor::settings::{DockTab, Settings, ThemeChoice};
use blobsmith::editor::tools;
use blobsmith::level::{Level, Place};
use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, Rect, TouchPhase, Vec2, vec2};
use egui_kittest::kittest::Queryable;

/// Pixels and scale. The last is the smallest window that the program allows.
const LAYOUTS: [(Vec2, f32); 5] = [
    (vec2(1280.0, 720.0), 1.0),
    (vec2(1280.0, 720.0), 1.8),
    (vec2(1600.0, 1000.0), 2.0),
    (vec2(960.0, 640.0), 1.0),
    (screen::SMALLEST, 1.0),
];
/// Width that every item of a menu exceeds.
const ITEM: f32 = 100.0;

fn sized(layout: (Vec2, f32)) -> Window {
    let (pixels, scale) = layout;
    Window::scaled(square(), Settings::default(), pixels / scale, scale)
}

fn name_of((pixels, scale): (Vec2, f32)) -> String {
    format!("{}x{} at {:.0} %", pixels.x, pixels.y, 100.0 * scale)
}

fn rect_of(window: &Window, name: &str) -> Rect {
    window.harness.get_all_by_label(name).next().unwrap_or_else(|| panic!("no {name}")).rect()
}

/// Everything that holds of a window of any size.
fn assert_in_order(window: &Window, when: &str) {
    regions::assert_in_order(window, when);
    regions::assert_one_line(window, "status", when);
    let canvas = regions::region(window, "canvas");
    let tool_row = regions::region(window, "tool row");
    let least = canvas::LEAST;
    assert!(canvas.height() + tool_row.height() >= least.y - 0.5, "{when}: the canvas is {} high", canvas.height());
    assert!(canvas.width() >= least.x - 0.5, "{when}: the canvas is {} wide", canvas.width());
}

#[test]
fn bars_have_room_in_small_windows() {
    for layout in LAYOUTS {
        let mut window = sized(layout);
        assert_in_order(&window, &name_of(layout));
        window.app_mut().selection = vec![Place::Body(0)].into();
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, a body selected", name_of(layout)));
        window.press("Live mirror");
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, in the mirror", name_of(layout)));
        window.app_mut().settings.shows_side = false;
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, without the side panel", name_of(layout)));
        window.app_mut().settings.shows_dock = false;
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, without the bottom panel", name_of(layout)));
    }
}

#[test]
fn bars_have_room_with_every_tool_and_every_tab() {
    for layout in LAYOUTS {
        let mut window = sized(layout);
        for tool in tools::ALL {
            let mut out = Vec::new();
            window.app_mut().toolbox.take(tool.id, &mut out);
            window.harness.run_steps(4);
            assert_in_order(&window, &format!("{}, tool {}", name_of(layout), tool.title));
        }
        for tab in DockTab::ALL {
            window.app_mut().settings.dock_tab = tab;
            window.harness.run_steps(4);
            assert_in_order(&window, &format!("{}, tab {tab:?}", name_of(layout)));
        }
    }
}

#[test]
fn bars_have_room_while_the_run_has_a_loop_and_bookmarks() {
    for layout in LAYOUTS {
        let mut window = sized(layout);
        for key in [egui::Key::I, egui::Key::ArrowRight, egui::Key::ArrowRight, egui::Key::O, egui::Key::M] {
            window.key(Modifiers::NONE, key);
        }
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, with a loop", name_of(layout)));
    }
}

#[test]
fn bars_have_room_while_the_run_is_busy_and_names_are_long() {
    for layout in LAYOUTS {
        let mut level = crossing();
        level.name = "A level whose name is longer than any title bar has room for, and then some more".to_owned();
        let (pixels, scale) = layout;
        let mut window = Window::scaled(level, Settings::default(), pixels / scale, scale);
        for _ in 0..3 {
            window.key(Modifiers::NONE, egui::Key::ArrowRight);
        }
        let over = window.screen(glam::DVec2::new(0.5, 0.5));
        window.harness.event(Event::PointerMoved(over));
        window.harness.run_steps(4);
        assert!(window.app().canvas.pointer.at.is_some());
        assert_in_order(&window, &format!("{}, while two bodies overlap", name_of(layout)));
        window.key(Modifiers::NONE, egui::Key::T);
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, beside a twin", name_of(layout)));
        window.key(Modifiers::SHIFT, egui::Key::B);
        window.harness.run_steps(4);
        regions::assert_in_order(&window, &format!("{}, with the phases", name_of(layout)));
    }
}

/// Two squares that start inside each other.
fn crossing() -> Level {
    let mut level = square();
    let mut other = level.bodies[0].clone();
    other.nodes.iter_mut().for_each(|node| node.position[0] += 0.5);
    level.bodies.push(other);
    level
}

#[test]
fn smallest_window_is_no_larger_than_any_layout() {
    for (pixels, scale) in LAYOUTS {
        let least = screen::SMALLEST * scale;
        assert!(least.x <= pixels.x && least.y <= pixels.y, "{}", name_of((pixels, scale)));
    }
}

#[test]
fn menus_fit_the_default_window_and_scroll_in_lower_ones() {
    for layout in LAYOUTS {
        for menu in Menu::ALL {
            let mut window = sized(layout);
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
            if layout == LAYOUTS[0] {
                assert!(is_inside(&window), "{}: {name} is cut off in the default window", menu.title());
                continue;
            }
            let first = menu.rows()[0].within.unwrap_or(menu.rows()[0].name);
            let at = window.harness.get_all_by_label(first).map(|node| node.rect()).find(|rect| rect.width() > ITEM);
            let at = at.unwrap_or_else(|| panic!("{}: no {first}", name_of(layout))).center();
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
            assert!(is_inside(&window), "{}, {}: {name} is out of reach", name_of(layout), menu.title());
        }
    }
}

#[test]
fn controls_without_room_are_in_a_menu() {
    let mut window = sized(LAYOUTS[1]);
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
    let mut window = sized((vec2(711.0, 560.0), 1.0));
    window.press("More: Bottom panel");
    window.press("Shrink");
    assert_eq!(window.app().settings.dock_tab, DockTab::Shrink);
}
