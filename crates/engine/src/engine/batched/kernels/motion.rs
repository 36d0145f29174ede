//! The three integrators of `reference/integrators/` with SIMD.

#![allow(unsafe_code)]

use super::memory::{load_each_twice, load_four, load_two_of_eight, select_nodes, store_four, store_two_of_eight};
use super::{IntegrationStep, SweptNodes, sums};
use crate::engine::batched::schedule::GatherBatch;
use crate::level::Integrator;
use fearless_simd::{f64x4, f64x8, prelude::*};

/// Initial value of the sum of 0 times each new position: the sum is 0, or NaN if any position is not finite.
#[inline(always)]
pub(in crate::engine) fn zero_nan_accumulator<S: Simd>(simd: S) -> f64x8<S> {
    f64x8::splat(simd, 0.0)
}

/// True if all positions so far are finite.
#[inline(always)]
pub(in crate::engine) fn is_all_finite<S: Simd>(simd: S, nan_accumulator: f64x8<S>) -> bool {
    nan_accumulator.simd_eq(f64x8::splat(simd, 0.0)).all_true()
}

/// Moves eight consecutive nodes by the given forces and stores their old positions in `old` unless it is empty. Returns 0 times the new
/// positions.
///
/// # Safety
/// All lists contain the eight nodes; `old` may be empty.
#[inline(always)]
pub(in crate::engine) unsafe fn settle<S: Simd, const EVEN: bool, const PART: bool>(
    simd: S,
    motion: &IntegrationStep,
    nodes: &mut SweptNodes<'_>,
    old: &mut [f64],
    gather: &GatherBatch,
    forces: [f64x8<S>; 2],
) -> f64x8<S> {
    let first = 2 * gather.node as usize;
    let carried = if motion.integrator == Integrator::Verlet { &mut *nodes.previous } else { &mut *nodes.velocities };
    let only = |new, before| if PART { select_nodes(simd, gather.nodes, new, before) } else { new };
    // SAFETY: by the contract of this function.
    unsafe {
        let [low, high] = load_each_twice::<S, EVEN>(simd, nodes.inverse_mass, gather.node as usize);
        let (position, before) =
            (load_two_of_eight(simd, nodes.positions, first), load_two_of_eight(simd, carried, first));
        let (low, after_low) = moved::<S, f64x8<S>, PART>(simd, motion, position[0], before[0], forces[0], low);
        let (high, after_high) = moved::<S, f64x8<S>, PART>(simd, motion, position[1], before[1], forces[1], high);
        if !old.is_empty() && PART {
            let older = load_two_of_eight(simd, old, first);
            store_two_of_eight(only(position, older), old, first);
        } else if !old.is_empty() {
            store_two_of_eight(position, old, first);
        }
        store_two_of_eight(only([after_low, after_high], before), carried, first);
        let moved = only([low, high], position);
        store_two_of_eight(moved, nodes.positions, first);
        (moved[0] + moved[1]) * f64x8::splat(simd, 0.0)
    }
}

/// As [`settle`] for four nodes at any indices.
///
/// # Safety
/// All lists contain the four nodes; `old` may be empty.
#[inline(always)]
pub(in crate::engine) unsafe fn settle_scattered<S: Simd>(
    simd: S,
    motion: &IntegrationStep,
    nodes: &mut SweptNodes<'_>,
    old: &mut [f64],
    four: [usize; 4],
    forces: [f64x4<S>; 2],
) -> f64x8<S> {
    let carried = if motion.integrator == Integrator::Verlet { &mut *nodes.previous } else { &mut *nodes.velocities };
    // SAFETY: by the contract of this function.
    unsafe {
        let (position, before) = (load_four(simd, nodes.positions, four), load_four(simd, carried, four));
        let [a, b, c, d] = four;
        let low = sums::each(simd, nodes.inverse_mass, a, b);
        let high = sums::each(simd, nodes.inverse_mass, c, d);
        let (moved_low, after_low) = moved::<S, f64x4<S>, true>(simd, motion, position[0], before[0], forces[0], low);
        let (moved_high, after_high) =
            moved::<S, f64x4<S>, true>(simd, motion, position[1], before[1], forces[1], high);
        if !old.is_empty() {
            store_four(position, old, four);
        }
        store_four([after_low, after_high], carried, four);
        store_four([moved_low, moved_high], nodes.positions, four);
        moved_low.combine(moved_high) * f64x8::splat(simd, 0.0)
    }
}

/// Integrates one coordinate. `before` and the second result are velocities, with Verlet previous positions. `PINNED`: nodes with zero
/// inverse mass may occur; they keep both values.
#[inline(always)]
pub(in crate::engine) fn moved<S: Simd, V, const PINNED: bool>(
    simd: S,
    motion: &IntegrationStep,
    position: V,
    before: V,
    force: V,
    inverse_mass: V,
) -> (V, V)
where
    V: SimdFloat<S, Element = f64>,
    V::Mask: Select<V>,
{
    let (h, retention) = (V::splat(simd, motion.substep_time), V::splat(simd, motion.retention));
    let acceleration = force * inverse_mass;
    let (moved, after);
    if motion.integrator == Integrator::Verlet {
        moved = position + (position - before) * retention + acceleration * (h * h);
        after = position;
    } else {
        let faster = before + acceleration * h;
        moved = position + if motion.integrator == Integrator::ExplicitEuler { before } else { faster } * h;
        after = faster * retention;
    }
    if !PINNED {
        return (moved, after);
    }
    let stays = inverse_mass.simd_eq(V::splat(simd, 0.0));
    (stays.select(position, moved), stays.select(before, after))
}
