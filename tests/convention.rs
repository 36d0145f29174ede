//! The older conventions: recognised in hand-made documents, converted in both directions, and compared with 001's formulas.

#[path = "convention/mirror.rs"]
mod mirror;
#[path = "convention/mister_jelly.rs"]
mod mister_jelly;
#[path = "convention/recognise.rs"]
mod recognise;
#[path = "scenes/mod.rs"]
mod scenes;
#[path = "convention/slips.rs"]
mod slips;
