//! Overlap of bodies: areas, depths, and the probes of the watch language for both.

mod area;
mod depth;
mod probes;
