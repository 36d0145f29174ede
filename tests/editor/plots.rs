//! The plots: choice of series, values under the pointer, zoom, clicks.

use crate::window::{Window, discs, square};
use blobsmith::editor::features::plots::LEAST;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::editor::settings::{Settings, ShownPlot};
use blobsmith::level::{Bookmark, Breakpoint, Each, EditorExtra, Level, Node, Then};
use blobsmith::picture::chart::Scale;
use blobsmith::picture::history::PastOptions;
use blobsmith::picture::overlays;
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};

fn with_plots(level: Level, plots: &[&str]) -> Window {
    let plots = plots.iter().map(|id| ShownPlot::of(id)).collect();
    Window::new(level, Settings { plots, ..Settings::default() })
}

fn rect(window: &Window, name: &str) -> Rect {
    window.harness.get_by_label(name).rect()
}

/// Where the lines are: without the axis on the left (58 points, and the gap after it) and the one below.
fn field(window: &Window, name: &str) -> Rect {
    rect(window, name)
}

fn wait(window: &mut Window) {
    for _ in 0..200 {
        window.harness.run_steps(1);
        if !window.app().features.plots.is_behind {
            return;
        }
    }
    panic!("it is never done");
}

fn play_to(window: &mut Window, frame: u64) {
    while window.app().run.frame() < frame {
        window.harness.key_press(Key::ArrowRight);
        window.harness.run_steps(1);
    }
    wait(window);
}

#[test]
fn plots_are_chosen_from_the_menu_and_closed_again() {
    let mut window = Window::with(square());
    window.press("Choose plots");
    window.press("Plot: Momentum");
    window.press("Plot: Signed area");
    let open: Vec<String> = window.app().settings.plots.iter().map(|plot| plot.of.clone()).collect();
    assert_eq!(open, ["energy", "momentum", "area"]);
    window.key(Modifiers::NONE, Key::Escape);
    for name in ["Energy plot", "Momentum plot", "Signed area plot"] {
        assert!(rect(&window, name).height() > 20.0, "{name}");
    }
    window.press("Close Momentum");
    assert_eq!(window.app().settings.plots.len(), 2);
    window.press("Energy: kinetic");
    assert_eq!(window.app().settings.hidden_series, ["energy.kinetic"]);
    window.press("Energy: kinetic");
    window.press("Energy: logarithmic");
    assert!(window.app().settings.plots[0].is_switched);
    window.press("Close Signed area");
    window.press("Close Energy");
    assert!(window.app().settings.plots.is_empty());
    window.harness.get_by_label("No plot is open. Choose one above");
}

#[test]
fn plot_sum_is_a_series_of_its_own() {
    let mut window = with_plots(discs(), &["counts"]);
    play_to(&mut window, 5);
    assert!(window.app().features.plots.numbers("counts.hits").is_some());
    window.press("Contacts and hits: accumulated");
    wait(&mut window);
    assert_eq!(window.app().features.plots.numbers("sum of counts.hits").unwrap().len(), 6);
    window.harness.get_by_label("Contacts and hits (sum) plot");
}

#[test]
fn plot_click_goes_to_the_frame_and_drag_scrubs() {
    let mut window = with_plots(square(), &["energy", "momentum"]);
    play_to(&mut window, 100);
    let plot = field(&window, "Energy plot");
    // With 100 frames of at least 120 the axis ends at 120; frames that were not visited are the last one.
    let place = |plot: Rect, frame: f64| plot.left() + plot.width() * (frame / LEAST) as f32;
    window.click_at(Pos2::new(place(plot, 50.0), plot.top() + 3.0));
    let frame = window.app().run.frame();
    assert!((49..=51).contains(&frame), "{frame}");
    let other = field(&window, "Momentum plot");
    let x = |frame: f64| place(other, frame);
    window.drag_only(Pos2::new(x(20.0), other.center().y), Pos2::new(x(80.0), other.center().y));
    let frame = window.app().run.frame();
    assert!((79..=81).contains(&frame), "{frame}");
    window.drop_at(Pos2::new(x(80.0), other.center().y));
    window.click_at(Pos2::new(x(119.0), other.center().y));
    assert_eq!(window.app().run.frame(), 100);
}

