//! The tree of parts, the clipboard, history, presets, fixes of findings, and the first steps.

use super::window::{Window, assert_named, discs, square};
use blobsmith::editor::actions::{Action, Command, Source};
use blobsmith::editor::document::Edit;
use blobsmith::editor::features::tour;
use blobsmith::editor::perform;
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{ContactMethod, EdgeChoice, Level, Place};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;

fn with_tab(level: Level, tab: Tab) -> Window {
    Window::new(level, Settings::showing([tab]))
}

/// Two squares side by side and three discs.
fn several() -> Level {
    let mut level = discs();
    level.bodies = square().bodies;
    let mut other = level.bodies[0].clone();
    other.name = "other".to_owned();
    other.nodes.iter_mut().for_each(|node| node.position[1] += 4.0);
    level.bodies.push(other);
    level.bodies[0].nodes.iter_mut().for_each(|node| node.position[1] -= 4.0);
    level
}

fn is_shown(window: &Window, name: &str) -> bool {
    window.harness.query_all_by_label(name).next().is_some()
}

fn select(window: &mut Window, places: &[Place]) {
    window.app_mut().selection = places.to_vec().into();
    window.harness.run_steps(2);
}

#[test]
fn hidden_parts_are_not_picked_and_locked_parts_stay() {
    let mut window = with_tab(several(), Tab::Outline);
    let middle = DVec2::new(0.3, 4.5);
    window.click(middle, Modifiers::NONE);
    assert!(!window.app().selection.is_empty());
    window.press("Hide other");
    assert!(window.app().document.level().is_hidden(Place::Body(1)));
    window.click(middle, Modifiers::NONE);
    assert!(window.app().selection.is_empty(), "{:?}", window.app().selection);
    // It is simulated all the same.
    assert_eq!(window.app().run.level().bodies.len(), 2);
    window.press("Show other");
    window.press("Lock other");
    window.click(middle, Modifiers::NONE);
    assert!(window.app().selection.is_empty());
    window.press("Unlock everything");
    window.click(middle, Modifiers::NONE);
    assert!(!window.app().selection.is_empty());
    for _ in 0..4 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert!(!window.app().document.is_dirty());
}

#[test]
fn outline_searches_renames_and_reorders() {
    let mut window = with_tab(several(), Tab::Outline);
    assert_named(&window, "outline");
    select(&mut window, &[Place::Body(1)]);
    window.press("Move earlier");
    assert_eq!(window.app().document.level().bodies[0].name, "other");
    assert_eq!(window.app().selection, [Place::Body(0)]);
    // Back again, by dragging its row on the other one's.
    let at = |window: &Window, name: &str| window.harness.get_all_by_label(name).next().unwrap().rect().center();
    let (from, to) = (at(&window, "other"), at(&window, "square"));
    window.drag(from, to);
    assert_eq!(window.app().document.level().bodies[1].name, "other");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().document.level().bodies[0].name, "other");
    select(&mut window, &[Place::Body(0)]);
    window.key(Modifiers::NONE, Key::F2);
    window.harness.run_steps(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text("Renamed".to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().document.level().bodies[0].name, "Renamed");
    // Escape leaves the old one.
    window.key(Modifiers::NONE, Key::F2);
    window.harness.event(Event::Text("nothing".to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.app().document.level().bodies[0].name, "Renamed");
    let field = window.harness.get_by_label("Search the outline").rect().center();
    window.click_at(field);
    window.harness.event(Event::Text("disc fixed".to_owned()));
    window.harness.run_steps(3);
    assert!(is_shown(&window, "disc 1") && !is_shown(&window, "disc 0") && !is_shown(&window, "Renamed"));
}

#[test]
fn outline_selects_ranges_with_shift_and_single_rows_with_ctrl() {
    let mut window = with_tab(several(), Tab::Outline);
    let at = |window: &Window, name: &str| window.harness.get_all_by_label(name).next().unwrap().rect().center();
    let click = |window: &mut Window, name: &str, modifiers: Modifiers| {
        let pos = at(window, name);
        window.harness.event(Event::ModifiersChanged(modifiers));
        window.click_at(pos);
        window.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        window.harness.run_steps(2);
    };
    click(&mut window, "disc 0", Modifiers::NONE);
    click(&mut window, "disc 2", Modifiers::SHIFT);
    assert_eq!(window.app().selection, [Place::Disc(0), Place::Disc(1), Place::Disc(2)]);
    click(&mut window, "disc 1", Modifiers::COMMAND);
    assert_eq!(window.app().selection, [Place::Disc(0), Place::Disc(2)]);
}

#[test]
fn copied_parts_are_pasted_at_the_pointer_or_in_place() {
    let mut window = Window::with(square());
    select(&mut window, &[Place::Body(0)]);
    let copied = window.copied_after(Event::Copy).expect("text in the clipboard");
    assert!(copied.contains("square"), "{copied}");
    // Another window.
    let mut window = Window::with(Level::default());
    window.hover(DVec2::new(2.0, 1.0));
    window.harness.event(Event::Paste(copied.clone()));
    window.harness.run_steps(3);
    let body = window.app().document.level().bodies[0].clone();
    let middle = body.nodes.iter().map(|node| DVec2::from(node.position)).sum::<DVec2>() / 4.0;
    assert!((middle - DVec2::new(2.0, 1.0)).length() < 0.05, "{middle}");
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.app().document.level().bodies.is_empty());
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::V);
    window.harness.event(Event::Paste(copied));
    window.harness.run_steps(3);
    assert_eq!(window.app().document.level().bodies[0].nodes, square().bodies[0].nodes);
}

