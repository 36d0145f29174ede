//! Text at the sizes, scales and layouts that the program promises: no word or control of a panel is cut off at its
//! sides, shortened, or printed over another one.

use super::regions::{self, Drawn};
use super::window::{Window, window_commands};
use blobsmith::editor::actions::{Action, Source};
use blobsmith::editor::app::read;
use blobsmith::editor::perform::perform;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::layout::{LayoutPreset, Layouts, PRESETS, SplitAxis};
use blobsmith::editor::settings::tabs::{TABS, Tab};
use blobsmith::editor::tools;
use blobsmith::level::{Breakpoint, Level, Place, gallery};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::collections::BTreeSet;
use std::mem::discriminant;

/// Pixels and scale.
const SIZES: [(Vec2, f32); 6] = [
    (vec2(1280.0, 720.0), 1.0),
    (vec2(1280.0, 720.0), 1.5),
    (vec2(1280.0, 720.0), 2.0),
    (vec2(960.0, 640.0), 1.0),
    (vec2(1600.0, 1000.0), 1.0),
    (vec2(3840.0, 2160.0), 2.0),
];

fn two_squares() -> Level {
    let index = gallery::ALL.iter().position(|level| level.name == "Two squares: Distance").unwrap();
    read(&Source::Gallery(index)).unwrap().level
}

fn open((pixels, scale): (Vec2, f32), settings: Settings) -> Window {
    Window::scaled(two_squares(), settings, pixels / scale, scale)
}

fn name_of((pixels, scale): (Vec2, f32)) -> String {
    format!("{}x{} at {:.0} %", pixels.x, pixels.y, 100.0 * scale)
}

/// True if two words of one line each lie over each other. The numbers on pictures of edges have an outline of copies.
fn is_over(a: &Drawn, b: &Drawn) -> bool {
    let is_line = |drawn: &Drawn| drawn.rect.height() < 20.0;
    let is_long = |drawn: &Drawn| drawn.name.chars().count() > 4;
    let shared = a.visible.intersect(b.visible);
    let is_shared = shared.width() > 2.0 && shared.height() > 3.0;
    is_shared && is_line(a) && is_line(b) && (is_long(a) || is_long(b))
}

/// Faults of the words outside the canvas, and of the controls of the side panel. The bars and the cells of tables show the whole
/// text as a tooltip, and panels below the canvas scroll sideways, so they may be shortened or cut there.
fn faults(window: &Window) -> BTreeSet<String> {
    let canvas = regions::region(window, "canvas");
    let all = regions::words(window);
    let words: Vec<&Drawn> = all.iter().filter(|drawn| !canvas.contains_rect(drawn.visible)).collect();
    let side = regions::regions(window).into_iter().find(|(name, _)| *name == "side").map(|(_, rect)| rect);
    let is_beside = |drawn: &Drawn| side.is_some_and(|side| side.contains(drawn.visible.center()));
    let is_cut = |drawn: &Drawn| {
        drawn.visible.left() > drawn.rect.left() + 1.0 || drawn.visible.right() < drawn.rect.right() - 1.0
    };
    let controls = regions::controls(window).into_iter().filter(|drawn| is_beside(drawn) && is_cut(drawn));
    let mut found: BTreeSet<String> = controls.map(|drawn| format!("{} is cut", drawn.name)).collect();
    for (i, a) in words.iter().enumerate() {
        if is_beside(a) && is_cut(a) {
            found.insert(format!("{} is cut", a.name));
        }
        if a.is_shortened && (is_beside(a) || a.name.starts_with("“Find")) {
            found.insert(format!("{} is shortened", a.name));
        }
        found.extend(words[..i].iter().filter(|b| is_over(a, b)).map(|b| format!("{} is over {}", a.name, b.name)));
    }
    found
}

#[test]
fn words_of_every_tab_are_whole_in_every_size_and_layout() {
    let mut all = BTreeSet::new();
    for size in SIZES {
        for preset in PRESETS {
            let settings = Settings { layouts: Layouts::starting_with(preset), ..Settings::default() };
            let mut window = open(size, settings);
            for _ in 0..3 {
                window.key(Modifiers::NONE, Key::ArrowRight);
            }
            for row in &TABS {
                window.app_mut().settings.show(row.tab);
                // Not in a window of its own, which may lie over other panels.
                window.app_mut().settings.layout_mut().changed = None;
                window.harness.run_steps(6);
                let when = format!("{}, {}, {}", name_of(size), preset.name(), row.title);
                all.extend(faults(&window).into_iter().map(|fault| format!("{when}: {fault}")));
            }
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), Vec::from_iter(all).join("\n"));
}

/// Panels that scroll sideways: maps and tables of any width.
const SCROLLING: [Tab; 2] = [Tab::Balloon, Tab::Materials];