/// A level with a bookmark within frame 50, a breakpoint that only marks, and a watch of its own.
fn marked() -> Level {
    let breakpoint = Breakpoint { then: Then::Mark, ..Breakpoint::new("frame == 80", Each::Frame) };
    let extra = EditorExtra {
        bookmarks: vec![Bookmark { frame: 50, substep: 4, name: "the hit".to_owned(), ..Bookmark::default() }],
        breakpoints: vec![breakpoint],
        watches: vec!["max(node.speed)".to_owned(), "max(node.sped)".to_owned()],
        ..EditorExtra::default()
    };
    Level { editor: Some(extra), ..square() }
}

#[test]
fn plot_marks_are_named_clickable_and_hideable() {
    let mut window = with_plots(marked(), &["energy"]);
    play_to(&mut window, 100);
    let plot = field(&window, "Energy plot");
    let glyph = |frame: f64| Pos2::new(plot.left() + plot.width() * (frame / LEAST) as f32, plot.top() + 6.0);
    let hit = glyph(50.0 + 4.0 / f64::from(square().world.substeps));
    window.harness.event(Event::PointerMoved(hit));
    window.harness.run_steps(60);
    window.harness.get_by_label("50.4: the hit");
    window.click_at(hit);
    assert_eq!(window.app().run.moment(), (50, 4), "its moment, not only its frame");
    window.click_at(glyph(80.0));
    assert_eq!(window.app().run.moment(), (80, 0));
    window.press("Marks in plots");
    window.press("Marks in plots: Bookmark");
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.app().settings.hidden_marks, ["bookmark"]);
    window.click_at(hit);
    assert_eq!(window.app().run.moment(), (50, 0), "hidden marks are skipped");
}

#[test]
fn dense_plot_marks_are_one_glyph_that_lists_them() {
    let bookmark = |substep| Bookmark { frame: 50, substep, name: format!("moment {substep}"), ..Bookmark::default() };
    let extra = EditorExtra { bookmarks: (0..12).map(bookmark).collect(), ..EditorExtra::default() };
    let mut window = with_plots(Level { editor: Some(extra), ..square() }, &["energy"]);
    play_to(&mut window, 100);
    let plot = field(&window, "Energy plot");
    let glyph = Pos2::new(plot.left() + plot.width() * (50.0 / LEAST) as f32, plot.top() + 6.0);
    window.harness.event(Event::PointerMoved(glyph));
    window.harness.run_steps(60);
    window.harness.get_by_label("50: moment 0");
    window.harness.get_by_label("and 2 more");
    window.click_at(glyph);
    assert_eq!(window.app().run.moment(), (50, 0), "the first of them");
}

#[test]
fn watch_expressions_of_the_level_can_be_plotted() {
    let mut window = Window::with(marked());
    window.press("Choose plots");
    window.press("Plot the watch max(node.speed)");
    let broken = window.harness.get_by_label("Plot the watch max(node.sped)");
    assert!(broken.accesskit_node().is_disabled(), "an invalid expression cannot be plotted");
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.app().settings.plots[1].of, "max(node.speed)");
    assert!(window.app().settings.watches.is_empty(), "it is the level's, not the user's");
    play_to(&mut window, 5);
    assert_eq!(window.app().features.plots.numbers("watch max(node.speed)").unwrap().len(), 6);
}

