//! Journals of runs: for every input, every way to a moment and every branch, the bits are those of a straight run.

mod branches;
mod divergence;
mod event_log;
mod faults;
mod file;
mod flights;
mod freeze;
mod paths;
mod seek;
mod sensors;
mod set;
mod straight;
mod twins;
