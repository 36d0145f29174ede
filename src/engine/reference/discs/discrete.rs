//! Discrete discs: only the positions before and after the substep count (003's static resolution).
//!
//! Must never know: times of impact. A disc of some radius is resolved as its point nearest to the obstacle; what
//! 003 has no word for is ours: the ends of a segment act as circles of radius 0, and discs that overlap at the end
//! of the substep and close in exchange velocities as swept ones do, without being moved.

use super::exchange;
use super::exchange::Party;
use super::flight::Flight;
use super::near::Near;
use super::{DiscScratch, Mover, Role, time_of_impact};
use crate::engine::data::trace::{DiscEvent, DiscImpact};
use crate::engine::data::{InstructionSet, Layout, Trace};
use crate::engine::reference::obstacles;
use crate::geometry::{Aabb, cross};
use crate::level::ObstacleShape;
use glam::DVec2;

/// A hit: the unit normal towards the disc, and the vector that brings the disc back to the obstacle along it.
struct Hit {
    normal: DVec2,
    to_surface: DVec2,
}

/// See the module.
pub(super) fn run(
    layout: &Layout,
    scratch: &mut DiscScratch,
    contacts: &mut u64,
    mut trace: Option<&mut Trace>,
    _: InstructionSet,
) {
    let h = layout.substep_time;
    for disc in 0..layout.discs.count() {
        let Mover { flight, role, .. } = scratch.movers[disc];
        if role == Role::Absent {
            continue;
        }
        let (mut position, mut velocity) = (flight.at(h), flight.velocity);
        if layout.discs.is_dynamic(disc) {
            let mut events = |event| {
                *contacts += 1;
                if let Some(trace) = trace.as_deref_mut() {
                    trace.add_impact(event);
                }
            };
            (position, velocity) = resolve_obstacles(layout, scratch, disc, &mut events);
        }
        scratch.note_meeting();
        replace(layout, scratch, disc, position, velocity);
    }
    exchange_overlapping(layout, scratch, contacts, trace);
}

/// Puts a disc where it is at the end of the substep.
fn replace(layout: &Layout, scratch: &mut DiscScratch, disc: usize, position: DVec2, velocity: DVec2) {
    let mover = &mut scratch.movers[disc];
    mover.flight = Flight { position, velocity, time: layout.substep_time, ..mover.flight };
    let reach = mover.flight.reach(layout.substep_time);
    if reach.is_none() {
        mover.role = Role::Absent;
        mover.flight.position = scratch.starts[disc];
        scratch.blown_up.push(disc as u32);
    }
    scratch.near.discs.swarm.set(disc, reach.unwrap_or(Aabb::EMPTY));
    scratch.note_turn(disc);
}

/// Tries all obstacles in file order, and again while a correction caused a new hit.
fn resolve_obstacles(
    layout: &Layout,
    scratch: &mut DiscScratch,
    disc: usize,
    report: &mut impl FnMut(DiscEvent),
) -> (DVec2, DVec2) {
    let h = layout.substep_time;
    let flight = scratch.movers[disc].flight;
    let (mut position, mut velocity) = (flight.at(h), flight.velocity);
    let DiscScratch { near, list, turns, .. } = scratch;
    for _ in 0..obstacles::PASSES {
        let mut is_hit = false;
        let mut next = 0;
        while let Some(index) = look_up(near, list, &flight, position, next) {
            // Until one is hit the way is the same, and so are those that it may meet.
            let hits = list.iter().map(|&index| (index, &layout.obstacles[index]));
            let first = hits.filter(|(tried, _)| *tried >= index).find_map(|(index, obstacle)| {
                Some((index, obstacle, hit(&obstacle.shape, flight.position, position, flight.radius)?))
            });
            let Some((index, obstacle, hit)) = first else { break };
            is_hit = true;
            next = index + 1;
            let restitution = layout.discs.restitution[disc] * obstacle.restitution;
            let factor = 1.0 + restitution;
            let (before, reached) = (velocity, position);
            velocity -= hit.normal * (factor * velocity.dot(hit.normal));
            let point = position + hit.to_surface - hit.normal * flight.radius;
            position += hit.to_surface * factor;
            if let Some(turns) = turns {
                turns.note_bounce(disc, Flight { position, velocity, time: h, ..flight });
            }
            report(DiscEvent {
                order: 0,
                kind: time_of_impact::kind_of(&obstacle.shape),
                disc,
                other: index,
                time: h,
                part: 0.0,
                position: reached,
                other_position: None,
                point,
                normal: hit.normal,
                restitution,
                mass: Some(layout.discs.mass[disc]),
                other_mass: None,
                velocity_before: before,
                velocity_after: velocity,
                other_velocity_before: DVec2::ZERO,
                other_velocity_after: DVec2::ZERO,
                hull: None,
            });
        }
        if !is_hit {
            break;
        }
    }
    (position, velocity)
}

