//! The window without a screen: controls are pressed by their accessible names, results are read from the state.
#![cfg(feature = "editor")]

#[path = "editor/access.rs"]
mod access;
#[path = "editor/arranging.rs"]
mod arranging;
#[path = "editor/authoring.rs"]
mod authoring;
#[path = "editor/balloon.rs"]
mod balloon;
#[path = "editor/bookmarks.rs"]
mod bookmarks;
#[path = "editor/breakpoints.rs"]
mod breakpoints;
#[path = "editor/bundle.rs"]
mod bundle;
#[path = "editor/changes.rs"]
mod changes;
#[path = "editor/compare_runs.rs"]
mod compare_runs;
#[path = "editor/crosshair.rs"]
mod crosshair;
#[path = "editor/diagnosis.rs"]
mod diagnosis;
#[path = "editor/docking.rs"]
mod docking;
#[path = "editor/documents.rs"]
mod documents;
#[path = "editor/drawing_dialog.rs"]
mod drawing_dialog;
#[path = "editor/event_log.rs"]
mod event_log;
#[path = "editor/expectations.rs"]
mod expectations;
#[path = "editor/files.rs"]
mod files;
#[path = "editor/files_backups.rs"]
mod files_backups;
#[path = "editor/files_kept.rs"]
mod files_kept;
#[path = "editor/files_picked.rs"]
mod files_picked;
#[path = "editor/files_saving.rs"]
mod files_saving;
#[path = "editor/guide.rs"]
mod guide;
#[path = "editor/importing.rs"]
mod importing;
#[path = "editor/inside.rs"]
mod inside;
#[path = "editor/inspector.rs"]
mod inspector;
#[path = "editor/instances.rs"]
mod instances;
#[path = "editor/journal.rs"]
mod journal;
#[path = "editor/keys.rs"]
mod keys;
#[path = "editor/links.rs"]
mod links;
#[path = "editor/live.rs"]
mod live;
#[path = "editor/lost.rs"]
mod lost;
#[path = "editor/low_windows.rs"]
mod low_windows;
#[path = "editor/making.rs"]
mod making;
#[path = "editor/markers.rs"]
mod markers;
#[path = "editor/materials.rs"]
mod materials;
#[path = "editor/moment_links.rs"]
mod moment_links;
#[path = "editor/overlays.rs"]
mod overlays_list;
#[path = "editor/palette.rs"]
mod palette;
#[path = "editor/palette_ranking.rs"]
mod palette_ranking;
#[path = "editor/parts_table.rs"]
mod parts_table;
#[path = "editor/phases.rs"]
mod phases;
#[path = "editor/plots.rs"]
mod plots;
#[path = "editor/plots_view.rs"]
mod plots_view;
#[path = "editor/problem_marks.rs"]
mod problem_marks;
#[path = "editor/problems.rs"]
mod problems;
#[path = "editor/project.rs"]
mod project;
#[path = "editor/regions.rs"]
mod regions;
#[path = "editor/retained.rs"]
mod retained;
#[path = "editor/rulers.rs"]
mod rulers;
#[path = "editor/rules.rs"]
mod rules;
#[path = "editor/settings.rs"]
mod settings;
#[path = "editor/shrink.rs"]
mod shrink;
#[path = "editor/skins.rs"]
mod skins;
#[path = "editor/substep.rs"]
mod substep;
#[path = "editor/sweep.rs"]
mod sweep;
#[path = "editor/texts.rs"]
mod texts;
#[path = "editor/time.rs"]
mod time;
#[path = "editor/tools.rs"]
mod tools;
#[path = "editor/tools_arrange.rs"]
mod tools_arrange;
#[path = "editor/tools_draw.rs"]
mod tools_draw;
#[path = "editor/tools_mirror.rs"]
mod tools_mirror;
#[path = "editor/touch.rs"]
mod touch;
#[path = "editor/twin.rs"]
mod twin;
#[path = "editor/user_data.rs"]
mod user_data;
#[path = "editor/verdict.rs"]
mod verdict;
#[path = "editor/window.rs"]
mod window;

use blobsmith::editor::actions::{self, Command};
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::editor::settings::{Settings, ThemeChoice};
use blobsmith::engine::Held;
use blobsmith::level::Place;
use blobsmith::picture::overlays;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use window::{Window, discs, square, with_ids};

#[test]
fn idle_window_does_not_repaint() {
    let mut window = Window::with(square());
    assert!(window.harness.try_run().is_ok());
}

