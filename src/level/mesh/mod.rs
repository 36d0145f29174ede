//! Meshes from outlines: triangulation by library.
//!
//! Must never know: the engine, the screen.
