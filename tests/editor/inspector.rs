//! Properties of one part and of several at once: formulas, mixed values, refused values, defaults.

use super::regions;
use super::window::{Window, discs, square};
use blobsmith::debugger::probes::{self, ProbeSample, Scope};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{LevelUnits, Motion, Place, Role};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

fn selecting(window: &mut Window, places: &[Place]) {
    window.app_mut().selection = places.to_vec().into();
    window.harness.run_steps(3);
}

fn xs(window: &Window) -> Vec<f64> {
    window.app().document.level().bodies[0].nodes.iter().map(|node| node.position[0]).collect()
}

fn is_shown(window: &Window, text: &str) -> bool {
    window.harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn inspector_formula_applies_to_several_nodes_in_one_step() {
    let mut window = Window::with(square());
    selecting(&mut window, &[Place::Node(0, 0), Place::Node(0, 1)]);
    assert!(is_shown(&window, "2 nodes"));
    window.type_into("Position x", "*2+0.5");
    assert_eq!(xs(&window), [0.5, 2.5, 1.0, 0.0]);
    assert_eq!(window.app().document.undo_label(), Some("Position x of 2 nodes"));
    window.type_into("Position x", "+=0.5");
    assert_eq!(xs(&window), [1.0, 3.0, 1.0, 0.0]);
    // One number for all.
    window.type_into("Position x", "sqrt(16)");
    assert_eq!(xs(&window), [4.0, 4.0, 1.0, 0.0]);
    for _ in 0..3 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(xs(&window), [0.0, 1.0, 1.0, 0.0]);
    assert!(!window.app().document.is_dirty());
}

/// At a later frame the values of the level and those of the moment have headings, for every part with both.
#[test]
fn inspector_heads_the_values_of_the_level() {
    let mut window = Window::with(square());
    window.key(Modifiers::NONE, Key::ArrowRight);
    for place in [Place::Body(0), Place::Node(0, 1), Place::Spring(0, 0)] {
        selecting(&mut window, &[place]);
        assert!(is_shown(&window, "In the level") && is_shown(&window, "Now"), "{place}");
    }
    window.press("Settings change the run from here on");
    selecting(&mut window, &[Place::Body(0)]);
    assert!(is_shown(&window, "From here on") && !is_shown(&window, "In the level"));
}

#[test]
fn inspector_lists_the_selected_parts_by_their_names() {
    let mut window = Window::with(square());
    let name = window.app().document.level().body_title(0);
    selecting(&mut window, &[Place::HullEdge(0, 1), Place::Node(0, 2)]);
    for part in [format!("edge 1 of {name}"), format!("node 2 of {name}")] {
        assert!(is_shown(&window, &part), "{part}");
    }
    assert!(!is_shown(&window, "bodies[0]"), "a path is no name");
}

#[test]
fn inspector_labels_the_barycentre_and_the_tool_row_the_box() {
    // Masses 1, 1, 5, 1: the barycentre is at 6 / 8, the middle of the box at 1 / 2.
    let mut level = square();
    level.bodies[0].nodes[2].role = Role::Mass(5.0);
    let mut window = Window::with(level);
    selecting(&mut window, &[Place::Body(0)]);
    let has = |label: &str| window.harness.query_all_by_label(label).next().is_some();
    assert!(has("Barycentre") && has("box"));
    let value = |name: &str| {
        let is_it = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label == name);
        let fields = window.harness.get_all_by_role(egui::accesskit::Role::SpinButton);
        fields.filter(is_it).find_map(|node| node.accesskit_node().numeric_value())
    };
    assert_eq!((value("Barycentre x"), value("Barycentre y")), (Some(0.75), Some(0.75)));
    assert_eq!((value("Middle of the selection x"), value("Middle of the selection y")), (Some(0.5), Some(0.5)));
}

#[test]
fn inspector_fields_add_and_subtract_a_percentage() {
    let mut window = Window::with(square());
    selecting(&mut window, &[Place::Spring(0, 0)]);
    // The stiffness is 0.2.
    window.type_into("Stiffness", "+=50%");
    let stiffness = |window: &Window| window.app().document.level().bodies[0].springs[0].stiffness;
    assert!((stiffness(&window) - 0.3).abs() < 1e-12);
    window.type_into("Stiffness", "-=10%");
    assert!((stiffness(&window) - 0.27).abs() < 1e-12);
    window.type_into("Stiffness", "*1.5");
    assert!((stiffness(&window) - 0.405).abs() < 1e-12);
}

