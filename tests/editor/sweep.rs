//! The panel *Sweep*: running, cancelling, continuing; actions on a cell.

use super::files::until;
use super::window::{Window, with_ids};
use blobsmith::debugger::sweep::{Axis, CellOutcome, Measure, Reducer, Sweep};
use blobsmith::editor::actions::Source;
use blobsmith::editor::features::sweep::{AxisKind, Side, SweepCommand, SweepForm};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{EdgeChoice, Level, Twin, format, gallery};
use blobsmith::picture::heatmap::Cell;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;
use std::sync::Arc;

fn level() -> Level {
    format::read(gallery::level("04-squares-distance").unwrap().text, format::TextFormat::Ron).unwrap()
}

fn list(path: &str, words: &str) -> Side {
    Side { path: path.to_owned(), kind: AxisKind::List, words: words.to_owned(), ..Side::default() }
}

/// Rules to the right, substeps upwards.
fn form(frames: u64) -> SweepForm {
    SweepForm {
        sides: [list("rule", "Distance,EntryEdge"), list("world.substeps", "8,16")],
        is_square: true,
        measure: "problem(\"wrong-edge\")".to_owned(),
        reducer: Some(Reducer::Sum),
        frames,
    }
}

/// The same grid, as the library has it.
fn grid(frames: u64) -> Sweep {
    let level = Arc::new(level());
    let axes = ["rule=Distance,EntryEdge", "world.substeps=8,16"].map(|text| Axis::parse(text).unwrap());
    let measure = Measure::parse("sum: problem(\"wrong-edge\")", &level, None).unwrap();
    Sweep::new(level, axes.to_vec(), vec![measure], frames).unwrap()
}

fn window(form: Option<SweepForm>) -> Window {
    let mut window = Window::new(level(), Settings::showing([Tab::Sweep]));
    if let Some(form) = form {
        perform(&mut window, SweepCommand::Form(Box::new(form)));
    }
    window.harness.run_steps(2);
    window
}

fn perform(window: &mut Window, command: SweepCommand) {
    let (ctx, level) = (window.harness.ctx.clone(), window.app().document.level().clone());
    window.app_mut().features.sweep.perform(&ctx, &level, command);
}

/// Draws frames until the sweep has ended.
fn wait(window: &mut Window) {
    window.harness.run_steps(1);
    until(window, |window| {
        let sweep = &window.app().features.sweep;
        !sweep.is_running() && sweep.searched().is_none()
    });
    window.harness.run_steps(2);
}

fn outcomes(window: &Window) -> Vec<Option<CellOutcome>> {
    window.app().features.sweep.sheet.as_ref().unwrap().outcomes.clone()
}

fn run(window: &mut Window) {
    window.press("Run the sweep");
    wait(window);
}

#[test]
fn sweep_panel_equals_the_library() {
    let mut window = window(Some(form(25)));
    run(&mut window);
    let grid = grid(25);
    let expected: Vec<_> = (0..4).map(|cell| grid.run(cell, || true)).collect();
    assert_eq!(outcomes(&window), expected);
    let value = |cell: usize| expected[cell].as_ref().unwrap().value(0);
    // The entry edge is never the wrong one, the nearest edge is.
    assert!(value(0) + value(1) > 0.0 && value(2) + value(3) == 0.0, "{expected:?}");
}

#[test]
fn sweep_panel_suggests_a_sweep_with_a_heat_map() {
    let mut window = window(None);
    let suggested = SweepForm::suggest(window.app().document.level());
    // The measure is that of a problem as soon as one is found (`diagnosis.rs`).
    let form = &window.app().features.sweep.form;
    assert_eq!((&form.sides, form.frames), (&suggested.sides, suggested.frames));
    let few = SweepForm { frames: 4, ..suggested };
    perform(&mut window, SweepCommand::Form(Box::new(few)));
    run(&mut window);
    let sheet = window.app().features.sweep.sheet.as_ref().unwrap();
    assert!(sheet.is_whole() && sheet.outcomes.iter().flatten().all(|outcome| outcome.value(0).is_finite()));
    assert!(window.harness.query_by_label("Heat map").is_some());
}

