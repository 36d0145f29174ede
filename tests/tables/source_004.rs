//! 004 Verlet: schemes, friction factor, sticks, diagonals.

use crate::support::*;
use blobsmith::level::{Body, Contact, ContactMethod, Decor, Integrator, Motion, Point, Stick, World};

const SCHEMES: [Integrator; 3] = [Integrator::Verlet, Integrator::ExplicitEuler, Integrator::SemiImplicitEuler];

/// Thrown upwards at 8 under -4 in steps of ½, one coordinate: places and velocities after 1, 2, 3 steps.
#[track_caller]
fn thrown(scheme: Integrator, velocity_retention: f64, x: [f64; 3], v: [f64; 3]) {
    let world = World { gravity: [0.0, -4.0], velocity_retention, ..with(scheme, 0.5) };
    let level = bodies(world, vec![particle([0.0, 0.0], [0.0, 8.0])]);
    for steps in 1..=3 {
        for side in both(&level, steps) {
            near(&format!("{scheme:?}, {steps} steps"), side.x(0, 0), [0.0, x[steps - 1]]);
            near(&format!("{scheme:?}, {steps} steps"), side.v(0, 0), [0.0, v[steps - 1]]);
        }
    }
}

/// a h² = -1, prev = -4. Verlet: 0 + 4 - 1, 3 + 3 - 1, 5 + 2 - 1. Explicit: x moves by ½ of the old 8, 6, 4.
#[test]
fn integrators_match_the_table_for_three_steps() {
    thrown(Integrator::Verlet, 1.0, [3.0, 5.0, 6.0], [6.0, 4.0, 2.0]);
    thrown(Integrator::ExplicitEuler, 1.0, [4.0, 7.0, 9.0], [6.0, 4.0, 2.0]);
    thrown(Integrator::SemiImplicitEuler, 1.0, [3.0, 5.0, 6.0], [6.0, 4.0, 2.0]);
}

/// Factor ½. Verlet halves the way: 0 + 2 - 1, 1 + ½ - 1, ½ - ¼ - 1. Euler halves v after both lines: explicit
/// (8 - 2)/2 = 3, (3 - 2)/2, (½ - 2)/2; semi-implicit the same, moving by 6/2, 1/2, -1.5/2 first.
#[test]
fn integrators_with_friction_match_the_table_for_three_steps() {
    thrown(Integrator::Verlet, 0.5, [1.0, 0.5, -0.75], [2.0, -1.0, -2.5]);
    thrown(Integrator::ExplicitEuler, 0.5, [4.0, 5.5, 5.75], [3.0, 0.5, -0.75]);
    thrown(Integrator::SemiImplicitEuler, 0.5, [3.0, 3.5, 2.75], [3.0, 0.5, -0.75]);
}

/// A row of masses joined by sticks of this length, at rest.
fn chain(masses: &[(Point, f64)], length: f64) -> Body {
    let mut body = loose(masses);
    body.sticks = (1..masses.len()).map(|b| Stick { a: b - 1, b, length, hidden: false }).collect();
    body
}

/// Places after one step of ½ from rest; every scheme reads the move / ½ as velocity.
#[track_caller]
fn projected(row: &str, body: &Body, stick_iterations: u32, places: &[Point]) {
    for scheme in SCHEMES {
        let world = World { stick_iterations, ..with(scheme, 0.5) };
        for side in both(&bodies(world, vec![body.clone()]), 1) {
            for (node, place) in places.iter().enumerate() {
                let start = body.nodes[node].position;
                near(&format!("{row}, {scheme:?}, node {node}"), side.x(0, node), *place);
                let velocity = [(place[0] - start[0]) * 2.0, (place[1] - start[1]) * 2.0];
                near(&format!("{row}, {scheme:?}, node {node}"), side.v(0, node), velocity);
            }
        }
    }
}

/// d·(|d| - L)/|d| is shared by inverse mass. One pass is exact: a second one finds nothing to do.
#[test]
fn one_stick_matches_the_table() {
    let pin = |mut body: Body, nodes: &[usize]| {
        nodes.iter().for_each(|&node| body.nodes[node].pinned = true);
        body
    };
    let (a, b) = ([0.0, 0.0], [4.0, 0.0]);
    let equal = |length| chain(&[(a, 1.0), (b, 1.0)], length);
    let slanted = chain(&[(a, 2.0), ([6.0, 8.0], 2.0)], 5.0);
    for passes in [1, 2] {
        projected("too long by 2", &equal(2.0), passes, &[[1.0, 0.0], [3.0, 0.0]]);
        projected("too short by 2", &equal(6.0), passes, &[[-1.0, 0.0], [5.0, 0.0]]);
        projected("as it is", &equal(4.0), passes, &[a, b]);
        projected("masses 1 and 3", &chain(&[(a, 1.0), (b, 3.0)], 2.0), passes, &[[1.5, 0.0], [3.5, 0.0]]);
        projected("A pinned", &pin(equal(2.0), &[0]), passes, &[a, [2.0, 0.0]]);
        projected("B pinned", &pin(equal(2.0), &[1]), passes, &[[2.0, 0.0], b]);
        projected("both pinned", &pin(equal(2.0), &[0, 1]), passes, &[a, b]);
        // d·½ = (3, 4), half each.
        projected("slanted", &slanted, passes, &[[1.5, 2.0], [4.5, 6.0]]);
        projected("no length to start from", &chain(&[(a, 1.0), (a, 1.0)], 1.0), passes, &[a, a]);
    }
    // As printed, p1 -= delta·ratio/2 with ratio = (10 - 5)/5: 20 apart instead of 5.
    let printed: [f64; 4] = [-3.0, -4.0, 9.0, 12.0];
    let apart = (printed[2] - printed[0]).hypot(printed[3] - printed[1]);
    assert_eq!(apart, 20.0);
}

