//! Every probe and every operator, compared with hand-calculated values.

use crate::stage::{at_start, level, measure, touching};
use blobsmith::debugger::Expression;
use blobsmith::debugger::probes::{self, ProbeSample, ValueKind};
use blobsmith::debugger::watch::FUNCTIONS;
use blobsmith::engine::{Trace, World};
use blobsmith::geometry::DVec2;
use blobsmith::level::Place;
use std::collections::BTreeSet;

#[track_caller]
fn is(text: &str, value: f64) {
    let found = at_start(text);
    let is_same = found == value || (found - value).abs() < 1e-12 || (found.is_nan() && value.is_nan());
    assert!(is_same, "{text} is {found}, not {value}");
}

#[test]
fn operators_and_functions_of_numbers() {
    is("1 + 2 * 3", 7.0);
    is("-2 ^ 2", -4.0);
    is("2 ^ 0.5", 2_f64.sqrt());
    is("(1 + 2) * 3 / 2 - 1", 3.5);
    is("80%", 0.8);
    is("abs(-3) + sqrt(16) + min(3, 1, 2) + max(5, 4)", 13.0);
    is("1 < 2 and not 2 < 1 or false", 1.0);
    is("1 == 1 and 1 != 2 and 2 >= 2 and 2 <= 2 and not (2 > 2)", 1.0);
    is("true == (1 < 2)", 1.0);
    is("0 / 0", f64::NAN);
    // With `nan` every comparison is false except `!=`.
    is("nan < 1 or nan > 1 or nan <= nan", 0.0);
    is("nan != 1", 1.0);
    is("finite(1) and not finite(nan) and not finite(-inf)", 1.0);
}

#[test]
fn world_probes_match_hand_calculation() {
    is("frame + substep + time + contacts + disc_impacts + obstacle_hits + contacts_so_far", 0.0);
    // 3 * 9/2 + 25/2, and 3 * 4/2 for the disc.
    is("energy.kinetic", 32.0);
    // m * 1 * y: two corners at 2.
    is("energy.gravity", 4.0);
    // 10/2 * 1²; the second spring has no stiffness.
    is("energy.spring", 5.0);
    is("energy.gas", 0.0);
    is("energy.total", 41.0);
    is("momentum.x", 12.0);
    is("momentum.y", 4.0 - 6.0);
    // (2,2)x(3,4) = 2, (0,2)x(3,0) = -6, 3 (10,0)x(0,-2) = -60.
    is("angular_momentum", -64.0);
    is("stick_error", 0.0);
    is("flipped + collapsed + blown_up + stuck + not_finite", 0.0);
    is("problem(\"wrong-edge\") + illness(\"wrong-edge\")", 0.0);
    is("deepest", 0.25);
    is("differs", 0.0);
}

#[test]
fn body_probes_match_hand_calculation() {
    is("body(\"left\").area", 4.0);
    is("body('left').area_ratio", 1.0);
    is("body(0).pressure", 2.0);
    is("body(\"left\").x + 10 * body(\"left\").y", 11.0);
    is("body(\"left\").vx", 3.0);
    is("body(\"left\").vy", 1.0);
    is("body(\"left\").speed", 10_f64.sqrt());
    is("body(\"left\").kinetic", 26.0);
    is("body(\"block\").kinetic", 0.0);
    is("body(\"left\").spring_energy", 5.0);
    is("body(\"left\").momentum.x", 12.0);
    is("body(\"left\").momentum.y", 4.0);
    // Relative to (1,1) and (3,1): 1 - 1 + 3 + 1.
    is("body(\"left\").angular_momentum", 4.0);
    is("body(\"left\").angle", 0.0);
    is("body(\"left\").flipped", 0.0);
    is("body(\"left\").deepest", 0.25);
    // Its corner 3 at (1.5, 0.25) is equally deep in the square.
    is("body(\"block\").deepest", 0.25);
    is("body(\"block\").left", 1.5);
    is("body(\"block\").right", 5.0);
    is("body(\"block\").bottom", -1.0);
    is("body(\"block\").top", 0.25);
    is("body(\"block\").width", 3.5);
    is("body(\"block\").height", 1.25);
    is("body(\"left\").mass", 4.0);
    is("body(\"left\").collapsed or body(\"left\").blown_up", 0.0);
    is("body(\"block\").pressure", f64::NAN);
}

