//! Time: frames, real time, interpolation, hash.

use super::error::{blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{play, play_mut, slice_mut, write, write_text};
use super::types::{blobsmith_body, blobsmith_disc, blobsmith_vec2, vec2, wrong_kind};
use blobsmith_engine::engine::Threads;
use blobsmith_engine::play::{BodyHandle, DiscHandle, PlayError};
use std::ffi::c_char;

/// Greatest number of threads of a world.
pub const BLOBSMITH_MOST_THREADS: u32 = 256;

/// Result of blobsmith_world_advance.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct blobsmith_advanced {
    /// Number of frames that ran.
    pub frames: u32,
    /// Seconds that were dropped, because more than blobsmith_world_max_frames frames were due.
    pub lost_seconds: f64,
    /// Part of the next frame that has passed, 0 to below 1; see blobsmith_world_interpolated.
    pub alpha: f64,
}

/// Runs whole frames.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_step(world: *mut blobsmith_world, frames: u32) -> blobsmith_status {
    guard_status(|| {
        play_mut(world)?.step(frames);
        Ok(())
    })
}

/// Adds real seconds and runs the frames that are due, at most blobsmith_world_max_frames. The rest of the time is lost.
/// `advanced` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_advance(
    world: *mut blobsmith_world,
    seconds: f64,
    advanced: *mut blobsmith_advanced,
) -> blobsmith_status {
    guard_status(|| {
        let done = play_mut(world)?.advance(seconds)?;
        if !advanced.is_null() {
            let (frames, lost_seconds, alpha) = (done.frames, done.lost_seconds, done.alpha);
            advanced.write(blobsmith_advanced { frames, lost_seconds, alpha });
        }
        Ok(())
    })
}

/// Real seconds that a frame takes in blobsmith_world_advance; by default 1/60. NaN after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_seconds_per_frame(world: *const blobsmith_world) -> f64 {
    guard(f64::NAN, || Ok(play(world)?.seconds_per_frame()))
}

/// Sets the real seconds that a frame takes, above 0. Larger numbers give slow motion; the simulation of a frame stays the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_seconds_per_frame(
    world: *mut blobsmith_world,
    seconds: f64,
) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.set_seconds_per_frame(seconds)?))
}

/// Greatest number of frames in one blobsmith_world_advance; by default 8. 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_max_frames(world: *const blobsmith_world) -> u32 {
    guard(0, || Ok(play(world)?.max_frames()))
}

/// Sets the greatest number of frames in one blobsmith_world_advance, 1 or more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_max_frames(world: *mut blobsmith_world, frames: u32) -> blobsmith_status {
    guard_status(|| Ok(play_mut(world)?.set_max_frames(frames)?))
}

/// Sets the threads that share the work of later frames, at most BLOBSMITH_MOST_THREADS; 0 is one per processor. By default one
/// thread. Small levels still use one. Results are the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_threads(world: *mut blobsmith_world, threads: u32) -> blobsmith_status {
    guard_status(|| {
        let world = play_mut(world)?;
        if threads > BLOBSMITH_MOST_THREADS {
            return Err(wrong_kind("threads", "at most 256"));
        }
        world.set_threads(if threads == 0 { Threads::all() } else { Threads::new(threads as usize) });
        Ok(())
    })
}

/// Number of frames since the start of the level; 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_frame(world: *const blobsmith_world) -> u64 {
    guard(0, || Ok(play(world)?.frame()))
}

/// Level time, in the unit of the level's frame_time; NaN after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_time(world: *const blobsmith_world) -> f64 {
    guard(f64::NAN, || Ok(play(world)?.time()))
}

/// Hash of all bits that later frames depend on. Equal levels with equal inputs have equal hashes on every machine. 0 after an
/// error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_hash(world: *const blobsmith_world) -> u64 {
    guard(0, || Ok(play(world)?.hash()))
}

/// The hash as 16 hexadecimal digits, as `blobsmith run` writes it; the buffer needs 17 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_hash_text(
    world: *const blobsmith_world,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| write_text(&play(world)?.hash_text(), out, capacity, length))
}

/// Keeps the positions of the previous frame from now on, for blobsmith_world_interpolated; or drops them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_interpolation(
    world: *mut blobsmith_world,
    is_on: bool,
) -> blobsmith_status {
    guard_status(|| {
        play_mut(world)?.set_interpolation(is_on);
        Ok(())
    })
}

/// Writes the positions of a body's nodes between the previous frame (`alpha` 0) and the present one (`alpha` 1); `out` has
/// `count` entries, one per node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_interpolated(
    world: *const blobsmith_world,
    body: blobsmith_body,
    alpha: f64,
    out: *mut blobsmith_vec2,
    count: usize,
) -> blobsmith_status {
    guard_status(|| {
        let (world, body) = (play(world)?, BodyHandle::from_bits(body));
        let nodes = world.node_count(body)?;
        if count != nodes {
            return Err(PlayError::Length(count, nodes).into());
        }
        let out = slice_mut(out.cast::<[f64; 2]>(), count)?;
        Ok(world.interpolated(body, alpha, out)?)
    })
}

/// Writes the centre of a disc between the previous frame (`alpha` 0) and the present one (`alpha` 1).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_interpolated_disc(
    world: *const blobsmith_world,
    disc: blobsmith_disc,
    alpha: f64,
    out: *mut blobsmith_vec2,
) -> blobsmith_status {
    guard_status(|| write(out, "out", vec2(play(world)?.interpolated_disc(DiscHandle::from_bits(disc), alpha)?)))
}