#[test]
fn plot_click_hits_a_spike_of_one_frame() {
    // Falls from far above onto nothing, and is stopped by the bounds in one frame: hits are 0 elsewhere.
    let mut level = Level::default();
    level.world.gravity = [0.0, 0.0];
    level.world.substeps = 1;
    let mut node = Node::at([0.0, 0.0]);
    node.velocity = [0.01, 0.0];
    level.bodies = vec![blobsmith::level::Body { nodes: vec![node], ..Default::default() }];
    level.world.bounds = Some(blobsmith::level::Bounds { min: [-1e3, -1.0], max: [20.005, 1.0], restitution: 1.0 });
    let mut window = with_plots(level, &["counts"]);
    for _ in 0..3000 {
        window.app_mut().run.step_frame();
    }
    window.harness.run_steps(3);
    let hits: Vec<u64> =
        window.app().run.samples().iter().filter(|s| s.counts.obstacle_hits > 0).map(|s| s.frame).collect();
    assert!(!hits.is_empty(), "it hits the bounds");
    let plot = field(&window, "Contacts and hits plot");
    let spike = hits[0];
    // Four pixels beside it, near its top: about 16 frames away.
    let x = plot.left() + plot.width() * (spike as f32 / 3000.0) + 4.0;
    window.click_at(Pos2::new(x, plot.top() + plot.height() * 0.08 + 2.0));
    assert_eq!(window.app().run.frame(), spike);
}

#[test]
fn plot_zooms_pans_and_resets_by_mouse() {
    let mut window = with_plots(square(), &["energy"]);
    play_to(&mut window, 240);
    let plot = field(&window, "Energy plot");
    let at = plot.left_top() + vec2(plot.width() * 0.25, plot.height() * 0.5);
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(2);
    for _ in 0..3 {
        let (unit, delta) = (MouseWheelUnit::Point, vec2(0.0, 60.0));
        let (phase, source) = (egui::TouchPhase::Move, egui::MouseWheelSource::Wheel);
        window.harness.event(Event::MouseWheel { unit, delta, phase, source, modifiers: Modifiers::NONE });
        window.harness.run_steps(8);
    }
    let [from, to] = window.app().features.plots.zoom.expect("zoomed");
    assert!(to - from < 200.0);
    // Frame 60 was under the pointer, a quarter of the way along; it still is.
    assert!((from + 0.25 * (to - from) - 60.0).abs() < 2.0, "{from} {to}");
    let button = |window: &mut Window, pos: Pos2, pressed: bool| {
        let button = PointerButton::Middle;
        window.harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
        window.harness.run_steps(1);
    };
    button(&mut window, at, true);
    window.harness.event(Event::PointerMoved(at + vec2(-60.0, 0.0)));
    window.harness.run_steps(2);
    button(&mut window, at + vec2(-60.0, 0.0), false);
    let [moved, _] = window.app().features.plots.zoom.unwrap();
    let expected = 60.0 / f64::from(plot.width()) * (to - from);
    assert!((moved - from - expected).abs() < 1.0, "{moved} {from} {expected}");
    let frame = window.app().run.frame();
    for _ in 0..2 {
        window.harness.event(Event::PointerMoved(at));
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
            window.harness.run_steps(1);
        }
    }
    window.harness.run_steps(2);
    assert_eq!(window.app().features.plots.zoom, None);
    assert_eq!(window.app().run.frame(), frame, "a double click is no click");
}

#[test]
fn plotted_expression_is_stored_and_removed() {
    let mut window = Window::with(square());
    window.press("Choose plots");
    let write = |window: &mut Window, text: &str| {
        window.harness.get_by_label("Watch expression").focus();
        window.harness.run_steps(2);
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run_steps(2);
    };
    write(&mut window, "max(node.sped)");
    assert!(window.harness.query_all_by_label_contains("did you mean").next().is_some());
    for _ in 0.."max(node.sped)".len() {
        window.harness.key_press(Key::Backspace);
    }
    write(&mut window, "max(node.speed); energy.kinetic");
    window.press("Plot it");
    assert_eq!(window.app().settings.watches, ["max(node.speed); energy.kinetic"]);
    window.key(Modifiers::NONE, Key::Escape);
    play_to(&mut window, 10);
    let kinetic = window.app().features.plots.numbers("watch energy.kinetic").unwrap().values().to_vec();
    let expected: Vec<f64> = window.app().run.samples().iter().map(|sample| sample.energy.kinetic).collect();
    assert_eq!(kinetic, expected);
    // Each plot has the text of its expressions as title, each line its own.
    window.harness.get_by_label("max(node.speed)");
    window.harness.get_by_label("max(node.speed); energy.kinetic plot");
    if window.harness.query_by_label("Watch expression").is_none() {
        window.press("Choose plots");
    }
    window.press("Forget max(node.speed); energy.kinetic");
    assert!(window.app().settings.watches.is_empty());
    assert_eq!(window.app().settings.plots.len(), 1);
}

