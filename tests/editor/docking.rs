//! Docked panels and layouts, by real input: tabs are dragged, borders moved, panels closed and taken out, layouts
//! chosen and kept.

use super::regions::{self, Drawn, MARGIN, region};
use super::window::{Window, square};
use blobsmith::editor::actions::Source;
use blobsmith::editor::screen;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::layout::{Area, CanvasSide, LayoutPreset, Layouts, SplitAxis};
use blobsmith::editor::settings::tabs::{TABS, Tab};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

fn designer() -> Window {
    let settings = Settings { offers_tour: false, ..Settings::at_first() };
    Window::scaled(square(), settings, vec2(1280.0, 720.0) + 2.0 * egui::Vec2::splat(MARGIN), 1.0)
}

/// The rectangle of a tab.
fn tab(window: &Window, title: &str) -> Rect {
    let is_tab = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().role() == Role::Button && node.accesskit_node().label().as_deref() == Some(title)
    };
    let node = window.harness.get_all_by_label(title).find(is_tab);
    node.unwrap_or_else(|| panic!("no tab {title}")).rect()
}

/// The side of the canvas at which a tab stands.
fn side_of(window: &Window, tab: Tab) -> Option<CanvasSide> {
    let layout = window.app().settings.layout();
    layout.area.groups().find(|(group, _)| group.tabs.contains(&tab)).map(|(_, side)| side)
}

fn secondary_click(window: &mut Window, pos: Pos2) {
    window.harness.event(Event::PointerMoved(pos));
    window.harness.run_steps(2);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        window.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        window.harness.run_steps(2);
    }
}

#[test]
fn design_leaves_most_of_the_window_to_the_canvas() {
    let window = designer();
    let (canvas, screen) = (region(&window, "canvas"), window.harness.ctx.content_rect());
    let share = canvas.area() / screen.shrink(MARGIN).area();
    assert!(share >= 0.6, "the canvas has {share} of the window");
    assert!(!window.app().settings.layout().is_any_visible(SplitAxis::Column));
}

#[test]
fn view_menu_lists_every_panel_by_name_and_shows_the_chosen_one() {
    let mut window = designer();
    assert!(!window.app().settings.is_shown(Tab::Shrink));
    window.press("View");
    window.press("Panels");
    window.harness.run_steps(4);
    let items = regions::controls_above(&window, egui::Order::Foreground);
    let missing = TABS.iter().filter(|row| !items.iter().any(|item| item.name == format!("Button {}", row.title)));
    let missing: Vec<_> = missing.map(|row| row.title).collect();
    assert!(missing.is_empty(), "{missing:?}");
    window.press("Shrink");
    window.harness.run_steps(4);
    assert!(window.app().settings.is_shown(Tab::Shrink));
}

#[test]
fn panel_without_room_opens_in_a_window_of_its_own() {
    for (size, has_room) in [(screen::SMALLEST, false), (vec2(1280.0, 800.0), true)] {
        let mut window = Window::scaled(square(), Settings::default(), size, 1.0);
        window.press("View");
        window.press("Panels");
        window.press("Shrink");
        window.harness.run_steps(4);
        let layout = window.app().settings.layout();
        assert!(layout.is_shown(Tab::Shrink));
        assert_eq!(layout.windows.contains(&Tab::Shrink), !has_room, "{size}");
        assert!(window.harness.query_all_by_label("Choose what goes wrong").next().is_some(), "{size}");
    }
}

/// Keys find room for their panels, too.
#[test]
fn panel_of_a_key_opens_in_a_low_window() {
    let mut window = Window::scaled(square(), Settings::default(), screen::SMALLEST, 1.0);
    for _ in 0..2 {
        window.key(Modifiers::ALT, Key::T);
        window.harness.run_steps(4);
        assert_eq!(window.app().settings.layout().windows, [Tab::PartsTable]);
    }
}

