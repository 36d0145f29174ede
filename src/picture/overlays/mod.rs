//! What can be laid over the level, one overlay a file.
//!
//! Must never know: windows, files.

use super::{Picture, Scene};

/// Numbers that the user sets for overlays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayOptions {
    /// Length of a force arrow in world units per unit of force.
    pub force_scale: f64,
    /// Length of a velocity arrow in world units per unit of velocity.
    pub velocity_scale: f64,
}

/// An overlay that can be switched on.
pub struct Overlay {
    /// Stable id in kebab-case: `--overlay` and the editor's settings use it.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What one sees, in a sentence.
    pub explanation: &'static str,
    /// Whether it shows nothing without a trace.
    pub needs_trace: bool,
    /// Adds its items and legend rows.
    pub draw: fn(&Scene, &OverlayOptions, &mut Picture),
}

/// Every overlay, in the order in which they are painted and listed.
pub const ALL: &[Overlay] = &[];
