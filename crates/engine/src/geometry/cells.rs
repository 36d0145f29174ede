//! A hierarchical hashed grid over moving boxes: finds the boxes that touch a given box when most boxes change between
//! queries.
//!
//! Each box is stored in the cell of its centre. Its size selects one of 20 levels whose cell size doubles, so small
//! and large boxes share one structure. [`super::BoxTree`] would have to be rebuilt when most boxes have moved.

use super::Aabb;
use glam::DVec2;

/// Number of levels. Every query tests all boxes larger than the cells of the last level.
const LEVELS: usize = 20;
/// Level of boxes larger than the cells of the last grid level.
const VAST: u32 = LEVELS as u32;
/// Level of entries without a box.
const ABSENT: u32 = VAST + 1;
const NONE: u32 = u32::MAX;
/// Largest cell number in either direction; boxes farther out are stored in the last cell.
const FARTHEST: f64 = (1u64 << 29) as f64;
/// Tolerance for rounding in queries, as a fraction of a cell.
const SLACK: f64 = 1.0 / (1u64 << 20) as f64;

/// A hierarchical hashed grid; the caller numbers the boxes.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    entries: Vec<Entry>,
    /// First entry of each bucket; the length is a power of two.
    heads: Vec<u32>,
    /// Buckets per row of cells.
    stride: u32,
    /// Cell size of each level, and its inverse.
    sizes: [f64; LEVELS],
    inverses: [f64; LEVELS],
    /// Number of boxes on each level, the largest last, and a bit for each level in use.
    counts: [u32; LEVELS + 1],
    levels: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: Aabb,
    cell: [i32; 2],
    level: u32,
    /// Next entry of the same bucket.
    next: u32,
}

const NOWHERE: Entry = Entry { bounds: Aabb::EMPTY, cell: [0; 2], level: ABSENT, next: NONE };

impl Cells {
    /// Removes all boxes and makes room for `count` of them, most of them at most `size` wide and high.
    pub fn reset(&mut self, count: usize, size: f64) {
        self.entries.clear();
        self.entries.resize(count, NOWHERE);
        let buckets = (2 * count).next_power_of_two().max(64);
        self.heads.clear();
        self.heads.resize(buckets, NONE);
        // Odd, so that a tall column of cells uses all buckets.
        self.stride = (1 << (buckets.trailing_zeros() / 2)) + 1;
        (self.counts, self.levels) = ([0; LEVELS + 1], 0);
        let smallest = if size > 1e-150 && size < 1e150 { size } else { 1.0 };
        let mut cell = smallest;
        for level in 0..LEVELS {
            self.sizes[level] = cell;
            self.inverses[level] = 1.0 / cell;
            cell *= 2.0;
        }
    }

    /// Number of boxes that fit.
    pub fn capacity(&self) -> usize {
        self.entries.len()
    }

    /// The box with this number; empty if it has none.
    pub fn bounds(&self, index: usize) -> &Aabb {
        &self.entries[index].bounds
    }

    /// Inserts or replaces the box with this number. Queries never return a box that is empty or not finite.
    pub fn set(&mut self, index: usize, bounds: Aabb) {
        let (cell, level) = self.cell_of(&bounds);
        let entry = &mut self.entries[index];
        entry.bounds = bounds;
        if (entry.cell, entry.level) == (cell, level) {
            return;
        }
        self.unlink(index);
        self.entries[index] = Entry { bounds, cell, level, next: NONE };
        if level != ABSENT {
            let bucket = self.bucket(cell, level);
            self.entries[index].next = self.heads[bucket];
            self.heads[bucket] = index as u32;
            self.counts[level as usize] += 1;
            self.levels |= 1 << level;
        }
    }

    fn unlink(&mut self, index: usize) {
        let Entry { cell, level, next, .. } = self.entries[index];
        if level == ABSENT {
            return;
        }
        self.counts[level as usize] -= 1;
        if self.counts[level as usize] == 0 {
            self.levels &= !(1 << level);
        }
        let bucket = self.bucket(cell, level);
        let mut at = self.heads[bucket];
        if at == index as u32 {
            self.heads[bucket] = next;
            return;
        }
        while at != NONE {
            let entry = &mut self.entries[at as usize];
            if entry.next == index as u32 {
                entry.next = next;
                return;
            }
            at = entry.next;
        }
    }

    fn cell_of(&self, bounds: &Aabb) -> ([i32; 2], u32) {
        if bounds.is_empty() || !bounds.is_finite() {
            return ([0; 2], ABSENT);
        }
        let ratio = bounds.size().max_element() * self.inverses[0];
        // The exponent of the ratio: cells of that level are larger than the box.
        let level = if ratio <= 1.0 { 0 } else { ((ratio.to_bits() >> 52) - 1022) as u32 };
        if level >= VAST {
            return ([0; 2], VAST);
        }
        let middle = (bounds.min * 0.5 + bounds.max * 0.5) * self.inverses[level as usize];
        ([number(middle.x), number(middle.y)], level)
    }

