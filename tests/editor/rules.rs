//! The panel *Rules*: a map for each rule, the verdict under the pointer, the frame's contacts by rule.

use super::window::{Window, square};
use blobsmith::debugger::moment;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::layout::SplitAxis;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::engine::contact::{EdgeAt, Setting};
use blobsmith::geometry::DVec2;
use blobsmith::level::{EdgeChoice, Level, format, gallery};
use blobsmith::picture::edge_map::{self, Side};
use egui::Event;
use egui_kittest::kittest::Queryable;

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

fn window(level: Level) -> Window {
    Window::new(level, Settings::showing([Tab::Rules]))
}

#[test]
fn edge_map_shows_the_verdict_under_the_pointer() {
    let mut window = window(level("04-squares-distance"));
    let shown = window.app().features.rules.shown.as_ref().expect("a hull to map");
    assert_eq!(shown.maps.len(), Setting::ALL.len());
    assert!(shown.comparison.is_none(), "nothing has happened yet");
    let rect = window.harness.get_by_label("Map: Distance").rect();
    // Left of the middle the left edge is nearest, and of the square that is number 3.
    // The map is a square in the upper part; the names of its rule and results are below it.
    let side = rect.width().min(rect.height());
    window.harness.event(Event::PointerMoved(rect.center_top() + egui::vec2(-0.2 * side, 0.5 * side)));
    window.harness.run_steps(3);
    let (rule, reported) = window.app().features.rules.pointed.as_ref().expect("the verdict there");
    assert_eq!(Setting::ALL[*rule], Setting { choice: EdgeChoice::Distance, barycentre_rule: false });
    assert_eq!(reported.contact().chosen, Some(3));
    assert_eq!(reported.contact().candidates.len(), 4);
    let (hull, point) = (window.app().features.rules.shown.as_ref().unwrap().hull, reported.contact().point);
    let map = &window.app().features.rules.shown.as_ref().unwrap().maps[*rule];
    let said = window.app().run.world().edge_at(hull, point, Setting::ALL[*rule], &map.approach);
    assert_eq!(said, EdgeAt::Edge(3));
    window.harness.event(Event::PointerMoved(egui::pos2(400.0, 300.0)));
    window.harness.run_steps(3);
    assert!(window.app().features.rules.pointed.is_none());
}

/// The overlay on the canvas, with the panel closed: the verdict at the pointer, wherever it rests while the blob moves on.
#[test]
fn canvas_edge_map_shows_the_verdict_under_the_pointer() {
    let mut settings = Settings { overlays: vec!["edge-map".to_owned()], ..Settings::default() };
    settings.layout_mut().toggle(SplitAxis::Column);
    let mut window = Window::new(level("04-squares-distance"), settings);
    let middle = window.app().run.world().hull_box(0).center();
    let said = |window: &Window, words: &str| window.harness.query_all_by_label_contains(words).next().is_some();
    // A square: left of its middle the left edge is nearest, number 3; below it the lower one, number 0.
    for (away, edge) in [(DVec2::new(-0.6, 0.1), 3), (DVec2::new(0.1, -0.6), 0)] {
        window.hover(middle + away);
        let pointed = window.app().canvas.pointed.as_ref().expect("the verdict there");
        assert_eq!((pointed.shown.subject.other, pointed.shown.contact().chosen), (0, Some(edge)));
        assert_eq!(pointed.setting, Setting { choice: EdgeChoice::Distance, barycentre_rule: false });
        assert!(pointed.shown.contact().point.distance(middle + away) < 0.02);
        assert!(said(&window, "chosen: nearest of the eligible edges") && said(&window, &format!("edge {edge}")));
        // The other square is on the right: a node of it has come in there.
        assert!(said(&window, "Other rules: edge 1 by Projection + G, Wedge 45° + G, Distance + G, Entry edge"));
    }
    let at = window.app().canvas.pointed.as_ref().unwrap().shown.contact().point;
    for _ in 0..2 {
        window.key(egui::Modifiers::NONE, egui::Key::ArrowRight);
        let (app, edge) = (window.app(), |edge: Option<usize>| edge.map_or(EdgeAt::Stuck, EdgeAt::Edge));
        let pointed = app.canvas.pointed.as_ref().expect("still inside");
        let contact = pointed.shown.contact();
        assert_eq!(contact.point, at, "the pointer rests");
        let hull = pointed.shown.subject.other;
        let side = Side::Body(1 - hull);
        let approach = edge_map::approach(app.run.world(), hull, side);
        assert_eq!(app.run.world().edge_at(hull, at, pointed.setting, &approach), edge(contact.chosen));
    }
    assert!(window.app().run.frame() > 0);
    window.hover(middle + DVec2::new(0.0, 1.4));
    assert!(window.app().canvas.pointed.is_none() && !said(&window, "Ray to the left"), "outside nothing is reported");
    window.app_mut().settings.toggle_overlay("edge-map");
    window.hover(middle);
    assert!(window.app().canvas.pointed.is_none());
}

#[test]
fn rules_panel_lists_the_contacts_of_the_frame() {
    let mut window = window(level("04-squares-distance"));
    for _ in 0..3 {
        window.press("Step one frame");
    }
    let comparison = window.app().features.rules.shown.as_ref().and_then(|shown| shown.comparison.as_ref()).unwrap();
    assert!(comparison.contacts > 0 && comparison.disputed() > 0);
    let with_rule = Setting { choice: EdgeChoice::Distance, barycentre_rule: true };
    let row = comparison.rows.iter().find(|row| row.is_disputed()).unwrap();
    let edge = row.rules[with_rule.index()].unwrap();
    let says = format!("Distance + G would choose edge {edge}");
    assert!(window.harness.get_all_by_label(&says).next().is_some(), "{says}");
    // The moment after the substep that resolved the contact, as `explain --at` and the breakpoints count.
    let moment = moment::write(moment::after((row.frame, row.substep), window.app().run.substeps_in(row.frame)));
    assert!(window.harness.query_all_by_label(&moment).next().is_some(), "{moment}");
}

#[test]
fn rule_is_applied_or_run_as_twin_in_one_step() {
    let mut window = window(level("04-squares-distance"));
    for (entry, beside) in [("Compare with Entry edge as twin", true), ("Use Entry edge", false)] {
        let before = window.app().document.level().clone();
        window.harness.get_by_label("Map: Entry edge").click_secondary();
        window.harness.run_steps(3);
        window.press(entry);
        let level = window.app().document.level();
        let twin = level.editor.as_ref().and_then(|extra| extra.twin.as_ref());
        if beside {
            assert_eq!(twin.and_then(|twin| twin.edge_choice), Some(EdgeChoice::EntryEdge));
            assert!(window.app().features.twin.is_some());
        } else {
            assert_eq!(level.world.contact.edge_choice, EdgeChoice::EntryEdge);
        }
        window.press("Undo");
        assert_eq!(**window.app().document.level(), *before);
    }
}

#[test]
fn rules_panel_explains_a_level_without_hulls() {
    let mut bare = square();
    bare.bodies.iter_mut().for_each(|body| body.hull.clear());
    let window = window(bare);
    assert!(window.app().features.rules.shown.is_none());
    assert!(window.harness.get_all_by_label_contains("no body with a hull yet").next().is_some());
}
