//! The level document: contents of a file, paths into it, reading and writing, validation.

pub mod bookmarks;
mod contact_rules;
pub mod expect;
pub mod extra;
pub mod fields;
pub mod format;
pub mod model;
pub mod path;
pub mod place;
mod transform;
pub mod twin;
pub mod watched;

pub use bookmarks::Bookmark;
pub use expect::{Expectation, Holds};
pub use extra::{EditorExtra, View};
pub use model::*;
pub use path::DocumentPath;
pub use place::{Place, PlaceSet};
pub use twin::{Placement, Twin, TwinSet};
pub use watched::{Breakpoint, Each, Then};
