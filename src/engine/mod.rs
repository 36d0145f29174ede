//! The simulation: a level compiled to structure-of-arrays, stepped exactly as the numbers say, and explained on request.
//!
//! Must never know: history, files, the screen. State decides bits; scratch and trace never do.

mod adopt;
mod batched;
pub mod column;
pub mod contact;
mod counts;
mod derive;
mod discs;
mod driven;
pub mod energy;
pub mod event;
pub mod forces;
mod hand;
mod integrators;
mod kernels;
pub mod layout;
pub mod ledger;
pub mod node_energy;
mod obstacles;
pub mod paint;
pub mod phases;
mod schedule;
mod scratch;
pub mod state;
pub mod step;
mod stick_lanes;
mod stick_order;
mod sticks;
mod sweep;
mod threads;
pub mod trace;
mod watch;
pub mod world;

pub use counts::Counts;
pub use energy::Energy;
pub use event::{Event, EventKind};
pub use hand::{Hand, Held, Unmoved};
pub use kernels::InstructionSet;
pub use layout::Layout;
pub use state::State;
pub use threads::Threads;
pub use trace::Trace;
pub use watch::{Observer, Phase, PhaseKind, Row, Touched};
pub use world::World;
