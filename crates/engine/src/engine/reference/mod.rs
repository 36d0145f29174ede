//! The physics of a substep: one file per stage, the formulas as in the sources.
//!
//! Every stage fills in its part of the trace and reports its phases to the observer. The batched engine must give the same bits.

pub(in crate::engine) mod contact;
pub(in crate::engine) mod derived;
pub(in crate::engine) mod discs;
pub(in crate::engine) mod driven;
pub(in crate::engine) mod forces;
pub(in crate::engine) mod integrators;
pub(in crate::engine) mod links;
pub(in crate::engine) mod obstacles;
pub(in crate::engine) mod sensors;
mod spring_force;
pub(in crate::engine) mod sticks;
