//! The total force of each node: its weight, then its springs and its gas in file order.
//!
//! Must never know: what the forces are of, motion.

use super::lists::{eight, two};
use crate::engine::schedule::{FOUR, Row, Schedule};
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
/// Where there are not; no row is shorter.
const NARROW: usize = FOUR;

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
        while done < count {
            // The last ones overlap those before: what is summed up twice is the same.
            done = done.min(count - NARROW);
            let sum = narrow(simd, weights, node + done, terms, done, slots);
            sum.store_slice(&mut forces[2 * (node + done)..][..2 * NARROW]);
            done += NARROW;
        }
    }
}

/// Sums up the fours.
#[inline(always)]
pub(super) fn sum_fours<S: Simd>(
    simd: S,
    schedule: &Schedule,
    fours: Range<usize>,
    weights: Weights<'_>,
    slots: &[f64],
    forces: &mut [f64],
) {
    let mut begin = fours.start.checked_sub(1).map_or(0, |before| schedule.fours[before].terms as usize);
    for four in &schedule.fours[fours] {
        let terms = &schedule.four_terms[begin..four.terms as usize];
        begin = four.terms as usize;
        let [a, b, c, d] = four.nodes.map(|node| node as usize);
        let gravity = f64x4::block_splat(f64x2::simd_from(simd, weights.gravity));
        let zero = f64x4::splat(simd, 0.0);
        let (mut low, mut high) =
            (zero + gravity * masses(simd, weights, a, b), zero + gravity * masses(simd, weights, c, d));
        for term in terms {
            let [a, b, c, d] = *term;
            let mut of_low = at(simd, slots, a).combine(at(simd, slots, b));
            let mut of_high = at(simd, slots, c).combine(at(simd, slots, d));
            if four.subtracts {
                of_low *= sign(simd, a).combine(sign(simd, b));
                of_high *= sign(simd, c).combine(sign(simd, d));
            }
            low += of_low;
            high += of_high;
        }
        let ((of_a, of_b), (of_c, of_d)) = (low.split(), high.split());
        of_a.store_slice(&mut forces[2 * a..][..2]);
        of_b.store_slice(&mut forces[2 * b..][..2]);
        of_c.store_slice(&mut forces[2 * c..][..2]);
        of_d.store_slice(&mut forces[2 * d..][..2]);
    }
}

#[inline(always)]
fn masses<S: Simd>(simd: S, weights: Weights<'_>, first: usize, second: usize) -> f64x4<S> {
    f64x2::splat(simd, weights.mass[first]).combine(f64x2::splat(simd, weights.mass[second]))
}

/// The force of a term.
#[inline(always)]
fn at<S: Simd>(simd: S, slots: &[f64], term: u32) -> f64x2<S> {
    // SAFETY: a schedule names slots that there are, see `Schedule`.
    unsafe { two(simd, slots, (term & !1) as usize) }
}

#[inline(always)]
fn sign<S: Simd>(simd: S, term: u32) -> f64x2<S> {
    f64x2::splat(simd, SIGNS[term as usize & 1])
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
        let from = 2 * ((term >> 1) as usize + shift);
        let sign = f64x8::splat(simd, SIGNS[term as usize & 1]);
        // SAFETY: a schedule names slots that there are, see `Schedule`.
        unsafe {
            sums[0] += eight(simd, slots, from) * sign;
            sums[1] += eight(simd, slots, from + WIDE) * sign;
        }
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