#[test]
fn overlays_are_switched_by_name() {
    let settings = Settings::showing([Tab::Show]);
    let mut window = Window::new(square(), settings);
    window.press("Step one frame");
    for overlay in overlays::ALL {
        window.press(overlay.title);
        assert!(window.app().settings.is_overlay_on(overlay.id), "{}", overlay.id);
    }
    for overlay in overlays::ALL {
        window.press(overlay.title);
    }
    assert_eq!(window.app().settings.overlays_on().count(), 0);
    window.key(Modifiers::NONE, Key::Num1);
    assert_eq!(window.app().settings.overlays, ["force-total"]);
}

#[test]
fn finding_selects_its_place_and_is_fixed_in_one_step() {
    let mut level = square();
    level.bodies[0].triangles[0].swap(1, 2);
    let settings = Settings::showing([Tab::Problems]);
    let mut window = Window::new(level, settings);
    let finding = window
        .app()
        .features
        .findings
        .list
        .iter()
        .find(|finding| finding.fix.is_some())
        .cloned()
        .expect("a finding with a fix");
    window.press(&finding.message);
    assert_eq!(window.app().selection, finding.places);
    let before = window.app().document.level().clone();
    window.press(&format!("Fix: {}", finding.message));
    assert!(!window.app().features.findings.list.contains(&finding));
    assert!(window.app().document.is_dirty());
    window.press("Undo");
    assert_eq!(**window.app().document.level(), *before);
    assert!(window.app().features.findings.list.contains(&finding));
}

#[test]
fn node_drag_with_ctrl_at_frame_0_edits_the_level() {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.is_on = false;
    let before = window.app().document.level().clone();
    tools::drag(&mut window, [1.0, 1.0], [1.5, 1.25], Modifiers::COMMAND);
    let moved = window.app().document.level().bodies[0].nodes[2].position;
    assert!((moved[0] - 1.5).abs() < 1e-3 && (moved[1] - 1.25).abs() < 1e-3, "{moved:?}");
    assert_eq!(window.app().selection, [Place::Node(0, 2)]);
    assert_eq!(window.app().document.undo_label(), Some("Move node 2"));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(**window.app().document.level(), *before);
    assert!(!window.app().document.is_dirty());
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(window.app().document.level().bodies[0].nodes[2].position, moved);
}

#[test]
fn drag_at_a_later_frame_pulls_without_an_edit() {
    let mut window = Window::with(square());
    window.press("Step one frame");
    let at = window.app().run.world().position(2);
    let (from, to) = (window.screen(at), window.screen(at + DVec2::new(0.3, 0.1)));
    window.drag_only(from, to);
    let hand = window.app().run.hand().unwrap_or_else(|| panic!("no hand: {}", window.app().canvas.hint));
    assert_eq!(hand.held, Held::Node(0, 2));
    window.key(Modifiers::NONE, Key::ArrowRight);
    let pulled = window.app().run.world().position(2);
    assert!(pulled.x > at.x, "the hand pulls to the right");
    window.drop_at(to);
    assert!(window.app().run.hand().is_none());
    assert!(!window.app().document.is_dirty());
}

#[test]
fn disc_drag_edits_at_frame_0_and_pulls_later() {
    let mut window = Window::with(discs());
    window.app_mut().settings.tools.snap.is_on = false;
    let before = window.app().document.level().clone();
    let (from, to) = (window.screen(DVec2::new(0.2, 0.1)), window.screen(DVec2::new(1.2, 0.6)));
    window.drag(from, to);
    let moved = window.app().document.level().discs[0].position;
    assert!((moved[0] - 1.0).abs() < 1e-3 && (moved[1] - 0.5).abs() < 1e-3, "{moved:?}");
    assert_eq!(window.app().document.undo_label(), Some("Move disc 0"));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(**window.app().document.level(), *before);
    // Later: by either tool, from the place where it was taken.
    for tool in [Key::V, Key::H] {
        window.key(Modifiers::NONE, Key::Home);
        window.key(Modifiers::NONE, tool);
        window.press("Step one frame");
        let at = window.app().run.world().disc_position(0);
        let by = DVec2::new(0.7, 0.4);
        let grip = DVec2::new(0.2, -0.3);
        let (from, to) = (window.screen(at + grip), window.screen(at + grip + by));
        window.drag_only(from, to);
        let hand = window.app().run.hand().unwrap_or_else(|| panic!("no hand: {}", window.app().canvas.hint));
        assert_eq!(hand.held, Held::Disc(0));
        assert!((DVec2::from(hand.target) - at - by).length() < 1e-2, "{:?} from {at}", hand.target);
        assert!(window.app().canvas.hint.contains("Holding"), "{}", window.app().canvas.hint);
        window.key(Modifiers::NONE, Key::ArrowRight);
        assert!(window.app().run.world().disc_velocity(0).x > 0.0);
        window.drop_at(to);
        assert!(window.app().run.hand().is_none() && !window.app().document.is_dirty());
    }
}

