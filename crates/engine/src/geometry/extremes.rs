//! A growing list of numbers with fast minimum and maximum of any range, so a plot of many thousands of values on a few
//! hundred pixels keeps every spike.
//!
//! A binary tree of block extremes (segment tree); each level holds the extremes of blocks of a power of two.

use std::ops::Range;

/// Numbers with the extremes of all blocks of a power of two. Appending costs amortised O(1), a range query O(log n).
/// Numbers may be infinite or NaN.
#[derive(Clone, Debug, Default)]
pub struct Extremes {
    values: Vec<f64>,
    /// `levels[k]` has one entry for every whole block of 2^(k+1) numbers.
    levels: Vec<Vec<Peaks>>,
}

/// Indices of the smallest and the largest finite number of a range; the first of equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peaks {
    least: u32,
    greatest: u32,
}

impl Peaks {
    /// The value for a range without a finite number.
    const NONE: Self = Self { least: u32::MAX, greatest: u32::MAX };

    /// Index of the least number.
    pub fn least(self) -> usize {
        self.least as usize
    }

    /// Index of the greatest number.
    pub fn greatest(self) -> usize {
        self.greatest as usize
    }
}

/// Indices and numbers of a polyline, ascending and without a gap.
pub type Strand = Vec<(usize, f64)>;

impl Extremes {
    /// All numbers.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<f64>()
            + self.levels.iter().map(|level| level.capacity() * size_of::<Peaks>()).sum::<usize>()
    }

    /// Appends a number.
    pub fn push(&mut self, value: f64) {
        self.values.push(value);
        let (mut count, mut height) = (self.values.len(), 0);
        // Adds an entry for every block that this number completes.
        while count.is_multiple_of(2) {
            count /= 2;
            height += 1;
            let block = self.joined(height, count - 1);
            if self.levels.len() < height {
                self.levels.push(Vec::new());
            }
            self.levels[height - 1].push(block);
        }
    }

    /// Removes all but the first `len` numbers.
    pub fn truncate(&mut self, len: usize) {
        self.values.truncate(len);
        for (height, level) in self.levels.iter_mut().enumerate() {
            level.truncate(len >> (height + 1));
        }
    }

    /// Indices of the extremes of a range; `None` if it has no finite number.
    pub fn peaks(&self, range: Range<usize>) -> Option<Peaks> {
        let end = range.end.min(self.values.len());
        let (mut at, mut found) = (range.start, Peaks::NONE);
        while at < end {
            // The largest block that begins here and ends within the range.
            let mut height = (at.trailing_zeros() as usize).min(self.levels.len());
            while at + (1 << height) > end {
                height -= 1;
            }
            found = self.join(found, self.block(height, at >> height));
            at += 1 << height;
        }
        (found != Peaks::NONE).then_some(found)
    }

    /// Smallest and largest finite number of a range.
    pub fn bounds(&self, range: Range<usize>) -> Option<[f64; 2]> {
        self.peaks(range).map(|peaks| [self.values[peaks.least()], self.values[peaks.greatest()]])
    }

    /// True if the finite numbers are 0 and the last number is finite.
    pub fn is_always_zero(&self) -> bool {
        self.values.last().is_some_and(|value| value.is_finite()) && self.bounds(0..self.len()) == Some([0.0, 0.0])
    }

    /// Decimates a range for `columns` columns. Divides it into blocks of a power of two, at most one per column, and
    /// keeps the minimum and the maximum of each block in order. If each number has a column, the result has all of
    /// them. A block without a finite number splits the line.
    pub fn line(&self, range: Range<usize>, columns: usize) -> Vec<Strand> {
        let range = range.start..range.end.min(self.values.len());
        let (mut strands, mut open) = (Vec::new(), Strand::new());
        if range.is_empty() {
            return strands;
        }
        let mut height = 0;
        while (range.len() >> height) > columns.max(1) {
            height += 1;
        }
        for block in range.start >> height..=(range.end - 1) >> height {
            // Clips the first and the last block to the range.
            let (first, last) = (block << height, (block + 1) << height);
            let is_inside = range.start <= first && last <= range.end;
            let peaks = if is_inside {
                Some(self.block(height, block)).filter(|&peaks| peaks != Peaks::NONE)
            } else {
                self.peaks(first.max(range.start)..last.min(range.end))
            };
            match peaks {
                None if open.is_empty() => {}
                None => strands.push(std::mem::take(&mut open)),
                Some(Peaks { least, greatest }) => {
                    let mut add = |at: u32| open.push((at as usize, self.values[at as usize]));
                    add(least.min(greatest));
                    if least != greatest {
                        add(least.max(greatest));
                    }
                }
            }
        }
        if !open.is_empty() {
            strands.push(open);
        }
        strands
    }

    /// Extremes of block `index` of 2^height numbers, as far as numbers exist.
    fn block(&self, height: usize, index: usize) -> Peaks {
        if height == 0 {
            let is_finite = self.values.get(index).is_some_and(|value| value.is_finite());
            return if is_finite { Peaks { least: index as u32, greatest: index as u32 } } else { Peaks::NONE };
        }
        match self.levels.get(height - 1).and_then(|level| level.get(index)) {
            Some(&known) => known,
            None if index << height >= self.values.len() => Peaks::NONE,
            None => self.joined(height, index),
        }
    }

    /// Joins the extremes of the two halves of a block.
    fn joined(&self, height: usize, index: usize) -> Peaks {
        self.join(self.block(height - 1, 2 * index), self.block(height - 1, 2 * index + 1))
    }

    fn join(&self, first: Peaks, second: Peaks) -> Peaks {
        if first == Peaks::NONE || second == Peaks::NONE {
            return if first == Peaks::NONE { second } else { first };
        }
        let value = |index: u32| self.values[index as usize];
        Peaks {
            least: if value(second.least) < value(first.least) { second.least } else { first.least },
            greatest: if value(second.greatest) > value(first.greatest) { second.greatest } else { first.greatest },
        }
    }
}

