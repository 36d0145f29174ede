//! The stages of a batched substep: the reference formulas fused, vectorised and shared among threads, with the same bits.
//!
//! `README.md` in this folder has the diagram. No stage here serves a trace or an observer.

mod constraint_batches;
pub(in crate::engine) mod contact;
pub(in crate::engine) mod derived;
mod kernels;
mod schedule;
pub(in crate::engine) mod simd_distance_constraints;
pub(in crate::engine) mod sweep;
