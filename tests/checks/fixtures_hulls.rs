//! Fixtures: hulls, and where they stand.

use crate::build::*;
use crate::fixtures::*;
use blobsmith::level::*;

fn self_contact(method: ContactMethod) -> Level {
    plain_but(|level| {
        level.world.contact.self_contact = true;
        level.world.contact.method = method;
    })
}

/// In no particular order.
pub const FIXTURES: &[Fixture] = &[
    Fixture {
        rule: "inverted-container",
        broken: || high_slab(|slab| slab.hull.iter_mut().for_each(|edge| edge.reverse())),
        sound: || high_slab(|_| ()),
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "inverted-container",
        broken: || {
            let mut level = framed();
            level.bodies[1].hull[4..].iter_mut().for_each(|edge| edge.reverse());
            level
        },
        sound: framed,
        touches: Some(&["bodies[1].hull"]),
    },
    Fixture {
        rule: "inverted-container",
        broken: || {
            let mut level = framed();
            let walls = &mut level.bodies[1];
            walls.nodes.drain(..4);
            walls.hull = ring(0, 4);
            level
        },
        sound: framed,
        touches: Some(&["bodies[1].hull", "bodies[1].nodes"]),
    },
    Fixture {
        rule: "hull-angle",
        broken: || lattice_but(|l| l.bodies[0].nodes[8].position = [10.5, 15.5]).at_rest(),
        sound: || lattice_but(|l| l.bodies[0].nodes[8].position = [9.5, 14.5]).at_rest(),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "hull-angle",
        broken: || high_slab(|slab| slab.nodes[1].position[0] += 3.0),
        sound: || high_slab(|slab| slab.nodes.iter_mut().for_each(|node| turn(&mut node.position, 0.3))),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "missing-hull",
        broken: || lattice_but(|l| l.bodies[0].hull.clear()),
        sound: plain_lattice,
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "start-inside",
        broken: || level(vec![square(0.0, 0.0), square(0.0, 0.0)]),
        sound: || level(vec![square(0.0, 0.0), square(10.0, 0.0)]),
        touches: None,
    },
    Fixture {
        rule: "start-inside",
        broken: || level(vec![square(0.0, 0.0), square(5.0, 0.0), floor()]),
        sound: || level(vec![square(0.0, 0.0), square(15.0, 0.0), floor()]),
        touches: None,
    },
    Fixture {
        rule: "start-inside",
        broken: || level(vec![square(0.0, -0.5), floor()]),
        sound: || level(vec![square(0.0, 0.0), floor(), square(10.0, 0.0), square(4.0, 10.0)]),
        touches: None,
    },
    Fixture {
        rule: "start-inside",
        broken: || level(vec![slab([3.0, 1.0], [7.0, 30.0]), lattice(0.0, 5.0, 2, 2)]),
        sound: || level(vec![slab([-7.0, 1.0], [-3.0, 30.0]), lattice(0.0, 5.0, 2, 2)]),
        touches: None,
    },
    Fixture {
        rule: "start-inside",
        broken: || {
            let mut level = framed();
            level.bodies[0].nodes.iter_mut().for_each(|node| node.position[0] -= 10.0);
            level
        },
        sound: framed,
        touches: None,
    },
    Fixture {
        rule: "concave-barycentre-rule",
        broken: || {
            let mut level = sound_l();
            level.world.contact.barycentre_rule = true;
            level
        },
        sound: || plain_but(|l| l.world.contact.barycentre_rule = true),
        touches: None,
    },
    Fixture {
        rule: "idle-self-contact",
        broken: || self_contact(ContactMethod::Diagonals),
        sound: || self_contact(ContactMethod::Hull),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "diagonals-convex",
        broken: || {
            let mut level = sound_l();
            level.world.contact.method = ContactMethod::Diagonals;
            level
        },
        sound: || plain_but(|l| l.world.contact.method = ContactMethod::Diagonals),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "open-hull",
        broken: || {
            plain_but(|l| {
                l.bodies[0].hull.remove(1);
            })
        },
        sound: plain,
        touches: Some(&["bodies[0].hull"]),
    },
    Fixture {
        rule: "open-hull",
        broken: || lattice_but(|l| l.bodies[0].hull.retain(|&[a, _]| a != 1 && a != 7)),
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
];
