//! Everything by name: the command palette, and the list of keys.

use super::window::{Window, square};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::layout::{CanvasSide, SplitAxis};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::shapes;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;

fn type_words(window: &mut Window, words: &str) {
    window.key(Modifiers::COMMAND, Key::K);
    assert!(window.app().features.palette.is_open);
    window.harness.event(Event::Text(words.to_owned()));
    window.harness.run_steps(3);
}

#[test]
fn palette_runs_a_command_by_a_few_letters_and_enter() {
    let mut window = Window::with(square());
    type_words(&mut window, "step frame");
    window.key(Modifiers::NONE, Key::Enter);
    assert!(!window.app().features.palette.is_open);
    assert_eq!(window.app().run.moment(), (1, 0));
    // The latest command comes first.
    window.key(Modifiers::COMMAND, Key::K);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().run.moment(), (2, 0));
}

#[test]
fn palette_is_used_by_arrows_escape_and_clicks() {
    let mut window = Window::with(square());
    type_words(&mut window, "size of the interface");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::ArrowUp);
    window.key(Modifiers::NONE, Key::ArrowUp);
    assert!(window.app().features.palette.at > 0, "one past the first is the last");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.app().features.palette.is_open);
    type_words(&mut window, "world settings");
    let at = window.harness.get_all_by_label("Side panel > World settings").next().unwrap().rect().center();
    window.click_at(at);
    assert!(window.app().settings.is_shown(Tab::World));
    assert!(!window.app().features.palette.is_open);
}

#[test]
fn dock_tabs_are_reached_by_name_and_by_keys() {
    let mut window = Window::with(square());
    for (words, tab) in [
        ("plots", Tab::Plots),
        ("problems", Tab::Problems),
        ("last substep", Tab::Substep),
        ("verdict", Tab::Verdict),
        ("edge-choice rules", Tab::Rules),
        ("sweep", Tab::Sweep),
        ("breakpoints", Tab::Breakpoints),
        ("journal", Tab::Journal),
        ("balloon doctor", Tab::Balloon),
        ("expectations", Tab::Expectations),
        ("shrink", Tab::Shrink),
        ("materials", Tab::Materials),
        ("library", Tab::Library),
        ("event log", Tab::EventLog),
        ("table of parts", Tab::PartsTable),
        ("project: the levels", Tab::Project),
    ] {
        type_words(&mut window, words);
        window.key(Modifiers::NONE, Key::Enter);
        assert!(window.app().settings.is_shown(tab), "{words}");
        assert!(!window.app().features.palette.is_open, "{words}");
    }
    // After the last comes the first, and before it the last.
    for tab in Tab::at(CanvasSide::Bottom) {
        window.key(Modifiers::COMMAND, Key::PageDown);
        assert!(window.app().settings.is_shown(tab), "{tab:?}");
    }
    let tabs: Vec<Tab> = Tab::at(CanvasSide::Bottom).collect();
    let before = tabs[tabs.len() - 2];
    window.key(Modifiers::COMMAND, Key::PageUp);
    assert!(window.app().settings.is_shown(before));
    // A hidden panel is shown with its previous tab.
    window.key(Modifiers::NONE, Key::B);
    assert!(!window.app().settings.layout().is_any_visible(SplitAxis::Column));
    window.key(Modifiers::COMMAND, Key::PageUp);
    assert!(window.app().settings.layout().is_any_visible(SplitAxis::Column));
    assert!(window.app().settings.is_shown(before));
}

#[test]
fn tabs_explain_themselves_in_a_tip() {
    let mut window = Window::with(square());
    let tab = window.harness.get_all_by_label("Sweep").last().unwrap().rect().center();
    window.harness.event(Event::PointerMoved(tab));
    window.harness.run_steps(90);
    assert!(window.harness.query_by_label("Sweep: many variants at once").is_some());
}

#[test]
fn palette_shows_why_a_command_is_disabled_and_stays_open() {
    let mut window = Window::with(square());
    type_words(&mut window, "undo");
    assert!(window.harness.query_by_label("nothing to undo").is_some());
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.palette.is_open);
}

#[test]
fn palette_offers_levels_shapes_topics_overlays_and_settings() {
    let mut window = Window::with(square());
    type_words(&mut window, "guide edge choice");
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.guide.is_open && window.app().features.guide.topic == "edge-choice");
    window.key(Modifiers::NONE, Key::Escape);
    let settings = Settings::default().shows_legend;
    type_words(&mut window, "legend on the canvas");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().settings.shows_legend, !settings);
    type_words(&mut window, "overlay velocities");
    let velocities = blobsmith::picture::overlays::ALL.iter().find(|overlay| overlay.id == "velocities").unwrap();
    // Explained below the list, where it covers no row.
    assert!(window.harness.query_by_label(velocities.explanation).is_some());
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().settings.is_overlay_on("velocities"));
    type_words(&mut window, &format!("insert {}", shapes::ALL[1].title));
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.maker.is_some());
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().document.level().bodies.len(), 2);
    window.key(Modifiers::COMMAND, Key::Z);
    type_words(&mut window, "open level two squares");
    window.key(Modifiers::NONE, Key::Enter);
    assert_ne!(window.app().document.level().name, "square");
}

#[test]
fn list_of_keys_is_searched_by_words_and_by_keys() {
    let mut window = Window::with(square());
    window.key(Modifiers::SHIFT, Key::F1);
    window.app_mut().features.help.words = "bookmark".to_owned();
    window.harness.run_steps(3);
    assert!(window.harness.query_all_by_label("Bookmark this moment").next().is_some());
    assert!(window.harness.query_all_by_label("Overlays").all(|node| node.rect().width() < 200.0));
    assert!(window.harness.query_all_by_label("To the pointer").next().is_none());
    window.app_mut().features.help.words = "ctrl+k".to_owned();
    window.harness.run_steps(3);
    assert!(window.harness.query_all_by_label("Find a command…").next().is_some());
}
