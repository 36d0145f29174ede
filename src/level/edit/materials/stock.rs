//! Ready materials to start with.

use super::{free_name, materials, push};
use crate::level::shapes::Material;
use crate::level::{BodyMaterial, Level};

/// A ready material.
pub struct ReadyMaterial {
    /// Name of the new material.
    pub name: &'static str,
    /// What it is like.
    pub explanation: &'static str,
    /// Numbers under the default gravity.
    numbers: fn() -> Material,
}

/// The ready materials, softest first.
pub const STOCK: &[ReadyMaterial] = &[
    ReadyMaterial { name: "Jelly", explanation: "Soft, as new bodies are", numbers: Material::default },
    ReadyMaterial {
        name: "Balloon",
        explanation: "Jelly with gas inside, for a hull without inner nodes",
        numbers: || Material::default().filled(4.0),
    },
    ReadyMaterial {
        name: "Rubber",
        explanation: "Firm, bounces and grips",
        numbers: || Material::default().springy(8.0, 0.3).touching(0.9, 0.9),
    },
    ReadyMaterial {
        name: "Wood",
        explanation: "Stiff as a bridge, bounces little",
        numbers: || Material::default().springy(20.0, 1.0).touching(0.3, 0.5),
    },
];

/// Adds a ready material, as stiff as the level's gravity requires, and returns its index. It sets no density, which would
/// change the masses of every body that gets the material.
///
/// # Errors
/// If there are too many materials.
pub fn add_ready(level: &mut Level, ready: &ReadyMaterial) -> Result<usize, String> {
    let Material { stiffness, damping, restitution, friction, gas, .. } =
        (ready.numbers)().carrying(level.world.gravity);
    let material = BodyMaterial {
        name: free_name(materials(level), ready.name),
        restitution: Some(restitution),
        friction: Some(friction),
        stiffness: Some(stiffness),
        damping: Some(damping),
        gas: Some(gas),
        ..BodyMaterial::default()
    };
    push(level, material)
}
