//! History tab: steps of the edit history.

pub(crate) mod panel;