#[test]
fn repeated_paste_does_not_cover_the_last_one_until_the_pointer_moves() {
    let mut window = Window::with(square());
    select(&mut window, &[Place::Body(0)]);
    let copied = window.copied_after(Event::Copy).expect("text in the clipboard");
    let mut paste_at = |at: DVec2| {
        window.hover(at);
        window.harness.event(Event::Paste(copied.clone()));
        window.harness.run_steps(3);
        let body = window.app().document.level().bodies.last().unwrap().clone();
        body.nodes.iter().map(|node| DVec2::from(node.position)).sum::<DVec2>() / 4.0
    };
    let here = DVec2::new(2.0, 1.0);
    let [first, second, third] = [here; 3].map(&mut paste_at);
    assert!((first - here).length() < 0.05, "{first}");
    let step = second - first;
    assert!(step.x > 0.05 && step.y < -0.05 && (third - second - step).length() < 1e-9, "{first} {second} {third}");
    let away = DVec2::new(-1.0, 0.5);
    assert!((paste_at(away) - away).length() < 0.05);
}

#[test]
fn paste_of_other_text_is_refused() {
    let mut window = Window::with(square());
    window.harness.event(Event::Paste("not a level at all".to_owned()));
    window.harness.run_steps(3);
    assert!(!window.app().document.is_dirty());
    assert!(window.app().notices.texts().any(|text| text.contains("Nothing was pasted")));
    // A field has its own clipboard.
    window.key(Modifiers::COMMAND, Key::K);
    window.harness.event(Event::Paste("step".to_owned()));
    window.harness.run_steps(3);
    assert_eq!(window.app().features.palette.words, "step");
}

#[test]
fn cut_duplicate_and_delete_are_one_undo_step_each() {
    let mut window = Window::with(several());
    select(&mut window, &[Place::Body(0), Place::Disc(1)]);
    window.key(Modifiers::COMMAND, Key::D);
    let count =
        |window: &Window| (window.app().document.level().bodies.len(), window.app().document.level().discs.len());
    assert_eq!(count(&window), (3, 4));
    assert_eq!(window.app().selection, [Place::Body(2), Place::Disc(3)]);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!(count(&window), (2, 3));
    select(&mut window, &[Place::Disc(0)]);
    window.harness.event(Event::Cut);
    window.harness.run_steps(3);
    assert_eq!(count(&window), (2, 2));
    assert!(window.app().document.undo_label().unwrap().starts_with("Cut"));
    // Each state has the selection with which it was left.
    let left = [vec![Place::Disc(0)], vec![Place::Body(2), Place::Disc(3)], vec![Place::Body(0), Place::Disc(1)]];
    for selection in &left {
        window.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(window.app().selection, *selection);
    }
    assert!(!window.app().document.is_dirty());
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(window.app().selection, left[1]);
}

#[test]
fn history_click_goes_to_any_step() {
    let mut window = with_tab(square(), Tab::World);
    for number in ["8", "9", "10"] {
        window.type_into("Substeps", number);
    }
    window.app_mut().settings.show(Tab::History);
    window.harness.run_steps(2);
    assert_named(&window, "history");
    let substeps = |window: &Window| window.app().document.level().world.substeps;
    window.press("Step 1: Substeps");
    assert_eq!(substeps(&window), 8);
    assert_eq!(window.app().run.level().world.substeps, 8);
    window.press("Step 3: Substeps");
    assert_eq!(substeps(&window), 10);
    window.press("Step 0: Opened");
    assert_eq!(substeps(&window), 16);
    assert!(!window.app().document.is_dirty());
}

