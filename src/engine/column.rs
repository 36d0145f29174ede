//! Numbers of which mostly all are the same: then one of them is kept.
//!
//! Must never know: what they are numbers of.

use std::ops::{Index, Range};

/// See the module. The same is what has the same bits.
#[derive(Clone, Debug, Default)]
pub struct Column {
    /// All of them, or the first.
    numbers: Vec<f64>,
    count: usize,
    /// What an index is masked with: all bits, or none where there is one number for all.
    mask: usize,
}

impl Column {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Some of them, one after the other.
    pub fn part(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = f64> {
        assert!(range.end <= self.count, "that many numbers");
        range.map(|index| self[index])
    }

    /// Adds some, for which there is to be room in a list of `room`.
    pub(super) fn extend(&mut self, numbers: impl IntoIterator<Item = f64>, room: usize) {
        for number in numbers {
            if self.mask == 0 && self.count > 0 && number.to_bits() != self.numbers[0].to_bits() {
                let first = self.numbers[0];
                self.numbers.reserve_exact(room.max(self.count + 1) - 1);
                self.numbers.resize(self.count, first);
                self.mask = usize::MAX;
            }
            if self.mask != 0 || self.count == 0 {
                self.numbers.push(number);
            }
            self.count += 1;
        }
    }
}

impl Index<usize> for Column {
    type Output = f64;

    #[inline(always)]
    fn index(&self, index: usize) -> &f64 {
        debug_assert!(index < self.count);
        &self.numbers[index & self.mask]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_what_was_put_in() {
        for numbers in [vec![], vec![2.0; 9], vec![2.0, 2.0, 3.0, 2.0], vec![0.0, -0.0], vec![1.0, 2.0, 1.0]] {
            for parts in [1, 2, 9] {
                let mut column = Column::default();
                numbers.chunks(parts).for_each(|part| column.extend(part.iter().copied(), numbers.len()));
                let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
                let found: Vec<f64> = column.part(0..column.len()).collect();
                assert_eq!(bits(&found), bits(&numbers));
                assert_eq!(column.is_empty(), numbers.is_empty());
                let are_same = bits(&numbers).windows(2).all(|pair| pair[0] == pair[1]);
                assert_eq!(column.numbers.len(), if are_same { numbers.len().min(1) } else { numbers.len() });
                assert!(column.numbers.capacity() <= numbers.len().max(4), "no room beyond what was asked for");
            }
        }
    }
}