#[test]
fn inspector_field_without_a_change_makes_no_step() {
    let mut level = square();
    level.bodies[0].nodes[0].position[0] = 0.123_456_789_012_345;
    let mut window = Window::with(level);
    selecting(&mut window, &[Place::Node(0, 0)]);
    window.type_into("Position x", "0.12345679");
    assert!(!window.app().document.is_dirty());
}

#[test]
fn inspector_field_shows_errors_and_changes_nothing() {
    let mut window = Window::with(square());
    selecting(&mut window, &[Place::Spring(0, 0)]);
    for (text, reason) in [
        ("0.5*", "a number is missing at the end"),
        ("-1", "too small: at least 0"),
        ("1/0", "not a finite number"),
        ("0,5", "decimals with a point"),
    ] {
        window.type_into("Stiffness", text);
        assert!(is_shown(&window, reason), "{text}");
        assert!(!window.app().document.is_dirty(), "{text}");
    }
    window.type_into("Stiffness", "0.5*2+1");
    assert_eq!(window.app().document.level().bodies[0].springs[0].stiffness, 2.0);
    assert!(!is_shown(&window, "decimals with a point"));
}

#[test]
fn inspector_reset_restores_the_default() {
    let mut level = square();
    level.bodies[0].springs[2].stiffness = 0.7;
    let mut window = Window::with(level);
    selecting(&mut window, &(0..5).map(|i| Place::Spring(0, i)).collect::<Vec<_>>());
    assert!(!is_shown(&window, "Reset Damping"));
    window.press("Reset Stiffness");
    assert!(window.app().document.level().bodies[0].springs.iter().all(|spring| spring.stiffness == 0.2));
    assert_eq!(window.app().document.undo_label(), Some("Stiffness of 5 springs"));
    assert!(!is_shown(&window, "Reset Stiffness"));
}

#[test]
fn inspector_drag_of_a_number_is_one_step() {
    let mut window = Window::with(square());
    selecting(&mut window, &[Place::Node(0, 0), Place::Node(0, 1)]);
    let field = window.harness.get_all_by_role(egui::accesskit::Role::SpinButton);
    let mut field = field.filter(|node| node.accesskit_node().label().as_deref() == Some("Position x"));
    let at = field.next().unwrap().rect().center();
    drop(field);
    window.drag(at, at + egui::vec2(40.0, 0.0));
    let moved = xs(&window);
    assert!(moved[0] > 0.01 && (moved[1] - moved[0] - 1.0).abs() < 1e-9, "{moved:?}");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(xs(&window), [0.0, 1.0, 1.0, 0.0]);
}

#[test]
fn inspector_sets_position_and_size_of_a_body() {
    let mut window = Window::with(square());
    selecting(&mut window, &[Place::Body(0)]);
    window.type_into("Barycentre x", "3");
    assert_eq!(xs(&window), [2.5, 3.5, 3.5, 2.5]);
    window.type_into("Width", "*2");
    assert_eq!(xs(&window), [2.0, 4.0, 4.0, 2.0]);
    // The horizontal springs are as long as drawn before and after.
    assert_eq!(window.app().document.level().bodies[0].springs[0].rest_length, 2.0);
    assert!(window.app().features.findings.list.iter().all(|finding| finding.rule != "rest-length"));
    window.type_into("Width", "0");
    assert!(is_shown(&window, "more than 0"));
}

#[test]
fn inspector_groups_the_selection_by_kind() {
    let mut level = discs();
    level.bodies = square().bodies;
    let mut window = Window::with(level);
    selecting(&mut window, &[Place::Node(0, 0), Place::Disc(0), Place::Node(0, 1), Place::Disc(2)]);
    assert!(is_shown(&window, "4 parts") && is_shown(&window, "2 discs"));
    window.type_into("Radius", "0.5");
    let radii: Vec<f64> = window.app().document.level().discs.iter().map(|disc| disc.radius).collect();
    assert_eq!(radii, [0.5, 1.0, 0.5]);
    window.press("2 discs");
    assert_eq!(window.app().selection, [Place::Disc(0), Place::Disc(2)]);
}

