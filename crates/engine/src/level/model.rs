//! The level document as pure data: exactly the fields of the level file, with their defaults.
//!
//! A value of these types may violate the format's rules (an index out of range, say). [`super::format`] refuses it when
//! reading.

use super::contact_rules::is_default;
pub use super::contact_rules::*;
use super::extra::EditorExtra;
use super::{CollisionFilter, Disc, Instance, Link, Marker, Obstacle, Properties, Skin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The newest file format this crate reads, and the one it writes.
pub const FORMAT: u32 = 2;

/// A point or vector of the plane, `[x, y]`, x right and y up, in level units.
pub type Point = [f64; 2];

/// A whole level: the contents of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Version of the file format; the only mandatory field.
    #[schemars(range(min = 1, max = 2))]
    pub format: u32,
    /// Display name.
    #[serde(default)]
    pub name: String,
    /// Description of the level.
    #[serde(default)]
    pub notes: String,
    /// Words for searching; games may read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
    /// Settings of the level as a whole.
    #[serde(default)]
    pub world: World,
    /// Soft bodies and decor, in file order.
    #[serde(default)]
    pub bodies: Vec<Body>,
    /// Discs (radius 0: particles), in file order.
    #[serde(default)]
    pub discs: Vec<Disc>,
    /// Immovable obstacles of the particle systems, in file order.
    #[serde(default)]
    pub obstacles: Vec<Obstacle>,
    /// Links between bodies, discs and fixed points, in file order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Named points, zones and paths; the engine ignores them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Marker>,
    /// Parts of other level files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<Instance>,
    /// Editor data; other programs ignore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub editor: Option<EditorExtra>,
    /// True during an edit that follows the nodes by [`Node::tracking`]. Not part of files.
    #[serde(skip)]
    #[schemars(skip)]
    pub is_tracked: bool,
    /// Numbers of new ids during an edit, see [`ids::assign`](super::ids::assign). Not part of files.
    #[serde(skip)]
    #[schemars(skip)]
    pub id_marks: Option<super::ids::IdMarks>,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            format: FORMAT,
            name: String::new(),
            notes: String::new(),
            tags: Vec::new(),
            properties: Properties::default(),
            world: World::default(),
            bodies: Vec::new(),
            discs: Vec::new(),
            obstacles: Vec::new(),
            links: Vec::new(),
            markers: Vec::new(),
            instances: Vec::new(),
            editor: None,
            is_tracked: false,
            id_marks: None,
        }
    }
}

/// Gravity, time, integrator and contact rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// Acceleration, length per time².
    pub gravity: Point,
    /// Duration of a frame, > 0 (1.0 in the sources: the frame is the unit of time).
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub frame_time: f64,
    /// Substeps per frame, N >= 1; a substep lasts h = frame_time / N.
    #[schemars(range(min = 1, max = 100_000))]
    pub substeps: u32,
    /// Integration scheme.
    pub integrator: Integrator,
    /// Factor on the velocity once per substep (004's friction; 1 = none), 0..=1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub velocity_retention: f64,
    /// Passes over all sticks per substep (004).
    #[schemars(range(max = 100_000))]
    pub stick_iterations: u32,
    /// Contact rules of bodies.
    pub contact: Contact,
    /// How discs find their contacts.
    pub discs: DiscMethod,
    /// Rectangle to which coordinates are clamped (004), or none.
    pub bounds: Option<Bounds>,
    /// Pixels as which a front end draws one unit, > 0; the engine ignores it.
    #[schemars(extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "is_default_scale")]
    pub pixels_per_unit: f64,
}

impl Default for World {
    fn default() -> Self {
        Self {
            gravity: [0.0, -0.02],
            frame_time: 1.0,
            substeps: 16,
            integrator: Integrator::default(),
            velocity_retention: 1.0,
            stick_iterations: 3,
            contact: Contact::default(),
            discs: DiscMethod::default(),
            bounds: None,
            pixels_per_unit: DEFAULT_SCALE,
        }
    }
}

pub(super) fn obstacle_restitution() -> f64 {
    0.8
}

/// Default of [`World::pixels_per_unit`].
const DEFAULT_SCALE: f64 = 32.0;

fn is_default_scale(scale: &f64) -> bool {
    *scale == DEFAULT_SCALE
}

/// Integration scheme of the free nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Integrator {
    /// `v += h*a; x += h*v` (000, 001, 003).
    #[default]
    SemiImplicitEuler,
    /// `x += h*v; v += h*a` (004).
    ExplicitEuler,
    /// Position and previous position (004).
    Verlet,
}

/// How discs find their contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DiscMethod {
    /// Exact time of impact (002).
    #[default]
    Swept,
    /// Before and after the step only (003).
    Discrete,
}

/// A rectangle to which coordinates are clamped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Lower left corner.
    pub min: Point,
    /// Upper right corner, above and right of `min`.
    pub max: Point,
    /// Fraction of the normal velocity that is returned, >= 0.
    #[serde(default = "obstacle_restitution")]
    #[schemars(range(min = 0.0))]
    pub restitution: f64,
}

