//! The window.
//!
//! Must never know: nothing is forbidden here, it is the top floor.
