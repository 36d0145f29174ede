//! The older conventions: distinguished by hand-made documents, flipped there and back, and 001's own arithmetic as a judge.

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
