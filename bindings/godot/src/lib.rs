//! Blobsmith in Godot 4: the node `BlobsmithWorld` runs levels, the resource `BlobsmithLevel` holds them, and an import plugin of the editor
//! reads `.ron` files.
//!
//! Compiled in CI, but not run there, because Godot is not available on the build machine. What needs no Godot has unit tests: paths,
//! coordinates and parts.

#![warn(missing_docs)]
// The macros of godot-rust expand to unsafe code; this crate has one line of its own, the entry point.
#![deny(unsafe_op_in_unsafe_fn)]

mod acting;
mod axes;
mod draw;
mod events;
mod import;
mod level;
mod parts;
mod paths;
mod queries;
mod reading;
mod recorder;
mod snapshot;
mod world;

use godot::init::{ExtensionLibrary, gdextension};

struct BlobsmithExtension;

#[gdextension]
unsafe impl ExtensionLibrary for BlobsmithExtension {}
