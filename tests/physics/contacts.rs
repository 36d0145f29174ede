//! One contact's impulse, friction and repositioning (000 §D.2) by hand.

use super::subject::{Subject, for_both, loose, mass, near, spike, still};
use crate::scenes::{block, level};
use blobsmith::level::{Body, Contact, Integrator, Level, Point, World};

for_both!(
    contact_of_a_free_node_and_a_free_edge_matches_hand_calculation,
    contact_of_a_free_node_and_decor_matches_hand_calculation,
    contact_of_a_pinned_node_and_a_free_edge_matches_hand_calculation,
    edge_with_one_pinned_end_is_immovable,
    separating_node_is_pulled_back_unless_approaching_only,
    verlet_keeps_the_velocity_of_the_impulse_after_repositioning,
);

/// A floor of four loose nodes, its upper edge A = (4,0), B = (0,0), that after a step of length 1 is at its place with
/// these velocities.
fn floor(velocity_a: Point, velocity_b: Point) -> Body {
    let mut body = loose(vec![
        mass([4.0 - velocity_a[0], -velocity_a[1]], 1.0),
        mass([-velocity_b[0], -velocity_b[1]], 3.0),
        mass([0.0, -6.0], 1.0),
        mass([4.0, -6.0], 1.0),
    ]);
    body.nodes[0].velocity = velocity_a;
    body.nodes[1].velocity = velocity_b;
    body.hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    (body.restitution, body.friction) = (0.8, 0.6);
    body
}

/// M comes to (1, -0.5) with this velocity; mass 2.
fn visitor(velocity: Point) -> Body {
    let mut body = spike([1.0, -0.5], velocity, 2.0, [1.0, 8.0]);
    (body.restitution, body.friction) = (0.5, 0.5);
    body
}

fn one_step<S: Subject>(world: World, bodies: Vec<Body>) -> S {
    let mut subject = S::start(&Level { world, ..level(bodies) });
    subject.substep();
    assert_eq!(subject.contacts(), 1);
    subject
}

/// m_M = 2, m_AB = 1+3 = 4: 1/m_M + 1/m_AB = 0.75. AB = (-4,0), AB² = 16, divisor 12.
/// v_AB = ((0.2,0)+(0,0.2))/2 = (0.1,0.1); Δv = (0.6,-0.9)-(0.1,0.1) = (0.5,-1). e = 0.4, friction 0.3.
/// Impulse: 1.4·cross(AB,Δv)/12 = 1.4·4/12 = 7/15; v_M.y += 7/15·4/2 = 14/15; v_A.y, v_B.y -= 7/15·4/4 = 7/15.
/// Friction: 0.3·dot(AB,Δv)/12 = 0.3·(-2)/12 = -0.05; v_M.x -= -0.05·(-4)/2 = 0.1; v_A.x, v_B.x += 0.05.
/// Depth: cross(AB,AM) = cross((-4,0),(-3,-0.5)) = 2; 2/12 = 1/6; M.y += 1/6·4/2 = 1/3; A.y, B.y -= 1/6.
fn contact_of_a_free_node_and_a_free_edge_matches_hand_calculation<S: Subject>() {
    let subject: S = one_step(still(1.0), vec![floor([0.2, 0.0], [0.0, 0.2]), visitor([0.6, -0.9])]);
    near(subject.v(1, 0), [0.5, -0.9 + 14.0 / 15.0]);
    near(subject.v(0, 0), [0.25, -7.0 / 15.0]);
    near(subject.v(0, 1), [0.05, 0.2 - 7.0 / 15.0]);
    near(subject.x(1, 0), [1.0, -1.0 / 6.0]);
    near(subject.x(0, 0), [4.0, -1.0 / 6.0]);
    near(subject.x(0, 1), [0.0, -1.0 / 6.0]);
}

