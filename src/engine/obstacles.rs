//! Stage 5: obstacles and bounds for the free nodes of bodies, by 003's static resolution: only the positions
//! before and after the substep count.
//!
//! Must never know: contacts between bodies, discs.

use super::{Layout, State, Trace, World};
use crate::geometry::cross;
use crate::level::{Bounds, ObstacleShape};
use glam::DVec2;

/// A correction may cause a new hit; after so many passes over the obstacles it is left at that.
pub(super) const PASSES: usize = 8;

/// A hit: the unit normal, and the vector from the new position to the obstacle along it.
struct Hit {
    normal: DVec2,
    to_surface: DVec2,
}

/// Whether, and how, the move from `old` to `new` hits the shape. Points on a line count as on its left.
fn hit(shape: &ObstacleShape, old: DVec2, new: DVec2) -> Option<Hit> {
    let straight = |a: DVec2, direction: DVec2| {
        let is_left = |point: DVec2| cross(direction, point - a) >= 0.0;
        if is_left(old) == is_left(new) {
            return None;
        }
        let normal = direction.perp() / direction.length();
        Some(Hit { normal, to_surface: normal * (a - new).dot(normal) })
    };
    match *shape {
        ObstacleShape::Segment(a, b) => {
            let (a, b) = (DVec2::from(a), DVec2::from(b));
            let is_left_of_path = |point: DVec2| cross(new - old, point - old) >= 0.0;
            if is_left_of_path(a) == is_left_of_path(b) { None } else { straight(a, b - a) }
        }
        ObstacleShape::Line(point, direction) => straight(point.into(), direction.into()),
        ObstacleShape::Circle { center, radius } => {
            let center = DVec2::from(center);
            let is_inside = |point: DVec2| (point - center).length_squared() < radius * radius;
            if is_inside(old) == is_inside(new) {
                return None;
            }
            let out = old - center;
            let distance = out.length();
            // From the very centre no direction is better than another: there is no normal to bounce along.
            if distance == 0.0 {
                return None;
            }
            let normal = out / distance;
            Some(Hit { normal, to_surface: normal * (old - new).dot(normal) })
        }
    }
}

/// The stage.
pub(super) fn stage(world: &mut World, _: Option<&mut Trace>) {
    let World { layout, state, scratch, .. } = world;
    if layout.obstacles.is_empty() && layout.settings.bounds.is_none() {
        return;
    }
    for (index, body) in layout.bodies.iter().enumerate() {
        if !body.is_dynamic || state.blown_up[index] {
            continue;
        }
        for node in body.nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0) {
            resolve_obstacles(layout, state, node, scratch.old_position(node), body.restitution);
            if let Some(bounds) = &layout.settings.bounds {
                clamp(layout, state, node, bounds, body.restitution);
            }
        }
    }
}

/// Tries all obstacles in file order, and again while a correction caused a new hit.
fn resolve_obstacles(layout: &Layout, state: &mut State, node: usize, old: DVec2, restitution: f64) {
    for _ in 0..PASSES {
        let mut is_hit = false;
        for obstacle in &layout.obstacles {
            let Some(Hit { normal, to_surface }) = hit(&obstacle.shape, old, state.position(node)) else { continue };
            is_hit = true;
            let factor = 1.0 + restitution * obstacle.restitution;
            let velocity = state.live_velocity(layout, node);
            state.add_velocity(layout, node, normal * (-factor * velocity.dot(normal)));
            state.move_by(node, to_surface * factor);
        }
        if !is_hit {
            break;
        }
    }
}

/// 004's clamp: back into the box, and what of the velocity points outwards is turned back by the restitution.
fn clamp(layout: &Layout, state: &mut State, node: usize, bounds: &Bounds, restitution: f64) {
    let live = state.live_velocity(layout, node);
    if let Some((position, change)) = clamped(state.position(node), live, bounds, 0.0, restitution) {
        state.add_velocity(layout, node, change);
        state.set_position(node, position);
    }
}

/// Where the clamp puts something of a radius, and by how much it changes its velocity; none for what is inside.
/// What is too large for the box is held at its middle.
pub(super) fn clamped(
    position: DVec2,
    velocity: DVec2,
    bounds: &Bounds,
    radius: f64,
    restitution: f64,
) -> Option<(DVec2, DVec2)> {
    let (min, max) = (DVec2::from(bounds.min), DVec2::from(bounds.max));
    let coordinate = |value: f64, min: f64, max: f64| {
        let (low, high) = (min + radius, max - radius);
        if low <= high { clamp_coordinate(value, low, high) } else { min * 0.5 + max * 0.5 }
    };
    let inside = DVec2::new(coordinate(position.x, min.x, max.x), coordinate(position.y, min.y, max.y));
    if inside == position {
        return None;
    }
    let turned_back = -(1.0 + restitution * bounds.restitution);
    let change = |velocity: f64, outwards: f64| if velocity * outwards > 0.0 { velocity * turned_back } else { 0.0 };
    let out = position - inside;
    Some((inside, DVec2::new(change(velocity.x, out.x), change(velocity.y, out.y))))
}

fn clamp_coordinate(value: f64, min: f64, max: f64) -> f64 {
    if value < min {
        min
    } else if value > max {
        max
    } else {
        value
    }
}
