//! Every change that an author makes to a level, as a pure function: it completes, or returns a reason and changes nothing.
//!
//! Links, texture coordinates, labels and ids follow an edit within [`tracked`], which [`crate::editor`] and the debugger use
//! for every edit; the functions by themselves change only what they name.
//!
//! Invariant: a level that [`super::format::validate`] accepts is accepted after every change. Unknown places are an error,
//! never a panic.

pub mod add;
pub mod align;
pub mod balloon;
pub mod clipboard;
pub mod colors;
pub mod curves;
mod divided;
pub mod fill;
pub mod folders;
pub mod gas;
pub mod instances;
pub mod join;
pub mod knife;
pub mod links;
pub mod masses;
pub mod materials;
mod membership;
mod near;
pub mod operations;
pub mod order;
pub mod orient;
mod places;
pub mod remesh;
mod remove;
pub mod rest;
mod split;
pub mod symmetry;
mod targets;
mod texture;
mod tracking;
pub mod transform;
pub mod user_data;

pub use align::{Align, Anchor, Axis, aligned, distributed, extent, extent_of_all};
pub use clipboard::duplicate;
pub use join::{merge, separate, weld, weld_near};
pub(in crate::level) use places::number_names;
pub use places::{Made, Remap};
pub use remove::remove;
pub use split::{split, split_at};
pub use symmetry::Mirror;
pub use tracking::{tracked, tracked_with};
pub use transform::{Transform, shift, transform};
