//! The three schemes of `integrators/`, in lanes.
//!
//! Must never know: where the forces came from.

use super::{Motion, Nodes};
use crate::level::Integrator;
use fearless_simd::{f64x2, f64x4, f64x8, prelude::*};
use std::ops::Range;

/// Nodes at a time.
const NODES: usize = 4;

/// What 0 times each new position sums up to: 0, or NaN once one was not finite.
#[inline(always)]
pub(super) fn no_poison<S: Simd>(simd: S) -> f64x8<S> {
    f64x8::splat(simd, 0.0)
}

/// Whether no position was anything but finite.
#[inline(always)]
pub(super) fn is_clean<S: Simd>(simd: S, poison: f64x8<S>) -> bool {
    poison.simd_eq(f64x8::splat(simd, 0.0)).all_true()
}

/// Moves the free nodes of the range.
#[inline(always)]
pub(super) fn advance<S: Simd>(
    simd: S,
    motion: &Motion,
    nodes: &mut Nodes<'_>,
    range: Range<usize>,
    poison: &mut f64x8<S>,
) {
    let mut node = range.start;
    while node + NODES <= range.end {
        let weights = f64x4::from_slice(simd, &nodes.inverse_mass[node..][..NODES]);
        let (low, high) = weights.interleave(weights);
        *poison += some::<S, f64x8<S>>(simd, motion, nodes, node, low.combine(high));
        node += NODES;
    }
    let mut last = f64x2::splat(simd, 0.0);
    while node < range.end {
        last += some::<S, f64x2<S>>(simd, motion, nodes, node, f64x2::splat(simd, nodes.inverse_mass[node]));
        node += 1;
    }
    *poison += f64x8::block_splat(last);
}

/// Moves as many nodes as fit into a vector; gives 0 times their positions.
#[inline(always)]
fn some<S: Simd, V>(simd: S, motion: &Motion, nodes: &mut Nodes<'_>, node: usize, inverse_mass: V) -> V
where
    V: SimdFloat<S, Element = f64>,
    V::Mask: Select<V>,
{
    let range = 2 * node..2 * node + V::LEN;
    let force = V::from_slice(simd, &nodes.forces[range.clone()]);
    let position = V::from_slice(simd, &nodes.positions[range.clone()]);
    let carried = if motion.integrator == Integrator::Verlet { &mut *nodes.previous } else { &mut *nodes.velocities };
    let before = V::from_slice(simd, &carried[range.clone()]);
    let (position, after) = moved(simd, motion, position, before, force, inverse_mass);
    after.store_slice(&mut carried[range.clone()]);
    position.store_slice(&mut nodes.positions[range]);
    position * V::splat(simd, 0.0)
}

/// Coordinates one substep later; and velocities, or with Verlet previous positions, which it also wants as `before`. What has no
/// inverse mass keeps both.
#[inline(always)]
pub(super) fn moved<S: Simd, V>(simd: S, motion: &Motion, position: V, before: V, force: V, inverse_mass: V) -> (V, V)
where
    V: SimdFloat<S, Element = f64>,
    V::Mask: Select<V>,
{
    let (h, retention) = (V::splat(simd, motion.substep_time), V::splat(simd, motion.retention));
    let stays = inverse_mass.simd_eq(V::splat(simd, 0.0));
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
    (stays.select(position, moved), stays.select(before, after))
}
