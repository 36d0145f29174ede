//! The debugger: rewindable runs, and measurements and explanations along them.

pub mod balloon;
pub mod breakpoints;
pub mod carry;
pub mod changes;
pub mod comparison;
pub mod diagnosis;
pub mod event_log;
pub mod expect;
pub mod first_divergence;
pub mod freeze;
pub mod history;
mod inside;
mod keyframes;
pub mod moment;
pub mod parts_table;
pub mod quantities;
pub mod recording;
mod replay_worker;
pub mod run;
pub mod search;
pub mod shrink;
mod stepwise;
pub mod survey;
pub mod sweep;
pub mod table;
pub mod trial;
pub mod twin;
pub mod why;

pub use history::NearbyFrames;
pub use keyframes::{BUDGET, MemoryUse};
pub use run::{Branch, BranchId, Input, JournalEntry, Moment, Nudge, Run, Sample, SettingChange};
pub use survey::Survey;
pub use twin::Twin;
pub use watch::Expression;

pub use blobsmith_engine::{probes, watch};
