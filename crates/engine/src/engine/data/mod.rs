//! Data of a step: the compiled level, the state, scratch memory, and the interfaces for observers of a substep.

mod act;
mod adopt;
pub mod column;
pub(in crate::engine) mod contact_record;
mod counts;
mod event;
pub mod force;
mod hand;
pub(in crate::engine) mod instruction_set;
pub mod layout;
pub mod links;
pub(in crate::engine) mod measure;
pub(in crate::engine) mod observer;
pub(in crate::engine) mod scratch;
mod sensor;
pub(in crate::engine) mod state;
mod threads;
pub mod trace;
pub(in crate::engine) mod workspaces;
mod world;

pub use contact_record::ContactRecord;
pub use counts::Counts;
pub use event::{Event, EventKind};
pub use force::{Force, ForcePart};
pub use hand::{Hand, Held, Unmoved};
pub use instruction_set::InstructionSet;
pub use layout::Layout;
pub use observer::{Observer, Phase, PhaseKind, Row, Touched};
pub use sensor::{SensorCount, SensorEvent};
pub use state::State;
pub use threads::Threads;
pub use trace::Trace;
pub use world::World;
