//! Show tab: layers, overlays and lengths of arrows.

pub(crate) mod panel;