#[test]
fn tabs_are_dragged_to_other_places() {
    let mut window = Window::with(square());
    let canvas = region(&window, "canvas");
    // To the left edge of the canvas: a group of its own there.
    window.drag(tab(&window, "Outline").center(), canvas.left_center() + vec2(12.0, 0.0));
    assert_eq!(side_of(&window, Tab::Outline), Some(CanvasSide::Left));
    assert!(window.app().settings.is_shown(Tab::Outline));
    assert!(tab(&window, "Outline").center().x < region(&window, "canvas").left());
    // Into the row of tabs below the canvas.
    window.drag(tab(&window, "Outline").center(), tab(&window, "Problems").left_center() + vec2(1.0, 0.0));
    assert_eq!(side_of(&window, Tab::Outline), Some(CanvasSide::Bottom));
    assert_eq!(region(&window, "canvas").left(), canvas.left(), "the empty group is gone");
    // All tabs still exist once.
    let layout = window.app().settings.layout();
    let count = layout.area.groups().map(|(group, _)| group.tabs.len()).sum::<usize>();
    assert!(count == TABS.len() && TABS.iter().all(|row| layout.has(row.tab)));
}

#[test]
fn dragged_border_keeps_its_place_when_the_window_changes() {
    let mut window = Window::with(square());
    let before = region(&window, "side");
    let border = pos2(before.left() - 0.5, before.center().y);
    window.drag(border, border - vec2(80.0, 0.0));
    let wide = region(&window, "side").width();
    assert!((wide - before.width() - 80.0).abs() < 2.0, "{wide} after {}", before.width());
    let below = region(&window, "dock").height();
    window.harness.set_size(vec2(1500.0, 900.0));
    window.harness.run_steps(4);
    assert!((region(&window, "side").width() - wide).abs() < 1.0);
    // In a window without room the panel gives way, and gets its width again.
    window.harness.set_size(vec2(660.0, 500.0));
    window.harness.run_steps(4);
    assert!(region(&window, "side").width() < wide);
    window.harness.set_size(vec2(1280.0, 800.0));
    window.harness.run_steps(4);
    assert!((region(&window, "side").width() - wide).abs() < 1.0);
    assert!((region(&window, "dock").height() - below).abs() < 1.0);
}

#[test]
fn bottom_panel_is_enlarged_and_reduced() {
    let mut window = Window::with(square());
    let before = region(&window, "dock").height();
    window.press("Enlarge the bottom panel");
    window.harness.run_steps(4);
    let large = region(&window, "dock");
    assert!(large.height() > 2.0 * before, "{} after {before}", large.height());
    let canvas = region(&window, "canvas").height() + region(&window, "tool row").height();
    assert!(canvas >= blobsmith::editor::canvas::LEAST.y - 0.5, "{canvas}");
    window.press("Reduce the bottom panel");
    window.harness.run_steps(4);
    assert!((region(&window, "dock").height() - before).abs() < 1.0);
    // The key shows a hidden panel, too. A dragged border ends the enlargement.
    window.key(Modifiers::NONE, Key::B);
    window.key(Modifiers::ALT, Key::B);
    window.harness.run_steps(4);
    let border = pos2(large.center().x, large.top() - 0.5);
    window.drag(border, border + vec2(0.0, 100.0));
    let dragged = region(&window, "dock").height();
    assert!((dragged - large.height() + 100.0).abs() < 2.0, "{dragged}");
    assert!(!window.app().settings.layout().is_enlarged);
}

#[test]
fn key_of_the_bottom_panel_says_that_a_low_window_has_no_room() {
    let mut window = Window::with(square());
    let said = |window: &Window| window.app().notices.texts().any(|text| text.contains("too low for the bottom panel"));
    window.key(Modifiers::NONE, Key::B);
    window.key(Modifiers::NONE, Key::B);
    assert!(!said(&window));
    window.harness.set_size(vec2(1280.0, 330.0));
    window.harness.run_steps(4);
    for _ in 0..2 {
        window.app_mut().notices = Default::default();
        window.key(Modifiers::NONE, Key::B);
        assert!(said(&window));
    }
    // The panel is there again as soon as the window is higher.
    window.harness.set_size(vec2(1280.0, 800.0));
    window.harness.run_steps(4);
    assert!(region(&window, "dock").height() > 100.0);
}

