//! The engine as a plain WebAssembly module, without a window: a level goes in as text, frames are stepped, a hash comes out. It
//! imports nothing, so that any page or program can hold it; `benches/wasm.rs` times it. Built by
//! `cargo rustc --lib --crate-type cdylib --release --no-default-features --target wasm32-unknown-unknown`.

#![allow(unsafe_code)]

use crate::engine::World;
use crate::level::format::{TextFormat, read};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the module holds.
struct Held {
    /// What came in, or why it was refused.
    text: Vec<u8>,
    world: Option<World>,
}

static HELD: Mutex<Held> = Mutex::new(Held { text: Vec::new(), world: None });

fn held() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where to write a level of so many bytes (RON, or JSON where it begins with a brace).
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut held = held();
    held.text = vec![0; bytes];
    held.text.as_mut_ptr()
}

/// Takes the level that has been written: 0, or the length of a message in its place that says what is wrong with it.
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

/// Where the message is.
#[unsafe(no_mangle)]
pub extern "C" fn message() -> *const u8 {
    held().text.as_ptr()
}

/// So many frames; nothing before a level is there.
#[unsafe(no_mangle)]
pub extern "C" fn step(frames: u32) {
    if let Some(world) = &mut held().world {
        (0..frames).for_each(|_| world.step_frame());
    }
}

/// The hash of the state, as `blobsmith run` tells it; 0 before a level is there.
#[unsafe(no_mangle)]
pub extern "C" fn hash() -> u64 {
    held().world.as_ref().map_or(0, World::hash)
}
