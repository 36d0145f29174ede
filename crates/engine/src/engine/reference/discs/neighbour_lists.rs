//! Verlet neighbour lists (Verlet, *Phys. Rev.* 159, 98, 1967) over a uniform grid, valid for one substep.
//!
//! Lists are used if many discs change direction or query their neighbours. The grid then holds the box of each disc at the start of
//! the substep (its reference box). A list contains all discs whose reference boxes touch after growth by a skin. A disc that leaves
//! its grown reference box gets a new one and is inserted into the lists of its new neighbours. If few discs change direction, the
//! grid holds the current swept AABBs and is searched directly.
//!
//! Invariant: no touching pair is missing. Results do not depend on the choice between lists and grid.

use crate::geometry::{Aabb, Swarm};

/// Discs tested together; few discs have more neighbours.
pub(super) const LANES: usize = 4;
/// Indices of discs tested together.
pub(super) type IndexBlock = [u32; LANES];
/// Skin as a fraction of the cell size. Larger skins lengthen the lists, smaller ones cause more rebuilds; empirical,
/// affects speed only (1/128 to 1/400 of a cell are within 1 %: `benches/notes/discs.md`).
const SKIN_PER_CELL: f64 = 1.0 / 256.0;
/// Blocks of four neighbours per list; with the other fields they fill one cache line. Longer lists overflow to a grid search.
const BLOCKS: usize = 3;
const OVERFLOW: u32 = 1 << 16;
/// Cost of a query before discs move, in updates: an estimate, not derived. Affects speed only.
const UPDATES_PER_QUERY: usize = 16;

/// Neighbour lists and the grid behind them.
#[derive(Clone, Debug, Default)]
pub(super) struct NeighbourLists {
    /// The current swept AABBs, or the reference boxes.
    pub grid: Swarm,
    /// Swept AABB of the rest of each disc's motion.
    swept_aabbs: Vec<Aabb>,
    /// True if lists are used in this substep.
    are_kept: bool,
    lists: Vec<NeighbourList>,
    /// Number of motions started in this substep.
    updates: usize,
    skin: f64,
    /// Additional distance covered by the lists.
    around: f64,
    /// True while boxes are set before the first search.
    is_loading: bool,
    /// Neighbours found by a grid search.
    unlisted: Vec<IndexBlock>,
}

/// Neighbours of one disc, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct NeighbourList {
    count: u32,
    /// Padded with the disc itself.
    blocks: [IndexBlock; BLOCKS],
    /// True if no obstacle is near; none if unknown.
    is_clear: Option<bool>,
}

impl NeighbourLists {
    /// Resets to `count` discs with boxes up to about `size`. Lists also cover neighbours within `around`.
    pub fn reset(&mut self, count: usize, size: f64, around: f64) {
        self.grid.reset(count, size);
        self.swept_aabbs.clear();
        self.swept_aabbs.resize(count, Aabb::EMPTY);
        self.lists.clear();
        self.lists.extend((0..count).map(NeighbourList::of));
        self.updates = 0;
        self.skin = size * SKIN_PER_CELL;
        self.around = if around <= self.skin { around } else { self.skin };
        self.is_loading = true;
    }

    /// True if lists are used in this substep.
    pub fn are_kept(&self) -> bool {
        self.are_kept
    }

    /// Swept AABB of a disc; empty if it is excluded.
    #[inline]
    pub fn swept_aabb(&self, disc: usize) -> &Aabb {
        &self.swept_aabbs[disc]
    }

    /// Swept AABBs of all discs.
    #[inline]
    pub fn swept_aabbs(&self) -> &[Aabb] {
        &self.swept_aabbs
    }

