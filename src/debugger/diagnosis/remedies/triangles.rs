//! Remedies that replace the triangles of a body.

use super::remedy;
use crate::debugger::diagnosis::{Diagnosed, Edit, Remedy};
use crate::level::edit::balloon;
use crate::level::{Level, Role};
use std::collections::BTreeSet;

/// Other triangles for all affected bodies. A fan first for bodies without inner masses; other bodies keep their inner nodes as
/// corners.
pub fn other_triangles(level: &Level, found: &Diagnosed) -> Vec<Remedy> {
    let bodies = found.bodies();
    let fans = bodies.iter().filter(|&&body| is_all_hull(level, body)).filter_map(|&body| fan(level, body));
    fans.chain(bodies.iter().map(|&body| triangulate(level, body))).collect()
}

/// Replaces the triangles by a fan from the barycentre. None if they are that fan.
pub fn fan(level: &Level, body: usize) -> Option<Remedy> {
    let parts = level.bodies.get(body)?;
    let is_whole = |rim: Vec<usize>| rim.len() == parts.triangles.len();
    if balloon::is_fan(parts) && balloon::rim(parts).is_ok_and(is_whole) {
        return None;
    }
    let cost = match balloon::hub(parts) {
        Some(_) => "Works only for hulls that are star-shaped around the barycentre.",
        None => "Adds a barycentre node. Works only for hulls that are star-shaped around it.",
    };
    Some(remedy(
        "fan",
        format!("Triangles from the barycentre of {}", level.quoted_body(body)),
        "No triangle of that fan lies along the outline, so dents do not flip triangles.",
        cost,
        vec![Edit::Fan(body)],
    ))
}

/// True if all masses of a body are on its hull.
pub fn is_all_hull(level: &Level, body: usize) -> bool {
    level.bodies.get(body).is_some_and(|parts| {
        let on_hull: BTreeSet<usize> = parts.hull.iter().flatten().copied().collect();
        let masses = parts.nodes.iter().enumerate().filter(|(_, node)| matches!(node.role, Role::Mass(_)));
        masses.map(|(index, _)| index).all(|node| on_hull.contains(&node))
    })
}

/// Triangulates a body again.
pub fn triangulate(level: &Level, body: usize) -> Remedy {
    remedy(
        "triangulate",
        format!("Triangulate {} again", level.quoted_body(body)),
        "Triangles with the best possible angles flip later.",
        "None. The area for the gas is unchanged.",
        vec![Edit::Triangulate(body)],
    )
}
