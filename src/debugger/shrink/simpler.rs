//! Simplifications of numbers, one row each, the most effective first.

use crate::level::fields::world::FORCES;
use crate::level::{
    Body, CollisionFilter, Contact, ContactResponse, Decor, Disc, DiscMethod, Integrator, Level, Link, LinkEnd,
    LinkKind, Motion, Node, ObstacleShape, Place, Point, Properties, Repositioning, Role, Spring, World,
};

/// A simplification.
pub(super) struct Simpler {
    /// Description of the result.
    pub title: &'static str,
    /// Places where it applies.
    pub places: fn(&Level) -> Vec<Place>,
    /// Applies it at one place. True if that changes the level.
    pub apply: fn(&mut Level, Place) -> bool,
}

/// Every simplification, in order.
pub(super) const ALL: &[Simpler] = &[
    row("no bounds", world, |level, _| set(&mut level.world.bounds, None)),
    row("no gravity", world, |level, _| set(&mut level.world.gravity, [0.0, 0.0])),
    row("no loss of velocity", world, |level, _| set(&mut level.world.velocity_retention, 1.0)),
    row("frame_time 1", world, |level, _| set(&mut level.world.frame_time, 1.0)),
    row("1 substep", world, |level, _| fewer(level, 1)),
    row("2 substeps", world, |level, _| fewer(level, 2)),
    row("4 substeps", world, |level, _| fewer(level, 4)),
    row("8 substeps", world, |level, _| fewer(level, 8)),
    row("the default integrator", world, |level, _| set(&mut level.world.integrator, Integrator::default())),
    row("the default contacts", world, |level, _| set(&mut level.world.contact, Contact::default())),
    row("no barycentre rule", world, |level, _| set(&mut level.world.contact.barycentre_rule, false)),
    row("approaching_only off", world, |level, _| set(&mut level.world.contact.approaching_only, false)),
    row("the source's response", world, |level, _| set(&mut level.world.contact.response, ContactResponse::Source)),
    row("full repositioning", world, |level, _| set(&mut level.world.contact.repositioning, Repositioning::default())),
    row("no self-contact", world, |level, _| set(&mut level.world.contact.self_contact, false)),
    row("decor by impulse", world, |level, _| set(&mut level.world.contact.decor, Decor::default())),
    row("the default discs", world, |level, _| set(&mut level.world.discs, DiscMethod::default())),
    row("the default passes over sticks", world, |level, _| set(&mut level.world.stick_iterations, 3)),
    row("nothing driven", movers, still),
    row("no gas", bodies, |level, at| body(level, at, |body| set(&mut body.gas, 0.0))),
    row("no friction", bodies, |level, at| body(level, at, |body| set(&mut body.friction, 0.0))),
    row("no restitution", bodies, |level, at| body(level, at, |body| set(&mut body.restitution, 0.0))),
    row("nodes at rest", nodes, |level, at| node(level, at, |node| set(&mut node.velocity, [0.0, 0.0]))),
    row("masses of 1", nodes, |level, at| node(level, at, unit_mass)),
    row("no pins", nodes, |level, at| node(level, at, |node| set(&mut node.pinned, false))),
    row("no damping", springs, |level, at| spring(level, at, |spring| set(&mut spring.damping, 0.0))),
    row("stiffness 1", springs, |level, at| spring(level, at, |spring| set(&mut spring.stiffness, 1.0))),
    row("discs at rest", discs, |level, at| disc(level, at, |disc| set(&mut disc.velocity, [0.0, 0.0]))),
    row("discs of mass 1", discs, |level, at| disc(level, at, |disc| set(&mut disc.mass, 1.0))),
    row("discs without friction", discs, |level, at| disc(level, at, |disc| set(&mut disc.friction, 0.0))),
    row("no collision filters", solids, no_filter),
    row("colliding links", world, |level, _| any(&mut level.links, |link| set(&mut link.collide, true))),
    row("links without damping", world, |level, _| any(&mut level.links, undamped)),
    row("no tags, properties, labels or skins", world, no_user_data),
    row("whole numbers", all, |level, at| round(level, at, 1.0)),
    row("one decimal", all, |level, at| round(level, at, 10.0)),
    row("two decimals", all, |level, at| round(level, at, 100.0)),
    row("three decimals", all, |level, at| round(level, at, 1000.0)),
];

fn set<T: PartialEq>(value: &mut T, new: T) -> bool {
    let changes = *value != new;
    *value = new;
    changes
}

