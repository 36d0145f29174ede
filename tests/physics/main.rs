//! Hand calculations, conservation laws, symmetries and determinism. Hand calculations run against the engine and
//! against the reference (tests/reference).

#[path = "../scenes/mod.rs"]
mod scenes;

mod conservation;
mod contacts;
mod crowds;
mod decor;
mod determinism;
mod edges;
mod events;
mod forces;
mod instructions;
mod integrators;
mod lanes;
mod laws;
mod leaking;
mod linked;
mod momentum;
mod obstacles;
mod parity;
mod sticks;
mod subject;
mod symmetry;

use blobsmith_reference as reference;
