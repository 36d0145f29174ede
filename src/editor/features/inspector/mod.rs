//! Inspect tab: properties of the selected parts.

pub(crate) mod panel;
