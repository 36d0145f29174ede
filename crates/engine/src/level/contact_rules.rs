//! Contact rules of a level (`world.contact`) as pure data, with their defaults.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rules of contact between bodies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Contact {
    /// Test that finds contacts.
    pub method: ContactMethod,
    /// Selects the hull edge that pushes a node out.
    pub edge_choice: EdgeChoice,
    /// An edge is eligible only if the barycentre of the node's body is on its outside (000 §E.2).
    pub barycentre_rule: bool,
    /// Applies impulse and friction only to a node that moves inwards.
    pub approaching_only: bool,
    /// How decor (`Fixed` or `Driven` bodies) pushes.
    pub decor: Decor,
    /// How impulse and repositioning are shared between the node and the ends of the edge.
    #[serde(skip_serializing_if = "is_default")]
    pub response: ContactResponse,
    /// Fraction of the depth that repositioning removes.
    #[serde(skip_serializing_if = "Repositioning::is_default")]
    pub repositioning: Repositioning,
    /// Nodes of a body also collide with the hull of their own body; not with `Diagonals`.
    #[serde(skip_serializing_if = "is_default")]
    pub self_contact: bool,
}

/// How a contact shares impulse and repositioning between the node and the ends of the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ContactResponse {
    /// Both ends of the edge get the same share (000 §D.2).
    #[default]
    Source,
    /// The share of each end follows the node's position on the edge. Conserves linear momentum and, except for the depth,
    /// angular momentum.
    Weighted,
}

/// Depth that one repositioning removes: `fraction * max(0, depth - slop)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Repositioning {
    /// Fraction of the depth beyond the slop, 0..=1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub fraction: f64,
    /// Depth that is not corrected, a length >= 0.
    #[schemars(range(min = 0.0))]
    pub slop: f64,
}

impl Default for Repositioning {
    fn default() -> Self {
        Self { fraction: 1.0, slop: 0.0 }
    }
}

impl Repositioning {
    /// True for the bits of the default: -0 is written.
    fn is_default(&self) -> bool {
        let bits = |value: &Self| [value.fraction, value.slop].map(f64::to_bits);
        bits(self) == bits(&Self::default())
    }
}

/// True if the field has its default; it is then omitted from files. A number with the default 0 compares bits instead (see
/// [`Repositioning`]), since -0 would be lost.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Test that finds contacts between bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ContactMethod {
    /// Point in polygon, then nearest edge (000 §D).
    #[default]
    Hull,
    /// Segments from barycentre to node against edges (004), for convex bodies.
    Diagonals,
}

/// Selects the hull edge that pushes a node out (000 §D.1.c).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum EdgeChoice {
    /// The projection must fall on the edge; distance to its line.
    Projection,
    /// The node must lie in the wedge opened by 45° beyond both ends; distance to the line.
    Wedge45,
    /// Distance to the segment (recommended by 000).
    #[default]
    Distance,
    /// Edge that the node crossed on its way in; falls back on `Distance`.
    EntryEdge,
}

/// How decor pushes free bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Decor {
    /// As any other body: impulse, friction, repositioning (000).
    #[default]
    Impulse,
    /// As a force (001).
    Penalty {
        /// Force per depth, >= 0.
        #[schemars(range(min = 0.0))]
        stiffness: f64,
        /// Force per relative velocity, >= 0.
        #[schemars(range(min = 0.0))]
        viscosity: f64,
    },
}
