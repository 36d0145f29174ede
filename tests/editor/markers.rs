//! Markers in the window: the tool, the canvas, the outline, the inspector, and the export for a game.

use crate::files::until;
use crate::tools::{drag, is_near};
use crate::tools_draw::{click, has_notice, level, with_grid};
use crate::user_data::fill;
use crate::window::{Window, assert_named, square};
use blobsmith::editor::actions::{Action, Command, Source};
use blobsmith::editor::perform::perform;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::engine::World;
use blobsmith::level::{Level, Marker, MarkerShape, Place, Properties, format};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

fn shapes(window: &Window) -> Vec<MarkerShape> {
    level(window).markers.into_iter().map(|marker| marker.shape).collect()
}

fn marker(name: &str, shape: MarkerShape) -> Marker {
    Marker { id: String::new(), name: name.into(), shape, tags: Vec::new(), properties: Properties::default() }
}

/// A point at (-1, 1) and a rectangle from (0, 0) to (2, 1) in an empty level.
fn marked() -> Level {
    let markers = vec![
        marker("spawn", MarkerShape::Point([-1.0, 1.0])),
        marker("zone", MarkerShape::Rect([0.0, 0.0], [2.0, 1.0])),
    ];
    Level { markers, ..Level::default() }
}

fn command(window: &mut Window, command: Command) {
    let ctx = window.harness.ctx.clone();
    perform(window.app_mut(), &ctx, Action::Command(command));
    window.harness.run_steps(3);
}

#[test]
fn marker_tool_draws_points_rectangles_polygons_and_paths() {
    let mut window = with_grid(Level::default());
    window.key(Modifiers::SHIFT, Key::A);
    assert_eq!(window.app().toolbox.entry.id, "marker");
    click(&mut window, [0.0, 0.0]);
    assert_eq!(shapes(&window), [MarkerShape::Point([0.0, 0.0])]);
    assert_eq!(window.app().selection, [Place::Marker(0)]);
    window.press("Rectangles");
    drag(&mut window, [2.0, 1.0], [1.0, -1.0], Modifiers::NONE);
    let MarkerShape::Rect(min, max) = shapes(&window)[1] else { panic!("{:?}", shapes(&window)) };
    assert!(is_near(min, [1.0, -1.0]) && is_near(max, [2.0, 1.0]), "{min:?} {max:?}");
    window.press("Polygons");
    for at in [[-2.0, -1.0], [-1.0, -1.0], [-1.0, -0.25], [-2.0, -1.0]] {
        click(&mut window, at);
    }
    let MarkerShape::Polygon(corners) = &shapes(&window)[2] else { panic!("{:?}", shapes(&window)) };
    assert_eq!(corners.len(), 3, "the click on the first corner closes it");
    window.press("Paths");
    for at in [[-2.0, 1.0], [-1.0, 1.0], [-1.0, 0.5]] {
        click(&mut window, at);
    }
    window.key(Modifiers::NONE, Key::Backspace);
    window.key(Modifiers::NONE, Key::Enter);
    let MarkerShape::Path(points) = &shapes(&window)[3] else { panic!("{:?}", shapes(&window)) };
    assert!(points.len() == 2 && is_near(points[1], [-1.0, 1.0]), "{points:?}");
    assert_named(&window, "marker tool");
    for count in [3, 2, 1, 0] {
        window.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(shapes(&window).len(), count, "each marker is one step");
    }
}

#[test]
fn marker_commands_of_the_insert_menu_choose_the_shape() {
    let mut window = with_grid(Level::default());
    command(&mut window, Command::MarkRectangle);
    drag(&mut window, [0.0, 0.0], [1.0, 1.0], Modifiers::NONE);
    command(&mut window, Command::MarkPoint);
    click(&mut window, [2.0, 0.0]);
    assert!(matches!(shapes(&window)[..], [MarkerShape::Rect(..), MarkerShape::Point(_)]));
}

#[test]
fn marker_is_selected_moved_copied_and_deleted_on_the_canvas() {
    let mut window = with_grid(marked());
    click(&mut window, [-1.0, 1.0]);
    assert_eq!(window.app().selection, [Place::Marker(0)]);
    // The border of the rectangle, not its inside.
    click(&mut window, [1.0, 0.5]);
    assert!(window.app().selection.is_empty());
    drag(&mut window, [1.0, 0.0], [1.0, 0.5], Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Marker(1)]);
    let MarkerShape::Rect(min, max) = shapes(&window)[1] else { panic!("{:?}", shapes(&window)) };
    assert!(is_near(min, [0.0, 0.5]) && is_near(max, [2.0, 1.5]), "{min:?} {max:?}");
    assert_eq!(window.app().document.undo_label(), Some("Move marker 1 (zone)"));
    window.key(Modifiers::COMMAND, Key::D);
    assert_eq!(window.app().selection, [Place::Marker(2)]);
    assert_eq!(level(&window).markers[2].name, "zone 2");
    window.key(Modifiers::NONE, Key::Delete);
    window.key(Modifiers::COMMAND, Key::A);
    assert_eq!(window.app().selection, [Place::Marker(0), Place::Marker(1)]);
    window.key(Modifiers::NONE, Key::Delete);
    assert!(shapes(&window).is_empty());
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(shapes(&window).len(), 2);
}