    /// Starts a substep: until [`NeighbourLists::build`], boxes are set and not searched. `queries` is the number of discs that will
    /// query their neighbours before any disc moves.
    pub fn load(&mut self, queries: usize) {
        self.grid.load();
        let was_kept = self.are_kept;
        self.are_kept = self.updates + UPDATES_PER_QUERY * queries > self.swept_aabbs.len();
        if was_kept && !self.are_kept {
            // Discs that are not set in this substep still have reference boxes in the grid.
            (0..self.swept_aabbs.len()).for_each(|disc| self.grid.set(disc, self.swept_aabbs[disc]));
        }
        self.updates = 0;
        self.is_loading = true;
    }

    /// Builds the lists; searches are valid from here on.
    pub fn build(&mut self) {
        self.grid.settle();
        self.is_loading = false;
        if self.are_kept {
            let Self { lists, grid, .. } = self;
            lists.iter_mut().enumerate().for_each(|(disc, list)| *list = NeighbourList::of(disc));
            // Both boxes are grown twice, plus rounding: see `search`.
            grid.for_each_pair(5.0 * self.skin + 2.0 * self.around, |disc, other| {
                lists[disc].add(other);
                lists[other].add(disc);
            });
        }
    }

    /// Sets the swept AABB of a disc before the simulation starts.
    #[inline]
    pub fn set(&mut self, disc: usize, swept_aabb: Aabb) {
        self.swept_aabbs[disc] = swept_aabb;
        if !self.are_kept || self.is_loading {
            self.grid.set(disc, swept_aabb);
        } else if !holds(self.grid.bounds(disc), &swept_aabb) && !swept_aabb.is_empty() {
            self.escape(disc);
        }
    }

    /// Sets the swept AABB of a disc with a new motion.
    #[inline(always)]
    pub fn update(&mut self, disc: usize, swept_aabb: Aabb) {
        self.swept_aabbs[disc] = swept_aabb;
        self.updates += 1;
        if !self.are_kept {
            self.grid.set(disc, swept_aabb);
        } else if !holds(&self.grid.bounds(disc).expanded(self.skin), &swept_aabb) && !swept_aabb.is_empty() {
            self.escape(disc);
        }
    }

    #[cold]
    fn escape(&mut self, disc: usize) {
        self.grid.set(disc, self.swept_aabbs[disc]);
        let area = self.search(disc);
        let Self { grid, lists, .. } = self;
        lists[disc] = NeighbourList::of(disc);
        grid.for_each(&area, |other| {
            if other != disc {
                lists[disc].add(other);
                if !lists[other].discs().contains(&(disc as u32)) {
                    lists[other].add(disc);
                }
            }
        });
    }

    /// Area for which the list of a disc is complete.
    #[inline]
    fn area(&self, disc: usize) -> Aabb {
        self.grid.bounds(disc).expanded(self.skin).expanded(self.around)
    }

    /// Search box for all discs that may touch that area. Twice the skin exceeds one skin plus rounding.
    fn search(&self, disc: usize) -> Aabb {
        self.area(disc).expanded(2.0 * self.skin)
    }

    /// Cached result: true if no obstacle is near the disc, none if unknown.
    #[inline]
    pub fn is_clear(&self, disc: usize) -> Option<bool> {
        if self.are_kept { self.lists[disc].is_clear } else { None }
    }

    /// True if the cache proves that no obstacle was within `distance` of the disc at the start of the substep.
    pub fn is_clear_within(&self, disc: usize, distance: f64) -> bool {
        self.covers(distance) && self.is_clear(disc) == Some(true)
    }

    /// True if the lists cover this distance before discs move; the skin is reserved for motion.
    #[inline]
    fn covers(&self, distance: f64) -> bool {
        distance <= self.around + 0.5 * self.skin
    }

    /// Area for which cached results are valid; none without lists.
    pub fn kept_area(&self, disc: usize) -> Option<Aabb> {
        self.are_kept.then(|| self.area(disc))
    }

    /// See [`NeighbourLists::is_clear`].
    pub fn note_clear(&mut self, disc: usize, is_clear: bool) {
        self.lists[disc].is_clear = Some(is_clear);
    }

