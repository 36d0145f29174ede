//! Bug bundles: saved by the command, opened in another window, and damaged.

use super::files::until;
use super::files_picked::{fill, wait_for};
use super::regions;
use super::window::{Window, square};
use blobsmith::editor::bundle;
use blobsmith::editor::document::Edit;
use blobsmith::editor::features::settings::commands::SettingsCommand;
use blobsmith::editor::perform::settings;
use blobsmith::editor::playback::Loop;
use blobsmith::editor::settings::layout::CanvasSide;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::editor::settings::{Settings, ShownPlot};
use blobsmith::level::{Level, Place, format, gallery};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;

/// A window within a substep after an input, with a selection, an overlay, a layer and a plot of its own.
fn with_a_bug() -> Window {
    let mut window = Window::with(square());
    let run = &mut window.app_mut().run;
    (0..10).for_each(|_| run.step_frame());
    run.nudge(Place::Node(0, 2), [0.3, 0.4]).unwrap();
    (0..30).for_each(|_| run.step_frame());
    run.seek(20);
    run.step_substep();
    run.look_inside(3);
    let app = window.app_mut();
    app.selection = vec![Place::Node(0, 2)].into();
    app.settings.overlays = vec!["velocities".to_owned()];
    app.settings.toggle_layer("fill");
    app.settings.plots = vec![ShownPlot::of("momentum")];
    app.settings.own_browser = true;
    window.harness.run_steps(3);
    window
}

fn save(window: &mut Window, path: &Path) {
    window.press("File");
    window.press("Save a bug bundle…");
    wait_for(window, "Save file");
    fill(window, "File name", &path.display().to_string());
    window.press("Save file");
    until(window, |_| path.with_extension(bundle::ENDING).exists());
    window.harness.run_steps(5);
}

#[test]
fn bug_bundle_restores_level_inputs_moment_selection_overlays_and_plots() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = with_a_bug();
    first.app_mut().features.plots.zoom = Some([15.0, 28.0]);
    first.app_mut().playback.looped = Loop { start: Some(10), end: Some(30), is_on: true };
    // The ending is added.
    save(&mut first, &folder.path().join("bug"));
    let path = folder.path().join("bug.blobbug");
    let mut second = Window::with(Level::default());
    second.drop_file(&path);
    second.harness.run_steps(60);
    let (a, b) = (first.app(), second.app());
    assert_eq!(b.run.moment(), a.run.moment());
    assert_eq!(b.run.phases_done(), Some(3));
    assert_eq!(b.run.world().hash(), a.run.world().hash());
    assert_eq!(b.run.journal().entries(), a.run.journal().entries());
    assert_eq!(b.run.last_frame(), 40);
    assert_eq!(b.document.level().bodies, a.document.level().bodies);
    assert_eq!(b.selection[..], a.selection[..]);
    assert_eq!(b.settings.overlays, a.settings.overlays);
    assert_eq!(b.settings.switched_layers, a.settings.switched_layers);
    assert_eq!(b.settings.plots, a.settings.plots);
    assert_eq!(b.features.plots.zoom, Some([15.0, 28.0]));
    assert_eq!(b.playback.looped, Loop { start: Some(10), end: Some(30), is_on: true });
    assert!((b.canvas.camera.center - a.canvas.camera.center).length() < 1e-9);
    assert_eq!(b.run.departure(), None);
    // A bug bundle is not greeted with the first steps.
    second.app_mut().features.tour.is_offered = true;
    second.harness.run_steps(2);
    assert!(second.harness.query_by_label("Show me").is_none());
}

#[test]
fn bug_bundle_has_the_number_of_problems_of_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let text = gallery::level("04-squares-distance").unwrap().text;
    let level = format::read(text, format::TextFormat::Ron).unwrap();
    let mut first = Window::new(level, Settings::showing([Tab::Problems]));
    (0..60).for_each(|_| first.app_mut().run.step_frame());
    first.app_mut().settings.own_browser = true;
    save(&mut first, &folder.path().join("bug"));
    let mut second = Window::new(Level::default(), Settings::showing([Tab::Problems]));
    second.drop_file(&folder.path().join("bug.blobbug"));
    until(&mut second, |window| window.app().run.last_frame() == 60);
    until(&mut second, |window| {
        let diagnosis = &window.app().features.diagnosis;
        diagnosis.progress().is_none() && !diagnosis.found.problems.is_empty()
    });
    second.harness.run_steps(5);
    let found = second.app().features.diagnosis.found.problems.len();
    assert!(second.harness.query_by_label(&format!("Show {found} problems")).is_some(), "{found}");
}

