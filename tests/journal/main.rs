//! Journals of runs: whatever comes from outside, however one gets to a moment, on whichever branch, the bits are those of
//! a straight run.

mod branches;
mod file;
mod freeze;
mod paths;
mod seek;
mod set;
mod straight;
mod twins;
