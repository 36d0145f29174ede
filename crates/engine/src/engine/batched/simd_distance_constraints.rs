//! Stage "sticks": distance constraints with SIMD in the order of `constraint_batches`, with the operations of `reference/sticks.rs`.
//!
//! Groups with a stick of current length zero, and sticks that fill no group, are solved one by one. Links follow the sticks of the
//! bodies that they join in each pass; all other bodies are solved in schedules of several passes.

#![allow(unsafe_code)]

use super::constraint_batches::{
    ConstraintBatches, ConstraintGroup, ConstraintNumbers, DistanceConstraint, LANES, PassGroup,
};
use super::kernels::{load, store};
use crate::engine::data::instruction_set::Kernel;
use crate::engine::data::{InstructionSet, Layout, State, World};
use crate::engine::reference::links;
use crate::geometry::flat;
use fearless_simd::{f64x2, f64x4, prelude::*};

/// Lanes per vector: the divider is no wider, and two halves overlap.
const HALF: usize = LANES / 2;

/// Solves all sticks and links in all passes.
pub(in crate::engine) fn stage(world: &mut World) {
    let World { layout, state, scratch, instructions, .. } = world;
    if !(layout.sticks.length.is_empty() && layout.links.constraints.is_empty()) {
        run(scratch.workspaces.get(), layout, state, *instructions);
    }
}

fn run(order: &mut ConstraintBatches, layout: &Layout, state: &mut State, set: InstructionSet) {
    order.prepare(layout, &state.blown_up);
    if layout.is_verlet() {
        run_passes::<false>(order, layout, state, set);
    } else {
        run_passes::<true>(order, layout, state, set);
    }
}

fn run_passes<const EULER: bool>(order: &ConstraintBatches, layout: &Layout, state: &mut State, set: InstructionSet) {
    let State { positions, velocities, .. } = &mut *state;
    let (positions, velocities) = (flat::numbers_mut(positions), flat::numbers_mut(velocities));
    // The unchecked loads below rely on these lengths.
    assert!(positions.len() == 2 * order.nodes && velocities.len() == 2 * order.nodes);
    let per_time = 1.0 / layout.substep_time;
    for (pass_group, times) in &order.pass_groups {
        for _ in 0..*times {
            let nodes = ConstraintNodes { positions, velocities, per_time };
            let passes = Passes::<EULER> { pass_group, nodes };
            set.run(passes).expect("an instruction set of this machine");
        }
    }
    if layout.links.constraints.is_empty() {
        return;
    }
    for _ in 0..layout.settings.stick_iterations {
        if let Some(pass_group) = &order.linked_pass {
            let State { positions, velocities, .. } = &mut *state;
            let (positions, velocities) = (flat::numbers_mut(positions), flat::numbers_mut(velocities));
            let nodes = ConstraintNodes { positions, velocities, per_time };
            let pass = Passes::<EULER> { pass_group, nodes };
            set.run(pass).expect("an instruction set of this machine");
        }
        links::pass(layout, state);
    }
}

/// Kernel: one group of passes over all sticks.
struct Passes<'a, const EULER: bool> {
    pass_group: &'a PassGroup,
    nodes: ConstraintNodes<'a, EULER>,
}

/// Nodes that the constraints move. With Verlet (not `EULER`) positions determine the velocities.
struct ConstraintNodes<'a, const EULER: bool> {
    /// Two numbers per node.
    positions: &'a mut [f64],
    velocities: &'a mut [f64],
    per_time: f64,
}

impl<const EULER: bool> Kernel for Passes<'_, EULER> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        for (groups, alone) in self.pass_group.runs() {
            for group in groups {
                self.nodes.eight(simd, group, &self.pass_group.numbers);
            }
            for constraint in alone {
                self.nodes.one(constraint);
            }
        }
    }
}

