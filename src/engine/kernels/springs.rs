//! Damped springs, eight at a time: `forces::springs::on_first_end` in lanes.
//!
//! Must never know: whose forces they are, what they sum up to.

use crate::engine::schedule::{Chunk, LANES, NONE, Schedule};
use fearless_simd::{f64x2, f64x4, f64x8, prelude::*};

/// The force of each spring on its first end, into its slot.
#[inline(always)]
pub(super) fn compute<S: Simd>(
    simd: S,
    schedule: &Schedule,
    chunks: &[Chunk],
    positions: &[f64],
    velocities: &[f64],
    slots: &mut [f64],
) {
    for chunk in chunks {
        let (d, v) = if chunk.b == NONE {
            let ends = &schedule.ends[LANES * chunk.a as usize..][..LANES];
            (gathered(simd, positions, ends), gathered(simd, velocities, ends))
        } else {
            (side_by_side(simd, positions, chunk), side_by_side(simd, velocities, chunk))
        };
        let (dx, dy) = d[0].deinterleave(d[1]);
        let (vx, vy) = v[0].deinterleave(v[1]);
        let squared = dx * dx + dy * dy;
        let distance = squared.sqrt();
        let (rest_length, stiffness, damping) = numbers(simd, schedule, chunk);
        let drag = (vx * dx + vy * dy) / distance * damping;
        let tension = drag + (distance - rest_length) * stiffness;
        // Ends at the same point: no direction, no force.
        let zero = f64x8::splat(simd, 0.0);
        let per_length = distance.simd_eq(zero).select(zero, tension / distance);
        let (first, second) = per_length.interleave(per_length);
        let slots = &mut slots[2 * chunk.slot as usize..][..2 * LANES];
        (first * d[0]).store_slice(&mut slots[..LANES]);
        (second * d[1]).store_slice(&mut slots[LANES..]);
    }
}

/// From first to second ends, x and y in turn; the springs lie side by side.
#[inline(always)]
fn side_by_side<S: Simd>(simd: S, of: &[f64], chunk: &Chunk) -> [f64x8<S>; 2] {
    let a = &of[2 * chunk.a as usize..][..2 * LANES];
    let b = &of[2 * chunk.b as usize..][..2 * LANES];
    let half =
        |from: usize| f64x8::from_slice(simd, &b[from..from + LANES]) - f64x8::from_slice(simd, &a[from..from + LANES]);
    [half(0), half(LANES)]
}

/// The same for springs that lie anywhere.
#[inline(always)]
fn gathered<S: Simd>(simd: S, of: &[f64], ends: &[[u32; 2]]) -> [f64x8<S>; 2] {
    let one = |spring: usize| -> f64x2<S> {
        let [a, b] = ends[spring];
        let at = |node: u32| f64x2::from_slice(simd, &of[2 * node as usize..][..2]);
        at(b) - at(a)
    };
    let two = |spring: usize| -> f64x4<S> { one(spring).combine(one(spring + 1)) };
    [two(0).combine(two(2)), two(4).combine(two(6))]
}

/// Rest lengths, stiffnesses, dampings.
#[inline(always)]
fn numbers<S: Simd>(simd: S, schedule: &Schedule, chunk: &Chunk) -> (f64x8<S>, f64x8<S>, f64x8<S>) {
    let column =
        |index: usize| f64x8::from_slice(simd, &schedule.numbers[chunk.numbers as usize + LANES * index..][..LANES]);
    if chunk.material == NONE {
        return (column(0), column(1), column(2));
    }
    let material = &schedule.materials[chunk.material as usize];
    let rest_length = if chunk.numbers == NONE { f64x8::splat(simd, material.rest_length) } else { column(0) };
    (rest_length, f64x8::splat(simd, material.stiffness), f64x8::splat(simd, material.damping))
}
