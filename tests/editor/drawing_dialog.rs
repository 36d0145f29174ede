//! The dialog of an imported drawing: overlapping shapes, names, notes on choices and settings.

use super::files::until;
use super::window::{Window, square};
use blobsmith::editor::features::meshing::Maker;
use blobsmith::editor::settings::drawing_size::DrawingSize;
use blobsmith::level::{EdgeChoice, Level};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

/// Two overlapping squares without ids, and one apart.
const OVERLAPPING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
    <rect x="6" y="10" width="44" height="40"/><rect x="30" y="30" width="40" height="40"/>
    <rect id="crate" x="75" y="75" width="20" height="20"/></svg>"##;

/// A star with five tips of 36°.
const STAR: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><polygon points="50,10 58.98,37.64
    88.04,37.64 64.53,54.72 73.51,82.36 50,65.28 26.49,82.36 35.47,54.72 11.96,37.64 41.02,37.64"/></svg>"#;

fn maker(window: &Window) -> &Maker {
    window.app().features.maker.as_ref().expect("the dialog is open")
}

/// A window into which a drawing, ten high, was dropped.
fn dropped(level: Level, name: &str, drawing: &str) -> Window {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, drawing).unwrap();
    let mut window = Window::with(level);
    window.app_mut().settings.drawing_size = DrawingSize::Height(10.0);
    window.drop_file(&file);
    until(&mut window, |window| window.app().features.maker.as_ref().is_some_and(|maker| !maker.is_behind()));
    window.harness.run_steps(3);
    window
}

fn has_text(window: &Window, text: &str) -> bool {
    window.harness.query_all_by_label_contains(text).next().is_some()
}

fn names(window: &Window) -> Vec<String> {
    window.app().document.level().bodies.iter().map(|body| body.name.clone()).collect()
}

#[test]
fn overlapping_shapes_are_cut_apart_unless_refusal_is_chosen() {
    let mut window = dropped(Level::default(), "two.svg", OVERLAPPING);
    assert_eq!(maker(&window).preview.facts.bodies, 3, "a preview without a choice");
    assert!(has_text(&window, "each becomes a body of what is visible of it"));
    // The list is opened by the pointer and used by the keyboard.
    let list = window.centre_of(Role::ComboBox, "Overlapping shapes");
    window.click_at(list);
    window.key(Modifiers::NONE, Key::ArrowUp);
    window.key(Modifiers::NONE, Key::ArrowUp);
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| maker(window).preview.parts.is_err());
    let reason = maker(&window).preview.parts.clone().unwrap_err();
    assert!(reason.starts_with("“two 2” overlaps “two”: choose"), "{reason}");
    assert!(!has_text(&window, "each becomes a body of what is visible of it"));
    window.click_at(list);
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Enter);
    until(&mut window, |window| maker(window).preview.facts.bodies == 2 && maker(window).preview.parts.is_ok());
    window.press("Insert 2 bodies");
    // Named like the larger one.
    assert_eq!(names(&window), ["two", "crate"]);
}

#[test]
fn imported_bodies_are_named_after_the_file_or_their_id() {
    let mut window = dropped(square(), "slime.svg", OVERLAPPING);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["square", "slime", "slime 2", "crate"]);
    // The names of a second import are counted on.
    let mut window = dropped(Level::clone(window.app().document.level()), "slime.svg", STAR);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window)[4..], ["slime 3"]);
}

#[test]
fn drawing_dialog_shows_the_cost_of_its_settings_and_whole_sentences() {
    let mut level = square();
    level.world.contact.self_contact = false;
    level.world.substeps = 1;
    let mut window = dropped(level, "star.svg", STAR);
    let needed = maker(&window).preview.holding.substeps;
    assert!(needed > 1);
    let line = format!("Inserting sets self-contact on and substeps 1 → {needed}.");
    let switch = window.centre_of(Role::CheckBox, "Keep the settings of the level");
    let below = window.harness.get_by_label(&line).rect();
    assert!((0.0..60.0).contains(&(below.center().y - switch.y)), "{below} {switch}");
    // The choices for a body are several lines long and not cut.
    let label = window.harness.get_by_label_contains("walls ");
    assert!(label.rect().height() > 30.0 && label.rect().width() < 400.0, "{:?}", label.rect());
    window.press("Keep the settings of the level");
    assert!(!has_text(&window, &line));
    assert!(has_text(&window, &format!("the bodies need self-contact and {needed} substeps")));
}

#[test]
fn drawing_dialog_explains_why_acute_angles_stay() {
    let mut level = square();
    level.world.contact.edge_choice = EdgeChoice::Distance;
    let note = "Blunting cuts only corners below 40°";
    let window = dropped(level.clone(), "star.svg", STAR);
    assert!(maker(&window).preview.findings.iter().any(|finding| finding.rule == "hull-angle"));
    assert!(has_text(&window, note));
    // Without a finding there is nothing to explain.
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    assert!(!has_text(&dropped(level, "star.svg", STAR), note));
}
