//! Stage 4: sticks keep their length by projection (004, with the sign and the divisor mended: see SIMULATION.md).
//!
//! Must never know: forces, contacts.

use super::{Trace, World};

/// The stage: `stick_iterations` passes over all sticks in file order. In the Euler schemes the move divided by h
/// is added to the velocity; with Verlet the positions carry it.
pub(super) fn stage(world: &mut World, _: Option<&mut Trace>) {
    let World { layout, state, .. } = world;
    let per_time = 1.0 / layout.substep_time;
    let sticks = &layout.sticks;
    for _ in 0..layout.settings.stick_iterations {
        for (index, body) in layout.bodies.iter().enumerate() {
            if !body.is_dynamic || state.blown_up[index] {
                continue;
            }
            for stick in body.sticks.clone() {
                let (a, b) = (sticks.a[stick] as usize, sticks.b[stick] as usize);
                let (weight_a, weight_b) = (layout.inverse_mass[a], layout.inverse_mass[b]);
                let d = state.position(b) - state.position(a);
                let length = d.length();
                let weight = weight_a + weight_b;
                // Without a direction, or with both ends held, there is nothing to project.
                if length == 0.0 || weight == 0.0 {
                    continue;
                }
                let excess = d * ((length - sticks.length[stick]) / length);
                let moves = [(a, excess * (weight_a / weight)), (b, excess * (-weight_b / weight))];
                for (node, by) in moves {
                    state.move_by(node, by);
                    if !layout.is_verlet() {
                        state.add_velocity(layout, node, by * per_time);
                    }
                }
            }
        }
    }
}
