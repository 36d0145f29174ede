//! New bodies: the dialog for shapes and outlines, its preview on the canvas, dropped drawings, the Mesh menu.

#[path = "placing.rs"]
mod placing;

use super::files::until;
use super::window::{Window, square};
use blobsmith::editor::actions::{Command, Menu};
use blobsmith::editor::app::App;
use blobsmith::editor::features::meshing::{Maker, MeshingCommand};
use blobsmith::editor::perform::meshing;
use blobsmith::editor::settings::drawing_size::DrawingSize;
use blobsmith::editor::tools::SELECT;
use blobsmith::geometry::{Aabb, polygon};
use blobsmith::level::checks::{self, Severity};
use blobsmith::level::edit::extent;
use blobsmith::level::mesh::DrawnOutline;
use blobsmith::level::shapes::Rectangle;
use blobsmith::level::{Body, Level, Obstacle, ObstacleShape, Place, shapes};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use glam::DVec2;

fn level(window: &Window) -> &Level {
    window.app().document.level()
}

fn perform(window: &mut Window, command: MeshingCommand) {
    let ctx = window.harness.ctx.clone();
    meshing::perform(window.app_mut(), &ctx, command);
    window.harness.run_steps(3);
}

fn maker(app: &App) -> &Maker {
    app.features.maker.as_ref().expect("the dialog is open")
}

fn area(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO)
}

#[test]
fn shape_is_previewed_inserted_and_undone_in_one_step() {
    let mut window = Window::with(Level::default());
    window.press("Polygon");
    window.press("Insert");
    window.press("Rectangle…");
    assert_eq!(maker(window.app()).preview.facts.nodes, 20);
    window.type_into("Columns", "6");
    window.type_into("Rows", "2");
    // 7 x 3 nodes, 12 cells of two triangles, 3 x 1 in area: shown before anything is changed.
    let facts = maker(window.app()).preview.facts;
    assert_eq!((facts.nodes, facts.triangles, facts.hull), (21, 24, 16));
    assert!((facts.area - 3.0).abs() < 1e-12 && (facts.mass - 21.0).abs() < 1e-12);
    assert!(window.harness.query_by_label_contains("21 nodes").is_some());
    assert!(level(&window).bodies.is_empty() && !window.app().document.is_dirty());
    window.type_into("Barycentre at x", "2.5");
    window.type_into("Barycentre at y", "-1");
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.maker.is_none());
    let body = &level(&window).bodies[0];
    assert_eq!((body.name.as_str(), body.nodes.len(), body.nodes[0].position), ("rectangle", 21, [1.0, -1.5]));
    assert_eq!(window.app().selection, [Place::Body(0)]);
    assert_eq!(window.app().toolbox.entry.id, SELECT, "the next click does not draw");
    assert_eq!(window.app().document.undo_label(), Some("Insert rectangle"));
    assert!(window.app().notices.texts().any(|text| text.contains("21 nodes")));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(*level(&window), Level::default());
    // The choices are kept for this shape.
    window.press("Insert");
    window.press("Rectangle…");
    assert_eq!(maker(window.app()).preview.facts.nodes, 21);
    window.press("Defaults");
    assert_eq!(maker(window.app()).preview.facts.nodes, 20);
    window.press("Insert rectangle");
    assert_eq!(level(&window).bodies[0].nodes.len(), 20);
}

#[test]
fn shape_inserted_again_stands_beside_the_first_one() {
    let mut window = Window::with(Level::default());
    for count in 1..=4 {
        perform(&mut window, MeshingCommand::Shape("crate"));
        window.key(Modifiers::NONE, Key::Enter);
        assert_eq!(level(&window).bodies.len(), count);
    }
    let boxes: Vec<Aabb> = (0..4).filter_map(|body| extent(level(&window), Place::Body(body))).collect();
    for (i, one) in boxes.iter().enumerate() {
        assert!(boxes[..i].iter().all(|other| !one.overlaps(other)), "{boxes:?}");
    }
    // The preview of the next one is on the canvas.
    perform(&mut window, MeshingCommand::Shape("crate"));
    let bounds = maker(window.app()).preview.bounds;
    let seen = window.app().canvas.rect.expect("a canvas");
    assert!([bounds.min, bounds.max].iter().all(|&at| seen.contains(window.screen(at))), "{bounds:?}");
}

