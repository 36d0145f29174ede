//! Authoring of levels: checks, edits, shapes, meshes, import. The document itself comes from `blobsmith-engine`.

pub mod checks;
pub mod edit;
pub mod gallery;
pub mod import;
pub mod interned;
pub mod loading;
pub mod mesh;
pub mod parameter;
pub mod shapes;
pub mod text_form;
pub mod texture;
pub mod user_data;

pub use blobsmith_engine::level::*;
pub use loading::{Loaded, load};
