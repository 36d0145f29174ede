//! Stage "obstacles and bounds": static collision of free nodes by 003's rule.
//!
//! A node hits an obstacle if its positions before and after the substep lie on different sides. It is mirrored back, scaled by the
//! restitution. Cost: O(n k) for n nodes and k obstacles. A body whose swept AABB lies clearly beside every obstacle is skipped; the
//! margin (`DOUBT`) exceeds rounding, so the results are those of the full test.

use crate::engine::data::contact_record::ContactLog;
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::scratch::Scratch;
use crate::engine::data::trace::{Bound, ClampTrace, ObstacleHit};
use crate::engine::data::{Layout, State, World};
use crate::geometry::{Aabb, cross};
use crate::level::{Bounds, Obstacle, ObstacleShape, Place};
use glam::DVec2;
use std::ops::Range;

/// Maximum number of passes over the obstacles: a correction may cause a new hit.
pub(in crate::engine) const PASSES: usize = 8;

/// A hit: the unit normal, and the vector along it from the new position to the obstacle.
struct StaticHit {
    normal: DVec2,
    /// 1 if the node comes from the side that the normal points to, else -1.
    side: f64,
    /// A point of the obstacle, at the contact.
    point: DVec2,
    to_surface: DVec2,
}

/// Returns the hit of a move from `old` to `new` with the shape, if there is one. Points on a line count as left of it, points on a
/// circle as inside (003).
fn hit(shape: &ObstacleShape, old: DVec2, new: DVec2) -> Option<StaticHit> {
    let sign = |is_positive: bool| if is_positive { 1.0 } else { -1.0 };
    let straight = |a: DVec2, direction: DVec2| {
        let is_left = |point: DVec2| cross(direction, point - a) >= 0.0;
        if is_left(old) == is_left(new) {
            return None;
        }
        let normal = direction.perp() / direction.length();
        let to_surface = normal * (a - new).dot(normal);
        Some(StaticHit { normal, side: sign(is_left(old)), point: new + to_surface, to_surface })
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
            let is_inside = |point: DVec2| (point - center).length_squared() <= radius * radius;
            if is_inside(old) == is_inside(new) {
                return None;
            }
            let out = old - center;
            let distance = out.length();
            // At the centre the normal is undefined.
            if distance == 0.0 {
                return None;
            }
            let normal = out / distance;
            let to_surface = normal * (old - new).dot(normal);
            Some(StaticHit { normal, side: sign(!is_inside(old)), point: center + normal * radius, to_surface })
        }
    }
}

/// True if the level has obstacles or bounds.
pub(in crate::engine) fn are_there(layout: &Layout) -> bool {
    !layout.obstacles.is_empty() || layout.settings.bounds.is_some()
}

/// Resolves the hits of all bodies.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, state, scratch, .. } = world;
    if are_there(layout) {
        (0..layout.bodies.len()).for_each(|body| resolve_body(layout, state, scratch, body, watch));
    }
}

/// Resolves the hits of the free nodes of one body.
pub(in crate::engine) fn resolve_body(
    layout: &Layout,
    state: &mut State,
    scratch: &mut Scratch,
    index: usize,
    watch: &mut Watch,
) {
    let body = &layout.bodies[index];
    if !body.is_dynamic || state.blown_up[index] {
        return;
    }
    let way = swept_aabb(state, &scratch.old_positions, body.nodes.clone());
    if way.is_some_and(|way| is_clear(layout, &way)) {
        return;
    }
    let near = &mut scratch.near_obstacles;
    near.clear();
    let is_near = |(obstacle, parts): (usize, &Obstacle)| {
        layout.filters.body_meets_obstacle(index, obstacle) && !way.is_some_and(|way| is_beside(&way, &parts.shape))
    };
    near.extend(layout.obstacles.iter().enumerate().map(is_near));
    for first in body.nodes.clone().step_by(AT_A_TIME) {
        let some = first..body.nodes.end.min(first + AT_A_TIME);
        if is_clear_for(layout, near, &scratch.old_positions[some.clone()], &state.positions[some.clone()]) {
            continue;
        }
        for node in some.filter(|&node| layout.inverse_mass[node] != 0.0) {
            let place = (index, node - body.nodes.start);
            resolve_obstacles(layout, state, node, place, (scratch.old_positions[node], near), watch);
            if let Some(bounds) = &layout.settings.bounds {
                clamp(layout, state, node, place, bounds, watch);
            }
        }
    }
}

