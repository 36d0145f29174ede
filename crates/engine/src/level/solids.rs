//! Rigid parts of a level: discs and obstacles.

use super::contact_rules::is_default;
use super::model::{Motion, Point, obstacle_restitution, one};
use super::{CollisionFilter, Properties};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rigid disc (002); radius 0 makes a particle (003).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disc {
    /// Stable identifier, unique in the level: `[A-Za-z0-9_-]{1,64}`.
    #[schemars(extend("pattern" = super::ids::PATTERN))]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Display name.
    #[serde(default)]
    pub name: String,
    /// Centre at the start.
    pub position: Point,
    /// Velocity at the start.
    #[serde(default)]
    pub velocity: Point,
    /// Radius, >= 0.
    #[schemars(range(min = 0.0))]
    pub radius: f64,
    /// Mass, > 0.
    #[serde(default = "one")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub mass: f64,
    /// Elasticity, >= 0; above 1 it is a bumper (002 §1.iii).
    #[serde(default = "one")]
    #[schemars(range(min = 0.0))]
    pub restitution: f64,
    /// Friction, >= 0.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub friction: f64,
    /// How it moves.
    #[serde(default)]
    pub motion: Motion,
    /// With what it collides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub collision: CollisionFilter,
    /// Words for searching; games may read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
}

impl Default for Disc {
    /// A dynamic disc of radius 0.5 and mass 1 at the origin.
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            position: [0.0, 0.0],
            velocity: [0.0, 0.0],
            radius: 0.5,
            mass: 1.0,
            restitution: 1.0,
            friction: 0.0,
            motion: Motion::Dynamic,
            collision: CollisionFilter::default(),
            tags: Vec::new(),
            properties: Properties::default(),
        }
    }
}

/// An immovable obstacle for nodes and discs (003).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// Stable identifier, unique in the level: `[A-Za-z0-9_-]{1,64}`.
    #[schemars(extend("pattern" = super::ids::PATTERN))]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Display name.
    #[serde(default)]
    pub name: String,
    /// Its geometry.
    pub shape: ObstacleShape,
    /// Elasticity, >= 0; a hit uses the product with the body's or disc's.
    #[serde(default = "obstacle_restitution")]
    #[schemars(range(min = 0.0))]
    pub restitution: f64,
    /// With what it collides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub collision: CollisionFilter,
    /// Words for searching; games may read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
}

impl Default for Obstacle {
    /// A segment from the origin to (1, 0).
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            shape: ObstacleShape::Segment([0.0, 0.0], [1.0, 0.0]),
            restitution: obstacle_restitution(),
            collision: CollisionFilter::default(),
            tags: Vec::new(),
            properties: Properties::default(),
        }
    }
}

/// Geometry of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum ObstacleShape {
    /// From one end to the other.
    Segment(Point, Point),
    /// Infinite, through a point along a direction.
    Line(Point, Point),
    /// A circle; contacts from outside and from inside.
    Circle {
        /// Centre.
        center: Point,
        /// Radius, > 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f64,
    },
}