/// A, B, C at 0, 2, 4 with sticks of 1, in file order.
#[test]
fn two_sticks_match_the_table() {
    let masses = [0.0, 2.0, 4.0].map(|x| ([x, 0.0], 1.0));
    let free = chain(&masses, 1.0);
    // AB: ½, 1½; BC: 2½ long, ¾ each.
    projected("one pass", &free, 1, &[[0.5, 0.0], [2.25, 0.0], [3.25, 0.0]]);
    // AB: 1¾ long, ⅜ each: ⅞, 1⅞; BC: 1⅜ long, 3/16 each.
    projected("two passes", &free, 2, &[[0.875, 0.0], [2.0625, 0.0], [3.0625, 0.0]]);
    let mut hung = free;
    hung.nodes[0].pinned = true;
    // AB: B to 1; BC: 3 long, 1 each.
    projected("hung, one pass", &hung, 1, &[[0.0, 0.0], [2.0, 0.0], [3.0, 0.0]]);
    // AB: B to 1; BC: 2 long, ½ each.
    projected("hung, two passes", &hung, 2, &[[0.0, 0.0], [1.5, 0.0], [2.5, 0.0]]);
}

/// A triangle of equal masses with its tip at `tip`, its barycentre 4 above it.
fn dart(tip: Point) -> Body {
    let [x, y] = tip;
    hulled(loose(&[(tip, 1.0), ([x + 3.0, y + 6.0], 1.0), ([x - 3.0, y + 6.0], 1.0)]))
}

/// A block with its top from q1 = (4, 0) to q2 = (-4, 0): the normal (d.y, -d.x) = (0, 8), not of unit length.
fn block(motion: Motion) -> Body {
    let corners = [[-4.0, -6.0], [4.0, -6.0], [4.0, 0.0], [-4.0, 0.0]];
    Body { motion, ..hulled(loose(&corners.map(|corner| (corner, 1.0)))) }
}

/// p1 = barycentre, p2 = tip: t1 = where the edge cuts (p1 p2), depth (1 - t1)·(0, 8), half to the tip, half to the
/// edge, shared 1 - t2 : t2.
#[test]
fn diagonals_match_the_table() {
    // tip, moves of the tip, of q1 and of q2
    let rows: [(&str, Point, f64, f64, f64); 4] = [
        ("t1 = ¾, t2 = ½: depth 2", [0.0, -1.0], 1.0, -0.5, -0.5),
        ("t1 = ¾, t2 = ¼: depth 2", [2.0, -1.0], 1.0, -0.75, -0.25),
        ("t1 = ½, t2 = ½: depth 4", [0.0, -2.0], 2.0, -1.0, -1.0),
        ("above: t1 would be 2", [0.0, 4.0], 0.0, 0.0, 0.0),
    ];
    let rule = Contact { method: ContactMethod::Diagonals, ..Contact::default() };
    for (row, tip, up, q1, q2) in rows {
        // Only the positions move: in the Euler schemes that is no velocity.
        for scheme in [Integrator::Verlet, Integrator::SemiImplicitEuler] {
            let world = contact(with(scheme, 0.5), rule.clone());
            for side in both(&bodies(world.clone(), vec![dart(tip), block(Motion::Dynamic)]), 1) {
                near(row, side.x(0, 0), [tip[0], tip[1] + up]);
                near(row, side.x(1, 2), [4.0, q1]);
                near(row, side.x(1, 3), [-4.0, q2]);
                let velocity = if scheme == Integrator::Verlet { up * 2.0 } else { 0.0 };
                near(row, side.v(0, 0), [0.0, velocity]);
            }
            // What cannot move leaves the whole depth to the other.
            for side in both(&bodies(world, vec![dart(tip), block(Motion::Fixed)]), 1) {
                near(row, side.x(0, 0), [tip[0], tip[1] + 2.0 * up]);
                near(row, side.x(1, 2), [4.0, 0.0]);
            }
        }
    }
}

/// Decor that pushes by force does so instead, as with hulls: mass 1, depth 1, h = ½: v = 2·½, x += v·½. The tip is
/// below the top still, and stays there.
#[test]
fn diagonals_leave_decor_to_the_force() {
    let rule = Contact {
        method: ContactMethod::Diagonals,
        decor: Decor::Penalty { stiffness: 2.0, viscosity: 0.0 },
        ..Contact::default()
    };
    for side in both(&bodies(contact(still(0.5), rule), vec![dart([0.0, -1.0]), block(Motion::Fixed)]), 1) {
        near("tip", side.v(0, 0), [0.0, 1.0]);
        near("tip", side.x(0, 0), [0.0, -0.5]);
    }
}
