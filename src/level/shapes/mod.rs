//! Generators of bodies: rectangle, disc, ring, gear, wheel, bridge, container and more.
//!
//! Must never know: the engine, the screen.