#[test]
fn panels_are_closed_and_opened_again() {
    let mut window = Window::with(square());
    let at = tab(&window, "Sweep").center();
    secondary_click(&mut window, at);
    window.press("Close Sweep");
    assert!(!window.app().settings.layout().has(Tab::Sweep));
    // The menu at the end of the row offers what is closed.
    window.press("Arrange: Bottom panel");
    window.press("Sweep");
    assert!(window.app().settings.is_shown(Tab::Sweep));
    assert_eq!(side_of(&window, Tab::Sweep), Some(CanvasSide::Bottom));
}

#[test]
fn panel_is_taken_out_and_put_back() {
    let mut window = Window::with(square());
    let at = tab(&window, "World").center();
    secondary_click(&mut window, at);
    window.press("Window of its own");
    window.harness.run_steps(3);
    assert_eq!(window.app().settings.layout().windows, [Tab::World]);
    assert!(window.app().settings.is_shown(Tab::World));
    assert!(window.harness.query_by_label("World").is_some());
    // Its contents work there.
    window.type_into("Substeps", "12");
    assert_eq!(window.app().document.level().world.substeps, 12);
    window.press("Close window");
    assert_eq!(window.app().settings.layout().windows, []);
    assert_eq!(side_of(&window, Tab::World), Some(CanvasSide::Right));
}

#[test]
fn tab_key_over_the_canvas_leaves_only_the_canvas() {
    let mut window = Window::with(square());
    let before = region(&window, "canvas");
    window.hover(glam::DVec2::new(0.5, 0.5));
    window.key(Modifiers::NONE, Key::Tab);
    let canvas = region(&window, "canvas");
    let screen = window.harness.ctx.content_rect().shrink(MARGIN);
    assert!(canvas.area() > 0.93 * screen.area() && canvas.area() > before.area(), "{canvas} of {screen}");
    assert!(window.harness.ctx.memory(|memory| memory.focused().is_none()));
    window.key(Modifiers::NONE, Key::Tab);
    assert_eq!(region(&window, "canvas"), before);
    // In a field the key moves on to the next one.
    window.enter_field(Role::TextInput, "Frame");
    window.key(Modifiers::NONE, Key::Tab);
    assert_eq!(region(&window, "canvas"), before);
}

#[test]
fn layouts_are_chosen_kept_and_reset() {
    let mut window = designer();
    window.press("Layout");
    window.press("Debug");
    assert!(window.app().settings.is_shown(Tab::Plots));
    window.key(Modifiers::NONE, Key::N);
    assert!(!window.app().settings.layout().is_any_visible(SplitAxis::Row));
    // Each layout stays as it was left.
    window.press("Layout");
    window.press("Design");
    assert!(window.app().settings.layout().is_any_visible(SplitAxis::Row));
    window.press("Layout");
    window.press("Debug");
    assert!(!window.app().settings.layout().is_any_visible(SplitAxis::Row));
    window.press("Layout");
    window.press("Reset Debug");
    assert_eq!(*window.app().settings.layout(), LayoutPreset::Debug.layout());
    // An own one.
    window.key(Modifiers::NONE, Key::B);
    window.press("Layout");
    window.enter_field(Role::TextInput, "Name of a new layout");
    window.harness.event(Event::Text("Mine".to_owned()));
    window.harness.run_steps(2);
    window.press("Save layout as");
    assert_eq!(window.app().settings.layouts.name(), "Mine");
    assert!(!window.app().settings.layout().is_any_visible(SplitAxis::Column));
    window.press("Layout");
    window.press("Delete Mine");
    assert_eq!(window.app().settings.layouts.names().collect::<Vec<_>>(), ["Design", "Debug", "Compare"]);
}

