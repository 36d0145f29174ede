//! Links, sensors, markers, ids and labels in expressions.

use crate::stage::{level as stage_level, measure};
use blobsmith::debugger::Expression;
use blobsmith::debugger::probes::ProbeSample;
use blobsmith::debugger::watch::complete;
use blobsmith::engine::{Trace, World};
use blobsmith::level::*;

fn link(id: &str, a: LinkEnd, b: LinkEnd, kind: LinkKind) -> Link {
    let (id, tags, properties) = (id.to_owned(), Vec::new(), Properties::default());
    Link { id, a, b, kind, collide: true, tags, properties }
}

/// The stage with links. “arm” goes from (2, 0), velocity (3, 0), to the disc at (10, 0), velocity (0, -2).
fn linked() -> Level {
    let mut level = stage_level();
    level.bodies[0].id = "b-left".to_owned();
    level.bodies[0].nodes[2].label = "hand".to_owned();
    level.discs[0].id = "d-ball".to_owned();
    let spring = LinkKind::Spring { rest_length: 5.0, stiffness: 2.0, damping: 0.5 };
    level.links = vec![
        link("arm", LinkEnd::Node([0, 1]), LinkEnd::Disc(0), spring),
        link("rope", LinkEnd::Disc(0), LinkEnd::Point([10.0, 5.0]), LinkKind::Stick { length: 4.0 }),
        link("pin", LinkEnd::Point([0.0, 3.0]), LinkEnd::Node([0, 3]), LinkKind::Pin),
    ];
    level
}

#[track_caller]
fn is(text: &str, value: f64) {
    let level = linked();
    let world = World::new(&level).expect("a valid level");
    let found = measure(text, &level, &world, None);
    let is_same = found == value || (found - value).abs() < 1e-12 || (found.is_nan() && value.is_nan());
    assert!(is_same, "{text} is {found}, not {value}");
}

#[test]
fn link_probes_match_hand_calculation() {
    is("link(0).length", 8.0);
    is("link(\"arm\").rest_length", 5.0);
    is("link(\"arm\").stretch", 3.0);
    is("link(\"arm\").strain", 0.6);
    // Elastic 2 · 3 = 6; the ends approach at 3: 0.5 · -3.
    is("link(\"arm\").tension", 4.5);
    is("link(\"arm\").force", 4.5);
    is("link(\"arm\").energy", 9.0);
    is("link(\"rope\").length", 5.0);
    is("link(\"rope\").stretch", 1.0);
    is("link(\"rope\").strain", 0.25);
    is("link(\"rope\").energy", 0.0);
    is("link(\"rope\").tension", f64::NAN);
    is("link(\"rope\").force", f64::NAN);
    is("link(2).stretch", 1.0);
    is("link(2).rest_length", 0.0);
    is("count(link.stretch > 0)", 3.0);
    is("max(link.length)", 8.0);
    // The springs of the stage have 5.
    is("energy.links", 9.0);
    is("energy.spring", 14.0);
}

#[test]
fn ids_and_labels_work_as_names() {
    is("body(\"b-left\").area", 4.0);
    is("disc(\"d-ball\").radius", 1.0);
    is("node(\"left\", \"hand\").speed", 5.0);
    is("node(\"b-left\", \"hand\").y", 2.0);
}

/// A mass of 2 hangs from a point. Under semi-implicit Euler the stick moves it back by h² · 1 in each substep: 2 · 1.
#[test]
fn stick_force_of_a_hanging_weight_is_its_weight() {
    let disc = Disc { mass: 2.0, radius: 0.5, motion: Motion::Dynamic, ..Disc::default() };
    let rope = link("rope", LinkEnd::Point([0.0, 5.0]), LinkEnd::Disc(0), LinkKind::Stick { length: 5.0 });
    let mut level = Level { discs: vec![disc], links: vec![rope], ..Level::default() };
    level.world.gravity = [0.0, -1.0];
    let (mut world, mut trace) = (World::new(&level).unwrap(), Trace::default());
    (0..5).for_each(|_| world.step_substep_traced(&mut trace));
    let force = measure("link(\"rope\").force", &level, &world, Some(&trace));
    assert!((force - 2.0).abs() < 1e-9, "{force}");
}