    /// Returns all discs whose swept AABB may touch that of a disc, padded to whole blocks with the disc itself, and all swept AABBs.
    #[inline(always)]
    pub fn of(&mut self, disc: usize) -> (&[IndexBlock], &[Aabb]) {
        if !self.are_kept || self.lists[disc].count == OVERFLOW {
            self.look_for(disc);
            return (&self.unlisted, &self.swept_aabbs);
        }
        (self.lists[disc].blocks(), &self.swept_aabbs)
    }

    /// Returns the lists of two discs and all swept AABBs; none if one of them has no list.
    #[inline(always)]
    pub fn of_both(&self, pair: [usize; 2]) -> Option<([&[IndexBlock]; 2], &[Aabb])> {
        let lists = pair.map(|disc| &self.lists[disc]);
        let are_there = self.are_kept & lists.iter().all(|list| list.count != OVERFLOW);
        are_there.then(|| (lists.map(NeighbourList::blocks), &self.swept_aabbs[..]))
    }

    fn look_for(&mut self, disc: usize) {
        let area = if self.are_kept { self.search(disc) } else { self.swept_aabbs[disc] };
        let Self { grid, unlisted, .. } = self;
        unlisted.clear();
        let mut lane = 0;
        grid.for_each(&area, |other| {
            if other != disc {
                if lane == 0 {
                    unlisted.push([disc as u32; LANES]);
                }
                unlisted.last_mut().expect("a block exists")[lane] = other as u32;
                lane = (lane + 1) % LANES;
            }
        });
    }

    /// Returns a superset of the discs within `distance` of a disc at the start of the substep; `area` is the search box.
    #[inline]
    pub fn within<'a>(
        &'a self,
        disc: usize,
        distance: f64,
        area: impl FnOnce() -> Aabb,
        unlisted: &'a mut Vec<u32>,
    ) -> &'a [u32] {
        let list = &self.lists[disc];
        if self.are_kept && list.count != OVERFLOW && self.covers(distance) {
            return list.discs();
        }
        unlisted.clear();
        self.grid.for_each(&area(), |other| {
            if other != disc {
                unlisted.push(other as u32);
            }
        });
        unlisted
    }
}

impl NeighbourList {
    /// Empty.
    #[inline]
    fn of(disc: usize) -> Self {
        Self { count: 0, blocks: [[disc as u32; LANES]; BLOCKS], is_clear: None }
    }

    /// The neighbours, padded with the disc itself; empty on overflow.
    #[inline(always)]
    fn blocks(&self) -> &[IndexBlock] {
        self.blocks.get(..(self.count as usize).div_ceil(LANES)).unwrap_or(&[])
    }

    /// The neighbours; empty on overflow.
    #[inline]
    fn discs(&self) -> &[u32] {
        self.blocks.as_flattened().get(..self.count as usize).unwrap_or(&[])
    }

    #[inline]
    fn add(&mut self, disc: usize) {
        match self.blocks.as_flattened_mut().get_mut(self.count as usize) {
            Some(place) => {
                *place = disc as u32;
                self.count += 1;
            }
            None => self.count = OVERFLOW,
        }
    }
}

/// [`Aabb::contains_box`] without branches, which would be mispredicted.
#[inline(always)]
pub(super) fn holds(outer: &Aabb, inner: &Aabb) -> bool {
    (outer.min.x <= inner.min.x)
        & (outer.min.y <= inner.min.y)
        & (inner.max.x <= outer.max.x)
        & (inner.max.y <= outer.max.y)
}

