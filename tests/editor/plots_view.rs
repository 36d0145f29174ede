//! What the plots show and how they are moved: zoom by wheel and box, pan, hover, logarithm, notes, units, notebook.

use crate::files::until;
use crate::files_picked::{fill, wait_for};
use crate::regions;
use crate::window::{Window, square};
use blobsmith::editor::document::Edit;
use blobsmith::editor::settings::layout::{LayoutPreset, Layouts};
use blobsmith::editor::settings::{Settings, ShownPlot};
use blobsmith::level::{Level, LevelUnits};
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};

const CTRL: Modifiers = Modifiers::COMMAND;

/// A window with the plots of a run of 240 frames.
fn window_of(level: Level, plots: &[&str]) -> Window {
    let plots = plots.iter().map(|id| ShownPlot::of(id)).collect();
    let mut window = Window::new(level, Settings { plots, ..Settings::default() });
    for _ in 0..240 {
        window.app_mut().run.step_frame();
    }
    measured(&mut window);
    window
}

fn measured(window: &mut Window) {
    window.harness.run_steps(2);
    until(window, |window| !window.app().features.plots.is_behind);
    window.harness.run_steps(2);
}

fn field(window: &Window) -> Rect {
    window.harness.get_by_label("Energy plot").rect()
}

fn wheel(window: &mut Window, at: Pos2, delta: egui::Vec2, modifiers: Modifiers) {
    window.harness.event(Event::PointerMoved(at));
    window.harness.event(Event::ModifiersChanged(modifiers));
    window.harness.run_steps(1);
    let (phase, source) = (egui::TouchPhase::Move, egui::MouseWheelSource::Wheel);
    window.harness.event(Event::MouseWheel { unit: MouseWheelUnit::Point, delta, phase, source, modifiers });
    // The wheel is smoothed over some frames.
    window.harness.run_steps(60);
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.harness.run_steps(1);
}

fn drag(window: &mut Window, button: PointerButton, modifiers: Modifiers, [from, to]: [Pos2; 2]) {
    window.harness.event(Event::PointerMoved(from));
    window.harness.event(Event::ModifiersChanged(modifiers));
    window.harness.run_steps(2);
    window.harness.event(Event::PointerButton { pos: from, button, pressed: true, modifiers });
    window.harness.run_steps(1);
    for part in 1..=4 {
        window.harness.event(Event::PointerMoved(from.lerp(to, part as f32 / 4.0)));
        window.harness.run_steps(1);
    }
    window.harness.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
    window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    window.harness.run_steps(3);
}

fn click(window: &mut Window, at: Pos2, button: PointerButton) {
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(2);
    for pressed in [true, false] {
        window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        window.harness.run_steps(1);
    }
    window.harness.run_steps(3);
}

/// Visible frames and heights of the energy plot, if they are zoomed.
fn zoomed(window: &Window) -> (Option<[f64; 2]>, Option<[f64; 2]>) {
    let plots = &window.app().features.plots;
    (plots.zoom, plots.heights_of(&window.app().settings.plots[0]))
}

/// Where the curve of a series is at a frame: the whole range is visible, with a margin of 8 % of the values.
fn on_curve(window: &Window, key: &str, frame: usize) -> Pos2 {
    let plots = &window.app().features.plots;
    let all = plots.shown[0].series.iter().map(|series| plots.numbers(&series.key).unwrap());
    let all = all.flat_map(|numbers| numbers.values().iter().copied()).chain([0.0]);
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let gap = 0.08 * (high - low);
    let part = (plots.numbers(key).unwrap().values()[frame] - low + gap) / (high - low + 2.0 * gap);
    let rect = field(window);
    Pos2::new(rect.left() + rect.width() * frame as f32 / 240.0, rect.bottom() - rect.height() * part as f32)
}

#[test]
fn wheel_zooms_the_frames_and_with_ctrl_the_values() {
    let mut window = window_of(square(), &["energy"]);
    let at = field(&window).center();
    wheel(&mut window, at, vec2(0.0, 100.0), Modifiers::NONE);
    let (frames, heights) = zoomed(&window);
    let [from, to] = frames.expect("frames are zoomed");
    assert!((0.5 * (from + to) - 120.0).abs() < 1.0, "the frame under the pointer stays: {from} {to}");
    assert!(heights.is_none(), "the axis of the values follows what is in view");
    window.press("Show all frames");
    assert_eq!(zoomed(&window), (None, None));
    wheel(&mut window, at, vec2(0.0, 100.0), Modifiers::SHIFT);
    assert!(matches!(zoomed(&window), (Some(_), None)), "{:?}", zoomed(&window));
    window.press("Show all frames");
    wheel(&mut window, at, vec2(0.0, 100.0), CTRL);
    assert!(matches!(zoomed(&window), (None, Some(_))), "{:?}", zoomed(&window));
    // Back out by the wheel: the axis follows the values again.
    wheel(&mut window, at, vec2(0.0, -150.0), CTRL);
    assert_eq!(zoomed(&window), (None, None));
}

