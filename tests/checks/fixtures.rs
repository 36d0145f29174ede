//! For every rule, levels that break it and it alone, the sound level beside each, and what its fix may touch.

use crate::build::*;
use blobsmith::level::{Body, Integrator, Level, Node, Role, Spring, Stick};

/// One way to break a rule.
pub struct Fixture {
    /// Id of the rule.
    pub rule: &'static str,
    /// Breaks this rule and no other.
    pub broken: fn() -> Level,
    /// The same level without the fault.
    pub sound: fn() -> Level,
    /// Parts that the fix may change (`bodies[0].hull`); `None` where there is no fix.
    pub touches: Option<&'static [&'static str]>,
}

/// A square on a floor.
fn plain() -> Level {
    level(vec![square(0.0, 5.0), floor()])
}

/// The plain level with one change.
fn plain_but(change: impl FnOnce(&mut Level)) -> Level {
    let mut level = plain();
    change(&mut level);
    level
}

/// A lattice on a floor.
fn plain_lattice() -> Level {
    level(vec![lattice(0.0, 5.0, 2, 2), floor()])
}

fn lattice_but(change: impl FnOnce(&mut Level)) -> Level {
    let mut level = plain_lattice();
    change(&mut level);
    level
}

/// Two lattices in one body, with or without a spring between them.
fn two_lattices(are_joined: bool) -> Level {
    let mut body = lattice(0.0, 5.0, 1, 1);
    let other = lattice(20.0, 5.0, 1, 1);
    let first = body.nodes.len();
    body.nodes.extend(other.nodes);
    body.springs.extend(other.springs.iter().map(|s| Spring { a: s.a + first, b: s.b + first, ..*s }));
    body.hull.extend(other.hull.iter().map(|edge| edge.map(|node| node + first)));
    body.triangles.extend(other.triangles.iter().map(|triangle| triangle.map(|node| node + first)));
    if are_joined {
        body.springs.push(spring(&body.nodes, 1, first));
    }
    level(vec![body, floor()])
}

/// A lattice of 3 x 3 cells without its middle one: nodes 5, 6, 10, 9 round the hole.
fn ring_of_cells(hole: [[usize; 2]; 4]) -> Level {
    let mut body = lattice(0.0, 5.0, 3, 3);
    body.triangles.retain(|triangle| !triangle.iter().all(|node| [5, 6, 10, 9].contains(node)));
    body.hull.extend(hole);
    level(vec![body, floor()])
}

/// An L whose barycentre lies outside; its triangles are a fan from there.
fn folded_l() -> Level {
    let mut nodes = nodes(&[[0.0, 5.0], [20.0, 5.0], [20.0, 10.0], [5.0, 10.0], [5.0, 25.0], [0.0, 25.0]]);
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 2), (1, 3), (0, 4), (5, 3), (0, 3)];
    let springs = springs(&nodes, &pairs);
    nodes.push(Node { role: Role::Barycentre, ..Node::at([50.0 / 6.0, 80.0 / 6.0]) });
    let triangles = (0..6).map(|i| [i, (i + 1) % 6, 6]).collect();
    level(vec![Body { nodes, springs, hull: ring(0, 6), triangles, ..Body::default() }, floor()])
}

/// The L in four triangles without a barycentre.
fn sound_l() -> Level {
    let mut level = folded_l();
    level.bodies[0].nodes.pop();
    level.bodies[0].triangles = vec![[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]];
    level
}

/// A lattice with one stick, in the scheme that sticks are made for.
fn with_sticks(count: usize) -> Level {
    lattice_but(|l| {
        l.world.integrator = Integrator::Verlet;
        l.bodies[0].sticks = vec![Stick { a: 0, b: 1, length: 5.0, hidden: false }; count];
    })
}

/// A slab above the floor, its corner 0 split in two nodes (0 and 4), or with its last two corners exchanged.
fn high_slab(change: impl FnOnce(&mut Body)) -> Level {
    let mut slab = slab([-5.0, 20.0], [5.0, 30.0]);
    change(&mut slab);
    level(vec![slab, floor()])
}

/// Every fixture, rules in the order of `ALL`.
pub const FIXTURES: &[Fixture] = &[
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
    Fixture {
        rule: "open-hull",
        broken: || plain_but(|l| drop(l.bodies[0].hull.remove(1))),
        sound: plain,
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "open-hull",
        broken: || lattice_but(|l| [5, 1].iter().for_each(|&i| drop(l.bodies[0].hull.remove(i)))),
        sound: plain_lattice,
        touches: None,
    },
    Fixture {
        rule: "duplicate-hull-edge",
        broken: || plain_but(|l| l.bodies[0].hull.push([1, 2])),
        sound: plain,
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "hull-consistency",
        broken: || plain_but(|l| l.bodies[0].hull[2].reverse()),
        sound: plain,
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "hull-orientation",
        broken: || plain_but(|l| l.bodies[0].hull.iter_mut().for_each(|edge| edge.reverse())),
        sound: plain,
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "hull-orientation",
        broken: || ring_of_cells([[5, 6], [6, 10], [10, 9], [9, 5]]),
        sound: || ring_of_cells([[6, 5], [10, 6], [9, 10], [5, 9]]),
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "hull-self-intersection",
        broken: || high_slab(|slab| slab.nodes.swap(2, 3)),
        sound: || high_slab(|_| ()),
        touches: None,
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
        broken: || plain_but(|l| drop(l.bodies[0].triangles.remove(3))),
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
