//! Queries: which parts are at a point, on a ray, in a circle or box, or in the way of a moving circle.

use super::error::{blobsmith_status, guard_status};
use super::load::blobsmith_world;
use super::memory::{play, write, write_list};
use super::types::{
    blobsmith_body, blobsmith_disc, blobsmith_filter, blobsmith_part, blobsmith_vec2, filter as read_filter, vec2,
};
use blobsmith_engine::play::{BodyHandle, DiscHandle, PartHandle, QueryHit};

/// Where a ray or a moving circle meets a part.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blobsmith_hit {
    /// The part; its kind is BLOBSMITH_PART_KIND_NONE if nothing was met.
    pub part: blobsmith_part,
    /// Point of the part.
    pub point: blobsmith_vec2,
    /// Unit normal of the part there, against the motion.
    pub normal: blobsmith_vec2,
    /// Part of the way until there, 0 to 1.
    pub fraction: f64,
}

impl From<QueryHit> for blobsmith_hit {
    fn from(hit: QueryHit) -> Self {
        Self { part: hit.part.into(), point: vec2(hit.point), normal: vec2(hit.normal), fraction: hit.fraction }
    }
}

fn first(hit: Option<QueryHit>) -> blobsmith_hit {
    let zero = blobsmith_vec2::default();
    let none = blobsmith_hit { part: blobsmith_part::NONE, point: zero, normal: zero, fraction: 0.0 };
    hit.map_or(none, blobsmith_hit::from)
}

fn listed(parts: Vec<PartHandle>) -> Vec<blobsmith_part> {
    parts.into_iter().map(blobsmith_part::from).collect()
}

/// Lists the bodies whose hull contains a point. `filter` may be null, here and below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_bodies_at(
    world: *const blobsmith_world,
    point: blobsmith_vec2,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_body,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let found = play(world)?.bodies_at(point.into(), &read_filter(filter)?)?;
        let found: Vec<u64> = found.into_iter().map(BodyHandle::to_bits).collect();
        write_list(&found, out, capacity, count)
    })
}

/// Lists the discs that contain a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_discs_at(
    world: *const blobsmith_world,
    point: blobsmith_vec2,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_disc,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let found = play(world)?.discs_at(point.into(), &read_filter(filter)?)?;
        let found: Vec<u64> = found.into_iter().map(DiscHandle::to_bits).collect();
        write_list(&found, out, capacity, count)
    })
}

/// Finds the node nearest to a point, at most `radius` away. Without one the kind of `out` is BLOBSMITH_PART_KIND_NONE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_nearest_node(
    world: *const blobsmith_world,
    point: blobsmith_vec2,
    radius: f64,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_part,
) -> blobsmith_status {
    guard_status(|| {
        let found = play(world)?.nearest_node(point.into(), radius, &read_filter(filter)?)?;
        write(out, "out", found.map_or(blobsmith_part::NONE, |(body, node)| blobsmith_part::of_node(body, node)))
    })
}

/// Lists the parts that a solid circle overlaps or touches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_overlap_circle(
    world: *const blobsmith_world,
    center: blobsmith_vec2,
    radius: f64,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_part,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let found = play(world)?.overlap_circle(center.into(), radius, &read_filter(filter)?)?;
        write_list(&listed(found), out, capacity, count)
    })
}

/// Lists the parts that a solid box overlaps or touches: lower left and upper right corner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_overlap_box(
    world: *const blobsmith_world,
    min: blobsmith_vec2,
    max: blobsmith_vec2,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_part,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let found = play(world)?.overlap_box(min.into(), max.into(), &read_filter(filter)?)?;
        write_list(&listed(found), out, capacity, count)
    })
}

/// Finds the first part on a ray of length `max`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_raycast(
    world: *const blobsmith_world,
    origin: blobsmith_vec2,
    direction: blobsmith_vec2,
    max: f64,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_hit,
) -> blobsmith_status {
    guard_status(|| {
        let hit = play(world)?.raycast(origin.into(), direction.into(), max, &read_filter(filter)?)?;
        write(out, "out", first(hit))
    })
}

/// Lists all parts that a ray meets, each where it meets it first, in the order of the fractions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_raycast_all(
    world: *const blobsmith_world,
    origin: blobsmith_vec2,
    direction: blobsmith_vec2,
    max: f64,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_hit,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let hits = play(world)?.raycast_all(origin.into(), direction.into(), max, &read_filter(filter)?)?;
        let hits: Vec<blobsmith_hit> = hits.into_iter().map(blobsmith_hit::from).collect();
        write_list(&hits, out, capacity, count)
    })
}

/// Finds the first part that a circle meets on its way from `origin` to `origin` + `motion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_sweep_circle(
    world: *const blobsmith_world,
    origin: blobsmith_vec2,
    radius: f64,
    motion: blobsmith_vec2,
    filter: *const blobsmith_filter,
    out: *mut blobsmith_hit,
) -> blobsmith_status {
    guard_status(|| {
        let hit = play(world)?.sweep_circle(origin.into(), radius, motion.into(), &read_filter(filter)?)?;
        write(out, "out", first(hit))
    })
}
