//! Stage "driven bodies": positions along a closed piecewise linear path, velocities from the displacement in the substep (002 §3).

use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::{Layout, State, World};
use crate::level::Path;
use glam::DVec2;

/// Returns the offset from the start at a level time. The path visits its points at equal intervals of one period and is closed.
pub(in crate::engine) fn offset(path: &Path, time: f64) -> DVec2 {
    let count = path.points.len();
    let turns = time / path.period;
    let along = (turns - turns.floor()) * count as f64;
    // Rounding may take the product up to `count` itself.
    let leg = (along as usize).min(count - 1);
    let (from, to) = (DVec2::from(path.points[leg]), DVec2::from(path.points[(leg + 1) % count]));
    from + (to - from) * (along - leg as f64)
}

/// Returns the level time at the start and at the end of the current substep.
pub(in crate::engine) fn times(layout: &Layout, state: &State) -> [f64; 2] {
    let time = layout.since.1;
    let done = layout.frames_since(state.frame) * u64::from(layout.settings.substeps) + u64::from(state.substep);
    [done, done + 1].map(|done| time + done as f64 * layout.substep_time)
}

/// Sets the positions of driven bodies at the end of the substep, and their velocities.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, state, .. } = world;
    let h = layout.substep_time;
    let times = times(layout, state);
    for index in layout.driven.iter().map(|&index| index as usize) {
        let body = &layout.bodies[index];
        let Some(path) = &body.path else { continue };
        if state.blown_up[index] {
            continue;
        }
        let (before, after) = (offset(path, times[0]), offset(path, times[1]));
        let velocity = (after - before) / h;
        for (node, &start) in body.nodes.clone().zip(&body.start) {
            state.set_position(node, start + after);
            state.set_velocity(node, velocity);
            if layout.is_verlet() {
                state.set_previous(node, start + before);
            }
        }
    }
    if !layout.driven.is_empty() {
        watch.see(PhaseKind::Driven, Touched::AllNodes, layout, state);
    }
}

impl Layout {
    /// Returns the offset of a path from its start at a level time.
    pub fn path_offset(path: &Path, time: f64) -> DVec2 {
        offset(path, time)
    }
}