#[test]
fn expression_of_a_plot_completes_bodies_and_their_quantities() {
    let mut window = Window::with(square());
    window.press("Choose plots");
    window.harness.get_by_label("Watch expression").focus();
    window.harness.run_steps(2);
    let typed = |window: &mut Window, text: &str| {
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run_steps(3);
        window.app().features.plots.writing.clone()
    };
    let field = rect(&window, "Watch expression");
    typed(&mut window, "energy.kin");
    let meaning = window.harness.get_by_label("Insert kinetic").accesskit_node().value().unwrap();
    assert!(meaning.starts_with("Kinetic energy. ½ m v²"), "{meaning}");
    assert_eq!(rect(&window, "Watch expression"), field, "the list moves nothing");
    // Escape closes the list only.
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.harness.query_by_label("Insert kinetic").is_none());
    typed(&mut window, "etic; body(\"");
    window.harness.get_by_label("Insert square");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(typed(&mut window, ").ar"), "energy.kinetic; body(\"square\").ar");
    // The mouse chooses too, and the menu stays open.
    window.harness.run_steps(8);
    let at = rect(&window, "Insert area").center();
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(2);
    for pressed in [true, false] {
        let modifiers = Modifiers::NONE;
        window.harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers });
        window.harness.run_steps(3);
    }
    assert_eq!(typed(&mut window, " / 2"), "energy.kinetic; body(\"square\").area / 2");
    // Enter with an open list and no choice plots it.
    typed(&mut window, " + ti");
    window.harness.get_by_label("Insert time");
    typed(&mut window, "me");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().settings.watches, ["energy.kinetic; body(\"square\").area / 2 + time"]);
}

#[test]
fn text_and_enter_in_one_frame_plot_the_new_expression() {
    let mut window = Window::with(square());
    window.press("Choose plots");
    window.harness.get_by_label("Watch expression").focus();
    window.harness.run_steps(2);
    window.harness.event(Event::Text("energy.kinetic".to_owned()));
    window.harness.run_steps(3);
    let (key, modifiers) = (Key::Enter, Modifiers::NONE);
    let enter = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    // Queued events would each have a frame of their own.
    window.harness.input_mut().events.extend([Event::Text(" + time".to_owned()), enter]);
    window.harness.run_steps(3);
    assert_eq!(window.app().settings.watches, ["energy.kinetic + time"]);
    assert_eq!(window.app().features.plots.writing, "");
}

#[test]
fn logarithm_belongs_to_one_plot() {
    let mut window = with_plots(square(), &["energy", "momentum", "node.speed"]);
    window.press("Energy: logarithmic");
    let switched =
        |window: &Window| window.app().settings.plots.iter().map(|plot| plot.is_switched).collect::<Vec<_>>();
    assert_eq!(switched(&window), [true, false, false]);
    let scales = window.app().features.plots.shown.iter().map(|shown| shown.scale);
    assert_eq!(scales.collect::<Vec<_>>(), [Scale::Logarithmic, Scale::Linear, Scale::Linear]);
    window.press("Momentum: logarithmic");
    window.press("Energy: logarithmic");
    assert_eq!(switched(&window), [false, true, false]);
}

#[test]
fn plots_finish_measuring_and_the_window_rests() {
    let mut window = with_plots(square(), &["energy", "ledger", "residual", "penetration", "area-ratio"]);
    play_to(&mut window, 30);
    assert_eq!(window.app().features.plots.divergence(), None);
    assert!(window.harness.try_run().is_ok(), "an idle window does not repaint");
    let made = window.app().features.plots.lines.borrow().made;
    window.harness.run_steps(5);
    assert_eq!(window.app().features.plots.lines.borrow().made, made, "lines are not worked out again");
}