#[test]
fn history_shows_the_present_step_of_many() {
    let mut window = with_tab(square(), Tab::History);
    let perform = |window: &mut Window, action: Action| {
        let ctx = window.harness.ctx.clone();
        perform::perform(window.app_mut(), &ctx, action);
        window.harness.run_steps(1);
    };
    for step in 0..80 {
        let edit = Edit::new(format!("Change {step}"), move |level| {
            level.world.substeps = 2 + step;
            Ok(())
        });
        perform(&mut window, Action::Edit(edit));
    }
    perform(&mut window, Action::History(3));
    window.harness.run_steps(2);
    assert!(is_shown(&window, "Step 3: Change 2"), "the list scrolls to it");
    assert!(!is_shown(&window, "Step 80: Change 79"));
}

#[test]
fn presets_apply_in_one_step_and_show_the_active_one() {
    let mut window = with_tab(square(), Tab::World);
    let header = window.harness.get_all_by_label_contains("Presets: ").next().unwrap().rect().center();
    window.click_at(header);
    window.harness.run_steps(20);
    window.press("Preset: Verlet and sticks");
    let world = window.app().document.level().world.clone();
    assert_eq!((world.contact.method, world.substeps), (ContactMethod::Diagonals, 1));
    window.press("Preset: Robust contacts");
    let world = window.app().document.level().world.clone();
    assert_eq!((world.contact.edge_choice, world.substeps), (EdgeChoice::EntryEdge, 32));
    assert!(world.contact.approaching_only);
    assert!(is_shown(&window, "Presets: Robust contacts"));
    assert_eq!(window.app().document.undo_label(), Some("Preset: Robust contacts"));
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(!window.app().document.is_dirty());
}

#[test]
fn fix_all_fixes_every_finding_in_one_step() {
    let mut level = square();
    level.bodies[0].triangles[0].swap(1, 2);
    level.bodies[0].hull[1].swap(0, 1);
    let before = level.clone();
    let mut window = Window::new(level, Settings::showing([Tab::Problems]));
    let with_fix = window.app().features.findings.list.iter().filter(|finding| finding.fix.is_some()).count();
    assert!(with_fix >= 2);
    assert_named(&window, "findings");
    // Hints are fixed too while they are shown.
    super::problems::open_fold(&mut window);
    window.press("Fix all");
    assert!(window.app().features.findings.list.iter().all(|finding| finding.fix.is_none()));
    assert!(window.app().notices.texts().any(|text| text.starts_with("Fixed")));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(**window.app().document.level(), before);
}

#[test]
fn tour_follows_the_user_and_can_be_closed() {
    let mut window = Window::with(Level::default());
    window.app_mut().features.tour.is_offered = true;
    window.harness.run_steps(2);
    window.press("Show me");
    window.harness.run_steps(3);
    assert_eq!(window.app().features.tour.at, 0);
    assert_named(&window, "first steps");
    // The level of a whole square, without ground.
    window.app_mut().document = blobsmith::editor::document::Document::new(square(), None);
    window.harness.run_steps(3);
    assert_eq!(tour::ALL[window.app().features.tour.at].title, "Add a ground");
    window.press("Leave the first steps");
    assert!(!window.app().features.tour.is_open);
    window.app_mut().features.tour.toggle();
    window.harness.run_steps(2);
    assert_eq!(tour::ALL[window.app().features.tour.at].title, "Add a ground");
    window.press("Skip this step");
    assert_eq!(tour::ALL[window.app().features.tour.at].title, "Play");
    for _ in 0..30 {
        window.key(Modifiers::NONE, Key::ArrowRight);
    }
    assert_eq!(tour::ALL[window.app().features.tour.at].title, "Save it");
    assert_eq!(Command::Tour.row().name, "First steps");
}

#[test]
fn offer_of_the_tour_moves_nothing_and_ends_with_the_first_body() {
    let mut window = Window::with(Level::default());
    let before = window.app().canvas.rect;
    window.app_mut().features.tour.is_offered = true;
    window.harness.run_steps(3);
    assert!(is_shown(&window, "Show me"));
    assert_eq!(window.app().canvas.rect, before);
    window.press("Insert");
    window.press("Rectangle…");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().document.level().bodies.len(), 1);
    assert!(!is_shown(&window, "Show me"));
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::N);
    assert!(window.app().document.level().bodies.is_empty());
    assert!(!is_shown(&window, "Show me"), "it was for the first level");
}

/// A copy has a place beside its original, and is in view.
#[test]
fn copy_of_a_duplicate_is_in_view() {
    // The right edge of the view, its upper right corner, and a view that is smaller than two squares.
    for (center, scale) in [([-3.0, 0.5], 110.0), ([-3.0, -1.5], 110.0), ([0.5, 0.5], 300.0)] {
        let mut window = Window::with(square());
        let size = window.app().canvas.rect.expect("a canvas").size();
        let size_px = DVec2::new(size.x.into(), size.y.into());
        let camera = &mut window.app_mut().canvas.camera;
        camera.look(blobsmith::picture::Viewport { size_px, center: center.into(), scale });
        select(&mut window, &[Place::Body(0)]);
        window.key(Modifiers::COMMAND, Key::D);
        let nodes = window.app().document.level().bodies[1].nodes.clone();
        let canvas = window.app().canvas.rect.expect("a canvas");
        for node in nodes {
            let at = window.screen(node.position.into());
            assert!(canvas.contains(at), "{center:?}: {at} in {canvas}");
        }
    }
}