impl FromIterator<f64> for Extremes {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        let mut all = Self::default();
        numbers.into_iter().for_each(|number| all.push(number));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers, some of them not finite.
    fn noise(count: usize) -> Vec<f64> {
        let mut seed = 12_345_u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        };
        (0..count).map(|_| if next() % 11 == 0 { f64::NAN } else { next() as f64 % 1000.0 - 500.0 }).collect()
    }

    fn by_hand(values: &[f64]) -> Option<[f64; 2]> {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let first = finite().next()?;
        Some([finite().fold(first, f64::min), finite().fold(first, f64::max)])
    }

    #[test]
    fn always_zero_series_ends_with_a_finite_number() {
        let is_zero = |values: &[f64]| values.iter().copied().collect::<Extremes>().is_always_zero();
        assert!(is_zero(&[0.0, -0.0]) && is_zero(&[f64::NAN, 0.0]));
        assert!(!is_zero(&[]) && !is_zero(&[0.0, 1e-300]));
        assert!(!is_zero(&[0.0, f64::NAN]) && !is_zero(&[f64::INFINITY; 2]));
    }

    #[test]
    fn bounds_agree_with_brute_force_for_every_range() {
        let values = noise(77);
        let list: Extremes = values.iter().copied().collect();
        for start in 0..=values.len() {
            for end in start..=values.len() {
                assert_eq!(list.bounds(start..end), by_hand(&values[start..end]), "{start}..{end}");
            }
        }
        assert_eq!(list.bounds(70..1000), by_hand(&values[70..]));
    }

    #[test]
    fn truncate_and_push_equal_a_fresh_list() {
        let values = noise(200);
        let mut list: Extremes = values.iter().copied().collect();
        for len in [190, 129, 128, 127, 64, 3, 0] {
            list.truncate(len);
            assert_eq!(list.values().len(), len);
            for (offset, value) in noise(40).into_iter().enumerate() {
                list.push(value + offset as f64);
            }
            for start in 0..list.len() {
                assert_eq!(list.bounds(start..list.len()), by_hand(&list.values()[start..]));
            }
            list.truncate(len);
        }
    }

    #[test]
    fn line_keeps_a_single_spike_of_36000_numbers_on_700_columns() {
        for place in [0, 1, 17_321, 35_998, 35_999] {
            let list: Extremes = (0..36_000).map(|i| if i == place { 1e6 } else { f64::from(i % 7) }).collect();
            let line = list.line(0..list.len(), 700);
            assert_eq!(line.len(), 1);
            assert!(line[0].len() <= 2 * 701, "{}", line[0].len());
            assert!(line[0].contains(&(place as usize, 1e6)), "{place}");
            assert!(line[0].is_sorted_by(|a, b| a.0 < b.0));
        }
    }

    #[test]
    fn line_keeps_all_numbers_if_they_fit_and_breaks_at_gaps() {
        let list: Extremes = [1.0, 2.0, f64::NAN, 3.0, f64::INFINITY].into_iter().collect();
        assert_eq!(list.line(0..5, 10), [vec![(0, 1.0), (1, 2.0)], vec![(3, 3.0)]]);
        assert_eq!(list.line(1..2, 10), [vec![(1, 2.0)]]);
        assert_eq!(list.line(2..3, 10), [] as [Strand; 0]);
        assert_eq!(list.line(3..3, 10), [] as [Strand; 0]);
    }

    #[test]
    fn line_stays_within_its_range() {
        let list: Extremes = (0..1000).map(f64::from).collect();
        for range in [3..998, 500..700, 1..2] {
            let line = list.line(range.clone(), 50);
            assert!(line[0].iter().all(|(at, value)| range.contains(at) && *value == *at as f64));
            assert_eq!((line[0][0].0, line[0][line[0].len() - 1].0), (range.start, range.end - 1));
        }
    }
}
