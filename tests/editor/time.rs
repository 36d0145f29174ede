//! Time in the window: forwards and backwards, loops, bookmarks, typed frames, the timeline under the pointer.

#[path = "frame_field.rs"]
mod frame_field;

use super::window::{Window, square};
use blobsmith::editor::actions;
use blobsmith::editor::settings::Settings;
use blobsmith::engine::World;
use blobsmith::level::{Bookmark, Level};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Vec2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};

pub fn window_at(frames: u64) -> Window {
    let mut window = Window::with(square());
    type_frame(&mut window, &frames.to_string());
    assert_eq!(window.app().run.moment(), (frames, 0));
    window
}

pub fn hash_at(level: &Level, frame: u64, substep: u32) -> u64 {
    let mut world = World::new(level).unwrap();
    (0..frame).for_each(|_| world.step_frame());
    (0..substep).for_each(|_| world.step_substep());
    world.hash()
}

/// Types into the toolbar's field for a frame.
pub fn type_frame(window: &mut Window, text: &str) {
    window.key(Modifiers::NONE, Key::G);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(1);
    window.harness.key_press(Key::Enter);
    arrive(window);
}

/// Draws frames until no work is pending.
fn arrive(window: &mut Window) {
    window.harness.run_steps(3);
    for _ in 0..10_000 {
        if window.app().playback.target().is_none() {
            return;
        }
        window.harness.run_steps(1);
    }
    panic!("it never arrives");
}

/// Draws frames until a condition holds.
fn until(window: &mut Window, what: &str, holds: impl Fn(&Window) -> bool) {
    for _ in 0..2000 {
        if holds(window) {
            return;
        }
        window.harness.run_steps(1);
    }
    panic!("never: {what}");
}

/// A point of the track, by frame.
fn on_track(window: &Window, frame: f64) -> Pos2 {
    let rect = window.harness.get_by_label("Timeline").rect();
    let [from, to] = window.app().features.timeline.span(&window.app().run);
    let part = (frame - from) / (to - from);
    pos2(rect.left() + 8.0 + (rect.width() - 16.0) * part as f32, rect.bottom() - 8.0)
}

fn scroll(window: &mut Window, at: Pos2, lines: f32) {
    window.harness.event(Event::PointerMoved(at));
    window.harness.run_steps(2);
    let delta = Vec2::new(0.0, lines);
    let (unit, modifiers, phase) = (MouseWheelUnit::Line, Modifiers::NONE, egui::TouchPhase::Move);
    let source = egui::MouseWheelSource::Wheel;
    window.harness.event(Event::MouseWheel { unit, delta, phase, source, modifiers });
    window.harness.run_steps(20);
}

#[test]
fn time_commands_have_keys() {
    for id in ["play-backward", "loop-start", "loop-end", "add-bookmark", "next-mark", "go-to-frame"] {
        assert!(actions::all().any(|(_, row)| row.id == id && !row.keys.is_empty()), "{id}");
    }
}

#[test]
fn playback_runs_backwards_and_stops_at_the_start() {
    let mut window = window_at(40);
    // It acts when the key is pressed; its release does nothing.
    let space = |pressed: bool| Event::Key {
        key: Key::Space,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::SHIFT,
    };
    for pressed in [true, false] {
        window.harness.event_modifiers(space(pressed), Modifiers::SHIFT);
        window.harness.run_steps(2);
        assert!(window.app().playback.is_playing && window.app().playback.is_reverse);
    }
    until(&mut window, "it goes back", |window| window.app().run.frame() < 35);
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::Space);
    window.harness.run_steps(3);
    assert!(!window.app().playback.is_playing);
    let (frame, substep) = window.app().run.moment();
    assert_eq!(window.app().run.world().hash(), hash_at(&square(), frame, substep));
    window.key(Modifiers::NONE, Key::J);
    until(&mut window, "it stops", |window| !window.app().playback.is_playing);
    assert_eq!((window.app().run.moment(), window.app().run.divergence()), ((0, 0), None));
    // L forwards, K stops.
    window.key(Modifiers::NONE, Key::L);
    assert!(window.app().playback.is_playing && !window.app().playback.is_reverse);
    window.key(Modifiers::NONE, Key::K);
    assert!(!window.app().playback.is_playing);
    window.press("Play backwards");
    window.harness.run_steps(3);
    assert_eq!(window.app().run.last_frame(), 40, "visited frames are kept");
}

