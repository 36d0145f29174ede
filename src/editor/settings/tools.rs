//! Persistent options of the tools.

use crate::editor::snap;
use serde::{Deserialize, Serialize};

/// Shape of a selection area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AreaShape {
    /// A rectangle.
    #[default]
    Box,
    /// A freehand loop.
    Lasso,
}

/// Kind of obstacle to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObstacleKind {
    /// Between two points.
    #[default]
    Segment,
    /// Infinite line through two points.
    Line,
    /// From centre to rim.
    Circle,
}

/// Shape of new markers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkerKind {
    /// A point.
    #[default]
    Point,
    /// A rectangle between two corners.
    Rectangle,
    /// A closed polygon.
    Polygon,
    /// An open path.
    Path,
}

/// How a polygon is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stroke {
    /// Click each corner.
    #[default]
    Corners,
    /// Freehand, simplified afterwards.
    Freehand,
}

/// All options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolOptions {
    /// Snap options.
    pub snap: snap::SnapOptions,
    /// Area shape of the select tool.
    pub area: AreaShape,
    /// Stiffness of new springs; `None`: that of new shapes, for the level's gravity.
    pub spring_stiffness: Option<f64>,
    /// Damping of new springs, likewise.
    pub spring_damping: Option<f64>,
    /// Maximum distance of nodes to connect.
    pub radius: f64,
    /// Kind of new obstacles.
    pub obstacle: ObstacleKind,
    /// Shape of new markers.
    pub marker: MarkerKind,
    /// Mass of new discs.
    pub disc_mass: f64,
    /// Whether the disc tool places particles.
    pub draws_particles: bool,
    /// Whether new sticks are hidden supports.
    pub hides_sticks: bool,
    /// Whether a click on nothing ends a new link at a fixed point.
    pub fixes_ends: bool,
    /// Whether parts that a new link joins collide with each other.
    pub links_collide: bool,
    /// How polygons are drawn.
    pub stroke: Stroke,
    /// Maximum deviation of the simplified polygon, in points.
    pub tolerance_px: f64,
}

impl Default for ToolOptions {
    fn default() -> Self {
        Self {
            snap: snap::SnapOptions::default(),
            area: AreaShape::default(),
            spring_stiffness: None,
            spring_damping: None,
            radius: 1.5,
            obstacle: ObstacleKind::default(),
            marker: MarkerKind::default(),
            disc_mass: 1.0,
            draws_particles: false,
            hides_sticks: false,
            fixes_ends: false,
            links_collide: true,
            stroke: Stroke::default(),
            tolerance_px: 3.0,
        }
    }
}
