//! Inspect tab: the fields of what is selected.

pub(crate) mod panel;