#[test]
fn controls_of_bottom_panels_are_within_the_width_of_a_small_window() {
    let mut all = BTreeSet::new();
    for (size, preset) in [(SIZES[3], LayoutPreset::Design), (SIZES[0], LayoutPreset::Debug)] {
        let settings = Settings { layouts: Layouts::starting_with(preset), ..Settings::default() };
        let mut level = two_squares();
        let breakpoint = Breakpoint { condition: "max(node.speed) > 2".to_owned(), ..Breakpoint::default() };
        level.editor.get_or_insert_default().breakpoints.push(breakpoint);
        let mut window = Window::scaled(level, settings, size.0 / size.1, size.1);
        for _ in 0..3 {
            window.key(Modifiers::NONE, Key::ArrowRight);
        }
        for row in TABS.iter().filter(|row| row.home.axis() == SplitAxis::Column && !SCROLLING.contains(&row.tab)) {
            window.app_mut().settings.show(row.tab);
            window.harness.run_steps(8);
            let dock = regions::region(&window, "dock");
            let beyond = regions::controls_in_lines(&window, dock.y_range());
            let beyond = beyond
                .into_iter()
                .filter(|drawn| drawn.rect.left() > dock.left() && drawn.rect.right() > dock.right() + 1.0);
            let beside = regions::regions(&window).into_iter().find(|(name, _)| *name == "side").map(|(_, rect)| rect);
            let beyond = beyond.filter(|drawn| beside.is_none_or(|side| !side.intersects(drawn.visible)));
            all.extend(
                beyond.map(|drawn| format!("{}, {}, {}: {}", name_of(size), preset.name(), row.title, drawn.name)),
            );
        }
    }
    assert!(all.is_empty(), "{} controls out of reach:\n{}", all.len(), Vec::from_iter(all).join("\n"));
}

/// One part of each kind, all bodies, and all parts.
fn selections(level: &Level) -> Vec<Vec<Place>> {
    let bodies = level.bodies.iter().enumerate();
    let within = bodies.flat_map(|(body, parts)| {
        let places = |count: usize, place: fn(usize, usize) -> Place| (0..count).map(move |part| place(body, part));
        let nodes = places(parts.nodes.len(), Place::Node);
        let springs = places(parts.springs.len(), Place::Spring).chain(places(parts.sticks.len(), Place::Stick));
        nodes
            .chain(springs)
            .chain(places(parts.hull.len(), Place::HullEdge))
            .chain(places(parts.triangles.len(), Place::Triangle))
            .chain([Place::Body(body)])
    });
    let whole = |count: usize, place: fn(usize) -> Place| (0..count).map(place);
    let others = whole(level.discs.len(), Place::Disc)
        .chain(whole(level.obstacles.len(), Place::Obstacle))
        .chain(whole(level.links.len(), Place::Link))
        .chain(whole(level.markers.len(), Place::Marker))
        .chain(whole(level.instances.len(), Place::Instance));
    let all: Vec<Place> = within.chain(others).collect();
    let mut selections: Vec<Vec<Place>> = Vec::new();
    for place in &all {
        if !selections.iter().any(|known| discriminant(&known[0]) == discriminant(place)) {
            selections.push(vec![*place]);
        }
    }
    selections.push((0..level.bodies.len()).map(Place::Body).collect());
    selections.push(all);
    selections
}

#[test]
fn words_of_the_inspector_are_whole_for_every_kind_of_part_and_for_all() {
    const LEVELS: [&str; 5] =
        ["16-pile-of-100", "60-car", "61-rope-bridge", "66-marble-run-from-parts", "31-obstacles"];
    let mut all = BTreeSet::new();
    for (size, preset) in
        [(SIZES[0], LayoutPreset::Design), (SIZES[0], LayoutPreset::Debug), (SIZES[3], LayoutPreset::Design)]
    {
        for id in LEVELS {
            let index = gallery::ALL.iter().position(|level| level.id == id).unwrap();
            let level = read(&Source::Gallery(index)).unwrap().level;
            let settings = Settings { layouts: Layouts::starting_with(preset), ..Settings::default() };
            let selections = selections(&level);
            let mut window = Window::scaled(level, settings, size.0 / size.1, size.1);
            window.app_mut().settings.show(Tab::Inspector);
            for selection in selections {
                let when = format!(
                    "{}, {}, {id}, {:?} and {} more",
                    name_of(size),
                    preset.name(),
                    selection[0],
                    selection.len() - 1
                );
                window.app_mut().selection = selection.into();
                window.harness.run_steps(6);
                all.extend(faults(&window).into_iter().map(|fault| format!("{when}: {fault}")));
            }
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), Vec::from_iter(all).join("\n"));
}