    #[inline]
    fn bucket(&self, [x, y]: [i32; 2], level: u32) -> usize {
        // Row-major order keeps neighbours close in memory.
        let place =
            (x as u32).wrapping_add((y as u32).wrapping_mul(self.stride)).wrapping_add(level.wrapping_mul(0x9e37_79b9));
        place as usize & (self.heads.len() - 1)
    }

    /// Calls `found` with every box that touches `area`. The order depends on the insertion history.
    #[inline]
    pub fn for_each(&self, area: &Aabb, mut found: impl FnMut(usize)) {
        let mut levels = self.levels;
        while levels != 0 {
            let level = levels.trailing_zeros() as usize;
            levels &= levels - 1;
            if level == LEVELS {
                self.in_cell([0; 2], VAST, area, &mut found);
                continue;
            }
            let room = DVec2::splat(self.sizes[level] * (0.5 + SLACK));
            let inverse = self.inverses[level];
            let (low, high) = ((area.min - room) * inverse, (area.max + room) * inverse);
            let (left, right, bottom, top) = (number(low.x), number(high.x), number(low.y), number(high.y));
            let cells = (i64::from(right) - i64::from(left) + 1).saturating_mul(i64::from(top) - i64::from(bottom) + 1);
            if cells > 16 + self.entries.len() as i64 {
                let all = self.entries.iter().enumerate();
                all.filter(|(_, entry)| entry.level == level as u32 && entry.bounds.overlaps(area))
                    .for_each(|(index, _)| found(index));
                continue;
            }
            for y in bottom..=top {
                for x in left..=right {
                    self.in_cell([x, y], level as u32, area, &mut found);
                }
            }
        }
    }

    #[inline(always)]
    fn in_cell(&self, cell: [i32; 2], level: u32, area: &Aabb, found: &mut impl FnMut(usize)) {
        let mut at = self.heads[self.bucket(cell, level)];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.cell == cell && entry.level == level && entry.bounds.overlaps(area) {
                found(at as usize);
            }
            at = entry.next;
        }
    }
}

/// Cell number of a coordinate given in cells.
#[inline]
fn number(coordinate: f64) -> i32 {
    // Rounds down without `floor`, which is a library call on older processors.
    let towards_zero = coordinate.clamp(-FARTHEST, FARTHEST) as i32;
    towards_zero - i32::from(f64::from(towards_zero) > coordinate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> impl FnMut() -> f64 {
        let mut seed = 1u64;
        move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as f64 / (1u64 << 31) as f64
        }
    }

    fn touching(cells: &Cells, area: &Aabb) -> Vec<usize> {
        let mut found = Vec::new();
        cells.for_each(area, |index| found.push(index));
        found.sort_unstable();
        found
    }

    #[test]
    fn queries_agree_with_brute_force_while_boxes_move_and_resize() {
        let mut random = numbers();
        for count in [1, 7, 300] {
            let mut cells = Cells::default();
            cells.reset(count, 1.0);
            let mut boxes = vec![Aabb::EMPTY; count];
            for turn in 0..2000 {
                let index = (random() * count as f64) as usize;
                // Small and huge boxes, some of them far out, infinite or absent.
                let size = [0.0, 0.3, 1.0, 1.0, 30.0, 1e4, 1e60][turn % 7];
                let far = if turn % 11 == 0 { 1e12 } else { 1.0 };
                let min = DVec2::new(random() * 40.0 - 20.0, random() * 40.0 - 20.0) * far;
                boxes[index] = match turn % 23 {
                    0 => Aabb::EMPTY,
                    _ => Aabb { min, max: min + DVec2::new(random(), random()) * size },
                };
                cells.set(index, boxes[index]);
                let area = boxes[(random() * count as f64) as usize];
                let expected: Vec<usize> = (0..count).filter(|&other| boxes[other].overlaps(&area)).collect();
                assert_eq!(touching(&cells, &area), expected, "turn {turn}");
            }
        }
    }

    #[test]
    fn set_accepts_infinite_and_huge_boxes() {
        let mut cells = Cells::default();
        cells.reset(4, f64::NAN);
        let huge = Aabb { min: DVec2::splat(-1e308), max: DVec2::splat(1e308) };
        let half = Aabb { min: DVec2::splat(-1e307), max: DVec2::splat(1e307) };
        let one = Aabb { min: DVec2::ZERO, max: DVec2::ONE };
        let endless = Aabb { min: DVec2::NEG_INFINITY, max: DVec2::INFINITY };
        for (index, bounds) in [huge, half, one, endless].into_iter().enumerate() {
            cells.set(index, bounds);
        }
        assert_eq!(touching(&cells, &one), [0, 1, 2]);
        assert_eq!(touching(&cells, &half), [0, 1, 2]);
        cells.set(1, Aabb::EMPTY);
        assert_eq!(touching(&cells, &half), [0, 2]);
    }
}