/// Relative margin, dimensionless: if a sum exceeds this fraction of its largest product, rounding cannot change its sign.
const DOUBT: f64 = 1e-12;

/// Nodes that are tested together.
const AT_A_TIME: usize = 8;

/// Returns the box around the old and new positions of nodes; none if one of them is not finite.
fn swept_aabb(state: &State, old: &[DVec2], nodes: Range<usize>) -> Option<Aabb> {
    let (mut all, mut nan_accumulator) = (Aabb::EMPTY, 0.0);
    for node in nodes {
        let (from, to) = (old[node], state.position(node));
        nan_accumulator += (from.x + from.y + to.x + to.y) * 0.0;
        all.include(from);
        all.include(to);
    }
    (nan_accumulator == 0.0).then_some(all)
}

fn box_of(bounds: &Bounds) -> Aabb {
    Aabb { min: bounds.min.into(), max: bounds.max.into() }
}

/// True if none of these nodes hits a near obstacle or leaves the bounds.
fn is_clear_for(layout: &Layout, near: &[bool], old: &[DVec2], new: &[DVec2]) -> bool {
    // Without a branch for each node.
    fn any(old: &[DVec2], new: &[DVec2], is_on: impl Fn(DVec2) -> bool) -> bool {
        old.iter().zip(new).fold(false, |any, (&old, &new)| any | (is_on(old) != is_on(new)))
    }
    let straight = |a: DVec2, direction: DVec2| any(old, new, |point| cross(direction, point - a) >= 0.0);
    let is_passed = |shape: &ObstacleShape| match *shape {
        ObstacleShape::Segment(a, b) => straight(a.into(), DVec2::from(b) - DVec2::from(a)),
        ObstacleShape::Line(point, direction) => straight(point.into(), direction.into()),
        ObstacleShape::Circle { center, radius } => {
            any(old, new, |point| (point - DVec2::from(center)).length_squared() <= radius * radius)
        }
    };
    let mut obstacles = layout.obstacles.iter().zip(near);
    let is_in = |bounds: &Bounds| {
        let bounds = box_of(bounds);
        new.iter().fold(true, |all, &point| all & bounds.contains(point))
    };
    layout.settings.bounds.as_ref().is_none_or(is_in)
        && !obstacles.any(|(obstacle, &is_near)| is_near && is_passed(&obstacle.shape))
}

/// True if no node whose old and new positions lie in `swept` can hit an obstacle or leave the bounds. Most bodies are far from all
/// obstacles, so this test saves those of their nodes.
pub(in crate::engine) fn is_clear(layout: &Layout, swept: &Aabb) -> bool {
    let is_in = |bounds: &Bounds| box_of(bounds).contains_box(swept);
    layout.settings.bounds.as_ref().is_none_or(is_in)
        && layout.obstacles.iter().all(|obstacle| is_beside(swept, &obstacle.shape))
}

/// True if the whole box is on one side of the shape, by more than rounding.
fn is_beside(&Aabb { min, max }: &Aabb, shape: &ObstacleShape) -> bool {
    let straight = |a: DVec2, direction: DVec2| {
        let (from, to) = (min - a, max - a);
        let (lefts, rights) = ([direction.x * from.y, direction.x * to.y], [direction.y * from.x, direction.y * to.x]);
        let ordered = |[one, other]: [f64; 2]| if one < other { [one, other] } else { [other, one] };
        let ([left, most_left], [right, most_right]) = (ordered(lefts), ordered(rights));
        let size = left.abs() + most_left.abs() + right.abs() + most_right.abs();
        size.is_finite() && (left - most_right > DOUBT * size || most_left - right < -DOUBT * size)
    };
    match *shape {
        ObstacleShape::Segment(a, b) => straight(a.into(), DVec2::from(b) - DVec2::from(a)),
        ObstacleShape::Line(point, direction) => straight(point.into(), direction.into()),
        ObstacleShape::Circle { center, radius } => {
            let center = DVec2::from(center);
            let squared = radius * radius;
            let nearest = (center.clamp(min, max) - center).length_squared();
            let farthest = (min - center).abs().max((max - center).abs()).length_squared();
            let is_sound = farthest.is_finite() && squared.is_finite() && squared > f64::MIN_POSITIVE / DOUBT;
            is_sound && (nearest > squared * (1.0 + DOUBT) || farthest < squared * (1.0 - DOUBT))
        }
    }
}

