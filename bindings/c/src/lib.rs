//! C interface of the runtime API: every function wraps one of [`blobsmith_engine::play::PlayWorld`].
//!
//! The documentation comments of exported items become those of `include/blobsmith.h`, so they are written for C.
//!
//! # Safety
//! All exported functions have the same contract, which the head of the header states: pointers are null or valid, buffers have
//! the given capacity, texts end with a NUL byte, and no two threads use a world at once. Null pointers, texts that are not UTF-8,
//! any handles and any numbers give errors. No panic leaves a function: see [`error::guard`].

#![warn(missing_docs)]
#![allow(non_camel_case_types, reason = "names of the C interface")]
#![allow(clippy::missing_safety_doc, reason = "the contract is stated once, above")]
#![allow(unsafe_op_in_unsafe_fn, reason = "every exported function reads pointers of its caller")]

pub mod acting;
pub mod draw;
pub mod error;
pub mod events;
pub mod load;
pub mod lookup;
pub mod memory;
pub mod names;
pub mod overlays;
pub mod queries;
pub mod reading;
pub mod recorder;
mod snapshot;
pub mod spawning;
pub mod time;
pub mod types;

#[cfg(test)]
mod tests;

use std::ffi::c_char;

/// Version of this interface. It changes when a program must be compiled again.
pub const BLOBSMITH_ABI_VERSION: u32 = 1;

/// Version of the interface of the loaded library; compare it with BLOBSMITH_ABI_VERSION.
#[unsafe(no_mangle)]
pub extern "C" fn blobsmith_abi_version() -> u32 {
    BLOBSMITH_ABI_VERSION
}

/// Version of the engine, as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn blobsmith_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
