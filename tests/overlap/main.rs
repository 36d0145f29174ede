//! How much bodies overlap: areas, depths, and the words of the watch language for both.

mod area;
mod depth;
mod probes;
