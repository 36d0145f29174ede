//! Stage "sticks": distance constraints (004, with its sign and divisor corrected; see `docs/simulation.md`).
//!
//! Algorithm: Gauss–Seidel relaxation by projection, as in Jakobsen, *Advanced Character Physics* (GDC 2001). Each pass visits the
//! sticks in file order. In the Euler schemes the move divided by h is added to the velocity. In Verlet the positions imply it.

use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::trace::{StickPass, StickTrace};
use crate::engine::data::{Layout, State, World};
use crate::engine::reference::links;
use glam::DVec2;

/// Runs `stick_iterations` passes over all sticks.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, state, .. } = world;
    let passes = layout.settings.stick_iterations;
    if layout.sticks.length.is_empty() && layout.links.constraints.is_empty() {
        return;
    }
    if watch.trace.is_some() {
        traced(layout, state, passes, watch);
        return;
    }
    for _ in 0..passes {
        pass(layout, state, |_, _, _| ());
        links::pass(layout, state);
        report_pass(layout, state, watch);
    }
}

/// Reports a pass to the observer.
fn report_pass(layout: &Layout, state: &State, watch: &mut Watch) {
    watch.next_row(PhaseKind::Sticks);
    let touched = if layout.links.touch_discs() { Touched::All } else { Touched::AllNodes };
    watch.see(PhaseKind::Sticks, touched, layout, state);
}

/// One pass in file order; calls `report` with each stick and the moves of its nodes. The batched form must match it.
fn pass(layout: &Layout, state: &mut State, mut report: impl FnMut(usize, DVec2, DVec2)) {
    let per_time = 1.0 / layout.substep_time;
    let sticks = &layout.sticks;
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
            // Without a direction, or with two immovable ends, the projection is undefined.
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
            report(stick, moves[0].1, moves[1].1);
        }
    }
}

/// Runs all passes and records a trace row per stick and per pass.
fn traced(layout: &Layout, state: &mut State, passes: u32, watch: &mut Watch) {
    let mut left = Vec::new();
    let mut link_rows = links::rows(layout, state);
    let mut rows = Vec::with_capacity(layout.sticks.length.len());
    for (index, body) in layout.bodies.iter().enumerate() {
        rows.extend(body.sticks.clone().map(|stick| StickTrace {
            body: index,
            stick: stick - body.sticks.start,
            length: layout.sticks.length[stick],
            excess_before: excess(layout, state, stick),
            excess_after: 0.0,
            move_a: DVec2::ZERO,
            move_b: DVec2::ZERO,
        }));
    }
    let is_solved = |state: &State, body: usize| layout.bodies[body].is_dynamic && !state.blown_up[body];
    for _ in 0..passes {
        pass(layout, state, |stick, by_a, by_b| {
            rows[stick].move_a += by_a;
            rows[stick].move_b += by_b;
        });
        links::metered_pass(layout, state, |projection| {
            let row = &mut link_rows[projection.constraint];
            row.move_a += projection.moves[0];
            row.move_b += projection.moves[1];
            row.energy += projection.energy;
        });
        let mut worst: Option<StickPass> = None;
        for (stick, row) in rows.iter().enumerate().filter(|(_, row)| is_solved(state, row.body)) {
            let excess = excess(layout, state, stick);
            if worst.is_none_or(|worst| excess.abs() > worst.excess.abs()) {
                worst = Some(StickPass { body: row.body, stick: row.stick, excess });
            }
        }
        left.extend(worst);
        report_pass(layout, state, watch);
    }
    for (stick, row) in rows.iter_mut().enumerate() {
        row.excess_after = excess(layout, state, stick);
    }
    rows.retain(|row| is_solved(state, row.body));
    for (row, constraint) in link_rows.iter_mut().zip(&layout.links.constraints) {
        row.excess_after = links::projected_excess(layout, state, constraint);
    }
    if let Some(trace) = watch.trace.as_deref_mut() {
        (trace.sticks, trace.links, trace.stick_passes) = (rows, link_rows, left);
    }
}

/// Length of a stick minus its nominal length.
pub(in crate::engine) fn excess(layout: &Layout, state: &State, stick: usize) -> f64 {
    let sticks = &layout.sticks;
    let (a, b) = (sticks.a[stick] as usize, sticks.b[stick] as usize);
    (state.position(b) - state.position(a)).length() - sticks.length[stick]
}

/// Greatest relative length error of the solved sticks, dimensionless.
pub(in crate::engine) fn greatest_error(layout: &Layout, state: &State) -> f64 {
    let mut greatest: f64 = 0.0;
    for (index, body) in layout.bodies.iter().enumerate() {
        if body.is_dynamic && !state.blown_up[index] {
            let errors =
                body.sticks.clone().map(|stick| excess(layout, state, stick).abs() / layout.sticks.length[stick]);
            greatest = errors.fold(greatest, f64::max);
        }
    }
    for constraint in &layout.links.constraints {
        if let Some(length) = constraint.length.filter(|_| links::acts(layout, state, constraint)) {
            greatest = greatest.max(links::excess(state, constraint).abs() / length);
        }
    }
    greatest
}

impl World {
    /// Greatest relative length error of the sticks of dynamic bodies and of links, dimensionless; 0 without sticks.
    pub fn stick_error(&self) -> f64 {
        greatest_error(&self.layout, &self.state)
    }
}
