//! Breakpoints and the search for the first moment, against brute force on random levels.
//!
//! Must never know: how either looks at a run.

#[path = "../scenes/mod.rs"]
mod scenes;

mod balloon;
mod causes;
mod diagnosis;
mod presets;
mod search;
mod support;
mod watcher;
