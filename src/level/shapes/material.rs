//! Parameters of a body's material.

use super::draft::{MassDistribution, Material};
use crate::level::parameter::{Choice, Field};

/// Maximum of a material's number.
const MOST: f64 = 1e6;

const MASSES: &[Choice] = &[
    Choice { id: "node", title: "Every node alike", explanation: "Each node has the mass below" },
    Choice {
        id: "area",
        title: "By area",
        explanation: "Mass per area: every triangle shares its own among its corners",
    },
];

fn mass(material: &Material) -> f64 {
    match material.masses {
        MassDistribution::PerNode(mass) | MassDistribution::Density(mass) => mass,
    }
}

const MASS_KIND: Field<Material> = Field::choice(
    ["masses", "Masses", "How the nodes get their mass"],
    MASSES,
    |m| f64::from(matches!(m.masses, MassDistribution::Density(_))),
    |m, v| m.masses = if v == 0.0 { MassDistribution::PerNode(mass(m)) } else { MassDistribution::Density(mass(m)) },
);
const MASS: Field<Material> =
    Field::computed(["mass", "Mass", "Of every node, or per area", "mass"], [1e-3, MOST], mass, |m, v| {
        m.masses = if matches!(m.masses, MassDistribution::Density(_)) {
            MassDistribution::Density(v)
        } else {
            MassDistribution::PerNode(v)
        };
    });
const STIFFNESS: Field<Material> =
    Field::number(["stiffness", "Stiffness", "Of every spring", "force per length"], [0.0, MOST], |m| &mut m.stiffness);
const DAMPING: Field<Material> =
    Field::number(["damping", "Damping", "Of every spring", "force per velocity"], [0.0, MOST], |m| &mut m.damping);
const GAS: Field<Material> =
    Field::number(["gas", "Gas", "K of P·V = K; 0 for none", "force × length"], [0.0, MOST], |m| &mut m.gas);
const RESTITUTION: Field<Material> = Field::number(
    ["restitution", "Restitution", "Elasticity of contacts; a contact uses the product of both bodies'", ""],
    [0.0, 10.0],
    |m| &mut m.restitution,
);
const FRICTION: Field<Material> = Field::number(
    ["friction", "Friction", "Friction of contacts; a contact uses the product of both bodies'", ""],
    [0.0, 10.0],
    |m| &mut m.friction,
);

/// Of a soft body with an inside.
pub(super) const SOFT: &[Field<Material>] = &[MASS_KIND, MASS, STIFFNESS, DAMPING, GAS, RESTITUTION, FRICTION];

/// Of a rope: it has no area; sticks have no stiffness.
pub(super) const ROPE: &[Field<Material>] =
    &[MASS, STIFFNESS.needing("kind", &[0.0]), DAMPING.needing("kind", &[0.0]), RESTITUTION, FRICTION];

/// Of a fixed body.
pub(super) const DECOR: &[Field<Material>] = &[RESTITUTION, FRICTION];
