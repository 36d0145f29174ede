//! A level and its mirror image run alike: bit by bit where no contact depends on the order of the ends of an edge.
//!
//! Contacts between bodies are compared in `tests/physics/symmetry.rs`: a reversed edge is measured from its other end, with
//! other rounding, and the half-open rule for a node at the height of a corner (000 §D.1.b) is not symmetric.

use crate::scenes::format_2::format_2;
use crate::scenes::linked::{link, linked};
use crate::scenes::random::{Random, apart, meeting};
use blobsmith::engine::World;
use blobsmith::geometry::DVec2;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::import::convention::{ALL, by_id, convert};
use blobsmith::level::{
    Bounds, Disc, DiscMethod, Level, LinkEnd, LinkKind, Motion, Obstacle, ObstacleShape, Path, gallery,
};

/// JSON distinguishes 0.0 from -0.0, and all other bits.
fn bits(level: &Level) -> String {
    format::write(level, TextFormat::Json)
}

#[test]
fn conversion_twice_restores_the_same_bits() {
    let gallery = gallery::ALL.iter().map(|known| format::read(known.text, TextFormat::Ron).unwrap());
    let new = (0..24).map(linked).chain((0..40).map(format_2));
    for level in gallery.chain((0..40).map(meeting)).chain((0..20).map(box_of_discs)).chain(new) {
        for known in ALL {
            let there = convert(&level, known);
            assert_eq!(format::validate(&there), Ok(()), "{}: {}", level.name, known.id);
            // A level may have no hull to reverse, but it always has coordinates.
            assert!(there == level || !known.is_own(), "{}: {}", level.name, known.id);
            assert!(there != level || !known.is_y_down, "{}: {}", level.name, known.id);
            assert_eq!(bits(&convert(&there, known)), bits(&level), "{}: {}", level.name, known.id);
        }
    }
}

/// The level in a mirror whose line is y = 0: another level of the same convention.
fn mirrored(level: &Level) -> Level {
    convert(level, by_id("y-down").unwrap())
}

/// Runs a level and its mirror image; everything must be the same but for the sign of y.
fn runs_alike(level: &Level, frames: usize) -> World {
    let (mut plain, mut other) = (World::new(level).unwrap(), World::new(&mirrored(level)).unwrap());
    let turned = |v: DVec2| DVec2::new(v.x, -v.y);
    for frame in 0..frames {
        plain.step_frame();
        other.step_frame();
        for node in 0..plain.layout().node_count {
            assert_eq!(plain.position(node), turned(other.position(node)), "node {node}, frame {frame}");
            assert_eq!(plain.velocity(node), turned(other.velocity(node)), "node {node}, frame {frame}");
        }
        for disc in 0..level.discs.len() {
            assert_eq!(plain.disc_position(disc), turned(other.disc_position(disc)), "disc {disc}, frame {frame}");
            assert_eq!(plain.disc_velocity(disc), turned(other.disc_velocity(disc)), "disc {disc}, frame {frame}");
        }
        assert_eq!(plain.contact_count(), other.contact_count());
    }
    plain
}

/// Gravity, springs, gas, sticks, three integrators, retention.
#[test]
fn mirrored_bodies_without_contacts_give_mirrored_bits() {
    for seed in 0..36 {
        runs_alike(&apart(seed), 60);
    }
}

/// Nodes against segments, lines, circles and bounds.
#[test]
fn mirrored_obstacles_and_bounds_give_mirrored_bits() {
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let mut level = apart(seed);
        level.bodies.truncate(1);
        let at = level.bodies[0].nodes[0].position;
        level.world.gravity = [0.003, -0.02];
        let low = at[1] - 3.0;
        let shapes = [
            ObstacleShape::Segment([at[0] - 30.0, low], [at[0] + 30.0, low - 1.0]),
            ObstacleShape::Line([at[0] + 5.0, low], [0.1, 1.0]),
            ObstacleShape::Circle { center: [at[0] + 1.0, at[1]], radius: 9.0 },
        ];
        level.obstacles = shapes
            .map(|shape| Obstacle { name: String::new(), shape, restitution: 0.7, ..Obstacle::default() })
            .to_vec();
        let (min, max) = ([at[0] - 6.0, low - 0.2], [at[0] + 7.0, at[1] + random.between(3.0, 6.0)]);
        level.world.bounds = Some(Bounds { min, max, restitution: 0.6 });
        runs_alike(&level, 120);
    }
}