#[test]
fn shapes_named_by_a_letter_keep_the_capital_in_the_button() {
    for letter in ["L", "U", "C"] {
        let mut window = Window::with(Level::default());
        window.press("Insert");
        window.press("More shapes");
        window.press(&format!("{letter} shape…"));
        let verb = format!("Insert {letter} shape");
        window.press(&verb);
        assert_eq!(window.app().document.undo_label(), Some(verb.as_str()));
        assert_eq!(level(&window).bodies.len(), 1);
    }
}

#[test]
fn escape_closes_the_shape_dialog_without_a_change() {
    let mut window = Window::with(square());
    let before = window.app().document.level().clone();
    window.press("Insert");
    window.press("Gear…");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().features.maker.is_none());
    assert!(std::sync::Arc::ptr_eq(&before, window.app().document.level()));
}

#[test]
fn shape_preview_is_dragged_without_a_change() {
    let mut window = Window::with(square());
    window.app_mut().settings.tools.snap.is_on = false;
    let before = window.app().document.level().clone();
    perform(&mut window, MeshingCommand::Shape("crate"));
    let at = maker(window.app()).at;
    let (from, to) = (window.screen(at + DVec2::new(0.2, -0.1)), window.screen(at + DVec2::new(0.7, -0.35)));
    window.drag(from, to);
    let moved = maker(window.app()).at - at;
    assert!((moved - DVec2::new(0.5, -0.25)).length() < 0.02, "{moved}");
    assert!(std::sync::Arc::ptr_eq(&before, window.app().document.level()));
    assert!(!maker(window.app()).preview.findings.iter().any(|finding| finding.severity == Severity::Error));
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(level(&window).bodies.len(), 2);
}

#[test]
fn shape_out_of_limits_is_refused_with_a_reason() {
    let mut window = Window::with(Level::default());
    perform(&mut window, MeshingCommand::Shape("rectangle"));
    window.type_into("Columns", "500");
    window.type_into("Rows", "500");
    // A large body is made on another thread.
    until(&mut window, |window| window.harness.query_by_label_contains("the limit is 20000").is_some());
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.app().features.maker.is_some() && level(&window).bodies.is_empty());
    window.type_into("Rows", "1");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(level(&window).bodies.len(), 1);
}

#[test]
fn outline_with_a_hole_becomes_a_body() {
    let square = |x: f64, side: f64| [(x, x), (x + side, x), (x + side, x + side), (x, x + side)];
    let points = |corners: [(f64, f64); 4]| corners.map(|(x, y)| DVec2::new(x, y)).to_vec();
    let outline = DrawnOutline { outer: points(square(0.0, 6.0)), holes: vec![points(square(2.0, 2.0))] };
    let mut window = Window::with(Level::default());
    perform(&mut window, MeshingCommand::Outline(outline));
    let coarse = maker(window.app()).preview.facts;
    assert!((coarse.area - 32.0).abs() < 1e-9);
    window.type_into("Spacing", "0.5");
    let fine = maker(window.app()).preview.facts;
    assert!(fine.hull == 48 + 16 && (fine.area - 32.0).abs() < 1e-9);
    window.key(Modifiers::NONE, Key::Enter);
    let body = &level(&window).bodies[0];
    assert!((area(body) - 32.0).abs() < 1e-9 && body.hull.len() == 64 && !body.springs.is_empty());
    assert_eq!(window.app().document.undo_label(), Some("Insert body"));
}

#[test]
fn dropped_drawing_is_imported_into_the_open_level() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.svg");
    let drawing = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
        <path id="frame" fill="#336699" fill-rule="evenodd" d="M10 10 H60 V60 H10 Z M20 20 H50 V50 H20 Z"/>
        <rect id="floor" x="10" y="80" width="80" height="10"/></svg>"##;
    std::fs::write(&file, drawing).unwrap();
    let mut window = Window::with(square());
    window.app_mut().settings.drawing_size = DrawingSize::Height(10.0);
    window.drop_file(&file);
    until(&mut window, |window| {
        window.app().features.maker.as_ref().is_some_and(|maker| maker.preview.facts.bodies == 2)
    });
    assert_eq!(level(&window).bodies.len(), 1);
    window.key(Modifiers::NONE, Key::Enter);
    let bodies = &level(&window).bodies;
    assert_eq!(bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["square", "frame", "floor"]);
    // The drawing is 10 high: 80 of its units. The frame is 50² less 30², the floor 80 by 10.
    let scale = 10.0 / 80.0;
    assert!((area(&bodies[1]) - 1600.0 * scale * scale).abs() < 1e-9);
    assert!((area(&bodies[2]) - 800.0 * scale * scale).abs() < 1e-9 && bodies[2].springs.is_empty());
    let colors = level(&window).editor.as_ref().map(|extra| extra.body_colors.clone()).unwrap_or_default();
    assert_eq!(colors[1], "#336699");
    assert_eq!(window.app().selection, [Place::Body(1), Place::Body(2)]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(level(&window).bodies.len(), 1);
    // A file that is no drawing is refused with its name.
    let broken = folder.path().join("broken.svg");
    std::fs::write(&broken, "<svg").unwrap();
    window.drop_file(&broken);
    until(&mut window, |window| window.app().notices.texts().any(|text| text.contains("broken.svg")));
    assert!(window.app().features.maker.is_none());
}