/// Tests all obstacles in file order, and repeats while a correction causes a new hit.
fn resolve_obstacles(
    layout: &Layout,
    state: &mut State,
    node: usize,
    (body, local): (usize, usize),
    (old, near): (DVec2, &[bool]),
    watch: &mut Watch,
) {
    // After a correction, obstacles outside the swept box may be near.
    let mut was_hit = false;
    for pass in 1..=PASSES {
        let mut is_hit = false;
        for (index, obstacle) in layout.obstacles.iter().enumerate() {
            if !(was_hit || near[index]) || !layout.filters.body_meets_obstacle(body, index) {
                continue;
            }
            let new = state.position(node);
            let Some(StaticHit { normal, side, point, to_surface }) = hit(&obstacle.shape, old, new) else { continue };
            (is_hit, was_hit) = (true, true);
            let restitution = layout.bodies[body].restitution * obstacle.restitution;
            let factor = 1.0 + restitution;
            let velocity = state.live_velocity(layout, node);
            let change = -factor * velocity.dot(normal);
            state.place(layout, node, new + to_surface * factor, velocity + normal * change);
            let places = [Place::Node(body, local), Place::Obstacle(index)];
            watch.contacts.add(places, [point, normal * side], [layout.mass[node] * change * side, 0.0]);
            state.obstacle_hits += 1;
            if let Some(trace) = watch.trace.as_deref_mut() {
                trace.obstacle_hits.push(ObstacleHit {
                    body,
                    node: local,
                    obstacle: index,
                    pass: pass as u32,
                    old,
                    new,
                    to_surface,
                    point: new + to_surface,
                    corrected: state.position(node),
                    normal,
                    side: signed_distance(&obstacle.shape, old),
                    restitution,
                    velocity_before: velocity,
                    velocity_after: state.live_velocity(layout, node),
                });
            }
            watch.next_row(PhaseKind::Obstacle);
            watch.see(PhaseKind::Obstacle, Touched::Few(&[node], None), layout, state);
        }
        if !is_hit {
            break;
        }
    }
}

/// Signed distance of a point: positive on the left of a line or segment, and outside a circle.
fn signed_distance(shape: &ObstacleShape, point: DVec2) -> f64 {
    let straight = |a: DVec2, direction: DVec2| cross(direction, point - a) / direction.length();
    match *shape {
        ObstacleShape::Segment(a, b) => straight(a.into(), DVec2::from(b) - DVec2::from(a)),
        ObstacleShape::Line(a, direction) => straight(a.into(), direction.into()),
        ObstacleShape::Circle { center, radius } => (point - DVec2::from(center)).length() - radius,
    }
}

/// 004's clamp: moves a node back into the bounds and reflects the outward velocity, scaled by the restitution.
fn clamp(
    layout: &Layout,
    state: &mut State,
    node: usize,
    (body, local): (usize, usize),
    bounds: &Bounds,
    watch: &mut Watch,
) {
    let (position, live) = (state.position(node), state.live_velocity(layout, node));
    let Some(clamped) = clamped(position, live, bounds, 0.0, layout.bodies[body].restitution) else { return };
    state.place(layout, node, clamped.position, live + clamped.velocity_change);
    clamped.record(&mut watch.contacts, Place::Node(body, local), position, [layout.mass[node], 0.0]);
    state.obstacle_hits += 1;
    if let Some(trace) = watch.trace.as_deref_mut() {
        let after = state.live_velocity(layout, node);
        trace.clamps.push(clamped.row(Place::Node(body, local), position, [live, after]));
    }
    watch.next_row(PhaseKind::Bounds);
    watch.see(PhaseKind::Bounds, Touched::Few(&[node], None), layout, state);
}

