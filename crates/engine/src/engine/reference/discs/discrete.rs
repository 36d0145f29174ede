//! Discrete discs: tests the positions before and after the substep only (003's static resolution).
//!
//! A disc is resolved as its point nearest to the obstacle. Two rules extend 003. The ends of a segment act as circles of radius 0.
//! Discs that overlap at the end of the substep and approach exchange velocities and do not move.
//! Cost: O(n + k) for n discs with k obstacles and neighbours nearby. Fast discs can tunnel; `swept` discs cannot.

use super::broad_phase::DiscBroadPhase;
use super::impulse;
use super::impulse::ImpactBody;
use super::linear_motion::LinearMotion;
use super::trace_rows::{ObstacleImpact, PairImpact};
use super::{DiscScratch, Mover, Role, time_of_impact};
use crate::engine::data::Layout;
use crate::engine::data::observer::Watch;
use crate::engine::reference::obstacles;
use crate::geometry::SortCopies;
use crate::geometry::{Aabb, cross};
use crate::level::ObstacleShape;
use glam::DVec2;

/// Widening of search boxes, as a fraction of the largest coordinate: about 4,500 units in the last place (2^-52). The distance
/// computations lose only a few. Results do not depend on it.
const DISTANCE_ROUNDING: f64 = 1e-12;

/// A hit: the unit normal towards the disc, and the vector that brings the disc back to the obstacle along it.
struct DiscreteHit {
    normal: DVec2,
    /// A point of the obstacle, at the contact.
    point: DVec2,
    to_surface: DVec2,
}

/// Moves all discs to the end of the substep, resolves their obstacles, and exchanges the velocities of overlapping pairs.
pub(super) fn run(layout: &Layout, scratch: &mut DiscScratch, contacts: &mut u64, watch: &mut Watch) {
    let h = layout.substep_time;
    for disc in 0..layout.discs.count() {
        let Mover { motion, role, .. } = scratch.movers[disc];
        if role == Role::Absent {
            continue;
        }
        let (mut position, mut velocity) = (motion.at(h), motion.velocity);
        if layout.discs.is_dynamic(disc) {
            let mut report = |impact: ObstacleImpact| {
                *contacts += 1;
                impact.report(watch);
            };
            (position, velocity) = resolve_obstacles(layout, scratch, disc, &mut report);
        }
        scratch.note_event();
        replace(layout, scratch, disc, position, velocity);
    }
    exchange_overlapping(layout, scratch, contacts, watch);
}

/// Sets the position and velocity of a disc at the end of the substep.
fn replace(layout: &Layout, scratch: &mut DiscScratch, disc: usize, position: DVec2, velocity: DVec2) {
    let mover = &mut scratch.movers[disc];
    mover.motion = LinearMotion { position, velocity, time: layout.substep_time, ..mover.motion };
    let swept_aabb = mover.motion.swept_aabb(layout.substep_time);
    if swept_aabb.is_none() {
        mover.role = Role::Absent;
        mover.motion.position = scratch.starts[disc];
        scratch.blown_up.push(disc as u32);
    }
    scratch.near.discs.grid.set(disc, swept_aabb.unwrap_or(Aabb::EMPTY));
    scratch.note_motion(disc);
}

