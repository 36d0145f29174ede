//! Lists of vectors as the numbers that they are, x and y in turn: what is done to each number alike needs no more.

#![allow(unsafe_code)]

use glam::DVec2;
use std::mem::{align_of, offset_of, size_of};

// What the two functions rest on; glam lays its vectors out so (`repr(C)`).
const _: () = assert!(size_of::<DVec2>() == 2 * size_of::<f64>() && align_of::<DVec2>() >= align_of::<f64>());
const _: () = assert!(offset_of!(DVec2, x) == 0 && offset_of!(DVec2, y) == size_of::<f64>());

/// Two numbers a vector.
#[inline(always)]
pub fn numbers(vectors: &[DVec2]) -> &[f64] {
    // SAFETY: a vector is two numbers and nothing else (see above), and the slice keeps its borrow and its bytes.
    unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), 2 * vectors.len()) }
}

/// The same, to be changed: every number makes a vector.
#[inline(always)]
pub fn numbers_mut(vectors: &mut [DVec2]) -> &mut [f64] {
    // SAFETY: as above, and the slice is borrowed exclusively.
    unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), 2 * vectors.len()) }
}

/// Eight numbers that begin where the processor's cache lines do.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Line([f64; 8]);

const _: () = assert!(size_of::<Line>() == 8 * size_of::<f64>());

impl Line {
    /// The same number eight times.
    pub fn splat(number: f64) -> Self {
        Self([number; 8])
    }
}

/// Eight numbers a line.
#[inline(always)]
pub fn lines_mut(lines: &mut [Line]) -> &mut [f64] {
    // SAFETY: a line is eight numbers and nothing else (see above), and the slice is borrowed exclusively.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), 8 * lines.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_and_y_in_turn() {
        let mut vectors = [DVec2::new(1.0, 2.0), DVec2::new(-0.0, f64::NAN), DVec2::new(5.0, 6.0)];
        assert_eq!(numbers(&vectors)[..3], [1.0, 2.0, -0.0]);
        assert_eq!(numbers(&vectors).len(), 6);
        numbers_mut(&mut vectors)[4] = 7.0;
        assert_eq!(vectors[2], DVec2::new(7.0, 6.0));
        assert!(numbers(&[]).is_empty() && numbers_mut(&mut []).is_empty());
    }

    #[test]
    fn lines_follow_each_other() {
        let mut lines = [Line::splat(1.0), Line::splat(2.0)];
        let numbers = lines_mut(&mut lines);
        assert_eq!(numbers.as_ptr() as usize % 64, 0);
        assert_eq!(numbers, [[1.0; 8], [2.0; 8]].concat());
    }
}