#[test]
fn cancelled_sweep_keeps_finished_cells_and_resumes() {
    // So long that it does not end during the test.
    let mut window = window(Some(SweepForm { frames: 100_000, ..form(25) }));
    window.press("Run the sweep");
    assert!(window.app().features.sweep.is_running());
    window.press("Cancel");
    assert!(!window.app().features.sweep.is_running());
    window.harness.run_steps(5);
    assert_eq!(outcomes(&window), vec![None; 4]);
    // Another grid: late results of the first one are discarded.
    perform(&mut window, SweepCommand::Form(Box::new(form(3))));
    window.harness.run_steps(1);
    run(&mut window);
    let grid = grid(3);
    assert_eq!(outcomes(&window), (0..4).map(|cell| grid.run(cell, || true)).collect::<Vec<_>>());
    // The same once more keeps what is known.
    window.press("Run the sweep");
    wait(&mut window);
    assert!(window.app().features.sweep.sheet.as_ref().unwrap().is_whole());
}

#[test]
fn sweep_restart_discards_the_old_run() {
    let mut window = window(Some(SweepForm { frames: 100_000, ..form(25) }));
    perform(&mut window, SweepCommand::Run);
    perform(&mut window, SweepCommand::Form(Box::new(form(2))));
    perform(&mut window, SweepCommand::Run);
    wait(&mut window);
    let grid = grid(2);
    assert_eq!(outcomes(&window), (0..4).map(|cell| grid.run(cell, || true)).collect::<Vec<_>>());
}

#[test]
fn sweep_panel_reports_errors_before_the_run() {
    let mut window = window(Some(SweepForm { measure: "energy.totl".to_owned(), ..form(3) }));
    assert!(window.app().features.sweep.refusal.as_ref().unwrap().starts_with("Measure"));
    let button = window.harness.get_by_label("Run the sweep");
    assert!(button.accesskit_node().is_disabled());
    // Values that the level cannot have are found when it is to be run.
    let sides = [list("rule", "Distance"), list("world.substeps", "4,-1")];
    perform(&mut window, SweepCommand::Form(Box::new(SweepForm { sides, ..form(3) })));
    window.harness.run_steps(2);
    window.press("Run the sweep");
    // A problem that is found later does not hide the reason.
    let level = window.app().document.level().clone();
    assert!(window.app_mut().features.sweep.follow(&level, true, Some("flip")).is_none());
    assert!(window.app().features.sweep.refusal.as_ref().unwrap().contains("world.substeps"));
    assert!(window.app().features.sweep.sheet.is_none());
}

#[test]
fn sweep_cell_is_opened_applied_or_run_as_twin() {
    let mut window = window(Some(form(25)));
    run(&mut window);
    // Clicked in the map: the first column, its upper half is the greater number of substeps.
    let map = window.harness.get_by_label("Heat map").rect();
    window.click_at(map.lerp_inside(egui::vec2(0.25, 0.25)));
    assert_eq!(window.app().features.sweep.chosen, Some(1));
    perform(&mut window, SweepCommand::Choose(Some(2)));
    window.harness.run_steps(1);
    let before = level();
    window.press("Set the level to these values");
    let contact = window.app().document.level().world.contact.clone();
    assert_eq!((contact.edge_choice, window.app().document.level().world.substeps), (EdgeChoice::EntryEdge, 8));
    assert!(window.app().features.sweep.is_of_another());
    window.press("Undo");
    assert_eq!(**window.app().document.level(), before);
    window.press("Run beside");
    let twin: Twin = window.app().document.level().editor.as_ref().unwrap().twin.clone().unwrap();
    let beside = twin.checked(&before).unwrap();
    assert_eq!((beside.world, beside.bodies), {
        let cell = grid(25).level_of(2).unwrap();
        (cell.world, cell.bodies)
    });
    assert!(window.app().features.twin.is_some());
    window.press("Undo");
    // The cell that goes wrong, at the frame where it does.
    perform(&mut window, SweepCommand::Choose(Some(0)));
    window.harness.run_steps(1);
    window.press("Open as a level");
    wait(&mut window);
    let opened = grid(25).open(0, 0, || true).unwrap().unwrap();
    assert!(opened.wrong.is_some() && opened.frame > 0);
    assert_eq!(**window.app().document.level(), opened.level);
    assert!(window.app().document.is_dirty() && window.app().document.path.is_none());
    // The map is still there, for the other cells.
    window.key(Modifiers::ALT, Key::PageUp);
    assert!(window.app().features.sweep.sheet.as_ref().unwrap().is_whole());
}

#[test]
fn sweep_cell_opens_beside_unsaved_changes() {
    let mut window = window(Some(form(25)));
    run(&mut window);
    perform(&mut window, SweepCommand::Choose(Some(0)));
    window.harness.run_steps(1);
    window.press("Set the level to these values");
    let changed = window.app().document.level().clone();
    window.press("Open as a level");
    wait(&mut window);
    assert!(window.app().files.guard.is_none());
    assert_ne!(*window.app().document.level(), changed);
    window.key(Modifiers::ALT, Key::PageUp);
    assert_eq!(*window.app().document.level(), changed);
}