/// Tests all obstacles in file order, and repeats while a correction causes a new hit.
fn resolve_obstacles(
    layout: &Layout,
    scratch: &mut DiscScratch,
    disc: usize,
    report: &mut impl FnMut(ObstacleImpact),
) -> (DVec2, DVec2) {
    let h = layout.substep_time;
    let motion = scratch.movers[disc].motion;
    let (mut position, mut velocity) = (motion.at(h), motion.velocity);
    let DiscScratch { near, list, log, .. } = scratch;
    for _ in 0..obstacles::PASSES {
        let mut is_hit = false;
        let mut next = 0;
        while let Some(index) = look_up(near, list, &motion, position, next) {
            // The path, and with it the list, is the same until the next hit.
            let hits = list.iter().map(|&index| (index, &layout.obstacles[index]));
            let collides = |tried: usize| tried >= index && layout.filters.disc_meets_obstacle(disc, tried);
            let first = hits.filter(|&(tried, _)| collides(tried)).find_map(|(index, obstacle)| {
                Some((index, obstacle, find_hit(&obstacle.shape, motion.position, position, motion.radius)?))
            });
            let Some((index, obstacle, hit)) = first else { break };
            is_hit = true;
            next = index + 1;
            let restitution = layout.discs.restitution[disc] * obstacle.restitution;
            let factor = 1.0 + restitution;
            let (before, reached) = (velocity, position);
            velocity -= hit.normal * (factor * velocity.dot(hit.normal));
            position += hit.to_surface * factor;
            if let Some(log) = log {
                log.note_bounce(disc, LinearMotion { position, velocity, time: h, ..motion });
            }
            let impact = ObstacleImpact {
                kind: time_of_impact::kind_of(&obstacle.shape),
                disc,
                obstacle: index,
                time: h,
                position: reached,
                point: hit.point,
                normal: hit.normal,
                restitution,
                mass: layout.discs.mass[disc],
                before,
                after: velocity,
            };
            report(impact);
        }
        if !is_hit {
            break;
        }
    }
    (position, velocity)
}

/// Lists the obstacles from index `next` on that the path to `position` may hit, in file order. Returns the first one.
fn look_up(
    near: &DiscBroadPhase,
    list: &mut Vec<usize>,
    motion: &LinearMotion,
    position: DVec2,
    next: usize,
) -> Option<usize> {
    list.clear();
    let path = Aabb::around([motion.position, position]);
    // Widened by the rounding error of distances.
    let margin = motion.radius + (motion.radius + path.min.abs().max(path.max.abs()).max_element()) * DISTANCE_ROUNDING;
    near.obstacles_touching(&path.expanded(margin), |obstacle| {
        if obstacle >= next {
            list.push(obstacle);
        }
    });
    if motion.radius > 0.0 {
        // If a disc is within its radius of a segment's line, its nearest point is beyond the line. 003 extends the path to an
        // infinite line, so its test can then hit a segment outside the box of the path.
        near.lines_touching(motion.position, motion.radius, |obstacle| {
            if obstacle >= next {
                list.push(obstacle);
            }
        });
    }
    list.sort_copies();
    list.dedup();
    list.first().copied()
}

/// Returns the hit of a disc that moved from `old` to `new` with the shape, if there is one. Points on a line count as left of it.
fn find_hit(shape: &ObstacleShape, old: DVec2, new: DVec2, radius: f64) -> Option<DiscreteHit> {
    match *shape {
        ObstacleShape::Line(point, direction) => straight(point.into(), direction.into(), old, new, radius),
        ObstacleShape::Segment(a, b) => {
            let (a, b) = (DVec2::from(a), DVec2::from(b));
            let hit = straight(a, b - a, old, new, radius).filter(|hit| {
                let nearest = old - hit.normal * radius;
                let is_left_of_path = |point: DVec2| cross(new - old, point - nearest) >= 0.0;
                is_left_of_path(a) != is_left_of_path(b)
            });
            let end = |end: DVec2| if radius > 0.0 { round(end, 0.0, old, new, radius) } else { None };
            hit.or_else(|| end(a)).or_else(|| end(b))
        }
        ObstacleShape::Circle { center, radius: circle } => round(center.into(), circle, old, new, radius),
    }
}

fn straight(a: DVec2, direction: DVec2, old: DVec2, new: DVec2, radius: f64) -> Option<DiscreteHit> {
    let length = direction.length();
    let [before, after] = [old, new].map(|point| cross(direction, point - a) / length);
    let side = if before >= 0.0 { 1.0 } else { -1.0 };
    let has_crossed = (before >= 0.0) != (after >= 0.0);
    let height = after * side;
    // Only if it is deeper than before: a disc that moves out is not resolved again.
    let has_touched = height < radius && height < before * side;
    if !(has_crossed || has_touched) {
        return None;
    }
    let normal = direction.perp() / length * side;
    let to_surface = normal * (radius - height);
    Some(DiscreteHit { normal, point: new + to_surface - normal * radius, to_surface })
}