#[test]
fn part_probes_match_hand_calculation() {
    is("node(\"left\", 2).x + 10 * node(\"left\", 2).y", 22.0);
    is("node(\"left\", 2).vx + 10 * node(\"left\", 2).vy", 43.0);
    is("node(\"left\", 2).speed", 5.0);
    is("node(\"left\", 2).kinetic", 12.5);
    is("node(\"block\", 2).kinetic", 0.0);
    is("node(\"left\", 2).mass", 1.0);
    is("node(\"left\", 1).depth", 0.25);
    is("node(\"left\", 0).depth", 0.0);
    is("node(\"left\", 1).stuck", 0.0);
    // No contact so far.
    is("node(\"left\", 1).force", f64::NAN);
    is("edge(\"left\", 1)", f64::NAN);
    is("spring(\"left\", 0).length", 2.0);
    is("spring(\"left\", 0).rest_length", 1.0);
    is("spring(\"left\", 0).strain", 1.0);
    is("spring(\"left\", 0).tension", 10.0);
    is("spring(\"left\", 0).energy", 5.0);
    // Its upper end moves away at 4, and damping is 2.
    is("spring(\"left\", 1).tension", 8.0);
    is("spring(\"left\", 1).strain", -0.2);
    is("triangle(\"left\", 0).area", 2.0);
    is("triangle(\"left\", 1).area_ratio", 1.0);
    is("disc(0).x + disc(\"ball\").y", 10.0);
    is("disc(0).vx + disc(0).vy", -2.0);
    is("disc(0).speed", 2.0);
    is("disc(0).kinetic", 6.0);
    is("disc(0).mass + disc(0).radius", 4.0);
    is("disc(0).at_rest or disc(0).blown_up", 0.0);
}

#[test]
fn reductions_of_sets_match_hand_calculation() {
    is("max(node.speed)", 5.0);
    is("min(node.speed)", 0.0);
    is("sum(node.mass)", 8.0);
    is("mean(body(\"left\").node.speed)", (3.0 + 3.0 + 5.0 + 3.0) / 4.0);
    is("max(body(\"left\").node.x)", 2.0);
    is("count(node.speed > 1)", 4.0);
    is("count(node.speed > 1 and node.y > 1)", 2.0);
    is("count(node.speed > mean(node.speed))", 4.0);
    is("any(node.speed > 4.5)", 1.0);
    is("all(body(\"left\").node.speed >= 3)", 1.0);
    is("all(node.speed >= 3)", 0.0);
    is("max(abs(node.x - 2))", 3.0);
    is("max(max(node.vx, node.vy))", 4.0);
    is("sum(spring.energy) + sum(triangle.area) + sum(disc.mass)", 12.0);
    is("sum(body.kinetic) + sum(disc.kinetic) == energy.kinetic", 1.0);
    // Empty reductions: the level has no sticks.
    is("max(stick.error)", f64::NAN);
    is("mean(stick.length)", f64::NAN);
    is("sum(stick.length) + count(stick.length > 0)", 0.0);
    is("any(stick.length > 0)", 0.0);
    is("all(stick.length > 0)", 1.0);
}

#[test]
fn reductions_propagate_nan() {
    let level = level();
    let mut world = World::new(&level).unwrap();
    let mut state = world.state().clone();
    state.positions[1].x = f64::NAN;
    state.velocities[3].y = f64::INFINITY;
    world.restore(&state);
    for (text, value) in [("not_finite", 2.0), ("max(node.speed)", f64::INFINITY), ("count(finite(node.x))", 7.0)] {
        assert_eq!(measure(text, &level, &world, None), value, "{text}");
    }
    assert!(measure("max(node.x)", &level, &world, None).is_nan());
}

#[test]
fn angle_and_area_ratio_of_a_rotated_body() {
    let level = level();
    let mut world = World::new(&level).unwrap();
    let mut state = world.state().clone();
    for node in 0..4 {
        let at = state.positions[node];
        state.positions[node] = DVec2::new(7.0 - at.y, 3.0 + at.x);
    }
    world.restore(&state);
    let value = |text: &str, world: &World| measure(text, &level, world, None);
    assert!((value("body(\"left\").angle", &world) - 90.0).abs() < 1e-12);
    assert_eq!(value("body(\"left\").area_ratio", &world), 1.0);
    // Mirrored in x: clockwise, every triangle flipped.
    for node in 0..4 {
        state.positions[node].x *= -0.5;
    }
    world.restore(&state);
    assert_eq!(value("body(\"left\").area_ratio", &world), -0.5);
    assert_eq!(value("flipped", &world), 2.0);
    assert_eq!(value("count(triangle.area <= 0)", &world), 2.0);
    assert_eq!(value("triangle(\"left\", 0).area", &world), -1.0);
}

