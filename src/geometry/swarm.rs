//! Many boxes of about one size that move: which touch a given one, and which touch each other.
//!
//! Boxes lie side by side in memory, sorted by the rows of a grid: what is near a box is in a few stretches of it, that are
//! read from end to end. A box stays in its cell as long as it reaches no more than half a cell out of it; what leaves, and
//! what is too large, is a *stray* and goes to [`Cells`] until all is sorted anew. Where a grid does not suit at all (a few
//! far out, or many at one place) all are strays.

mod grid;
#[cfg(test)]
mod tests;

use super::{Aabb, Cells};
use glam::DVec2;
use grid::Grid;

/// In place of a slot: it is among the strays, it is nowhere, it is still to be put somewhere.
const STRAY: u32 = u32::MAX;
const ABSENT: u32 = u32::MAX - 1;
const LOST: u32 = u32::MAX - 2;

/// All is sorted anew when there are more strays than this part of all.
const MANY: usize = 16;
/// When more than this part has left its cells at once, so it will again.
const MOST: usize = 4;
/// So often it is then sorted straight away.
const RESTLESS: u32 = 15;
/// Cells for each box, and boxes for each that is looked at, where a grid still suits.
const ROOM: f64 = 4.0;
const CROWDED: usize = 24;
/// Pairs that are collected before they are passed to the caller.
const AT_ONCE: usize = 128;

/// See the module. Boxes are named by the numbers that the caller gives them.
#[derive(Clone, Debug, Default)]
pub struct Swarm {
    bounds: Vec<Aabb>,
    homes: Vec<Home>,
    /// Sorted by cell.
    slots: Vec<Slot>,
    /// First slot of each cell, row by row, and the number of slots.
    starts: Vec<u32>,
    grid: Grid,
    /// Boxes that have no slot.
    strays: Cells,
    /// Their numbers.
    stray_list: Vec<u32>,
    /// Numbers of those that are to be put somewhere.
    lost: Vec<u32>,
    /// True while boxes are set in bulk; queries wait for [`Swarm::settle`].
    is_loading: bool,
    /// Whether cells have another size than they were sorted by.
    is_stale: bool,
    /// How often to sort without asking.
    restless: u32,
    /// Size of a cell from the next sorting on.
    size: f64,
    /// Some corners, to be put in order.
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
    /// Forgets all boxes; there will be so many, most of them not larger than `size`.
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
        (self.is_stale, self.restless) = (true, 0);
    }

    /// Most boxes are not larger than `size` from now on.
    pub fn suit(&mut self, size: f64) {
        self.size = size;
        self.is_stale = true;
    }

    /// Size of a cell.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// How many boxes there may be.
    pub fn capacity(&self) -> usize {
        self.bounds.len()
    }

    /// The box of that number; empty where there is none.
    #[inline]
    pub fn bounds(&self, number: usize) -> &Aabb {
        &self.bounds[number]
    }

    /// From here to [`Swarm::settle`] many boxes are set, and none is looked for.
    pub fn load(&mut self) {
        self.is_loading = true;
    }

    /// Puts a box in the place of the one of that number. One that is empty or not finite is never found.
    #[inline]
    pub fn set(&mut self, number: usize, bounds: Aabb) {
        self.bounds[number] = bounds;
        let Home { slot, cell } = self.homes[number];
        if slot < LOST {
            if self.is_loading && self.restless > 0 {
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
        self.put_elsewhere(number);
    }

    /// What has no slot, or none any more.
    #[cold]
    fn put_elsewhere(&mut self, number: usize) {
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

    /// All boxes are set: from now on they can be looked for.
    pub fn settle(&mut self) {
        self.is_loading = false;
        let out = self.lost.len() + self.stray_list.len();
        let is_restless = self.restless > 0;
        if self.lost.len() * MOST > self.capacity() {
            self.restless = RESTLESS;
        }
        self.restless = self.restless.saturating_sub(1);
        if self.is_stale || is_restless || out * MANY > self.capacity() {
            self.sort();
            return;
        }
        let lost = std::mem::take(&mut self.lost);
        lost.iter().for_each(|&number| self.add_stray(number as usize));
        self.lost = lost;
        self.lost.clear();
    }

    fn forget_places(&mut self) {
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

    /// Sorts all boxes into cells.
    fn sort(&mut self) {
        self.forget_places();
        let Some(grid) = self.suitable_grid() else {
            self.make_all_strays();
            return;
        };
        self.grid = grid;
        let cells = grid.columns as usize * grid.rows as usize;
        self.starts.clear();
        self.starts.resize(cells + 2, 0);
        // Counted two cells ahead: after the sums each cell has its start one ahead, and after the filling in its place.
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
        if crowding > CROWDED * self.bounds.len() {
            self.make_all_strays();
            return;
        }
        self.fill_slots();
    }

    /// Every box into its cell.
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

    /// A grid over all boxes, or over most where some lie far out; none where neither has a fair number of cells.
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
        let most = ROOM * self.bounds.len() as f64 + 64.0;
        Grid::new(all.min, all.max, self.size, most).or_else(|| {
            let step = (self.bounds.len() / 256).max(1);
            let sample = &mut self.sample;
            sample.clear();
            sample.extend(present().step_by(step).map(|bounds| bounds.min));
            let mut spread = |of: fn(&DVec2) -> f64| {
                sample.sort_unstable_by(|a, b| of(a).total_cmp(&of(b)));
                let (low, high) = (of(&sample[sample.len() / 16]), of(&sample[sample.len() - 1 - sample.len() / 16]));
                (low - (high - low) * 0.5, high + (high - low) * 0.5)
            };
            let (x, y) = (spread(|at| at.x), spread(|at| at.y));
            Grid::new(DVec2::new(x.0, y.0), DVec2::new(x.1, y.1), self.size, most)
        })
    }

    /// Calls `found` with every box that touches `area`. The order depends on what was put where before.
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

    /// Calls `found` once with every two boxes that touch each other once either of them has grown by `room` on all sides.
    #[inline]
    pub fn for_each_pair(&self, room: f64, mut found: impl FnMut(usize, usize)) {
        // Whether two touch cannot be foretold: so pairs are put down whether they do or not, and counted if they do.
        let (mut pairs, mut count) = ([[0; 2]; 2 * AT_ONCE], 0);
        for row in 0..if self.slots.is_empty() { 0 } else { self.grid.rows } {
            let start_of = |row: i32| self.starts[(row * self.grid.columns) as usize] as usize;
            for (index, slot) in (start_of(row)..start_of(row + 1)).zip(&self.slots[start_of(row)..]) {
                if slot.bounds.min.x > slot.bounds.max.x {
                    continue;
                }
                let area = slot.bounds.expanded(room);
                let (low, high) = self.grid.around(&area);
                // What comes before has met it already.
                let mut first = index + 1;
                for row in row..=high[1] {
                    let end = self.starts[(row * self.grid.columns + high[0]) as usize + 1] as usize;
                    for others in self.slots[first.min(end)..end].chunks(AT_ONCE) {
                        for other in others {
                            pairs[count % (2 * AT_ONCE)] = [slot.number, other.number];
                            count += usize::from(touches(&other.bounds, &area));
                        }
                        if count >= AT_ONCE {
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

/// [`Aabb::overlaps`], all four at once: which of them decides cannot be foretold.
#[inline(always)]
fn touches(a: &Aabb, b: &Aabb) -> bool {
    (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y)
}
