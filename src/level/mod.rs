//! The level document: contents of a file, reading and writing, static checks.

pub mod bookmarks;
pub mod checks;
mod contact_rules;
pub mod edit;
pub mod expect;
pub mod extra;
pub mod format;
pub mod gallery;
pub mod import;
pub mod mesh;
pub mod model;
pub mod parameter;
pub mod path;
pub mod place;
pub mod shapes;
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
