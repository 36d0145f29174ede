//! Events tab: detected events of the run in order of time.

pub(crate) mod panel;
