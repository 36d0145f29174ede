//! Flight recorder: the last seconds of a world as a recording that Blobsmith opens. Live link: Blobsmith attached to a running world.

use super::error::{Failure, blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{free, give, play, shared, text, unique, write, write_text};
use blobsmith_engine::level::format::TextFormat;
use blobsmith_engine::play::{Flight, RecorderSettings};
use std::ffi::c_char;
use std::ptr::null_mut;
use std::sync::OnceLock;

/// A span of a game that can be saved as a recording.
pub struct blobsmith_flight {
    flight: Flight,
    text: OnceLock<String>,
}

fn given(flight: Flight) -> *mut blobsmith_flight {
    give(blobsmith_flight { flight, text: OnceLock::new() })
}

/// Switches the recorder on: it keeps at least the last `frames` frames (600 are 10 s at 60 frames a second), with a copy of the
/// state each `keyframe_every` frames (60 is a good number). 0 frames switch it off. A restored snapshot starts it anew.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_recorder(
    world: *mut blobsmith_world,
    frames: u64,
    keyframe_every: u64,
) -> blobsmith_status {
    guard_status(|| {
        let settings = RecorderSettings { frames, keyframe_every, on_fault: true };
        Ok(unique(world, "world")?.play.set_recorder((frames > 0).then_some(settings))?)
    })
}

/// The recorded span up to now; `reason` is a few words for its reader. Returns NULL after an error. Free it with
/// blobsmith_flight_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_flight(
    world: *const blobsmith_world,
    reason: *const c_char,
) -> *mut blobsmith_flight {
    guard(null_mut(), || Ok(given(play(world)?.flight(text(reason, "reason")?)?)))
}

/// The span that led to the first fault since the last call; it ends with the frame of the fault. Returns NULL if there was none, or
/// after an error. Free it with blobsmith_flight_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_take_fault_flight(world: *mut blobsmith_world) -> *mut blobsmith_flight {
    guard(null_mut(), || Ok(unique(world, "world")?.play.take_fault_flight().map_or_else(null_mut, given)))
}

/// Keeps a recording when a condition of the watch language becomes true, see blobsmith_world_take_condition_flight; NULL ends that. It
/// is evaluated at the end of every frame. The recorder must be on, and switching it on or off ends the condition. A text that is no
/// condition gives Condition; the message has the text, carets below the place, and the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_record_when(
    world: *mut blobsmith_world,
    condition: *const c_char,
) -> blobsmith_status {
    guard_status(|| {
        let world = unique(world, "world")?;
        let condition = if condition.is_null() { None } else { Some(text(condition, "condition")?) };
        Ok(world.play.record_when(condition)?)
    })
}

/// The span that led to the moment at which the condition became true, the first time since the last call; it ends with that moment.
/// Returns NULL if there was none, or after an error. Free it with blobsmith_flight_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_take_condition_flight(world: *mut blobsmith_world) -> *mut blobsmith_flight {
    guard(null_mut(), || Ok(unique(world, "world")?.play.take_condition_flight().map_or_else(null_mut, given)))
}

/// Waits for Blobsmith on the loopback interface, on a port or on any free one for 0, and writes the address that its *File > Attach to a
/// running game…* takes. Requests are served by blobsmith_world_step and blobsmith_world_advance, which run no frames during a pause.
/// Switches the recorder on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_start_link(
    world: *mut blobsmith_world,
    port: u16,
    address: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let world = unique(world, "world")?;
        let started = world.play.start_link(port)?;
        let written = write_text(&started.to_string(), address, capacity, length);
        if written.is_err() {
            world.play.stop_link();
        }
        written
    })
}

/// Ends the live link and the pause.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_stop_link(world: *mut blobsmith_world) -> blobsmith_status {
    guard_status(|| {
        unique(world, "world")?.play.stop_link();
        Ok(())
    })
}

/// True while Blobsmith has paused the world; false after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_is_paused(world: *const blobsmith_world) -> bool {
    guard(false, || Ok(play(world)?.is_paused()))
}

/// First and last frame of a span.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_flight_frames(
    flight: *const blobsmith_flight,
    first: *mut u64,
    last: *mut u64,
) -> blobsmith_status {
    guard_status(|| {
        let frames = shared(flight, "flight")?.flight.frames();
        write(first, "first", frames[0])?;
        write(last, "last", frames[1])
    })
}

/// The recording as JSON text. The first call simulates the span again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_flight_text(
    flight: *const blobsmith_flight,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blobsmith_status {
    guard_status(|| {
        let flight = shared(flight, "flight")?;
        write_text(flight.text.get_or_init(|| flight.flight.text(TextFormat::Json)), out, capacity, length)
    })
}

/// Saves the recording, which simulates the span again. A path that ends in ".run.json" gives JSON, one in ".run.ron" RON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_flight_save(
    flight: *const blobsmith_flight,
    path: *const c_char,
) -> blobsmith_status {
    guard_status(|| {
        let (flight, path) = (shared(flight, "flight")?, text(path, "path")?);
        flight.flight.save(path).map_err(Failure::from)
    })
}

/// Frees a span; nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_flight_free(flight: *mut blobsmith_flight) {
    free(flight);
}