/// Lists the obstacles that the way to `position` may meet, in file order; the first of them from `next` on.
fn look_up(near: &Near, list: &mut Vec<usize>, flight: &Flight, position: DVec2, next: usize) -> Option<usize> {
    list.clear();
    let way = Aabb::around([flight.position, position]);
    // A hair more, for what rounding makes of distances.
    let room = flight.radius + (flight.radius + way.min.abs().max(way.max.abs()).max_element()) * 1e-12;
    near.obstacles_touching(&way.expanded(room), |obstacle| {
        if obstacle >= next {
            list.push(obstacle);
        }
    });
    if flight.radius > 0.0 {
        // A disc that already is within its radius of a segment's line has its nearest point beyond it: 003's test, which
        // takes the way for a line without end, may then find a segment before or behind it.
        near.lines_touching(flight.position, flight.radius, |obstacle| {
            if obstacle >= next {
                list.push(obstacle);
            }
        });
    }
    list.sort_unstable();
    list.dedup();
    list.first().copied()
}

/// Whether, and how, a disc that moved from `old` to `new` hits the shape. Points on a line count as on its left.
fn hit(shape: &ObstacleShape, old: DVec2, new: DVec2, radius: f64) -> Option<Hit> {
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

fn straight(a: DVec2, direction: DVec2, old: DVec2, new: DVec2, radius: f64) -> Option<Hit> {
    let length = direction.length();
    let [before, after] = [old, new].map(|point| cross(direction, point - a) / length);
    let side = if before >= 0.0 { 1.0 } else { -1.0 };
    let has_crossed = (before >= 0.0) != (after >= 0.0);
    let height = after * side;
    // Deeper in than before: a disc that is on its way out again is let go.
    let has_touched = height < radius && height < before * side;
    if !(has_crossed || has_touched) {
        return None;
    }
    let normal = direction.perp() / length * side;
    Some(Hit { normal, to_surface: normal * (radius - height) })
}

/// A circle, from outside and from inside. 003 takes the normal at the old position, and that for the point of contact.
fn round(center: DVec2, circle: f64, old: DVec2, new: DVec2, radius: f64) -> Option<Hit> {
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
    // From the very centre no direction is better than another: there is no normal to bounce along.
    if !has_hit || before == 0.0 {
        return None;
    }
    let normal = out / if is_inside { -before.sqrt() } else { before.sqrt() };
    Some(Hit { normal, to_surface: normal * (old - new).dot(normal) })
}

fn exchange_overlapping(layout: &Layout, scratch: &mut DiscScratch, contacts: &mut u64, mut trace: Option<&mut Trace>) {
    let DiscScratch { near, movers, pairs, .. } = &mut *scratch;
    pairs.clear();
    for (first, mover) in movers.iter().enumerate().filter(|(_, mover)| mover.role != Role::Absent) {
        let bounds = near.discs.swarm.bounds(first);
        let room = bounds.min.abs().max(bounds.max.abs()).max_element() * 1e-12;
        near.discs.swarm.for_each(&bounds.expanded(room), |second| {
            let reach = mover.flight.radius + movers[second].flight.radius;
            let squared = (movers[second].flight.position - mover.flight.position).length_squared();
            if second > first && squared != 0.0 && squared <= reach * reach {
                pairs.push([first as u32, second as u32]);
            }
        });
    }
    pairs.sort_unstable();
    let discs = &layout.discs;
    for position in 0..scratch.pairs.len() {
        let pair = scratch.pairs[position].map(|disc| disc as usize);
        let movers = pair.map(|disc| scratch.movers[disc]);
        if movers.iter().any(|mover| mover.role == Role::Absent) {
            continue;
        }
        let [first, second] = movers.map(|mover| mover.flight);
        let d = second.position - first.position;
        let party = |disc: usize, flight: &Flight| Party {
            velocity: flight.velocity,
            mass: discs.mass[disc],
            gives_way: discs.is_dynamic(disc),
        };
        let normal = d / d.length();
        let restitution = discs.restitution[pair[0]] * discs.restitution[pair[1]];
        let after = exchange::discs(party(pair[0], &first), party(pair[1], &second), normal, restitution);
        let Some(after) = after else { continue };
        scratch.note_meeting();
        scratch.note_impact();
        for (side, flight) in [first, second].iter().enumerate() {
            replace(layout, scratch, pair[side], flight.position, after[side]);
        }
        *contacts += 1;
        if let Some(trace) = trace.as_deref_mut() {
            trace.add_impact(DiscEvent {
                order: 0,
                kind: DiscImpact::Disc,
                disc: pair[0],
                other: pair[1],
                time: layout.substep_time,
                part: 0.0,
                position: first.position,
                other_position: Some(second.position),
                point: first.position + normal * first.radius,
                normal: -normal,
                restitution,
                mass: discs.is_dynamic(pair[0]).then_some(discs.mass[pair[0]]),
                other_mass: discs.is_dynamic(pair[1]).then_some(discs.mass[pair[1]]),
                velocity_before: first.velocity,
                velocity_after: after[0],
                other_velocity_before: second.velocity,
                other_velocity_after: after[1],
                hull: None,
            });
        }
    }
}