/// A disc that flies along x at one unit per substep, a marker from 2.5 to 4.5 and a sensor of radius 1.5 at x = 8. A square
/// follows 10 behind: its front is at x - 9.
fn flight() -> Level {
    let sensor = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    let flying = |x: f64| Node { velocity: [4.0, 0.0], ..Node::at([x, 0.0]) };
    let mut nodes = [-10.0, -9.0, -9.0, -10.0].map(flying).to_vec();
    (nodes[2].position[1], nodes[3].position[1]) = (0.5, 0.5);
    let cart = Body {
        name: "cart".to_owned(),
        gas: 0.0,
        nodes,
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        ..Body::default()
    };
    let ball = Disc {
        name: "ball".to_owned(),
        velocity: [4.0, 0.0],
        radius: 0.25,
        motion: Motion::Dynamic,
        ..Disc::default()
    };
    let gate = Obstacle {
        name: "gate".to_owned(),
        id: "obstacle-0".to_owned(),
        shape: ObstacleShape::Circle { center: [8.0, 0.0], radius: 1.5 },
        collision: sensor,
        ..Obstacle::default()
    };
    let goal = Marker {
        id: "marker-0".to_owned(),
        name: "goal".to_owned(),
        shape: MarkerShape::Rect([2.5, -1.0], [4.5, 1.0]),
        tags: Vec::new(),
        properties: Properties::default(),
    };
    let point = Marker {
        name: "flag".to_owned(),
        id: "marker-1".to_owned(),
        shape: MarkerShape::Point([0.0; 2]),
        ..goal.clone()
    };
    let mut level = Level {
        bodies: vec![cart],
        discs: vec![ball],
        obstacles: vec![gate],
        markers: vec![goal, point],
        ..Level::default()
    };
    (level.world.gravity, level.world.substeps, level.world.frame_time) = ([0.0; 2], 4, 1.0);
    level
}

/// Numbers of the substeps, counted from the start, after which the condition is true.
fn true_after(text: &str, substeps: usize) -> Vec<usize> {
    let level = flight();
    let condition = Expression::condition(text, &level).unwrap_or_else(|error| panic!("{}", error.show(text)));
    let (mut world, mut memory) = (World::new(&level).unwrap(), condition.memory());
    let mut found = Vec::new();
    for substep in 0..=substeps {
        let look = ProbeSample { level: &level, world: &world, trace: None, recorded: None, found: None };
        if condition.is_true(&look, &mut memory) {
            found.push(substep);
        }
        world.step_substep();
    }
    found
}

#[test]
fn discs_enter_and_leave_markers_and_sensors() {
    assert_eq!(true_after("inside(\"goal\", disc(0))", 12), [3, 4]);
    assert_eq!(true_after("entered(\"goal\", \"ball\")", 12), [3]);
    assert_eq!(true_after("left(\"marker-0\", disc(\"ball\"))", 12), [5]);
    assert_eq!(true_after("inside(\"gate\", disc(0))", 12), [7, 8, 9]);
    assert_eq!(true_after("entered(\"gate\", disc(0))", 12), [7]);
    assert_eq!(true_after("left(\"obstacle-0\", disc(0))", 12), [10]);
    assert_eq!(true_after("entered(\"gate\", disc(0)) or left(\"goal\", disc(0))", 12), [5, 7]);
}

/// The front of the cart is in the goal after substeps 12 and 13, its rear after 13 and 14.
#[test]
fn bodies_are_inside_while_a_hull_node_is() {
    assert_eq!(true_after("inside(\"goal\", body(\"cart\"))", 16), [12, 13, 14]);
    assert_eq!(true_after("inside(\"goal\", node(\"cart\", 0))", 16), [13, 14]);
    assert_eq!(true_after("entered(\"goal\", body(0))", 16), [12]);
    assert_eq!(true_after("entered(\"gate\", \"cart\")", 20), [16]);
}

/// The engine reports enter and leave in the substeps in which `entered` and `left` are true.
#[test]
fn entered_and_left_are_true_when_the_engine_reports_it() {
    let level = flight();
    let mut world = World::new(&level).unwrap();
    (0..24).for_each(|_| world.step_substep());
    let number = |event: &blobsmith::engine::SensorEvent| event.frame as usize * 4 + event.substep as usize + 1;
    for (text, other) in [("ball", Place::Disc(0)), ("cart", Place::Body(0))] {
        let events = world.clone().take_sensor_events();
        let of = |entered: bool| {
            let mine = events.iter().filter(|event| event.other == other && event.entered == entered);
            mine.map(number).collect::<Vec<_>>()
        };
        assert!(!of(true).is_empty() && !of(false).is_empty(), "{events:?}");
        assert_eq!(true_after(&format!("entered(\"gate\", \"{text}\")"), 24), of(true));
        assert_eq!(true_after(&format!("left(\"gate\", \"{text}\")"), 24), of(false));
    }
}

