//! Events tab: what went wrong in the run, in order.

pub(crate) mod panel;
