//! Small windows: no two controls of the bars lie over each other, nothing lies outside, menus scroll, and the canvas
//! keeps its height.

use super::regions::{self, MARGIN};
use super::window::{Window, square};
use blobsmith::editor::actions::Menu;
use blobsmith::editor::canvas;
use blobsmith::editor::screen;
use blobsmith::editor::settings::layout::{CanvasSide, SplitAxis};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::editor::settings::{Settings, ThemeChoice};
use blobsmith::editor::tools;
use blobsmith::level::{Level, Place};
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Order, Pos2, Rect, TouchPhase, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use std::collections::BTreeSet;

/// Pixels and scale. The last is the smallest window that the program allows, with the margin of the harness around it.
const LAYOUTS: [(Vec2, f32); 5] = [
    (vec2(1280.0, 720.0), 1.0),
    (vec2(1280.0, 720.0), 1.8),
    (vec2(1600.0, 1000.0), 2.0),
    (vec2(960.0, 640.0), 1.0),
    (vec2(screen::SMALLEST.x + 2.0 * MARGIN, screen::SMALLEST.y + 2.0 * MARGIN), 1.0),
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
fn tools_have_their_names_and_keys_in_wide_windows() {
    for (width, has_names) in [(1280.0, false), (1600.0, true)] {
        let window = sized((vec2(width, 1000.0), 1.0));
        let toolbox = regions::region(&window, "toolbox");
        let words = regions::words(&window).into_iter().filter(|drawn| toolbox.contains_rect(drawn.visible));
        let words: BTreeSet<String> = words.map(|drawn| drawn.name).collect();
        for tool in tools::ALL {
            assert_eq!(words.contains(&format!("“{}”", tool.title)), has_names, "{} at {width}", tool.title);
        }
        assert_eq!(words.contains("“Shift+Q”"), has_names, "{words:?}");
    }
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
        // In a low window it is in a menu that stays open.
        if egui::Popup::is_any_open(&window.harness.ctx) {
            window.key(Modifiers::NONE, egui::Key::Escape);
        }
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, in the mirror", name_of(layout)));
        window.app_mut().settings.layout_mut().toggle(SplitAxis::Row);
        window.harness.run_steps(4);
        assert_in_order(&window, &format!("{}, without the side panel", name_of(layout)));
        window.app_mut().settings.layout_mut().toggle(SplitAxis::Column);
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
        for tab in Tab::at(CanvasSide::Bottom) {
            window.app_mut().settings.show(tab);
            // Not in a window of its own, which may lie over the bars.
            window.app_mut().settings.layout_mut().changed = None;
            window.harness.run_steps(4);
            assert_in_order(&window, &format!("{}, tab {tab:?}", name_of(layout)));
        }
    }
}

#[test]
fn bars_have_room_while_the_run_has_a_loop_and_bookmarks() {
    for layout in LAYOUTS {
        let mut window = sized(layout);
        // The bookmark stands so far from the ends of the loop that both have room on the timeline.
        let far = [egui::Key::ArrowRight; 24];
        let keys = [egui::Key::I].into_iter().chain(far).chain([egui::Key::O]).chain(far).chain([egui::Key::M]);
        keys.for_each(|key| window.key(Modifiers::NONE, key));
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

/// The plot controls are in a menu, where lists are submenus: the pointer on their button is on no entry.
#[test]
fn lists_of_plots_and_marks_open_beside_their_buttons() {
    for (button, entry) in [("Choose plots", "Plot: "), ("Marks in plots", "Marks in plots: ")] {
        let mut window = Window::scaled(square(), Settings::default(), vec2(960.0, 640.0), 1.0);
        window.press("More: Bottom panel");
        let at = rect_of(&window, button).center();
        for _ in 0..3 {
            window.click_at(at);
            window.harness.run_steps(5);
        }
        let entries: Vec<Rect> = window
            .harness
            .query_all_by_label_contains(entry)
            .map(|node| node.rect())
            .filter(Rect::is_positive)
            .collect();
        assert!(entries.len() > 5, "{button}: the list is open");
        assert!(entries.iter().all(|rect| !rect.contains(at)), "{button} at {at:?}: {entries:?}");
        let settings = &window.app().settings;
        assert_eq!((settings.plots.len(), settings.hidden_marks.len()), (1, 0), "{button}: nothing was switched");
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
                let items = regions::controls_above(window, Order::Foreground);
                items.iter().any(|item| item.name == format!("Button {name}") && is_whole(window, item))
            };
            if layout == LAYOUTS[0] {
                assert!(is_inside(&window), "{}: {name} is cut off in the default window", menu.title());
                continue;
            }
            let first = menu.rows()[0].within.unwrap_or(menu.rows()[0].name);
            let at = window.harness.get_all_by_label(first).map(|node| node.rect()).find(|rect| rect.width() > ITEM);
            let at = at.unwrap_or_else(|| panic!("{}: no {first}", name_of(layout))).center();
            scroll_down(&mut window, at);
            assert!(is_inside(&window), "{}, {}: {name} is out of reach", name_of(layout), menu.title());
            window.key(Modifiers::NONE, Key::Escape);
            window.harness.run_steps(2);
            window.press(menu.title());
            window.harness.run_steps(4);
            let again = window.harness.get_all_by_label(first).map(|node| node.rect().center());
            assert!(again.into_iter().any(|center| center == at), "{}: opens where it was left", menu.title());
        }
    }
}

