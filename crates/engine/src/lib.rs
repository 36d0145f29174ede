//! Engine of Blobsmith: the level document and the simulation of 2D soft bodies.
//!
//! Data flows one way, document → world → step → trace: [`geometry`], then [`level`] (model, file format, validation),
//! then [`engine`], then `picture` (drawings, with the feature `overlays`), `probes` and `watch` (the watch language, with
//! the feature `recorder`), then [`play`], the runtime API for games. The authoring tools, the debugger and the window are
//! in the package `blobsmith`.
//!
//! A level is read, compiled and stepped like this:
//!
//! ```
//! use blobsmith_engine::engine::World;
//! use blobsmith_engine::level::format::{TextFormat, read};
//!
//! let text = r#"{"format": 1, "world": {"gravity": [0, -0.02], "substeps": 4},
//!                "bodies": [{"nodes": [{"position": [0, 10]}]}]}"#;
//! let level = read(text, TextFormat::Json)?;
//! let mut world = World::new(&level)?;
//! world.step_frame();
//! // Four substeps of 1/4: v = 4 * g/4, and the fall is g/16 * (1 + 2 + 3 + 4).
//! assert!((world.velocity(0).y + 0.02).abs() < 1e-12);
//! assert!((world.position(0).y - (10.0 - 0.02 / 16.0 * 10.0)).abs() < 1e-12);
//! # Ok::<(), blobsmith_engine::level::format::FormatError>(())
//! ```

#![warn(missing_docs)]
// Exceptions are listed in `tests/house.rs`.
#![deny(unsafe_code)]

pub mod engine;
pub mod geometry;
pub mod level;
#[cfg(feature = "overlays")]
pub mod picture;
pub mod play;
#[cfg(feature = "recorder")]
pub mod probes;
#[cfg(feature = "recorder")]
pub mod watch;
