//! Broad phase: discs by a uniform grid with neighbour lists, obstacles by an AABB tree.
//!
//! Invariant: every pair whose boxes touch is found; the cell size does not affect results.
//! Cost: O(n) for boxes of similar size.

use super::linear_motion::LinearMotion;
use super::neighbour_lists::NeighbourLists;
use super::sleeping;
use super::time_of_impact;
use crate::engine::data::Layout;
use crate::geometry::{Aabb, BoxTree};
use crate::level::{Obstacle, ObstacleShape};
use glam::DVec2;

/// Substeps between tests of the cell size. A test costs O(n), as a substep does.
const PERIOD: u32 = 32;
/// Cell size relative to the 75th percentile of the box sizes, so that a disc mostly stays in its cell.
const ROOMY: f64 = 1.25;
/// Up to this number, obstacles are tested in a loop instead of the tree. Affects speed only.
const FEW: usize = 8;

/// Discs and obstacles by position.
#[derive(Clone, Debug, Default)]
pub(super) struct DiscBroadPhase {
    /// Neighbour lists and grid of the discs.
    pub discs: NeighbourLists,
    /// Substeps until the next test of the cell size.
    wait: u32,
    sizes: Vec<f64>,
    /// Built once per level.
    obstacles: Option<Obstacles>,
}

#[derive(Clone, Debug)]
struct Obstacles {
    facts: Vec<Fact>,
    /// Lines, and circles whose boxes are not finite.
    boundless: Vec<u32>,
    /// Obstacles with finite boxes.
    bounded: Vec<u32>,
    tree: BoxTree,
}

/// Data of an obstacle for the rejection tests.
#[derive(Clone, Copy, Debug)]
struct Fact {
    bounds: Aabb,
    /// Largest coordinate or radius.
    magnitude: f64,
    /// A point of a line or segment and its unit normal; for a circle the normal is 0.
    point: DVec2,
    normal: DVec2,
}

impl DiscBroadPhase {
    /// Adapts the cell size; true if all boxes must be set again.
    pub fn prepare(&mut self, layout: &Layout, count: usize) -> bool {
        if self.obstacles.is_none() {
            self.obstacles = Some(Obstacles::new(&layout.obstacles));
        }
        if self.discs.grid.capacity() != count {
            let size = typical(&mut self.sizes, layout.discs.radius.iter().map(|radius| 2.0 * radius));
            self.discs.reset(count, size * ROOMY, sleeping::island_gap(layout));
            self.wait = 1;
            return true;
        }
        self.wait -= 1;
        if self.wait == 0 {
            self.wait = PERIOD;
            let boxes = (0..count).map(|disc| self.discs.swept_aabb(disc));
            let size = typical(&mut self.sizes, boxes.filter(|b| !b.is_empty()).map(|b| b.size().max_element()));
            let grid = &mut self.discs.grid;
            let is_apt = grid.size() >= size && grid.size() <= 1.6 * size;
            if !is_apt {
                grid.suit(size * ROOMY);
            }
        }
        false
    }

    /// True if no obstacle is near a disc; false if this is not cached and cannot be.
    #[inline]
    pub fn is_clear(&mut self, disc: usize) -> bool {
        match self.discs.is_clear(disc) {
            Some(is_clear) => is_clear,
            None => self.look_for_obstacles(disc),
        }
    }

    /// Caches the test for near obstacles of every disc, if lists are used.
    pub fn look_for_all_obstacles(&mut self) {
        if self.discs.are_kept() {
            (0..self.discs.swept_aabbs().len()).for_each(|disc| _ = self.look_for_obstacles(disc));
        }
    }

    fn look_for_obstacles(&mut self, disc: usize) -> bool {
        let Some(area) = self.discs.kept_area(disc) else { return false };
        let mut is_clear = true;
        self.obstacles_near(&area, |_, _| is_clear = false);
        self.discs.note_clear(disc, is_clear);
        is_clear
    }

