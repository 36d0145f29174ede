//! Damped springs, eight at a time: `forces::springs::on_first_end` in lanes.
//!
//! Must never know: whose forces they are, what they sum up to.

use super::lists::{eight, eight_mut, two};
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
            let ends = &schedule.ends[chunk.a as usize];
            (gathered(simd, positions, ends), gathered(simd, velocities, ends))
        } else {
            (side_by_side(simd, positions, chunk), side_by_side(simd, velocities, chunk))
        };
        let (dx, dy) = d[0].deinterleave(d[1]);
        let (vx, vy) = v[0].deinterleave(v[1]);
        let per_length = per_length(simd, [dx, dy], [vx, vy], numbers(simd, schedule, chunk));
        let (first, second) = per_length.interleave(per_length);
        let slot = 2 * chunk.slot as usize;
        // SAFETY: as above.
        unsafe {
            let (low, high) = (first * d[0], second * d[1]);
            low.store_slice(eight_mut(slots, slot));
            high.store_slice(eight_mut(slots, slot + LANES));
            if chunk.b == NONE {
                (-low).store_slice(eight_mut(slots, slot + 2 * LANES));
                (-high).store_slice(eight_mut(slots, slot + 3 * LANES));
            }
        }
    }
}

/// What to multiply `d` with, to have the force on the first end.
#[inline(always)]
pub(super) fn per_length<S: Simd>(
    simd: S,
    [dx, dy]: [f64x8<S>; 2],
    [vx, vy]: [f64x8<S>; 2],
    [rest_length, stiffness, damping]: [f64x8<S>; 3],
) -> f64x8<S> {
    let squared = dx * dx + dy * dy;
    let distance = squared.sqrt();
    let drag = (vx * dx + vy * dy) / distance * damping;
    let tension = drag + (distance - rest_length) * stiffness;
    // Ends at the same point: no direction, no force.
    let zero = f64x8::splat(simd, 0.0);
    distance.simd_eq(zero).select(zero, tension / distance)
}

/// From first to second ends, x and y in turn; the springs lie side by side.
#[inline(always)]
fn side_by_side<S: Simd>(simd: S, of: &[f64], chunk: &Chunk) -> [f64x8<S>; 2] {
    let (a, b) = (2 * chunk.a as usize, 2 * chunk.b as usize);
    // SAFETY: a schedule names nodes that there are, see `Schedule`.
    unsafe {
        let low = eight(simd, of, b) - eight(simd, of, a);
        [low, eight(simd, of, b + LANES) - eight(simd, of, a + LANES)]
    }
}

/// The same for springs that lie anywhere.
#[inline(always)]
fn gathered<S: Simd>(simd: S, of: &[f64], ends: &[[u32; 2]; LANES]) -> [f64x8<S>; 2] {
    let [a, b, c, d, e, f, g, h] = *ends;
    let first = pair(simd, of, a, b).combine(pair(simd, of, c, d));
    let second = pair(simd, of, e, f).combine(pair(simd, of, g, h));
    [first, second]
}

#[inline(always)]
fn pair<S: Simd>(simd: S, of: &[f64], first: [u32; 2], second: [u32; 2]) -> f64x4<S> {
    one(simd, of, first).combine(one(simd, of, second))
}

#[inline(always)]
fn one<S: Simd>(simd: S, of: &[f64], [a, b]: [u32; 2]) -> f64x2<S> {
    // SAFETY: a schedule names nodes that there are, see `Schedule`.
    unsafe { two(simd, of, 2 * b as usize) - two(simd, of, 2 * a as usize) }
}

/// Rest lengths, stiffnesses, dampings.
#[inline(always)]
fn numbers<S: Simd>(simd: S, schedule: &Schedule, chunk: &Chunk) -> [f64x8<S>; 3] {
    if chunk.material == NONE {
        return [column(simd, schedule, chunk, 0), column(simd, schedule, chunk, 1), column(simd, schedule, chunk, 2)];
    }
    let material = &schedule.materials[chunk.material as usize];
    let rest_length =
        if chunk.numbers == NONE { f64x8::splat(simd, material.rest_length) } else { column(simd, schedule, chunk, 0) };
    [rest_length, f64x8::splat(simd, material.stiffness), f64x8::splat(simd, material.damping)]
}

#[inline(always)]
fn column<S: Simd>(simd: S, schedule: &Schedule, chunk: &Chunk, index: usize) -> f64x8<S> {
    f64x8::from_slice(simd, &schedule.numbers[chunk.numbers as usize + LANES * index..][..LANES])
}