/// Turns the wheel over a point, as far as it goes.
fn scroll_down(window: &mut Window, at: Pos2) {
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(1);
    window.harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -2000.0),
        source: MouseWheelSource::Wheel,
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    window.settle(30);
}

/// True if a control is visible from edge to edge, and on the screen.
fn is_whole(window: &Window, drawn: &regions::Drawn) -> bool {
    !drawn.is_cut() && window.harness.ctx.content_rect().expand(0.6).contains_rect(drawn.rect)
}

/// A menu shows its first control, and scrolls to its last.
fn assert_menu_is_whole(window: &mut Window, when: &str) {
    let drawn = regions::controls_above(window, Order::Foreground);
    let first = drawn.iter().min_by(|a, b| a.rect.top().total_cmp(&b.rect.top()));
    let first = first.unwrap_or_else(|| panic!("{when} opens nothing"));
    assert!(is_whole(window, first), "{when}: {first:?} is cut");
    scroll_down(window, first.visible.center());
    let drawn = regions::controls_above(window, Order::Foreground);
    let last = drawn.iter().max_by(|a, b| a.rect.bottom().total_cmp(&b.rect.bottom())).unwrap();
    assert!(is_whole(window, last), "{when}: {last:?} is out of reach");
}

/// A window scrolls to the control that stands last in it.
fn assert_window_shows(window: &mut Window, last: &str, when: &str) {
    let drawn = regions::controls_above(window, Order::Middle);
    let top = drawn.iter().map(|drawn| drawn.visible.top()).fold(f32::INFINITY, f32::min);
    let bottom = drawn.iter().map(|drawn| drawn.visible.bottom()).fold(f32::NEG_INFINITY, f32::max);
    // The middle of the window, which scrolls wherever its title stands.
    let left = drawn.iter().map(|drawn| drawn.visible.left()).fold(f32::INFINITY, f32::min);
    scroll_down(window, egui::pos2(left + 40.0, 0.5 * (top + bottom)));
    let drawn = regions::controls_above(window, Order::Middle);
    let found = drawn.iter().find(|drawn| drawn.name == last).unwrap_or_else(|| panic!("{when}: no {last}"));
    assert!(is_whole(window, found), "{when}: {found:?} is out of reach");
}

/// Buttons outside the menu bar that open a menu.
const MENUS: [&str; 19] = [
    "More: Toolbar",
    "More: Tools",
    "More: Bottom panel",
    "More: Select and move",
    "Overlays",
    "Speed",
    "What snaps",
    "Marks",
    "Bookmarks",
    "Memory for keyframes",
    "Choose plots",
    "Marks in plots",
    "Export the plots",
    "Add breakpoint",
    "Add expectation",
    "Choose a measure",
    "Choose a setting",
    "Choose what goes wrong",
    "Expect of this contact…",
];
/// Those of them that have no room in any of these windows, or nothing to offer in this level.
const NOT_SHOWN: [&str; 1] = ["Expect of this contact…"];

