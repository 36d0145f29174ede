//! Pointers of the caller: references, texts and buffers, checked as far as they can be.

use super::error::{Failure, blobsmith_status};
use super::load::blobsmith_world;
use blobsmith_engine::play::PlayWorld;
use std::ffi::{CStr, c_char};

/// What a pointer points to.
pub unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    pointer.as_ref().ok_or_else(|| Failure::null(name))
}

/// What a pointer points to, to be changed.
pub unsafe fn unique<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    pointer.as_mut().ok_or_else(|| Failure::null(name))
}

/// The world of a call that reads.
pub unsafe fn play<'a>(world: *const blobsmith_world) -> Result<&'a PlayWorld, Failure> {
    Ok(&shared(world, "world")?.play)
}

/// The world of a call that changes it.
pub unsafe fn play_mut<'a>(world: *mut blobsmith_world) -> Result<&'a mut PlayWorld, Failure> {
    Ok(&mut unique(world, "world")?.play)
}

/// A text.
pub unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    let bytes = CStr::from_ptr(shared(pointer, name)?);
    bytes.to_str().map_err(|error| Failure::new(blobsmith_status::Utf8, format!("`{name}` is not UTF-8: {error}")))
}

/// Writes one value, which need not be initialised.
pub unsafe fn write<T>(out: *mut T, name: &str, value: T) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::null(name));
    }
    out.write(value);
    Ok(())
}

/// Writes a list into a buffer, and its length into `count`. With capacity 0 only the length is written.
pub unsafe fn write_list<T: Copy>(items: &[T], out: *mut T, capacity: usize, count: *mut usize) -> Result<(), Failure> {
    write(count, "count", items.len())?;
    if capacity == 0 {
        return Ok(());
    }
    if out.is_null() {
        return Err(Failure::null("out"));
    }
    if items.len() > capacity {
        return Err(too_small(capacity, items.len()));
    }
    out.copy_from_nonoverlapping(items.as_ptr(), items.len());
    Ok(())
}

/// Writes a text with a NUL byte into a buffer, and its length without it into `length`, which may be null. With capacity 0 only
/// the length is written.
pub unsafe fn write_text(text: &str, out: *mut c_char, capacity: usize, length: *mut usize) -> Result<(), Failure> {
    if !length.is_null() {
        length.write(text.len());
    }
    if capacity == 0 {
        return Ok(());
    }
    if out.is_null() {
        return Err(Failure::null("out"));
    }
    if text.len() >= capacity {
        return Err(too_small(capacity, text.len() + 1));
    }
    out.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
    out.add(text.len()).write(0);
    Ok(())
}

/// A buffer of numbers, set to 0.
pub unsafe fn slice_mut<'a, T>(out: *mut T, count: usize) -> Result<&'a mut [T], Failure> {
    if out.is_null() {
        return Err(Failure::null("out"));
    }
    out.write_bytes(0, count);
    Ok(std::slice::from_raw_parts_mut(out, count))
}

fn too_small(capacity: usize, needed: usize) -> Failure {
    Failure::new(blobsmith_status::Length, format!("the buffer has {capacity} entries, and {needed} are needed"))
}

/// Gives a value to the caller, who frees it with [`free`].
pub fn give<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees what [`give`] has given; nothing for null.
pub unsafe fn free<T>(pointer: *mut T) {
    super::error::guard((), || {
        if !pointer.is_null() {
            drop(Box::from_raw(pointer));
        }
        Ok(())
    });
}
