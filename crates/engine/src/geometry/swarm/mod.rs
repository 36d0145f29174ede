//! A uniform grid over moving boxes of similar size: finds the boxes that touch a given box, and all touching pairs.
//!
//! Boxes are stored contiguously, sorted by cell in row-major order (counting sort), so a query reads a few contiguous
//! ranges. A box keeps its cell while it extends at most half a cell beyond it. A box that leaves its cell or is too
//! large is a *stray*: it goes to [`Cells`] until the next sort. If no grid fits (a few boxes far out, or many at one
//! place), all boxes are strays.

mod grid;
#[cfg(test)]
mod tests;

use super::SortCopies;
use super::{Aabb, Cells};
use glam::DVec2;
use grid::Grid;

/// Special values of `Home::slot`: stored among the strays, absent, or not yet placed.
const STRAY: u32 = u32::MAX;
const ABSENT: u32 = u32::MAX - 1;
const LOST: u32 = u32::MAX - 2;

/// Sorts again when more than 1/STRAY_DIVISOR of the boxes are strays.
const STRAY_DIVISOR: usize = 16;
/// If more than 1/LEAVER_DIVISOR of the boxes leave their cells in one update, sorts at each of the next updates.
const LEAVER_DIVISOR: usize = 4;
/// Number of those updates.
const FORCED_SORTS: u32 = 15;
/// Limits for a usable grid: cells per box, and mean occupancy of the cell of a box.
const CELLS_PER_BOX: f64 = 4.0;
const MAX_OCCUPANCY: usize = 24;
/// Number of pairs collected before they are passed to the caller.
const BATCH: usize = 128;

/// A uniform grid with strays; the caller numbers the boxes.
#[derive(Clone, Debug, Default)]
pub struct Swarm {
    bounds: Vec<Aabb>,
    homes: Vec<Home>,
    /// Sorted by cell.
    slots: Vec<Slot>,
    /// First slot of each cell, row by row, and the number of slots.
    starts: Vec<u32>,
    grid: Grid,
    /// Boxes without a slot.
    strays: Cells,
    /// Numbers of the strays.
    stray_list: Vec<u32>,
    /// Numbers of the boxes to place at the next [`Swarm::settle`].
    lost: Vec<u32>,
    /// True while boxes are set in bulk; queries must follow [`Swarm::settle`].
    is_loading: bool,
    /// True if the cell size has changed since the last sort.
    is_stale: bool,
    /// Number of updates that still sort unconditionally.
    forced_sorts: u32,
    /// Cell size from the next sort on.
    size: f64,
    /// Buffer for the quantiles of the box positions.
    sample: Vec<DVec2>,
}

#[derive(Clone, Copy, Debug)]
struct Home {
    slot: u32,
    cell: [i32; 2],
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    bounds: Aabb,
    number: u32,
}

impl Swarm {
    /// Removes all boxes and makes room for `count` of them, most of them at most `size` wide and high.
    pub fn reset(&mut self, count: usize, size: f64) {
        self.bounds.clear();
        self.bounds.resize(count, Aabb::EMPTY);
        self.homes.clear();
        self.homes.resize(count, Home { slot: ABSENT, cell: [0; 2] });
        self.slots.clear();
        self.stray_list.clear();
        self.lost.clear();
        self.slots.reserve(count);
        self.stray_list.reserve(count);
        self.lost.reserve(count);
        self.grid = Grid::default();
        self.strays.reset(count, size);
        self.size = size;
        (self.is_stale, self.forced_sorts) = (true, 0);
    }

    /// Sets the cell size from the next sort on: most boxes are at most `size` wide and high.
    pub fn suit(&mut self, size: f64) {
        self.size = size;
        self.is_stale = true;
    }

    /// Size of a cell.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Number of boxes that fit.
    pub fn capacity(&self) -> usize {
        self.bounds.len()
    }

    /// The box with this number; empty if it has none.
    #[inline]
    pub fn bounds(&self, number: usize) -> &Aabb {
        &self.bounds[number]
    }

    /// Begins a bulk update. Queries are invalid until [`Swarm::settle`].
    pub fn load(&mut self) {
        self.is_loading = true;
    }

