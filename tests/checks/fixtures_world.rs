//! Fixtures: discs, bounds and contacts.

use crate::fixtures::*;
use blobsmith::level::*;

/// In no particular order.
pub const FIXTURES: &[Fixture] = &[
    Fixture {
        rule: "convention",
        broken: || in_convention("001"),
        sound: plain,
        touches: Some(&["world", "bodies[0].nodes", "bodies[1].nodes"]),
    },
    Fixture {
        rule: "convention",
        broken: || in_convention("reversed"),
        sound: plain,
        touches: Some(&["bodies[0].hull", "bodies[0].triangles", "bodies[1].hull"]),
    },
    Fixture {
        rule: "convention",
        broken: || in_convention("y-down"),
        sound: plain,
        touches: Some(&[
            "world",
            "bodies[0].nodes",
            "bodies[0].hull",
            "bodies[0].triangles",
            "bodies[1].nodes",
            "bodies[1].hull",
        ]),
    },
    Fixture {
        rule: "twin-parameter",
        broken: || plain_but(|level| twin_with(level, "bodies[9].gas", 1.0)),
        sound: || plain_but(|level| twin_with(level, "bodies[0].gas", 1.0)),
        touches: None,
    },
    Fixture {
        rule: "twin-parameter",
        broken: || plain_but(|level| twin_with(level, "bodies[0].gas", -1.0)),
        sound: plain,
        touches: None,
    },
    Fixture {
        rule: "leaking-obstacle",
        broken: || floored(ObstacleShape::Line([0.0, -5.0], [1.0, 0.2]), 0.0),
        sound: || floored(ObstacleShape::Line([0.0, -5.0], [1.0, 0.0]), 0.0),
        touches: Some(&["obstacles"]),
    },
    Fixture {
        rule: "leaking-obstacle",
        broken: || floored(ObstacleShape::Segment([-9.0, -5.0], [9.0, -4.0]), 0.0),
        sound: || floored(ObstacleShape::Segment([-9.0, -5.0], [9.0, -4.0]), 0.01),
        touches: Some(&["obstacles"]),
    },
    Fixture {
        rule: "leaking-obstacle",
        broken: || floored(ObstacleShape::Circle { center: [0.0, 0.0], radius: 50.0 }, 0.5),
        sound: || floored(ObstacleShape::Circle { center: [0.0, -60.0], radius: 50.0 }, 0.5),
        touches: None,
    },
    Fixture {
        rule: "disc-overlap",
        broken: || discs(&[([0.0, 5.0], 1.0), ([1.5, 5.0], 1.0)]),
        sound: || discs(&[([0.0, 5.0], 1.0), ([2.0, 5.0], 1.0), ([4.0, 5.0], 0.0), ([4.0, 5.0], 0.0)]),
        touches: None,
    },
    Fixture {
        rule: "disc-overlap",
        broken: || discs(&[([0.0, 0.5], 1.0), ([9.0, -5.0], 0.0)]),
        sound: || discs(&[([0.0, 1.0], 1.0), ([9.0, 0.0], 0.0)]),
        touches: None,
    },
    Fixture {
        rule: "disc-overlap",
        broken: || {
            let mut level = discs(&[([0.0, 5.0], 1.0), ([20.0, 5.0], 1.0), ([40.0, 5.0], 1.0)]);
            level.obstacles = vec![
                obstacle(ObstacleShape::Segment([0.5, 0.0], [0.5, 9.0])),
                obstacle(ObstacleShape::Line([20.5, 0.0], [0.0, -3.0])),
                obstacle(ObstacleShape::Circle { center: [38.0, 5.0], radius: 2.0 }),
            ];
            level
        },
        sound: || {
            let mut level = discs(&[([0.0, 5.0], 1.0), ([20.0, 5.0], 1.0), ([40.0, 5.0], 1.0)]);
            level.obstacles = vec![
                obstacle(ObstacleShape::Segment([1.0, 0.0], [1.0, 9.0])),
                obstacle(ObstacleShape::Line([21.0, 0.0], [0.0, -3.0])),
                obstacle(ObstacleShape::Circle { center: [37.0, 5.0], radius: 2.0 }),
                obstacle(ObstacleShape::Circle { center: [0.0, 5.0], radius: 1.0 }),
            ];
            level
        },
        touches: None,
    },
    Fixture {
        rule: "outside-bounds",
        broken: || bounded([-1.0, 0.0], [20.0, 12.0]),
        sound: || bounded([-1.0, 0.0], [20.0, 15.0]),
        touches: Some(&["bodies[0].nodes", "discs"]),
    },
    Fixture {
        rule: "outside-bounds",
        broken: || bounded([0.0, 0.0], [9.0, 20.0]),
        sound: || bounded([0.0, 0.0], [10.0, 20.0]),
        touches: None,
    },
    Fixture {
        rule: "fast-start",
        broken: || plain_but(|l| l.bodies[0].nodes.iter_mut().take(4).for_each(|node| node.velocity = [0.0, -200.0])),
        sound: || plain_but(|l| l.bodies[0].nodes.iter_mut().take(4).for_each(|node| node.velocity = [0.0, -100.0])),
        touches: Some(&["world"]),
    },
    Fixture {
        rule: "fast-start",
        broken: || plain_but(|l| l.world.gravity = [0.0, -200.0]),
        sound: || plain_but(|l| l.world.gravity = [0.0, -100.0]),
        touches: Some(&["world"]),
    },
    Fixture { rule: "fast-start", broken: || driven(4.0), sound: || driven(8.0), touches: Some(&["world"]) },
    Fixture {
        rule: "path-start",
        broken: || begun([1.0, 2.0]),
        sound: || begun([0.0, 0.0]),
        touches: Some(&["bodies[2].nodes", "bodies[2].motion", "discs"]),
    },
    Fixture {
        rule: "held-velocity",
        broken: || {
            plain_but(|l| {
                l.bodies[1].motion = Motion::Fixed;
                l.bodies[1].nodes[1].velocity = [0.0, 2.0];
            })
        },
        sound: || {
            plain_but(|l| {
                // A conveyor: an edge lies along its velocity.
                (l.bodies[1].motion, l.bodies[1].friction) = (Motion::Fixed, 0.5);
                l.bodies[1].nodes.iter_mut().for_each(|node| node.velocity = [2.0, 0.0]);
            })
        },
        touches: Some(&["bodies[1].nodes"]),
    },
    Fixture {
        rule: "held-velocity",
        broken: || plain_but(|l| (l.bodies[0].nodes[2].pinned, l.bodies[0].nodes[2].velocity) = (true, [1.0, 0.0])),
        sound: || plain_but(|l| (l.bodies[0].nodes[2].pinned, l.bodies[0].nodes[1].velocity) = (true, [1.0, 0.0])),
        touches: Some(&["bodies[0].nodes"]),
    },
    Fixture {
        rule: "friction",
        broken: || plain_but(|l| (l.bodies[0].friction, l.bodies[1].friction) = (2.0, 0.75)),
        sound: || plain_but(|l| (l.bodies[0].friction, l.bodies[1].friction) = (2.0, 0.5)),
        touches: Some(&["bodies[0].friction"]),
    },
    Fixture {
        rule: "restitution",
        broken: || plain_but(|l| (l.bodies[0].restitution, l.bodies[1].restitution) = (0.5, 2.5)),
        sound: || plain_but(|l| (l.bodies[0].restitution, l.bodies[1].restitution) = (0.4, 2.5)),
        touches: None,
    },
];

fn twin_with(level: &mut Level, path: &str, value: f64) {
    let set = vec![TwinSet { path: path.to_owned(), value: value.into() }];
    level.editor.get_or_insert_default().twin = Some(Twin { set, ..Twin::default() });
}
