//! Fixtures: triangles and gas.

use crate::build::*;
use crate::fixtures::*;

/// In no particular order.
pub const FIXTURES: &[Fixture] = &[
    Fixture {
        rule: "missing-triangles",
        broken: || plain_but(|l| l.bodies[0].triangles.clear()),
        sound: plain,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "missing-triangles",
        broken: || {
            let mut level = ring_of_cells([[6, 5], [10, 6], [9, 10], [5, 9]]);
            level.bodies[0].triangles.clear();
            level
        },
        sound: || ring_of_cells([[6, 5], [10, 6], [9, 10], [5, 9]]),
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture { rule: "collapsed", broken: || plain_but(|l| flatten(&mut l.bodies[0])), sound: plain, touches: None },
    Fixture {
        rule: "idle-gas",
        broken: || lattice_but(|l| (l.bodies[0].hull, l.bodies[0].triangles) = (vec![], vec![])),
        sound: || {
            lattice_but(|l| {
                (l.bodies[0].hull, l.bodies[0].triangles) = (vec![], vec![]);
                l.bodies[0].gas = 0.0;
            })
        },
        touches: Some(&["bodies[0].gas"]),
    },
    Fixture {
        rule: "swelling",
        broken: || plain_but(|l| l.bodies[0].gas = 300.0),
        sound: || plain_but(|l| l.bodies[0].gas = 30.0),
        touches: None,
    },
    Fixture {
        rule: "swelling",
        broken: || plain_but(|l| l.bodies[0].gas = 3000.0),
        sound: || plain_but(|l| (l.bodies[0].gas, l.bodies[0].nodes[0].pinned) = (3000.0, true)),
        touches: None,
    },
    Fixture {
        rule: "balloon",
        broken: || level(vec![balloon(false), floor()]),
        sound: || level(vec![balloon(true), floor()]),
        touches: Some(&["bodies[0].nodes", "bodies[0].triangles"]),
    },
    Fixture {
        rule: "balloon",
        broken: || {
            plain_but(|l| {
                l.bodies[0].nodes.pop();
                l.bodies[0].triangles = vec![[0, 1, 2], [0, 2, 3]];
            })
        },
        sound: plain,
        touches: Some(&["bodies[0].nodes", "bodies[0].triangles"]),
    },
    Fixture {
        rule: "barycentre-place",
        broken: || plain_but(|l| l.bodies[0].nodes[4].position = [5.0, 11.0]),
        sound: plain,
        touches: Some(&["bodies[0].nodes"]),
    },
    Fixture {
        rule: "barycentre-idle",
        broken: || plain_but(|l| l.bodies[0].triangles = vec![[0, 1, 2], [0, 2, 3]]),
        sound: plain,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "barycentre-idle",
        broken: || {
            let mut level = folded_l();
            level.bodies[0].triangles = sound_l().bodies[0].triangles.clone();
            level
        },
        sound: sound_l,
        touches: Some(&["bodies[0].nodes"]),
    },
    Fixture {
        rule: "duplicate-triangle",
        broken: || plain_but(|l| l.bodies[0].triangles.push([4, 2, 3])),
        sound: plain,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "flat-triangle",
        broken: || plain_but(|l| l.bodies[0].triangles.push([4, 2, 2])),
        sound: plain,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "flat-triangle",
        broken: || lattice_but(|l| l.bodies[0].triangles.push([0, 1, 2])),
        sound: plain_lattice,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "triangle-orientation",
        broken: || plain_but(|l| l.bodies[0].triangles[2].swap(0, 1)),
        sound: plain,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "triangle-orientation",
        broken: folded_l,
        sound: sound_l,
        touches: Some(&["bodies[0].triangles", "bodies[0].nodes"]),
    },
    Fixture {
        rule: "triangle-area",
        broken: || {
            plain_but(|l| {
                l.bodies[0].triangles.remove(3);
            })
        },
        sound: plain,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "triangle-area",
        broken: || lattice_but(|l| l.bodies[0].triangles.push([0, 1, 3])),
        sound: plain_lattice,
        touches: Some(&["bodies[0].triangles"]),
    },
    Fixture {
        rule: "triangle-tiling",
        broken: || plain_but(|l| l.bodies[0].triangles = vec![[0, 1, 2], [1, 2, 4], [0, 1, 4]]),
        sound: plain,
        touches: Some(&["bodies[0].triangles"]),
    },
];
