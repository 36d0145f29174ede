//! Chooses spring stiffness that is stable with the level's time step.

use super::{MeshingSource, making, preview};
use crate::level::Level;
use crate::level::import::hold::Holding;
use crate::level::mesh::Recipe;
use crate::level::parameter::Values;

/// Node count up to which stability is tested beforehand.
const MOST_TRIED: usize = 2_000;

/// Reduces the proposed stiffness until the level's stability check passes. A fine mesh has light nodes, for which the
/// usual stiffness is unstable. User values stay.
pub(crate) fn soften(recipe: &mut Recipe, remembered: &Values, subject: &MeshingSource, level: &Level) {
    if !recipe.is_soft {
        return;
    }
    // Remembered user values do not affect the proposal.
    let mut values = remembered.clone();
    values.remove(STIFFNESS);
    if making::estimate(subject, recipe, &values, level) > MOST_TRIED {
        return;
    }
    let Ok(parts) = preview::parts(subject, recipe, &values, level, &mut Holding::default()) else { return };
    if parts.iter().map(|(body, _)| body.nodes.len()).sum::<usize>() > MOST_TRIED {
        return;
    }
    let bodies = parts.into_iter().map(|(body, _)| body).collect();
    let mut trial_level = Level { world: level.world.clone(), bodies, ..Level::default() };
    let Some(rule) = crate::level::checks::rule(STABILITY) else { return };
    for _ in 0..MOST_STEPS {
        let mut findings = Vec::new();
        (rule.find)(&trial_level, &mut findings);
        if findings.is_empty() {
            return;
        }
        let softer = two_digits(SOFTER * recipe.options.stiffness);
        let ratio = softer / recipe.options.stiffness;
        recipe.options.stiffness = softer;
        for spring in trial_level.bodies.iter_mut().flat_map(|body| &mut body.springs) {
            // Damping is a fraction of critical damping, which scales with the square root of the stiffness.
            (spring.stiffness, spring.damping) = (ratio * spring.stiffness, ratio.sqrt() * spring.damping);
        }
    }
}

/// Factor of the stiffness in a step, and the maximum number of steps.
const SOFTER: f64 = 0.85;
const MOST_STEPS: usize = 90;

/// A positive number, rounded down to two digits; others stay.
fn two_digits(value: f64) -> f64 {
    if value <= 0.0 {
        return value;
    }
    let scale = 10f64.powi(1 - value.log10().floor() as i32);
    (value * scale).floor() / scale
}

/// Id of the stiffness parameter.
const STIFFNESS: &str = "stiffness";

/// Id of the stability check.
const STABILITY: &str = "stability";
