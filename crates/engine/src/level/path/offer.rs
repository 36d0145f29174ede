//! Completion for paths: every path of a level to a number, a switch or a choice.

use crate::level::fields::{NumberField, parts, world};
use crate::level::{Level, LinkKind, Motion, ObstacleShape};

/// Maximum number of bodies, discs and obstacles that are listed one by one; more are listed as `[*]` only.
const MOST_LISTED: usize = 64;

/// World settings beside the forces.
const WORLD: [&str; 17] = [
    world::FRAME_TIME.path,
    world::SUBSTEPS.path,
    "integrator",
    world::RETENTION.path,
    world::STICK_PASSES.path,
    "contact.method",
    "contact.edge_choice",
    "contact.barycentre_rule",
    "contact.approaching_only",
    "contact.decor",
    "contact.response",
    world::REPOSITIONING_FRACTION.path,
    world::REPOSITIONING_SLOP.path,
    "contact.self_contact",
    "discs",
    "bounds",
    "bounds.restitution",
];

/// Settable paths of this level, in document order; items of long lists are combined as `[*]`.
pub fn settable(level: &Level) -> Vec<String> {
    let has_bounds = level.world.bounds.is_some();
    let settings = WORLD.iter().filter(|name| **name != "bounds.restitution" || has_bounds);
    let forces = world::FORCES.iter().flat_map(|force| [force.path, force.axes[0].path, force.axes[1].path]);
    let mut paths: Vec<String> = forces.chain(settings.copied()).map(|name| format!("world.{name}")).collect();
    list(&mut paths, "bodies", level.bodies.len(), |paths, at, index| {
        let bodies = match index {
            Some(index) => &level.bodies[index..=index],
            None => &level.bodies[..],
        };
        let has = |any: fn(&crate::level::Body) -> bool| bodies.iter().any(any);
        paths.extend(
            ["motion", "collision.sensor"].into_iter().chain(names(parts::BODY)).map(|name| format!("{at}.{name}")),
        );
        if has(|body| matches!(body.motion, Motion::Driven(_))) {
            paths.push(format!("{at}.motion.Driven.period"));
        }
        if has(|body| !body.nodes.is_empty()) {
            paths.extend([parts::MASS.path, "pinned"].map(|name| format!("{at}.nodes[*].{name}")));
        }
        if has(|body| !body.springs.is_empty()) {
            paths.extend(names(parts::SPRING).map(|name| format!("{at}.springs[*].{name}")));
        }
        if has(|body| !body.sticks.is_empty()) {
            paths.extend(names(parts::STICK).map(|name| format!("{at}.sticks[*].{name}")));
        }
    });
    list(&mut paths, "discs", level.discs.len(), |paths, at, _| {
        // Where a disc is, and how fast, is changed on the canvas.
        let listed = names(parts::DISC).filter(|name| !name.contains('['));
        paths.extend(listed.chain(["motion", "collision.sensor"]).map(|name| format!("{at}.{name}")));
    });
    list(&mut paths, "obstacles", level.obstacles.len(), |paths, at, index| {
        paths.extend(names(parts::OBSTACLE).map(|name| format!("{at}.{name}")));
        if let Some(ObstacleShape::Circle { .. }) = index.map(|index| level.obstacles[index].shape) {
            paths.push(format!("{at}.shape.Circle.radius"));
        }
    });
    list(&mut paths, "links", level.links.len(), |paths, at, index| {
        let links = match index {
            Some(index) => &level.links[index..=index],
            None => &level.links[..],
        };
        let is_of = |path: &&str| {
            links.iter().any(|link| match link.kind {
                LinkKind::Spring { .. } => path.starts_with("kind.Spring."),
                LinkKind::Stick { .. } => path.starts_with("kind.Stick."),
                LinkKind::Pin => false,
            })
        };
        paths.extend(names(parts::LINK).filter(is_of).chain(["collide"]).map(|name| format!("{at}.{name}")));
    });
    paths
}

fn names<P>(fields: &'static [&'static NumberField<P>]) -> impl Iterator<Item = &'static str> {
    fields.iter().map(|field| field.path)
}

fn list(paths: &mut Vec<String>, name: &str, count: usize, add: impl Fn(&mut Vec<String>, &str, Option<usize>)) {
    for index in (0..count).take(if count > MOST_LISTED { 0 } else { count }) {
        add(paths, &format!("{name}[{index}]"), Some(index));
    }
    if count > 1 {
        add(paths, &format!("{name}[*]"), None);
    }
}