#[test]
fn layouts_survive_the_settings_file_and_damage() {
    let mut settings = Settings::at_first();
    settings.layout_mut().move_to(Tab::World, CanvasSide::Left);
    settings.layout_mut().pop(Tab::Plots);
    settings.layouts.save_as("Mine");
    let text = serde_json::to_string(&settings.layouts).unwrap();
    let read: Layouts = serde_json::from_str(&text).unwrap();
    assert_eq!(read, settings.layouts);
    // Two canvases, a tab twice, a group without tabs, a size that is none.
    let damaged = r#"{"name": "Bad", "all": [{"name": "Bad", "layout": {"windows": ["World", "World"], "area": {"Split":
        {"axis": "Row", "parts": [{"area": "Canvas", "size": -1e30}, {"area": {"Tabs": {"tabs": [], "open": "Show"}}},
        {"area": "Canvas"}, {"area": {"Tabs": {"tabs": ["World", "Show"], "open": "Plots"}}}]}}}}]}"#;
    let read: Layouts = serde_json::from_str(damaged).unwrap();
    let layout = read.current();
    assert_eq!(read.name(), "Bad");
    let groups: Vec<_> = layout.area.groups().collect();
    assert_eq!((groups.len(), &groups[0].0.tabs[..], groups[0].0.open), (1, &[Tab::World, Tab::Show][..], Tab::World));
    assert!(layout.windows.is_empty(), "World has its place");
    // A layout without a canvas is left out.
    let without = r#"{"name": "No", "all": [{"name": "No", "layout": {"area": {"Tabs": {"tabs": ["World"], "open": "World"}}}}]}"#;
    let read: Layouts = serde_json::from_str(without).unwrap();
    assert_eq!(read, Layouts::default());
}

#[test]
fn narrow_window_has_one_group_below_the_canvas() {
    let mut window = Window::scaled(square(), Settings::default(), vec2(430.0, 800.0), 1.0);
    let (canvas, side) = (region(&window, "canvas"), region(&window, "side"));
    assert!(side.top() > canvas.bottom() && side.width() > 0.9 * canvas.width());
    window.press("World");
    assert!(window.app().settings.is_shown(Tab::World));
    let groups = window.app().settings.layout().area.groups().count();
    assert_eq!(groups, 2, "the layout of wide windows is kept");
}

/// Two words of a panel at the left that lie over each other. Numbers on pictures of edges count as part of them.
fn overprinted(window: &Window, title: &str) -> Option<String> {
    let row = tab(window, title);
    let corner = pos2(region(window, "canvas").left(), region(window, "status").top());
    let page = Rect::from_min_max(pos2(row.left() - 4.0, row.bottom() + 8.0), corner);
    // The first line of wrapped words may begin beside a control.
    let is_line = |drawn: &Drawn| drawn.name.chars().count() > 4 && drawn.rect.height() < 20.0;
    let is_of_page = |drawn: &Drawn| page.contains(drawn.visible.center()) && is_line(drawn);
    let words: Vec<Drawn> = regions::words(window).into_iter().filter(is_of_page).collect();
    words.iter().enumerate().find_map(|(at, a)| {
        let is_over = |b: &&Drawn| {
            let shared = a.visible.intersect(b.visible);
            shared.width() > 2.0 && shared.height() > 3.0
        };
        words[..at].iter().find(is_over).map(|b| format!("{a:?} over {b:?}"))
    })
}

#[test]
fn words_of_panels_in_narrow_groups_do_not_lie_over_each_other() {
    let level = blobsmith::level::gallery::ALL.iter().position(|level| level.name == "Two squares: Distance").unwrap();
    let mut window = Window::open(&Source::Gallery(level));
    for _ in 0..3 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    for row in &TABS {
        window.app_mut().settings.layouts.reset();
        window.app_mut().settings.layout_mut().move_to(row.tab, CanvasSide::Left);
        window.harness.run_steps(20);
        for width in [240.0, 420.0, 560.0] {
            let Area::Split(split) = &mut window.app_mut().settings.layout_mut().area else { panic!("no split") };
            split.parts[0].size = Some(width);
            window.harness.run_steps(4);
            let found = overprinted(&window, row.title);
            assert!(found.is_none(), "{:?} at {width}: {}", row.tab, found.unwrap_or_default());
        }
    }
}

