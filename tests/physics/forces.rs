//! Gravity, springs and gas (000 §C), one step by hand.

use super::subject::{Subject, for_both, loose, mass, near, near_number, still};
use crate::scenes::level;
use blobsmith::level::{Body, Level, Node, Role, Spring, World};

for_both!(
    gravity_accelerates_every_mass_equally,
    spring_force_and_damping_match_hand_calculation,
    spring_of_zero_length_exerts_no_force,
    gas_force_on_a_unit_square_matches_hand_calculation,
    gas_force_is_halved_on_twice_the_side,
    gas_force_is_zero_without_triangles,
    barycentre_is_the_weighted_mean,
    energies_match_hand_calculation,
);

/// g = -0.5, N = 4, h = 1/4: v = g·1 after a frame; x = g h² (1+2+3+4) = -0.5·10/16 = -0.3125.
fn gravity_accelerates_every_mass_equally<S: Subject>() {
    let world = World { gravity: [0.0, -0.5], substeps: 4, ..World::default() };
    let body = loose(vec![mass([0.0, 0.0], 1.0), mass([1.0, 0.0], 7.0)]);
    let mut subject = S::start(&Level { world, ..level(vec![body]) });
    subject.frame();
    for node in 0..2 {
        near(subject.v(0, node), [0.0, -0.5]);
        near(subject.x(0, node), [node as f64, -0.3125]);
    }
}

/// 000 §C.2.c with AB = (3,4), |AB| = 5, L = 4, k = 0.5, c = 0.2, v_B - v_A = (1,0):
/// (1·3 + 0·4)/5 = 0.6; (0.6·0.2 + (5-4)·0.5)/5 = 0.62/5 = 0.124; f_A = 0.124·(3,4) = (0.372, 0.496) = -f_B.
/// h = 1, m_A = 1, m_B = 2: v_A = (0.372, 0.496); v_B = (1,0) - (0.186, 0.248) = (0.814, -0.248);
/// x_B = (3,4) + v_B = (3.814, 3.752).
fn spring_force_and_damping_match_hand_calculation<S: Subject>() {
    let mut body = loose(vec![mass([0.0, 0.0], 1.0), mass([3.0, 4.0], 2.0)]);
    body.nodes[1].velocity = [1.0, 0.0];
    body.springs.push(Spring { a: 0, b: 1, rest_length: 4.0, stiffness: 0.5, damping: 0.2 });
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![body]) });
    subject.substep();
    near(subject.v(0, 0), [0.372, 0.496]);
    near(subject.x(0, 0), [0.372, 0.496]);
    near(subject.v(0, 1), [0.814, -0.248]);
    near(subject.x(0, 1), [3.814, 3.752]);
}

fn spring_of_zero_length_exerts_no_force<S: Subject>() {
    let mut body = loose(vec![mass([1.0, 1.0], 1.0), mass([1.0, 1.0], 1.0)]);
    body.springs.push(Spring { a: 0, b: 1, rest_length: 1.0, stiffness: 1.0, damping: 1.0 });
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![body]) });
    subject.frame();
    near(subject.x(0, 0), [1.0, 1.0]);
    near(subject.x(0, 1), [1.0, 1.0]);
    assert!(subject.kinds().is_empty());
}

/// A square of this side with its lower left corner at the origin, without springs.
fn square(side: f64, gas: f64) -> Body {
    let corners = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
    Body {
        gas,
        nodes: corners.map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    }
}

/// 000 §C.3: V = 1, P = K/V = 2; a side of length 1 bears F = P·1 = 2, half at each end: 1. Every corner ends two
/// sides: the lower left one gets (0,-1) + (-1,0). In a step of 1 with mass 1 that is its velocity.
fn gas_force_on_a_unit_square_matches_hand_calculation<S: Subject>() {
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![square(1.0, 2.0)]) });
    subject.substep();
    for (node, expected) in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].into_iter().enumerate() {
        near(subject.v(0, node), expected);
    }
}

/// V = 4, P = 2/4 = 0.5; a side of length 2 bears 1, half at each end: 0.5.
fn gas_force_is_halved_on_twice_the_side<S: Subject>() {
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![square(2.0, 2.0)]) });
    subject.substep();
    near(subject.v(0, 0), [-0.5, -0.5]);
    near(subject.v(0, 2), [0.5, 0.5]);
}

fn gas_force_is_zero_without_triangles<S: Subject>() {
    let body = Body { triangles: Vec::new(), ..square(1.0, 2.0) };
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![body]) });
    subject.substep();
    near(subject.v(0, 0), [0.0, 0.0]);
    assert!(subject.kinds().is_empty());
}

/// Masses 1, 1, 2 at (0,0), (4,0), (0,4): mean (4/4, 8/4) = (1,2); moving as one with (0.5, 0), after h = 1 (1.5, 2).
fn barycentre_is_the_weighted_mean<S: Subject>() {
    let mut body = loose(vec![mass([0.0, 0.0], 1.0), mass([4.0, 0.0], 1.0), mass([0.0, 4.0], 2.0)]);
    for node in &mut body.nodes {
        node.velocity = [0.5, 0.0];
    }
    body.nodes.push(Node { role: Role::Barycentre, ..Node::at([1.0, 2.0]) });
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![body]) });
    subject.substep();
    near(subject.x(0, 3), [1.5, 2.0]);
    near(subject.v(0, 3), [0.5, 0.0]);
}

/// Masses 2 at (0,3), speed (1,2): ½·2·5 = 5; g = (0,-0.5): gravity 2·0.5·3 = 3; and 1 at (4,3) pinned: nothing.
/// Spring d = 4, L = 1, k = 0.5: ½·0.5·9 = 2.25. A square of gas 2 twice as wide as at the start would be
/// -2·ln 4; at the start it is 0.
fn energies_match_hand_calculation<S: Subject>() {
    let mut body = loose(vec![mass([0.0, 3.0], 2.0), mass([4.0, 3.0], 1.0)]);
    body.nodes[0].velocity = [1.0, 2.0];
    body.nodes[1].pinned = true;
    body.springs.push(Spring { a: 0, b: 1, rest_length: 1.0, stiffness: 0.5, damping: 0.0 });
    let world = World { gravity: [0.0, -0.5], ..still(1.0) };
    let subject = S::start(&Level { world, ..level(vec![body]) });
    let energy = subject.energies();
    near_number(energy.kinetic, 5.0);
    near_number(energy.gravity, 3.0);
    near_number(energy.spring, 2.25);
    near_number(energy.gas, 0.0);
    near_number(energy.total, 10.25);

    // Corners that move away from the middle: twice as wide after a step with negligible gas force.
    let mut square = square(1.0, 1e-6);
    for (node, velocity) in square.nodes.iter_mut().zip([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) {
        node.velocity = velocity;
        node.role = Role::Mass(1e9);
    }
    let mut subject = S::start(&Level { world: still(1.0), ..level(vec![square]) });
    subject.substep();
    near_number(subject.energies().gas * 1e6, -(4.0_f64.ln()));
}
