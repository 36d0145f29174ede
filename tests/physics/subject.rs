//! The interface of a simulation under test, with its two implementations; small levels for hand calculations.

use crate::reference::Reference;
use blobsmith::engine::{Energy, EventKind, World as Engine};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Body, Contact, EdgeChoice, Level, Node, Point, Role, World};

/// A simulation under test.
pub trait Subject {
    fn start(level: &Level) -> Self;
    fn substep(&mut self);
    fn frame(&mut self);
    fn x(&self, body: usize, node: usize) -> DVec2;
    fn v(&self, body: usize, node: usize) -> DVec2;
    fn energies(&self) -> Energy;
    fn contacts(&self) -> u64;
    /// Kinds of all events so far.
    fn kinds(&mut self) -> Vec<EventKind>;
}

impl Subject for Engine {
    fn start(level: &Level) -> Self {
        Self::new(level).expect("a level that is fit to run")
    }
    fn substep(&mut self) {
        self.step_substep();
    }
    fn frame(&mut self) {
        self.step_frame();
    }
    fn x(&self, body: usize, node: usize) -> DVec2 {
        self.position(self.layout().bodies[body].nodes.start + node)
    }
    fn v(&self, body: usize, node: usize) -> DVec2 {
        self.velocity(self.layout().bodies[body].nodes.start + node)
    }
    fn energies(&self) -> Energy {
        self.energy()
    }
    fn contacts(&self) -> u64 {
        self.contact_count()
    }
    fn kinds(&mut self) -> Vec<EventKind> {
        self.take_events().iter().map(|event| event.kind).collect()
    }
}

impl Subject for Reference {
    fn start(level: &Level) -> Self {
        Self::new(level)
    }
    fn substep(&mut self) {
        self.step_substep();
    }
    fn frame(&mut self) {
        self.step_frame();
    }
    fn x(&self, body: usize, node: usize) -> DVec2 {
        self.position(body, node)
    }
    fn v(&self, body: usize, node: usize) -> DVec2 {
        self.velocity(body, node)
    }
    fn energies(&self) -> Energy {
        self.energy()
    }
    fn contacts(&self) -> u64 {
        self.contacts
    }
    fn kinds(&mut self) -> Vec<EventKind> {
        std::mem::take(&mut self.events).iter().map(|event| event.1).collect()
    }
}

/// Makes of each generic function two tests, `engine::name` and `reference::name`.
macro_rules! for_both {
    ($($name:ident),+ $(,)?) => {
        mod engine {
            $(#[test] fn $name() { super::$name::<blobsmith::engine::World>() })+
        }
        mod reference {
            $(#[test] fn $name() { super::$name::<crate::reference::Reference>() })+
        }
    };
}
pub(crate) use for_both;

/// No gravity, one substep a frame of this length.
pub fn still(h: f64) -> World {
    World { gravity: [0.0, 0.0], frame_time: h, substeps: 1, ..World::default() }
}

/// One step of length 1 without gravity, with this edge choice.
pub fn choosing(edge_choice: EdgeChoice) -> World {
    World { contact: Contact { edge_choice, ..Contact::default() }, ..still(1.0) }
}

/// A node of this mass at rest.
pub fn mass(position: Point, mass: f64) -> Node {
    Node { role: Role::Mass(mass), ..Node::at(position) }
}

/// A body of loose masses: no springs, no gas, no hull.
pub fn loose(nodes: Vec<Node>) -> Body {
    Body { gas: 0.0, nodes, ..Body::default() }
}

/// A triangle without springs whose node 0 has this mass and, in a step of length 1 without forces, comes to `tip`
/// with this velocity; its other nodes rest at `tail`, a little apart.
pub fn spike(tip: Point, velocity: Point, tip_mass: f64, tail: Point) -> Body {
    let start = [tip[0] - velocity[0], tip[1] - velocity[1]];
    let along = [tail[0] - tip[0], tail[1] - tip[1]];
    // To the right of the way from the tip to the tail, so that tip, right, left run counter-clockwise.
    let right = [tail[0] + along[1] * 0.01, tail[1] - along[0] * 0.01];
    let left = [tail[0] - along[1] * 0.01, tail[1] + along[0] * 0.01];
    let mut body = loose(vec![mass(start, tip_mass), mass(right, 1.0), mass(left, 1.0)]);
    body.nodes[0].velocity = velocity;
    body.hull = vec![[0, 1], [1, 2], [2, 0]];
    body
}

/// Equal but for rounding.
#[track_caller]
pub fn near(found: DVec2, expected: Point) {
    let difference = (found - DVec2::from_array(expected)).length();
    assert!(difference <= 1e-13, "{found} is not {expected:?}");
}

/// Equal but for rounding.
#[track_caller]
pub fn near_number(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-13 * expected.abs().max(1.0), "{found} is not {expected}");
}
