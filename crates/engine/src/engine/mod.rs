//! The simulation: a level compiled to structure-of-arrays, stepped exactly as the numbers say, and explained on request.
//!
//! | folder | contents | imports |
//! | --- | --- | --- |
//! | `data/` | layout, state, world, scratch, rows of the trace, observer | nothing of the engine |
//! | `reference/` | all physics, formula by formula | `data` |
//! | `batched/` | the same bits by vectors, schedules and threads | `data`, `reference` |
//! | `explain/` | phases, energy ledger, rules side by side, edge maps | `data`, `reference` |
//! | `step` | chooses a mode once per substep and runs its list of stages | all |
//!
//! `tests/house.rs` holds the imports. Only [`State`] decides the future; scratch and trace never do.

mod batched;
mod data;
mod explain;
mod reference;
pub mod step;

pub use data::{
    ContactRecord, Continuation, Counts, Event, EventKind, Hand, Held, InstructionSet, Layout, LinkStatus, Observer,
    Phase, PhaseKind, Renumbering, Row, SensorCount, SensorEvent, Spawned, State, Threads, Touched, Trace, Unmoved,
    World, layout, links, trace,
};
pub use explain::{Energy, energy, hull_cover as paint, ledger, node_energy, phases};

/// Contacts: the rules that choose an edge, side by side and over a whole hull.
pub mod contact {
    pub use super::explain::edge_map::EdgeMap;
    pub use super::explain::rules::{Approach, EdgeAt};
    pub use super::reference::contact::edge_choice::{self, Setting};
}

/// Forces: the kinds, and those on one node or disc.
pub mod forces {
    pub use super::data::force::{Force, ForcePart, PartNames, Work};
    pub use super::explain::force_list as sources;
    pub use super::reference::forces::gas::FORCE as GAS;
    pub use super::reference::forces::{ALL, PART_COUNT, PARTS, part};
}
