//! Errors: a status for the program, and a message per thread for people; and the guard around every call.

use blobsmith_engine::play::PlayError;
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blobsmith_status {
    /// Success.
    Ok = 0,
    /// A pointer is null.
    Null = 1,
    /// A text is not UTF-8.
    Utf8 = 2,
    /// A level cannot be loaded, or a link has a number outside its range; see blobsmith_last_error_place.
    Level = 3,
    /// A part was removed or never existed.
    Stale = 4,
    /// A body has no such node.
    NoNode = 5,
    /// A part cannot be moved: it is fixed, pinned, driven or blown up.
    Unmoved = 6,
    /// A number is not finite or outside its range, or a kind does not fit the call.
    Argument = 7,
    /// A buffer has the wrong length.
    Length = 8,
    /// The call needs a mode that is off.
    Off = 9,
    /// An id is not allowed or taken.
    Id = 10,
    /// There is no part, label, property or marker of this name.
    NotFound = 11,
    /// A defect of the library. Free the world; its state may be incomplete.
    Panic = 12,
    /// The live link cannot start, for example because its port is taken.
    Link = 13,
    /// A text is not a condition that a game can evaluate.
    Condition = 14,
}

/// Why a call fails.
#[derive(Debug)]
pub struct Failure {
    status: blobsmith_status,
    message: String,
    place: String,
    position: Option<(usize, usize)>,
}

impl Failure {
    /// A failure without a place in a document.
    pub fn new(status: blobsmith_status, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), place: String::new(), position: None }
    }

    /// A null pointer; the name of the argument.
    pub fn null(name: &str) -> Self {
        Self::new(blobsmith_status::Null, format!("`{name}` is null"))
    }

    /// Nothing has this name.
    pub fn not_found(what: &str, name: &str) -> Self {
        Self::new(blobsmith_status::NotFound, format!("there is no {what} `{name}`"))
    }

    fn panic(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        Self::new(blobsmith_status::Panic, format!("defect of the library: {}", text.unwrap_or("unknown")))
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        let status = match error {
            PlayError::Level(_) => blobsmith_status::Level,
            PlayError::Stale(_) => blobsmith_status::Stale,
            PlayError::NoNode(..) => blobsmith_status::NoNode,
            PlayError::Unmoved(_) => blobsmith_status::Unmoved,
            PlayError::Number(..) => blobsmith_status::Argument,
            PlayError::Length(..) => blobsmith_status::Length,
            PlayError::Off(_) => blobsmith_status::Off,
            PlayError::Id(..) => blobsmith_status::Id,
            PlayError::Link(_) => blobsmith_status::Link,
            PlayError::Condition(_) => blobsmith_status::Condition,
            PlayError::Overlay(..) => blobsmith_status::NotFound,
        };
        Self { status, message: error.to_string(), place: error.place().to_owned(), position: error.position() }
    }
}

/// The last failure of a thread, as texts of C.
struct LastError {
    status: blobsmith_status,
    message: CString,
    place: CString,
    position: Option<(usize, usize)>,
}

thread_local! {
    static LAST: RefCell<Option<LastError>> = const { RefCell::new(None) };
}

/// A text of C; a NUL byte in it ends it early.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

fn remember(failure: Failure) {
    let Failure { status, message, place, position } = failure;
    let last = LastError { status, message: c_text(&message), place: c_text(&place), position };
    // While a thread ends, its storage may be gone.
    let _ = LAST.try_with(|cell| *cell.borrow_mut() = Some(last));
}

/// Runs a call. After an error or a panic its message is kept, and the call returns `fallback`.
pub fn guard<T>(fallback: T, call: impl FnOnce() -> Result<T, Failure>) -> T {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => value,
        Ok(Err(failure)) => {
            remember(failure);
            fallback
        }
        Err(payload) => {
            remember(Failure::panic(&*payload));
            fallback
        }
    }
}

/// Runs a call that returns a status.
pub fn guard_status(call: impl FnOnce() -> Result<(), Failure>) -> blobsmith_status {
    let is_done = guard(false, || call().map(|()| true));
    if is_done { blobsmith_status::Ok } else { blobsmith_last_status() }
}

fn last<T>(none: T, read: impl FnOnce(&LastError) -> T) -> T {
    LAST.try_with(|cell| cell.borrow().as_ref().map(read)).ok().flatten().unwrap_or(none)
}

/// Message of the last call that failed in this thread; empty if none has failed. Valid until the next call that fails in
/// this thread. Calls that succeed do not change it.
#[unsafe(no_mangle)]
pub extern "C" fn blobsmith_last_error() -> *const c_char {
    last(c"".as_ptr(), |error| error.message.as_ptr())
}

/// Status of the last call that failed in this thread; BLOBSMITH_STATUS_OK if none has failed.
#[unsafe(no_mangle)]
pub extern "C" fn blobsmith_last_status() -> blobsmith_status {
    last(blobsmith_status::Ok, |error| error.status)
}

/// Place in the level that the last error is about, as "bodies[1].springs[7].b"; empty if it is about none. Valid as
/// blobsmith_last_error.
#[unsafe(no_mangle)]
pub extern "C" fn blobsmith_last_error_place() -> *const c_char {
    last(c"".as_ptr(), |error| error.place.as_ptr())
}

/// Line of that place in the text of the level, from 1; 0 if it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn blobsmith_last_error_line() -> usize {
    last(0, |error| error.position.map_or(0, |(line, _)| line))
}

/// Column of that place in the text of the level, from 1; 0 if it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn blobsmith_last_error_column() -> usize {
    last(0, |error| error.position.map_or(0, |(_, column)| column))
}
