//! Damped linear springs (000 §C.2.c).

use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{Layout, State};
use glam::DVec2;

/// Adds the elastic part, the damping part, or both, of every spring of the bodies that move, in file order.
///
/// A spring whose ends are at the same point has no direction and gives no force.
pub(in crate::engine) fn add<const ELASTIC: bool, const DAMPING: bool>(
    layout: &Layout,
    state: &State,
    forces: &mut NodeForces,
) {
    let springs = &layout.springs;
    for (index, body) in layout.bodies.iter().enumerate() {
        if !body.is_dynamic || state.blown_up[index] {
            continue;
        }
        // Slices of one length let the compiler drop the bounds checks.
        let range = body.springs.clone();
        let (a, b) = (&springs.a[range.clone()], &springs.b[range.clone()]);
        let (first, rest_length) = (range.start, &springs.rest_length[range]);
        let of_all = (springs.stiffness.of_all(), springs.damping.of_all());
        for spring in 0..a.len() {
            let (a, b) = (a[spring] as usize, b[spring] as usize);
            let d = state.position(b) - state.position(a);
            let v = state.velocity(b) - state.velocity(a);
            let (stiffness, damping) = match of_all {
                (Some(stiffness), Some(damping)) => (stiffness, damping),
                _ => (springs.stiffness[first + spring], springs.damping[first + spring]),
            };
            let found = on_first_end::<ELASTIC, DAMPING>(d, v, rest_length[spring], stiffness, damping);
            let Some(force) = found else { continue };
            forces.add(a, force);
            forces.add(b, -force);
        }
    }
}

/// What one spring does to its first end; its second end gets the opposite. `d` leads from the first to the second, `v` is how
/// `d` changes. None where the ends are at the same point.
#[inline(always)]
pub(in crate::engine) fn on_first_end<const ELASTIC: bool, const DAMPING: bool>(
    d: DVec2,
    v: DVec2,
    rest_length: f64,
    stiffness: f64,
    damping: f64,
) -> Option<DVec2> {
    let distance = (d.x * d.x + d.y * d.y).sqrt();
    if distance == 0.0 {
        return None;
    }
    // One division, and products: springs wait for little but the divider.
    let inverse = 1.0 / distance;
    let mut tension = 0.0;
    if DAMPING {
        tension += (v.x * d.x + v.y * d.y) * inverse * damping;
    }
    if ELASTIC {
        tension += (distance - rest_length) * stiffness;
    }
    let per_length = tension * inverse;
    Some(DVec2::new(per_length * d.x, per_length * d.y))
}
