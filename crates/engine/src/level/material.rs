//! Materials: named sets of numbers that bodies share. Editor data; the numbers themselves are written into the bodies.

use super::fields::{NumberField, Range, parts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Maximum number of materials and of folders of a level.
pub const MOST_GROUPS: usize = 1000;

/// A named set of numbers. Absent numbers are left to each body. Other programs ignore it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct BodyMaterial {
    /// Display name.
    pub name: String,
    /// See [`super::Body::restitution`].
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// See [`super::Body::friction`].
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Stiffness of every spring, force per length.
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// Damping of every spring, force per velocity.
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f64>,
    /// Mass per area of the triangles, > 0; each triangle divides its mass among its corners.
    #[schemars(extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_density: Option<f64>,
    /// See [`super::Body::gas`].
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gas: Option<f64>,
    /// Ids of the bodies made of it.
    pub bodies: BTreeSet<String>,
}

/// A number of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaterialField {
    /// Elasticity of contacts.
    Restitution,
    /// Friction of contacts.
    Friction,
    /// Stiffness of every spring.
    Stiffness,
    /// Damping of every spring.
    Damping,
    /// Mass per area.
    MassDensity,
    /// Gas constant.
    Gas,
}

impl MaterialField {
    /// All numbers, in the order of the table.
    pub const ALL: [Self; 6] =
        [Self::Restitution, Self::Friction, Self::Stiffness, Self::Damping, Self::MassDensity, Self::Gas];

    /// The number of a material; `None` if the material leaves it to each body.
    pub fn get(self, material: &BodyMaterial) -> Option<f64> {
        match self {
            Self::Restitution => material.restitution,
            Self::Friction => material.friction,
            Self::Stiffness => material.stiffness,
            Self::Damping => material.damping,
            Self::MassDensity => material.mass_density,
            Self::Gas => material.gas,
        }
    }

    /// Sets the number of a material, without its bodies.
    pub fn set(self, material: &mut BodyMaterial, value: Option<f64>) {
        *match self {
            Self::Restitution => &mut material.restitution,
            Self::Friction => &mut material.friction,
            Self::Stiffness => &mut material.stiffness,
            Self::Damping => &mut material.damping,
            Self::MassDensity => &mut material.mass_density,
            Self::Gas => &mut material.gas,
        } = value;
    }

    /// Name of the number in panels.
    pub fn name(self) -> &'static str {
        match self {
            Self::Restitution => parts::RESTITUTION.name,
            Self::Friction => parts::FRICTION.name,
            Self::Stiffness => parts::STIFFNESS.name,
            Self::Damping => parts::DAMPING.name,
            Self::MassDensity => "Mass density",
            Self::Gas => parts::GAS.name,
        }
    }

    /// Name of the number in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Restitution => "restitution",
            Self::Friction => "friction",
            Self::Stiffness => "stiffness",
            Self::Damping => "damping",
            Self::MassDensity => "mass_density",
            Self::Gas => "gas",
        }
    }

    /// Explanation for tooltips.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Restitution => parts::RESTITUTION.hint,
            Self::Friction => parts::FRICTION.hint,
            Self::Stiffness => parts::STIFFNESS.hint,
            Self::Damping => parts::DAMPING.hint,
            Self::MassDensity => {
                "Mass per area, more than 0. Each triangle divides its mass among its corners. Bodies without triangles keep their masses."
            }
            Self::Gas => parts::GAS.hint,
        }
    }

    /// Allowed values.
    pub fn range(self) -> Range {
        match self {
            Self::Restitution => parts::RESTITUTION.range,
            Self::Friction => parts::FRICTION.range,
            Self::Stiffness => parts::STIFFNESS.range,
            Self::Damping => parts::DAMPING.range,
            Self::MassDensity => Range::AboveZero,
            Self::Gas => parts::GAS.range,
        }
    }

    /// Value that a new material starts with.
    pub fn usual(self) -> f64 {
        fn of<T>(field: &NumberField<T>) -> f64 {
            field.usual.unwrap_or(1.0)
        }
        match self {
            Self::Restitution => of(&parts::RESTITUTION),
            Self::Friction => of(&parts::FRICTION),
            Self::Stiffness => of(&parts::STIFFNESS),
            Self::Damping => of(&parts::DAMPING),
            Self::MassDensity => 1.0,
            Self::Gas => of(&parts::GAS),
        }
    }
}
