//! What tools remember from one use to the next, kept with the settings.

use crate::editor::snap;
use serde::{Deserialize, Serialize};

/// How an area is drawn that selects what is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AreaShape {
    /// A box from corner to corner.
    #[default]
    Box,
    /// A line drawn around.
    Lasso,
}

/// What the obstacle tool makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObstacleKind {
    /// From end to end.
    #[default]
    Segment,
    /// Through two points, without end.
    Line,
    /// From its middle to its rim.
    Circle,
}

/// How an outline is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stroke {
    /// Corner by corner.
    #[default]
    Corners,
    /// With one movement, made simpler afterwards.
    Freehand,
}

/// Everything that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolOptions {
    /// What the pointer snaps to.
    pub snap: snap::SnapOptions,
    /// How the select tool draws areas.
    pub area: AreaShape,
    /// Stiffness of new springs.
    pub stiffness: f64,
    /// Damping of new springs.
    pub damping: f64,
    /// How near nodes must be to be connected by springs.
    pub radius: f64,
    /// What the obstacle tool makes.
    pub obstacle: ObstacleKind,
    /// Mass of new discs.
    pub disc_mass: f64,
    /// Whether the disc tool places particles.
    pub draws_particles: bool,
    /// Whether new sticks are supports that are not drawn.
    pub hides_sticks: bool,
    /// How an outline is drawn.
    pub stroke: Stroke,
    /// How far a simpler outline may lie from the one that was drawn, in points of the screen.
    pub tolerance_px: f64,
}

impl Default for ToolOptions {
    fn default() -> Self {
        Self {
            snap: snap::SnapOptions::default(),
            area: AreaShape::default(),
            stiffness: 0.2,
            damping: 0.02,
            radius: 1.5,
            obstacle: ObstacleKind::default(),
            disc_mass: 1.0,
            draws_particles: false,
            hides_sticks: false,
            stroke: Stroke::default(),
            tolerance_px: 3.0,
        }
    }
}