/// The layout of the bundle is offered. The own one stays saved, and one click returns to it.
#[test]
fn bug_bundle_offers_its_layout_and_returns_to_the_own_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bug.blobbug");
    let mut first = with_a_bug();
    first.app_mut().settings.layout_mut().move_to(Tab::Journal, CanvasSide::Left);
    first.app_mut().settings.show(Tab::Problems);
    save(&mut first, &path);
    let mut second = Window::with(Level::default());
    second.app_mut().settings.layout_mut().close(Tab::Sweep);
    let own = second.app().settings.layout().clone();
    second.drop_file(&path);
    second.harness.run_steps(60);
    assert_eq!(*second.app().settings.layout(), own, "nothing moves by itself");
    second.press("Use the layout of the bundle");
    assert_eq!(second.app().settings.layout(), first.app().settings.layout());
    assert!(second.app().settings.layouts.names().any(|name| name == "Debug"), "the own one is in the list");
    // A panel is opened meanwhile.
    second.app_mut().settings.show(Tab::World);
    second.harness.run_steps(3);
    second.press("Return to the own layout");
    assert_eq!(*second.app().settings.layout(), own);
    let names: Vec<_> = second.app().settings.layouts.names().collect();
    assert_eq!(names, ["Design", "Debug", "Compare"], "that of the bundle is not left behind");
    assert!(second.harness.query_by_label("Use the layout of the bundle").is_none(), "the offer was answered");
    second.drop_file(&path);
    second.harness.run_steps(60);
    second.press("Use the layout of the bundle");
    second.press("Close the bar about the layout");
    assert!(second.harness.query_by_label("Return to the own layout").is_none());
    assert_eq!(second.app().settings.layout(), first.app().settings.layout());
    // A window that is arranged in the same way has nothing to offer.
    second.drop_file(&path);
    second.harness.run_steps(60);
    assert!(second.harness.query_by_label("Use the layout of the bundle").is_none());
}

/// Its plots, its overlays and the offer of its layout are seen in its tab only, and are not stored.
#[test]
fn settings_of_a_bug_bundle_belong_to_its_tab() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bug.blobbug");
    let mut first = with_a_bug();
    first.app_mut().settings.layout_mut().move_to(Tab::Journal, CanvasSide::Left);
    save(&mut first, &path);
    for is_changed in [true, false] {
        let mut second = Window::with(square());
        let app = second.app_mut();
        if is_changed {
            let rename = |level: &mut Level| {
                level.name = "mine".to_owned();
                Ok(())
            };
            assert_eq!(app.document.apply(Edit::new("Rename", rename)), Ok(true));
        }
        let own = vec![ShownPlot::of("area"), ShownPlot::of("max(node.speed)")];
        (app.settings.plots, app.settings.watches) = (own.clone(), vec!["max(node.speed)".to_owned()]);
        app.settings.overlays = vec!["normals".to_owned()];
        second.drop_file(&path);
        second.harness.run_steps(60);
        let plots = |window: &Window| window.app().settings.plots.clone();
        let has_offer = |window: &Window| window.harness.query_by_label("Use the layout of the bundle").is_some();
        assert_eq!((plots(&second), has_offer(&second)), (first.app().settings.plots.clone(), true));
        let app = second.app();
        let stored = app.bundle.own(&app.settings);
        assert_eq!((&stored.plots, &stored.overlays[..]), (&own, &["normals".to_owned()][..]));
        if is_changed {
            second.key(Modifiers::ALT, Key::PageUp);
            assert_eq!((plots(&second), has_offer(&second)), (own.clone(), false));
            assert_eq!(second.app().settings.overlays, ["normals"]);
            second.key(Modifiers::ALT, Key::PageDown);
            assert_eq!((plots(&second), has_offer(&second)), (first.app().settings.plots.clone(), true));
        }
        // A reset in the tab of the bundle is undone in another.
        let ctx = second.harness.ctx.clone();
        settings::perform(second.app_mut(), &ctx, SettingsCommand::ResetKeys);
        second.press("Use the layout of the bundle");
        second.key(Modifiers::COMMAND, Key::W);
        assert_eq!((plots(&second), has_offer(&second)), (own.clone(), false), "the bundle is closed");
        assert_ne!(second.app().settings.layouts.name(), "Bug bundle", "its layout, too");
        settings::perform(second.app_mut(), &ctx, SettingsCommand::Undo);
        assert_eq!(plots(&second), own);
        assert_eq!(second.app().settings.watches, ["max(node.speed)"]);
    }
}

