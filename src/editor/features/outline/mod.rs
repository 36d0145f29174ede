//! Outline tab: bodies, discs and obstacles as a tree.

pub mod order;
pub(crate) mod panel;