#[test]
fn box_zooms_to_what_is_in_it_and_pan_moves_it() {
    let mut window = window_of(square(), &["energy"]);
    let (rect, now) = (field(&window), window.app().run.frame());
    let place = |x: f32, y: f32| rect.left_top() + vec2(rect.width() * x, rect.height() * y);
    drag(&mut window, PointerButton::Secondary, Modifiers::NONE, [place(0.25, 0.2), place(0.75, 0.6)]);
    let (frames, heights) = zoomed(&window);
    let ([from, to], [low, high]) = (frames.unwrap(), heights.unwrap());
    assert!((from - 60.0).abs() < 1.0 && (to - 180.0).abs() < 1.0, "{from} {to}");
    assert_eq!(window.app().run.frame(), now, "a box does not scrub");
    let height = high - low;
    drag(&mut window, PointerButton::Primary, CTRL, [place(0.5, 0.5), place(0.4, 0.75)]);
    let (frames, heights) = zoomed(&window);
    // A tenth of 120 frames to the left, and a quarter of the height down: later frames and higher values.
    assert!((frames.unwrap()[0] - (from + 12.0)).abs() < 1.5, "{frames:?}");
    assert!((heights.unwrap()[0] - (low + 0.25 * height)).abs() < 0.03 * height, "{heights:?} {low} {height}");
    window.press("Show all frames");
    // A flat box changes the frames only.
    drag(&mut window, PointerButton::Primary, Modifiers::SHIFT, [place(0.5, 0.5), place(0.75, 0.51)]);
    let (frames, heights) = zoomed(&window);
    assert!((frames.unwrap()[0] - 120.0).abs() < 1.0 && heights.is_none(), "{frames:?} {heights:?}");
    for _ in 0..2 {
        click(&mut window, place(0.5, 0.5), PointerButton::Primary);
    }
    assert_eq!(zoomed(&window), (None, None), "a double click shows everything");
}

#[test]
fn keys_zoom_pan_and_switch_the_focused_plot() {
    let mut window = window_of(square(), &["energy"]);
    window.harness.get_by_label("Energy plot").focus();
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Plus);
    window.key(Modifiers::NONE, Key::Plus);
    let [from, to] = zoomed(&window).0.expect("zoomed");
    // Twice by 1.5.
    assert!((to - from - 240.0 / 2.25).abs() < 1e-6, "{from} {to}");
    let now = window.app().run.frame();
    window.key(Modifiers::NONE, Key::ArrowLeft);
    let [moved, _] = zoomed(&window).0.unwrap();
    assert!((from - moved - 0.1 * (to - from)).abs() < 1e-3, "{from} {moved}");
    assert_eq!(window.app().run.frame(), now, "the arrows belong to the plot");
    window.key(Modifiers::NONE, Key::F);
    assert_eq!(zoomed(&window), (None, None));
    window.key(Modifiers::NONE, Key::L);
    assert!(window.app().settings.plots[0].is_switched);
}

#[test]
fn hover_names_value_unit_and_moment_and_highlights_the_curve() {
    let mut window = window_of(square(), &["energy"]);
    let at = on_curve(&window, "energy.kinetic", 60);
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(4);
    assert_eq!(window.app().features.plots.pointed.as_deref(), Some("energy.kinetic"));
    // The row of the legend and the tooltip.
    assert_eq!(window.harness.query_all_by_label("Energy: kinetic").count(), 2);
    // The controls of the panel say it, too.
    assert_eq!(window.harness.query_all_by_label("at frame 60").count(), 2);
    let value = window.app().features.plots.numbers("energy.kinetic").unwrap().values()[60];
    let said = window.harness.query_all_by_label_contains("m·l²/t²");
    let said: Vec<String> = said.filter_map(|node| node.accesskit_node().value()).collect();
    let digits = format!("{value:.3}");
    assert!(said.iter().any(|text| text.starts_with(&digits[..digits.len() - 1])), "{digits}: {said:?}");
    // The row of the legend highlights it, too.
    let row = window.harness.get_by_label("Energy: total").rect().center();
    window.harness.event(Event::PointerMoved(row));
    window.harness.run_steps(4);
    assert_eq!(window.app().features.plots.pointed.as_deref(), Some("energy.total"));
    window.harness.event(Event::PointerMoved(Pos2::new(5.0, 5.0)));
    window.harness.run_steps(4);
    assert_eq!(window.app().features.plots.pointed, None);
}