/// Returns the hit with a circle, from outside or inside. As in 003, the normal is that of the old position.
fn round(center: DVec2, circle: f64, old: DVec2, new: DVec2, radius: f64) -> Option<DiscreteHit> {
    let (out, out_after) = (old - center, new - center);
    let (before, after) = (out.length_squared(), out_after.length_squared());
    let is_inside = before <= circle * circle;
    let has_hit = if is_inside {
        let limit = (circle - radius).max(0.0);
        after >= limit * limit && after > before
    } else {
        let limit = circle + radius;
        after < limit * limit && after < before
    };
    // At the centre the normal is undefined.
    if !has_hit || before == 0.0 {
        return None;
    }
    let distance = before.sqrt();
    let normal = out / if is_inside { -distance } else { distance };
    let point = center + out / distance * circle;
    Some(DiscreteHit { normal, point, to_surface: normal * (old - new).dot(normal) })
}

/// Lists the pairs of discs that overlap at the end of the substep, in ascending order.
fn find_overlapping_pairs(scratch: &mut DiscScratch) {
    let DiscScratch { near, movers, pairs, .. } = scratch;
    pairs.clear();
    for (first, mover) in movers.iter().enumerate().filter(|(_, mover)| mover.role != Role::Absent) {
        let bounds = near.discs.grid.bounds(first);
        let margin = bounds.min.abs().max(bounds.max.abs()).max_element() * DISTANCE_ROUNDING;
        near.discs.grid.for_each(&bounds.expanded(margin), |second| {
            let range = mover.motion.radius + movers[second].motion.radius;
            let squared = (movers[second].motion.position - mover.motion.position).length_squared();
            if second > first && squared != 0.0 && squared <= range * range {
                pairs.push([first as u32, second as u32]);
            }
        });
    }
    pairs.sort_copies();
}

fn exchange_overlapping(layout: &Layout, scratch: &mut DiscScratch, contacts: &mut u64, watch: &mut Watch) {
    find_overlapping_pairs(scratch);
    for position in 0..scratch.pairs.len() {
        let pair = scratch.pairs[position].map(|disc| disc as usize);
        if layout.filters.discs_collide(pair[0], pair[1])
            && let Some(impact) = exchange_pair(layout, scratch, pair)
        {
            *contacts += 1;
            impact.report(watch);
        }
    }
}

/// Exchanges the velocities of two overlapping discs if they approach each other.
fn exchange_pair(layout: &Layout, scratch: &mut DiscScratch, pair: [usize; 2]) -> Option<PairImpact> {
    let discs = &layout.discs;
    let movers = pair.map(|disc| scratch.movers[disc]);
    if movers.iter().any(|mover| mover.role == Role::Absent) {
        return None;
    }
    let motions = movers.map(|mover| mover.motion);
    let [positions, before] = [motions.map(|motion| motion.position), motions.map(|motion| motion.velocity)];
    let d = positions[1] - positions[0];
    let normal = d / d.length();
    let restitution = discs.restitution[pair[0]] * discs.restitution[pair[1]];
    let gives_way = pair.map(|disc| discs.is_dynamic(disc));
    let body =
        |side: usize| ImpactBody { velocity: before[side], mass: discs.mass[pair[side]], gives_way: gives_way[side] };
    let after = impulse::discs(body(0), body(1), normal, restitution)?;
    scratch.note_event();
    scratch.note_impact();
    for side in 0..2 {
        replace(layout, scratch, pair[side], positions[side], after[side]);
    }
    let masses = [0, 1].map(|side| gives_way[side].then_some(discs.mass[pair[side]]));
    let (time, radius) = (layout.substep_time, motions[0].radius);
    Some(PairImpact { pair, time, positions, radius, normal, restitution, masses, before, after })
}