/// Twelve discs of all motions among obstacles.
fn box_of_discs(seed: u64) -> Level {
    let mut random = Random::new(seed);
    let mut level = Level::default();
    level.world.discs = if seed.is_multiple_of(2) { DiscMethod::Swept } else { DiscMethod::Discrete };
    level.world.bounds = Some(Bounds { min: [-1.0, 1.0], max: [17.0, 14.0], restitution: 0.9 });
    for index in 0..12 {
        let [column, row] = [index % 4, index / 4].map(f64::from);
        let place = [2.0 + 4.0 * column + random.between(-0.5, 0.5), 3.0 + 4.0 * row + random.between(-0.5, 0.5)];
        let motion = match index {
            5 => Motion::Fixed,
            6 => Motion::Driven(Path { points: vec![[0.0, 0.0], [1.0, -1.5]], period: 40.0 }),
            _ => Motion::Dynamic,
        };
        level.discs.push(Disc {
            name: String::new(),
            position: place,
            velocity: [random.between(-0.3, 0.3), random.between(-0.3, 0.3)],
            radius: if index == 7 { 0.0 } else { random.between(0.3, 1.2) },
            mass: random.between(0.5, 2.0),
            restitution: random.between(0.7, 1.0),
            friction: 0.0,
            motion,
            ..Disc::default()
        });
    }
    let shapes = [
        ObstacleShape::Segment([0.0, 3.5], [7.0, 1.2]),
        ObstacleShape::Line([0.0, 1.1], [1.0, 0.05]),
        ObstacleShape::Circle { center: [8.0, 7.0], radius: 12.0 },
    ];
    level.obstacles =
        shapes.map(|shape| Obstacle { name: String::new(), shape, restitution: 0.9, ..Obstacle::default() }).to_vec();
    level
}

#[test]
fn mirrored_discs_give_mirrored_bits() {
    let impacts: u64 = (0..20).map(|seed| runs_alike(&box_of_discs(seed), 200).contact_count()).sum();
    assert!(impacts > 1_000, "{impacts}");
}

/// Links of every kind between the bodies, discs and a fixed point, which the conversion mirrors too.
#[test]
fn mirrored_links_give_mirrored_bits() {
    for seed in 0..24 {
        let mut level = apart(seed);
        level.world.contact.response = Default::default();
        let at = level.bodies[0].nodes[0].position;
        for (x, motion) in [(-30.0, Motion::Dynamic), (-40.0, Motion::Fixed)] {
            level.discs.push(Disc { position: [at[0] + x, at[1] + 2.0], radius: 0.5, motion, ..Disc::default() });
        }
        let node = |node: usize| LinkEnd::Node([0, node]);
        let far = LinkEnd::Node([level.bodies.len() - 1, 1]);
        let spring = LinkKind::Spring { rest_length: 20.0, stiffness: 0.01, damping: 0.02 };
        let point = LinkEnd::Point([at[0] + 3.0, at[1] + 7.5]);
        level.links = vec![
            link(node(0), LinkEnd::Disc(0), spring, true),
            link(node(1), point, LinkKind::Stick { length: 7.0 }, true),
            link(node(2), far, LinkKind::Spring { rest_length: 150.0, stiffness: 0.001, damping: 0.1 }, false),
            link(LinkEnd::Disc(0), LinkEnd::Disc(1), LinkKind::Stick { length: 10.0 }, true),
            link(LinkEnd::Point([at[0], at[1] + 0.25]), node(0), LinkKind::Pin, true),
        ];
        assert_ne!(mirrored(&level).links[1].b, point);
        runs_alike(&level, 60);
    }
}