/// Effect of the clamp on a node or disc.
pub(in crate::engine) struct Clamped {
    /// Position inside the bounds.
    pub position: DVec2,
    /// Velocity change.
    pub velocity_change: DVec2,
    /// e, the product of both restitutions.
    restitution: f64,
}

impl Clamped {
    /// Records a contact per coordinate that the bounds changed, given the position before, mass and radius.
    #[inline]
    pub fn record(&self, log: &mut ContactLog, place: Place, position: DVec2, [mass, radius]: [f64; 2]) {
        let moved = self.position - position;
        for axis in [DVec2::X, DVec2::Y] {
            if moved.dot(axis) == 0.0 {
                continue;
            }
            let normal = axis * moved.dot(axis).signum();
            let impulse = self.velocity_change.dot(normal) * mass;
            log.add([place, Place::World], [self.position - normal * radius, normal], [impulse, 0.0]);
        }
    }

    /// Returns the trace row, given the position before and the velocities before and after.
    pub fn row(&self, place: Place, position: DVec2, [velocity_before, velocity_after]: [DVec2; 2]) -> ClampTrace {
        ClampTrace {
            place,
            x: Bound::that_held(position.x, self.position.x),
            y: Bound::that_held(position.y, self.position.y),
            position_before: position,
            position_after: self.position,
            restitution: self.restitution,
            velocity_before,
            velocity_after,
        }
    }
}

/// Returns the clamp of a node (radius 0) or disc; none if it is inside the bounds. A disc larger than the bounds goes to their
/// middle.
pub(in crate::engine) fn clamped(
    position: DVec2,
    velocity: DVec2,
    bounds: &Bounds,
    radius: f64,
    restitution: f64,
) -> Option<Clamped> {
    let (min, max) = (DVec2::from(bounds.min), DVec2::from(bounds.max));
    let coordinate = |value: f64, min: f64, max: f64| {
        let (low, high) = (min + radius, max - radius);
        if low <= high { clamp_coordinate(value, low, high) } else { min * 0.5 + max * 0.5 }
    };
    let inside = DVec2::new(coordinate(position.x, min.x, max.x), coordinate(position.y, min.y, max.y));
    if inside == position {
        return None;
    }
    let restitution = restitution * bounds.restitution;
    let turned_back = -(1.0 + restitution);
    let change = |velocity: f64, outwards: f64| if velocity * outwards > 0.0 { velocity * turned_back } else { 0.0 };
    let out = position - inside;
    let velocity_change = DVec2::new(change(velocity.x, out.x), change(velocity.y, out.y));
    Some(Clamped { position: inside, velocity_change, restitution })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// No move inside a box beside an obstacle hits it, corners and borders included.
    #[test]
    fn obstacles_beside_a_box_are_not_hit_within_it() {
        let mut bits = 17u64;
        let mut below = |count: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) % count
        };
        let (mut beside, mut hits) = (0, 0);
        for round in 0..4000 {
            let scale = [1.0, 0.1, 1e-9, 1e-160, 1e9, 1e150][round % 6];
            let mut at = || DVec2::new(below(13) as f64, below(13) as f64) * scale;
            let (a, b, p, q) = (at(), at(), at(), at());
            let radius = at().x;
            let shape = match round % 3 {
                0 => ObstacleShape::Segment(a.into(), b.into()),
                1 => ObstacleShape::Line(a.into(), (b - a).into()),
                _ => ObstacleShape::Circle { center: a.into(), radius },
            };
            let all = Aabb::around([p, q]);
            let is_beside = is_beside(&all, &shape);
            beside += u32::from(is_beside);
            for _ in 0..20 {
                let mut part = || [0.0, 1.0, 0.5, below(1000) as f64 / 1000.0][below(4) as usize];
                let mut within = || all.min + (all.max - all.min) * DVec2::new(part(), part());
                // Rounding may have moved it out of the box.
                let (old, new) = (within().max(all.min).min(all.max), within().max(all.min).min(all.max));
                let is_hit = hit(&shape, old, new).is_some();
                hits += u32::from(is_hit);
                assert!(!(is_hit && is_beside), "{shape:?} by {old} to {new} in round {round}");
            }
        }
        assert!(beside > 500 && hits > 2000, "{beside} beside, {hits} hits");
    }
}