/// [`Aabb::overlaps`] without branches.
#[inline(always)]
pub(super) fn overlaps(a: &Aabb, b: &Aabb) -> bool {
    (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as f64 / (1u64 << 31) as f64
        }
    }

    fn around(all: &[Aabb], disc: usize, area: &Aabb) -> Vec<usize> {
        (0..all.len()).filter(|&other| other != disc && all[other].overlaps(area)).collect()
    }

    /// Asserts that every neighbour of a full search is listed.
    fn assert_complete(neighbours: &mut NeighbourLists, all: &[Aabb], what: &str) {
        for disc in (0..all.len()).filter(|&disc| !all[disc].is_empty()) {
            let (found, swept_aabbs) = neighbours.of(disc);
            let found = found.as_flattened();
            assert_eq!(swept_aabbs, all);
            for other in around(all, disc, &all[disc]) {
                assert!(found.contains(&(other as u32)), "{what}: {other} is near {disc}");
            }
        }
    }

    /// Asserts the same before discs move, within and beyond `around`.
    fn assert_complete_about(neighbours: &NeighbourLists, all: &[Aabb], what: &str) {
        let mut unlisted = Vec::new();
        for disc in (0..all.len()).filter(|&disc| !all[disc].is_empty()) {
            for room in [0.005, 0.5] {
                let area = all[disc].expanded(room);
                let found = neighbours.within(disc, room, || area, &mut unlisted);
                assert!(!found.contains(&(disc as u32)), "{what}");
                for other in around(all, disc, &area) {
                    assert!(found.contains(&(other as u32)), "{what}: {other} is within {room} of {disc}");
                }
            }
        }
    }

    #[test]
    fn neighbour_lists_contain_every_neighbour_of_moving_discs() {
        let mut random = numbers(1);
        for (scene, (count, side)) in [(3, 1.0), (60, 6.0), (300, 18.0), (80, 2.0)].into_iter().enumerate() {
            // In the third scene all discs are far from the origin, where the skin is close to rounding.
            let origin = if scene == 2 { DVec2::new(3e14, -1e6) } else { DVec2::ZERO };
            let mut place = || {
                let min = origin + DVec2::new(random() * side, random() * side);
                Aabb { min, max: min + DVec2::splat(0.8 + 0.4 * random()) }
            };
            let mut all: Vec<Aabb> = (0..count).map(|_| place()).collect();
            let mut step = numbers(7);
            let mut neighbours = NeighbourLists::default();
            neighbours.reset(count, 1.5, 0.01);
            let mut have_been_kept = false;
            for substep in 0..8 {
                let what = format!("scene {scene}, substep {substep}");
                neighbours.load(0);
                for (disc, swept_aabb) in all.iter().enumerate() {
                    // Some are not set again.
                    if substep == 0 || disc % 5 != 0 {
                        neighbours.set(disc, *swept_aabb);
                    }
                }
                neighbours.build();
                assert_complete(&mut neighbours, &all, &format!("{what}, at its start"));
                assert_complete_about(&neighbours, &all, &format!("{what}, at its start"));
                for disc in (0..count).step_by(5) {
                    // One in five of them wakes.
                    all[disc] = all[disc].expanded(if disc % 25 == 0 { 0.03 } else { -0.01 });
                    neighbours.set(disc, all[disc]);
                }
                assert_complete_about(&neighbours, &all, &format!("{what}, lying"));
                assert_complete(&mut neighbours, &all, &format!("{what}, flying"));
                // In some substeps few discs move; some of them move far.
                for turn in 0..if substep % 3 == 2 { 2 } else { 3 * count } {
                    let disc = turn * 7 % count;
                    let by = if step() < 0.1 { 3.0 } else { 0.04 };
                    let by = DVec2::new(step() - 0.5, step() - 0.5) * by;
                    if disc % 5 != 0 {
                        all[disc] = Aabb { min: all[disc].min + by, max: all[disc].max + by };
                        neighbours.update(disc, all[disc]);
                    }
                }
                have_been_kept |= neighbours.are_kept();
                assert_complete(&mut neighbours, &all, &format!("{what}, after updates"));
            }
            assert!(have_been_kept && (scene != 3 || neighbours.lists.iter().any(|list| list.count == OVERFLOW)));
        }
    }
}