/// Moves the pointer to the title of a plot and waits for its tooltip.
fn point_at_title(window: &mut Window, title: &str) {
    let places = window.harness.query_all_by_label(title).map(|node| node.rect().center());
    let lowest = places.max_by(|a, b| a.y.total_cmp(&b.y)).expect("a title");
    window.harness.event(Event::PointerMoved(lowest));
    window.harness.run_steps(60);
}

#[test]
fn values_are_in_the_units_of_the_level() {
    let mut level = square();
    // A unit is 2 m and a frame 1 / 50 s, so that a speed of 1 is 100 m/s.
    let units = LevelUnits { per_unit: 2.0, frames_per_second: 50.0, ..LevelUnits::default() };
    level.editor.get_or_insert_default().units = Some(units);
    let mut window = window_of(level, &["energy"]);
    point_at_title(&mut window, "Energy");
    window.harness.get_by_label_contains("1 m·l²/t² of the level is 10000 mass·m²/s².");
    let value = window.app().features.plots.numbers("energy.kinetic").unwrap().values()[60];
    let at = on_curve(&window, "energy.kinetic", 60);
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(4);
    let words = window.harness.query_all_by_label_contains(" mass·m²/s² = ").next().expect("both units");
    let words = words.accesskit_node().value().unwrap();
    let shown: f64 = words.split(' ').next().unwrap().parse().unwrap();
    assert!((shown / (value * 1e4) - 1.0).abs() < 1e-6, "{words}: {value}");
    window.harness.get_by_label("at frame 60 (1.2 s)");
}

#[test]
fn expressions_have_the_unit_of_their_quantities() {
    let mut level = square();
    level.editor.get_or_insert_default().units = Some(LevelUnits { per_unit: 2.0, ..LevelUnits::default() });
    let mut window = window_of(level, &["max(node.speed); body(0).speed", "body(0).x; body(0).vx; contacts"]);
    let plots = &window.app().features.plots.shown;
    assert_eq!((plots[0].unit.as_str(), plots[1].unit.as_str()), ("l/t", ""));
    let names: Vec<String> = plots[1].series.iter().map(|series| plots[1].legend_name(series)).collect();
    assert_eq!(names, ["body(0).x [l]", "body(0).vx [l/t]", "contacts"]);
    let row = window.harness.get_by_label("max(node.speed)").rect().center();
    window.harness.event(Event::PointerMoved(row));
    window.harness.run_steps(60);
    let words = window.harness.query_all_by_label_contains(" m/s = ").next().expect("both units");
    assert!(words.accesskit_node().value().unwrap().ends_with(" l/t"));
}

#[test]
fn note_is_added_in_a_plot_named_and_undone() {
    let mut window = window_of(square(), &["energy"]);
    let at = on_curve(&window, "energy.kinetic", 60);
    click(&mut window, at, PointerButton::Secondary);
    window.press("Add a note at frame 60…");
    window.harness.get_by_label("Name of the bookmark").focus();
    window.harness.run_steps(2);
    window.harness.key_press_modifiers(CTRL, Key::A);
    window.harness.event(Event::Text("It falls".to_owned()));
    window.harness.run_steps(3);
    window.press("Keep");
    let kept = window.app().document.level().editor.clone().unwrap().bookmarks;
    assert_eq!((kept[0].frame, kept[0].name.as_str()), (60, "It falls"));
    let value = window.app().features.plots.numbers("energy.kinetic").unwrap().values()[60];
    assert!(kept[0].note.starts_with("Energy: kinetic = ") && kept[0].note.ends_with(" m·l²/t²"), "{}", kept[0].note);
    assert!(kept[0].note.contains(&format!("{value:.3}")[..5]), "{}: {value}", kept[0].note);
    // The menu at its flag edits and deletes it.
    let rect = field(&window);
    let flag = Pos2::new(rect.left() + rect.width() * 0.25, rect.top() + 6.0);
    click(&mut window, flag, PointerButton::Secondary);
    window.harness.get_by_label("Edit It falls…");
    window.press("Delete It falls");
    let bookmarks = |window: &Window| window.app().document.level().editor.clone().unwrap_or_default().bookmarks;
    assert_eq!(bookmarks(&window).len(), 0);
    window.key(CTRL, Key::Z);
    assert_eq!(bookmarks(&window)[0].name, "It falls");
}