#[test]
fn inspector_shows_a_driven_path_as_a_table() {
    let mut window = Window::with(discs());
    selecting(&mut window, &[Place::Disc(2)]);
    window.type_into("Period", "2*60");
    window.press("Add a point");
    window.type_into("Point 2 y", "0.25");
    let path = |window: &Window| match &window.app().document.level().discs[2].motion {
        Motion::Driven(path) => path.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(path(&window).period, 120.0);
    assert_eq!(path(&window).points, [[0.0, 0.0], [0.1, 0.0], [1.1, 0.25]]);
    window.press("Remove point 1");
    assert_eq!(path(&window).points, [[0.0, 0.0], [1.1, 0.25]]);
}

#[test]
fn inspector_of_a_body_shows_its_pressure_speed_and_energy() {
    let mut window = Window::new(square(), Settings::showing([Tab::Inspector]));
    (0..10).for_each(|_| window.app_mut().run.step_frame());
    selecting(&mut window, &[Place::Body(0)]);
    for title in ["Speed", "Gas pressure", "Kinetic energy", "Energy in its springs"] {
        assert!(window.harness.query_all_by_label(title).next().is_some(), "{title}");
    }
}

/// In level 52 the gas blows the balloon up quickly, so that its springs are damped as much as stretched.
#[test]
fn inspector_of_a_spring_shows_the_sum_of_its_elastic_and_damping_force() {
    let level = blobsmith::level::gallery::level("52-too-much-gas").unwrap();
    let level = blobsmith::level::format::read(level.text, blobsmith::level::format::TextFormat::Ron).unwrap();
    let body = level.bodies.iter().position(|body| !body.springs.is_empty()).unwrap();
    let mut window = Window::new(level, Settings::showing([Tab::Inspector]));
    window.app_mut().run.step_frame();
    selecting(&mut window, &[Place::Spring(body, 0)]);
    let world = window.app().run.world();
    let spring = world.layout().bodies[body].springs.start;
    let sample = ProbeSample::new(window.app().run.level(), world);
    let of = |id: &str| probes::find(Scope::Spring, id).unwrap().by.measure(&sample, spring);
    let [elastic, damping, tension] = ["tension.elastic", "tension.damping", "tension"].map(of);
    assert!(elastic != 0.0 && damping != 0.0 && (elastic + damping - tension).abs() <= 1e-12 * tension.abs());
    for (title, value) in [("Elastic force", elastic), ("Damping force", damping), ("Tension", tension)] {
        assert!(is_shown(&window, title), "{title}");
        let decimals = [4, 3, 1][usize::from(value.abs() >= 1.0) + usize::from(value.abs() >= 100.0)];
        assert!(is_shown(&window, &format!("{value:.decimals$}")), "{title} {value}");
    }
}

#[test]
fn inspector_fields_have_names() {
    let mut level = discs();
    level.bodies = square().bodies;
    level.obstacles = serde_json::from_str(
        r#"[{"shape": {"Segment": [[0, -2], [4, -2]]}}, {"shape": {"Circle": {"center": [0, 9], "radius": 1}}}]"#,
    )
    .unwrap();
    let settings = Settings::showing([Tab::Inspector]);
    let mut window = Window::new(level, settings);
    let kinds = [
        vec![Place::Body(0)],
        vec![Place::Node(0, 0)],
        vec![Place::Spring(0, 0)],
        vec![Place::HullEdge(0, 0)],
        vec![Place::Triangle(0, 0)],
        vec![Place::Disc(2)],
        vec![Place::Obstacle(0)],
        vec![Place::Obstacle(0), Place::Obstacle(1), Place::Body(0), Place::Spring(0, 1), Place::Disc(0)],
    ];
    for places in kinds {
        selecting(&mut window, &places);
        super::window::assert_named(&window, &format!("{places:?}"));
    }
}

/// The single number of the last line of a label that ends with a unit.
fn number_in(window: &Window, unit: &str) -> f64 {
    let labels = window.harness.query_all_by_label_contains(unit);
    let texts = labels.filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()));
    texts
        .filter_map(|text| text.lines().last()?.strip_suffix(unit)?.trim().parse().ok())
        .next()
        .unwrap_or_else(|| panic!("no {unit}"))
}

