//! World tab: the settings of the level as a whole.

pub(crate) mod panel;
