//! Errors: null pointers, bad texts, panics, and what a failed call leaves behind.

use super::super::error::*;
use super::super::load::*;
use super::super::time::*;
use super::{message, world};
use std::ffi::CStr;
use std::ptr::{null, null_mut};

#[test]
fn null_world_is_an_error() {
    unsafe {
        assert_eq!(blobsmith_world_step(null_mut(), 1), blobsmith_status::Null);
        assert_eq!(message(), "`world` is null");
        assert_eq!(blobsmith_world_hash(null()), 0);
        assert!(blobsmith_world_time(null()).is_nan());
        assert!(blobsmith_world_clone(null()).is_null() && blobsmith_world_from_text(null()).is_null());
        assert_eq!(message(), "`level` is null");
        blobsmith_world_free(null_mut());
    }
}

#[test]
fn text_that_is_not_utf8_is_an_error() {
    assert!(unsafe { blobsmith_world_from_text(c"\xff(format: 2)".as_ptr()) }.is_null());
    assert_eq!(blobsmith_last_status(), blobsmith_status::Utf8);
    assert!(message().starts_with("`level` is not UTF-8"), "{}", message());
}

#[test]
fn level_error_has_place_line_and_column() {
    let level = c"(format: 2,\n discs: [(position: (0.0, 1.0), radius: -1.0)])";
    assert!(unsafe { blobsmith_world_from_text(level.as_ptr()) }.is_null());
    assert_eq!(blobsmith_last_status(), blobsmith_status::Level);
    let place = unsafe { CStr::from_ptr(blobsmith_last_error_place()) };
    // In ` discs: [(position: (0.0, 1.0), radius: -1.0)])` the number begins at the 41st character.
    assert_eq!((place, blobsmith_last_error_line(), blobsmith_last_error_column()), (c"discs[0].radius", 2, 41));
}

#[test]
fn panic_becomes_a_status_with_its_message() {
    let status = guard_status(|| panic!("seven of {}", 9));
    assert_eq!((status, message()), (blobsmith_status::Panic, "defect of the library: seven of 9".to_owned()));
}

#[test]
fn last_error_belongs_to_its_thread_and_survives_success() {
    let world = world("(format: 2)");
    unsafe {
        assert_eq!(blobsmith_world_set_max_frames(world, 0), blobsmith_status::Argument);
        let expected = message();
        assert_eq!(blobsmith_world_step(world, 1), blobsmith_status::Ok);
        assert_eq!(message(), expected);
        let other = std::thread::spawn(|| (message(), blobsmith_last_status())).join().unwrap();
        assert_eq!(other, (String::new(), blobsmith_status::Ok));
        blobsmith_world_free(world);
    }
}

#[test]
fn failed_call_changes_nothing() {
    let world = world("(format: 2, discs: [(position: (0.0, 1.0), radius: 0.5)])");
    unsafe {
        let before = blobsmith_world_hash(world);
        assert_eq!(blobsmith_world_advance(world, f64::NAN, null_mut()), blobsmith_status::Argument);
        assert_eq!(blobsmith_world_set_threads(world, 257), blobsmith_status::Argument);
        assert_eq!((blobsmith_world_hash(world), blobsmith_world_frame(world)), (before, 0));
        blobsmith_world_free(world);
    }
}
