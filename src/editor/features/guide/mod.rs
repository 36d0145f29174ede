//! Guide window.

pub(crate) mod panel;
