//! Worlds: loading, copying and freeing them.

use super::error::{Failure, guard};
use super::events::blobsmith_event;
use super::memory::{free, give, shared, text};
use blobsmith_engine::play::PlayWorld;
use std::ffi::c_char;
use std::ptr::null_mut;

/// A level that runs.
#[derive(Clone)]
pub struct blobsmith_world {
    pub(crate) play: PlayWorld,
    /// The events that were taken last.
    pub(crate) events: Vec<blobsmith_event>,
}

fn opened(play: PlayWorld) -> Result<*mut blobsmith_world, Failure> {
    Ok(give(blobsmith_world { play, events: Vec::new() }))
}

/// Reads a level from a text, RON or JSON. Returns NULL after an error, also if the level has instances, because their files
/// cannot be found: see blobsmith_world_from_file. Free the world with blobsmith_world_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_from_text(level: *const c_char) -> *mut blobsmith_world {
    guard(null_mut(), || opened(PlayWorld::from_text(text(level, "level")?)?))
}

/// Reads a level file: JSON if it ends with ".json", else RON. The files of instances are relative to it. Returns NULL after an
/// error. Free the world with blobsmith_world_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_from_file(path: *const c_char) -> *mut blobsmith_world {
    guard(null_mut(), || opened(PlayWorld::from_file(text(path, "path")?)?))
}

/// Copies a world. The copy is independent and has the same handles. Returns NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_clone(world: *const blobsmith_world) -> *mut blobsmith_world {
    guard(null_mut(), || Ok(give(shared(world, "world")?.clone())))
}

/// Frees a world; nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_free(world: *mut blobsmith_world) {
    free(world);
}
