//! What a world says about itself: energy, phases and their ledger, forces one by one, and every edge-choice rule over a hull.
//!
//! Nothing here takes part in a step or changes a state.

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
