//! A level at one moment, drawn: fills, springs, hulls with their outside, triangles, nodes, obstacles.
//!
//! Must never know: windows, files.

use super::{Palette, Picture};
use crate::engine::{Trace, World};
use crate::level::Level;

/// What is to be drawn.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Names, roles and indices.
    pub level: &'a Level,
    /// Where everything is.
    pub world: &'a World,
    /// Why the last substep did what it did, where known.
    pub trace: Option<&'a Trace>,
    /// Colours.
    pub palette: &'a Palette,
}

/// The level itself, without overlays.
pub fn draw_level(_scene: &Scene, _picture: &mut Picture) {
    todo!()
}
