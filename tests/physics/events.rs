//! Failures of a run: reported, limited to one body, without a hang.

use super::subject::{Subject, for_both, near, still};
use crate::scenes::{Stuff, block, lattice, level, moved, with_velocity};
use blobsmith::engine::{EventKind, World as Engine};
use blobsmith::level::{Body, Integrator, Level, Place, World};

for_both!(
    inverted_body_gets_no_gas_force,
    blow_up_is_reported_and_does_not_affect_other_bodies,
    huge_numbers_leave_other_bodies_finite
);

/// Triangles that run clockwise: S = -2 for a unit square. No gas force, so nothing moves; an event.
fn inverted_body_gets_no_gas_force<S: Subject>() {
    let mut body = lattice([0.0, 0.0], 1.0, 1, 1, Stuff { gas: 5.0, ..Stuff::default() });
    body.triangles.iter_mut().for_each(|triangle| triangle.reverse());
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![body]) });
    subject.substep();
    near(subject.v(0, 0), [0.0, 0.0]);
    assert_eq!(subject.kinds(), vec![EventKind::Collapsed]);
}

fn soft(x: f64, y: f64) -> Body {
    lattice([x, y], 1.0, 2, 2, Stuff::default())
}

/// A body with far too stiff springs on the same floor as a stable one.
fn with_a_bomb(bomb: Body) -> Level {
    let world = World { substeps: 2, ..World::default() };
    Level { world, ..level(vec![block([-20.0, -2.0], [20.0, 0.0]), soft(-6.0, 0.3), bomb]) }
}

/// The stable body moves as it does without the other.
fn blow_up_is_reported_and_does_not_affect_other_bodies<S: Subject>() {
    let mut bomb = lattice([4.0, 0.3], 1.0, 2, 2, Stuff { stiffness: 1e6, ..Stuff::default() });
    bomb.nodes[0].position[0] += 0.1;
    let blown = with_a_bomb(bomb);
    let mut alone = blown.clone();
    alone.bodies.truncate(2);
    let (mut with, mut without) = (S::start(&blown), S::start(&alone));
    let mut events = Vec::new();
    for _ in 0..300 {
        with.frame();
        without.frame();
        events.extend(with.kinds());
    }
    assert!(events.contains(&EventKind::BlowUp));
    assert_eq!(events.iter().filter(|&&kind| kind == EventKind::BlowUp).count(), 1, "once a body");
    for node in 0..blown.bodies[1].nodes.len() {
        assert!(without.x(1, node).is_finite());
        assert!(with.x(1, node).is_finite(), "the other body stays sound");
    }
}

/// Enormous numbers overflow in every stage without a panic or a hang.
fn huge_numbers_leave_other_bodies_finite<S: Subject>() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet] {
        for size in [1e100, 1e200, 1e308] {
            let flying = with_velocity(soft(4.0, 0.3), [size, -size]);
            let mut level = with_a_bomb(flying);
            level.bodies.push(moved(soft(0.0, 0.0), [size, size]));
            level.world.integrator = integrator;
            let mut subject = S::start(&level);
            for _ in 0..5 {
                subject.frame();
            }
            for node in 0..level.bodies[1].nodes.len() {
                assert!(subject.x(1, node).is_finite(), "{integrator:?} {size}");
            }
        }
    }
}

/// Events name their body and their time.
#[test]
fn events_name_their_body_and_time() {
    let mut body = lattice([0.0, 0.0], 1.0, 1, 1, Stuff::default());
    body.triangles.iter_mut().for_each(|triangle| triangle.reverse());
    let world = World { substeps: 4, ..World::default() };
    let mut engine = Engine::new(&Level { world, ..level(vec![soft(5.0, 5.0), body]) }).expect("fit to run");
    engine.step_frame();
    let events = engine.take_events();
    assert!(!events.is_empty());
    for event in &events {
        assert_eq!((event.kind, event.frame), (EventKind::Collapsed, 0));
        assert_eq!(event.place.body(), Some(1));
        assert!(event.substep < 4);
    }
    assert!(engine.take_events().is_empty(), "reported once");
    assert_eq!(Place::Body(1).to_string(), "bodies[1]");
}
