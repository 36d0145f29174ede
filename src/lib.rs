//! Blobsmith: author, step and debug levels of 2D soft bodies.
//!
//! Data flows one way, document → world → step → trace → pictures, and every module imports only
//! the ones above it in this list. `ARCHITECTURE.md` tells the whole of it.

#![warn(missing_docs)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod debugger;
#[cfg(feature = "editor")]
pub mod editor;
pub mod engine;
pub mod geometry;
pub mod level;
pub mod picture;
