//! Number fields of bodies and what they are made of, of discs, obstacles and links.

use super::{NumberField, Range};
use crate::level::{Body, Disc, Link, LinkKind, Node, Obstacle, Role, Spring, Stick};

/// Those of a body.
pub const BODY: &[&NumberField<Body>] = &[&RESTITUTION, &FRICTION, &GAS];
/// Those of a node that a list of nodes offers.
pub const NODE: &[&NumberField<Node>] = &[&POSITION_X, &POSITION_Y, &VELOCITY_X, &VELOCITY_Y, &MASS];
/// Those of a spring.
pub const SPRING: &[&NumberField<Spring>] = &[&REST_LENGTH, &STIFFNESS, &DAMPING];
/// Those of a stick.
pub const STICK: &[&NumberField<Stick>] = &[&LENGTH];
/// Those of a disc.
pub const DISC: &[&NumberField<Disc>] = &[
    &DISC_X,
    &DISC_Y,
    &DISC_VELOCITY_X,
    &DISC_VELOCITY_Y,
    &DISC_RADIUS,
    &DISC_MASS,
    &DISC_RESTITUTION,
    &DISC_FRICTION,
];
/// Those of an obstacle, whatever its shape.
pub const OBSTACLE: &[&NumberField<Obstacle>] = &[&OBSTACLE_RESTITUTION];

/// Those of a link, whatever its kind.
pub const LINK: &[&NumberField<Link>] = &[&LINK_REST_LENGTH, &LINK_STIFFNESS, &LINK_DAMPING, &LINK_LENGTH];

