//! Some consecutive numbers of a list, without asking whether they are there: in the innermost loops the question costs as much as
//! the work. Debug builds ask.
//!
//! Must never know: what the numbers are.

use fearless_simd::{f64x2, f64x4, f64x8, prelude::*};

/// Two numbers.
///
/// # Safety
/// `from + 2` is at most the length.
#[inline(always)]
pub(in crate::engine) unsafe fn two<S: Simd>(simd: S, of: &[f64], from: usize) -> f64x2<S> {
    debug_assert!(from + 2 <= of.len());
    // SAFETY: as promised.
    f64x2::from_slice(simd, unsafe { of.get_unchecked(from..from + 2) })
}

/// The same, to be written.
///
/// # Safety
/// As [`two`].
#[inline(always)]
pub(in crate::engine) unsafe fn two_mut(of: &mut [f64], from: usize) -> &mut [f64] {
    debug_assert!(from + 2 <= of.len());
    // SAFETY: as promised.
    unsafe { of.get_unchecked_mut(from..from + 2) }
}

/// Eight numbers.
///
/// # Safety
/// `from + 8` is at most the length.
#[inline(always)]
pub(super) unsafe fn eight<S: Simd>(simd: S, of: &[f64], from: usize) -> f64x8<S> {
    debug_assert!(from + 8 <= of.len());
    // SAFETY: as promised.
    f64x8::from_slice(simd, unsafe { of.get_unchecked(from..from + 8) })
}

/// The same, to be written.
///
/// # Safety
/// As [`eight`].
#[inline(always)]
pub(super) unsafe fn eight_mut(of: &mut [f64], from: usize) -> &mut [f64] {
    debug_assert!(from + 8 <= of.len());
    // SAFETY: as promised.
    unsafe { of.get_unchecked_mut(from..from + 8) }
}

/// Sixteen numbers.
///
/// # Safety
/// `from + 16` is at most the length.
#[inline(always)]
pub(super) unsafe fn two_of_eight<S: Simd>(simd: S, of: &[f64], from: usize) -> [f64x8<S>; 2] {
    // SAFETY: as promised.
    unsafe { [eight(simd, of, from), eight(simd, of, from + 8)] }
}

/// The same, to be written.
///
/// # Safety
/// As [`two_of_eight`].
#[inline(always)]
pub(super) unsafe fn put_two_of_eight<S: Simd>([low, high]: [f64x8<S>; 2], to: &mut [f64], at: usize) {
    // SAFETY: as promised.
    unsafe {
        low.store_slice(eight_mut(to, at));
        high.store_slice(eight_mut(to, at + 8));
    }
}

/// Two numbers of each of four nodes, from wherever they are.
///
/// # Safety
/// Twice each node, and 2, is at most the length.
#[inline(always)]
pub(super) unsafe fn take<S: Simd>(simd: S, of: &[f64], [a, b, c, d]: [usize; 4]) -> [f64x4<S>; 2] {
    // SAFETY: as promised.
    unsafe {
        let low = two(simd, of, 2 * a).combine(two(simd, of, 2 * b));
        [low, two(simd, of, 2 * c).combine(two(simd, of, 2 * d))]
    }
}

/// Back to where they belong.
///
/// # Safety
/// As [`take`].
#[inline(always)]
pub(super) unsafe fn put<S: Simd>([low, high]: [f64x4<S>; 2], to: &mut [f64], [a, b, c, d]: [usize; 4]) {
    let (of_a, of_b): (f64x2<S>, f64x2<S>) = low.split();
    let (of_c, of_d): (f64x2<S>, f64x2<S>) = high.split();
    // SAFETY: as promised.
    unsafe {
        of_a.store_slice(two_mut(to, 2 * a));
        of_b.store_slice(two_mut(to, 2 * b));
        of_c.store_slice(two_mut(to, 2 * c));
        of_d.store_slice(two_mut(to, 2 * d));
    }
}

/// The vectors of the first so many of eight nodes; of the others those that they have.
#[inline(always)]
pub(super) fn first_of<S: Simd>(simd: S, count: u8, new: [f64x8<S>; 2], old: [f64x8<S>; 2]) -> [f64x8<S>; 2] {
    let count = f64x8::splat(simd, f64::from(count));
    let is_new = |numbers: [f64; 8]| f64x8::simd_from(simd, numbers).simd_lt(count);
    let low = is_new([0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]).select(new[0], old[0]);
    [low, is_new([4.0, 4.0, 5.0, 5.0, 6.0, 6.0, 7.0, 7.0]).select(new[1], old[1])]
}
