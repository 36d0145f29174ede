//! Some consecutive numbers of a list, without asking whether they are there: in the innermost loops the question costs as much as
//! the work. Debug builds ask.
//!
//! Must never know: what the numbers are.

use fearless_simd::{f64x2, f64x8, prelude::*};

/// Two numbers.
///
/// # Safety
/// `from + 2` is at most the length.
#[inline(always)]
pub(super) unsafe fn two<S: Simd>(simd: S, of: &[f64], from: usize) -> f64x2<S> {
    debug_assert!(from + 2 <= of.len());
    // SAFETY: as promised.
    f64x2::from_slice(simd, unsafe { of.get_unchecked(from..from + 2) })
}

/// The same, to be written.
///
/// # Safety
/// As [`two`].
#[inline(always)]
pub(super) unsafe fn two_mut(of: &mut [f64], from: usize) -> &mut [f64] {
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