#[test]
fn seek_to_a_far_frame_shows_progress_and_can_be_cancelled() {
    let mut window = window_at(10);
    window.key(Modifiers::NONE, Key::G);
    window.harness.event(Event::Text("9000000".to_owned()));
    window.harness.run_steps(1);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(3);
    assert_eq!(window.app().playback.target(), Some((9_000_000, 0)));
    let part = window.app().playback.progress(&window.app().run);
    window.harness.run_steps(5);
    assert!(window.app().playback.progress(&window.app().run) > part);
    let known = window.app().run.last_frame();
    assert!(known > 10);
    window.key(Modifiers::NONE, Key::Escape);
    arrive(&mut window);
    assert_eq!(window.app().run.moment(), (10, 0));
    assert!(window.app().run.last_frame() >= known);
    // The same by the button; a press on the track takes another target.
    window.key(Modifiers::NONE, Key::G);
    window.harness.event(Event::Text("9000000".to_owned()));
    window.harness.run_steps(1);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(3);
    window.press("Cancel seek");
    arrive(&mut window);
    assert_eq!(window.app().run.moment(), (10, 0));
}

#[test]
fn loop_is_set_by_keys_and_its_ends_are_dragged() {
    let mut window = window_at(60);
    type_frame(&mut window, "20");
    window.key(Modifiers::NONE, Key::I);
    type_frame(&mut window, "24");
    window.key(Modifiers::NONE, Key::O);
    assert!(window.app().playback.looped.is_on);
    assert_eq!(window.app().playback.looped.frames(60), (20, 24));
    window.key(Modifiers::NONE, Key::Space);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        window.harness.run_steps(1);
        seen.insert(window.app().run.frame());
    }
    window.key(Modifiers::NONE, Key::Space);
    assert!(seen.iter().all(|frame| (20..=24).contains(frame)), "{seen:?}");
    assert!(seen.contains(&20) && seen.contains(&24), "{seen:?}");
    // Its ends are dragged.
    let grip = window.harness.get_by_label("End of the loop").rect().center();
    let by = on_track(&window, 40.0).x - on_track(&window, 24.0).x;
    window.drag(grip, grip + Vec2::new(by, 0.0));
    let end = window.app().playback.looped.end.unwrap();
    assert!((39..=42).contains(&end), "{end}");
    window.key(Modifiers::NONE, Key::R);
    assert!(!window.app().playback.looped.is_on);
    window.key(Modifiers::SHIFT, Key::R);
    assert!(!window.app().playback.looped.is_set());
}

#[test]
fn bookmarks_are_added_renamed_deleted_and_visited() {
    let mut window = window_at(30);
    let names = |window: &Window| -> Vec<String> {
        let extra = window.app().document.level().editor.clone().unwrap_or_default();
        extra.bookmarks.into_iter().map(|bookmark| bookmark.name).collect()
    };
    window.key(Modifiers::NONE, Key::M);
    type_frame(&mut window, "10.3");
    window.key(Modifiers::NONE, Key::M);
    assert_eq!(names(&window), ["Bookmark 2", "Bookmark 1"], "in order of time");
    assert_eq!(window.app().run.moment(), (10, 3), "the run is left alone");
    assert_eq!(window.app().run.last_frame(), 30);
    assert_eq!(window.app().document.undo_label(), Some("Bookmark 2 at frame 10.3"));
    // Once more at the same moment: its name is typed.
    window.key(Modifiers::NONE, Key::M);
    window.harness.run_steps(3);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("the hit".to_owned()));
    window.harness.run_steps(1);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(4);
    assert_eq!(names(&window), ["the hit", "Bookmark 1"]);
    window.key(Modifiers::SHIFT, Key::PageDown);
    assert_eq!(window.app().run.moment(), (30, 0));
    window.key(Modifiers::SHIFT, Key::PageUp);
    assert_eq!(window.app().run.moment(), (10, 3));
    window.key(Modifiers::NONE, Key::Home);
    window.press("Bookmark: the hit");
    assert_eq!(window.app().run.moment(), (10, 3));
    window.press("Bookmarks");
    window.press("Delete Bookmark 1");
    assert_eq!(names(&window), ["the hit"]);
    window.key(Modifiers::NONE, Key::Escape);
    for expected in [vec!["the hit", "Bookmark 1"], vec!["Bookmark 2", "Bookmark 1"], vec!["Bookmark 1"], vec![]] {
        window.press("Undo");
        assert_eq!(names(&window), expected);
    }
    assert!(!window.app().document.is_dirty());
    assert_eq!(window.app().run.last_frame(), 30, "and the run is still there");
}

