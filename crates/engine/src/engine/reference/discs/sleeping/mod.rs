//! Sleeping islands: excludes the discs of a slow heap from the substep.
//!
//! With h the substep and g gravity, *slow* is at most 4 g h, *swift* is above 32 g h.
//! * **Connected**: two dynamic discs with restitution below 1, a gap of at most 4 g h², and a relative speed that is
//!   not swift.
//! * **Island**: at least [`MIN_ISLAND_SIZE`] connected discs, or any disc connected with a sleeping one.
//! * **Touching**: the gap is at most g h², the distance by which gravity changes a position in one substep.
//! * **Supported**: in an island, not swift, and touching from above something immovable or a supported disc. The
//!   supported discs are the greatest such set. The lowest of a group is not supported by the others, so a group in
//!   the air is not supported.
//! * **Asleep**: supported, slow, and the direction against gravity lies between the normals of two supports or equals
//!   the normal of one. A sleeping disc has no gravity and keeps its position bit for bit.
//!
//! A sleeping disc acts as infinite mass for slow impacts; momentum is then not conserved. A faster impact wakes it, and so does a
//! driven disc that pushes it or the loss of its support. Cost: O(n) while supporters do not move.

use super::linear_motion::{LinearMotion, POSITION_EPSILON};
use super::support::SupportNormals;
use super::{DiscScratch, Role, time_of_impact};
use crate::engine::data::{Layout, State, World};
use crate::engine::reference::contact::broad_phase;
use crate::engine::reference::forces;
use crate::geometry::{Aabb, cross, polygon};
use glam::DVec2;

#[cfg(test)]
mod tests;

/// Least number of discs of an island. Empirical: smaller groups are simulated exactly; also the number from which
/// events are reported once per level.
pub(super) const MIN_ISLAND_SIZE: usize = 128;
/// Slow speed in units of g h. A resting contact gains g h per substep; the factor 4 allows for chains of such contacts.
const SLOW_SUBSTEPS: f64 = 4.0;
/// Swift speed in units of g h: eight times slow, so that a disc settling in a moving heap may count as supported.
const SWIFT_SUBSTEPS: f64 = 32.0;
/// Marks a supporter that is not a disc.
const NOT_A_DISC: u32 = u32::MAX;

/// Data kept between substeps, and scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct Sleeping {
    /// True for discs that changed since the previous substep.
    pub has_moved: Vec<bool>,
    /// Supporters of sleeping discs.
    supporters: Vec<[u32; 2]>,
    /// True for supported discs.
    supported: Vec<bool>,
    /// State of each disc during the island search.
    marks: Vec<IslandMark>,
    /// Number of discs that may be in an island.
    candidates: usize,
    list: Vec<u32>,
    /// Neighbours found by a grid search.
    unlisted: Vec<u32>,
}

/// See [`Sleeping::marks`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum IslandMark {
    /// In no island.
    #[default]
    None,
    /// Not visited.
    Open,
    /// Connected with the disc being visited.
    Listed,
    /// In an island, or asleep.
    Island,
}

impl Sleeping {
    pub fn resize(&mut self, count: usize) {
        self.has_moved.resize(count, true);
        self.supporters.resize(count, [NOT_A_DISC; 2]);
        self.supported.resize(count, false);
    }

    /// Number of discs that queried their neighbours in the previous substep.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// True if a disc was supported at the start of the substep.
    pub fn is_supported(&self, disc: usize) -> bool {
        self.supported[disc]
    }
}

/// Greatest slow speed.
pub(super) fn slow_speed(layout: &Layout) -> f64 {
    SLOW_SUBSTEPS * DVec2::from(layout.settings.gravity).length() * layout.substep_time
}

/// Greatest gap between connected discs.
pub(super) fn island_gap(layout: &Layout) -> f64 {
    slow_speed(layout) * layout.substep_time
}

/// Greatest speed that is not swift.
pub(super) fn swift_speed(layout: &Layout) -> f64 {
    slow_speed(layout) / SLOW_SUBSTEPS * SWIFT_SUBSTEPS
}

