//! The level document: contents of a file, paths into it, reading and writing, validation.

pub mod bookmarks;
pub mod collision;
mod contact_rules;
pub mod expect;
pub mod extra;
pub mod fields;
pub mod flatten;
pub mod format;
pub mod ids;
pub mod instance;
pub mod link;
pub mod marker;
pub mod model;
pub mod path;
pub mod place;
pub mod properties;
pub mod skin;
mod solids;
mod transform;
pub mod twin;
pub mod watched;

pub use bookmarks::Bookmark;
pub use collision::{CATEGORIES, CollisionFilter};
pub use expect::{Expectation, Holds};
pub use extra::{EditorExtra, View};
pub use instance::Instance;
pub use link::{Link, LinkEnd, LinkKind};
pub use marker::{Marker, MarkerShape};
pub use model::*;
pub use path::DocumentPath;
pub use place::{Place, PlaceSet};
pub use properties::{Properties, PropertyValue};
pub use skin::{Skin, UvMap};
pub use solids::{Disc, Obstacle, ObstacleShape};
pub use twin::{Placement, Twin, TwinSet};
pub use watched::{Breakpoint, Each, Then};
