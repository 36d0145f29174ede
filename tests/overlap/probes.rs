//! Overlap and depth of bodies, in the watch language, the plots and the presets.

use blobsmith::debugger::breakpoints::{PRESETS, PresetSubject};
use blobsmith::debugger::probes::ProbeSample;
use blobsmith::debugger::probes::overlap::{largest_of_all, largest_share, overlap_area, overlap_share};
use blobsmith::debugger::quantities::{self, Source};
use blobsmith::debugger::{Expression, watch};
use blobsmith::engine::World;
use blobsmith::level::{Body, Level, Motion, Node, Place, World as Settings};

fn square(name: &str, x: f64, y: f64, side: f64) -> Body {
    Body {
        name: name.to_owned(),
        gas: 0.0,
        nodes: [[x, y], [x + side, y], [x + side, y + side], [x, y + side]].map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    }
}

/// Two squares of side 5 at the same height that lie 2.2 inside each other, and a third one far away.
fn level() -> Level {
    let bodies = vec![square("left", 0.0, 0.0, 5.0), square("right", 2.8, 0.0, 5.0), square("far", 40.0, 0.0, 1.0)];
    Level { world: Settings { gravity: [0.0, 0.0], ..Settings::default() }, bodies, ..Level::default() }
}

fn value(text: &str, level: &Level) -> f64 {
    let world = World::new(level).expect("a sound level");
    let look = ProbeSample { level, world: &world, trace: None, recorded: None, found: None };
    let expression = Expression::new(text, level).unwrap_or_else(|error| panic!("{}", error.show(text)));
    let mut memory = expression.memory();
    expression.value(&look, &mut memory)
}

#[track_caller]
fn is(text: &str, wanted: f64) {
    let found = value(text, &level());
    assert!((found - wanted).abs() < 1e-5, "{text} is {found}, not {wanted}");
}

#[test]
fn deepest_penetration_of_level_squares_is_the_width_of_their_overlap() {
    is("deepest", 2.2);
    is("body(\"left\").deepest", 2.2);
    is("body(\"far\").deepest", 0.0);
    let level = level();
    let world = World::new(&level).expect("a sound level");
    let plot = quantities::find("penetration").expect("a plot of penetration");
    let series = (plot.series)(&quantities::PlotSubject { level: &level, selection: &[] });
    let Source::State(measure) = &series[0].source else { panic!("it is measured on the state") };
    assert!((measure(&world) - 2.2).abs() < 1e-5);
}

#[test]
fn overlap_of_squares_matches_hand_calculation() {
    is("overlap_area(\"left\", \"right\")", 2.2 * 5.0);
    is("overlap_area(body(1), 0)", 2.2 * 5.0);
    is("overlap_area(\"left\", \"far\")", 0.0);
    is("overlap(\"left\")", 2.2 / 5.0);
    is("body(\"right\").overlap", 2.2 / 5.0);
    is("overlap(\"far\")", 0.0);
    is("max(body.overlap)", 2.2 / 5.0);
    is("overlap", 2.2 / 5.0);
    let world = World::new(&level()).expect("a sound level");
    let (layout, state) = (world.layout(), world.state());
    assert!((overlap_area(layout, state, 0, 1) - 11.0).abs() < 1e-12);
    assert!((overlap_share(layout, state, 1, 0) - 0.44).abs() < 1e-12);
    assert!((largest_share(layout, state, 0) - 0.44).abs() < 1e-12);
    assert!((largest_of_all(layout, state) - 0.44).abs() < 1e-12);
}

#[test]
fn overlap_share_refers_to_the_smaller_hull() {
    let mut level = level();
    level.bodies[2] = square("far", 1.0, 1.0, 1.0);
    assert!((value("overlap(\"far\")", &level) - 1.0).abs() < 1e-12, "it is inside the left one");
    assert!((value("overlap_area(\"far\", \"left\")", &level) - 1.0).abs() < 1e-12);
}

#[test]
fn depth_of_a_node_is_the_distance_to_the_nearest_point_of_the_outline() {
    let mut level = level();
    // A node inside its own body, 1 above the lower side of the right square and 1.5 from its left side.
    level.bodies[0].nodes.push(Node::at([4.3, 1.0]));
    for text in ["depth(\"left\", 4)", "node(\"left\", 4).depth", "max(body(0).node.depth)"] {
        assert!((value(text, &level) - 1.0).abs() < 1e-12, "{text}");
    }
    // A corner on the other's lower side is not inside.
    assert_eq!(value("depth(\"left\", 1)", &level), 0.0);
}

#[test]
fn overlap_ignores_immovable_pairs_and_open_hulls() {
    let mut fixed = level();
    fixed.bodies.iter_mut().for_each(|body| body.motion = Motion::Fixed);
    assert_eq!(value("overlap", &fixed), 0.0);
    assert!((value("overlap_area(0, 1)", &fixed) - 11.0).abs() < 1e-12, "a pair that is named is measured");
    let mut open = level();
    open.bodies[0].hull.pop();
    assert!(value("overlap_area(0, 1)", &open).is_nan() && value("overlap(0)", &open).is_nan());
    assert_eq!(value("overlap(1)", &open), 0.0);
}

#[test]
fn overlap_functions_reject_invalid_arguments() {
    for text in
        ["overlap_area(\"left\")", "overlap_area(0, 0)", "overlap_area(0, 7)", "overlap()", "depth(0)", "depth(0, 9)"]
    {
        assert!(Expression::new(text, &level()).is_err(), "{text}");
    }
}

#[test]
fn overlap_functions_are_renumbered_with_the_level() {
    let follow = |place: Place| match place {
        Place::Body(body) => Some(Place::Body(body + 1)),
        Place::Node(body, node) => Some(Place::Node(body + 1, node)),
        place => Some(place),
    };
    let text = "overlap_area(0, body(1)) > overlap(1) + depth(0, 2)";
    let wanted = "overlap_area(1, body(2)) > overlap(2) + depth(1, 2)";
    assert_eq!(watch::renumber(text, &level(), follow).as_deref(), Some(wanted));
}

#[test]
fn overlap_preset_is_true_for_squares_inside_each_other() {
    let level = level();
    let preset = PRESETS.iter().find(|preset| preset.id == "overlap").expect("a preset of overlap");
    for selection in [vec![], vec![Place::Body(1)]] {
        let breakpoint =
            preset.breakpoint(&PresetSubject { level: &level, selection: &selection }).expect("it is offered");
        assert_eq!(value(&breakpoint.condition, &level), 1.0, "{}", breakpoint.condition);
    }
}

#[test]
fn overlap_probes_are_the_same_among_many_bodies() {
    let mut level = level();
    for at in 0..40 {
        level.bodies.push(square("", 100.0 + 2.0 * f64::from(at), 0.0, 1.0));
    }
    assert!((value("deepest", &level) - 2.2).abs() < 1e-5);
    assert!((value("overlap", &level) - 0.44).abs() < 1e-12);
}
