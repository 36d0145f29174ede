//! The two implementations under test, and small levels.

use crate::reference::Reference;
use blobsmith::engine::{Trace, World as Engine};
use blobsmith::geometry::DVec2;
use blobsmith::level::{
    Body, Contact, Disc, Integrator, Level, Motion, Node, Obstacle, ObstacleShape, Path, Point, Role, World,
};

/// The values that a row compares after some substeps.
pub trait Side {
    fn x(&self, body: usize, node: usize) -> DVec2;
    fn v(&self, body: usize, node: usize) -> DVec2;
    fn disc_x(&self, disc: usize) -> DVec2;
    fn disc_v(&self, disc: usize) -> DVec2;
    /// Disc, other and time of every impact of the last substep.
    fn impacts(&self) -> Vec<(usize, usize, f64)>;
}

impl Side for (Engine, Trace) {
    fn x(&self, body: usize, node: usize) -> DVec2 {
        self.0.position(self.0.layout().bodies[body].nodes.start + node)
    }
    fn v(&self, body: usize, node: usize) -> DVec2 {
        self.0.velocity(self.0.layout().bodies[body].nodes.start + node)
    }
    fn disc_x(&self, disc: usize) -> DVec2 {
        self.0.disc_position(disc)
    }
    fn disc_v(&self, disc: usize) -> DVec2 {
        self.0.disc_velocity(disc)
    }
    fn impacts(&self) -> Vec<(usize, usize, f64)> {
        self.1.disc_events.iter().map(|event| (event.disc, event.other, event.time)).collect()
    }
}

impl Side for Reference {
    fn x(&self, body: usize, node: usize) -> DVec2 {
        self.position(body, node)
    }
    fn v(&self, body: usize, node: usize) -> DVec2 {
        self.velocity(body, node)
    }
    fn disc_x(&self, disc: usize) -> DVec2 {
        self.discs[disc].x
    }
    fn disc_v(&self, disc: usize) -> DVec2 {
        self.discs[disc].v
    }
    fn impacts(&self) -> Vec<(usize, usize, f64)> {
        self.impacts.iter().map(|impact| (impact.disc, impact.other, impact.time)).collect()
    }
}

/// Both, after so many substeps.
pub fn both(level: &Level, substeps: usize) -> [Box<dyn Side>; 2] {
    let mut engine = (Engine::new(level).expect("a level that is fit to run"), Trace::default());
    let mut reference = Reference::new(level);
    for _ in 0..substeps {
        engine.0.step_substep_traced(&mut engine.1);
        reference.step_substep();
    }
    [Box::new(engine), Box::new(reference)]
}

/// Equal but for rounding.
#[track_caller]
pub fn near(row: &str, found: DVec2, expected: Point) {
    within(row, found, expected, 1e-14);
}

#[track_caller]
pub fn within(row: &str, found: DVec2, expected: Point, tolerance: f64) {
    let expected = DVec2::from_array(expected);
    let size = expected.length().max(1.0);
    assert!((found - expected).length() <= tolerance * size, "{row}: {found} is not {expected}");
}

/// No gravity, one substep a frame of this length.
pub fn still(h: f64) -> World {
    World { gravity: [0.0, 0.0], frame_time: h, substeps: 1, ..World::default() }
}

pub fn with(integrator: Integrator, h: f64) -> World {
    World { integrator, ..still(h) }
}

/// One level with nothing but these bodies.
pub fn bodies(world: World, bodies: Vec<Body>) -> Level {
    Level { world, bodies, ..Level::default() }
}

pub fn discs(h: f64, discs: Vec<Disc>, shapes: Vec<ObstacleShape>) -> Level {
    let obstacles = shapes.into_iter().map(|shape| obstacle(shape, 1.0)).collect();
    Level { world: still(h), discs, obstacles, ..Level::default() }
}

/// Mass 1, restitution 1.
pub fn disc(position: Point, velocity: Point, radius: f64) -> Disc {
    let (mass, restitution, friction) = (1.0, 1.0, 0.0);
    Disc { name: String::new(), position, velocity, radius, mass, restitution, friction, motion: Motion::Dynamic }
}

pub fn obstacle(shape: ObstacleShape, restitution: f64) -> Obstacle {
    Obstacle { name: String::new(), shape, restitution }
}

/// To this offset and back, each way in one unit of time.
pub fn to_and_fro(offset: Point) -> Motion {
    Motion::Driven(Path { points: vec![[0.0, 0.0], offset], period: 2.0 })
}

/// A body of masses without springs, gas or hull, of restitution 1.
pub fn loose(masses: &[(Point, f64)]) -> Body {
    let node = |&(position, mass): &(Point, f64)| Node { role: Role::Mass(mass), ..Node::at(position) };
    Body { gas: 0.0, restitution: 1.0, nodes: masses.iter().map(node).collect(), ..Body::default() }
}

/// One free mass of 1.
pub fn particle(position: Point, velocity: Point) -> Body {
    let mut body = loose(&[(position, 1.0)]);
    body.nodes[0].velocity = velocity;
    body
}

/// A closed hull around the nodes, in their order.
pub fn hulled(mut body: Body) -> Body {
    let count = body.nodes.len();
    body.hull = (0..count).map(|index| [index, (index + 1) % count]).collect();
    body
}

pub fn contact(world: World, contact: Contact) -> World {
    World { contact, ..world }
}