#[test]
fn probes_of_the_last_substep() {
    let level = touching();
    let mut world = World::new(&level).unwrap();
    let mut trace = Trace::default();
    world.step_substep_traced(&mut trace);
    let value = |text: &str| measure(text, &level, &world, Some(&trace));
    assert_eq!(value("touching(\"square\", \"diamond\")"), 1.0);
    assert_eq!(value("touching(body(1), body(0))"), 1.0);
    assert_eq!(value("edge(\"diamond\", 0)"), 1.0);
    assert_eq!(value("node(\"diamond\", 0).edge"), 1.0);
    assert_eq!(value("edge(\"diamond\", 1)"), -1.0);
    assert_eq!(value("count(node.edge >= 0)"), 1.0);
    assert_eq!(value("contacts_so_far"), 1.0);
    // No gravity, no springs, no gas.
    assert_eq!(value("max(node.force)"), 0.0);
    let falling = crate::stage::level();
    let mut world = World::new(&falling).unwrap();
    world.step_substep_traced(&mut trace);
    let force = |text: &str| measure(text, &falling, &world, Some(&trace));
    // Node 0: gravity 1 down, the spring 10 to the right; gas 8/8 = 1 per length: edges [3,0] and [0,1], each of length
    // 2, push it by 2 to the left and 2 down.
    assert_eq!(force("node(\"left\", 0).force.x"), 8.0);
    assert_eq!(force("node(\"left\", 0).force.y"), -3.0);
    assert_eq!(force("node(\"left\", 0).force"), 73_f64.sqrt());
    assert_eq!(force("node(\"left\", 0).acceleration"), 73_f64.sqrt());
    assert_eq!(force("touching(\"left\", disc(0)) or touching(\"ball\", \"block\")"), 0.0);
}

#[test]
fn differs_compares_with_the_recorded_hash() {
    let level = level();
    let mut world = World::new(&level).unwrap();
    let hashes = [world.hash(), 12345];
    let differs = Expression::condition("differs", &level).unwrap();
    let mut memory = differs.memory();
    for expected in [false, true, false] {
        let look = ProbeSample { level: &level, world: &world, trace: None, recorded: Some(&hashes), found: None };
        assert_eq!(differs.is_true(&look, &mut memory), expected, "frame {}", world.state().frame);
        world.step_frame();
    }
}

#[test]
fn expression_place_is_the_deciding_part() {
    let level = level();
    let world = World::new(&level).unwrap();
    let look = ProbeSample { level: &level, world: &world, trace: None, recorded: None, found: None };
    for (text, place) in [
        ("body(\"block\").x > 0", Some(Place::Body(1))),
        ("1 < node(\"left\", 3).x", Some(Place::Node(0, 3))),
        ("max(node.speed) > 1", Some(Place::Node(0, 2))),
        ("any(node.depth > 0)", Some(Place::Node(0, 1))),
        ("all(body.mass > 5)", Some(Place::Body(0))),
        ("spring(\"left\", 1).length > 0", Some(Place::Spring(0, 1))),
        ("energy.total > 0", None),
        ("disc(0).x > 0", Some(Place::Disc(0))),
        ("touching(\"ball\", \"left\")", Some(Place::Disc(0))),
    ] {
        let expression = Expression::new(text, &level).unwrap();
        assert_eq!(expression.place(&look, &expression.memory()), place, "{text}");
    }
}

#[test]
fn expression_readings_list_the_measured_parts() {
    let level = level();
    let world = World::new(&level).unwrap();
    let look = ProbeSample { level: &level, world: &world, trace: None, recorded: None, found: None };
    let expression = Expression::new("body(\"left\").area < 80% * 5 and max(node.speed) > -1", &level).unwrap();
    let mut memory = expression.memory();
    expression.value(&look, &mut memory);
    let readings: Vec<(&str, f64)> = expression.readings(&memory).collect();
    assert_eq!(readings, [("body(\"left\").area", 4.0), ("80% * 5", 4.0), ("max(node.speed)", 5.0)]);
}

/// Every probe parses in the form of its example, and has its declared type.
#[test]
fn probes_and_functions_parse_and_are_documented() {
    let mut level = level();
    level.bodies[0].sticks.push(blobsmith::level::Stick { a: 0, b: 2, length: 8_f64.sqrt(), hidden: false });
    let spring = level.bodies[0].springs[0];
    level.bodies[0].springs.push(spring);
    level.links.push(blobsmith::level::Link {
        id: String::new(),
        a: blobsmith::level::LinkEnd::Node([0, 0]),
        b: blobsmith::level::LinkEnd::Disc(0),
        kind: blobsmith::level::LinkKind::Pin,
        collide: true,
        tags: Vec::new(),
        properties: Default::default(),
    });
    let mut seen = BTreeSet::new();
    for probe in probes::iter() {
        let example = probe.example();
        assert!(seen.insert(example.clone()), "{example} twice");
        let expression = Expression::new(&example, &level).unwrap_or_else(|error| panic!("{}", error.show(&example)));
        assert_eq!(expression.is_condition(), probe.kind == ValueKind::Truth, "{example}");
        assert!(!probe.title.is_empty() && probe.explanation.ends_with('.'), "{example}");
        assert!(!probe.explanation.contains("  "), "{example}");
    }
    let ids: BTreeSet<&str> = FUNCTIONS.iter().map(|function| function.id).collect();
    assert_eq!(ids.len(), FUNCTIONS.len());
    for function in FUNCTIONS {
        assert!(function.form.starts_with(function.id) && function.explanation.ends_with('.'), "{}", function.id);
    }
}
