//! Blobsmith: author, step and debug levels of 2D soft bodies.
//!
//! Data flows one way, document → world → step → trace → pictures: [`geometry`], [`level`], [`engine`], then
//! [`debugger`] and [`picture`], then the command line and the window. Every module imports only from floors below its
//! own. `ARCHITECTURE.md` describes the structure, `docs/simulation.md` the computation of a step.
//!
//! A level is read, compiled and stepped like this:
//!
//! ```
//! use blobsmith::engine::World;
//! use blobsmith::level::format::{TextFormat, read};
//!
//! let text = r#"{"format": 1, "world": {"gravity": [0, -0.02], "substeps": 4},
//!                "bodies": [{"nodes": [{"position": [0, 10]}]}]}"#;
//! let level = read(text, TextFormat::Json)?;
//! let mut world = World::new(&level)?;
//! world.step_frame();
//! // Four substeps of 1/4: v = 4 * g/4, and the fall is g/16 * (1 + 2 + 3 + 4).
//! assert!((world.velocity(0).y + 0.02).abs() < 1e-12);
//! assert!((world.position(0).y - (10.0 - 0.02 / 16.0 * 10.0)).abs() < 1e-12);
//! # Ok::<(), blobsmith::level::format::FormatError>(())
//! ```

#![warn(missing_docs)]
// Exceptions are listed in `tests/house.rs`.
#![deny(unsafe_code)]

// A browser has no command line.
#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub mod cli;
pub mod debugger;
#[cfg(feature = "editor")]
pub mod editor;
pub mod guide;
pub mod level;
pub mod picture;
pub mod search;
#[cfg(all(unix, any(feature = "cli", feature = "editor")))]
mod signals;

pub use blobsmith_engine::{engine, geometry, play};