fn fewer(level: &mut Level, substeps: u32) -> bool {
    level.world.substeps > substeps && set(&mut level.world.substeps, substeps)
}

type Apply = fn(&mut Level, Place) -> bool;

const fn row(title: &'static str, places: fn(&Level) -> Vec<Place>, apply: Apply) -> Simpler {
    Simpler { title, places, apply }
}

fn world(_: &Level) -> Vec<Place> {
    vec![Place::World]
}

fn bodies(level: &Level) -> Vec<Place> {
    (0..level.bodies.len()).map(Place::Body).collect()
}

fn discs(level: &Level) -> Vec<Place> {
    (0..level.discs.len()).map(Place::Disc).collect()
}

fn movers(level: &Level) -> Vec<Place> {
    [bodies(level), discs(level)].concat()
}

fn solids(level: &Level) -> Vec<Place> {
    let obstacles = (0..level.obstacles.len()).map(Place::Obstacle).collect();
    [bodies(level), discs(level), obstacles].concat()
}

fn nodes(level: &Level) -> Vec<Place> {
    listed(level, |body| body.nodes.len(), Place::Node)
}

fn springs(level: &Level) -> Vec<Place> {
    listed(level, |body| body.springs.len(), Place::Spring)
}

fn sticks(level: &Level) -> Vec<Place> {
    listed(level, |body| body.sticks.len(), Place::Stick)
}

fn listed(level: &Level, count: fn(&Body) -> usize, place: fn(usize, usize) -> Place) -> Vec<Place> {
    let bodies = level.bodies.iter().enumerate();
    bodies.flat_map(|(index, body)| (0..count(body)).map(move |item| place(index, item))).collect()
}

/// All parts with numbers.
fn all(level: &Level) -> Vec<Place> {
    let obstacles = (0..level.obstacles.len()).map(Place::Obstacle).collect();
    [world(level), nodes(level), springs(level), sticks(level), bodies(level), discs(level), obstacles].concat()
}

fn body(level: &mut Level, at: Place, change: fn(&mut Body) -> bool) -> bool {
    at.body().and_then(|body| level.bodies.get_mut(body)).is_some_and(change)
}

fn node(level: &mut Level, at: Place, change: fn(&mut Node) -> bool) -> bool {
    let Place::Node(body, node) = at else { return false };
    level.bodies.get_mut(body).and_then(|body| body.nodes.get_mut(node)).is_some_and(change)
}

fn spring(level: &mut Level, at: Place, change: fn(&mut Spring) -> bool) -> bool {
    let Place::Spring(body, spring) = at else { return false };
    level.bodies.get_mut(body).and_then(|body| body.springs.get_mut(spring)).is_some_and(change)
}

fn disc(level: &mut Level, at: Place, change: fn(&mut Disc) -> bool) -> bool {
    let Place::Disc(disc) = at else { return false };
    level.discs.get_mut(disc).is_some_and(change)
}

/// Changes every item; true if any changed.
fn any<T>(items: &mut [T], change: impl Fn(&mut T) -> bool) -> bool {
    items.iter_mut().map(change).fold(false, |any, changes| any | changes)
}

fn undamped(link: &mut Link) -> bool {
    match &mut link.kind {
        LinkKind::Spring { damping, .. } => set(damping, 0.0),
        LinkKind::Stick { .. } | LinkKind::Pin => false,
    }
}

/// The default filter, which collides with everything and is no sensor.
fn no_filter(level: &mut Level, at: Place) -> bool {
    let filter = match at {
        Place::Body(body) => level.bodies.get_mut(body).map(|body| &mut body.collision),
        Place::Disc(disc) => level.discs.get_mut(disc).map(|disc| &mut disc.collision),
        Place::Obstacle(obstacle) => level.obstacles.get_mut(obstacle).map(|obstacle| &mut obstacle.collision),
        _ => None,
    };
    filter.is_some_and(|filter| set(filter, CollisionFilter::default()))
}

