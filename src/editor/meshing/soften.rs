//! Springs of an outline that suit the step of the open level.

use super::{MeshingSource, making, preview};
use crate::level::Level;
use crate::level::import::hold::Holding;
use crate::level::mesh::Recipe;
use crate::level::parameter::Values;
use std::f64::consts::FRAC_1_SQRT_2;

/// Bodies of more nodes are not tried out beforehand.
const MOST_TRIED: usize = 2_000;

/// Makes the springs that are proposed as soft as the level's step needs them: a fine mesh has light nodes, and what is
/// stiff in a large body would explode in it. Numbers that the user has chosen stay.
pub(super) fn soften(recipe: &mut Recipe, remembered: &Values, subject: &MeshingSource, level: &Level) {
    if !recipe.is_soft {
        return;
    }
    // Chosen numbers do not enter the proposal.
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
    let mut alone = Level { world: level.world.clone(), bodies, ..Level::default() };
    let Some(rule) = crate::level::checks::rule(STABILITY) else { return };
    for _ in 0..20 {
        let mut findings = Vec::new();
        (rule.find)(&alone, &mut findings);
        if findings.is_empty() {
            return;
        }
        recipe.options.stiffness *= 0.5;
        for spring in alone.bodies.iter_mut().flat_map(|body| &mut body.springs) {
            // The damping is a part of the critical one, which goes with the root.
            (spring.stiffness, spring.damping) = (0.5 * spring.stiffness, FRAC_1_SQRT_2 * spring.damping);
        }
    }
}

/// Id of the parameter that is made softer.
const STIFFNESS: &str = "stiffness";

/// The check for a step that is too long.
const STABILITY: &str = "stability";
