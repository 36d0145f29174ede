//! The simulation: a level compiled to structure-of-arrays, stepped exactly as the numbers say, and explained on request.
//!
//! Must never know: history, files, the screen. State decides bits; scratch and trace never do.

pub mod energy;
pub mod event;
pub mod layout;
pub mod state;
pub mod trace;
pub mod world;

pub use energy::Energy;
pub use event::{Event, EventKind};
pub use layout::Layout;
pub use state::State;
pub use trace::Trace;
pub use world::{Hand, World};