#[test]
fn sweep_cells_are_chosen_and_opened_by_keys() {
    let mut window = window(Some(form(25)));
    run(&mut window);
    let map = |window: &Window| window.harness.get_by_label("Heat map").rect();
    let reported =
        |window: &Window| window.harness.get_by_label("Heat map").accesskit_node().value().unwrap_or_default();
    assert!(reported(&window).starts_with("no cell chosen"));
    window.harness.get_by_label("Heat map").focus();
    window.harness.run_steps(3);
    let place = map(&window);
    let frame = window.app().run.frame();
    // The first arrow key selects the cell at the lower left; later ones move in their direction up to the border.
    for (key, cell) in [
        (Key::ArrowRight, 0),
        (Key::ArrowUp, 1),
        (Key::ArrowUp, 1),
        (Key::ArrowRight, 3),
        (Key::Home, 1),
        (Key::End, 3),
        (Key::ArrowDown, 2),
        (Key::ArrowLeft, 0),
    ] {
        window.key(Modifiers::NONE, key);
        assert_eq!(window.app().features.sweep.chosen, Some(cell), "{key:?}");
    }
    assert_eq!(window.app().run.frame(), frame, "the arrows are the map's");
    assert_eq!(map(&window), place, "the map stays where it is");
    let value = grid(25).run(0, || true).unwrap().value(0);
    assert_eq!(reported(&window), format!("rule=Distance, world.substeps=8: sum: problem(\"wrong-edge\") = {value}"));
    window.key(Modifiers::NONE, Key::Enter);
    wait(&mut window);
    assert_eq!(**window.app().document.level(), grid(25).open(0, 0, || true).unwrap().unwrap().level);
}

#[test]
fn sweep_of_one_axis_is_a_line() {
    let sides = [list("world.substeps", "8,16,12"), Side::default()];
    let mut window = window(Some(SweepForm { sides, is_square: false, ..form(10) }));
    run(&mut window);
    let map = window.harness.get_by_label("Heat map").rect();
    // Anywhere above a value is its cell.
    window.click_at(map.lerp_inside(egui::vec2(0.5, 0.1)));
    assert_eq!(window.app().features.sweep.chosen, Some(1));
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.app().features.sweep.chosen, Some(2));
}

/// Rules to the right, substeps upwards, the findings of wrong edges and the contacts of 25 frames; written by Python. Cell 1 is
/// missing, and cell 3 has a reason instead of numbers. Version 0.1 wrote it, in which `problem` was `illness`.
const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editor/sweep.parquet");

fn drop_file(window: &mut Window, path: &Path) {
    window.drop_file(path);
    window.harness.run_steps(1);
    until(window, |window| !window.app().features.sweep.is_reading());
    window.harness.run_steps(2);
}

#[test]
fn sweep_results_of_a_file_are_shown() {
    let level = with_ids(level());
    let mut window = Window::new(level.clone(), Settings::default());
    drop_file(&mut window, Path::new(STORED));
    assert!(window.app().settings.is_shown(Tab::Sweep));
    let sweep = &window.app().features.sweep;
    let sheet =
        sweep.sheet.as_ref().unwrap_or_else(|| panic!("{:?}", window.app().notices.texts().collect::<Vec<_>>()));
    assert_eq!((sheet.done, sheet.is_whole(), sweep.is_of_another()), (3, false, false));
    let measured = |values: [f64; 2]| Some(CellOutcome::Measured(values.to_vec()));
    let failed = Some(CellOutcome::Failed("a reason".to_owned()));
    assert_eq!(sheet.outcomes, [measured([2.0, 361.0]), None, measured([0.0, 7.0]), failed]);
    let form = &sweep.form;
    assert_eq!((form.measure_text().as_str(), form.frames), ("sum: illness(\"wrong-edge\")", 25), "the first measure");
    assert_eq!(form.sides.each_ref().map(Side::text), ["rule=Distance,EntryEdge", "world.substeps=8,16"]);
    assert!(window.harness.query_by_label("Heat map").is_some());
    // The library has the same grid.
    let level = Arc::new(level);
    let axes = ["rule=Distance,EntryEdge", "world.substeps=8,16"].map(|text| Axis::parse(text).unwrap());
    let measure = |text: &str| Measure::parse(text, &level, None).unwrap();
    let measures = vec![measure("illness(\"wrong-edge\")"), measure("sum: contacts")];
    let grid = Sweep::new(level.clone(), axes.to_vec(), measures, 25).unwrap();
    assert_eq!(sheet.sweep.identity(), grid.identity());
}