/// Removes what the engine ignores.
fn no_user_data(level: &mut Level, _: Place) -> bool {
    let before = level.clone();
    let clear = |tags: &mut Vec<String>, properties: &mut Properties| {
        tags.clear();
        *properties = Properties::default();
    };
    clear(&mut level.tags, &mut level.properties);
    for body in &mut level.bodies {
        clear(&mut body.tags, &mut body.properties);
        body.skin = None;
        for node in &mut body.nodes {
            clear(&mut node.tags, &mut node.properties);
            node.label.clear();
        }
    }
    level.discs.iter_mut().for_each(|disc| clear(&mut disc.tags, &mut disc.properties));
    level.obstacles.iter_mut().for_each(|obstacle| clear(&mut obstacle.tags, &mut obstacle.properties));
    level.links.iter_mut().for_each(|link| clear(&mut link.tags, &mut link.properties));
    level.markers.iter_mut().for_each(|marker| clear(&mut marker.tags, &mut marker.properties));
    *level != before
}

fn unit_mass(node: &mut Node) -> bool {
    match &mut node.role {
        Role::Mass(mass) => set(mass, 1.0),
        Role::Barycentre => false,
    }
}

/// Replaces a path by a fixed position.
fn still(level: &mut Level, at: Place) -> bool {
    let motion = match at {
        Place::Body(body) => level.bodies.get_mut(body).map(|body| &mut body.motion),
        Place::Disc(disc) => level.discs.get_mut(disc).map(|disc| &mut disc.motion),
        _ => None,
    };
    motion.is_some_and(|motion| matches!(motion, Motion::Driven(_)) && set(motion, Motion::Fixed))
}

/// Rounds every number of a link, except those that refer to parts.
fn round_link(link: &mut Link, number: impl Fn(&mut f64) -> bool, point: impl Fn(&mut Point) -> bool) -> bool {
    let mut changes = match &mut link.kind {
        LinkKind::Spring { rest_length, stiffness, damping } => {
            let numbers = [rest_length, stiffness, damping];
            numbers.into_iter().map(&number).fold(false, |any, changes| any | changes)
        }
        LinkKind::Stick { length } => number(length),
        LinkKind::Pin => false,
    };
    for end in [&mut link.a, &mut link.b] {
        if let LinkEnd::Point(at) = end {
            changes |= point(at);
        }
    }
    changes
}

/// Changes the vectors of the forces that act everywhere.
fn any_force(world: &mut World, change: impl Fn(&mut Point) -> bool) -> bool {
    let mut changes = false;
    for vector in FORCES {
        let mut changed = vector.get(world);
        changes |= change(&mut changed);
        vector.set(world, changed);
    }
    changes
}

/// Rounds every number of a part to a multiple of 1/`parts`.
fn round(level: &mut Level, at: Place, parts: f64) -> bool {
    let number = |value: &mut f64| {
        // Adding 0.0 removes the sign of a negative zero.
        let rounded = (*value * parts).round() / parts + 0.0;
        rounded.is_finite() && set(value, rounded)
    };
    let point = |[x, y]: &mut Point| {
        let changes = number(x);
        number(y) || changes
    };
    let mut changes = false;
    let mut also = |changed: bool| changes |= changed;
    match at {
        Place::World => {
            also(any_force(&mut level.world, point));
            also(any(&mut level.links, |link| round_link(link, number, point)));
        }
        Place::Body(body) => {
            let body = &mut level.bodies[body];
            [&mut body.gas, &mut body.friction, &mut body.restitution]
                .into_iter()
                .for_each(|value| also(number(value)));
        }
        Place::Node(body, node) => {
            let node = &mut level.bodies[body].nodes[node];
            also(point(&mut node.position));
            also(point(&mut node.velocity));
            if let Role::Mass(mass) = &mut node.role {
                also(number(mass));
            }
        }
        Place::Spring(body, spring) => {
            let spring = &mut level.bodies[body].springs[spring];
            let numbers = [&mut spring.rest_length, &mut spring.stiffness, &mut spring.damping];
            numbers.into_iter().for_each(|value| also(number(value)));
        }
        Place::Stick(body, stick) => also(number(&mut level.bodies[body].sticks[stick].length)),
        Place::Disc(disc) => {
            let disc = &mut level.discs[disc];
            also(point(&mut disc.position));
            also(point(&mut disc.velocity));
            let numbers = [&mut disc.radius, &mut disc.mass, &mut disc.restitution, &mut disc.friction];
            numbers.into_iter().for_each(|value| also(number(value)));
        }
        Place::Obstacle(obstacle) => match &mut level.obstacles[obstacle].shape {
            ObstacleShape::Segment(a, b) | ObstacleShape::Line(a, b) => {
                also(point(a));
                also(point(b));
            }
            ObstacleShape::Circle { center, radius } => {
                also(point(center));
                also(number(radius));
            }
        },
        _ => {}
    }
    changes
}