#[test]
fn marker_is_turned_by_the_arrange_menu_and_selected_by_a_box() {
    let mut window = with_grid(marked());
    // The box begins and ends outside of the fitted level.
    window.app_mut().canvas.camera.scale *= 0.5;
    window.harness.run_steps(2);
    drag(&mut window, [-0.5, -0.5], [2.5, 1.5], Modifiers::NONE);
    assert_eq!(window.app().selection, [Place::Marker(1)]);
    command(&mut window, Command::TurnLeft);
    // The centre (1, 0.5) stays.
    let MarkerShape::Rect(min, max) = shapes(&window)[1] else { panic!("{:?}", shapes(&window)) };
    assert!(is_near(min, [0.5, -0.5]) && is_near(max, [1.5, 1.5]), "{min:?} {max:?}");
}

#[test]
fn marker_is_renamed_in_the_outline_and_hidden() {
    let mut window = with_grid(marked());
    window.app_mut().settings.show(Tab::Outline);
    window.harness.run_steps(3);
    window.press("zone");
    assert_eq!(window.app().selection, [Place::Marker(1)]);
    window.press("Hide zone");
    assert!(level(&window).is_hidden(Place::Marker(1)));
    window.app_mut().selection = Default::default();
    click(&mut window, [1.0, 0.0]);
    assert!(window.app().selection.is_empty(), "a hidden marker is not picked");
    window.press("zone");
    window.key(Modifiers::NONE, Key::F2);
    fill(&mut window, "New name", "goal");
    assert_eq!(level(&window).markers[1].name, "goal");
}

#[test]
fn marker_points_are_edited_in_the_inspector() {
    let mut window = with_grid(marked());
    window.app_mut().selection = vec![Place::Marker(1)].into();
    window.harness.run_steps(3);
    window.type_into("Lower left x", "1");
    assert_eq!(shapes(&window)[1], MarkerShape::Rect([1.0, 0.0], [2.0, 1.0]));
    fill(&mut window, "Name", "goal");
    assert_eq!(level(&window).markers[1].name, "goal");
    let path = MarkerShape::Path(vec![[0.0, 0.0], [1.0, 0.0]]);
    let mut window = Window::with(Level { markers: vec![marker("way", path)], ..Level::default() });
    window.app_mut().selection = vec![Place::Marker(0)].into();
    window.harness.run_steps(3);
    window.press("Add a point");
    window.type_into("Point 2 y", "4");
    assert_eq!(shapes(&window)[0], MarkerShape::Path(vec![[0.0, 0.0], [1.0, 0.0], [2.0, 4.0]]));
    window.press("Remove point 0");
    assert_eq!(shapes(&window)[0], MarkerShape::Path(vec![[1.0, 0.0], [2.0, 4.0]]));
}

#[test]
fn export_for_a_game_writes_the_level_without_editor_data() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("square.ron");
    let mut level = Level { markers: marked().markers, ..square() };
    level.editor.get_or_insert_default().watches.push("time".to_owned());
    format::save(&level, &file).unwrap();
    let mut window = Window::open(&Source::File(file.clone()));
    window.app_mut().settings.own_browser = true;
    command(&mut window, Command::ExportForGame);
    until(&mut window, |window| window.harness.query_all_by_label("Save file").next().is_some());
    window.press("Save file");
    let out = place.path().join("square-game.json");
    until(&mut window, |window| has_notice(window, "Exported the level for a game"));
    assert!(has_notice(&window, &out.display().to_string()));
    let exported = format::load_level(&out).unwrap();
    assert_eq!((&exported.editor, exported.markers.len(), exported.bodies[0].id.as_str()), (&None, 2, "body-0"));
    let hash = |level: &Level| {
        let mut world = World::new(level).unwrap();
        (0..30).for_each(|_| world.step_frame());
        world.hash()
    };
    assert_eq!(hash(&exported), hash(&level));
    assert!(!window.app().document.is_dirty() && window.app().document.path.as_ref() == Some(&file));
    // The level itself is not overwritten.
    command(&mut window, Command::ExportForGame);
    until(&mut window, |window| window.harness.query_all_by_label("Save file").next().is_some());
    fill(&mut window, "File name", "square.ron");
    window.harness.run_steps(3);
    for name in ["Save file", "Overwrite file"] {
        if window.harness.query_all_by_label(name).next().is_some() {
            window.press(name);
        }
    }
    until(&mut window, |window| has_notice(window, "is the level itself"));
    assert_eq!(format::load_level(&file).unwrap().editor.unwrap().watches, ["time"]);
}