#[test]
fn sensor_zone_has_an_area_and_no_mass() {
    let mut window = Window::with(Level::default());
    window.press("Insert");
    window.press("Sensor zone…");
    assert!(window.harness.query_all_by_label_contains("Area ").next().is_some());
    assert!(window.harness.query_all_by_label_contains("Mass ").next().is_none());
}

/// The tour belongs to the level in which it began: an opened level has no bar, and the first one keeps its own.
#[test]
fn tour_stays_with_its_level() {
    let mut window = Window::with(Level::default());
    window.app_mut().features.tour.is_offered = true;
    window.harness.run_steps(2);
    window.press("Show me");
    assert!(is_shown(&window, "Leave the first steps"));
    let open = |window: &mut Window, index| {
        let ctx = window.harness.ctx.clone();
        perform::perform(window.app_mut(), &ctx, Action::Open(Source::Gallery(index)));
        window.harness.run_steps(4);
    };
    // The empty level gives way.
    open(&mut window, 0);
    assert!(!window.app().document.level().bodies.is_empty());
    assert!(!is_shown(&window, "Leave the first steps"));
    // A level with a change stays.
    window.press("Help");
    window.press("First steps");
    window
        .app_mut()
        .document
        .apply(Edit::new("Name", |level| {
            level.name = "mine".to_owned();
            Ok(())
        }))
        .unwrap();
    window.harness.run_steps(2);
    assert!(is_shown(&window, "Leave the first steps"));
    open(&mut window, 1);
    assert!(!is_shown(&window, "Leave the first steps"));
    let ctx = window.harness.ctx.clone();
    perform::perform(window.app_mut(), &ctx, Action::Command(Command::PreviousDocument));
    window.harness.run_steps(4);
    assert_eq!(window.app().document.level().name, "mine");
    assert!(is_shown(&window, "Leave the first steps"));
}

/// The steps of the tour with mouse and keys: four nodes, five springs, hull, two triangles, a floor, play.
#[test]
fn tour_ends_with_a_blob_that_stands() {
    let mut window = Window::with(Level::default());
    window.app_mut().settings.tools.snap.grid = 0.25;
    let corners = [[0.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let click = |window: &mut Window, at: [f64; 2]| window.click(at.into(), Modifiers::NONE);
    window.key(Modifiers::NONE, Key::A);
    corners.into_iter().for_each(|at| click(&mut window, at));
    window.key(Modifiers::NONE, Key::S);
    for [a, b] in [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]] {
        super::tools::drag(&mut window, corners[a], corners[b], Modifiers::NONE);
    }
    window.key(Modifiers::NONE, Key::E);
    [0, 1, 2, 3, 0].into_iter().for_each(|corner| click(&mut window, corners[corner]));
    window.key(Modifiers::SHIFT, Key::T);
    [0, 1, 2, 0, 2, 3].into_iter().for_each(|corner| click(&mut window, corners[corner]));
    let ctx = window.harness.ctx.clone();
    perform::perform(window.app_mut(), &ctx, Action::Command(Command::InsertFloor));
    window.harness.run_steps(3);
    window.key(Modifiers::NONE, Key::Enter);
    let made = Level::clone(window.app().document.level());
    let body = &made.bodies[0];
    assert_eq!((body.nodes.len(), body.springs.len(), body.hull.len(), body.triangles.len()), (4, 5, 4, 2));
    assert_eq!(made.bodies.len(), 2, "the floor");
    for _ in 0..300 {
        window.app_mut().run.step_frame();
    }
    let world = window.app().run.world();
    let heights: Vec<f64> = (0..4).map(|node| world.position(node).y).collect();
    let (low, high) =
        (heights.iter().copied().fold(f64::MAX, f64::min), heights.iter().copied().fold(f64::MIN, f64::max));
    let floor = made.bodies[1].nodes.iter().map(|node| node.position[1]).fold(f64::MIN, f64::max);
    assert!((low - floor).abs() < 0.1, "it lies on the floor at {floor}: {heights:?}");
    assert!(high - low > 0.75, "it keeps its height: {heights:?}");
    let found = blobsmith::debugger::diagnosis::diagnose(&made, 300, |_| true).unwrap();
    assert!(found.problems.is_empty(), "{:?}", found.problems);
}