#[test]
fn pull_of_an_immovable_part_shows_the_reason() {
    let mut level = discs();
    level.bodies = square().bodies;
    level.bodies[0].nodes.iter_mut().for_each(|node| node.position[0] += 8.0);
    level.bodies[0].nodes[2].pinned = true;
    let mut window = Window::with(level);
    window.press("Step one frame");
    for (place, reason) in [
        (DVec2::new(3.0, 0.0), "disc 1 is fixed"),
        (DVec2::new(6.0, 0.0), "disc 2 is driven"),
        (DVec2::new(9.0, 1.0), "node 2 is pinned"),
    ] {
        for tool in [Key::V, Key::H] {
            window.key(Modifiers::NONE, tool);
            let (from, to) = (window.screen(place), window.screen(place + DVec2::new(0.3, 0.3)));
            window.drag_only(from, to);
            assert!(window.app().run.hand().is_none());
            let hint = window.app().canvas.hint.to_lowercase();
            assert!(hint.contains(reason), "{reason}: {hint}");
            window.drop_at(to);
        }
        // Before anything is pressed, the hand says so too.
        window.hover(place);
        assert!(window.app().canvas.hint.to_lowercase().contains(reason), "{}", window.app().canvas.hint);
    }
    window.hover(DVec2::new(0.0, 0.0));
    assert!(window.app().canvas.hint.contains("Drag to hold disc 0"), "{}", window.app().canvas.hint);
}

#[test]
fn pin_key_pins_several_nodes() {
    let mut window = Window::with(square());
    let pinned = |window: &Window| {
        window.app().document.level().bodies[0].nodes.iter().map(|node| node.pinned).collect::<Vec<_>>()
    };
    window.key(Modifiers::SHIFT, Key::P);
    assert!(!window.app().document.is_dirty(), "nothing is selected");
    assert_eq!(window.app().toolbox.entry.id, "select", "Shift+P is not P");
    window.click(DVec2::new(0.0, 1.0), Modifiers::COMMAND);
    window.click(DVec2::new(1.0, 1.0), Modifiers::SHIFT);
    assert_eq!(window.app().selection, [Place::Node(0, 3), Place::Node(0, 2)]);
    window.key(Modifiers::SHIFT, Key::P);
    assert_eq!(pinned(&window), [false, false, true, true]);
    assert_eq!(window.app().document.undo_label(), Some("Pin 2 nodes"));
    // The button that the inspector shows for several.
    window.press("Unpin 2 nodes");
    assert_eq!(pinned(&window), [false; 4]);
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(!window.app().document.is_dirty());
}

#[test]
fn level_of_001_opens_with_a_finding_that_flips_it() {
    let sample = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/samples/mister-jelly-001.json");
    let mut window = Window::open(&blobsmith::editor::actions::Source::File(sample));
    let finding = window.app().features.findings.list[0].clone();
    assert_eq!((window.app().features.findings.list.len(), finding.rule), (1, "convention"));
    assert!(window.app().notices.texts().any(|text| text.contains("See the Problems tab")));
    // All parts are in view: before, after the flip to the other side of y = 0, and after undo.
    let is_seen = |window: &Window| {
        let canvas = window.app().canvas.rect.unwrap().expand(60.0);
        let nodes = 0..window.app().run.world().layout().node_count;
        nodes.map(|node| window.app().run.world().position(node)).all(|at| canvas.contains(window.screen(at)))
    };
    assert!(is_seen(&window));
    window.press("Problems");
    window.press(&format!("Fix: {}", finding.message));
    assert!(window.app().features.findings.list.is_empty());
    let gallery = blobsmith::level::gallery::level("47-mister-jelly").unwrap();
    let expected = blobsmith::level::format::read(gallery.text, blobsmith::level::format::TextFormat::Ron).unwrap();
    assert_eq!(**window.app().document.level(), with_ids(expected));
    assert_eq!(window.app().document.undo_label(), Some("Flip y"));
    assert!(is_seen(&window));
    window.press("Undo");
    assert!(is_seen(&window));
    assert_eq!(window.app().features.findings.list[0], finding);
    assert!(!window.app().document.is_dirty());
}