/// 1/m_AB = 0, divisor 16/2 = 8, Δv = (0.5,-1). Impulse 1.4·4/8 = 0.7, v_M.y = -1 + 0.7·4/2 = 0.4. Friction
/// 0.3·(-2)/8 = -0.075, v_M.x = 0.5 - 0.15 = 0.35. Depth 2/8 = 0.25, M.y = -0.5 + 0.25·4/2 = 0.
fn contact_of_a_free_node_and_decor_matches_hand_calculation<S: Subject>() {
    let mut decor = block([0.0, -6.0], [4.0, 0.0]);
    (decor.restitution, decor.friction) = (0.8, 0.6);
    let subject: S = one_step(still(1.0), vec![visitor([0.5, -1.0]), decor]);
    near(subject.v(0, 0), [0.35, 0.4]);
    near(subject.x(0, 0), [1.0, 0.0]);
}

/// 1/m_M = 0, divisor 16/4 = 4. v_A = v_B = (-0.5,1), Δv = (0.5,-1). Impulse 1.4·4/4 = 1.4, v_A.y = 1 - 1.4·4/4 = -0.4.
/// Friction 0.3·(-2)/4 = -0.15, v_A.x = -0.5 + 0.15. Depth 2/4, A.y = -0.5·4/4 = -0.5.
fn contact_of_a_pinned_node_and_a_free_edge_matches_hand_calculation<S: Subject>() {
    let mut above = visitor([0.0, 0.0]);
    above.nodes[0].pinned = true;
    let subject: S = one_step(still(1.0), vec![above, floor([-0.5, 1.0], [-0.5, 1.0])]);
    near(subject.x(0, 0), [1.0, -0.5]);
    for (node, x) in [(0, 4.0), (1, 0.0)] {
        near(subject.v(1, node), [-0.35, -0.4]);
        near(subject.x(1, node), [x, -0.5]);
    }
}

/// As against decor: the whole edge counts as immovable, and B does not move either.
fn edge_with_one_pinned_end_is_immovable<S: Subject>() {
    let mut below = floor([0.0, 0.0], [0.0, 0.0]);
    below.nodes[0].pinned = true;
    let subject: S = one_step(still(1.0), vec![below, visitor([0.5, -1.0])]);
    near(subject.v(1, 0), [0.35, 0.4]);
    near(subject.x(1, 0), [1.0, 0.0]);
    near(subject.v(0, 1), [0.0, 0.0]);
    near(subject.x(0, 1), [0.0, 0.0]);
}

/// Δv = (0.5,+1): cross(AB,Δv) = -4; the source takes 1.4·(-4)/8·4/2 = -1.4 from v_M.y (1 -> -0.4) and 0.15 from
/// v_M.x; with `approaching_only` neither. The move happens in both.
fn separating_node_is_pulled_back_unless_approaching_only<S: Subject>() {
    for (approaching_only, expected) in [(false, [0.35, -0.4]), (true, [0.5, 1.0])] {
        let mut decor = block([0.0, -6.0], [4.0, 0.0]);
        (decor.restitution, decor.friction) = (0.8, 0.6);
        let world = World { contact: Contact { approaching_only, ..Contact::default() }, ..still(1.0) };
        let subject: S = one_step(world, vec![visitor([0.5, 1.0]), decor]);
        near(subject.v(0, 0), expected);
        near(subject.x(0, 0), [1.0, 0.0]);
    }
}

/// `contact_of_a_free_node_and_decor_matches_hand_calculation` with h = 1: Δv = (-0.15, 1.4) goes into the previous position,
/// which then moves along with the node: (0.5 - 0.15, -1 + 1.4) = (0.35, 0.4), as under the Euler schemes.
fn verlet_keeps_the_velocity_of_the_impulse_after_repositioning<S: Subject>() {
    let mut decor = block([0.0, -6.0], [4.0, 0.0]);
    (decor.restitution, decor.friction) = (0.8, 0.6);
    let world = World { integrator: Integrator::Verlet, ..still(1.0) };
    let subject: S = one_step(world, vec![visitor([0.5, -1.0]), decor]);
    near(subject.x(0, 0), [1.0, 0.0]);
    near(subject.v(0, 0), [0.35, 0.4]);
}