#[test]
fn dialog_of_a_drawing_tells_the_area_that_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shard.svg");
    // Ten high with a tip of 30°: 100 tan 15° = 26.79. Its legs of 10 / cos 15° = 10.35 become 17 edges of about 0.625, and one of
    // each is cut off: (10.35 / 17)² / 4 = 0.093, which is 0.35 %.
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
        <path d="M50 10 L52.679492 20 H47.320508 Z"/></svg>"#;
    std::fs::write(&file, drawing).unwrap();
    let mut window = Window::with(Level::default());
    window.app_mut().settings.drawing_size = DrawingSize::Height(10.0);
    window.drop_file(&file);
    until(&mut window, |window| {
        window.app().features.maker.as_ref().is_some_and(|maker| maker.preview.facts.bodies == 1)
    });
    let text = "Area 26.7, 0.35 % less than drawn (0.35 % lost at blunted angles)";
    assert!(
        window.harness.query_by_label_contains(text).is_some(),
        "{:?}",
        maker(window.app()).preview.holding.reports
    );
}

#[test]
fn remesh_dialog_keeps_the_name_of_the_body() {
    let mut level_ = Level { bodies: vec![Rectangle::default().body().named("block")], ..Level::default() };
    level_.world.substeps = 256;
    let mut window = Window::with(level_);
    let before = window.app().document.level().clone();
    window.key(Modifiers::COMMAND, Key::A);
    window.key(Modifiers::SHIFT, Key::M);
    window.type_into("Spacing", "0.25");
    window.key(Modifiers::NONE, Key::Enter);
    let body = &level(&window).bodies[0];
    assert!(body.nodes.len() > 40 && body.name == "block" && (area(body) - 3.0).abs() < 1e-9);
    assert!(checks::check(level(&window)).iter().all(|finding| finding.severity == Severity::Hint));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(*level(&window), *before);
}

#[test]
fn mesh_menu_reports_what_it_did() {
    let mut bare = Rectangle::default().body();
    bare.triangles.clear();
    let mut window = Window::with(Level { bodies: vec![bare], ..Level::default() });
    window.key(Modifiers::COMMAND, Key::A);
    let ask = |window: &mut Window, command: Command| {
        window.press("Mesh");
        window.press(command.row().name);
    };
    let reported = |window: &Window, text: &str| {
        let texts: Vec<&str> = window.app().notices.texts().collect();
        assert!(texts.iter().any(|reported| reported.contains(text)), "{text}: {texts:?}");
    };
    ask(&mut window, Command::FillHull);
    assert_eq!(level(&window).bodies[0].triangles.len(), 24);
    reported(&window, "24 triangles");
    assert_eq!(window.app().document.undo_label(), Some(Command::FillHull.row().name));
    ask(&mut window, Command::MassesByArea);
    reported(&window, "redistributed");
    ask(&mut window, Command::BalloonFan);
    assert_eq!(level(&window).bodies[0].nodes.len(), 21);
    reported(&window, "barycentre added");
    let hull = level(&window).bodies[0].hull.clone();
    ask(&mut window, Command::TurnHull);
    // 5 nodes along, 4 up: 14 around.
    reported(&window, "14 hull edges reversed");
    assert_ne!(level(&window).bodies[0].hull, hull);
    ask(&mut window, Command::OrientTriangles);
    assert_eq!(level(&window).bodies[0].hull, hull);
    ask(&mut window, Command::HullOfTriangles);
    reported(&window, "already");
    // The pose of a later frame becomes the level's, and the frame count restarts.
    for _ in 0..3 {
        window.press("Step one frame");
    }
    let posed = window.app().run.world().position(0);
    let before = level(&window).bodies[0].nodes[0].position;
    assert_ne!(posed.to_array(), before);
    ask(&mut window, Command::PoseToRest);
    assert_eq!(level(&window).bodies[0].nodes[0].position, posed.to_array());
    assert_eq!(window.app().run.moment(), (0, 0));
    ask(&mut window, Command::RestAsDrawn);
    reported(&window, "not possible");
}