    /// Inserts or replaces the box with this number. Queries never return a box that is empty or not finite.
    #[inline]
    pub fn set(&mut self, number: usize, bounds: Aabb) {
        self.bounds[number] = bounds;
        let Home { slot, cell } = self.homes[number];
        if slot < LOST {
            if self.is_loading && self.forced_sorts > 0 {
                return;
            }
            let (low, high) = (self.grid.half(bounds.min), self.grid.half(bounds.max));
            let size = bounds.size();
            if Grid::is_in(cell, low, high) && size.x >= 0.0 && size.x + size.y < f64::INFINITY {
                self.slots[slot as usize].bounds = bounds;
                return;
            }
            self.slots[slot as usize].bounds = Aabb::EMPTY;
        }
        self.place_later(number);
    }

    /// Places a box that has no slot or has left its slot.
    #[cold]
    fn place_later(&mut self, number: usize) {
        let (bounds, home) = (self.bounds[number], &mut self.homes[number]);
        match home.slot {
            LOST => {}
            STRAY => self.strays.set(number, bounds),
            _ if self.is_loading => {
                home.slot = LOST;
                self.lost.push(number as u32);
            }
            _ => self.add_stray(number),
        }
    }

    fn add_stray(&mut self, number: usize) {
        let bounds = self.bounds[number];
        let is_there = !bounds.is_empty() && bounds.is_finite();
        self.homes[number].slot = if is_there { STRAY } else { ABSENT };
        if is_there {
            self.strays.set(number, bounds);
            self.stray_list.push(number as u32);
        }
    }

    /// Ends a bulk update: places the changed boxes or sorts all.
    pub fn settle(&mut self) {
        self.is_loading = false;
        let out = self.lost.len() + self.stray_list.len();
        let is_forced = self.forced_sorts > 0;
        if self.lost.len() * LEAVER_DIVISOR > self.capacity() {
            self.forced_sorts = FORCED_SORTS;
        }
        self.forced_sorts = self.forced_sorts.saturating_sub(1);
        if self.is_stale || is_forced || out * STRAY_DIVISOR > self.capacity() {
            self.sort();
            return;
        }
        let lost = std::mem::take(&mut self.lost);
        lost.iter().for_each(|&number| self.add_stray(number as usize));
        self.lost = lost;
        self.lost.clear();
    }

    fn clear_slots(&mut self) {
        let was_stale = std::mem::replace(&mut self.is_stale, false);
        if was_stale {
            self.strays.reset(self.bounds.len(), self.size);
        } else {
            for &number in &self.stray_list {
                self.strays.set(number as usize, Aabb::EMPTY);
            }
        }
        self.stray_list.clear();
        self.lost.clear();
        self.slots.clear();
    }

    fn make_all_strays(&mut self) {
        self.grid = Grid::default();
        (0..self.bounds.len()).for_each(|number| self.add_stray(number));
    }

    /// Sorts all boxes into cells (counting sort).
    fn sort(&mut self) {
        self.clear_slots();
        let Some(grid) = self.suitable_grid() else {
            self.make_all_strays();
            return;
        };
        self.grid = grid;
        let cells = grid.columns as usize * grid.rows as usize;
        self.starts.clear();
        self.starts.resize(cells + 2, 0);
        // Counts are stored two cells ahead: after the prefix sum each start is one cell ahead, and filling moves it
        // into place.
        for (home, bounds) in self.homes.iter_mut().zip(&self.bounds) {
            home.slot = ABSENT;
            if bounds.is_empty() || !bounds.is_finite() {
                continue;
            }
            let (cell, is_in) = grid.cell(bounds);
            (home.cell, home.slot) = (cell, if is_in { LOST } else { STRAY });
            self.starts[(cell[1] * grid.columns + cell[0]) as usize + 2] += u32::from(is_in);
        }
        let crowding: usize = self.starts.iter().map(|&count| count as usize * count as usize).sum();
        if crowding > MAX_OCCUPANCY * self.bounds.len() {
            self.make_all_strays();
            return;
        }
        self.fill_slots();
    }

    /// Writes each box into the slots of its cell.
    fn fill_slots(&mut self) {
        let grid = self.grid;
        for cell in 2..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        let count = self.starts[self.starts.len() - 1] as usize;
        self.slots.resize(count, Slot { bounds: Aabb::EMPTY, number: 0 });
        for number in 0..self.bounds.len() {
            let home = &mut self.homes[number];
            match home.slot {
                LOST => {
                    let next = &mut self.starts[(home.cell[1] * grid.columns + home.cell[0]) as usize + 1];
                    home.slot = *next;
                    self.slots[*next as usize] = Slot { bounds: self.bounds[number], number: number as u32 };
                    *next += 1;
                }
                STRAY => self.add_stray(number),
                _ => {}
            }
        }
    }