#[test]
fn inspector_shows_the_present_values_in_physical_units_too() {
    // A unit is 2 m; a frame is a sixtieth of a second.
    let units = LevelUnits { per_unit: 2.0, ..LevelUnits::default() };
    let mut level = square();
    level.editor.get_or_insert_default().units = Some(units);
    let mut window = Window::with(level);
    (0..3).for_each(|_| window.key(Modifiers::NONE, Key::ArrowRight));
    let world = window.app().run.world();
    let (speed, area) = (world.velocity(0).length(), 0.5 * world.doubled_area(0));
    let speed = 2.0 * 60.0 * speed * window.app().run.level().world.frame_time;
    selecting(&mut window, &[Place::Node(0, 0)]);
    let found = number_in(&window, "m/s");
    assert!(speed > 0.0 && (found / speed - 1.0).abs() < 1e-3, "{found} of {speed}");
    // The rows of several lines do not lie over each other.
    window.harness.run_steps(5);
    let rows = regions::words(&window);
    let rows: Vec<_> = rows.iter().filter(|row| row.name.contains('\n') && row.name.contains('\u{a0}')).collect();
    assert!(rows.len() >= 3, "{rows:?}");
    for (i, row) in rows.iter().enumerate() {
        assert!(rows[..i].iter().all(|other| !other.rect.shrink(1.0).intersects(row.rect)), "{row:?}");
    }
    selecting(&mut window, &[Place::Body(0)]);
    let found = number_in(&window, "m²");
    assert!((found / (4.0 * area) - 1.0).abs() < 1e-3, "{found} of {}", 4.0 * area);
}

#[test]
fn inspector_error_lets_a_click_through_to_the_field_below() {
    let mut window = Window::with(square());
    selecting(&mut window, &[Place::Spring(0, 0)]);
    window.type_into("Rest length", "-1");
    window.harness.run_steps(12);
    assert!(is_shown(&window, "too small: at least 0"));
    let below = window.centre_of(egui::accesskit::Role::SpinButton, "Stiffness");
    window.click_at(below);
    window.harness.run_steps(3);
    assert!(!is_shown(&window, "too small"), "the click answers it");
    window.harness.event(egui::Event::Text("7".to_owned()));
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.app().document.level().bodies[0].springs[0].stiffness, 7.0);
}

/// A zone that does not move has no material, masses, gas, friction and restitution to choose.
#[test]
fn inspector_of_a_sensor_shows_what_has_an_effect() {
    let mut level = square();
    level.bodies[0].name = "goal".to_owned();
    let labels = ["Restitution", "Friction", "Gas", "Mass", "Stiffness", "Material"];
    let has = |window: &Window, label: &str| window.harness.query_all_by_label(label).next().is_some();
    let shown = |level, places: &[Place]| {
        let mut window = Window::with(level);
        selecting(&mut window, places);
        (labels.map(|label| has(&window, label)), has(&window, "sensor"))
    };
    let (all, is_named) = shown(level.clone(), &[Place::Body(0)]);
    assert!(!is_named);
    level.bodies[0].collision.sensor = true;
    let (of_dynamic, is_named) = shown(level.clone(), &[Place::Body(0)]);
    assert!(is_named, "the heading says that it is a sensor");
    // It falls and deforms, and bounces off the bounds of the world.
    assert_eq!(of_dynamic, [all[0], false, all[2], all[3], all[4], all[5]]);
    level.bodies[0].motion = Motion::Fixed;
    let (of_fixed, _) = shown(level, &[Place::Body(0)]);
    assert_eq!(of_fixed, [false; 6]);
    assert!(all[0] && all[1] && all[3] && all[4] && all[5], "{all:?}");
}

#[test]
fn steps_of_the_history_have_the_name_of_the_body() {
    let mut level = square();
    level.bodies[0].name = "jelly".to_owned();
    let mut window = Window::with(level);
    selecting(&mut window, &[Place::Body(0)]);
    window.type_into("Friction", "0.25");
    assert_eq!(window.app().document.undo_label(), Some("Friction of jelly"));
    window.enter_field(egui::accesskit::Role::TextInput, "Name");
    for letter in ["a", "b"] {
        window.harness.event(egui::Event::Text(letter.to_owned()));
        window.harness.run_steps(2);
    }
    assert_eq!(window.app().document.undo_label(), Some("Name of body 0"), "not a part of the name");
    window.key(Modifiers::NONE, Key::Escape);
    let name = window.app().document.level().body_title(0);
    assert!(name.contains("ab"), "{name}");
    selecting(&mut window, &[Place::Body(0)]);
    window.key(Modifiers::NONE, Key::Delete);
    assert_eq!(window.app().document.undo_label(), Some(format!("Delete {name}").as_str()));
}