/// Determines islands, supported discs and sleeping discs.
pub(super) fn update_sleeping(world: &World, scratch: &mut DiscScratch) {
    let World { layout, state, .. } = world;
    let gravity = DVec2::from(layout.settings.gravity);
    let slow = slow_speed(layout);
    // Without gravity, or with gravity too weak to represent, no disc sleeps.
    let is_fit = slow > 0.0 && slow.is_finite() && gravity.length_squared() > 0.0;
    let up = if is_fit { -gravity / gravity.length() } else { DVec2::Y };
    let range = slow / SLOW_SUBSTEPS * layout.substep_time;
    let mut update = SleepUpdate {
        world,
        layout,
        state,
        scratch,
        up,
        slow,
        swift: swift_speed(layout),
        touching: range,
        near: range * SLOW_SUBSTEPS,
    };
    update.scratch.sleeping.candidates = 0;
    if !is_fit {
        update.wake_all();
        return;
    }
    update.find_islands();
    update.find_supported();
    update.put_supported_to_sleep();
}

struct SleepUpdate<'a, 'b> {
    world: &'a World,
    layout: &'a Layout,
    state: &'a State,
    scratch: &'b mut DiscScratch,
    /// Direction against gravity.
    up: DVec2,
    slow: f64,
    swift: f64,
    /// Greatest gap of touching discs.
    touching: f64,
    /// Greatest gap between connected discs.
    near: f64,
}

impl SleepUpdate<'_, '_> {
    fn wake_all(&mut self) {
        for disc in 0..self.layout.discs.count() {
            if self.scratch.movers[disc].role == Role::Asleep {
                self.scratch.launch(self.layout, self.state, &[], disc);
            }
        }
    }

    /// Finds the supported discs, and wakes sleeping discs without support.
    fn find_supported(&mut self) {
        let count = self.layout.discs.count();
        for disc in 0..count {
            let is_supported = match self.scratch.movers[disc].role {
                Role::Asleep => true,
                Role::Free => self.is_in_island(disc, self.swift),
                Role::Immovable => self.scratch.movers[disc].motion.velocity == DVec2::ZERO,
                _ => false,
            };
            self.scratch.sleeping.supported[disc] = is_supported;
        }
        for disc in 0..count {
            let sleeping = &self.scratch.sleeping;
            // True if its supporters did not move and are still supported. Supporters that are supported but not asleep are tested
            // again.
            let holds = |&supporter: &u32| {
                let mover = |supporter: u32| self.scratch.movers[supporter as usize].role;
                let has_stayed =
                    |supporter: u32| !sleeping.has_moved[supporter as usize] && sleeping.supported[supporter as usize];
                supporter == NOT_A_DISC || (has_stayed(supporter) && mover(supporter) != Role::Free)
            };
            let is_sure = self.scratch.movers[disc].role == Role::Asleep
                && !sleeping.has_moved[disc]
                && sleeping.supporters[disc].iter().all(holds);
            if !is_sure {
                self.examine(disc);
            }
        }
    }

    /// True for a disc that is in an island and not faster than `fastest`.
    fn is_in_island(&self, disc: usize, fastest: f64) -> bool {
        self.scratch.movers[disc].role == Role::Free
            && self.scratch.counters[disc].is_in_island
            && self.state.disc_velocities[disc].length() <= fastest
    }

    /// Tests a disc that is assumed supported. If it is not supported, tests the discs that may rest on it too.
    fn examine(&mut self, disc: usize) {
        let mut list = std::mem::take(&mut self.scratch.sleeping.list);
        let mut unlisted = std::mem::take(&mut self.scratch.sleeping.unlisted);
        list.clear();
        list.push(disc as u32);
        while let Some(disc) = list.pop() {
            let disc = disc as usize;
            let role = self.scratch.movers[disc].role;
            if !self.scratch.sleeping.supported[disc] || role == Role::Immovable {
                continue;
            }
            if role == Role::Asleep {
                if let Some(supporters) = self.support_normals(disc, &mut unlisted).supporters() {
                    self.scratch.sleeping.supporters[disc] = supporters;
                    continue;
                }
                self.scratch.launch(self.layout, self.state, &[], disc);
                self.scratch.counters[disc].is_in_island = true;
            }
            let mut has_below = false;
            self.for_each_support(disc, &mut unlisted, |normal, _| {
                has_below = normal.dot(self.up) > 0.0;
                has_below
            });
            if has_below {
                continue;
            }
            self.scratch.sleeping.supported[disc] = false;
            let supported = &self.scratch.sleeping.supported;
            list.extend(
                self.neighbours_within(disc, self.touching, &mut unlisted)
                    .iter()
                    .filter(|&&other| supported[other as usize]),
            );
        }
        self.scratch.sleeping.list = list;
        self.scratch.sleeping.unlisted = unlisted;
    }

