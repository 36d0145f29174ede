//! Every change that an author makes to a level, as a pure function: it does the whole of it, or says why not and does
//! nothing.
//!
//! Must never know: the engine, the screen, history. A level that [`super::format::validate`] accepts is accepted after
//! every change; places that are not there are refused, never a panic.

pub mod add;
mod near;
mod orient;
mod places;
mod remove;

pub use places::{Made, Remap};
pub use remove::remove;
