//! Phases strip: the parts of a substep one by one.

pub(crate) mod panel;
