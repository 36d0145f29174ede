//! The engine as a plain WebAssembly module without a window. The caller passes a level as text, steps frames and reads a
//! hash. The module imports nothing, so that any page or program can load it; `benches/wasm.rs` times it.
//!
//! Build: `cargo rustc --lib --crate-type cdylib --release --no-default-features --target wasm32-unknown-unknown`.

#![allow(unsafe_code)]

use crate::engine::World;
use crate::level::format::{TextFormat, read};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// State of the module.
struct Held {
    /// Level text as written by the caller, or the error message of [`load`].
    text: Vec<u8>,
    world: Option<World>,
}

static HELD: Mutex<Held> = Mutex::new(Held { text: Vec::new(), world: None });

fn held() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address for a level text of `bytes` bytes (JSON if it begins with a brace, else RON).
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut held = held();
    held.text = vec![0; bytes];
    held.text.as_mut_ptr()
}

/// Loads the level text at the address of [`room`]. Returns 0, or the length of an error message; see [`message`].
#[unsafe(no_mangle)]
pub extern "C" fn load() -> usize {
    let mut held = held();
    let text = String::from_utf8_lossy(&held.text).into_owned();
    let format = if text.trim_start().starts_with('{') { TextFormat::Json } else { TextFormat::Ron };
    let world = read(&text, format).and_then(|level| World::new(&level));
    held.text.clear();
    match world {
        Ok(world) => held.world = Some(world),
        Err(error) => held.text = error.to_string().into_bytes(),
    }
    held.text.len()
}

/// Returns the address of the error message.
#[unsafe(no_mangle)]
pub extern "C" fn message() -> *const u8 {
    held().text.as_ptr()
}

/// Steps the world by `frames` frames; does nothing before a level is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn step(frames: u32) {
    if let Some(world) = &mut held().world {
        (0..frames).for_each(|_| world.step_frame());
    }
}

/// Returns the hash of the state, as printed by `blobsmith run`; 0 before a level is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn hash() -> u64 {
    held().world.as_ref().map_or(0, World::hash)
}