/// At 16 per frame of 4 substeps the ball is at 4, 8, 12 and 16: in the gate, which reaches from 6.5 to 9.5, after the second
/// substep only.
#[test]
fn entered_and_left_do_not_miss_a_visit_within_a_frame() {
    let mut level = flight();
    level.discs[0].velocity = [16.0, 0.0];
    let true_after_frame = |text: &str| {
        let condition = Expression::condition(text, &level).unwrap();
        let (mut world, mut memory) = (World::new(&level).unwrap(), condition.memory());
        let mut found = Vec::new();
        for frame in 0..4 {
            let look = ProbeSample { level: &level, world: &world, trace: None, recorded: None, found: None };
            if condition.is_true(&look, &mut memory) {
                found.push(frame);
            }
            world.step_frame();
        }
        found
    };
    assert!(true_after_frame("inside(\"gate\", \"ball\")").is_empty());
    assert_eq!(true_after_frame("entered(\"gate\", \"ball\")"), [1]);
    assert_eq!(true_after_frame("left(\"gate\", \"ball\")"), [1]);
}

#[test]
fn errors_in_links_and_zones_are_explained() {
    let (linked, flight) = (linked(), flight());
    for (text, level, words) in [
        ("link(3).length", &linked, "there is no link 3; they are numbered 0 to 2"),
        ("link(\"ropes\").length", &linked, "there is no link \"ropes\"; did you mean \"rope\"?"),
        ("link(0).area", &linked, "a link has no `area`"),
        ("node(\"left\", \"hnad\").x", &linked, "no node with the label \"hnad\"; did you mean \"hand\"?"),
        ("inside(\"goal\", \"left\")", &linked, "there is no zone \"goal\"; the level has no sensor"),
        ("inside(\"gaol\", \"cart\")", &flight, "there is no zone \"gaol\"; did you mean \"goal\"?"),
        ("inside(\"flag\", \"cart\")", &flight, "a point or path, which has no inside"),
        ("inside(\"cart\", \"ball\")", &flight, "bodies[0] is not a sensor"),
        ("inside(\"gate\", node(0, 1))", &flight, "not single nodes"),
        ("entered(\"gate\")", &flight, "`entered` takes a zone and a part"),
        ("inside(\"gate\", \"cart\") > 1", &flight, "a number, but this is true or false"),
    ] {
        let error = Expression::new(text, level).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn expression_place_is_the_link_or_the_part_in_the_zone() {
    let (linked, flight) = (linked(), flight());
    for (text, level, place) in [
        ("link(\"rope\").length > 1", &linked, Place::Link(1)),
        ("max(link.length) > 1", &linked, Place::Link(0)),
        ("inside(\"goal\", \"ball\")", &flight, Place::Disc(0)),
        ("entered(\"gate\", \"cart\")", &flight, Place::Body(0)),
    ] {
        let world = World::new(level).unwrap();
        let look = ProbeSample { level, world: &world, trace: None, recorded: None, found: None };
        let expression = Expression::new(text, level).unwrap();
        assert_eq!(expression.place(&look, &expression.memory()), Some(place), "{text}");
    }
}

#[test]
fn complete_offers_links_and_zones() {
    let offered = |text: &str, level: &Level| {
        complete(text, text.len(), level).1.into_iter().map(|candidate| candidate.text).collect::<Vec<_>>()
    };
    assert_eq!(offered("link(", &linked()), ["\"arm\"", "\"rope\"", "\"pin\""]);
    assert!(offered("lin", &linked()).contains(&"link(".to_owned()));
    assert!(!offered("lin", &flight()).contains(&"link(".to_owned()), "the level has no links");
    assert_eq!(offered("inside(", &flight())[..2], ["\"goal\"", "\"gate\""]);
    assert!(offered("link(0).", &linked()).contains(&"strain".to_owned()));
}