#[test]
fn plots_of_a_bug_bundle_have_all_recorded_frames_without_playing() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = with_a_bug();
    // Measured by the run, and by the run in the background.
    first.app_mut().settings.plots = vec![ShownPlot::of("energy"), ShownPlot::of("momentum")];
    first.harness.run_steps(3);
    let measured = |window: &Window| {
        let plots = &window.app().features.plots;
        let all = plots.shown.iter().flat_map(|shown| &shown.series);
        let values = all.map(|series| (series.key.clone(), plots.numbers(&series.key).unwrap().values().to_vec()));
        values.collect::<Vec<_>>()
    };
    let is_measured = |window: &Window| {
        let plots = &window.app().features.plots;
        let mut series = plots.shown.iter().flat_map(|shown| &shown.series);
        series.all(|series| plots.numbers(&series.key).is_some_and(|numbers| numbers.len() == 41))
    };
    first.app_mut().run.seek(40);
    until(&mut first, |window| is_measured(window));
    let expected = measured(&first);
    assert_eq!(expected[0].1.len(), 41);
    save(&mut first, &folder.path().join("end.blobbug"));
    first.app_mut().run.seek(0);
    first.harness.run_steps(3);
    save(&mut first, &folder.path().join("start.blobbug"));
    for name in ["end", "start"] {
        let mut second = Window::with(Level::default());
        second.drop_file(&folder.path().join(name).with_extension(bundle::ENDING));
        let is_at_start = name == "start";
        let frame = if is_at_start { 0 } else { 40 };
        until(&mut second, |window| {
            let run = &window.app().run;
            (run.last_frame(), run.moment().0) == (40, frame) && is_measured(window)
        });
        assert_eq!(second.app().run.samples().len() == 1, is_at_start, "{name}: the run has visited no other frame");
        assert_eq!(measured(&second), expected, "{name}");
        let words = regions::words(&second);
        assert!(!words.iter().any(|drawn| drawn.name.contains("No frames yet")), "{name}");
    }
}

#[test]
fn proposed_name_of_a_bug_bundle_has_its_moment() {
    let mut window = with_a_bug();
    window.press("File");
    window.press("Save a bug bundle…");
    wait_for(&mut window, "Save file");
    let name = window.harness.get_by_label("File name").accesskit_node().value();
    assert_eq!(name.as_deref(), Some("square-20-0-3.blobbug"), "frame, substep and phase");
}

#[test]
fn bug_bundle_has_a_picture_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bug.blobbug");
    let mut window = with_a_bug();
    save(&mut window, &path);
    let bytes = std::fs::read(&path).unwrap();
    let entries = bundle::entries(&bytes).unwrap();
    let names: Vec<_> = entries.keys().map(String::as_str).collect();
    assert_eq!(names, ["level.ron", "picture.png", "recording.run.json", "report.txt", "view.ron"]);
    assert!(entries["picture.png"].starts_with(b"\x89PNG"));
    let report = String::from_utf8(entries["report.txt"].clone()).unwrap();
    let hash = format!("{:016x}", window.app().run.world().hash());
    for part in [
        env!("CARGO_PKG_VERSION"),
        "Moment: 20.0.3",
        "Causes, in ",
        &hash,
        "Inputs: 1, branches: 1",
        "10 nudge node 2 of square",
    ] {
        assert!(report.contains(part), "{part} is missing: {report}");
    }
    assert!(!report.contains(&folder.path().display().to_string()), "no path of the machine");
}

#[test]
fn damaged_bug_bundle_is_refused_with_a_reason_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bug.blobbug");
    let mut window = with_a_bug();
    save(&mut window, &path);
    let bytes = std::fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    let middle = bytes.len() / 2;
    flipped[middle] ^= 0xFF;
    let mut other = Window::with(square());
    for (damaged, reason) in
        [(&bytes[..middle], "its end is missing"), (&flipped[..], "is damaged"), (&b"text"[..], "no zip archive")]
    {
        std::fs::write(&path, damaged).unwrap();
        other.drop_file(&path);
        other.harness.run_steps(10);
        let texts: Vec<_> = other.app().notices.texts().collect();
        assert!(texts.iter().any(|text| text.contains("bug.blobbug") && text.contains(reason)), "{texts:?}");
        assert_eq!(other.app().document.title(), "square");
    }
}
