//! A column of numbers that stores few distinct values once (dictionary encoding).
//!
//! A column of one value takes one number, up to 16 values one byte per entry, more values eight bytes per entry. Values are equal if
//! their bits are.

use std::ops::{Index, Range};

/// So many kinds of numbers are few. They are looked through for each number that is added.
const FEW: usize = 16;

/// See the module. The same is what has the same bits.
#[derive(Clone, Debug, Default)]
pub struct Column {
    count: usize,
    /// All of them where they are many.
    each: Vec<f64>,
    /// Otherwise those that there are, and where it is more than one, which of them each is.
    kinds: Vec<f64>,
    which: Vec<u8>,
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

    /// The number of all of them, where that is one.
    pub fn of_all(&self) -> Option<f64> {
        if self.which.is_empty() { self.kinds.first().copied() } else { None }
    }

    /// Adds some; there will be `room` in all.
    pub(in crate::engine) fn extend(&mut self, numbers: impl IntoIterator<Item = f64>, room: usize) {
        for number in numbers {
            self.add(number, room);
        }
    }

    fn add(&mut self, number: f64, room: usize) {
        let is_same = |kind: &f64| kind.to_bits() == number.to_bits();
        if !self.each.is_empty() {
            self.each.push(number);
        } else if self.kinds.first().is_some_and(is_same) && self.which.is_empty() {
            // The only one there is.
        } else if let Some(kind) = self.kinds.iter().position(is_same) {
            self.which.push(kind as u8);
        } else if self.kinds.len() < FEW {
            if self.kinds.len() == 1 {
                self.which.reserve_exact(room.saturating_sub(self.which.len()));
                self.which.resize(self.count, 0);
            }
            if !self.kinds.is_empty() {
                self.which.push(self.kinds.len() as u8);
            }
            self.kinds.push(number);
        } else {
            let mut each = Vec::new();
            each.reserve_exact(room);
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
                let room = [column.each.capacity(), column.which.capacity()];
                assert!(room.into_iter().all(|room| room <= numbers.len()), "no more room than was asked for");
            }
        }
    }
}
