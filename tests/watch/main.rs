//! Probes and watch expressions: values worked by hand, slips reported with their place, garbage survived.

#[path = "../scenes/mod.rs"]
mod scenes;

mod completion;
mod garbage;
mod history;
mod page;
mod slips;
mod stage;
mod values;