    /// Puts the supported discs that cannot move to sleep.
    fn put_supported_to_sleep(&mut self) {
        let mut unlisted = std::mem::take(&mut self.scratch.sleeping.unlisted);
        for disc in 0..self.layout.discs.count() {
            if !self.scratch.sleeping.supported[disc]
                || !self.is_in_island(disc, self.slow)
                || forces::hand::on_disc(self.state, disc).is_some()
            {
                continue;
            }
            if let Some(supporters) = self.support_normals(disc, &mut unlisted).supporters() {
                self.scratch.put_to_sleep(self.layout, self.state, disc);
                self.scratch.sleeping.supporters[disc] = supporters;
                self.scratch.sleeping.has_moved[disc] = true;
            }
        }
        self.scratch.sleeping.unlisted = unlisted;
    }

    fn area(&self, disc: usize, distance: f64) -> Aabb {
        let motion = &self.scratch.movers[disc].motion;
        Aabb::around([motion.position]).expanded(motion.radius + distance)
    }

    /// Returns a superset of the discs within `distance` of a disc. Callers test distances, so the relation is symmetric and
    /// independent of the search.
    #[inline(always)]
    fn neighbours_within<'a>(&'a self, disc: usize, distance: f64, unlisted: &'a mut Vec<u32>) -> &'a [u32] {
        let distance = self.with_rounding(disc, distance);
        self.scratch.near.discs.within(disc, distance, || self.area(disc, distance), unlisted)
    }

    /// Adds the rounding error of boxes at the disc's position.
    #[inline(always)]
    fn with_rounding(&self, disc: usize, distance: f64) -> f64 {
        let LinearMotion { position, radius, .. } = self.scratch.movers[disc].motion;
        distance + 2.0 * POSITION_EPSILON * (position.abs().max_element() + radius)
    }

    /// Marks the discs that are in islands.
    fn find_islands(&mut self) {
        let mut marks = std::mem::take(&mut self.scratch.sleeping.marks);
        marks.clear();
        let is_lossy = self.layout.discs.restitution.iter().map(|&restitution| restitution < 1.0);
        marks.extend(self.scratch.movers.iter().zip(is_lossy).map(|(mover, is_lossy)| match mover.role {
            Role::Free if is_lossy => IslandMark::Open,
            Role::Asleep => IslandMark::Island,
            _ => IslandMark::None,
        }));
        let candidates = marks.iter().filter(|&&marks| marks == IslandMark::Open).count();
        self.scratch.sleeping.candidates = candidates;
        let is_any_asleep = marks.contains(&IslandMark::Island);
        if candidates >= MIN_ISLAND_SIZE || (candidates > 0 && is_any_asleep) {
            for disc in 0..marks.len() {
                if marks[disc] == IslandMark::Open {
                    self.mark_island(disc, &mut marks);
                }
            }
        }
        self.scratch.sleeping.marks = marks;
    }

    /// Decides if a disc is in an island, by a breadth-first search that ends at the first proof.
    fn mark_island(&mut self, first: usize, marks: &mut [IslandMark]) {
        let mut list = std::mem::take(&mut self.scratch.sleeping.list);
        let mut unlisted = std::mem::take(&mut self.scratch.sleeping.unlisted);
        list.clear();
        list.push(first as u32);
        marks[first] = IslandMark::Listed;
        let (mut looked_at, mut is_island) = (0, false);
        while let Some(&disc) = list.get(looked_at)
            && !is_island
        {
            looked_at += 1;
            let own = &self.scratch.movers[disc as usize].motion;
            for &other in self.neighbours_within(disc as usize, self.near, &mut unlisted) {
                let theirs = marks[other as usize];
                if theirs == IslandMark::None || theirs == IslandMark::Listed {
                    continue;
                }
                let motion = &self.scratch.movers[other as usize].motion;
                let range = own.radius + motion.radius + self.near;
                if ((motion.position - own.position).length_squared() <= range * range)
                    & ((motion.velocity - own.velocity).length_squared() <= self.swift * self.swift)
                {
                    if theirs == IslandMark::Island {
                        is_island = true;
                        break;
                    }
                    marks[other as usize] = IslandMark::Listed;
                    list.push(other);
                }
            }
            is_island |= list.len() >= MIN_ISLAND_SIZE;
        }
        // The search may end early: the remaining discs are connected with these.
        for &disc in &list {
            marks[disc as usize] = if is_island { IslandMark::Island } else { IslandMark::None };
            self.scratch.counters[disc as usize].is_in_island |= is_island;
        }
        self.scratch.sleeping.list = list;
        self.scratch.sleeping.unlisted = unlisted;
    }