#[test]
fn bookmarks_are_saved_and_do_not_restart_the_twin() {
    let mut level = square();
    let bookmark = Bookmark { frame: 5, substep: 99, name: "late".to_owned(), ..Bookmark::default() };
    level.editor.get_or_insert_default().bookmarks = vec![bookmark];
    let text = blobsmith::level::format::write(&level, blobsmith::level::format::TextFormat::Ron);
    let read = blobsmith::level::format::read(&text, blobsmith::level::format::TextFormat::Ron).unwrap();
    assert_eq!(read, level);
    let mut window = Window::with(read);
    window.key(Modifiers::NONE, Key::T);
    type_frame(&mut window, "20");
    until(&mut window, "the twin is there", |window| {
        window.app().features.twin.as_ref().is_some_and(|twin| twin.twin.run().frame() == 20)
    });
    window.key(Modifiers::NONE, Key::M);
    let twin = &window.app().features.twin.as_ref().unwrap().twin;
    assert_eq!(twin.run().last_frame(), 20, "it was not started again");
    window.key(Modifiers::NONE, Key::PageUp);
    assert_eq!(window.app().run.moment(), (5, 15), "the last substep there is");
}

#[test]
fn twin_follows_reverse_loops_and_typed_frames() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::T);
    let is_in_step = |window: &Window| {
        let app = window.app();
        app.features.twin.as_ref().is_some_and(|twin| twin.twin.run().moment() == app.run.moment())
    };
    let hashes = |window: &Window| {
        let app = window.app();
        (app.run.world().hash(), app.features.twin.as_ref().unwrap().twin.run().world().hash())
    };
    type_frame(&mut window, "25.4");
    until(&mut window, "in step", is_in_step);
    let first = hashes(&window);
    type_frame(&mut window, "40");
    window.key(Modifiers::NONE, Key::J);
    for _ in 0..20 {
        window.harness.run_steps(1);
        until(&mut window, "in step", is_in_step);
    }
    assert!(window.app().run.frame() < 40);
    window.key(Modifiers::NONE, Key::K);
    type_frame(&mut window, "25.4");
    until(&mut window, "in step", is_in_step);
    assert_eq!(hashes(&window), first);
    window.key(Modifiers::NONE, Key::I);
    type_frame(&mut window, "28");
    window.key(Modifiers::NONE, Key::O);
    window.key(Modifiers::NONE, Key::Space);
    for _ in 0..30 {
        window.harness.run_steps(1);
        until(&mut window, "in step", is_in_step);
    }
    assert_eq!(window.app().run.divergence(), None);
    assert_eq!(window.app().features.twin.as_ref().unwrap().twin.run().divergence(), None);
}

#[test]
fn timeline_is_scrubbed_zoomed_and_panned() {
    let mut window = window_at(1000);
    let at = on_track(&window, 250.0);
    window.click_at(at);
    assert_eq!(window.app().run.moment(), (250, 0));
    window.drag(on_track(&window, 250.0), on_track(&window, 700.0));
    assert!((698..=702).contains(&window.app().run.frame()));
    let at = on_track(&window, 500.0);
    scroll(&mut window, at, 3.0);
    let [from, to] = window.app().features.timeline.span(&window.app().run);
    assert!(from > 0.0 && to < 1000.0 && window.app().features.timeline.is_zoomed());
    assert!((on_track(&window, 500.0).x - at.x).abs() < 1.0, "the frame under the pointer stays");
    // The middle button moves.
    let (start, end) = (on_track(&window, 500.0), on_track(&window, 450.0));
    window.harness.event(Event::PointerMoved(start));
    window.harness.run_steps(1);
    let button =
        |pos, pressed| Event::PointerButton { pos, button: PointerButton::Middle, pressed, modifiers: Modifiers::NONE };
    window.harness.event(button(start, true));
    for part in 1..=5 {
        window.harness.event(Event::PointerMoved(start.lerp(end, part as f32 / 5.0)));
        window.harness.run_steps(1);
    }
    window.harness.event(button(end, false));
    window.harness.run_steps(2);
    let [moved, _] = window.app().features.timeline.span(&window.app().run);
    assert!((moved - from - 50.0).abs() < 5.0, "from {from} to {moved}");
    assert!((698..=702).contains(&window.app().run.frame()), "and goes nowhere");
    window.press("Timeline: show all");
    assert!(!window.app().features.timeline.is_zoomed());
    window.press("Timeline: zoom in");
    assert!(window.app().features.timeline.is_zoomed());
}

