//! Breakpoints, diagnosis and the search for the first moment, compared with brute force on random levels.

#[path = "../scenes/mod.rs"]
mod scenes;

mod balloon;
mod causes;
mod diagnosis;
mod markers;
mod presets;
mod search;
mod support;
mod watcher;
