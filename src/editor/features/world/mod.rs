//! World tab: the settings of the level as a whole.

pub mod choices;
pub(crate) mod panel;