#[test]
fn memory_budget_is_shown_set_and_stored() {
    let settings = Settings { keyframes_mib: 1, ..Settings::default() };
    let mut window = Window::new(square(), settings);
    type_frame(&mut window, "3000");
    let memory = window.app().view().memory();
    assert_eq!(memory.budget, 1 << 20);
    assert!(memory.used <= memory.budget && memory.spacing > 1);
    window.press("Memory for keyframes");
    let slider = window
        .harness
        .get_all_by_role(Role::Slider)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label == "Memory for keyframes in MiB"));
    assert!(slider.is_some());
    let stored: Settings = Settings { keyframes_mib: 64, ..Settings::default() };
    let text = serde_json::to_string(&stored).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), stored);
}

/// More threads than the machine has are not used; the number in use is shown and kept.
#[test]
fn thread_count_is_chosen_beside_the_speed() {
    let most = std::thread::available_parallelism().map_or(1, Into::into);
    let mut window = Window::new(square(), Settings { threads: 1, ..Settings::default() });
    window.press("Step one frame");
    assert_eq!(window.app().run.world().threads().count(), 1);
    window.press("Speed");
    let sliders = window.harness.get_all_by_role(Role::Slider);
    let is_there =
        sliders.filter_map(|node| node.accesskit_node().label()).any(|label| label == "Threads that share a step");
    assert_eq!(is_there, most > 1, "no choice with a single thread");
    for (wanted, given) in [(0, most), (1, 1), (10_000, most)] {
        let window = Window::new(square(), Settings { threads: wanted, ..Settings::default() });
        assert_eq!(window.app().run.world().threads().count(), given);
    }
}

#[test]
fn speed_menu_sets_the_speed() {
    let mut window = Window::with(square());
    window.press("Speed");
    window.press("100 ×");
    assert_eq!(window.app().playback.speed, 100.0);
    window.press("0.01 ×");
    assert_eq!(window.app().playback.speed, 0.01);
}

#[test]
fn steps_go_forward_and_back() {
    let mut window = Window::with(square());
    window.press("Step one frame");
    window.press("Step one frame");
    window.press("Step one substep");
    assert_eq!(window.app().run.moment(), (2, 1));
    window.press("Back one substep");
    assert_eq!(window.app().run.moment(), (2, 0));
    window.press("Back one frame");
    assert_eq!(window.app().run.moment(), (1, 0));
    window.press("To the last visited frame");
    assert_eq!(window.app().run.moment(), (2, 0));
    window.press("Back to frame 0");
    assert_eq!(window.app().run.moment(), (0, 0));
}

#[test]
fn steps_go_forward_and_back_by_keys() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.app().run.moment(), (1, 1));
    window.key(Modifiers::SHIFT, Key::ArrowLeft);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(window.app().run.moment(), (0, 0));
    window.key(Modifiers::NONE, Key::Period);
    assert_eq!(window.app().run.moment(), (1, 0));
    window.key(Modifiers::NONE, Key::Home);
    assert_eq!(window.app().run.moment(), (0, 0));
    window.key(Modifiers::NONE, Key::Space);
    assert!(window.app().playback.is_playing);
    window.key(Modifiers::NONE, Key::Space);
    assert!(!window.app().playback.is_playing);
    window.key(Modifiers::NONE, Key::CloseBracket);
    assert_eq!(window.app().playback.speed, 2.0);
}

#[test]
fn play_advances_until_pause() {
    let mut window = Window::with(square());
    window.press("Play");
    window.harness.run_steps(20);
    let frame = window.app().run.frame();
    assert!(frame > 0);
    window.press("Pause");
    let paused = window.app().run.frame();
    window.harness.run_steps(5);
    assert_eq!(window.app().run.frame(), paused);
}
