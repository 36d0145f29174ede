//! Foreign formats, one file each.
//!
//! Must never know: the engine, the screen.
