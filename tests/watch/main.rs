//! Probes and watch expressions: hand-calculated values, error messages, random texts.

#[path = "../scenes/mod.rs"]
mod scenes;

mod completion;
mod each;
mod garbage;
mod history;
mod joints;
mod page;
mod slips;
mod stage;
mod values;