#[test]
fn shape_dialogs_have_named_controls() {
    let mut window = Window::with(Level::default());
    for shape in shapes::ALL {
        perform(&mut window, MeshingCommand::Shape(shape.id));
        assert!(maker(window.app()).preview.parts.is_ok(), "{}", shape.id);
        let errors = maker(window.app()).preview.findings.iter().filter(|f| f.severity > Severity::Hint);
        let errors: Vec<_> = errors.map(|finding| finding.rule).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", shape.id);
        let controls = [Role::Button, Role::CheckBox, Role::ComboBox, Role::SpinButton, Role::TextInput];
        let is_control = |node: &egui_kittest::Node<'_>| controls.contains(&node.accesskit_node().role());
        let names = window.harness.root().children_recursive().filter(is_control);
        let names: Vec<String> = names.map(|node| node.accesskit_node().label().unwrap_or_default()).collect();
        assert!(names.iter().all(|name| !name.trim().is_empty()), "{}", shape.id);
        assert!(names.iter().any(|name| name.starts_with("Insert ")), "{}", shape.id);
        perform(&mut window, MeshingCommand::Leave);
    }
    // Each shape has a row; other rows insert no shape.
    let rows = Menu::Insert.rows().iter().filter(|row| row.id.starts_with("insert-"));
    let rows = rows.map(|row| (row.id.to_owned(), row.name.to_owned()));
    let wanted = shapes::ALL.iter().map(|shape| (format!("insert-{}", shape.id), format!("{}…", shape.title)));
    assert_eq!(rows.collect::<std::collections::BTreeSet<_>>(), wanted.collect());
}

/// Draws frames until the preview shows the chosen values.
fn made(window: &mut Window) {
    until(window, |window| !maker(window.app()).is_behind());
}

#[test]
fn large_preview_is_made_in_the_background() {
    let mut window = Window::with(Level::default());
    perform(&mut window, MeshingCommand::Shape("rectangle"));
    assert_eq!(maker(window.app()).preview.facts.nodes, 20);
    let ctx = window.harness.ctx.clone();
    let set = |window: &mut Window, id: &str, value: f64| {
        let maker = window.app_mut().features.maker.as_mut().unwrap();
        let parameter = *maker.chosen.parameters.iter().find(|parameter| parameter.id == id).unwrap();
        maker.chosen.set(&parameter, value);
    };
    set(&mut window, "columns", 50.0);
    set(&mut window, "rows", 40.0);
    meshing::update(window.app_mut(), &ctx);
    // The one before stays until the new one is there.
    let behind = maker(window.app());
    assert!(behind.is_behind() && behind.preview.ghost.is_some() && behind.preview.facts.nodes == 20);
    made(&mut window);
    let facts = maker(window.app()).preview.facts;
    assert_eq!((facts.nodes, facts.triangles), (51 * 41, 2 * 50 * 40));
    assert!(window.harness.query_by_label_contains("2091 nodes").is_some());
    // Enter before it is there takes it over when it is.
    set(&mut window, "rows", 41.0);
    meshing::perform(window.app_mut(), &ctx, MeshingCommand::Commit);
    assert!(window.app().features.maker.is_some() && level(&window).bodies.is_empty());
    until(&mut window, |window| window.app().features.maker.is_none());
    assert_eq!(level(&window).bodies[0].nodes.len(), 51 * 42);
    assert_eq!(window.app().document.undo_label(), Some("Insert rectangle"));
}

#[test]
fn large_preview_is_shifted_while_dragged() {
    let mut window = Window::with(Level::default());
    perform(&mut window, MeshingCommand::Shape("rectangle"));
    let maker = window.app_mut().features.maker.as_mut().unwrap();
    for (id, value) in [("columns", 50.0), ("rows", 40.0)] {
        let parameter = *maker.chosen.parameters.iter().find(|parameter| parameter.id == id).unwrap();
        maker.chosen.set(&parameter, value);
    }
    window.harness.run_steps(1);
    made(&mut window);
    let (at, level) =
        (self::maker(window.app()).at, self::maker(window.app()).preview.ghost.as_ref().unwrap().0.clone());
    let (from, to) = (window.screen(at), window.screen(at + DVec2::new(2.0, 1.0)));
    window.drag_only(from, to);
    let maker = self::maker(window.app());
    assert!((maker.drift() - (maker.at - at)).length() < 1e-12 && maker.drift().length() > 0.2, "{}", maker.drift());
    assert!(std::sync::Arc::ptr_eq(&level, &maker.preview.ghost.as_ref().unwrap().0), "nothing is made anew");
    window.drop_at(to);
    made(&mut window);
    until(&mut window, |window| self::maker(window.app()).drift() == DVec2::ZERO);
    let maker = self::maker(window.app());
    assert_eq!(maker.drift(), DVec2::ZERO);
    assert!((maker.preview.bounds.center() - maker.at).length() < 1e-9);
}

