//! Views of vector lists as flat lists of numbers (x, y, x, y, …) for element-wise loops.

#![allow(unsafe_code)]

use glam::DVec2;
use std::mem::{align_of, offset_of, size_of};

// The layout both functions rely on; `DVec2` is `repr(C)`.
const _: () = assert!(size_of::<DVec2>() == 2 * size_of::<f64>() && align_of::<DVec2>() >= align_of::<f64>());
const _: () = assert!(offset_of!(DVec2, x) == 0 && offset_of!(DVec2, y) == size_of::<f64>());

/// The coordinates, x and y alternating; length 2n.
#[inline(always)]
pub fn numbers(vectors: &[DVec2]) -> &[f64] {
    // SAFETY: a `DVec2` is exactly two `f64` (asserted above); the slice keeps its borrow and its length in bytes.
    unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), 2 * vectors.len()) }
}

/// The mutable coordinates, x and y alternating; length 2n. Every bit pattern is a valid vector.
#[inline(always)]
pub fn numbers_mut(vectors: &mut [DVec2]) -> &mut [f64] {
    // SAFETY: as above, and the slice is borrowed exclusively.
    unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), 2 * vectors.len()) }
}

/// Eight numbers, aligned to a cache line of 64 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Line([f64; 8]);

const _: () = assert!(size_of::<Line>() == 8 * size_of::<f64>());

impl Line {
    /// A line with the same number eight times.
    pub fn splat(number: f64) -> Self {
        Self([number; 8])
    }
}

/// The numbers of the lines as one slice; length 8n.
#[inline(always)]
pub fn lines_mut(lines: &mut [Line]) -> &mut [f64] {
    // SAFETY: a `Line` is exactly eight `f64` (asserted above); the slice is borrowed exclusively.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), 8 * lines.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_alternate_x_and_y() {
        let mut vectors = [DVec2::new(1.0, 2.0), DVec2::new(-0.0, f64::NAN), DVec2::new(5.0, 6.0)];
        assert_eq!(numbers(&vectors)[..3], [1.0, 2.0, -0.0]);
        assert_eq!(numbers(&vectors).len(), 6);
        numbers_mut(&mut vectors)[4] = 7.0;
        assert_eq!(vectors[2], DVec2::new(7.0, 6.0));
        assert!(numbers(&[]).is_empty() && numbers_mut(&mut []).is_empty());
    }

    #[test]
    fn lines_mut_concatenates_lines() {
        let mut lines = [Line::splat(1.0), Line::splat(2.0)];
        let numbers = lines_mut(&mut lines);
        assert_eq!(numbers.as_ptr() as usize % 64, 0);
        assert_eq!(numbers, [[1.0; 8], [2.0; 8]].concat());
    }
}
