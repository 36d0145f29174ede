//! Explanations of a world: energy, phases and their ledger, forces one by one, and the edge-choice rules over a hull.
//!
//! Invariant: the functions of this folder do not change a state, and no step uses them.

pub mod edge_map;
pub mod energy;
pub mod force_list;
pub mod hull_cover;
pub mod ledger;
pub mod node_energy;
pub mod phases;
mod point_query;
pub mod rules;

pub use energy::Energy;
