//! Completion for paths: every path of a level to a number, a switch or a choice.

use crate::level::{Level, Motion, ObstacleShape};

/// Maximum number of bodies, discs and obstacles that are listed one by one; more are listed as `[*]` only.
const MOST_LISTED: usize = 64;

/// World settings, shortest first.
const WORLD: [&str; 20] = [
    "gravity",
    "gravity[0]",
    "gravity[1]",
    "frame_time",
    "substeps",
    "integrator",
    "velocity_retention",
    "stick_iterations",
    "contact.method",
    "contact.edge_choice",
    "contact.barycentre_rule",
    "contact.approaching_only",
    "contact.decor",
    "contact.response",
    "contact.repositioning.fraction",
    "contact.repositioning.slop",
    "contact.self_contact",
    "discs",
    "bounds",
    "bounds.restitution",
];

/// Settable paths of this level, in document order; items of long lists are combined as `[*]`.
pub fn settable(level: &Level) -> Vec<String> {
    let has_bounds = level.world.bounds.is_some();
    let world = WORLD.iter().filter(|name| **name != "bounds.restitution" || has_bounds);
    let mut paths: Vec<String> = world.map(|name| format!("world.{name}")).collect();
    list(&mut paths, "bodies", level.bodies.len(), |paths, at, index| {
        let bodies = match index {
            Some(index) => &level.bodies[index..=index],
            None => &level.bodies[..],
        };
        let has = |any: fn(&crate::level::Body) -> bool| bodies.iter().any(any);
        paths.extend(["motion", "restitution", "friction", "gas"].map(|name| format!("{at}.{name}")));
        if has(|body| matches!(body.motion, Motion::Driven(_))) {
            paths.push(format!("{at}.motion.Driven.period"));
        }
        if has(|body| !body.nodes.is_empty()) {
            paths.extend(["role.Mass", "pinned"].map(|name| format!("{at}.nodes[*].{name}")));
        }
        if has(|body| !body.springs.is_empty()) {
            paths.extend(["rest_length", "stiffness", "damping"].map(|name| format!("{at}.springs[*].{name}")));
        }
        if has(|body| !body.sticks.is_empty()) {
            paths.push(format!("{at}.sticks[*].length"));
        }
    });
    list(&mut paths, "discs", level.discs.len(), |paths, at, _| {
        paths.extend(["radius", "mass", "restitution", "friction", "motion"].map(|name| format!("{at}.{name}")));
    });
    list(&mut paths, "obstacles", level.obstacles.len(), |paths, at, index| {
        paths.push(format!("{at}.restitution"));
        if let Some(ObstacleShape::Circle { .. }) = index.map(|index| level.obstacles[index].shape) {
            paths.push(format!("{at}.shape.Circle.radius"));
        }
    });
    paths
}

fn list(paths: &mut Vec<String>, name: &str, count: usize, add: impl Fn(&mut Vec<String>, &str, Option<usize>)) {
    for index in (0..count).take(if count > MOST_LISTED { 0 } else { count }) {
        add(paths, &format!("{name}[{index}]"), Some(index));
    }
    if count > 1 {
        add(paths, &format!("{name}[*]"), None);
    }
}
