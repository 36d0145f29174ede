//! Exceptions, with the engine's messages.

use blobsmith_engine::play::PlayError;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::path::Path;

create_exception!(blobsmith, BlobsmithError, PyValueError, "A call failed; nothing has changed.");
create_exception!(
    blobsmith,
    LevelError,
    BlobsmithError,
    "A level cannot be loaded. `place` is the path in the document; `line` and `column` count from 1, or are None."
);
create_exception!(blobsmith, StaleHandleError, BlobsmithError, "The handle's part was removed or never existed.");

/// Why a method failed. It becomes an exception when the lock of the world is free again.
#[derive(Debug)]
pub enum Refused {
    Play(PlayError),
    /// There is no part of a kind with an id.
    Id(&'static str, String),
    /// A value is not in its range: message.
    Value(&'static str),
    /// An earlier call panicked while it changed the world.
    Broken,
    Python(PyErr),
}

impl From<PlayError> for Refused {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Refused> for PyErr {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Play(error) => play_error(&error),
            Refused::Id(kind, id) => BlobsmithError::new_err(format!("there is no {kind} with the id `{id}`")),
            Refused::Value(message) => BlobsmithError::new_err(message),
            Refused::Broken => PyRuntimeError::new_err("an internal error has made this world unusable"),
            Refused::Python(error) => error,
        }
    }
}

fn play_error(error: &PlayError) -> PyErr {
    let message = error.to_string();
    match error {
        PlayError::Level(_) => level_error(message, error.place(), error.position()),
        PlayError::Stale(_) => StaleHandleError::new_err(message),
        _ => BlobsmithError::new_err(message),
    }
}

fn level_error(message: String, place: &str, position: Option<(usize, usize)>) -> PyErr {
    let error = LevelError::new_err(message);
    let set = |py: Python<'_>| {
        let value = error.value(py);
        value.setattr("place", place)?;
        value.setattr("line", position.map(|(line, _)| line))?;
        value.setattr("column", position.map(|(_, column)| column))
    };
    match Python::attach(set) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Fails with the error of the operating system, as `FileNotFoundError`, if a file cannot be opened.
pub fn check_file(path: &Path) -> PyResult<()> {
    let Err(error) = std::fs::File::open(path) else { return Ok(()) };
    Err(match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), path.as_os_str().to_owned())),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    })
}