impl<const EULER: bool> ConstraintNodes<'_, EULER> {
    #[inline(always)]
    fn one(&mut self, constraint: &DistanceConstraint) {
        let [a, b] = constraint.ends.map(|end| end as usize);
        let d = [self.positions[b] - self.positions[a], self.positions[b + 1] - self.positions[a + 1]];
        let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
        if length == 0.0 {
            return;
        }
        let part = (length - constraint.length) / length;
        let excess = [d[0] * part, d[1] * part];
        for (node, share) in [(a, constraint.shares[0]), (b, constraint.shares[1])] {
            for (axis, excess) in excess.into_iter().enumerate() {
                let by = excess * share;
                self.positions[node + axis] += by;
                if EULER {
                    self.velocities[node + axis] += by * self.per_time;
                }
            }
        }
    }

    /// Solves the sticks of a group one by one.
    fn each(&mut self, group: &ConstraintGroup, numbers: &ConstraintNumbers) {
        (0..LANES).for_each(|lane| self.one(&numbers.constraint(group, lane)));
    }

    #[inline(always)]
    fn eight<S: Simd>(&mut self, simd: S, group: &ConstraintGroup, numbers: &ConstraintNumbers) {
        let (lengths, shares) = (&numbers.lengths[group.lengths as usize], &numbers.shares[group.shares as usize]);
        let (ends, _) = group.ends.as_chunks::<HALF>();
        let (lengths, _) = lengths.as_chunks::<HALF>();
        let [(first, _), (second, _)] = [0, 1].map(|end| shares[end].as_chunks::<HALF>());
        let (low, is_low_fit) = self.moves(simd, &ends[0], &lengths[0], [&first[0], &second[0]]);
        let (high, is_high_fit) = self.moves(simd, &ends[1], &lengths[1], [&first[1], &second[1]]);
        if !(is_low_fit & is_high_fit) {
            self.each(group, numbers);
            return;
        }
        self.apply(simd, &ends[0], low);
        self.apply(simd, &ends[1], high);
    }

    /// Moves of the first ends (in pairs) and of the second ends; and whether all sticks have a direction.
    #[inline(always)]
    fn moves<S: Simd>(
        &self,
        simd: S,
        ends: &[[u32; 2]; HALF],
        lengths: &[f64; HALF],
        shares: [&[f64; HALF]; 2],
    ) -> ([[f64x4<S>; 2]; 2], bool) {
        // SAFETY: ends are nodes of the layout, and `run_passes` has checked that the list has two numbers for each.
        let (dx, dy) = unsafe {
            let low = across(simd, self.positions, ends[0]).combine(across(simd, self.positions, ends[1]));
            let high = across(simd, self.positions, ends[2]).combine(across(simd, self.positions, ends[3]));
            low.deinterleave(high)
        };
        let length = (dx * dx + dy * dy).sqrt();
        let part = (length - f64x4::from_slice(simd, lengths)) / length;
        let excess = [dx * part, dy * part];
        let moves = shares.map(
            #[inline(always)]
            |shares| {
                let shares = f64x4::from_slice(simd, shares);
                let (low, high) = (excess[0] * shares).interleave(excess[1] * shares);
                [low, high]
            },
        );
        (moves, !length.simd_eq(f64x4::splat(simd, 0.0)).any_true())
    }

    #[inline(always)]
    fn apply<S: Simd>(&mut self, simd: S, ends: &[[u32; 2]; HALF], moves: [[f64x4<S>; 2]; 2]) {
        let per_time = f64x4::splat(simd, self.per_time);
        for end in 0..2 {
            for pair in 0..2 {
                let at = [ends[2 * pair][end], ends[2 * pair + 1][end]];
                let by = moves[end][pair];
                // SAFETY: as in `moves`.
                unsafe {
                    add(simd, self.positions, at, by);
                    if EULER {
                        add(simd, self.velocities, at, by * per_time);
                    }
                }
            }
        }
    }
}

/// Vector from the first end to the second.
///
/// # Safety
/// As [`load`], for both ends.
#[inline(always)]
unsafe fn across<S: Simd>(simd: S, of: &[f64], [a, b]: [u32; 2]) -> f64x2<S> {
    // SAFETY: by the contract of this function.
    unsafe { load::<S, f64x2<S>>(simd, of, b as usize) - load::<S, f64x2<S>>(simd, of, a as usize) }
}

/// Adds the halves of a vector to two nodes.
///
/// # Safety
/// As [`load`].
#[inline(always)]
unsafe fn add<S: Simd>(simd: S, to: &mut [f64], at: [u32; 2], by: f64x4<S>) {
    let (first, second) = by.split();
    for (from, by) in [(at[0], first), (at[1], second)] {
        // SAFETY: by the contract of this function.
        unsafe {
            let sum: f64x2<S> = load(simd, to, from as usize);
            store(sum + by, to, from as usize);
        }
    }
}
