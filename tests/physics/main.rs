//! The numbers against hand-worked ones, laws of conservation, symmetries and repeatability. What is worked by hand
//! is asked of the engine and of the reference (tests/reference) alike, so that neither is the judge of the other.

#[path = "../reference/mod.rs"]
mod reference;
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
mod obstacles;
mod parity;
mod sticks;
mod subject;
mod symmetry;