/// Elasticity of a body.
pub const RESTITUTION: NumberField<Body> = NumberField {
    path: "restitution",
    name: "Restitution",
    hint: "Restitution of contacts, 0 to 1. A contact uses the product of both bodies' values.",
    unit: "",
    range: Range::AtLeastZero,
    usual: Some(0.5),
    get: |body| body.restitution,
    set: |body, value| body.restitution = value,
};
/// Friction of a body.
pub const FRICTION: NumberField<Body> = NumberField {
    path: "friction",
    name: "Friction",
    hint: "Friction of contacts, 0 to 1. A contact uses the product of both bodies' values.",
    unit: "",
    range: Range::AtLeastZero,
    usual: Some(0.3),
    get: |body| body.friction,
    set: |body, value| body.friction = value,
};
/// Gas of a body.
pub const GAS: NumberField<Body> = NumberField {
    path: "gas",
    name: "Gas",
    hint: "K of P·V = K: pressure times area. 0 is no gas.",
    unit: "mass·length²/time²",
    range: Range::AtLeastZero,
    usual: Some(2.0),
    get: |body| body.gas,
    set: |body, value| body.gas = value,
};
/// Where a node is.
pub const POSITION_X: NumberField<Node> = NumberField {
    path: "position[0]",
    name: "Position x",
    hint: "Position at frame 0, x to the right and y up.",
    unit: "length",
    range: Range::Any,
    usual: None,
    get: |node| node.position[0],
    set: |node, x| node.position[0] = x,
};
/// Where a node is.
pub const POSITION_Y: NumberField<Node> = NumberField {
    path: "position[1]",
    name: "Position y",
    get: |node| node.position[1],
    set: |node, y| node.position[1] = y,
    ..POSITION_X
};
/// Velocity of a node.
pub const VELOCITY_X: NumberField<Node> = NumberField {
    path: "velocity[0]",
    name: "Velocity x",
    hint: "Velocity at frame 0, length per time.",
    unit: "length/time",
    range: Range::Any,
    usual: Some(0.0),
    get: |node| node.velocity[0],
    set: |node, x| node.velocity[0] = x,
};
/// Velocity of a node.
pub const VELOCITY_Y: NumberField<Node> = NumberField {
    path: "velocity[1]",
    name: "Velocity y",
    get: |node| node.velocity[1],
    set: |node, y| node.velocity[1] = y,
    ..VELOCITY_X
};
/// Mass of a node that has one; setting it makes it one.
pub const MASS: NumberField<Node> = NumberField {
    path: "role.Mass",
    name: "Mass",
    hint: "More than 0; usually 0.1 to 10. Heavier nodes need stiffer springs.",
    unit: "mass",
    range: Range::AboveZero,
    usual: Some(1.0),
    get: |node| match node.role {
        Role::Mass(mass) => mass,
        Role::Barycentre => 0.0,
    },
    set: |node, mass| node.role = Role::Mass(mass),
};
/// Length of a spring without force.
pub const REST_LENGTH: NumberField<Spring> = NumberField {
    path: "rest_length",
    name: "Rest length",
    hint: "Length without force. Set it to the drawn length to relax the spring at frame 0.",
    unit: "length",
    range: Range::AtLeastZero,
    usual: None,
    get: |spring| spring.rest_length,
    set: |spring, value| spring.rest_length = value,
};
/// Stiffness of a spring.
pub const STIFFNESS: NumberField<Spring> = NumberField {
    path: "stiffness",
    name: "Stiffness",
    hint: "Force per length; usually 0.05 to 1. Stiffer springs need more substeps.",
    unit: "mass/time²",
    range: Range::AtLeastZero,
    usual: Some(0.2),
    get: |spring| spring.stiffness,
    set: |spring, value| spring.stiffness = value,
};
/// Damping of a spring.
pub const DAMPING: NumberField<Spring> = NumberField {
    path: "damping",
    name: "Damping",
    hint: "Force per elongation speed; usually a tenth of the stiffness. 0: undamped.",
    unit: "mass/time",
    range: Range::AtLeastZero,
    usual: Some(0.02),
    get: |spring| spring.damping,
    set: |spring, value| spring.damping = value,
};
/// Length of a stick.
pub const LENGTH: NumberField<Stick> = NumberField {
    path: "length",
    name: "Length",
    hint: "Length of the constraint, more than 0.",
    unit: "length",
    range: Range::AboveZero,
    usual: None,
    get: |stick| stick.length,
    set: |stick, value| stick.length = value,
};
/// Where a disc is.
pub const DISC_X: NumberField<Disc> = NumberField {
    path: "position[0]",
    name: "Position x",
    hint: "Centre at frame 0.",
    unit: "length",
    range: Range::Any,
    usual: None,
    get: |disc| disc.position[0],
    set: |disc, x| disc.position[0] = x,
};
/// Where a disc is.
pub const DISC_Y: NumberField<Disc> = NumberField {
    path: "position[1]",
    name: "Position y",
    get: |disc| disc.position[1],
    set: |disc, y| disc.position[1] = y,
    ..DISC_X
};
/// Velocity of a disc.
pub const DISC_VELOCITY_X: NumberField<Disc> = NumberField {
    path: "velocity[0]",
    name: "Velocity x",
    hint: "Velocity at frame 0, length per time.",
    unit: "length/time",
    range: Range::Any,
    usual: Some(0.0),
    get: |disc| disc.velocity[0],
    set: |disc, x| disc.velocity[0] = x,
};
/// Velocity of a disc.
pub const DISC_VELOCITY_Y: NumberField<Disc> = NumberField {
    path: "velocity[1]",
    name: "Velocity y",
    get: |disc| disc.velocity[1],
    set: |disc, y| disc.velocity[1] = y,
    ..DISC_VELOCITY_X
};
/// Radius of a disc.
pub const DISC_RADIUS: NumberField<Disc> = NumberField {
    path: "radius",
    name: "Radius",
    hint: "0 makes a particle.",
    unit: "length",
    range: Range::AtLeastZero,
    usual: None,
    get: |disc| disc.radius,
    set: |disc, value| disc.radius = value,
};
/// Mass of a disc.
pub const DISC_MASS: NumberField<Disc> = NumberField {
    path: "mass",
    name: "Mass",
    hint: "More than 0. Heaps are most stable if neighbours have similar masses.",
    unit: "mass",
    range: Range::AboveZero,
    usual: Some(1.0),
    get: |disc| disc.mass,
    set: |disc, value| disc.mass = value,
};
/// Elasticity of a disc.
pub const DISC_RESTITUTION: NumberField<Disc> = NumberField {
    path: "restitution",
    name: "Restitution",
    hint: "Restitution, 0 to 1. Above 1 the disc is a bumper.",
    unit: "",
    range: Range::AtLeastZero,
    usual: Some(1.0),
    get: |disc| disc.restitution,
    set: |disc, value| disc.restitution = value,
};
/// Friction of a disc.
pub const DISC_FRICTION: NumberField<Disc> = NumberField {
    path: "friction",
    name: "Friction",
    hint: "Friction of contacts, 0 to 1.",
    unit: "",
    range: Range::AtLeastZero,
    usual: Some(0.0),
    get: |disc| disc.friction,
    set: |disc, value| disc.friction = value,
};
/// Elasticity of an obstacle.
pub const OBSTACLE_RESTITUTION: NumberField<Obstacle> = NumberField {
    path: "restitution",
    name: "Restitution",
    hint: "Restitution, 0 to 1. A hit uses the product with the value of the body or disc.",
    unit: "",
    range: Range::AtLeastZero,
    usual: Some(0.8),
    get: |obstacle| obstacle.restitution,
    set: |obstacle, value| obstacle.restitution = value,
};
/// Length of a spring link without force; 0 for other kinds, which setting does not change.
pub const LINK_REST_LENGTH: NumberField<Link> = NumberField {
    path: "kind.Spring.rest_length",
    name: "Rest length",
    hint: "Length without force. Set it to the drawn length to relax the link at frame 0.",
    unit: "length",
    range: Range::AtLeastZero,
    usual: None,
    get: |link| spring_of(link)[0],
    set: |link, value| set_spring(link, 0, value),
};
/// Stiffness of a spring link.
pub const LINK_STIFFNESS: NumberField<Link> = NumberField {
    path: "kind.Spring.stiffness",
    name: "Stiffness",
    hint: "Force per length; usually 0.05 to 1. Stiffer links need more substeps.",
    unit: "mass/time²",
    range: Range::AtLeastZero,
    usual: Some(0.2),
    get: |link| spring_of(link)[1],
    set: |link, value| set_spring(link, 1, value),
};
/// Damping of a spring link.
pub const LINK_DAMPING: NumberField<Link> = NumberField {
    path: "kind.Spring.damping",
    name: "Damping",
    hint: "Force per elongation speed; usually a tenth of the stiffness. 0: undamped.",
    unit: "mass/time",
    range: Range::AtLeastZero,
    usual: Some(0.02),
    get: |link| spring_of(link)[2],
    set: |link, value| set_spring(link, 2, value),
};
/// Length of a stick link; 0 for other kinds, which setting does not change.
pub const LINK_LENGTH: NumberField<Link> = NumberField {
    path: "kind.Stick.length",
    name: "Length",
    hint: "Length that the link keeps, more than 0.",
    unit: "length",
    range: Range::AboveZero,
    usual: None,
    get: |link| match link.kind {
        LinkKind::Stick { length } => length,
        _ => 0.0,
    },
    set: |link, value| {
        if let LinkKind::Stick { length } = &mut link.kind {
            *length = value;
        }
    },
};

/// Rest length, stiffness and damping.
fn spring_of(link: &Link) -> [f64; 3] {
    match link.kind {
        LinkKind::Spring { rest_length, stiffness, damping } => [rest_length, stiffness, damping],
        _ => [0.0; 3],
    }
}

fn set_spring(link: &mut Link, field: usize, value: f64) {
    if let LinkKind::Spring { rest_length, stiffness, damping } = &mut link.kind {
        *[rest_length, stiffness, damping][field] = value;
    }
}