    /// Returns the normals of the supported discs and immovable surfaces that touch a disc.
    fn support_normals(&self, disc: usize, unlisted: &mut Vec<u32>) -> SupportNormals {
        let mut support_normals = SupportNormals::new(self.up);
        self.for_each_support(disc, unlisted, |normal, supporter| {
            support_normals.add(normal, supporter);
            false
        });
        support_normals
    }

    /// Calls `found` with the normal and supporter of each supported disc and immovable surface that touches a disc, until it
    /// returns true.
    #[inline(always)]
    fn for_each_support(&self, disc: usize, unlisted: &mut Vec<u32>, mut found: impl FnMut(DVec2, u32) -> bool) {
        let (discs, DiscScratch { near, movers, sleeping, .. }) = (&self.layout.discs, &*self.scratch);
        let (position, radius, restitution) =
            (movers[disc].motion.position, discs.radius[disc], discs.restitution[disc]);
        for &other in self.neighbours_within(disc, self.touching, unlisted) {
            let other = other as usize;
            let d = position - movers[other].motion.position;
            let (squared, range) = (d.length_squared(), radius + discs.radius[other] + self.touching);
            if (squared <= range * range) & sleeping.supported[other]
                && restitution * discs.restitution[other] < 1.0
                && found(d / squared.sqrt(), other as u32)
            {
                return;
            }
        }
        let area = self.area(disc, self.touching);
        let mut is_enough = false;
        if !near.discs.is_clear_within(disc, self.with_rounding(disc, self.touching)) {
            near.obstacles_touching(&area, |obstacle| {
                let obstacle = &self.layout.obstacles[obstacle];
                let touch = time_of_impact::obstacle_contact(&obstacle.shape, position, radius);
                if touch.gap <= self.touching && restitution * obstacle.restitution < 1.0 {
                    is_enough = is_enough || found(touch.normal, NOT_A_DISC);
                }
            });
        }
        self.bounds_touching(position, radius, restitution, |normal| {
            is_enough = is_enough || found(normal, NOT_A_DISC);
        });
        if !self.layout.bodies.is_empty() {
            self.hulls_touching(&area, position, radius, restitution, |normal| {
                is_enough = is_enough || found(normal, NOT_A_DISC);
            });
        }
    }

    fn bounds_touching(&self, position: DVec2, radius: f64, restitution: f64, mut found: impl FnMut(DVec2)) {
        let Some(bounds) = &self.layout.settings.bounds else { return };
        if restitution * bounds.restitution >= 1.0 {
            return;
        }
        let gaps = [
            (position.x - bounds.min[0], DVec2::X),
            (bounds.max[0] - position.x, DVec2::NEG_X),
            (position.y - bounds.min[1], DVec2::Y),
            (bounds.max[1] - position.y, DVec2::NEG_Y),
        ];
        for (_, normal) in gaps.into_iter().filter(|(gap, _)| gap - radius <= self.touching) {
            found(normal);
        }
    }

    /// Calls `found` with the normal of each edge of a fixed body that touches the disc from outside.
    fn hulls_touching(
        &self,
        area: &Aabb,
        position: DVec2,
        radius: f64,
        restitution: f64,
        mut found: impl FnMut(DVec2),
    ) {
        let World { layout, state, .. } = self.world;
        broad_phase::near(self.world, area, |body| {
            let other = &layout.bodies[body];
            if other.is_dynamic || other.path.is_some() || restitution * other.restitution >= 1.0 {
                return;
            }
            self.scratch.edges.near(layout, body, area, |edge| {
                let [a, b] = layout.hull_edges[edge].map(|node| state.position(node as usize));
                let d = position - polygon::closest_on_segment(position, a, b);
                let distance = d.length();
                if distance > 0.0 && distance <= radius + self.touching && cross(b - a, position - a) < 0.0 {
                    found(d / distance);
                }
            });
        });
    }
}
