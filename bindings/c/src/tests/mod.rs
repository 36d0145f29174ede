//! Tests of the interface through its exported functions.

mod errors;
mod header;
mod overlays;
mod parts;
mod running;

use super::load::{blobsmith_world, blobsmith_world_from_text};
use super::types::blobsmith_vec2;
use std::ffi::{CStr, CString, c_char};

/// A world; panics with the message if the level is refused.
fn world(level: &str) -> *mut blobsmith_world {
    let level = CString::new(level).unwrap();
    let world = unsafe { blobsmith_world_from_text(level.as_ptr()) };
    assert!(!world.is_null(), "{}", message());
    world
}

/// Message of the last error.
fn message() -> String {
    unsafe { CStr::from_ptr(super::error::blobsmith_last_error()) }.to_str().unwrap().to_owned()
}

const fn vector(x: f64, y: f64) -> blobsmith_vec2 {
    blobsmith_vec2 { x, y }
}

/// The text that a call writes into a buffer of exactly its length and the NUL byte.
fn text(call: impl Fn(*mut c_char, usize, *mut usize) -> super::error::blobsmith_status) -> String {
    let mut length = 0;
    assert_eq!(call(std::ptr::null_mut(), 0, &mut length), super::error::blobsmith_status::Ok, "{}", message());
    let mut buffer = vec![1_u8; length + 1];
    assert_eq!(call(buffer.as_mut_ptr().cast(), length + 1, &mut length), super::error::blobsmith_status::Ok);
    CString::from_vec_with_nul(buffer).unwrap().into_string().unwrap()
}