#[test]
fn logarithm_says_what_it_cannot_show_and_is_remembered() {
    let mut window = window_of(square(), &["energy"]);
    let note = |window: &Window| {
        let words = super::regions::words(window);
        words.into_iter().find(|drawn| drawn.name == "“Dotted: negative. Gap: 0”").map(|drawn| drawn.rect)
    };
    assert_eq!(note(&window), None);
    let middle = field(&window).center();
    click(&mut window, middle, PointerButton::Secondary);
    window.press("Logarithm of values");
    assert!(window.app().settings.plots[0].is_switched);
    // The energy of gravity falls below 0.
    let gravity = window.app().features.plots.numbers("energy.gravity").unwrap();
    assert!(gravity.bounds(0..gravity.len()).unwrap()[0] < 0.0);
    let (plot, note) = (field(&window), note(&window).expect("the note is drawn"));
    assert!(plot.expand(2.0).contains_rect(note), "in the plot, where it is in view: {note:?} {plot:?}");
    let text = serde_json::to_string(&window.app().settings.plots).unwrap();
    let again: Vec<ShownPlot> = serde_json::from_str(&text).unwrap();
    assert_eq!(again, window.app().settings.plots);
}

/// In *Compare* the panel of the plots has 300 points.
#[test]
fn legend_stands_above_the_plot_in_a_narrow_panel() {
    let settings = Settings { layouts: Layouts::starting_with(LayoutPreset::Compare), ..Settings::default() };
    let mut window = Window::scaled(square(), settings, vec2(1280.0, 720.0), 1.0);
    window.harness.run_steps(4);
    let plot = field(&window);
    assert!(plot.width() > 150.0 && plot.height() > 50.0, "{plot:?}");
    for name in ["Energy: total", "Energy: gas", "Energy: spring"] {
        let row = window.harness.get_by_label(name).rect();
        assert!(row.right() <= plot.right() + 1.0 && row.top() < plot.top(), "{name}: {row:?} {plot:?}");
        assert!(row.width() > 100.0, "{name}: {row:?}");
    }
    let log = window.harness.get_by_label("Energy: logarithmic").rect();
    assert!(log.bottom() <= plot.top() && log.right() <= plot.right() + 1.0, "{log:?} {plot:?}");
}

#[test]
fn legend_is_as_wide_as_its_longest_name() {
    let width = |plot: &str| {
        let mut window = window_of(square(), &[plot]);
        window.harness.run_steps(2);
        // The title, and the row of the series.
        window.harness.get_all_by_label(plot).map(|node| node.rect().width()).fold(0.0, f32::max)
    };
    let (short, long) = (width("time"), width("max(node.speed) - min(node.speed)"));
    assert!(long > short + 40.0, "{short} {long}");
}

#[test]
fn two_plots_are_whole_in_a_low_window() {
    let plots = ["energy", "momentum"].map(ShownPlot::of).to_vec();
    let mut window = Window::scaled(square(), Settings { plots, ..Settings::default() }, vec2(960.0, 640.0), 1.0);
    window.harness.run_steps(4);
    for name in ["Energy plot", "Momentum plot"] {
        let rect = window.harness.get_by_label(name).rect();
        assert!(rect.height() > 50.0, "{name}: {rect:?}");
        assert!(rect.bottom() < regions::region(&window, "status").top(), "{name}: {rect:?}");
    }
}

/// Names without room are in a list.
#[test]
fn names_without_room_are_counted_in_a_low_window() {
    let plots = ["energy", "momentum"].map(ShownPlot::of).to_vec();
    let mut window = Window::scaled(square(), Settings { plots, ..Settings::default() }, vec2(960.0, 640.0), 1.0);
    window.harness.run_steps(4);
    let count = window.app().features.plots.shown[0].series.len();
    let plot = field(&window);
    let more = window.harness.query_all_by_label_contains("Energy: ").filter_map(|node| {
        let name = node.accesskit_node().label()?;
        (name.ends_with(" more") || name.ends_with(" series")).then_some((name, node.rect()))
    });
    let (name, rect) = more.collect::<Vec<_>>().pop().expect("names without room");
    assert!(rect.bottom() <= plot.bottom() + 1.0, "{rect:?} {plot:?}");
    let named = |window: &Window| {
        let plots = &window.app().features.plots;
        let names = plots.shown[0].series.iter().map(|series| format!("Energy: {}", series.name));
        names.filter(|name| window.harness.query_by_label(name).is_some()).count()
    };
    let expected = match named(&window) {
        0 => format!("Energy: {count} series"),
        named => format!("Energy: {} more", count - named),
    };
    assert_eq!(name, expected);
    window.press(&name);
    assert_eq!(named(&window), count);
}