#[test]
fn world_field_changes_the_level() {
    let settings = Settings::showing([Tab::World]);
    let mut window = Window::new(square(), settings);
    window.type_into("Substeps", "8");
    assert_eq!(window.app().document.level().world.substeps, 8);
    assert_eq!(window.app().run.level().world.substeps, 8);
    assert_eq!(window.app().document.undo_label(), Some("Substeps"));
}

#[test]
fn theme_switches_between_light_and_dark() {
    let mut window = Window::with(square());
    assert_eq!(window.app().settings.theme, ThemeChoice::Dark);
    window.press("Light / dark");
    assert_eq!(window.app().settings.theme, ThemeChoice::Light);
    assert_eq!(window.harness.ctx.theme(), egui::Theme::Light);
}

#[test]
fn camera_zooms_fits_and_pans() {
    let mut window = Window::with(square());
    let fitted = window.app().canvas.camera;
    window.key(Modifiers::COMMAND, Key::Plus);
    assert!(window.app().canvas.camera.scale > fitted.scale);
    window.key(Modifiers::NONE, Key::F);
    assert!((window.app().canvas.camera.scale / fitted.scale - 1.0).abs() < 0.01);
    window.key(Modifiers::NONE, Key::P);
    let (from, to) = (window.screen(DVec2::ZERO), window.screen(DVec2::new(1.0, 0.0)));
    window.drag(from, to);
    let moved = window.app().canvas.camera.center - fitted.center;
    assert!((moved - DVec2::new(-1.0, 0.0)).length() < 0.05, "{moved}");
}

#[test]
fn unsaved_changes_require_confirmation() {
    let mut window = Window::with(square());
    let (from, to) = (window.screen(DVec2::new(1.0, 1.0)), window.screen(DVec2::new(1.5, 1.25)));
    window.drag(from, to);
    window.key(Modifiers::COMMAND, Key::W);
    assert!(window.app().files.guard.is_some());
    window.press("Cancel");
    assert_eq!(window.app().document.level().name, "square");
    window.key(Modifiers::COMMAND, Key::W);
    window.press("Discard changes");
    assert_eq!(window.app().document.level().name, "");
}

#[test]
fn save_writes_the_file_and_open_refuses_a_broken_one() {
    use blobsmith::editor::actions::Source;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("square.ron");
    blobsmith::level::format::save(&square(), &file).unwrap();
    let mut window = Window::open(&Source::File(file.clone()));
    let (from, to) = (window.screen(DVec2::new(1.0, 1.0)), window.screen(DVec2::new(1.5, 1.25)));
    window.drag(from, to);
    window.key(Modifiers::COMMAND, Key::S);
    assert!(!window.app().document.is_dirty());
    let saved = blobsmith::level::format::load_level(&file).unwrap();
    assert_eq!(saved, **window.app().document.level());
    assert_eq!(window.app().settings.recent, [file]);
    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "(format: 1, bodies: [").unwrap();
    window.drop_file(&broken);
    assert!(window.app().notices.texts().any(|text| text.contains("broken.ron")));
    assert_eq!(saved, **window.app().document.level());
}

#[test]
fn controls_have_names() {
    for tab in [Tab::Inspector, Tab::Outline, Tab::World, Tab::Show, Tab::History] {
        for dock in [Tab::Plots, Tab::Problems, Tab::Substep, Tab::Breakpoints] {
            let settings = Settings::showing([tab, dock]);
            let mut window = Window::new(square(), settings);
            window.press("Step one frame");
            window::assert_named(&window, &format!("{tab:?} {dock:?}"));
        }
    }
}

#[test]
fn key_list_names_every_command_with_keys() {
    let mut window = Window::with(square());
    window.key(Modifiers::SHIFT, Key::F1);
    for row in actions::all().map(|(_, row)| row).filter(|row| !row.keys.is_empty() && row.command != Command::Quit) {
        assert!(window.harness.query_all_by_label(row.name).next().is_some(), "{}", row.name);
    }
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.app().features.help.shows_keys);
}

#[test]
fn escape_closes_a_menu_before_the_selection() {
    let mut window = Window::with(square());
    window.key(Modifiers::COMMAND, Key::A);
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.press("File");
    assert!(window.harness.query_by_label("Save as…").is_some());
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.harness.query_by_label("Save as…").is_none());
    assert_eq!(window.app().selection, [Place::Body(0)]);
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.app().selection.len(), 0);
}
