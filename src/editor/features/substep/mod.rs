//! Substep tab: what happened in the last substep.

pub(crate) mod panel;