#[test]
fn sweep_results_of_the_open_file_are_not_outdated() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/04-squares-distance.ron");
    let mut window = Window::open(&Source::File(path));
    drop_file(&mut window, Path::new(STORED));
    let sweep = &window.app().features.sweep;
    // The file has ids, which the open level gets on the first edit.
    let ids = |level: &Level| level.bodies.iter().map(|body| body.id.is_empty()).collect::<Vec<_>>();
    assert_eq!(ids(sweep.sheet.as_ref().unwrap().sweep.level()), [false, false]);
    assert_eq!(ids(window.app().document.level()), [true, true]);
    assert!(!sweep.is_of_another());
}

#[test]
fn sweep_results_with_several_measures_show_one() {
    let mut window = Window::new(level(), Settings::default());
    drop_file(&mut window, Path::new(STORED));
    let cell = |window: &Window| window.app().features.sweep.sheet.as_ref().unwrap().cell(0);
    assert_eq!(cell(&window), Cell::Number(2.0));
    window.press("Sweep: shown measure");
    window.press("sum: contacts");
    assert_eq!(cell(&window), Cell::Number(361.0));
    let sweep = &window.app().features.sweep;
    assert_eq!((sweep.form.measure.as_str(), sweep.form.reducer), ("contacts", Some(Reducer::Sum)));
    assert_eq!(sweep.sheet.as_ref().unwrap().extent(), Some([7.0, 361.0]));
}

#[test]
fn sweep_results_that_cannot_be_read_leave_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::new(level(), Settings::default());
    drop_file(&mut window, Path::new(STORED));
    let bytes = std::fs::read(STORED).unwrap();
    let without = String::from_utf8_lossy(&bytes).into_owned().replace("blobsmith", "blacksmit").into_bytes();
    for (name, bytes) in [
        ("empty.parquet", Vec::new()),
        ("half.parquet", bytes[..bytes.len() / 2].to_vec()),
        ("front.parquet", [&bytes[..64], &bytes[2000..]].concat()),
        ("words.parquet", b"not a table".repeat(10)),
        ("without.parquet", without),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        drop_file(&mut window, &path);
        let notice = format!("{name} was not opened: it ");
        assert!(window.app().notices.texts().any(|text| text.starts_with(&notice)), "{name}");
        assert_eq!(window.app().features.sweep.sheet.as_ref().unwrap().done, 3);
    }
}

#[test]
fn sweep_field_accepts_incomplete_text_while_typing() {
    let mut window = window(Some(form(25)));
    for name in ["Across: values", "Up: values"] {
        let at = window.harness.get_by_label(name).rect().center();
        window.click_at(at);
        window.key(Modifiers::COMMAND, Key::A);
        for word in ["8", ",", "1", "6", ",", "3", "2"] {
            // After a comma a value is missing, and that is said; the field stays where it is.
            window.harness.event(Event::Text(word.to_owned()));
            window.harness.run_steps(3);
        }
    }
    let sides = &window.app().features.sweep.form.sides;
    assert_eq!([&sides[0].words, &sides[1].words], ["8,16,32", "8,16,32"]);
}

/// The twin that runs a cell has the cell's level with the fewest assignments: one for all parts if all get the same value,
/// else one for each part that changes.
#[test]
fn sweep_twin_has_the_fewest_settings() {
    let text = gallery::level("23-stiff-too-few-substeps").unwrap().text;
    let level = format::read(text, format::TextFormat::Ron).unwrap();
    let block = level.bodies.iter().position(|body| !body.springs.is_empty()).unwrap();
    assert!(level.bodies[block].springs.len() > 64);
    let sets = |path: String| -> Vec<usize> {
        let axis = Axis::parse(&format!("{path}*=1,2")).unwrap();
        let measure = Measure::parse("contacts", &level, None).unwrap();
        let sweep = Sweep::new(Arc::new(level.clone()), vec![axis], vec![measure], 1).unwrap();
        let count = |cell: usize| {
            let twin = sweep.twin(cell).unwrap();
            let (beside, own) = (twin.checked(&level).unwrap(), sweep.level_of(cell).unwrap());
            assert_eq!((beside.world, beside.bodies), (own.world, own.bodies));
            twin.set.len()
        };
        vec![count(0), count(1)]
    };
    // All springs are as stiff as each other; nodes are where they are, and those at 0 stay there.
    assert_eq!(sets(format!("bodies[{block}].springs[*].stiffness")), [1, 1]);
    let off_zero = level.bodies[block].nodes.iter().filter(|node| node.position[0] != 0.0).count();
    assert_eq!(sets(format!("bodies[{block}].nodes[*].position[0]")), [0, off_zero]);
}