/// How a body or a disc moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Motion {
    /// By forces and contacts.
    #[default]
    Dynamic,
    /// Not at all.
    Fixed,
    /// Along a path; nothing pushes it (002 §3).
    Driven(Path),
}

/// A closed path, piecewise linear, with equal times between its points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// Offsets from the drawn position; at least one.
    #[schemars(length(min = 1))]
    pub points: Vec<Point>,
    /// Level time of one period, > 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub period: f64,
}

/// A soft body or a piece of decor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// Stable identifier, unique in the level: `[A-Za-z0-9_-]{1,64}`.
    #[schemars(extend("pattern" = super::ids::PATTERN))]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Display name; need not be unique.
    pub name: String,
    /// How it moves.
    pub motion: Motion,
    /// Elasticity of contacts, >= 0; a contact uses the product of both bodies'.
    #[schemars(range(min = 0.0))]
    pub restitution: f64,
    /// Friction of contacts, >= 0; a contact uses the product of both bodies'.
    #[schemars(range(min = 0.0))]
    pub friction: f64,
    /// K of P·V = K (000 §C.3), >= 0; 0 = no gas.
    #[schemars(range(min = 0.0))]
    pub gas: f64,
    /// Masses, and at most one barycentre.
    pub nodes: Vec<Node>,
    /// Springs between nodes of this body.
    pub springs: Vec<Spring>,
    /// Rigid links between nodes of this body (004).
    pub sticks: Vec<Stick>,
    /// Directed edges `[a, b]` with the outside on the right.
    pub hull: Vec<[usize; 2]>,
    /// Counter-clockwise triangles `[a, b, c]`, for area and filling.
    pub triangles: Vec<[usize; 3]>,
    /// With what it collides.
    #[serde(skip_serializing_if = "is_default")]
    pub collision: CollisionFilter,
    /// Texture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<Skin>,
    /// Words for searching; games may read them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            motion: Motion::Dynamic,
            restitution: 0.5,
            friction: 0.3,
            gas: 2.0,
            nodes: Vec::new(),
            springs: Vec::new(),
            sticks: Vec::new(),
            hull: Vec::new(),
            triangles: Vec::new(),
            collision: CollisionFilter::default(),
            skin: None,
            tags: Vec::new(),
            properties: Properties::default(),
        }
    }
}

/// A point of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Position at the start.
    pub position: Point,
    /// Velocity at the start, length per time.
    #[serde(default)]
    pub velocity: Point,
    /// A mass, or the body's barycentre.
    #[serde(default)]
    pub role: Role,
    /// True if the node cannot move.
    #[serde(default)]
    pub pinned: bool,
    /// Name of an attachment point, unique within the body.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Words for searching; games may read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// User data.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
    /// Number by which an edit follows the node; 0 outside of edits. Not part of files.
    #[serde(skip)]
    #[schemars(skip)]
    pub tracking: u32,
}

impl Default for Node {
    /// A free node of mass 1 at rest at the origin.
    fn default() -> Self {
        Self::at([0.0, 0.0])
    }
}

impl Node {
    /// A free node of mass 1 at rest.
    pub fn at(position: Point) -> Self {
        Self {
            position,
            velocity: [0.0, 0.0],
            role: Role::default(),
            pinned: false,
            label: String::new(),
            tags: Vec::new(),
            properties: Properties::default(),
            tracking: 0,
        }
    }
}

/// Kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Role {
    /// A mass, > 0.
    Mass(#[schemars(extend("exclusiveMinimum" = 0))] f64),
    /// Mass-weighted mean of the body's masses (000 §E.1): used in triangles only, at most one per body.
    Barycentre,
}

impl Default for Role {
    fn default() -> Self {
        Self::Mass(1.0)
    }
}

/// A damped spring (000 §C.2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// Index of the first node in the body.
    pub a: usize,
    /// Index of the second node in the body.
    pub b: usize,
    /// Length without force, >= 0.
    #[serde(default = "one")]
    #[schemars(range(min = 0.0))]
    pub rest_length: f64,
    /// Force per length, >= 0.
    #[serde(default = "spring_stiffness")]
    #[schemars(range(min = 0.0))]
    pub stiffness: f64,
    /// Force per velocity of elongation ("viscosité"), >= 0.
    #[serde(default = "spring_damping")]
    #[schemars(range(min = 0.0))]
    pub damping: f64,
}

/// A rigid link (004).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stick {
    /// Index of the first node in the body.
    pub a: usize,
    /// Index of the second node in the body.
    pub b: usize,
    /// Length kept, > 0.
    #[serde(default = "one")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub length: f64,
    /// True for a support that is not drawn (004).
    #[serde(default)]
    pub hidden: bool,
}

pub(super) fn one() -> f64 {
    1.0
}
fn spring_stiffness() -> f64 {
    0.2
}
fn spring_damping() -> f64 {
    0.02
}
