//! Reading the present state: positions, velocities, sizes, energies.

use super::error::{Failure, blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{play, write};
use super::types::{blobsmith_body, blobsmith_box, blobsmith_disc, blobsmith_link, blobsmith_vec2, vec2};
use blobsmith_engine::engine::Energy;
use blobsmith_engine::play::{BodyHandle, DiscHandle, LinkHandle};
use std::ptr::null;

/// Energy by kind.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct blobsmith_energy {
    /// Of motion.
    pub kinetic: f64,
    /// Of height.
    pub gravity: f64,
    /// Of springs.
    pub spring: f64,
    /// Of gas.
    pub gas: f64,
    /// Sum of the four.
    pub total: f64,
}

impl From<Energy> for blobsmith_energy {
    fn from(energy: Energy) -> Self {
        let Energy { kinetic, gravity, spring, gas, total } = energy;
        Self { kinetic, gravity, spring, gas, total }
    }
}

/// A view of pairs or vectors: a pointer to the first, and their number in `count`, which may be null.
unsafe fn view<T>(vectors: &[T], count: *mut usize) -> Result<*const blobsmith_vec2, Failure> {
    const { assert!(size_of::<T>() == size_of::<blobsmith_vec2>() && align_of::<T>() == align_of::<blobsmith_vec2>()) };
    if !count.is_null() {
        count.write(vectors.len());
    }
    Ok(vectors.as_ptr().cast())
}

/// Number of nodes of a body; 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_node_count(world: *const blobsmith_world, body: blobsmith_body) -> usize {
    guard(0, || Ok(play(world)?.node_count(BodyHandle::from_bits(body))?))
}

/// Positions of a body's nodes, in file order. Nothing is copied: the pointer is valid until the next call that takes the world
/// without const. `count`, which may be null, gets their number. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_positions(
    world: *const blobsmith_world,
    body: blobsmith_body,
    count: *mut usize,
) -> *const blobsmith_vec2 {
    guard(null(), || view(play(world)?.points(BodyHandle::from_bits(body))?, count))
}

/// Velocities of a body's nodes at the end of the frame; valid as blobsmith_world_positions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_velocities(
    world: *const blobsmith_world,
    body: blobsmith_body,
    count: *mut usize,
) -> *const blobsmith_vec2 {
    guard(null(), || view(play(world)?.velocities(BodyHandle::from_bits(body))?, count))
}

/// Positions of the nodes of all bodies; valid as blobsmith_world_positions. See blobsmith_world_node_range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_all_positions(
    world: *const blobsmith_world,
    count: *mut usize,
) -> *const blobsmith_vec2 {
    guard(null(), || view(play(world)?.all_points(), count))
}

/// Where a body's nodes are in blobsmith_world_all_positions: the first, and their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_node_range(
    world: *const blobsmith_world,
    body: blobsmith_body,
    first: *mut usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let range = play(world)?.node_range(BodyHandle::from_bits(body))?;
        write(first, "first", range.start)?;
        write(count, "count", range.len())
    })
}

/// Position of one node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_node_position(
    world: *const blobsmith_world,
    body: blobsmith_body,
    node: u32,
    out: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| write(out, "out", vec2(play(world)?.node_position(BodyHandle::from_bits(body), node as usize)?)))
}

/// Velocity of one node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_node_velocity(
    world: *const blobsmith_world,
    body: blobsmith_body,
    node: u32,
    out: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| write(out, "out", vec2(play(world)?.node_velocity(BodyHandle::from_bits(body), node as usize)?)))
}

/// Mass-weighted mean of the positions of a body's nodes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_barycentre(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| write(out, "out", vec2(play(world)?.barycentre(BodyHandle::from_bits(body))?)))
}

/// Mass-weighted mean of the velocities of a body's nodes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_velocity(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| write(out, "out", vec2(play(world)?.velocity(BodyHandle::from_bits(body))?)))
}

/// Signed area of a body's triangles: negative if the body is turned inside out, 0 without triangles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_area(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut f64,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.area(BodyHandle::from_bits(body))?))
}

/// Sum of the masses of a body's nodes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_mass(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut f64,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.mass(BodyHandle::from_bits(body))?))
}

/// Energy of a body; 0 for fixed and driven bodies and sensors, NaN if it blew up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_energy(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut blobsmith_energy,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.energy(BodyHandle::from_bits(body))?.into()))
}

/// Energy of all bodies, discs and links; NaN once a part has blown up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_total_energy(
    world: *const blobsmith_world,
    out: *mut blobsmith_energy,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.total_energy().into()))
}

/// The smallest box around a body's nodes; without nodes `min` is greater than `max`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_aabb(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut blobsmith_box,
) -> blobsmith_status {
    guard_status(|| {
        let aabb = play(world)?.aabb(BodyHandle::from_bits(body))?;
        write(out, "out", blobsmith_box { min: vec2(aabb.min), max: vec2(aabb.max) })
    })
}

/// True if a coordinate of the body is no longer finite: the body is frozen and has no contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_is_blown_up(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut bool,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.is_blown_up(BodyHandle::from_bits(body))?))
}

/// True if the area of the body was not positive in the last substep, so that its gas exerted no force.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_is_collapsed(
    world: *const blobsmith_world,
    body: blobsmith_body,
    out: *mut bool,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.is_collapsed(BodyHandle::from_bits(body))?))
}

/// True if forces cannot move the node: it is pinned, or its body is fixed or driven.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_is_pinned(
    world: *const blobsmith_world,
    body: blobsmith_body,
    node: u32,
    out: *mut bool,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.is_pinned(BodyHandle::from_bits(body), node as usize)?))
}

/// Centre of a disc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_disc_position(
    world: *const blobsmith_world,
    disc: blobsmith_disc,
    out: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| write(out, "out", vec2(play(world)?.disc_position(DiscHandle::from_bits(disc))?)))
}

/// Velocity of a disc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_disc_velocity(
    world: *const blobsmith_world,
    disc: blobsmith_disc,
    out: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| write(out, "out", vec2(play(world)?.disc_velocity(DiscHandle::from_bits(disc))?)))
}

/// Radius of a disc; 0 for a particle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_radius(
    world: *const blobsmith_world,
    disc: blobsmith_disc,
    out: *mut f64,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.radius(DiscHandle::from_bits(disc))?))
}

/// Mass of a disc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_disc_mass(
    world: *const blobsmith_world,
    disc: blobsmith_disc,
    out: *mut f64,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.disc_mass(DiscHandle::from_bits(disc))?))
}

/// True if the disc sleeps: it is part of a resting heap and has no velocity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_is_asleep(
    world: *const blobsmith_world,
    disc: blobsmith_disc,
    out: *mut bool,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.is_asleep(DiscHandle::from_bits(disc))?))
}

/// True if a coordinate of the disc is no longer finite: it stays in place and has no contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_is_disc_blown_up(
    world: *const blobsmith_world,
    disc: blobsmith_disc,
    out: *mut bool,
) -> blobsmith_status {
    guard_status(|| write(out, "out", play(world)?.is_disc_blown_up(DiscHandle::from_bits(disc))?))
}

/// Positions of both ends of a link.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_link_points(
    world: *const blobsmith_world,
    link: blobsmith_link,
    a: *mut blobsmith_vec2,
    b: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| {
        let [at_a, at_b] = play(world)?.link_points(LinkHandle::from_bits(link))?;
        write(a, "a", vec2(at_a))?;
        write(b, "b", vec2(at_b))
    })
}
