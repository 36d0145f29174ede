//! Decor that moves on its path, and decor that pushes by force.

use super::subject::{Subject, for_both, near, spike, still};
use crate::scenes::{block, level};
use blobsmith::level::{Contact, Decor, Level, Motion, Path, World};

for_both!(driven_body_follows_its_path, penalty_force_matches_hand_calculation);

/// Two points, (0,0) and (2,0), period 8: 4 units of time each way, speed 0.5. At time 1: 0.5; at time 5: 1.5, on the
/// way back; at time 9: 0.5 again.
fn driven_body_follows_its_path<S: Subject>() {
    let path = Path { points: vec![[0.0, 0.0], [2.0, 0.0]], period: 8.0 };
    let body = blobsmith::level::Body { motion: Motion::Driven(path), ..block([1.0, 1.0], [2.0, 2.0]) };
    let world = World { substeps: 2, ..World::default() };
    let mut subject = S::start(&Level { world, ..level(vec![body]) });
    for frame in 1..=9 {
        subject.frame();
        if let Some((offset, speed)) = match frame {
            1 | 9 => Some((0.5, 0.5)),
            5 => Some((1.5, -0.5)),
            _ => None,
        } {
            near(subject.x(0, 0), [1.0 + offset, 1.0]);
            near(subject.x(0, 2), [2.0 + offset, 2.0]);
            near(subject.v(0, 0), [speed, 0.0]);
        }
    }
}

/// M of mass 2 at (1,-0.5), 0.5 below the top, v = (0.2,-0.4): force 4·0.5·(0,1) - 0.5·(0.2,-0.4) = (-0.1, 2.2).
/// h = 0.5: v = (0.2 - 0.025, -0.4 + 0.55), and no impulse, though M is inside still: x += 0.5·v.
fn penalty_force_matches_hand_calculation<S: Subject>() {
    let velocity = [0.2, -0.4];
    let mut body = spike([1.0, -0.5], [0.0, 0.0], 2.0, [1.0, 8.0]);
    body.nodes[0].velocity = velocity;
    let contact = Contact { decor: Decor::Penalty { stiffness: 4.0, viscosity: 0.5 }, ..Contact::default() };
    let world = World { contact, ..still(0.5) };
    let mut subject = S::start(&Level { world, ..level(vec![body, block([0.0, -6.0], [4.0, 0.0])]) });
    subject.substep();
    near(subject.v(0, 0), [0.175, 0.15]);
    near(subject.x(0, 0), [1.0875, -0.425]);
    assert_eq!(subject.contacts(), 0);
}