#[test]
fn past_overlays_have_options() {
    let past = PastOptions { trail_frames: 7, ghost_every: 4, ..PastOptions::default() };
    let mut window = Window::new(square(), Settings { past, ..Settings::showing([Tab::Show]) });
    play_to(&mut window, 20);
    for id in ["trails", "ghosts", "contact-heat"] {
        let overlay = overlays::ALL.iter().find(|overlay| overlay.id == id).unwrap();
        window.press(overlay.title);
    }
    for name in ["Trails of", "Trail length", "Heat by", "Heat over", "Ghosts", "A ghost every"] {
        assert!(window.harness.query_all_by_label(name).next().is_some(), "{name}");
    }
    window.key(Modifiers::NONE, Key::Home);
    for _ in 0..20 {
        window.harness.run_steps(1);
    }
    assert!(!window.app().features.past.is_behind);
    let legend: Vec<&str> = window.app().canvas.cache.legend().iter().map(|row| row.text.as_str()).collect();
    assert!(legend.contains(&"visited future, every 4 frames (5)"), "{legend:?}");
    assert!(legend.iter().any(|text| text.contains("7 frames")), "{legend:?}");
}

/// A node that bounces between two walls: 36,000 frames in no time.
fn long_run() -> Level {
    let mut node = Node::at([0.0, 0.0]);
    node.velocity = [0.3, 0.1];
    let mut level = Level::default();
    level.world.substeps = 1;
    level.bodies = vec![blobsmith::level::Body { nodes: vec![node], ..Default::default() }];
    level.world.bounds = Some(blobsmith::level::Bounds { min: [-9.0, -9.0], max: [9.0, 9.0], restitution: 1.0 });
    level
}

#[test]
fn plots_of_36000_frames_are_computed_once() {
    let mut window = with_plots(long_run(), &["energy", "momentum", "counts", "angular-momentum"]);
    (0..36_000).for_each(|_| window.app_mut().run.step_frame());
    window.harness.run_steps(3);
    wait(&mut window);
    window.harness.run_steps(2);
    let made = window.app().features.plots.lines.borrow().made;
    let start = std::time::Instant::now();
    window.harness.run_steps(20);
    let idle = start.elapsed() / 20;
    assert_eq!(window.app().features.plots.lines.borrow().made, made, "nothing has changed");
    let start = std::time::Instant::now();
    for step in 0..20 {
        window.app_mut().features.plots.zoom = Some([100.0 + f64::from(step), 30_000.0]);
        window.harness.run_steps(1);
    }
    let zooming = start.elapsed() / 20;
    // All twelve lines anew for each zoom; how long that took is for people only.
    assert_eq!(window.app().features.plots.lines.borrow().made, made + 20 * 12);
    eprintln!("a picture of 12 series of 36,000 frames: {idle:?}, with another zoom {zooming:?}");
}

#[test]
fn legend_shows_the_values_of_the_curves_within_a_frame() {
    let mut window = with_plots(square(), &["area"]);
    play_to(&mut window, 3);
    let shown = window.app().features.plots.shown_frame(&window.app().run);
    assert_eq!(shown, 3);
    window.key(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.app().run.moment(), (3, 1));
    assert_eq!(window.app().features.plots.shown_frame(&window.app().run), 3);
    // The last substep of frame 2, after its first phase: the displayed state is before frame 3.
    window.key(Modifiers::NONE, Key::ArrowLeft);
    window.app_mut().run.look_inside(1);
    assert_eq!(window.app().run.moment(), (3, 0));
    assert_eq!(window.app().features.plots.shown_frame(&window.app().run), 2);
}

#[test]
fn long_expression_ends_before_its_bin() {
    let mut window = Window::with(square());
    let text = "max(node.speed) + max(node.speed) + max(node.speed) + max(node.speed) + energy.kinetic";
    window.app_mut().settings.watches = vec![text.to_owned()];
    window.press("Choose plots");
    window.harness.run_steps(3);
    let label = window.harness.get_by_label(&format!("Plot: {text}")).rect();
    let bin = window.harness.get_by_label(&format!("Forget {text}")).rect();
    assert!(label.right() <= bin.left() && label.width() > 100.0, "{label:?} {bin:?}");
}