    /// Calls `found` with every obstacle that a motion may hit before `end`; `swept_aabb` is its box.
    #[inline]
    pub fn obstacles(&self, motion: &LinearMotion, swept_aabb: &Aabb, end: f64, mut found: impl FnMut(usize)) {
        let (target, magnitude) = (motion.at(end), motion.magnitude(end));
        self.obstacles_near(swept_aabb, |obstacle, fact| {
            let first = (motion.position - fact.point).dot(fact.normal);
            let second = (target - fact.point).dot(fact.normal);
            let radius = motion.radius_at(magnitude, fact.magnitude);
            // The whole motion is on one side of the line.
            let is_aside = ((first > radius) & (second > radius)) | ((first < -radius) & (second < -radius));
            if !is_aside {
                found(obstacle);
            }
        });
    }

    /// Calls `found` with every obstacle that may touch `area`.
    pub fn obstacles_touching(&self, area: &Aabb, mut found: impl FnMut(usize)) {
        self.obstacles_near(area, |obstacle, _| found(obstacle));
    }

    /// Calls `found` with every segment whose infinite line may touch the disc.
    pub fn lines_touching(&self, position: DVec2, radius: f64, mut found: impl FnMut(usize)) {
        let Some(Obstacles { facts, bounded, .. }) = &self.obstacles else { return };
        for &obstacle in bounded {
            let Fact { point, normal, magnitude, .. } = facts[obstacle as usize];
            let margin = (magnitude + position.abs().max_element()) * 1e-12;
            if normal != DVec2::ZERO && (position - point).dot(normal).abs() <= radius + margin {
                found(obstacle as usize);
            }
        }
    }

    #[inline(always)]
    fn obstacles_near(&self, area: &Aabb, mut found: impl FnMut(usize, &Fact)) {
        let Some(obstacles) = &self.obstacles else { return };
        let Obstacles { facts, boundless, bounded, tree } = obstacles;
        for &obstacle in boundless {
            found(obstacle as usize, &facts[obstacle as usize]);
        }
        if bounded.len() > FEW {
            tree.for_each(area, |obstacle| found(obstacle, &facts[obstacle]));
            return;
        }
        for &obstacle in bounded {
            let fact = &facts[obstacle as usize];
            if fact.bounds.overlaps(area) {
                found(obstacle as usize, fact);
            }
        }
    }
}

impl Obstacles {
    fn new(obstacles: &[Obstacle]) -> Self {
        let fact = |obstacle: &Obstacle| {
            let (point, direction) = match obstacle.shape {
                ObstacleShape::Line(point, direction) => (point.into(), direction.into()),
                ObstacleShape::Segment(a, b) => (a.into(), DVec2::from(b) - DVec2::from(a)),
                ObstacleShape::Circle { center, .. } => (center.into(), DVec2::ZERO),
            };
            let length = direction.length();
            Fact {
                bounds: time_of_impact::box_of(&obstacle.shape).unwrap_or(Aabb::EMPTY),
                magnitude: time_of_impact::magnitude(&obstacle.shape),
                point,
                normal: if length > 0.0 { direction.perp() / length } else { DVec2::ZERO },
            }
        };
        let facts: Vec<Fact> = obstacles.iter().map(fact).collect();
        let (boundless, bounded) = (0..facts.len() as u32).partition(|&index| facts[index as usize].bounds.is_empty());
        Self { boundless, bounded, tree: BoxTree::new(facts.iter().map(|fact| fact.bounds).collect()), facts }
    }
}

/// Returns the 75th percentile.
fn typical(sizes: &mut Vec<f64>, all: impl Iterator<Item = f64>) -> f64 {
    sizes.clear();
    sizes.extend(all);
    if sizes.is_empty() {
        return 1.0;
    }
    let rank = sizes.len() * 3 / 4;
    *sizes.select_nth_unstable_by(rank, f64::total_cmp).1
}
