//! Unchecked loads and stores of consecutive numbers. Bounds checks would double the time of the innermost loops; debug builds check.

#![allow(unsafe_code)]

use fearless_simd::{f64x2, f64x4, f64x8, prelude::*, u64x8};

/// Loads a vector of consecutive numbers.
///
/// # Safety
/// `from + V::LEN` is at most the length.
#[inline(always)]
pub(in crate::engine) unsafe fn load<S: Simd, V: SimdFloat<S, Element = f64>>(simd: S, of: &[f64], from: usize) -> V {
    debug_assert!(from + V::LEN <= of.len());
    const { assert!(size_of::<V::Array>() == size_of::<f64>() * V::LEN) };
    // SAFETY: by the contract of this function; the assertion above compares the sizes.
    V::load_array_ref(simd, unsafe { &*of.as_ptr().add(from).cast::<V::Array>() })
}

/// Stores a vector to consecutive numbers.
///
/// # Safety
/// As [`load`].
#[inline(always)]
pub(in crate::engine) unsafe fn store<S: Simd, V: SimdFloat<S, Element = f64>>(vector: V, to: &mut [f64], at: usize) {
    debug_assert!(at + V::LEN <= to.len());
    const { assert!(size_of::<V::Array>() == size_of::<f64>() * V::LEN) };
    // SAFETY: as in `load`.
    vector.store_array(unsafe { &mut *to.as_mut_ptr().add(at).cast::<V::Array>() });
}

/// Loads sixteen consecutive numbers.
///
/// # Safety
/// `from + 16` is at most the length.
#[inline(always)]
pub(in crate::engine) unsafe fn load_two_of_eight<S: Simd>(simd: S, of: &[f64], from: usize) -> [f64x8<S>; 2] {
    // SAFETY: by the contract of this function.
    unsafe { [load(simd, of, from), load(simd, of, from + 8)] }
}

/// Loads eight numbers, each into two lanes. `EVEN`: all are equal, so the first is broadcast.
///
/// # Safety
/// `from + 8` is at most the length.
#[inline(always)]
pub(in crate::engine) unsafe fn load_each_twice<S: Simd, const EVEN: bool>(
    simd: S,
    of: &[f64],
    from: usize,
) -> [f64x8<S>; 2] {
    debug_assert!(from + 8 <= of.len());
    if EVEN {
        // SAFETY: by the contract of this function.
        return [f64x8::splat(simd, unsafe { *of.get_unchecked(from) }); 2];
    }
    // SAFETY: by the contract of this function.
    let each: f64x8<S> = unsafe { load(simd, of, from) };
    let (low, high) = each.interleave(each);
    [low, high]
}

/// Stores sixteen consecutive numbers.
///
/// # Safety
/// As [`load_two_of_eight`].
#[inline(always)]
pub(in crate::engine) unsafe fn store_two_of_eight<S: Simd>([low, high]: [f64x8<S>; 2], to: &mut [f64], at: usize) {
    // SAFETY: by the contract of this function.
    unsafe {
        store(low, to, at);
        store(high, to, at + 8);
    }
}

/// Loads two numbers of each of four nodes.
///
/// # Safety
/// `2 * node + 2` is at most the length for each node.
#[inline(always)]
pub(in crate::engine) unsafe fn load_four<S: Simd>(simd: S, of: &[f64], [a, b, c, d]: [usize; 4]) -> [f64x4<S>; 2] {
    // SAFETY: by the contract of this function.
    unsafe {
        let two = |node: usize| -> f64x2<S> { load(simd, of, 2 * node) };
        [two(a).combine(two(b)), two(c).combine(two(d))]
    }
}

/// Stores two numbers of each of four nodes.
///
/// # Safety
/// As [`load_four`].
#[inline(always)]
pub(in crate::engine) unsafe fn store_four<S: Simd>(
    [low, high]: [f64x4<S>; 2],
    to: &mut [f64],
    [a, b, c, d]: [usize; 4],
) {
    let (of_a, of_b): (f64x2<S>, f64x2<S>) = low.split();
    let (of_c, of_d): (f64x2<S>, f64x2<S>) = high.split();
    // SAFETY: by the contract of this function.
    unsafe {
        store(of_a, to, 2 * a);
        store(of_b, to, 2 * b);
        store(of_c, to, 2 * c);
        store(of_d, to, 2 * d);
    }
}

/// Selects `new` for those of eight nodes whose bit is set, else `old`.
#[inline(always)]
pub(in crate::engine) fn select_nodes<S: Simd>(
    simd: S,
    nodes: u8,
    new: [f64x8<S>; 2],
    old: [f64x8<S>; 2],
) -> [f64x8<S>; 2] {
    let (nodes, none) = (u64x8::splat(simd, u64::from(nodes)), u64x8::splat(simd, 0));
    let is_old = |bits: [u64; 8]| (nodes & u64x8::simd_from(simd, bits)).simd_eq(none);
    let low = is_old([1, 1, 2, 2, 4, 4, 8, 8]).select(old[0], new[0]);
    [low, is_old([16, 16, 32, 32, 64, 64, 128, 128]).select(old[1], new[1])]
}
