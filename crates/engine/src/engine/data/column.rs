//! A column of numbers that stores few distinct values once (dictionary encoding).
//!
//! A column with one distinct value stores one number. Up to 16 distinct values take one byte per entry, more take eight bytes per
//! entry. Values are equal if their bits are equal.

use std::ops::{Index, Range};

/// Greatest number of distinct values in the dictionary; each addition searches it linearly.
const FEW: usize = 16;

/// A column of numbers with dictionary encoding.
#[derive(Clone, Debug, Default)]
pub struct Column {
    count: usize,
    /// All numbers, if there are more than `FEW` distinct values; else empty.
    each: Vec<f64>,
    /// The dictionary: all distinct values.
    kinds: Vec<f64>,
    /// Index in the dictionary per entry; empty for at most one distinct value.
    which: Vec<u8>,
}

impl Column {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True without entries.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Iterates over a range of entries.
    ///
    /// # Panics
    /// If the range exceeds the column.
    pub fn part(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = f64> {
        assert!(range.end <= self.count, "that many numbers");
        range.map(|index| self[index])
    }

    /// Returns the common value of all entries; none if they differ or the column is empty.
    pub fn of_all(&self) -> Option<f64> {
        if self.which.is_empty() { self.kinds.first().copied() } else { None }
    }

    /// Appends numbers; `capacity` is the final number of entries.
    pub(in crate::engine) fn extend(&mut self, numbers: impl IntoIterator<Item = f64>, capacity: usize) {
        for number in numbers {
            self.add(number, capacity);
        }
    }

    fn add(&mut self, number: f64, capacity: usize) {
        let is_same = |kind: &f64| kind.to_bits() == number.to_bits();
        if !self.each.is_empty() {
            self.each.push(number);
        } else if self.kinds.first().is_some_and(is_same) && self.which.is_empty() {
            // The only distinct value.
        } else if let Some(kind) = self.kinds.iter().position(is_same) {
            self.which.push(kind as u8);
        } else if self.kinds.len() < FEW {
            if self.kinds.len() == 1 {
                self.which.reserve_exact(capacity.saturating_sub(self.which.len()));
                self.which.resize(self.count, 0);
            }
            if !self.kinds.is_empty() {
                self.which.push(self.kinds.len() as u8);
            }
            self.kinds.push(number);
        } else {
            let mut each = Vec::new();
            each.reserve_exact(capacity);
            each.extend(self.part(0..self.count));
            each.push(number);
            (self.each, self.kinds, self.which) = (each, Vec::new(), Vec::new());
        }
        self.count += 1;
    }
}

impl Index<usize> for Column {
    type Output = f64;

    #[inline(always)]
    fn index(&self, index: usize) -> &f64 {
        debug_assert!(index < self.count);
        if !self.each.is_empty() {
            &self.each[index]
        } else if self.which.is_empty() {
            &self.kinds[0]
        } else {
            &self.kinds[usize::from(self.which[index])]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_returns_the_numbers_of_extend() {
        let of = |kinds: usize| (0..60).map(|index| (index % kinds) as f64).collect::<Vec<_>>();
        let few = [vec![], vec![2.0; 9], vec![2.0, 2.0, 3.0, 2.0], vec![0.0, -0.0], vec![f64::NAN; 3]];
        let lists = few.into_iter().chain([of(FEW), of(FEW + 1), of(60)]);
        for numbers in lists {
            for parts in [1, 2, 9] {
                let mut column = Column::default();
                numbers.chunks(parts).for_each(|part| column.extend(part.iter().copied(), numbers.len()));
                let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
                let found: Vec<f64> = column.part(0..column.len()).collect();
                assert_eq!(bits(&found), bits(&numbers));
                assert_eq!(column.is_empty(), numbers.is_empty());
                let first = numbers.first().filter(|first| numbers.iter().all(|one| one.to_bits() == first.to_bits()));
                assert_eq!(column.of_all().map(f64::to_bits), first.map(|first| first.to_bits()));
                let mut kinds = bits(&numbers);
                kinds.sort_unstable();
                kinds.dedup();
                let is_few = kinds.len() <= FEW;
                assert_eq!(column.each.len(), if is_few { 0 } else { numbers.len() });
                assert_eq!(column.kinds.len(), if is_few { kinds.len() } else { 0 });
                assert_eq!(column.which.len(), if is_few && kinds.len() > 1 { numbers.len() } else { 0 });
                let capacities = [column.each.capacity(), column.which.capacity()];
                assert!(capacities.into_iter().all(|capacity| capacity <= numbers.len()), "at most the given capacity");
            }
        }
    }
}
