//! Fixtures: nodes, springs and sticks.

use crate::build::*;
use crate::fixtures::*;
use blobsmith::level::*;

/// In no particular order.
pub const FIXTURES: &[Fixture] = &[
    Fixture {
        rule: "number-range",
        broken: || lattice_but(|l| l.bodies[0].nodes.iter_mut().for_each(|node| node.position[0] += 4e10)),
        sound: || lattice_but(|l| l.bodies[0].nodes.iter_mut().for_each(|node| node.position[0] += 400.0)),
        touches: None,
    },
    Fixture {
        rule: "number-range",
        broken: || lattice_but(|l| l.bodies[0].nodes[2].position = [1e200, 5.0]),
        sound: plain_lattice,
        touches: None,
    },
    Fixture {
        rule: "empty-body",
        broken: || plain_but(|l| l.bodies.push(Body::default())),
        sound: plain,
        touches: Some(&["bodies"]),
    },
    Fixture {
        rule: "rest-length",
        broken: || plain_but(|l| l.bodies[0].springs[2].rest_length = 12.0),
        sound: || plain_but(|l| l.bodies[0].springs[2].rest_length = 10.4),
        touches: Some(&["bodies[0].springs"]),
    },
    Fixture {
        rule: "stick-length",
        broken: || {
            let mut level = with_sticks(1);
            level.bodies[0].sticks[0].length = 5.2;
            level
        },
        sound: || with_sticks(1),
        touches: Some(&["bodies[0].sticks"]),
    },
    Fixture {
        rule: "unheld-node",
        broken: || lattice_but(|l| l.bodies[0].springs.retain(|s| s.a != 8 && s.b != 8)),
        sound: || lattice_but(|l| l.bodies[0].springs.retain(|s| s.a != 4 || s.b != 8)),
        touches: None,
    },
    Fixture {
        rule: "idle-spring",
        broken: || {
            plain_but(|l| {
                l.bodies[1].springs = springs(&l.bodies[1].nodes, &[(0, 1)]);
                l.bodies[1].sticks = vec![Stick { a: 0, b: 1, length: 100.0, hidden: false }];
            })
        },
        sound: plain,
        touches: Some(&["bodies[1].springs", "bodies[1].sticks"]),
    },
    Fixture {
        rule: "idle-spring",
        broken: || lattice_but(|l| (0..2).for_each(|node| l.bodies[0].nodes[node].pinned = true)),
        sound: || lattice_but(|l| l.bodies[0].nodes[0].pinned = true),
        touches: Some(&["bodies[0].springs"]),
    },
    Fixture {
        rule: "stick-integrator",
        broken: || {
            let mut level = with_sticks(1);
            level.world.integrator = Integrator::SemiImplicitEuler;
            level
        },
        sound: || with_sticks(1),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "stability",
        broken: || plain_but(|l| l.bodies[0].springs.iter_mut().for_each(|s| s.stiffness = 4000.0)),
        sound: || plain_but(|l| l.bodies[0].springs.iter_mut().for_each(|s| s.stiffness = 100.0)),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "stability",
        broken: || plain_but(|l| l.bodies[0].springs.iter_mut().for_each(|s| s.damping = 12.0)),
        sound: || plain_but(|l| l.bodies[0].springs.iter_mut().for_each(|s| s.damping = 2.0)),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "explicit-growth",
        broken: || explicit(0.002),
        sound: || explicit(0.02),
        touches: Some(&["world"]),
    },
    Fixture { rule: "explicit-growth", broken: || explicit(8.0), sound: || explicit(1.0), touches: Some(&["world"]) },
    Fixture {
        rule: "orphan-node",
        broken: || lattice_but(|l| l.bodies[0].nodes.push(Node::at([2.0, 8.0]))),
        sound: plain_lattice,
        touches: Some(&["bodies[0].nodes"]),
    },
    Fixture {
        rule: "coincident-nodes",
        broken: || {
            lattice_but(|l| {
                let body = &mut l.bodies[0];
                body.nodes.push(body.nodes[4].clone());
                let half = body.springs.iter_mut().filter(|s| s.a == 4);
                half.for_each(|s| s.a = 9);
            })
        },
        sound: plain_lattice,
        touches: Some(&["bodies[0].nodes", "bodies[0].springs"]),
    },
    Fixture { rule: "disconnected", broken: || two_lattices(false), sound: || two_lattices(true), touches: None },
    Fixture {
        rule: "zero-length",
        broken: || {
            lattice_but(|l| {
                l.bodies[0].springs.push(Spring { a: 3, b: 3, rest_length: 1.0, stiffness: 0.2, damping: 0.02 });
            })
        },
        sound: plain_lattice,
        touches: Some(&["bodies[0].springs"]),
    },
    Fixture {
        rule: "zero-length",
        broken: || lattice_but(|l| l.bodies[0].hull.push([2, 2])),
        sound: plain_lattice,
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "zero-length",
        broken: || {
            high_slab(|slab| {
                slab.nodes.push(slab.nodes[0].clone());
                slab.hull = vec![[0, 4], [4, 1], [1, 2], [2, 3], [3, 0]];
            })
        },
        sound: || high_slab(|_| ()),
        touches: Some(&["bodies[0].nodes", "bodies[0].hull"]),
    },
    Fixture {
        rule: "duplicate-spring",
        broken: || {
            plain_but(|l| {
                let again = l.bodies[0].springs[1];
                l.bodies[0].springs.push(Spring { a: again.b, b: again.a, ..again });
            })
        },
        sound: plain,
        touches: Some(&["bodies[0].springs"]),
    },
    Fixture {
        rule: "duplicate-stick",
        broken: || with_sticks(2),
        sound: || with_sticks(1),
        touches: Some(&["bodies[0].sticks"]),
    },
];
