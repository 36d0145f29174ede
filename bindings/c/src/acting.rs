//! Acting on parts between two frames: velocities, impulses, forces, positions, pins, hands.

use super::error::{blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{play, play_mut, write_list};
use super::types::{blobsmith_body, blobsmith_hand, blobsmith_part, blobsmith_vec2};
use blobsmith_engine::play::{BodyHandle, HandId};

/// Sets the velocity of a node, of all free nodes of a body, or of a disc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_velocity(
    world: *mut blobsmith_world,
    part: blobsmith_part,
    velocity: blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.set_velocity(part.movable()?, velocity.into())?))
}

/// Adds an impulse, mass times velocity, to a body, node or disc. Free nodes share that of a body in proportion to their masses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_apply_impulse(
    world: *mut blobsmith_world,
    part: blobsmith_part,
    impulse: blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.apply_impulse(part.movable()?, impulse.into())?))
}

/// Adds a force, mass times length per time squared, that acts until the end of the next frame on a body, node or disc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_apply_force(
    world: *mut blobsmith_world,
    part: blobsmith_part,
    force: blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.apply_force(part.movable()?, force.into())?))
}

/// Moves a body, node or disc by an offset; velocities are kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_teleport(
    world: *mut blobsmith_world,
    part: blobsmith_part,
    by: blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.teleport(part.movable()?, by.into())?))
}

/// Moves a node, the barycentre of a body (with all its nodes), or the centre of a disc to a point; velocities are kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_teleport_to(
    world: *mut blobsmith_world,
    part: blobsmith_part,
    point: blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.teleport_to(part.movable()?, point.into())?))
}

/// Pins a node where it is; forces and contacts no longer move it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_pin(
    world: *mut blobsmith_world,
    body: blobsmith_body,
    node: u32,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.pin(BodyHandle::from_bits(body), node as usize)?))
}

/// Frees a pinned node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_unpin(
    world: *mut blobsmith_world,
    body: blobsmith_body,
    node: u32,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.unpin(BodyHandle::from_bits(body), node as usize)?))
}

/// Attaches a spring from a part to a target point, as for dragging: to a node, to a disc, or to the free node of a body that is
/// nearest to the target. Returns the hand; 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_grab(
    world: *mut blobsmith_world,
    part: blobsmith_part,
    target: blobsmith_vec2,
) -> blobsmith_hand {
    guard(0, || Ok(play_mut(world)?.grab(part.movable()?, target.into())?.to_bits()))
}

/// Moves the target of a hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_move_hand(
    world: *mut blobsmith_world,
    hand: blobsmith_hand,
    target: blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.move_hand(HandId::from_bits(hand), target.into())?))
}

/// Detaches a hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_release(
    world: *mut blobsmith_world,
    hand: blobsmith_hand,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.release(HandId::from_bits(hand))?))
}

/// Lists the hands that hold something.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_hands(
    world: *const blobsmith_world,
    out: *mut blobsmith_hand,
    capacity: usize,
    count: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let hands: Vec<blobsmith_hand> = play(world)?.hands().map(HandId::to_bits).collect();
        write_list(&hands, out, capacity, count)
    })
}
