//! Total force per node: weight, then springs and gas in file order, gathered from slots.

#![allow(unsafe_code)]

use super::memory::{load, load_each_twice, load_two_of_eight};
use crate::engine::batched::schedule::{FOUR, GatherBatch, Schedule, of_run};
use fearless_simd::{f64x2, f64x4, f64x8, prelude::*};

/// Inputs of the sums.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Addends<'a> {
    pub schedule: &'a Schedule,
    pub mass: &'a [f64],
    pub gravity: [f64; 2],
    pub slots: &'a [f64],
}

/// Sign of the terms of two nodes: the product is exact and avoids a mispredicted branch.
const SIGNS: [[f64; 4]; 4] =
    [[1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, 1.0, 1.0], [1.0, 1.0, -1.0, -1.0], [-1.0, -1.0, -1.0, -1.0]];

/// Forces of eight consecutive nodes. `EVEN`: all have one mass.
#[inline(always)]
pub(in crate::engine) fn wide<S: Simd, const EVEN: bool>(
    simd: S,
    addends: Addends<'_>,
    gather: &GatherBatch,
) -> [f64x8<S>; 2] {
    let Addends { schedule, mass, gravity, slots } = addends;
    let gravity = f64x8::block_splat(f64x2::simd_from(simd, gravity));
    // SAFETY: `Schedule::new` has checked all nodes and slots.
    let [low, high] = unsafe { load_each_twice::<S, EVEN>(simd, mass, gather.node as usize) };
    let zero = f64x8::splat(simd, 0.0);
    let mut sums = [zero + gravity * low, zero + gravity * high];
    let shift = gather.shift as usize;
    let mut left = &schedule.terms[gather.terms as usize..][..gather.count as usize];
    while let [head, rest @ ..] = left {
        let (count, is_subtracted) = of_run(*head);
        let (run, rest) = rest.split_at(count);
        left = rest;
        if is_subtracted {
            for &from in run {
                // SAFETY: as above.
                let forces = unsafe { load_two_of_eight(simd, slots, from as usize + shift) };
                sums = [sums[0] - forces[0], sums[1] - forces[1]];
            }
        } else {
            for &from in run {
                // SAFETY: as above.
                let forces = unsafe { load_two_of_eight(simd, slots, from as usize + shift) };
                sums = [sums[0] + forces[0], sums[1] + forces[1]];
            }
        }
    }
    sums
}

/// Forces of four nodes at any indices, as two pairs.
#[inline(always)]
pub(in crate::engine) fn scattered<S: Simd>(
    simd: S,
    addends: Addends<'_>,
    nodes: [usize; FOUR],
    terms: &[[u32; FOUR]],
) -> [f64x4<S>; 2] {
    let Addends { mass, gravity, slots, .. } = addends;
    let [a, b, c, d] = nodes;
    let gravity = f64x4::block_splat(f64x2::simd_from(simd, gravity));
    let zero = f64x4::splat(simd, 0.0);
    let mut low = zero + gravity * each(simd, mass, a, b);
    let mut high = zero + gravity * each(simd, mass, c, d);
    for &[a, b, c, d] in terms {
        let signs = [&SIGNS[a as usize & 3], &SIGNS[(a >> 2) as usize & 3]];
        low += at(simd, slots, 2 * (a >> 4)).combine(at(simd, slots, b)) * f64x4::from_slice(simd, signs[0]);
        high += at(simd, slots, c).combine(at(simd, slots, d)) * f64x4::from_slice(simd, signs[1]);
    }
    [low, high]
}

/// The number of each of two nodes, in two lanes each.
#[inline(always)]
pub(in crate::engine) fn each<S: Simd>(simd: S, of: &[f64], first: usize, second: usize) -> f64x4<S> {
    f64x2::splat(simd, of[first]).combine(f64x2::splat(simd, of[second]))
}

/// The force at an offset into the slots.
#[inline(always)]
fn at<S: Simd>(simd: S, slots: &[f64], from: u32) -> f64x2<S> {
    // SAFETY: `Schedule::new` has checked all slots.
    unsafe { load(simd, slots, from as usize) }
}
