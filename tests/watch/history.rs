//! Functions of history, compared with values kept by the test; also with a memory that starts a few moments earlier.

use crate::stage::touching;
use blobsmith::debugger::Expression;
use blobsmith::debugger::probes::ProbeSample;
use blobsmith::engine::World;
use blobsmith::level::{Body, Level, Node, World as Settings};

/// One falling mass: after n substeps of h its velocity is n·h·g.
fn falling() -> Level {
    let body = Body { name: "stone".to_owned(), nodes: vec![Node::at([0.0, 8.0])], ..Body::default() };
    let world = Settings { gravity: [0.0, -1.0], frame_time: 1.0, substeps: 4, ..Settings::default() };
    Level { world, bodies: vec![body], ..Level::default() }
}

/// The values at frames (or substeps) 0, 1, 2 …
fn values(text: &str, level: &Level, moments: usize, each_substep: bool) -> Vec<f64> {
    let expression = Expression::new(text, level).unwrap_or_else(|error| panic!("{}", error.show(text)));
    let mut memory = expression.memory();
    let mut world = World::new(level).unwrap();
    let mut list = Vec::new();
    for _ in 0..moments {
        let look = ProbeSample { level, world: &world, trace: None, recorded: None, found: None };
        list.push(expression.value(&look, &mut memory));
        if each_substep { world.step_substep() } else { world.step_frame() }
    }
    list
}

#[track_caller]
fn same(found: &[f64], expected: &[f64]) {
    let is_same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(is_same), "{found:?}, not {expected:?}");
}

const NAN: f64 = f64::NAN;

#[test]
fn previous_refers_to_the_frame_or_substep_before() {
    let level = falling();
    let vy = "node(0, 0).vy";
    same(&values(vy, &level, 4, false), &[0.0, -1.0, -2.0, -3.0]);
    same(&values(&format!("previous({vy})"), &level, 4, false), &[NAN, 0.0, -1.0, -2.0]);
    same(&values(&format!("change({vy})"), &level, 4, false), &[NAN, -1.0, -1.0, -1.0]);
    same(&values(&format!("change({vy})"), &level, 4, true), &[NAN, -0.25, -0.25, -0.25]);
    same(&values(&format!("changed({vy})"), &level, 3, false), &[0.0, 1.0, 1.0]);
    same(&values(&format!("rise({vy})"), &level, 4, false), &[NAN, f64::NEG_INFINITY, -1.0, -0.5]);
    same(&values(&format!("start({vy} + 2)"), &level, 3, false), &[2.0, 2.0, 2.0]);
    same(&values(&format!("previous(previous({vy}))"), &level, 4, false), &[NAN, NAN, 0.0, -1.0]);
    same(&values(&format!("previous({vy} < -0.5)"), &level, 4, false), &[0.0, 0.0, 1.0, 1.0]);
    same(&values("changed(frame > 1)", &level, 5, false), &[0.0, 0.0, 1.0, 0.0, 0.0]);
    // A value that was and still is `nan` counts as unchanged.
    same(&values("changed(0 / 0)", &level, 3, false), &[0.0, 0.0, 0.0]);
}

#[test]
fn history_is_kept_per_element() {
    let level = Level { bodies: vec![falling().bodies.remove(0), touching().bodies.remove(0)], ..falling() };
    // All nodes fall with the same velocity, from different heights.
    same(&values("max(change(node.vy))", &level, 3, false), &[NAN, -1.0, -1.0]);
    same(&values("count(changed(node.y))", &level, 3, false), &[0.0, 5.0, 5.0]);
    same(&values("max(start(node.y))", &level, 3, false), &[8.0, 8.0, 8.0]);
    same(&values("count(node.y == start(node.y))", &level, 2, false), &[5.0, 0.0]);
}

#[test]
fn contacts_count_since_the_previous_moment() {
    let level = touching();
    let so_far = values("contacts_so_far", &level, 60, true);
    let contacts = values("contacts", &level, 60, true);
    assert_eq!(contacts[0], 0.0);
    assert!(so_far[59] > 0.0, "the two bodies touch");
    for index in 1..60 {
        assert_eq!(contacts[index], so_far[index] - so_far[index - 1]);
    }
}

#[test]
fn looks_back_is_sufficient() {
    let level = touching();
    for (text, looks_back) in [
        ("energy.total", 0),
        ("start(energy.total)", 0),
        ("contacts", 1),
        ("change(energy.kinetic)", 1),
        ("change(change(body(0).x)) + previous(frame)", 2),
        ("previous(changed(contacts))", 3),
    ] {
        let expression = Expression::new(text, &level).unwrap();
        assert_eq!(expression.looks_back(), looks_back, "{text}");
        let straight = values(text, &level, 30, false);
        for moment in 0..30_usize {
            // A new memory that starts exactly as early as required.
            let first = moment.saturating_sub(looks_back as usize);
            let mut memory = expression.memory();
            let mut world = World::new(&level).unwrap();
            let mut value = NAN;
            for frame in 0..=moment {
                if frame >= first {
                    let look = ProbeSample { level: &level, world: &world, trace: None, recorded: None, found: None };
                    value = expression.value(&look, &mut memory);
                }
                world.step_frame();
            }
            same(&[value], &straight[moment..=moment]);
        }
    }
}

#[test]
fn forget_restarts_the_history() {
    let level = falling();
    let expression = Expression::new("changed(time)", &level).unwrap();
    let mut memory = expression.memory();
    let mut world = World::new(&level).unwrap();
    let value = |world: &World, memory: &mut _| {
        expression.value(&ProbeSample { level: &level, world, trace: None, recorded: None, found: None }, memory)
    };
    assert_eq!(value(&world, &mut memory), 0.0);
    world.step_frame();
    assert_eq!(value(&world, &mut memory), 1.0);
    memory.forget();
    world.step_frame();
    assert_eq!(value(&world, &mut memory), 0.0);
}

/// Each node of the set sees the same previous value of the single one.
#[test]
fn history_of_a_single_value_works_within_a_set() {
    let level = Level { bodies: vec![falling().bodies.remove(0), touching().bodies.remove(0)], ..falling() };
    same(&values("count(node.y < 100 and previous(frame) == 1)", &level, 4, false), &[0.0, 0.0, 5.0, 0.0]);
    same(&values("max(node.vy + change(frame))", &level, 3, false), &[NAN, 0.0, -1.0]);
    same(&values("count(node.y < 100 and start(node(0, 0).y) == 8)", &level, 2, false), &[5.0, 5.0]);
    same(
        &values("count(node.y < 100 and changed(frame > 1)) + previous(frame)", &level, 4, false),
        &[NAN, 0.0, 6.0, 2.0],
    );
}