/// Plots of other pages are counted, and each page has the axis of the frames.
#[test]
fn plots_without_room_are_on_pages_in_a_low_window() {
    let plots = ["energy", "momentum", "area"].map(ShownPlot::of).to_vec();
    let mut window = Window::scaled(square(), Settings { plots, ..Settings::default() }, vec2(960.0, 640.0), 1.0);
    window.harness.run_steps(4);
    let plot = field(&window);
    let axis =
        regions::words(&window).into_iter().find(|drawn| drawn.name == "“frame”").expect("the axis of the frames");
    assert!(!axis.is_cut() && axis.rect.top() > plot.bottom(), "{axis:?}");
    let below = |window: &Window| window.harness.query_all_by_label_contains(" below").next().is_some();
    assert!(below(&window));
    for _ in 0..5 {
        let words =
            window.harness.query_all_by_label_contains(" below").next().map(|node| node.accesskit_node().label());
        words.flatten().iter().for_each(|words| window.press(words));
    }
    assert!(!below(&window));
    let last = window.harness.get_by_label("Signed area plot").rect();
    assert!(last.center().y < regions::region(&window, "status").top(), "{last:?}");
    assert!(window.harness.query_all_by_label_contains(" above").next().is_some());
}

#[test]
fn expression_that_the_level_lacks_stays_in_the_legend_with_the_reason() {
    let text = "max(node.speed); body(\"balloon\").area";
    let mut window = window_of(square(), &[text]);
    let rows = window.harness.query_all_by_label_contains("body(\"balloon\").area: ");
    let words: Vec<String> = rows.filter_map(|node| node.accesskit_node().value()).collect();
    assert_eq!(words, ["body(\"balloon\").area: there is no body \"balloon\"; bodies are called \"square\""]);
    assert_eq!(window.app().features.plots.shown[0].series.len(), 1);
    assert_eq!(window.app().settings.plots, [ShownPlot::of(text)], "it is not lost");
    // The body comes back.
    let rename = |level: &mut Level| {
        level.bodies[0].name = "balloon".to_owned();
        Ok(())
    };
    assert_eq!(window.app_mut().document.apply(Edit::new("Rename", rename)), Ok(true));
    measured(&mut window);
    assert_eq!(window.app().features.plots.shown[0].series.len(), 2);
}

#[test]
fn notebook_is_saved_with_its_data_and_opened() {
    let place = tempfile::tempdir().unwrap();
    let mut window = window_of(square(), &["energy", "momentum"]);
    window.app_mut().settings.own_browser = true;
    // A program that every system has, and that does nothing with a file name.
    let programs = vec!["no-such-jupyter".to_owned(), "true".to_owned()];
    window.app_mut().files.notebook_programs = programs;
    window.press("Export the plots");
    window.press("Open the plots in a notebook…");
    wait_for(&mut window, "Save file");
    let path = place.path().join("falling.ipynb");
    fill(&mut window, "File name", &path.display().to_string());
    window.press("Save file");
    until(&mut window, |window| window.harness.query_all_by_label_contains("Started true").next().is_some());
    let notebook: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let code = notebook["cells"][1]["source"].as_str().unwrap();
    assert!(code.contains("blobsmith.read_plots(\"falling-data.parquet\")"), "{code}");
    let data = std::fs::read(place.path().join("falling-data.parquet")).unwrap();
    assert_eq!((&data[..4], &data[data.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    let has = |text: &str| data.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(has("Energy: kinetic [m·l²/t²]") && has("Momentum"), "a column for each curve");
}

#[test]
fn export_of_zoomed_plots_says_which_frames_it_has() {
    let place = tempfile::tempdir().unwrap();
    let mut window = window_of(square(), &["energy"]);
    window.app_mut().settings.own_browser = true;
    let last = window.app().run.last_frame();
    assert!(last > 5, "{last}");
    for (zoom, name, words) in [
        (None, "whole.csv", "Exported whole.csv".to_owned()),
        (Some([2.0, 4.5]), "part.csv", format!("Exported part.csv, frames 2 to 4 of {last}, as the plots are zoomed")),
    ] {
        window.app_mut().features.plots.zoom = zoom;
        window.harness.run_steps(2);
        window.press("Export the plots");
        window.press("Export as CSV…");
        wait_for(&mut window, "Save file");
        fill(&mut window, "File name", &place.path().join(name).display().to_string());
        window.press("Save file");
        until(&mut window, |window| window.app().notices.texts().any(|text| text == words));
        let rows = std::fs::read_to_string(place.path().join(name)).unwrap().lines().count() - 1;
        assert_eq!(rows as u64, if zoom.is_some() { 3 } else { last + 1 });
    }
}