    /// A grid over all boxes, or over the central quantiles if some lie far out. `None` if both would need too many
    /// cells.
    fn suitable_grid(&mut self) -> Option<Grid> {
        let mut all = Aabb::EMPTY;
        let present = || self.bounds.iter().filter(|bounds| !bounds.is_empty() && bounds.is_finite());
        for bounds in present() {
            all.include(bounds.min);
            all.include(bounds.max);
        }
        if all.is_empty() {
            return None;
        }
        let max_cells = CELLS_PER_BOX * self.bounds.len() as f64 + 64.0;
        Grid::new(all.min, all.max, self.size, max_cells).or_else(|| {
            let step = (self.bounds.len() / 256).max(1);
            let sample = &mut self.sample;
            sample.clear();
            sample.extend(present().step_by(step).map(|bounds| bounds.min));
            let mut spread = |of: fn(&DVec2) -> f64| {
                sample.sort_copies_by(|a, b| of(a).total_cmp(&of(b)));
                let (low, high) = (of(&sample[sample.len() / 16]), of(&sample[sample.len() - 1 - sample.len() / 16]));
                (low - (high - low) * 0.5, high + (high - low) * 0.5)
            };
            let (x, y) = (spread(|at| at.x), spread(|at| at.y));
            Grid::new(DVec2::new(x.0, y.0), DVec2::new(x.1, y.1), self.size, max_cells)
        })
    }

    /// Calls `found` with every box that touches `area`. The order depends on the insertion history.
    #[inline]
    pub fn for_each(&self, area: &Aabb, mut found: impl FnMut(usize)) {
        self.for_each_slot(area, &mut found);
        if !self.stray_list.is_empty() {
            self.strays.for_each(area, found);
        }
    }

    #[inline(always)]
    fn for_each_slot(&self, area: &Aabb, found: &mut impl FnMut(usize)) {
        if self.slots.is_empty() {
            return;
        }
        let (low, high) = self.grid.around(area);
        for row in low[1]..=high[1] {
            let first = self.starts[(row * self.grid.columns + low[0]) as usize];
            let end = self.starts[(row * self.grid.columns + high[0]) as usize + 1];
            for slot in &self.slots[first as usize..end as usize] {
                if touches(&slot.bounds, area) {
                    found(slot.number as usize);
                }
            }
        }
    }

    /// Calls `found` once for every pair of boxes that touch when one of them is expanded by `room` on all sides.
    #[inline]
    pub fn for_each_pair(&self, room: f64, mut found: impl FnMut(usize, usize)) {
        // Branch-free: writes every pair, and counts only those that touch, because the branch is unpredictable.
        let (mut pairs, mut count) = ([[0; 2]; 2 * BATCH], 0);
        for row in 0..if self.slots.is_empty() { 0 } else { self.grid.rows } {
            let start_of = |row: i32| self.starts[(row * self.grid.columns) as usize] as usize;
            for (index, slot) in (start_of(row)..start_of(row + 1)).zip(&self.slots[start_of(row)..]) {
                if slot.bounds.min.x > slot.bounds.max.x {
                    continue;
                }
                let area = slot.bounds.expanded(room);
                let (low, high) = self.grid.around(&area);
                // Earlier slots have already tested this pair.
                let mut first = index + 1;
                for row in row..=high[1] {
                    let end = self.starts[(row * self.grid.columns + high[0]) as usize + 1] as usize;
                    for others in self.slots[first.min(end)..end].chunks(BATCH) {
                        for other in others {
                            pairs[count % (2 * BATCH)] = [slot.number, other.number];
                            count += usize::from(touches(&other.bounds, &area));
                        }
                        if count >= BATCH {
                            pairs[..count].iter().for_each(|&[a, b]| found(a as usize, b as usize));
                            count = 0;
                        }
                    }
                    if row < high[1] {
                        first = self.starts[((row + 1) * self.grid.columns + low[0]) as usize] as usize;
                    }
                }
            }
        }
        pairs[..count].iter().for_each(|&[a, b]| found(a as usize, b as usize));
        for &stray in &self.stray_list {
            let (stray, area) = (stray as usize, self.bounds[stray as usize].expanded(room));
            self.for_each_slot(&area, &mut |other| found(stray, other));
            self.strays.for_each(&area, |other| {
                if other > stray {
                    found(stray, other);
                }
            });
        }
    }
}

/// [`Aabb::overlaps`] without branches, because the deciding comparison is unpredictable.
#[inline(always)]
fn touches(a: &Aabb, b: &Aabb) -> bool {
    (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y)
}
