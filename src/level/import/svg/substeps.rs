//! How many substeps the stiffest node of a level needs.
//!
//! Must never know: drawings.

use crate::level::{Body, Level, Role};

/// Part of the stability bound that is made use of.
const USED: f64 = 0.5;
/// More than this is not asked for.
const MOST: u32 = 1024;

/// Raises `substeps` to the next power of two that keeps semi-implicit Euler stable with room to spare.
///
/// For an oscillator `x'' = -w² x - 2d x'` the scheme is stable while `h² w² + 4 h d < 4`; w² and 2d of a node are at most
/// twice the sum of its springs' stiffness and damping over its mass (Gershgorin).
pub(super) fn raise_substeps(level: &mut Level) {
    let (stiffest, dampest) = level
        .bodies
        .iter()
        .map(bounds)
        .fold((0.0f64, 0.0f64), |(k, c), (stiffness, damping)| (k.max(stiffness), c.max(damping)));
    let is_stable = |substeps: u32| {
        let h = level.world.frame_time / f64::from(substeps);
        h * h * stiffest + 2.0 * h * dampest <= 4.0 * USED
    };
    let mut substeps = level.world.substeps;
    while substeps < MOST && !is_stable(substeps) {
        substeps *= 2;
    }
    level.world.substeps = substeps;
}

/// The largest 2·Σk/m and 2·Σc/m over the nodes of a body.
fn bounds(body: &Body) -> (f64, f64) {
    let mut sums = vec![(0.0, 0.0); body.nodes.len()];
    for spring in &body.springs {
        for node in [spring.a, spring.b] {
            sums[node].0 += spring.stiffness;
            sums[node].1 += spring.damping;
        }
    }
    let per_mass = body.nodes.iter().zip(sums).map(|(node, (stiffness, damping))| match node.role {
        Role::Mass(mass) => (2.0 * stiffness / mass, 2.0 * damping / mass),
        Role::Barycentre => (0.0, 0.0),
    });
    per_mass.fold((0.0, 0.0), |(k, c), (stiffness, damping)| (f64::max(k, stiffness), f64::max(c, damping)))
}