/// Neither the open tab nor a count moves the tabs or changes their titles.
#[test]
fn tabs_keep_their_places_and_titles() {
    for size in [vec2(1280.0, 800.0), vec2(960.0, 640.0)] {
        let mut window = Window::scaled(square(), Settings::default(), size, 1.0);
        window.app_mut().settings.show(Tab::Plots);
        window.harness.run_steps(4);
        let row = |window: &Window| {
            let tabs = region(window, "tabs");
            let inside = |tab: &Tab| {
                let title = tab.entry().title;
                let nodes = window.harness.query_all_by_label(title).map(|node| node.rect());
                nodes.filter(|rect| tabs.contains(rect.center())).min_by(|a, b| a.left().total_cmp(&b.left()))
            };
            Tab::at(CanvasSide::Bottom).map(|tab| inside(&tab)).collect::<Vec<_>>()
        };
        let before = row(&window);
        for (index, tab) in Tab::at(CanvasSide::Bottom).enumerate().filter(|(index, _)| before[*index].is_some()) {
            window.app_mut().settings.show(tab);
            // The square falls, and the run has contacts and inputs to count.
            window.key(Modifiers::NONE, Key::ArrowRight);
            assert_eq!(row(&window), before, "{size}, tab {index} is open");
        }
    }
}

/// Tabs of a row that have a place, each with its title painted on it.
fn titled(window: &Window, row: Rect, side: CanvasSide) -> Vec<Tab> {
    let words = regions::words(window);
    let is_titled = |tab: &Tab| {
        let title = format!("“{}”", tab.entry().title);
        words.iter().any(|word| word.name == title && row.contains_rect(word.rect) && !word.is_cut())
    };
    Tab::at(side).filter(is_titled).collect()
}

#[test]
fn every_tab_has_a_title_in_its_row_or_in_the_menu() {
    let mut window = Window::scaled(square(), Settings::default(), vec2(1280.0, 720.0), 1.0);
    window.harness.run_steps(4);
    assert_eq!(titled(&window, region(&window, "side tabs"), CanvasSide::Right).len(), 5);
    let placed = titled(&window, region(&window, "tabs"), CanvasSide::Bottom);
    assert!(placed.len() >= 9, "{placed:?}");
    let hidden: Vec<Tab> = Tab::at(CanvasSide::Bottom).filter(|tab| !placed.contains(tab)).collect();
    window.press("More: Bottom panel");
    window.harness.run_steps(4);
    let items = regions::controls_above(&window, egui::Order::Foreground);
    let names: Vec<_> = items.into_iter().map(|item| item.name).filter(|name| name.starts_with("Button ")).collect();
    let expected = hidden.iter().map(|tab| format!("Button {}", tab.entry().title));
    assert_eq!(names, expected.collect::<Vec<_>>());
}

#[test]
fn open_tab_of_the_menu_stands_at_the_end_of_the_row_and_is_dragged() {
    let mut window = Window::scaled(square(), Settings::default(), vec2(960.0, 640.0), 1.0);
    window.harness.run_steps(4);
    let placed = titled(&window, region(&window, "tabs"), CanvasSide::Bottom);
    assert!(!placed.contains(&Tab::Library));
    window.press("More: Bottom panel");
    window.press("Library");
    assert!(window.app().settings.is_shown(Tab::Library));
    let row = titled(&window, region(&window, "tabs"), CanvasSide::Bottom);
    assert_eq!(row, [&placed[..], &[Tab::Library]].concat());
    let last = placed.last().expect("tabs").entry().title;
    assert!(tab(&window, "Library").left() >= tab(&window, last).right());
    let canvas = region(&window, "canvas");
    window.drag(tab(&window, "Library").center(), canvas.left_center() + vec2(12.0, 0.0));
    assert_eq!(side_of(&window, Tab::Library), Some(CanvasSide::Left));
}