#[test]
fn shape_preview_snaps_to_the_grid_while_it_is_dragged() {
    let mut window = Window::with(square());
    let snap = &mut window.app_mut().settings.tools.snap;
    (snap.is_on, snap.grid) = (true, 0.5);
    perform(&mut window, MeshingCommand::Shape("crate"));
    let at = maker(window.app()).at;
    let (from, to) = (at + DVec2::new(0.2, -0.1), at + DVec2::new(3.33, 2.21));
    window.drag(window.screen(from), window.screen(to));
    let moved = maker(window.app()).at;
    let steps = moved / 0.5;
    assert!((steps - steps.round()).length() < 1e-9, "{moved}");
    assert!((moved - (at + to - from)).length() < 0.5, "{moved}");
}

#[test]
fn dialog_of_a_drawing_shows_findings_of_the_level_after_inserting() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ring.svg");
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
        <path id="ring" fill-rule="evenodd" d="M10 10 H90 V90 H10 Z M20 20 H80 V80 H20 Z"/></svg>"#;
    std::fs::write(&file, drawing).unwrap();
    let mut window = Window::with(square());
    window.drop_file(&file);
    until(&mut window, |window| {
        window.app().features.maker.as_ref().is_some_and(|maker| maker.preview.facts.bodies == 1)
    });
    window.harness.run_steps(5);
    let preview = &maker(window.app()).preview;
    assert!(preview.holding.substeps > level(&window).world.substeps, "inserting raises the substeps");
    let rules: Vec<_> = preview.findings.iter().map(|finding| finding.rule).collect();
    assert!(!rules.contains(&"stability"), "{rules:?}");
    // The buttons are outside what scrolls.
    let button = window.harness.get_by_label("Cancel").rect();
    assert!(window.harness.ctx.content_rect().contains_rect(button), "{button:?}");
}

/// An outline as a hand draws it: radius 1, with lobes and a slight tremor, simplified as the polygon tool does.
fn by_hand(lobes: f64, depth: f64, stretch: f64) -> Vec<DVec2> {
    let stroke: Vec<DVec2> = (0..240)
        .map(|index| {
            let angle = f64::from(index) / 240.0 * std::f64::consts::TAU;
            let tremor = 0.01 * (f64::from(index) * 1.7).sin();
            let radius = 1.0 + depth * (lobes * angle + 0.4).cos() + tremor;
            DVec2::new(stretch * radius * angle.cos(), 2.0 + radius * angle.sin())
        })
        .collect();
    blobsmith::geometry::simplify::ring(&stroke, 0.03)
}

/// A fine mesh would have light nodes and, for the level's substeps, springs too soft to keep its triangles upright on landing.
#[test]
fn freehand_blob_with_defaults_lands_without_a_flipped_triangle() {
    let shapes =
        [(3.0, 0.08, 1.0), (2.0, 0.2, 1.3), (5.0, 0.25, 1.0), (1.0, 0.1, 2.0), (3.0, 0.3, 1.0), (4.0, 0.2, 0.7)];
    for (lobes, depth, stretch) in shapes {
        let mut window = Window::with(Level::default());
        perform(&mut window, MeshingCommand::Outline(DrawnOutline::of(by_hand(lobes, depth, stretch))));
        window.key(Modifiers::NONE, Key::Enter);
        let mut made = Level::clone(level(&window));
        let shape = ObstacleShape::Segment([-9.0, 0.0], [9.0, 0.0]);
        made.obstacles.push(Obstacle { shape, restitution: 0.5, ..Obstacle::default() });
        let found = blobsmith::debugger::diagnosis::diagnose(&made, 200, |_| true).unwrap();
        let titles: Vec<_> = found.problems.iter().map(|found| (found.detector().title, found.count)).collect();
        assert_eq!(titles, [], "{lobes} lobes of {depth}, stretched by {stretch}");
    }
}