/// Names of files and folders, the status bar, and what stands in a text field may be shortened.
#[test]
fn words_of_every_window_are_whole() {
    let mut all = BTreeSet::new();
    for size in [SIZES[0], SIZES[2], SIZES[3]] {
        for row in window_commands() {
            let mut window = open(size, Settings::default());
            let name = |drawn: &Drawn| format!("{} at {}", drawn.name, drawn.rect);
            let before: BTreeSet<String> = regions::words(&window).iter().map(name).collect();
            window.run_by_palette(row.name);
            let new = regions::words(&window).into_iter().filter(|drawn| !before.contains(&name(drawn)));
            let is_cut = |drawn: &Drawn| drawn.is_shortened || drawn.visible.width() < drawn.rect.width() - 2.0;
            let status = regions::region(&window, "status");
            let is_status = |drawn: &Drawn| status.contains(drawn.visible.center());
            let fields: Vec<_> = window.harness.query_all_by_role(Role::TextInput).map(|field| field.rect()).collect();
            let is_typed = |drawn: &Drawn| fields.iter().any(|field| field.contains(drawn.visible.center()));
            let cut = new
                .filter(|drawn| is_cut(drawn) && !is_status(drawn) && !is_typed(drawn))
                .map(|drawn| format!("{}, {}: {}", name_of(size), row.name, drawn.name));
            all.extend(cut);
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), Vec::from_iter(all).join("\n"));
}

#[test]
fn hint_of_an_empty_level_fits_the_canvas_and_names_every_step_of_a_blob() {
    for size in SIZES {
        let (pixels, scale) = size;
        let window = Window::scaled(blobsmith::level::Level::default(), Settings::default(), pixels / scale, scale);
        let words = regions::words(&window);
        let hint = words.iter().find(|drawn| drawn.name.starts_with("“An empty level.")).expect("a hint");
        assert!(!hint.is_cut(), "{}: {hint:?}", name_of(size));
        for part in ["nodes", "springs", "hull", "triangles"] {
            assert!(hint.name.contains(part), "{}", hint.name);
        }
    }
}

#[test]
fn numbers_of_edge_maps_are_whole() {
    for preset in [LayoutPreset::Debug, LayoutPreset::Compare] {
        let settings = Settings { layouts: Layouts::starting_with(preset), ..Settings::default() };
        let mut window = open(SIZES[0], settings);
        for _ in 0..3 {
            window.key(Modifiers::NONE, Key::ArrowRight);
        }
        window.app_mut().settings.show(Tab::Rules);
        window.harness.run_steps(6);
        let dock = regions::region(&window, "dock");
        let is_number = |drawn: &&Drawn| drawn.name.trim_matches(['“', '”']).parse::<u32>().is_ok();
        let words = regions::words(&window);
        let numbers = words.iter().filter(is_number).filter(|drawn| dock.contains_rect(drawn.visible));
        // At its right and below, a map may be scrolled out of sight.
        let cut: Vec<_> = numbers.filter(|drawn| drawn.visible.left() > drawn.rect.left() + 0.5).collect();
        assert!(cut.is_empty(), "{}: {cut:?}", preset.name());
    }
}

#[test]
fn sweep_wraps_its_words_in_a_low_window_at_150_percent() {
    let mut window = open((vec2(1280.0, 720.0), 1.5), Settings::default());
    window.app_mut().settings.show(Tab::Sweep);
    window.harness.run_steps(6);
    let words = regions::words(&window);
    let help = words.iter().find(|drawn| drawn.name.starts_with("“A sweep runs")).expect("its explanation");
    assert!(help.rect.right() <= help.visible.right() + 1.0, "{help:?}");
}

#[test]
fn hints_of_tools_are_whole_in_a_small_window() {
    let mut all = BTreeSet::new();
    for size in [SIZES[3], SIZES[1]] {
        let mut window = open(size, Settings::default());
        let node = window.app().document.level().bodies[0].nodes[0].position;
        for frames in [0, 3] {
            (0..frames).for_each(|_| window.key(Modifiers::NONE, Key::ArrowRight));
            for tool in tools::ALL {
                let ctx = window.harness.ctx.clone();
                perform(window.app_mut(), &ctx, Action::Tool(tool.id));
                for away in [0.0, 0.3] {
                    window.hover(DVec2::from(node) + DVec2::splat(away));
                    window.harness.run_steps(4);
                    let status = regions::region(&window, "status");
                    let words = regions::words(&window);
                    let cut =
                        words.iter().filter(|drawn| drawn.is_shortened && status.contains(drawn.visible.center()));
                    all.extend(
                        cut.map(|drawn| format!("{}, {}, frame {frames}: {}", name_of(size), tool.id, drawn.name)),
                    );
                }
            }
        }
    }
    assert!(all.is_empty(), "{} hints:\n{}", all.len(), Vec::from_iter(all).join("\n"));
}