#[test]
fn menus_of_bars_and_panels_show_their_first_control_and_scroll_to_their_last() {
    let mut opened = BTreeSet::new();
    // The bottom panel has no room in the lowest windows.
    for layout in [LAYOUTS[0], LAYOUTS[1], LAYOUTS[3], LAYOUTS[4]] {
        // A menu of the bars is the same beside every tab, so each button is pressed once.
        let mut pressed = BTreeSet::new();
        for tab in Tab::at(CanvasSide::Bottom) {
            let mut window = sized(layout);
            window.app_mut().settings.show(tab);
            window.app_mut().selection = vec![Place::Body(0)].into();
            window.harness.run_steps(4);
            for name in MENUS {
                let is_button = |drawn: &regions::Drawn| drawn.name == format!("Button {name}");
                let Some(button) = regions::controls(&window).into_iter().find(is_button) else { continue };
                let at = button.visible.center();
                if !pressed.insert((name, at.x as i32, at.y as i32)) {
                    continue;
                }
                opened.insert(name);
                window.press(name);
                window.harness.run_steps(4);
                let when = format!("{}, tab {tab:?}, {name}", name_of(layout));
                assert_menu_is_whole(&mut window, &when);
                window.key(Modifiers::NONE, egui::Key::Escape);
                window.harness.run_steps(4);
                assert!(!egui::Popup::is_any_open(&window.harness.ctx), "{when} stays open");
            }
        }
    }
    let missing: Vec<_> = MENUS.iter().filter(|name| !opened.contains(**name)).collect();
    assert_eq!(missing, NOT_SHOWN.iter().collect::<Vec<_>>());
}

#[test]
fn windows_for_pictures_and_bodies_scroll_to_their_last_control() {
    for layout in LAYOUTS {
        let mut window = sized(layout);
        window.press("Insert");
        window.press("Gear…");
        window.harness.run_steps(10);
        assert!(window.app().features.maker.is_some());
        assert_window_shows(&mut window, "Button Cancel", &format!("{}, a gear", name_of(layout)));
        window.key(Modifiers::NONE, egui::Key::Escape);
        assert!(window.app().features.maker.is_none());
        window.app_mut().files.portrait_is_open = true;
        window.harness.run_steps(10);
        assert_window_shows(&mut window, "Button Export picture…", &format!("{}, a picture", name_of(layout)));
    }
}

#[test]
fn path_of_an_entered_body_fits_the_canvas() {
    for layout in LAYOUTS {
        let mut level = square();
        level.bodies[0].name = "a body with a name that is longer than any canvas in a low window is wide".to_owned();
        let (pixels, scale) = layout;
        let mut window = Window::scaled(level, Settings::default(), pixels / scale, scale);
        for _ in 0..2 {
            window.click(glam::DVec2::new(0.0, 0.0), Modifiers::NONE);
        }
        let when = name_of(layout);
        assert_eq!(window.app().selection, [Place::Node(0, 0)], "{when}");
        let canvas = regions::region(&window, "canvas");
        let words = regions::words(&window);
        for name in ["“Level”", "“node 0”"] {
            let drawn = words.iter().find(|drawn| drawn.name == name && canvas.contains(drawn.rect.center()));
            let drawn = drawn.unwrap_or_else(|| panic!("{when}: no {name}"));
            assert!(!drawn.is_cut() && canvas.contains_rect(drawn.rect), "{when}: {drawn:?} in {canvas}");
        }
        window.key(Modifiers::NONE, egui::Key::Escape);
        assert_eq!(window.app().selection, [Place::Body(0)], "{when}");
        assert!(window.harness.query_by_label("Path: Level").is_none(), "{when}");
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
    assert!(window.app().settings.is_shown(Tab::Shrink));
}

/// All shapes are in sight without a turn of the wheel.
#[test]
fn menu_insert_has_room_in_a_window_of_720_points() {
    let mut window = sized(LAYOUTS[0]);
    window.press("Insert");
    window.harness.run_steps(4);
    let drawn = regions::controls_above(&window, Order::Foreground);
    assert!(drawn.iter().any(|drawn| drawn.name == "Button Export for a game…"));
    for item in &drawn {
        assert!(is_whole(&window, item), "{item:?}");
    }
}
