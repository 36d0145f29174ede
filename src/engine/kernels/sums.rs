//! The total force of each node: its weight, then its springs and its gas in file order.
//!
//! Must never know: what the forces are of, motion.

use crate::engine::schedule::{Row, Schedule};
use fearless_simd::{f64x2, f64x4, f64x8, prelude::*};
use std::ops::Range;

/// What weighs.
#[derive(Clone, Copy)]
pub(super) struct Weights<'a> {
    pub mass: &'a [f64],
    pub gravity: [f64; 2],
}

/// Nodes at a time, where there are so many side by side.
const WIDE: usize = 8;
/// Where there are not.
const NARROW: usize = 4;

/// 1 for what is added, -1 for what is subtracted: the product is exact, and no branch is guessed wrong.
const SIGNS: [f64; 2] = [1.0, -1.0];

/// Sums up the rows.
#[inline(always)]
pub(super) fn sum<S: Simd>(
    simd: S,
    schedule: &Schedule,
    rows: Range<usize>,
    weights: Weights<'_>,
    slots: &[f64],
    forces: &mut [f64],
) {
    let mut begin = rows.start.checked_sub(1).map_or(0, |before| schedule.rows[before].terms as usize);
    for row in &schedule.rows[rows] {
        let terms = &schedule.terms[begin..row.terms as usize];
        begin = row.terms as usize;
        let Row { node, count, .. } = *row;
        let (node, count) = (node as usize, count as usize);
        let mut done = 0;
        while done + WIDE <= count {
            let halves = wide(simd, weights, node + done, terms, done, slots);
            let forces = &mut forces[2 * (node + done)..][..2 * WIDE];
            halves[0].store_slice(&mut forces[..WIDE]);
            halves[1].store_slice(&mut forces[WIDE..]);
            done += WIDE;
        }
        while done < count && count >= NARROW {
            // The last ones overlap those before: what is summed up twice is the same.
            done = done.min(count - NARROW);
            let sum = narrow(simd, weights, node + done, terms, done, slots);
            sum.store_slice(&mut forces[2 * (node + done)..][..2 * NARROW]);
            done += NARROW;
        }
        while done < count {
            let sum = single(simd, weights, node + done, terms, done, slots);
            sum.store_slice(&mut forces[2 * (node + done)..][..2]);
            done += 1;
        }
    }
}

#[inline(always)]
fn wide<S: Simd>(
    simd: S,
    weights: Weights<'_>,
    node: usize,
    terms: &[u32],
    shift: usize,
    slots: &[f64],
) -> [f64x8<S>; 2] {
    let mass = f64x8::from_slice(simd, &weights.mass[node..][..WIDE]);
    let gravity = f64x8::block_splat(f64x2::simd_from(simd, weights.gravity));
    let (low, high) = mass.interleave(mass);
    let zero = f64x8::splat(simd, 0.0);
    let mut sums = [zero + gravity * low, zero + gravity * high];
    for &term in terms {
        let force = &slots[2 * ((term >> 1) as usize + shift)..][..2 * WIDE];
        let sign = f64x8::splat(simd, SIGNS[term as usize & 1]);
        sums[0] += f64x8::from_slice(simd, &force[..WIDE]) * sign;
        sums[1] += f64x8::from_slice(simd, &force[WIDE..]) * sign;
    }
    sums
}

#[inline(always)]
fn narrow<S: Simd>(simd: S, weights: Weights<'_>, node: usize, terms: &[u32], shift: usize, slots: &[f64]) -> f64x8<S> {
    let mass = f64x4::from_slice(simd, &weights.mass[node..][..NARROW]);
    let gravity = f64x8::block_splat(f64x2::simd_from(simd, weights.gravity));
    let (low, high) = mass.interleave(mass);
    let mut sum = f64x8::splat(simd, 0.0) + gravity * low.combine(high);
    for &term in terms {
        let force = &slots[2 * ((term >> 1) as usize + shift)..][..2 * NARROW];
        sum += f64x8::from_slice(simd, force) * f64x8::splat(simd, SIGNS[term as usize & 1]);
    }
    sum
}

#[inline(always)]
fn single<S: Simd>(simd: S, weights: Weights<'_>, node: usize, terms: &[u32], shift: usize, slots: &[f64]) -> f64x2<S> {
    let gravity = f64x2::simd_from(simd, weights.gravity);
    let mut sum = f64x2::splat(simd, 0.0) + gravity * f64x2::splat(simd, weights.mass[node]);
    for &term in terms {
        let force = &slots[2 * ((term >> 1) as usize + shift)..][..2];
        sum += f64x2::from_slice(simd, force) * f64x2::splat(simd, SIGNS[term as usize & 1]);
    }
    sum
}
