//! The guide in the window: found, read, and its levels opened.

use super::window::{Window, square};
use blobsmith::guide;
use blobsmith::level::gallery;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

fn open() -> Window {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::F1);
    assert!(window.app().features.guide.is_open);
    assert!(!window.app().features.help.shows_keys, "Shift makes it another key");
    window
}

fn type_(window: &mut Window, text: &str) {
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run_steps(3);
}

#[test]
fn guide_opens_by_key_and_closes_by_escape() {
    let mut window = open();
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.app().features.guide.is_open);
}

#[test]
fn guide_leads_to_the_keys() {
    let mut window = open();
    window.press("All keys and mouse actions");
    assert!(window.app().features.help.shows_keys && !window.app().features.guide.is_open);
}

#[test]
fn guide_shows_every_topic() {
    let mut window = open();
    for topic in guide::ALL.iter() {
        window.app_mut().features.guide.open_at(topic.id);
        window.harness.run_steps(3);
        assert_eq!(window.app().features.guide.topic, topic.id);
        // Without the marks of Markdown.
        let text: String = guide::spans(topic.text[0]).map(|(_, part)| part).collect();
        assert!(window.harness.query_all_by_label(&text).next().is_some(), "{}: no text", topic.id);
    }
}

#[test]
fn guide_searches_by_words_and_moves_by_arrows() {
    let mut window = open();
    type_(&mut window, "newton");
    assert_eq!(window.app().features.guide.words, "newton");
    assert_eq!(window.app().features.guide.topic, "exchange", "the first that has the word");
    assert!(window.harness.query_all_by_label("Balloon problem").next().is_none(), "the rest is not listed");
    let mut window = open();
    window.key(Modifiers::NONE, Key::ArrowDown);
    assert_eq!(window.app().features.guide.topic, guide::ALL[1].id);
    window.key(Modifiers::NONE, Key::ArrowUp);
    window.key(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(window.app().features.guide.topic, guide::ALL[0].id);
    assert_eq!(window.app().run.moment(), (0, 0), "no key got through to the run");
}

#[test]
fn guide_opens_levels_beside_unsaved_changes() {
    let mut window = open();
    window.press("Exchange of velocities");
    window.press("Open level: Newton's cradle");
    assert_eq!(window.app().document.level().name, "Newton's cradle");
    assert!(window.app().features.guide.is_open, "one may read on");
    window.press("Open level: Billiard break");
    assert_eq!(window.app().document.level().name, "Billiard break");

    let mut window = Window::with(square());
    let (from, to) = (window.screen(DVec2::new(1.0, 1.0)), window.screen(DVec2::new(1.5, 1.25)));
    window.drag(from, to);
    assert!(window.app().document.is_dirty());
    window.key(Modifiers::NONE, Key::F1);
    window.press("Exchange of velocities");
    window.press("Open level: Newton's cradle");
    assert_eq!(window.app().document.level().name, "Newton's cradle");
    window.press("Level tab: square, unsaved");
    assert_eq!(window.app().document.level().name, "square");
}

#[test]
fn guide_switches_the_overlays_of_a_topic() {
    let mut window = open();
    window.press("Exchange of velocities");
    let is_on = |window: &Window| window.app().settings.overlays_on().any(|overlay| overlay.id == "velocities");
    assert!(!is_on(&window));
    window.press("Overlay: Velocities");
    assert!(is_on(&window));
    window.press("Overlay: Velocities");
    assert!(!is_on(&window));
}

#[test]
fn guide_has_a_button_for_every_level() {
    let mut window = open();
    for topic in guide::ALL.iter() {
        window.app_mut().features.guide.open_at(topic.id);
        window.harness.run_steps(3);
        for id in &topic.levels {
            let index = gallery::ALL.iter().position(|level| level.id == *id).expect("a test of the guide holds that");
            let name = format!("Open level: {}", blobsmith::level::gallery::ALL[index].name);
            assert!(window.harness.query_all_by_label(&name).next().is_some(), "{}: {name}", topic.id);
        }
    }
}

#[test]
fn guide_picture_opens_its_level() {
    let mut window = Window::with(square());
    window.app_mut().features.guide.open_at("edge-choice");
    window.harness.run_steps(3);
    let picture = window.harness.get_all_by_label_contains("Picture: Edge choice").next().unwrap().rect();
    assert!(picture.width() > 300.0 && picture.height() > 100.0);
    window.click_at(picture.center());
    assert!(window.app().document.level().name.contains("Projection"), "{}", window.app().document.level().name);
}
