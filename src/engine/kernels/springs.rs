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
        let (dx, dy) = zip(d[0], d[1]);
        let (vx, vy) = zip(v[0], v[1]);
        let per_length = if chunk.material == NONE {
            let all = [0, 1, 2].map(|index| column(simd, schedule, chunk, index));
            per_length(simd, [dx, dy], [vx, vy], all)
        } else {
            let material = &schedule.materials[chunk.material as usize];
            let rest_length = if chunk.numbers == NONE {
                f64x8::splat(simd, material.rest_length)
            } else {
                column(simd, schedule, chunk, 0)
            };
            let [stiffness, damping] = [material.stiffness, material.damping].map(|one| f64x8::splat(simd, one));
            per_length(simd, [dx, dy], [vx, vy], [rest_length, stiffness, damping])
        };
        let (first, second) = zip(per_length, per_length);
        let slot = 2 * chunk.slot as usize;
        // SAFETY: a schedule names slots that there are, see `Schedule`.
        unsafe {
            (first * d[0]).store_slice(eight_mut(slots, slot));
            (second * d[1]).store_slice(eight_mut(slots, slot + LANES));
        }
    }
}

/// Of each pair of numbers the first, and of each the second; pairs of both vectors in turns (`schedule::LANE_ORDER`). With what comes of
/// one vector twice, each number stands where its pair was. No number leaves its quarter: that is what all sets do quickest.
#[inline(always)]
fn zip<S: Simd>(one: f64x8<S>, other: f64x8<S>) -> (f64x8<S>, f64x8<S>) {
    let quarters = |all: f64x8<S>| -> [f64x2<S>; 4] {
        let (low, high) = all.split();
        let ((a, b), (c, d)) = (low.split(), high.split());
        [a, b, c, d]
    };
    let ([a, b, c, d], [e, f, g, h]) = (quarters(one), quarters(other));
    let lows = a.zip_low(e).combine(b.zip_low(f)).combine(c.zip_low(g).combine(d.zip_low(h)));
    let highs = a.zip_high(e).combine(b.zip_high(f)).combine(c.zip_high(g).combine(d.zip_high(h)));
    (lows, highs)
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
    let inverse = f64x8::splat(simd, 1.0) / distance;
    let drag = (vx * dx + vy * dy) * inverse * damping;
    let tension = drag + (distance - rest_length) * stiffness;
    // Ends at the same point: no direction, no force.
    let zero = f64x8::splat(simd, 0.0);
    distance.simd_eq(zero).select(zero, tension * inverse)
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

/// Rest lengths, stiffnesses or dampings, in the order of the lanes.
#[inline(always)]
fn column<S: Simd>(simd: S, schedule: &Schedule, chunk: &Chunk, index: usize) -> f64x8<S> {
    f64x8::from_slice(simd, &schedule.numbers[chunk.numbers as usize + LANES * index..][..LANES])
}
